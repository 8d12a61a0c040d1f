/** From a request to its answer. Whatever happens, the answer is in the caller's contract. */
import type { HttpAnswer, HttpRequest } from '../../carriers/http/message.ts'
import { type Fault, fault } from '../../outcome/fault.ts'
import { failed } from '../../outcome/outcome.ts'
import { type A2aTarget, answerA2a } from '../a2a/routes.ts'
import { leadToDocs } from '../docs.ts'
import { answerChanges } from '../durable/changes.ts'
import { answerEvents } from '../durable/task-events.ts'
import { answerResult } from '../durable/task-result.ts'
import { taskReader } from '../durable/task-routes.ts'
import type { McpEndpoint } from '../mcp/endpoint.ts'
import type { Offers } from '../negotiate.ts'
import type { CallTarget } from '../pipeline/call-record.ts'
import { troubleOf } from '../pipeline/stages.ts'
import type { ServerContext } from '../server-context.ts'
import { checkSignature } from '../signing/check-signature.ts'
import { answerCall } from './answer-call.ts'
import { readCallersContext } from './callers-context.ts'
import { finalAnswer } from './final-answer.ts'
import { type HttpCall, openHttpCall } from './http-call.ts'
import { operationReader } from './operation-reader.ts'
import type { RouteMatch, Router } from './router.ts'
import { runOffers, runReader } from './run-endpoint.ts'
import { goneAnswer, writeResult } from './write.ts'

/** One of the server's own pages; undefined when there is none of that name. */
export type ServerPage = (http: HttpRequest) => Promise<HttpAnswer | undefined> | HttpAnswer | undefined

/** What answers a path. */
export type RouteTarget =
  | { kind: 'operation'; target: CallTarget; offers?: Offers }
  | { kind: 'page'; page: ServerPage }
  | { kind: 'run'; stream: boolean }
  | { kind: 'mcp'; mcp: McpEndpoint }
  | { kind: 'events' | 'result' | 'changes' }
  | { kind: 'a2a'; target: A2aTarget }

export async function handle(
  server: ServerContext,
  router: Router<RouteTarget>,
  http: HttpRequest,
): Promise<HttpAnswer> {
  const path = http.base === '' ? http.path : http.path.slice(http.base.length) || '/'
  const matched = router.match(http.method, path)
  const open = server.inflight.enter()
  let call: HttpCall | undefined
  try {
    const answering = preflight(server, http, matched) ?? pageAt(server, path, http, matched)
    const page = answering === undefined ? undefined : await answering
    if (page !== undefined) return finalAnswer(server, http, page)
    http.onGone(() => open.stop())
    call = openHttpCall(server, http, open, factsOf(server, path, matched))
    const answer = server.signatures === undefined ? answerMatched(call, matched) : answerSigned(call, matched)
    return finalAnswer(server, http, await answer, call)
  } catch (error) {
    call ??= openHttpCall(server, http, open, {})
    call.onEnd?.()
    const isGone = http.isGone || isReset(error)
    return finalAnswer(server, http, isGone ? goneAnswer(call) : await writeResult(call, troubleOf(call, error)), call)
  } finally {
    open.leave()
  }
}

/** A browser may ask about any path that is known, before anyone is asked who they are. */
function preflight(
  { cors }: ServerContext,
  http: HttpRequest,
  matched: RouteMatch<RouteTarget>,
): HttpAnswer | undefined {
  return matched !== undefined && 'allow' in matched ? cors?.preflight(http, matched.allow) : undefined
}

/** One of the server's own pages. Browsers that come to the root of a server are led to its documentation. */
function pageAt(
  server: ServerContext,
  path: string,
  http: HttpRequest,
  matched: RouteMatch<RouteTarget>,
): ReturnType<ServerPage> {
  const target = matched !== undefined && 'found' in matched ? matched.found.route.target : undefined
  const isRoot = matched === undefined && path === '/'
  if ((target?.kind !== 'page' && !isRoot) || foreignHost(server, http) !== undefined) return undefined
  return target?.kind === 'page' ? target.page(http) : leadToDocs(server, http)
}

/** The body broke off before the client was known to have left. */
function isReset(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
}

/** Answers a request of which no more than its headers can be used. */
export async function refuseUnreadable(server: ServerContext, http: HttpRequest): Promise<HttpAnswer> {
  const open = server.inflight.enter()
  const call = openHttpCall(server, http, open, {})
  const cause = fault('invalid', 'The target or the Host of the request is not valid.', { began: false })
  const answer = await answerFault(call, cause)
  open.leave()
  return finalAnswer(server, http, answer, call)
}

function factsOf(
  server: ServerContext,
  path: string,
  matched: RouteMatch<RouteTarget>,
): Parameters<typeof openHttpCall>[3] {
  if (matched === undefined || !('found' in matched)) {
    // What is refused below the run endpoints is refused in their contract.
    const offers = path.startsWith(`${server.prefix}/agents/run/`) ? runOffers(server.offers) : undefined
    return offers === undefined ? {} : { offers }
  }
  const { route, params } = matched.found
  const { target } = route
  const named = { route: `${route.method} ${route.path}`, params }
  switch (target.kind) {
    case 'operation':
      return { ...named, target: target.target, reader: operationReader, offers: target.offers ?? server.offers }
    case 'run':
      return { ...named, offers: runOffers(server.offers) ?? server.offers, reader: runReader(), stream: target.stream }
    case 'result':
      return { ...named, reader: taskReader, stream: false }
    case 'events':
    case 'changes':
      return { ...named, reader: taskReader }
    default:
      return { ...named, stream: false }
  }
}

/** A signature is verified before any body is parsed. */
async function answerSigned(call: HttpCall, matched: RouteMatch<RouteTarget>): Promise<HttpAnswer> {
  const refused = await checkSignature(call)
  if (refused === undefined) return answerMatched(call, matched)
  call.signatureRefusal = refused
  const kind = matched !== undefined && 'found' in matched ? matched.found.route.target.kind : ''
  // MCP and A2A have their own words for it.
  return kind === 'mcp' || kind === 'a2a' ? answeredAt(call, matched) : answerFault(call, refused)
}

/** Path, then method, then what is asked for: a caller at the wrong place gets that error first. */
function answerMatched(call: HttpCall, matched: RouteMatch<RouteTarget>): HttpAnswer | Promise<HttpAnswer> {
  if (call.contractEdition.contract.serving?.request === undefined) return answeredAt(call, matched)
  return readCallersContext(call).then(() => answeredAt(call, matched))
}

function answeredAt(call: HttpCall, matched: RouteMatch<RouteTarget>): HttpAnswer | Promise<HttpAnswer> {
  if (matched === undefined) return answerFault(call, notFound())
  if ('allow' in matched) {
    const allow = matched.allow.join(', ')
    call.headers.allow = allow
    return answerFault(
      call,
      fault('invalid', `This path answers ${allow}.`, { code: 'METHOD_NOT_ALLOWED', began: false }),
    )
  }
  const { target } = matched.found.route
  if (target.kind === 'page') {
    const host = foreignHost(call.server, call.http)
    return answerFault(call, host === undefined ? notFound() : notServed(host))
  }
  if (target.kind === 'mcp') return target.mcp.answer(call)
  if (target.kind === 'a2a') return answerA2a(call, target.target)
  // A GET may have effects, where its author says so.
  const hasEffects = (call.target?.effects ?? 'none') !== 'none'
  const foreign = isUnguarded(call.server) ? call.server.hosts.objection(call.http, hasEffects) : undefined
  if (foreign !== undefined) return answerFault(call, notServed(foreign))
  if (call.refused !== undefined) return answerFault(call, call.refused)
  if (target.kind === 'events') return answerEvents(call)
  if (target.kind === 'changes') return answerChanges(call)
  return target.kind === 'result' ? answerResult(call) : answerCall(call)
}

/** Nothing but being on this machine keeps others from calling: a page that is read on it must not. */
function isUnguarded({ hosts, options: { authenticate } }: ServerContext): boolean {
  return hosts.isLocal && (authenticate === undefined || authenticate === false || authenticate.optional === true)
}

/** Why even a page is refused: its reader would be a page that has given this server its own name. */
function foreignHost(server: ServerContext, http: HttpRequest): string | undefined {
  return isUnguarded(server) ? server.hosts.hostObjection(http) : undefined
}

function notServed(message: string): Fault {
  return fault('forbidden', message, { code: 'HOST_NOT_SERVED', began: false })
}

/** Answers without a run. */
function answerFault(call: HttpCall, cause: Fault): HttpAnswer | Promise<HttpAnswer> {
  return writeResult(call, { outcome: failed(cause), author: 'server', exchange: {} })
}

function notFound(): Fault {
  return fault('not-found', 'There is nothing at this path.', { code: 'ROUTE_NOT_FOUND', began: false })
}
