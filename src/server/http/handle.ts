/** From a request to its answer. Whatever happens, the answer is in the caller's contract. */
import type { HttpAnswer, HttpRequest } from '../../carriers/http/message.ts'
import { type Fault, fault } from '../../outcome/fault.ts'
import { failed } from '../../outcome/outcome.ts'
import { type A2aTarget, answerA2a } from '../a2a/routes.ts'
import { answerEvents } from '../durable/task-events.ts'
import { answerResult } from '../durable/task-result.ts'
import { taskReader } from '../durable/task-routes.ts'
import type { McpEndpoint } from '../mcp/endpoint.ts'
import type { Offers } from '../negotiate.ts'
import type { CallTarget } from '../pipeline/call-record.ts'
import { troubleOf } from '../pipeline/stages.ts'
import type { Site } from '../site.ts'
import { answerCall } from './answer-call.ts'
import { readCallersContext } from './callers-context.ts'
import { finalAnswer } from './final-answer.ts'
import { type HttpCall, openHttpCall } from './http-call.ts'
import { operationReader } from './operation-reader.ts'
import type { Matched, Router } from './router.ts'
import { runOffers, runReader } from './run-endpoint.ts'
import { gone, writeResult } from './write.ts'

/** One of the server's own pages; undefined when there is none of that name. */
export type Page = (http: HttpRequest) => Promise<HttpAnswer | undefined> | HttpAnswer | undefined

/** What answers a path. */
export type RouteTarget =
  | { kind: 'operation'; target: CallTarget; offers?: Offers }
  | { kind: 'page'; page: Page }
  | { kind: 'run'; stream: boolean }
  | { kind: 'mcp'; mcp: McpEndpoint }
  | { kind: 'events' | 'result' }
  | { kind: 'a2a'; target: A2aTarget }

export async function handle(site: Site, router: Router<RouteTarget>, http: HttpRequest): Promise<HttpAnswer> {
  const path = http.base === '' ? http.path : http.path.slice(http.base.length) || '/'
  const matched = router.match(http.method, path)
  const open = site.inflight.enter()
  let call: HttpCall | undefined
  try {
    const page = await pageAt(matched, http)
    if (page !== undefined) return finalAnswer(site, http, page)
    http.onGone(() => open.stop())
    call = openHttpCall(site, http, open, factsOf(site, path, matched))
    return finalAnswer(site, http, await answered(call, matched), call)
  } catch (error) {
    call ??= openHttpCall(site, http, open, {})
    call.onEnd?.()
    const isGone = http.isGone || isReset(error)
    return finalAnswer(site, http, isGone ? gone(call) : await writeResult(call, troubleOf(call, error)), call)
  } finally {
    open.leave()
  }
}

/** What a page answers; undefined where the path leads to none. */
function pageAt(matched: Matched<RouteTarget>, http: HttpRequest): ReturnType<Page> {
  const target = matched !== undefined && 'found' in matched ? matched.found.route.target : undefined
  return target?.kind === 'page' ? target.page(http) : undefined
}

/** The body broke off before the client was known to have left. */
function isReset(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
}

/** Answers a request of which no more than its headers can be used. */
export async function refuseUnreadable(site: Site, http: HttpRequest): Promise<HttpAnswer> {
  const open = site.inflight.enter()
  const call = openHttpCall(site, http, open, {})
  const cause = fault('invalid', 'The target or the Host of the request is not valid.', { began: false })
  const answer = await refuse(call, cause)
  open.leave()
  return finalAnswer(site, http, answer, call)
}

function factsOf(site: Site, path: string, matched: Matched<RouteTarget>): Parameters<typeof openHttpCall>[3] {
  if (matched === undefined || !('found' in matched)) {
    // What is refused below the run endpoints is refused in their contract.
    const offers = path.startsWith(`${site.prefix}/agents/run/`) ? runOffers(site.offers) : undefined
    return offers === undefined ? {} : { offers }
  }
  const { route, params } = matched.found
  const { target } = route
  const named = { route: `${route.method} ${route.path}`, params }
  switch (target.kind) {
    case 'operation':
      return { ...named, target: target.target, reader: operationReader, offers: target.offers ?? site.offers }
    case 'run':
      return { ...named, offers: runOffers(site.offers) ?? site.offers, reader: runReader(), stream: target.stream }
    case 'result':
      return { ...named, reader: taskReader, stream: false }
    case 'events':
      return { ...named, reader: taskReader }
    default:
      return { ...named, stream: false }
  }
}

/** Path, then method, then what is asked for: a caller at the wrong place hears that first. */
function answered(call: HttpCall, matched: Matched<RouteTarget>): HttpAnswer | Promise<HttpAnswer> {
  if (call.spoken.contract.serving?.request === undefined) return answeredAt(call, matched)
  return readCallersContext(call).then(() => answeredAt(call, matched))
}

function answeredAt(call: HttpCall, matched: Matched<RouteTarget>): HttpAnswer | Promise<HttpAnswer> {
  if (matched === undefined) return refuse(call, notFound())
  if ('allow' in matched) {
    const allow = matched.allow.join(', ')
    call.headers.allow = allow
    return refuse(call, fault('invalid', `This path answers ${allow}.`, { code: 'METHOD_NOT_ALLOWED', began: false }))
  }
  const { target } = matched.found.route
  if (target.kind === 'page') return refuse(call, notFound())
  if (target.kind === 'mcp') return target.mcp.answer(call)
  if (target.kind === 'a2a') return answerA2a(call, target.target)
  const foreign = isUnguarded(call.site) ? call.site.hosts.objection(call.http) : undefined
  if (foreign !== undefined) {
    return refuse(call, fault('forbidden', foreign, { code: 'HOST_NOT_SERVED', began: false }))
  }
  if (call.refused !== undefined) return refuse(call, call.refused)
  if (target.kind === 'events') return answerEvents(call)
  return target.kind === 'result' ? answerResult(call) : answerCall(call)
}

/** Nothing but being on this machine keeps others from calling: a page that is read on it must not. */
function isUnguarded({ hosts, options: { authenticate } }: Site): boolean {
  return hosts.isLocal && (authenticate === undefined || authenticate === false || authenticate.optional === true)
}

/** Answers without a run. */
function refuse(call: HttpCall, cause: Fault): HttpAnswer | Promise<HttpAnswer> {
  return writeResult(call, { outcome: failed(cause), author: 'server', exchange: {} })
}

function notFound(): Fault {
  return fault('not-found', 'There is nothing at this path.', { code: 'ROUTE_NOT_FOUND', began: false })
}
