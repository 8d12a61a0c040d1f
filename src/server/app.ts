/** The way of a request: ids → contract → route → caller → limits → input → run → answer. */
import type { Operation } from '../agent/define.ts'
import { AuthError } from '../auth/index.ts'
import { challengeOf, type Principal } from '../auth/principal.ts'
import type { Call } from '../outcome/call.ts'
import { type Fault, fault } from '../outcome/fault.ts'
import { failed, type Outcome } from '../outcome/outcome.ts'
import { runEndpoint } from './agent-run.ts'
import { readRequestBody } from './body.ts'
import { type Execution, execute, type Plan, refuse } from './execute.ts'
import { exported, exportOf } from './exports.ts'
import { openExchange } from './ids.ts'
import { gatherInput, locateIssues } from './input.ts'
import { jpciteExchange, jpciteRoute, ulid, withLegacyShape } from './jpcite.ts'
import { negotiate } from './negotiate.ts'
import { readTexts } from './read-texts.ts'
import type { Router } from './routes.ts'
import type { Site } from './site.ts'

/** What answers a path: an operation of the agent, one of the server's own pages, or the run endpoints. */
export type Target =
  | { kind: 'operation'; name: string; operation: Operation }
  | { kind: 'page'; page: (request: Request) => Promise<Response> | Response }
  | { kind: 'run'; stream: boolean }

export interface Peer {
  address?: string | undefined
}

/** Answers one request. Whatever happens, the answer is in the caller's contract. */
export async function handle(site: Site, router: Router<Target>, request: Request, peer: Peer): Promise<Response> {
  const url = new URL(request.url)
  const matched = router.match(request.method, url.pathname)
  if (matched !== undefined && 'found' in matched && matched.found.route.target.kind === 'page') {
    return matched.found.route.target.page(request)
  }
  const plan = openPlan(
    site,
    request,
    url,
    matched === undefined || 'allow' in matched ? undefined : matched.found.route,
  )
  try {
    if (plan.refused !== undefined) return refuse(plan, failed(plan.refused))
    if (matched === undefined) return refuse(plan, notFound())
    if ('allow' in matched) {
      const allow = matched.allow.join(', ')
      return refuse({ ...plan, headers: { ...plan.headers, allow } }, notAllowed(allow))
    }
    const { route, params } = matched.found
    if (route.target.kind === 'run') return await runEndpoint(plan, route.target.stream, peer)
    if (route.target.kind === 'operation') return await operate(plan, route.target, params, url, peer)
    return refuse(plan, notFound())
  } catch (error) {
    site.log.warn({ request_id: plan.exchange.requestId, error: className(error) }, 'failed')
    return refuse(plan, failed(fault('internal', 'The server failed.')))
  }
}

type OpenPlan = Plan & { refused?: Fault; stream: boolean }

function openPlan(
  site: Site,
  request: Request,
  url: URL,
  route: { method: string; path: string; target: Target } | undefined,
): OpenPlan {
  const negotiation = negotiate(request.headers, url.searchParams, site.offers)
  const operation = route?.target.kind === 'operation' ? route.target.operation : undefined
  const form = exportOf(operation, url)
  const settled = jpciteRoute(site, negotiation, request, url, operation)
  // Whoever asks for an export accepts its media type, whatever else there is.
  const unasked = form !== undefined && settled.refused?.code === 'NOT_ACCEPTABLE'
  const isJpcite = settled.served.contract.id === 'jpcite'
  return {
    site,
    request,
    served: operation === undefined ? settled.served : withLegacyShape(settled.served, operation),
    vary: settled.vary,
    exchange: {
      ...openExchange(request.headers, isJpcite ? () => ulid(site.now) : site.newId),
      ...(isJpcite ? jpciteExchange(request, url) : undefined),
    },
    route: route === undefined ? '' : `${route.method} ${route.path}`,
    operation: route?.target.kind === 'operation' ? route.target.name : '',
    started: site.now(),
    stream: negotiation.stream && form === undefined,
    ...(settled.headers === undefined ? undefined : { headers: settled.headers }),
    ...(settled.refused === undefined || unasked ? undefined : { refused: settled.refused }),
  }
}

async function operate(
  plan: OpenPlan,
  { name, operation }: { name: string; operation: Operation },
  params: Readonly<Record<string, string>>,
  url: URL,
  peer: Peer,
): Promise<Response> {
  const { site, request } = plan
  const admitted = await admit(plan, operation, name, peer)
  if ('refusal' in admitted) return admitted.refusal
  const { principal, plan: welcomed } = admitted
  const read = await readRequestBody(request, site.maxBodyBytes)
  if (!read.ok) return refuse(withHeaders(welcomed, read.headers), failed(read.fault))
  const form = exportOf(operation, url)
  const gathered = gatherInput({
    method: request.method,
    params,
    query: url.searchParams,
    headers: request.headers,
    body: read.value,
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
  const call: Call = { operation: name, input, exchange: plan.exchange, ...approvalTokens(request) }
  const execution: Execution = {
    ...welcomed,
    call,
    definition: operation,
    principal,
    stream: plan.stream,
    finish: outcome => withTokens(located(outcome, gathered)),
    write: (outcome, exchange) => exported(form, outcome, exchange, welcomed),
  }
  return execute(execution)
}

export type Admitted = { refusal: Response } | { principal: Principal | undefined; plan: OpenPlan }

/** Whether a caller may call at all, now. */
export async function admit(plan: OpenPlan, operation: Operation, name: string, peer: Peer): Promise<Admitted> {
  const { site, request } = plan
  const known = await identify(site, request)
  if ('refused' in known) {
    const caller = { principal: undefined, address: peer.address, operation: name, now: site.now(), refused: true }
    const counted = site.options.limit?.(caller)
    if (counted?.refused !== undefined)
      return { refusal: refuse(withHeaders(plan, counted.headers), failed(counted.refused)) }
    const headers = { ...counted?.headers, ...known.headers }
    return { refusal: refuse(withHeaders(plan, headers), failed({ ...known.refused, began: false })) }
  }
  const { principal } = known
  const { authenticate } = site.options
  const closed = authenticate !== undefined && authenticate !== false && !authenticate.optional && !operation.public
  if (closed && principal === undefined) {
    const missing = fault('unauthenticated', 'Credentials are required.', { began: false })
    return { refusal: refuse(plan, failed(missing)) }
  }
  const caller = { principal, address: peer.address, operation: name, now: site.now(), refused: false }
  const limited = site.options.limit?.(caller)
  const welcomed = withHeaders(plan, limited?.headers)
  if (limited?.refused !== undefined) return { refusal: refuse(welcomed, failed(limited.refused)) }
  return { principal, plan: welcomed }
}

function withHeaders<P extends Plan>(plan: P, headers: Record<string, string> | undefined): P {
  return headers === undefined ? plan : { ...plan, headers: { ...plan.headers, ...headers } }
}

type Identified = { principal: Principal | undefined } | { refused: Fault; headers: Record<string, string> }

async function identify(site: Site, request: Request): Promise<Identified> {
  const { authenticate } = site.options
  if (authenticate === undefined || authenticate === false) return { principal: undefined }
  try {
    return { principal: await authenticate(request) }
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    const { reason, category, message } = error
    if (category === 'unavailable') return { refused: fault(category, message, { retryAfterMs: 5000 }), headers: {} }
    return { refused: fault(category, message), headers: { 'www-authenticate': challengeOf(authenticate, reason) } }
  }
}

/** The YAAgents text lets the caller supply the token with the repeated call. */
function approvalTokens(request: Request): { approvalTokens?: string[] } {
  const token = request.headers.get('x-approval-token')
  return token === null ? {} : { approvalTokens: [token] }
}

function located(outcome: Outcome, gathered: Parameters<typeof locateIssues>[1]): Outcome {
  if (outcome.kind !== 'failed' || outcome.fault.category !== 'invalid') return outcome
  return { ...outcome, fault: { ...outcome.fault, issues: locateIssues(outcome.fault.issues, gathered) } }
}

/** An approval that is asked for gets a token of 128 random bits, unless its handler brought one. */
function withTokens(outcome: Outcome): Outcome {
  if (outcome.kind !== 'paused') return outcome
  const [first, ...rest] = outcome.needs.map(need =>
    need.kind === 'approval' && need.token === undefined ? { ...need, token: `apr_${newToken()}` } : need,
  )
  return first === undefined ? outcome : { ...outcome, needs: [first, ...rest] }
}

function newToken(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url')
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
