/** The official client in its four ways of calling, and short names for what is sent and read. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Message, type SendMessageRequest, type StreamResponse, type Task, TaskState } from '@a2a-js/sdk'
import {
  Client,
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client'
import { LegacyJsonRpcTransport, LegacyRestTransport } from '@a2a-js/sdk/compat/v0_3/client'
import type { Json } from '../../src/lib/json-value.ts'
import { type ServeOptions, serve } from '../../src/server/index.ts'
import { agent } from './a2a-agent.ts'

export const wires = ['JSON-RPC 1.0', 'HTTP+JSON 1.0', 'JSON-RPC 0.3', 'HTTP+JSON 0.3'] as const
export type WireName = (typeof wires)[number]
export const isOld = (wire: WireName) => wire.endsWith('0.3')

/** A server that is closed with the test. */
export async function serving(options: ServeOptions = {}): Promise<Serving> {
  const server = serve(agent, { authenticate: false, webhooks: { allowLoopback: true }, ...options })
  const listening = await server.listen({ port: 0 })
  return { url: listening.url, operatorToken: server.operatorToken?.value, close: () => listening.close() }
}

export interface Serving {
  url: string
  operatorToken: string | undefined
  close(): Promise<void>
}

/** A client of a server, with credentials if there are some. */
export async function clientOf(
  url: string,
  wire: WireName,
  token?: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Client> {
  const fetchImpl: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers)
    for (const [name, value] of Object.entries(more)) headers.set(name, value)
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    return fetch(input, { ...init, headers })
  }
  if (isOld(wire)) {
    const card = await new DefaultAgentCardResolver().resolve(url)
    const Transport = wire === 'JSON-RPC 0.3' ? LegacyJsonRpcTransport : LegacyRestTransport
    return new Client(new Transport({ endpoint: `${url}/a2a`, fetchImpl }), card)
  }
  const transport =
    wire === 'JSON-RPC 1.0' ? new JsonRpcTransportFactory({ fetchImpl }) : new RestTransportFactory({ fetchImpl })
  return new ClientFactory({ transports: [transport] }).createFromUrl(url)
}

interface More {
  taskId?: string
  contextId?: string
  configuration?: Partial<NonNullable<SendMessageRequest['configuration']>>
}

/** A request with one part: data, or text. */
export function request(content: Json, { taskId = '', contextId = '', configuration }: More = {}): SendMessageRequest {
  const part =
    typeof content === 'string'
      ? { $case: 'text' as const, value: content }
      : { $case: 'data' as const, value: content }
  const message: Message = {
    messageId: crypto.randomUUID(),
    contextId,
    taskId,
    role: 1,
    parts: [{ content: part, metadata: undefined, filename: '', mediaType: '' }],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  }
  return {
    tenant: '',
    message,
    metadata: undefined,
    configuration: {
      acceptedOutputModes: [],
      taskPushNotificationConfig: undefined,
      returnImmediately: false,
      ...configuration,
    },
  }
}

export const call = (skill: string, parameters: Json, more?: More) => request({ skill, parameters }, more)

export async function sent(client: Client, asked: SendMessageRequest): Promise<Task> {
  const answer = await client.sendMessage(asked)
  if (!('artifacts' in answer)) throw new Error('The answer is no task.')
  return answer
}

export function state(task: Task | undefined): string {
  return TaskState[task?.status?.state ?? 0] ?? ''
}

/** The data of the first artifact's first part. */
export function result(task: Task): unknown {
  const content = task.artifacts[0]?.parts[0]?.content
  return content?.value
}

/** The texts and data of the status message. */
export function said(task: Task): unknown[] {
  return task.status?.message?.parts.map(({ content }) => content?.value) ?? []
}

export const byId = (id: string) => ({ id, tenant: '' })

/** Asks for a task until it is in a state. */
export async function until(client: Client, id: string, wanted: string): Promise<Task> {
  for (;;) {
    const task = await client.getTask(byId(id))
    if (state(task) === wanted) return task
    await sleep(25)
  }
}

/** What a stream told, as words: its kinds, states and pieces. */
export function word({ payload }: StreamResponse): string {
  switch (payload?.$case) {
    case 'task':
      return `task ${state(payload.value)}`
    case 'statusUpdate':
      return `status ${TaskState[payload.value.status?.state ?? 0]}`
    case 'artifactUpdate':
      return `artifact ${payload.value.append ? '+' : '='}${JSON.stringify(payload.value.artifact?.parts[0]?.content?.value)}`
    default:
      return payload?.$case ?? 'nothing'
  }
}
