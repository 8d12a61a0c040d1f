/** `/a2a` and the agent card: from a request to a session, and from its answer to a response. */
import { type A2aAnswer, type A2aBody, isStream } from '../../carriers/a2a/answer.ts'
import { cardResponse } from '../../carriers/a2a/card-response.ts'
import { answerJsonRpc, idOf, methodOf, rpcRefusal } from '../../carriers/a2a/json-rpc.ts'
import { paramsFromProto, pointerInProto } from '../../carriers/a2a/legacy-rest.ts'
import { answerLegacyRest, legacyRestRefusal, legacyRestRoutes } from '../../carriers/a2a/legacy-rest-server.ts'
import { A2aRefusal } from '../../carriers/a2a/refusal.ts'
import { answerRest, restRefusal, restRoutes } from '../../carriers/a2a/rest.ts'
import { sseResponse } from '../../carriers/a2a/sse.ts'
import { checkVersion, versionOf } from '../../carriers/a2a/version.ts'
import { isObject, type Json } from '../../lib/json-value.ts'
import { fault } from '../../outcome/fault.ts'
import { completed, failed } from '../../outcome/outcome.ts'
import type { A2aVersion } from '../../wire/a2a-frame.ts'
import { Body } from '../../wire/body.ts'
import { identify, type Peer } from '../admit.ts'
import { readRequestBody } from '../body.ts'
import { hasPublicIn } from '../durable/own.ts'
import type { Spoken } from '../envelope.ts'
import { account, type Plan } from '../plan.ts'
import { cardOf, settingsOf } from './card.ts'
import { guarded } from './guarded.ts'
import { withRefusalDetail } from './refusal-detail.ts'
import { a2aService } from './service.ts'
import { refusalOf, Session } from './session.ts'
import { spokenOver } from './spoken.ts'

/** What a path of ours is: the JSON-RPC endpoint, one of the paths of HTTP+JSON (of 1.0 or 0.3), or the card. */
export type A2aTarget =
  | { binding: 'json-rpc' }
  | { binding: 'rest' | 'legacy-rest'; call: string }
  | { binding: 'card' }

const versions = {
  'json-rpc': ['1.0', '0.3'],
  rest: ['1.0'],
  'legacy-rest': ['0.3'],
} as const satisfies Record<string, readonly A2aVersion[]>

export interface A2aAsked {
  plan: Plan
  target: A2aTarget
  params: Readonly<Record<string, string>>
  url: URL
  peer: Peer
}

/** Answers a request. */
export async function a2aEndpoint(asked: A2aAsked): Promise<Response> {
  const { plan, target, url } = asked
  if (target.binding === 'card') return card(asked)
  const isRpc = target.binding === 'json-rpc'
  const isLegacy = target.binding === 'legacy-rest'
  const named = versionOf(plan.request.headers, url.searchParams)
  // A refusal of the version itself is in the words of the current one, where the path is not of 0.3 alone.
  const version: A2aVersion = isLegacy || (isRpc && named === '0.3') ? '0.3' : '1.0'
  let sent: Sent = { value: undefined }
  let answer: A2aAnswer
  let method = 'call' in target ? (routeOf(target.call)?.call ?? legacyRouteOf(target.call)?.call ?? '') : ''
  let spoken: Spoken | undefined
  let session: Session | undefined
  let isCounted = false
  try {
    const foreign = plan.site.hosts.objection(plan.request)
    if (foreign !== undefined) throw new A2aRefusal('forbidden', foreign)
    checkVersion(named, versions[target.binding])
    spoken = spokenOver(plan.site, url.searchParams)
    // Whoever is not known is counted as such.
    isCounted = true
    const { principal } = await known(asked, spoken)
    isCounted = false
    sent = await bodyOf(plan, isRpc)
    if (isRpc) method = methodOf(sent.value)
    session = new Session({
      plan,
      spoken,
      principal,
      peer: asked.peer,
      version,
      method,
      source: pointer => sent.body?.source(placeOf(target, sent.value, pointer)),
      card: () => cardOf(plan.site, spoken as Spoken, urlOf(asked), url.searchParams.get('envelope')),
    })
    answer = await answered(asked, session, sent, version)
  } catch (error) {
    // Whoever is not known is answered with their context all the same.
    if (spoken?.contract.serving?.request !== undefined && sent.body === undefined) {
      sent = await bodyOf(plan, isRpc).catch((): Sent => sent)
    }
    const told = withRefusalDetail(error, plan, spoken, heardIn(target, sent))
    answer = isRpc ? rpcRefusal(told, idOf(sent.value), version) : (isLegacy ? legacyRestRefusal : restRefusal)(told)
  }
  return respond(plan, answer, { method, spoken, isCounted: isCounted || session?.isCounted === true })
}

/** `POST /message:send`: the row of the table that it names. */
function routeOf(call: string) {
  return restRoutes.find(({ method, path }) => `${method} ${path}` === call)
}

function legacyRouteOf(call: string) {
  return legacyRestRoutes.find(({ method, path }) => `${method} ${path}` === call)
}

/** Where what stands at a pointer of the call stands in the body. */
function placeOf({ binding }: A2aTarget, body: Json | undefined, pointer: string): string {
  if (binding === 'legacy-rest') return pointerInProto(body, pointer)
  return binding === 'json-rpc' ? `/params${pointer}` : pointer
}

/** The body in words that the contracts read. */
function heardIn({ binding }: A2aTarget, { value, body }: Sent): Body | undefined {
  return binding === 'legacy-rest' && isObject(value) ? Body.ofJson(paramsFromProto(value)) : body
}

function answered(
  { target, params, url }: A2aAsked,
  session: Session,
  sent: Sent,
  version: A2aVersion,
): Promise<A2aAnswer> {
  const inWords = (error: unknown) => withRefusalDetail(error, session.plan, session.spoken, heardIn(target, sent))
  const service = guarded(a2aService(session), session, inWords)
  const body = sent.value
  if ('call' in target) {
    const asked = { params, query: url.searchParams, body }
    const route = routeOf(target.call)
    if (route !== undefined) return answerRest(service, route.answer, asked)
    const legacy = legacyRouteOf(target.call)
    if (legacy !== undefined) return answerLegacyRest(service, legacy, asked)
    throw new A2aRefusal('unsupported', 'There is no such call.')
  }
  return answerJsonRpc(service, body ?? null, version)
}

async function known({ plan, peer }: A2aAsked, { contract }: Spoken) {
  const identified = await identify(plan, { name: '', public: hasPublicIn(plan.site, contract) }, peer)
  if (!('refusal' in identified)) return identified
  const { headers } = identified.refusal
  const kept = ['www-authenticate', 'retry-after'].flatMap(name => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  throw refusalOf(identified.fault, plan.site, Object.fromEntries(kept))
}

/** The body of a request, read, and as it was sent. */
interface Sent {
  body?: Body | undefined
  value: Json | undefined
}

async function bodyOf(plan: Plan, isRpc: boolean): Promise<Sent> {
  const { request, site, open } = plan
  if (request.method === 'GET' || request.method === 'DELETE' || request.method === 'HEAD') return { value: undefined }
  const read = await open.orStopped(readRequestBody(request, site.maxBodyBytes))
  if (read.ok) return read
  const { code, message } = read.fault
  if (code === 'PAYLOAD_TOO_LARGE') throw new A2aRefusal('too-large', message)
  if (code === 'UNSUPPORTED_MEDIA_TYPE') throw new A2aRefusal('content-type', message)
  throw new A2aRefusal(isRpc ? 'parse' : 'malformed', message)
}

interface Accounted {
  method: string
  spoken?: Spoken | undefined
  isCounted: boolean
}

function respond(plan: Plan, answer: A2aAnswer, { method, spoken, isCounted }: Accounted): Response {
  const { site, open } = plan
  const ids = { 'x-request-id': plan.exchange.requestId, 'x-correlation-id': plan.exchange.correlationId }
  const headers = { vary: 'A2A-Version', ...ids }
  const logged = {
    ...plan,
    served: { ...plan.served, ...spoken },
    operation: method,
  }
  if (!isStream(answer)) {
    const { status, body, contentType } = answer
    if (!isCounted) told(logged, answer)
    const text = body === undefined ? null : JSON.stringify(body)
    const typed = text === null ? undefined : { 'content-type': contentType }
    return new Response(text, { status, headers: { ...headers, ...answer.headers, ...typed } })
  }
  const release = open.hold()
  site.metrics.streamOpened()
  const { keepAliveMs } = site.options
  return sseResponse(answer, {
    headers,
    ...(keepAliveMs === undefined ? undefined : { keepAliveMs }),
    onGone: () => open.stop(),
    onEnd() {
      if (!isCounted) account(logged, completed(), { status: 200, stream: true })
      site.metrics.streamClosed()
      release()
    },
  })
}

function told(plan: Plan, { status, refused }: A2aBody): void {
  const outcome = refused === undefined ? completed() : failed(fault('invalid', 'refused', { code: refused }))
  account(plan, outcome, { status })
}

/** Where `/a2a` is, as callers see it. */
function urlOf({ plan }: A2aAsked): string {
  const { site, base, request } = plan
  return settingsOf(site).url ?? `${site.hosts.originOf(request)}${base}${site.prefix}/a2a`
}

async function card(asked: A2aAsked): Promise<Response> {
  const { plan, url } = asked
  const version = versionOf(plan.request.headers, url.searchParams) === '0.3' ? '0.3' : '1.0'
  try {
    const envelope = url.searchParams.get('envelope')
    const made = cardOf(plan.site, spokenOver(plan.site, url.searchParams), urlOf(asked), envelope)
    const maxAgeSeconds = settingsOf(plan.site).cardMaxAgeSeconds ?? 3600
    const response = await cardResponse(plan.request, made, { version, maxAgeSeconds })
    account(plan, completed(), { status: response.status })
    return response
  } catch (error) {
    return respond(plan, restRefusal(error), { method: 'card', isCounted: false })
  }
}
