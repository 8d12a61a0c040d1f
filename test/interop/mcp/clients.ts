/** The official MCP clients behind one face: the line that most hosts have (v1), and the current one (v2) in both eras. */
import {
  Client as Client2,
  StreamableHTTPClientTransport as Http2,
  type Transport as Transport2,
} from '@modelcontextprotocol/client'
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as Http1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { Json, JsonObject } from '../../../src/lib/json-value.ts'

export type Era = 'v1' | 'v2 2025-11-25' | 'v2 2026-07-28'
export type Place = { url: string; headers?: Record<string, string> } | { command: string[] }

export interface AskInput {
  message: string
  requestedSchema: { properties: JsonObject }
}

export interface CallOptions {
  onprogress?: (progress: { progress: number; message?: string | undefined }) => void
  signal?: AbortSignal
  timeout?: number
}

export interface Result {
  content: { type: string; text?: string }[]
  structuredContent?: JsonObject
  isError?: boolean
  [member: string]: unknown
}

export interface Peer {
  readonly revision: string | undefined
  tools(): Promise<{ name: string; [member: string]: unknown }[]>
  call(name: string, input: JsonObject, options?: CallOptions): Promise<Result>
  request(method: string, params: JsonObject): Promise<JsonObject>
  close(): Promise<void>
}

export interface PeerOptions {
  /** Answers questions; without it the client says that it cannot be asked. */
  answer?: (asked: AskInput) => { action: 'accept' | 'decline' | 'cancel'; content?: JsonObject }
  /** Declares the tasks extension (2026-07-28). */
  tasks?: boolean
}

const info = { name: 'replywire-interop', version: '1.0.0' }
const anything = z.looseObject({})
const tasks = { extensions: { 'io.modelcontextprotocol/tasks': {} } }

export async function connect(era: Era, place: Place, options: PeerOptions = {}): Promise<Peer> {
  return era === 'v1' ? connect1(place, options) : connect2(era, place, options)
}

async function connect1(place: Place, { answer }: PeerOptions): Promise<Peer> {
  const client = new Client1(info, { capabilities: answer === undefined ? {} : { elicitation: {} } })
  if (answer !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params as unknown as AskInput) as never)
  }
  const transport =
    'url' in place
      ? new Http1(new URL(place.url), { requestInit: { headers: place.headers ?? {} } })
      : new Stdio1({ command: place.command[0] ?? '', args: place.command.slice(1), stderr: 'ignore' })
  await client.connect(transport as never)
  return {
    revision: '2025-11-25',
    tools: async () => (await client.listTools()).tools,
    call: async (name, input, more = {}) =>
      (await client.callTool({ name, arguments: input }, undefined, { timeout: 20_000, ...more } as never)) as Result,
    request: (method, params) => client.request({ method, params } as never, anything as never) as Promise<JsonObject>,
    close: () => client.close(),
  }
}

async function connect2(era: Era, place: Place, { answer, tasks: withTasks }: PeerOptions): Promise<Peer> {
  const revision = era.slice(3)
  const client = new Client2(info, {
    versionNegotiation: { mode: revision === '2026-07-28' ? { pin: revision } : 'legacy' },
    capabilities: { ...(answer === undefined ? {} : { elicitation: {} }), ...(withTasks ? tasks : undefined) } as never,
  })
  if (answer !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }) => answer(params as unknown as AskInput) as never)
  }
  const transport =
    'url' in place
      ? new Http2(new URL(place.url), { requestInit: { headers: place.headers ?? {} } })
      : new Stdio2({ command: place.command[0] ?? '', args: place.command.slice(1), stderr: 'ignore' })
  await client.connect(withTasks ? taking(transport) : transport)
  return {
    revision: client.getNegotiatedProtocolVersion(),
    tools: async () => (await client.listTools()).tools,
    call: async (name, input, more = {}) =>
      (await client.callTool({ name, arguments: input }, { timeout: 20_000, ...more } as never)) as unknown as Result,
    request: (method, params) =>
      client.request(
        { method, params } as never,
        anything as never,
        { timeout: 20_000 } as never,
      ) as Promise<JsonObject>,
    close: () => client.close(),
  }
}

/** The client knows no tasks: their handles are handed to it as results, as an extension of it would. */
function taking(transport: Transport2): Transport2 {
  let heard: Transport2['onmessage']
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => heard,
    set(listener: Transport2['onmessage']) {
      heard =
        listener &&
        (((message: { result?: JsonObject }, extra: never) => {
          const { result } = message
          const isTask = result?.resultType === 'task'
          const read = isTask
            ? { ...message, result: { ...result, resultType: 'complete', content: [] as Json } }
            : message
          return listener(read as never, extra)
        }) as never)
    },
  })
  return transport
}
