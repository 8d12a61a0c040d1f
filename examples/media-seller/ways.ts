/** The ways to call the seller: each gives the flat AdCP answer, validated as its carrier has it. */
import { type Message, Task } from '@a2a-js/sdk'
import { ClientFactory, JsonRpcTransportFactory } from '@a2a-js/sdk/client'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import {
  a2aWire,
  Body,
  check,
  contract,
  httpWire,
  type Json,
  type JsonObject,
  mcpWire,
  type Outcome,
} from '../../src/index.ts'

export interface Called {
  /** The answer as its carrier wrote it; as its client understood it, where that keeps no text. */
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came.
  json: any
  /** What the contract reads in it. */
  outcome: Outcome
  /** What is wrong with it; nothing. */
  findings: readonly unknown[]
}

export interface More {
  token?: string
  approvalTokens?: readonly string[]
  /** Does not wait for a long one, where its carrier could. */
  atOnce?: boolean
}

export interface Way {
  name: string
  /** The answer is seen to the letter, not through a client that has parsed it. */
  isVerbatim?: boolean
  /** A purchase that waits is one task, which goes on by itself once it is approved or answered. */
  isTask?: boolean
  /** `given` are the arguments as JSON text, so that their spelling is the test's own. */
  call(url: string, task: string, given: string, more?: More): Promise<Called>
  close?(): Promise<void>
}

const adcp = contract('adcp')
const edition = adcp.editions[adcp.current]

/** Where the server's own tasks are over REST; an agent's are at their names. */
const ownPaths: Readonly<Record<string, string>> = {
  get_adcp_capabilities: '/adcp/get_adcp_capabilities',
  'tasks/get': '/adcp/tasks/get',
  'tasks/list': '/adcp/tasks/list',
}

/** The document that an answer of the server's own is next to an answer. */
const documents: Readonly<Record<string, string>> = {
  get_adcp_capabilities: 'capabilities',
  'tasks/get': 'tasks-get-response',
  'tasks/list': 'tasks-list-response',
}

const rest: Way = {
  name: 'REST',
  isVerbatim: true,
  async call(url, task, given, { token = 'acme-token', approvalTokens = [] } = {}) {
    const response = await fetch(url + (ownPaths[task] ?? `/${task}`), {
      method: 'POST',
      body: given,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(approvalTokens.length === 0 ? {} : { 'x-approval-token': approvalTokens.join(',') }),
      },
    })
    const text = await response.text()
    const headers = Object.fromEntries(response.headers)
    const wire = httpWire({ status: response.status, headers, body: Body.ofText(text) })
    const message = response.ok ? documents[task] : undefined
    const findings = [
      ...check(contract('adcp'), wire),
      ...(message === undefined ? [] : check(contract('adcp'), wire, { message })),
    ]
    return { text, json: JSON.parse(text), outcome: edition?.http?.decode(wire).outcome as Outcome, findings }
  },
}

/** The official MCP client, one connection for each caller. */
function mcp(name: string, connect: (url: string, token: string) => Promise<Client>): Way {
  const clients = new Map<string, Promise<Client>>()
  return {
    name,
    async call(url, task, given, { token = 'acme-token', approvalTokens = [] } = {}) {
      const opened = clients.get(token) ?? connect(url, token)
      clients.set(token, opened)
      const client = await opened
      const result = (await client.callTool({
        name: task,
        arguments: JSON.parse(given),
        ...(approvalTokens.length === 0 ? {} : { _meta: { 'replywire/call': { approvalTokens } } }),
      })) as JsonObject
      const wire = mcpWire(result)
      return {
        text: JSON.stringify(result),
        json: result.structuredContent,
        outcome: edition?.mcp?.decode(wire).outcome as Outcome,
        findings: check(adcp, wire),
      }
    },
    async close() {
      for (const client of clients.values()) await (await client).close()
    },
  }
}

/** Over HTTP in one of the two eras of the protocol. */
export function mcpHttp(revision: '2025-11-25' | '2026-07-28'): Way {
  return mcp(`MCP ${revision}`, async (url, token) => {
    const client = new Client(
      { name: 'buyer', version: '1.0.0' },
      { versionNegotiation: { mode: revision === '2026-07-28' ? { pin: revision } : 'legacy' } },
    )
    const headers = { authorization: `Bearer ${token}` }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }))
    return client
  })
}

/** Over the pipes of a process that is started in a folder. */
export function mcpStdio(command: string, args: string[], cwd: string): Way {
  return mcp('MCP stdio', async () => {
    const client = new Client({ name: 'buyer', version: '1.0.0' })
    await client.connect(new StdioClientTransport({ command, args, cwd, stderr: 'ignore' }))
    return client
  })
}

/** The official A2A client. A purchase that was asked about is answered on its task. */
function a2a(): Way {
  const asked = new Map<string, { task: Task; given: string }>()
  return {
    name: 'A2A',
    isTask: true,
    async call(url, task, given, { token = 'acme-token', atOnce = false } = {}) {
      const fetchImpl: typeof fetch = (input, init) =>
        fetch(input, {
          ...init,
          headers: { ...Object.fromEntries(new Headers(init?.headers)), authorization: `Bearer ${token}` },
        })
      const client = await new ClientFactory({
        transports: [new JsonRpcTransportFactory({ fetchImpl })],
      }).createFromUrl(url)
      const { context_id: contextId = '', ...parameters } = JSON.parse(given) as JsonObject
      const key = typeof parameters.idempotency_key === 'string' ? parameters.idempotency_key : ''
      const waits = asked.get(key)
      const { idempotency_key: _, packages: __, ...answers } = parameters
      const isAnswer = waits !== undefined && waits.given !== given
      const data: Json = isAnswer ? answers : { skill: task, parameters }
      const message: Message = {
        messageId: crypto.randomUUID(),
        contextId: isAnswer ? waits.task.contextId : String(contextId),
        taskId: isAnswer ? waits.task.id : '',
        role: 1,
        parts: [{ content: { $case: 'data', value: data }, metadata: undefined, filename: '', mediaType: '' }],
        metadata: undefined,
        extensions: [],
        referenceTaskIds: [],
      }
      const answered = (await client.sendMessage({
        tenant: '',
        message,
        metadata: undefined,
        configuration: {
          acceptedOutputModes: [],
          taskPushNotificationConfig: undefined,
          returnImmediately: atOnce,
        },
      })) as Task
      const body = Task.toJSON(answered) as JsonObject
      const wire = a2aWire(body)
      const json: JsonObject = { ...flat(body), task_id: answered.id, context_id: answered.contextId }
      if (json.status === 'input-required' && key !== '') asked.set(key, { task: answered, given })
      return {
        text: JSON.stringify(body),
        json,
        outcome: edition?.a2a?.decode(wire).outcome as Outcome,
        findings: check(adcp, wire),
      }
    },
  }
}

/** The one DataPart of an answer, and the state of its task as `status`. */
function flat(task: JsonObject): JsonObject {
  const { status, artifacts } = task
  const { state, message } = isObject(status) ? status : {}
  const [artifact] = Array.isArray(artifacts) ? artifacts : []
  const holder = isObject(artifact) ? artifact : isObject(message) ? message : {}
  const parts = Array.isArray(holder.parts) ? holder.parts.filter(isObject) : []
  const data = parts.map(part => part.data).findLast(isObject)
  const named = String(state).replace('TASK_STATE_', '').toLowerCase().replaceAll('_', '-')
  return { ...data, status: named }
}

/** One row a carrier. */
export const ways: readonly Way[] = [rest, mcpHttp('2026-07-28'), mcpHttp('2025-11-25'), a2a()]

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
