/** What an A2A server does, in the JSON of A2A 1.0; the bindings turn requests of either version into calls of it. */
import {
  AgentCard,
  CancelTaskRequest,
  DeleteTaskPushNotificationConfigRequest,
  GetTaskPushNotificationConfigRequest,
  GetTaskRequest,
  ListTaskPushNotificationConfigsRequest,
  ListTaskPushNotificationConfigsResponse,
  ListTasksRequest,
  ListTasksResponse,
  Message,
  SendMessageRequest,
  StreamResponse,
  SubscribeToTaskRequest,
  Task,
  TaskPushNotificationConfig,
} from '@a2a-js/sdk'
import type { A2ARequestHandler } from '@a2a-js/sdk/server'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import { type A2aRefusal, refusalOf, sdkError } from './refusal.ts'

/** One caller's view of a server. What it throws is an `A2aRefusal`, or its own failure. */
export interface A2aService {
  card(): JsonObject
  extendedCard(): Promise<JsonObject>
  /** Answers with `{task}` or with `{message}`. */
  send(request: JsonObject): Promise<JsonObject>
  stream(request: JsonObject): AsyncGenerator<JsonObject, void>
  get(request: JsonObject): Promise<JsonObject>
  list(request: JsonObject): Promise<JsonObject>
  cancel(request: JsonObject): Promise<JsonObject>
  subscribe(request: JsonObject): AsyncGenerator<JsonObject, void>
  createPush(config: JsonObject): Promise<JsonObject>
  getPush(request: JsonObject): Promise<JsonObject>
  listPushes(request: JsonObject): Promise<JsonObject>
  deletePush(request: JsonObject): Promise<void>
}

interface Fns<T> {
  fromJSON(json: JsonObject): T
  toJSON(message: T): unknown
}

function json<T>({ toJSON }: Fns<T>, message: T): JsonObject {
  return toJSON(message) as JsonObject
}

/** The answer to a message: the SDK distinguishes the two by their members. */
const sendResult: Fns<Message | Task> = {
  fromJSON: ({ message, task }) => (isObject(message) ? Message.fromJSON(message) : Task.fromJSON(task ?? {})),
  toJSON: answer => ('messageId' in answer ? { message: Message.toJSON(answer) } : { task: Task.toJSON(answer) }),
}

/** The SDK's request handler over a service. A refusal that A2A has no name for is left with `onPlain`. */
export function requestHandler(service: A2aService, onPlain: (refusal: A2aRefusal) => void): A2ARequestHandler {
  const translate = (error: unknown): Error => {
    const refusal = refusalOf(error)
    const known = sdkError(refusal)
    if (known !== undefined) return known
    onPlain(refusal)
    return refusal
  }
  const call =
    <P, R>(request: Fns<P>, answer: Fns<R>, work: (request: JsonObject) => Promise<JsonObject>) =>
    (params: P): Promise<R> =>
      work(json(request, params)).then(
        result => answer.fromJSON(result),
        error => {
          throw translate(error)
        },
      )
  async function* events(source: AsyncGenerator<JsonObject, void>): AsyncGenerator<StreamResponse, void, undefined> {
    try {
      for await (const event of source) yield StreamResponse.fromJSON(event)
    } catch (error) {
      throw translate(error)
    }
  }
  return {
    getAgentCard: async () => AgentCard.fromJSON(service.card()),
    getAuthenticatedExtendedAgentCard: () =>
      service.extendedCard().then(
        card => AgentCard.fromJSON(card),
        error => {
          throw translate(error)
        },
      ),
    sendMessage: call(SendMessageRequest, sendResult, request => service.send(request)),
    sendMessageStream: params => events(service.stream(json(SendMessageRequest, params))),
    getTask: call(GetTaskRequest, Task, request => service.get(request)),
    cancelTask: call(CancelTaskRequest, Task, request => service.cancel(request)),
    listTasks: call(ListTasksRequest, ListTasksResponse, request => service.list(request)),
    resubscribe: params => events(service.subscribe(json(SubscribeToTaskRequest, params))),
    createTaskPushNotificationConfig: call(TaskPushNotificationConfig, TaskPushNotificationConfig, config =>
      service.createPush(config),
    ),
    getTaskPushNotificationConfig: call(GetTaskPushNotificationConfigRequest, TaskPushNotificationConfig, request =>
      service.getPush(request),
    ),
    listTaskPushNotificationConfigs: call(
      ListTaskPushNotificationConfigsRequest,
      ListTaskPushNotificationConfigsResponse,
      request => service.listPushes(request),
    ),
    deleteTaskPushNotificationConfig: params =>
      service.deletePush(json(DeleteTaskPushNotificationConfigRequest, params)).catch(error => {
        throw translate(error)
      }),
  }
}
