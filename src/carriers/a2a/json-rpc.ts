/** A2A over JSON-RPC (1.0 §9, 0.3 §3.2.1): the SDK's transport handlers over a service. */
import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server'
import { toJsonRpcError } from '@a2a-js/sdk/errors'
import { JsonRpcTransportHandler, ServerCallContext } from '@a2a-js/sdk/server'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { A2aVersion } from '../../wire/a2a-frame.ts'
import type { A2aAnswer, A2aBody } from './answer.ts'
import { A2aRefusal, plainRow, refusalOf, sdkError } from './refusal.ts'
import { type A2aService, requestHandler } from './service.ts'

const contentType = 'application/json'
const internal = -32603

const methods: Readonly<Record<A2aVersion, ReadonlySet<string>>> = {
  '1.0': new Set([
    'SendMessage',
    'SendStreamingMessage',
    'GetTask',
    'ListTasks',
    'CancelTask',
    'SubscribeToTask',
    'CreateTaskPushNotificationConfig',
    'GetTaskPushNotificationConfig',
    'ListTaskPushNotificationConfigs',
    'DeleteTaskPushNotificationConfig',
    'GetExtendedAgentCard',
  ]),
  '0.3': new Set([
    'message/send',
    'message/stream',
    'tasks/get',
    'tasks/cancel',
    'tasks/resubscribe',
    'tasks/pushNotificationConfig/set',
    'tasks/pushNotificationConfig/get',
    'tasks/pushNotificationConfig/list',
    'tasks/pushNotificationConfig/delete',
    'agent/getAuthenticatedExtendedCard',
  ]),
}

/** What JSON-RPC 2.0 itself asks of a request (§4, §5.1); one list of several is none that A2A has. */
function requestOf(body: Json, version: A2aVersion): JsonObject {
  if (!isObject(body)) throw new A2aRefusal('no-request', 'The body is not one JSON-RPC request.')
  const { jsonrpc, id = null, method, params } = body
  if (jsonrpc !== '2.0') throw new A2aRefusal('no-request', 'jsonrpc must be "2.0".')
  if (id !== null && idOf(body) === null) throw new A2aRefusal('no-request', 'id must be a string or a whole number.')
  if (typeof method !== 'string' || method === '') throw new A2aRefusal('no-request', 'There is no method.')
  if (!methods[version].has(method)) throw new A2aRefusal('no-method', `A2A ${version} has no such method.`)
  return method === 'ListTasks' && params === undefined ? { ...body, params: {} } : body
}

/** The method that a request names, for the log; empty when it names none. */
export function methodOf(body: Json | undefined): string {
  return isObject(body) && typeof body.method === 'string' && /^[\w/]{1,64}$/.test(body.method) ? body.method : ''
}

/** Answers one JSON-RPC request. One without an id wants no answer, and all that A2A has are asked for theirs: it is not run. */
export async function answerJsonRpc(service: A2aService, body: Json, version: A2aVersion): Promise<A2aAnswer> {
  const request = requestOf(body, version)
  if (request.id === undefined) return { status: 204, contentType }
  let plain: A2aRefusal | undefined
  const handler = requestHandler(service, refusal => {
    plain ??= refusal
  })
  const context = new ServerCallContext({ requestedVersion: version })
  const Handler = version === '0.3' ? LegacyJsonRpcTransportHandler : JsonRpcTransportHandler
  const id = idOf(body)
  const response: unknown = await new Handler(handler).handle(request, context)
  const events = iteratorOf(response)
  if (events === undefined) {
    return plain === undefined ? bodyOfResponse(response as JsonObject) : rpcRefusal(plain, id, version)
  }
  // What the SDK has no name for is known to us.
  const reasonOf = (error: unknown) => plain ?? error
  try {
    const first = await events.next()
    return { first, rest: events, trouble: error => errorBody(reasonOf(error), id, version) }
  } catch (error) {
    return rpcRefusal(reasonOf(error), id, version)
  }
}

/** A response of the SDK. Its own failures are malformed parameters that it did not look for. */
function bodyOfResponse(response: JsonObject): A2aBody {
  const error = isObject(response.error) ? response.error : undefined
  if (error === undefined) return { status: 200, contentType, body: response }
  const known = error.code === internal ? { code: -32602, message: 'The parameters are not valid.' } : error
  return { status: 200, contentType, body: { ...response, error: known }, refused: String(known.code) }
}

/** A refusal as a JSON-RPC response; HTTP says what A2A has no name for. */
export function rpcRefusal(error: unknown, id: Json, version: A2aVersion): A2aBody {
  const body = errorBody(error, id, version)
  const refused = isObject(body.error) ? String(body.error.code) : ''
  if (!isOurs(error)) return { status: 200, contentType, body, refused }
  const isKnown = sdkError(error) !== undefined
  return {
    status: isKnown ? 200 : plainRow(error.reason).http,
    contentType,
    body,
    headers: error.headers,
    refused,
  }
}

function isOurs(error: unknown): error is A2aRefusal {
  return refusalOf(error) === error
}

function errorBody(error: unknown, id: Json, version: A2aVersion): JsonObject {
  return { jsonrpc: '2.0', id, error: rpcError(error, version) }
}

function rpcError(error: unknown, version: A2aVersion): JsonObject {
  const known = isOurs(error) ? sdkError(error) : isSdk(error) ? error : undefined
  if (known !== undefined) {
    const { data, ...rest } = toJsonRpcError(known) as unknown as JsonObject
    // 0.3 has no details.
    return version === '0.3' || data === undefined ? rest : { ...rest, data }
  }
  const refusal = refusalOf(error)
  const { code } = plainRow(refusal.reason)
  const { message, detail } = refusal
  return detail === undefined ? { code, message } : { code, message, data: detail }
}

function isSdk(error: unknown): error is Error {
  return error instanceof Error && 'reason' in error && 'toErrorInfo' in error
}

export function idOf(body: Json | undefined): Json {
  const id = isObject(body) ? body.id : undefined
  return typeof id === 'string' || Number.isInteger(id) ? (id as Json) : null
}

function iteratorOf(response: unknown): AsyncIterator<Json, void> | undefined {
  const iterable = response as Partial<AsyncIterable<Json>> | undefined
  return iterable?.[Symbol.asyncIterator]?.() as AsyncIterator<Json, void> | undefined
}
