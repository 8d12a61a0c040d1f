/** `/a2a` and the agent card: from a request to a session, and from its answer to a response. */

import { type A2aAnswer, isStream } from '../../carriers/a2a/answer.ts'
import { cardAnswer } from '../../carriers/a2a/card-response.ts'
import { checkTexts } from '../../carriers/a2a/check-texts.ts'
import { answerJsonRpc, idOf, methodOf, rpcRefusal } from '../../carriers/a2a/json-rpc.ts'
import { paramsFromProto, pointerInProto } from '../../carriers/a2a/legacy-rest.ts'
import { answerLegacyRest, legacyRestRefusal, legacyRestRoutes } from '../../carriers/a2a/legacy-rest-server.ts'
import { A2aRefusal } from '../../carriers/a2a/refusal.ts'
import { answerRest, restRefusal, restRoutes } from '../../carriers/a2a/rest.ts'
import { SseBody, sseHeaders } from '../../carriers/a2a/sse.ts'
import { checkVersion, versionOf } from '../../carriers/a2a/version.ts'
import type { HttpAnswer } from '../../carriers/http/message.ts'
import type { ContractEdition } from '../../codec/contract.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { type Fault, fault } from '../../outcome/fault.ts'
import { completed, failed } from '../../outcome/outcome.ts'
import type { A2aVersion } from '../../wire/a2a-frame.ts'
import { Body } from '../../wire/body.ts'
import { hasPublicIn } from '../durable/built-in-agent.ts'
import { type HttpCall, mostUnknownBytes } from '../http/http-call.ts'
import { jsonAnswer } from '../http/json-answer.ts'
import { account } from '../pipeline/account.ts'
import { identifyCaller } from '../pipeline/identify.ts'
import { signatureFault } from '../signing/check-signature.ts'
import { cardOf, settingsOf } from './card.ts'
import { chooseA2aEdition, pinnedA2aEdition } from './contract-edition.ts'
import { extensionsHeader } from './extensions.ts'
import { guardService } from './guard-service.ts'
import { oldMethodName } from './old-method-name.ts'
import { withRefusalDetail } from './refusal-detail.ts'
import { a2aService } from './service.ts'
import { refusalOf, Session } from './session.ts'
import { signedCard } from './signed-card.ts'

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

/** Answers a request. */
export async function a2aEndpoint(call: HttpCall, target: A2aTarget): Promise<HttpAnswer> {
  const { http, server } = call
  if (target.binding === 'card') return card(call)
  const isRpc = target.binding === 'json-rpc'
  const isLegacy = target.binding === 'legacy-rest'
  const named = versionOf(http)
  // A refusal of the version itself is in the words of the current one, where the path is not of 0.3 alone.
  const version: A2aVersion = isLegacy || (isRpc && named === '0.3') ? '0.3' : '1.0'
  let sent: A2aBodyRead = { value: undefined }
  let answer: A2aAnswer
  let method = 'call' in target ? (routeOf(target.call)?.call ?? legacyRouteOf(target.call)?.call ?? '') : ''
  let contractEdition: ContractEdition | undefined
  let session: Session | undefined
  try {
    const foreign = server.hosts.objection(http)
    if (foreign !== undefined) throw new A2aRefusal('forbidden', foreign)
    checkVersion(named, versions[target.binding])
    contractEdition = chooseA2aEdition(server, http.query('envelope'))
    requireSignature(call, call.signatureRefusal)
    await requireCaller(call, contractEdition)
    sent = await bodyOf(call, contractEdition, isRpc)
    contractEdition = pinnedA2aEdition(contractEdition, sent.value)
    if (isRpc) method = methodOf(sent.value)
    session = new Session({
      call,
      contractEdition,
      version,
      method,
      source: pointer => sent.body?.source(placeOf(target, sent.value, pointer)),
      card: () => cardOf(server, contractEdition as ContractEdition, urlOf(call), http.query('envelope')),
    })
    const oldName = oldMethodName(method)
    // A message calls an operation: which one is not known yet.
    if (!isMessage.test(oldName)) requireSignature(call, signatureFault(call, { operation: '', method: oldName }))
    session.checkExtensions()
    checkTexts(isRpc && isObject(sent.value) ? sent.value.params : sent.value)
    answer = await callService(call, target, session, sent, version)
  } catch (error) {
    // Callers who are not known are answered with their context all the same.
    const mayRead = call.signatureRefusal === undefined && contractEdition?.contract.serving?.request !== undefined
    if (contractEdition !== undefined && mayRead && sent.body === undefined) {
      sent = await bodyOf(call, contractEdition, isRpc, mostUnknownBytes).catch((): A2aBodyRead => sent)
    }
    const refusal = withRefusalDetail(error, call, contractEdition, bodyForContract(target, sent))
    answer = isRpc
      ? rpcRefusal(refusal, idOf(sent.value), version)
      : (isLegacy ? legacyRestRefusal : restRefusal)(refusal)
  }
  const headers = session === undefined ? {} : extensionsHeader(session.extensions, version)
  return respond(call, answer, { method, contractEdition, headers, isCounted: session?.isCounted === true })
}

/** `POST /message:send`: the row of the table that it names. */
function routeOf(call: string) {
  return restRoutes.find(({ method, path }) => `${method} ${path}` === call)
}

function legacyRouteOf(call: string) {
  return legacyRestRoutes.find(({ method, path }) => `${method} ${path}` === call)
}

/** Where what is at a pointer of the call is in the body. */
function placeOf({ binding }: A2aTarget, body: Json | undefined, pointer: string): string {
  if (binding === 'legacy-rest') return pointerInProto(body, pointer)
  return binding === 'json-rpc' ? `/params${pointer}` : pointer
}

/** The body in the form that contracts read. */
function bodyForContract({ binding }: A2aTarget, { value, body }: A2aBodyRead): Body | undefined {
  return binding === 'legacy-rest' && isObject(value) ? Body.ofJson(paramsFromProto(value)) : body
}

function callService(
  { http, params }: HttpCall,
  target: A2aTarget,
  session: Session,
  sent: A2aBodyRead,
  version: A2aVersion,
): Promise<A2aAnswer> {
  const inWords = (error: unknown) =>
    withRefusalDetail(error, session.http, session.contractEdition, bodyForContract(target, sent))
  const service = guardService(a2aService(session), session, inWords)
  const body = sent.value
  if ('call' in target) {
    const request = { params, query: http.params, body }
    const route = routeOf(target.call)
    if (route !== undefined) return answerRest(service, route.answer, request)
    const legacy = legacyRouteOf(target.call)
    if (legacy !== undefined) return answerLegacyRest(service, legacy, request)
    throw new A2aRefusal('unsupported', 'There is no such call.')
  }
  return answerJsonRpc(service, body ?? null, version)
}

/** Identifies the caller; throws a refusal. */
async function requireCaller(call: HttpCall, { contract }: ContractEdition): Promise<void> {
  const { server } = call
  const refused = await identifyCaller(call, hasPublicIn(server, contract))
  if (refused === undefined) return
  const { 'www-authenticate': challenge, 'retry-after': wait } = call.headers
  throw refusalOf(refused, server, {
    ...(challenge === undefined ? undefined : { 'www-authenticate': challenge }),
    ...(wait === undefined ? undefined : { 'retry-after': wait }),
  })
}

const isMessage = /^message\//

/** Throws the refusal of a signature. */
function requireSignature(call: HttpCall, refused: Fault | undefined): void {
  if (refused !== undefined) throw refusalOf(refused, call.server, call.headers)
}

/** The body of a request, read, and as it was sent. */
interface A2aBodyRead {
  body?: Body | undefined
  value: Json | undefined
}

async function bodyOf(
  call: HttpCall,
  { contract }: ContractEdition,
  isRpc: boolean,
  maxBytes?: number,
): Promise<A2aBodyRead> {
  const { method } = call.http
  if (method === 'GET' || method === 'DELETE' || method === 'HEAD') return { value: undefined }
  const read = await call.body({ maxBytes, contract, carrier: 'a2a' })
  if (read.ok) return read
  const { code, message, category } = read.fault
  if (category === 'unauthenticated') throw refusalOf(read.fault, call.server)
  if (code === 'PAYLOAD_TOO_LARGE') throw new A2aRefusal('too-large', message)
  if (code === 'UNSUPPORTED_MEDIA_TYPE') throw new A2aRefusal('content-type', message)
  throw new A2aRefusal(isRpc ? 'parse' : 'malformed', message)
}

interface AnswerAccount {
  method: string
  contractEdition?: ContractEdition | undefined
  headers?: Record<string, string>
  isCounted: boolean
}

function respond(call: HttpCall, answer: A2aAnswer, accounted: AnswerAccount): HttpAnswer {
  const { method, contractEdition, isCounted } = accounted
  const { server, open, exchange } = call
  const headers = {
    'x-request-id': exchange.requestId,
    'x-correlation-id': exchange.correlationId,
    vary: 'A2A-Version',
    'cache-control': 'no-store',
    ...accounted.headers,
  }
  const facts = {
    operation: method,
    ...(contractEdition === undefined
      ? undefined
      : { contract: contractEdition.contract.id, edition: contractEdition.edition.version }),
  }
  if (!isStream(answer)) {
    const { status, body, contentType, refused } = answer
    const outcome = refused === undefined ? completed() : failed(fault('invalid', 'refused', { code: refused }))
    if (!isCounted) account(call, outcome, { status, ...facts })
    if (body === undefined) return { status, headers: { ...headers, ...answer.headers } }
    return jsonAnswer(body as JsonObject, status, { ...headers, ...answer.headers, 'content-type': contentType })
  }
  const release = open.hold()
  server.metrics.streamOpened()
  const body = new SseBody(answer, {
    keepAliveMs: server.options.keepAliveMs,
    onGone: () => open.stop(),
    onEnd() {
      if (!isCounted) account(call, completed(), { status: 200, stream: true, ...facts })
      server.metrics.streamClosed()
      release()
    },
  })
  return { status: 200, headers: { ...headers, ...sseHeaders }, body }
}

/** Where `/a2a` is, as callers see it. */
function urlOf({ server, http }: HttpCall): string {
  return settingsOf(server).url ?? `${server.hosts.originOf(http)}${http.base}${server.prefix}/a2a`
}

async function card(call: HttpCall): Promise<HttpAnswer> {
  const { http, server } = call
  const version = versionOf(http) === '0.3' ? '0.3' : '1.0'
  try {
    const envelope = http.query('envelope')
    const made = await signedCard(server, cardOf(server, chooseA2aEdition(server, envelope), urlOf(call), envelope))
    const maxAgeSeconds = settingsOf(server).cardMaxAgeSeconds ?? 3600
    const answer = await cardAnswer(http, made, { version, maxAgeSeconds })
    account(call, completed(), { status: answer.status })
    return answer
  } catch (error) {
    return respond(call, restRefusal(error), { method: 'card', isCounted: false })
  }
}
