/** A2A 0.3 over HTTP+JSON (0.3 §3.2.3): each path is a call of JSON-RPC in other words, and is answered as one. */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { type A2aAnswer, type A2aBody, isStream } from './answer.ts'
import { answerJsonRpc, rpcRefusal } from './json-rpc.ts'
import {
  cardToProto,
  paramsFromProto,
  pushFromProto,
  pushToProto,
  resultToProto,
  spelt,
  taskToProto,
} from './legacy-rest.ts'
import { A2aRefusal } from './refusal.ts'
import { numbers, objectOf, type RestRequest } from './rest.ts'
import type { A2aService } from './service.ts'

interface LegacyRoute {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  /** The name of the same call over JSON-RPC. */
  readonly call: string
  readonly params: (restRequest: RestRequest) => JsonObject
  /** Writes the result for HTTP+JSON; without it the answer has no body. */
  readonly toProto?: (result: Json) => JsonObject
  readonly status?: number
}

const configs = '/v1/tasks/{id}/pushNotificationConfigs'
const idOf = ({ params }: RestRequest): JsonObject => ({ id: params.id ?? '' })
const messageOf = ({ body }: RestRequest): JsonObject => paramsFromProto(objectOf(body))
const pushOf = (restRequest: RestRequest): JsonObject => ({
  ...idOf(restRequest),
  pushNotificationConfigId: restRequest.params.configId ?? '',
})
const inObject = (write: (object: JsonObject) => JsonObject) => (result: Json) => write(isObject(result) ? result : {})

export const legacyRestRoutes: readonly LegacyRoute[] = [
  {
    method: 'POST',
    path: '/v1/message:send',
    call: 'message/send',
    params: messageOf,
    toProto: inObject(resultToProto),
  },
  {
    method: 'POST',
    path: '/v1/message:stream',
    call: 'message/stream',
    params: messageOf,
    toProto: inObject(resultToProto),
  },
  {
    method: 'GET',
    path: '/v1/tasks/{id}',
    call: 'tasks/get',
    params: restRequest => ({
      ...idOf(restRequest),
      ...spelt(numbers(restRequest.query, ['historyLength', 'history_length'])),
    }),
    toProto: inObject(taskToProto),
  },
  { method: 'POST', path: '/v1/tasks/{id}:cancel', call: 'tasks/cancel', params: idOf, toProto: inObject(taskToProto) },
  ...(['GET', 'POST'] as const).map(
    (method): LegacyRoute => ({
      method,
      path: '/v1/tasks/{id}:subscribe',
      call: 'tasks/resubscribe',
      params: idOf,
      toProto: inObject(resultToProto),
    }),
  ),
  {
    method: 'POST',
    path: configs,
    call: 'tasks/pushNotificationConfig/set',
    params({ params, body }) {
      const registration = pushFromProto(objectOf(body), params.id ?? '')
      if (registration === undefined) throw new A2aRefusal('malformed', 'There is no pushNotificationConfig.')
      return registration
    },
    toProto: inObject(pushToProto),
    status: 201,
  },
  {
    method: 'GET',
    path: configs,
    call: 'tasks/pushNotificationConfig/list',
    params: idOf,
    toProto: result => ({ configs: Array.isArray(result) ? result.filter(isObject).map(pushToProto) : [] }),
  },
  {
    method: 'GET',
    path: `${configs}/{configId}`,
    call: 'tasks/pushNotificationConfig/get',
    params: pushOf,
    toProto: inObject(pushToProto),
  },
  {
    method: 'DELETE',
    path: `${configs}/{configId}`,
    call: 'tasks/pushNotificationConfig/delete',
    params: pushOf,
    status: 204,
  },
  {
    method: 'GET',
    path: '/v1/card',
    call: 'agent/getAuthenticatedExtendedCard',
    params: () => ({}),
    toProto: inObject(cardToProto),
  },
]

/** Answers one request. */
export async function answerLegacyRest(
  service: A2aService,
  route: LegacyRoute,
  restRequest: RestRequest,
): Promise<A2aAnswer> {
  const { call, params, toProto, status = 200 } = route
  const request = { jsonrpc: '2.0', id: 0, method: call, params: params(restRequest) }
  const answer = await answerJsonRpc(service, request, '0.3')
  const write = (response: Json): Json => toProto?.(memberOf(response, 'result')) ?? null
  if (isStream(answer)) {
    const { first, rest, trouble } = answer
    return {
      first: mapped(first, write),
      rest: mapValues(rest, write),
      trouble: error => memberOf(trouble(error), 'error'),
    }
  }
  if (answer.refused !== undefined) return bare(answer)
  const { contentType, body = null } = answer
  return { status, contentType, ...(toProto !== undefined && { body: write(body) }) }
}

export function legacyRestRefusal(error: unknown): A2aBody {
  return bare(rpcRefusal(error, null, '0.3'))
}

/** The error of JSON-RPC by itself, with the status that it has over HTTP. */
function bare(answer: A2aBody): A2aBody {
  const error = memberOf(answer.body ?? null, 'error')
  const code = isObject(error) ? error.code : undefined
  const named = code === -32001 ? 404 : code === -32603 ? 500 : 400
  return { ...answer, body: error, status: answer.status === 200 ? named : answer.status }
}

function memberOf(response: Json, name: 'result' | 'error'): Json {
  return isObject(response) ? (response[name] ?? null) : null
}

function mapped(step: IteratorResult<Json, void>, write: (value: Json) => Json): IteratorResult<Json, void> {
  return step.done === true ? step : { ...step, value: write(step.value) }
}

function mapValues(source: AsyncIterator<Json, void>, write: (value: Json) => Json): AsyncIterator<Json, void> {
  return {
    next: async () => mapped(await source.next(), write),
    return: async () => (await source.return?.()) ?? { done: true, value: undefined },
  }
}
