/** The way of a request: ids → contract → route → caller → limits → input → run → answer. */
import type { Operation } from '../agent/define.ts'
import type { Contract } from '../codec/contract.ts'
import { isStoreUnavailable } from '../errors.ts'
import type { Call } from '../outcome/call.ts'
import { type Fault, fault, type Issue } from '../outcome/fault.ts'
import { isOutcome } from '../outcome/is-outcome.ts'
import { failed, type Outcome } from '../outcome/outcome.ts'
import { storeUnavailable } from '../outcome/store-unavailable.ts'
import { type A2aTarget, answerA2a } from './a2a/routes.ts'
import { admit, type Peer } from './admit.ts'
import { runEndpoint, runOffers } from './agent-run.ts'
import { readRequestBody } from './body.ts'
import { offersAt } from './contract-operations.ts'
import { besideOf } from './durable/asked.ts'
import { streamEvents } from './durable/stream-events.ts'
import { taskResult } from './durable/task-result.ts'
import { settleEdition } from './edition.ts'
import { execute } from './execute.ts'
import { exported, exportOf } from './exports.ts'
import { located } from './finish.ts'
import { openExchange, traceContext } from './ids.ts'
import { type GatheredInput, gatherInput, locateIssues } from './input.ts'
import type { McpEndpoint } from './mcp/endpoint.ts'
import { idMaker } from './mint.ts'
import { negotiate } from './negotiate.ts'
import { callIds, left, type Plan, refuse, withHeaders } from './plan.ts'
import { readTexts } from './read-texts.ts'
import { argumentsOf, withCallersContext } from './request-envelope.ts'
import { webHead } from './request-head.ts'
import type { Matched, Route, Router } from './routes.ts'
import type { Site } from './site.ts'

export type { Peer } from './admit.ts'

/** One of the server's own pages; undefined when there is none of that name. */
export type Page = (request: Request, base: string) => Promise<Response | undefined> | Response | undefined

/** What answers a path: an operation of the agent, one of the server's own pages, or the run endpoints. */
export type Target =
  | { kind: 'operation'; name: string; operation: Operation; isOwn?: true }
  | { kind: 'page'; page: Page }
  | { kind: 'run'; stream: boolean }
  | { kind: 'mcp'; mcp: McpEndpoint }
  | { kind: 'events' | 'result'; public: boolean }
  | { kind: 'a2a'; target: A2aTarget }

type OpenPlan = Plan & { refused?: Fault }

/** Answers one request. Whatever happens, the answer is in the caller's contract. */
export async function handle(site: Site, router: Router<Target>, request: Request, peer: Peer): Promise<Response> {
  const url = new URL(request.url)
  const base = baseOf(url.pathname, peer.base)
  const path = url.pathname.slice(base.length) || '/'
  const matched = router.match(request.method, path)
  const route = matched !== undefined && 'found' in matched ? matched.found.route : undefined
  let plan = openPlan(site, request, { url, base, path, route, address: peer.address })
  try {
    plan = await withCallersContext(plan)
    return await answered(plan, matched, url, peer)
  } catch (error) {
    return troubled(plan, error)
  } finally {
    plan.open.leave()
  }
}

/** Answers a request of which no more than its headers can be used. */
export function unreadable(site: Site, { method, headers }: { method: string; headers: Headers }): Response {
  const url = new URL('http://localhost/')
  const request = new Request(url, { method: method === 'HEAD' ? method : 'GET', headers })
  const plan = openPlan(site, request, { url, base: '', path: '/', route: undefined, address: undefined })
  plan.open.leave()
  return refuse(plan, failed(fault('invalid', 'The target or the Host of the request is not valid.', { began: false })))
}

/** The path that the server is mounted under, without a slash at its end; empty where the request is not under it. */
function baseOf(pathname: string, mounted = ''): string {
  const base = mounted.replace(/\/+$/, '')
  return pathname === base || pathname.startsWith(`${base}/`) ? base : ''
}

interface Asked {
  url: URL
  base: string
  /** The path below the base. */
  path: string
  route: Route<Target> | undefined
  address: string | undefined
}

function openPlan(site: Site, request: Request, { url, base, path, route, address }: Asked): OpenPlan {
  const isRun = path.startsWith(`${site.prefix}/agents/run/`)
  const own = route?.target.kind === 'operation' && route.target.isOwn ? route.target.name : undefined
  const offers = isRun
    ? (runOffers(site.offers) ?? site.offers)
    : own === undefined
      ? site.offers
      : offersAt(site.offers, own)
  const head = webHead(request.headers, url.searchParams)
  const negotiation = negotiate(head, offers)
  const operation = route?.target.kind === 'operation' ? route.target.operation : undefined
  const form = exportOf(operation, head)
  const settled = settleEdition(site, negotiation, head, operation)
  const { contract } = settled.served
  return {
    site,
    request,
    open: site.inflight.enter(request.signal),
    address,
    served: settled.served,
    vary: settled.vary,
    exchange: {
      ...openExchange(request.headers, idMaker(contract, site)),
      ...contract.serving?.exchangeOf?.(head),
    },
    trace: traceContext(request.headers),
    base,
    route: route === undefined ? '' : `${route.method} ${route.path}`,
    operation: route?.target.kind === 'operation' ? route.target.name : '',
    started: site.now(),
    stream: negotiation.stream && form === undefined,
    ...(settled.headers === undefined ? undefined : { headers: settled.headers }),
    ...(settled.refused === undefined ? undefined : { refused: settled.refused }),
  }
}

/** Path, then method, then what is asked for: whoever is at the wrong place is told that first. */
async function answered(plan: OpenPlan, matched: Matched<Target>, url: URL, peer: Peer): Promise<Response> {
  if (matched === undefined) return refuse(plan, notFound())
  if ('allow' in matched) {
    const allow = matched.allow.join(', ')
    return refuse(withHeaders(plan, { allow }), notAllowed(allow))
  }
  const { route, params } = matched.found
  const { target } = route
  if (target.kind === 'page') return (await target.page(plan.request, plan.base)) ?? refuse(plan, notFound())
  if (target.kind === 'mcp') return target.mcp.fetch(plan, url, peer)
  if (target.kind === 'a2a') return answerA2a({ plan, target: target.target, params, url, peer })
  const foreign = isUnguarded(plan.site) ? plan.site.hosts.objection(plan.request) : undefined
  if (foreign !== undefined) {
    return refuse(plan, failed(fault('forbidden', foreign, { code: 'HOST_NOT_SERVED', began: false })))
  }
  if (plan.refused !== undefined) return refuse(plan, failed(plan.refused))
  if (target.kind === 'run') return runEndpoint(plan, target.stream, peer)
  if (target.kind === 'operation') return operate(plan, target, params, url, peer)
  const wanted = { id: params.id ?? '', public: target.public }
  return target.kind === 'events' ? streamEvents(plan, wanted, peer) : taskResult(plan, wanted, url, peer)
}

/** Nothing but being on this machine keeps others from calling: a page that is read on it must not. */
function isUnguarded({ hosts, options: { authenticate } }: Site): boolean {
  return hosts.isLocal && (authenticate === undefined || authenticate === false || authenticate.optional === true)
}

async function operate(
  plan: Plan,
  { name, operation, isOwn }: { name: string; operation: Operation; isOwn?: true },
  params: Readonly<Record<string, string>>,
  url: URL,
  peer: Peer,
): Promise<Response> {
  const { site, request } = plan
  const admitted = await admit(plan, { name, public: operation.public }, peer)
  if ('refusal' in admitted) return admitted.refusal
  const { principal, plan: welcomed } = admitted
  const read = await plan.open.orStopped(readRequestBody(request, site.maxBodyBytes))
  if (!read.ok) return refuse(withHeaders(welcomed, read.headers), failed(read.fault))
  const form = exportOf(operation, webHead(request.headers, url.searchParams))
  const gathered = gatherInput({
    method: request.method,
    params,
    query: url.searchParams,
    headers: request.headers,
    body: argumentsOf(plan.served, read.value, operation),
    schema: operation.input.json,
    locations: operation.locations,
    // Without exports `format` is an input like any other.
    taken: form === undefined ? [] : ['format'],
  })
  if (gathered.strays.length > 0) {
    const issues = [...gathered.strays]
    return refuse(welcomed, failed(fault('invalid', 'The request is not valid.', { issues, began: false })))
  }
  const input = await readTexts(gathered, operation.input)
  const { body } = read
  const asked = site.durable.asked(
    {
      contract: plan.served.contract,
      body,
      input,
      effects: operation.effects,
      beside: besideOf(request.headers),
    },
    isOwn,
  )
  if ('category' in asked) return refuse(welcomed, failed(asked))
  const call: Call = { operation: name, input, exchange: plan.exchange }
  return execute({
    ...welcomed,
    call,
    definition: operation,
    asked,
    principal,
    finish: outcome => located(outcome, issues => withPlaces(plan.served.contract, issues, gathered)),
    write: (outcome, exchange) => exported(form, outcome, exchange, welcomed),
  })
}

function withPlaces({ serving }: Contract, issues: readonly Issue[], gathered: GatheredInput): Issue[] {
  return locateIssues(issues, gathered).map(issue => serving?.presentIssue?.(issue) ?? issue)
}

/** The call was stopped, its caller left, or the server failed. */
function troubled(plan: Plan, error: unknown): Response {
  if (isOutcome(error)) return refuse(plan, error)
  if (plan.request.signal.aborted || isReset(error)) return left(plan)
  if (isStoreUnavailable(error)) return refuse(plan, storeUnavailable)
  plan.site.log.warn({ ...callIds(plan), error: className(error) }, 'failed')
  return refuse(plan, failed(fault('internal', 'The server failed.')), 500)
}

/** The body broke off before the request was known to be aborted. */
function isReset(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
}

function notFound(): Outcome {
  return failed(fault('not-found', 'There is nothing at this path.', { code: 'ROUTE_NOT_FOUND', began: false }))
}

function notAllowed(allow: string): Outcome {
  return failed(fault('invalid', `This path answers ${allow}.`, { code: 'METHOD_NOT_ALLOWED', began: false }))
}

function className(error: unknown): string {
  return error instanceof Error ? error.constructor.name : typeof error
}
