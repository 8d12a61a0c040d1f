/** A2A over HTTP+JSON (1.0 §11): its paths, and its errors in the form of AIP-193. */
import { SendMessageRequest, TaskPushNotificationConfig } from '@a2a-js/sdk'
import { toRestErrorBody } from '@a2a-js/sdk/errors'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { A2aAnswer, A2aBody } from './answer.ts'
import { A2aRefusal, detailsOf, plainRow, refusalOf, sdkError } from './refusal.ts'
import type { A2aService } from './service.ts'

const contentType = 'application/a2a+json'

/** The parts of a request to a path. */
export interface RestRequest {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: Json | undefined
}

interface RestRoute {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Below the interface's own URL. */
  readonly path: string
  /** The name of the same call over JSON-RPC. */
  readonly call: string
  readonly answer: (
    service: A2aService,
    request: RestRequest,
  ) => Promise<Pick<A2aBody, 'status' | 'body'>> | AsyncGenerator<JsonObject, void>
}

const ok = (body: JsonObject) => ({ status: 200, body })
const idOf = ({ params }: RestRequest): JsonObject => ({ id: params.id ?? '' })
const pushOf = ({ params }: RestRequest): JsonObject => ({ taskId: params.id ?? '', id: params.configId ?? '' })
const configs = '/tasks/{id}/pushNotificationConfigs'

export const restRoutes: readonly RestRoute[] = [
  {
    method: 'POST',
    path: '/message:send',
    call: 'SendMessage',
    answer: async (service, { body }) => ok(await service.send(messageOf(body))),
  },
  {
    method: 'POST',
    path: '/message:stream',
    call: 'SendStreamingMessage',
    answer: (service, { body }) => service.stream(messageOf(body)),
  },
  {
    method: 'GET',
    path: '/tasks',
    call: 'ListTasks',
    answer: async (service, { query }) => ok(await service.list(listOf(query))),
  },
  {
    method: 'GET',
    path: '/tasks/{id}',
    call: 'GetTask',
    answer: async (service, request) =>
      ok(await service.get({ ...idOf(request), ...numbers(request.query, ['historyLength']) })),
  },
  {
    method: 'POST',
    path: '/tasks/{id}:cancel',
    call: 'CancelTask',
    answer: async (service, request) => ok(await service.cancel(idOf(request))),
  },
  ...(['GET', 'POST'] as const).map(
    (method): RestRoute => ({
      method,
      path: '/tasks/{id}:subscribe',
      call: 'SubscribeToTask',
      answer: (service, request) => service.subscribe(idOf(request)),
    }),
  ),
  {
    method: 'POST',
    path: configs,
    call: 'CreateTaskPushNotificationConfig',
    answer: async (service, request) => {
      const config = TaskPushNotificationConfig.fromJSON({ ...objectOf(request.body), taskId: request.params.id })
      const made = await service.createPush(TaskPushNotificationConfig.toJSON(config) as JsonObject)
      return { status: 201, body: made }
    },
  },
  {
    method: 'GET',
    path: configs,
    call: 'ListTaskPushNotificationConfigs',
    answer: async (service, { params }) => ok(await service.listPushes({ taskId: params.id ?? '' })),
  },
  {
    method: 'GET',
    path: `${configs}/{configId}`,
    call: 'GetTaskPushNotificationConfig',
    answer: async (service, request) => ok(await service.getPush(pushOf(request))),
  },
  {
    method: 'DELETE',
    path: `${configs}/{configId}`,
    call: 'DeleteTaskPushNotificationConfig',
    answer: async (service, request) => {
      await service.deletePush(pushOf(request))
      return { status: 204 }
    },
  },
  {
    method: 'GET',
    path: '/extendedAgentCard',
    call: 'GetExtendedAgentCard',
    answer: async service => ok(await service.extendedCard()),
  },
]

export function objectOf(body: Json | undefined): JsonObject {
  if (isObject(body)) return body
  throw new A2aRefusal('malformed', 'The body must be a JSON object.')
}

/** Either spelling of names is read: `messageId` and `message_id`. */
function messageOf(body: Json | undefined): JsonObject {
  return SendMessageRequest.toJSON(SendMessageRequest.fromJSON(objectOf(body))) as JsonObject
}

function listOf(query: URLSearchParams): JsonObject {
  const texts = ['contextId', 'status', 'pageToken', 'statusTimestampAfter'].flatMap(name => {
    const value = query.get(name) ?? ''
    return value === '' ? [] : [[name, value] as const]
  })
  return {
    ...Object.fromEntries(texts),
    ...numbers(query, ['pageSize', 'historyLength']),
    ...(query.has('includeArtifacts') ? { includeArtifacts: query.get('includeArtifacts') === 'true' } : undefined),
  }
}

export function numbers(query: URLSearchParams, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap(name => {
      const value = query.get(name) ?? ''
      if (value === '') return []
      if (!/^-?\d{1,9}$/.test(value)) throw new A2aRefusal('malformed', `${name} must be a whole number.`)
      return [[name, Number(value)]]
    }),
  )
}

/** Answers one request. */
export async function answerRest(
  service: A2aService,
  call: RestRoute['answer'],
  request: RestRequest,
): Promise<A2aAnswer> {
  try {
    const answered = call(service, request)
    if (!(Symbol.asyncIterator in answered)) return { ...(await answered), contentType }
    const first = await answered.next()
    return { first, rest: answered, trouble: error => restBody(refusalOf(error)) }
  } catch (error) {
    return restRefusal(error)
  }
}

export function restRefusal(error: unknown): A2aBody {
  const refusal = refusalOf(error)
  const body = restBody(refusal)
  const { code } = body.error as JsonObject
  return { status: Number(code), contentType, body, headers: refusal.headers, refused: refusal.reason }
}

function restBody(refusal: A2aRefusal): JsonObject {
  const known = sdkError(refusal)
  if (known !== undefined) {
    const status = refusal.reason === 'task-not-found' ? 404 : 400
    return toRestErrorBody(known, status) as unknown as JsonObject
  }
  const { http, status } = plainRow(refusal.reason)
  return { error: { code: http, status, message: refusal.message, details: detailsOf(refusal) } }
}
