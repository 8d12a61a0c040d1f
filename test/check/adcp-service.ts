/** A small AdCP 3.1 seller over REST, MCP and A2A, written from its documents alone. */
import { createHmac, randomUUID } from 'node:crypto'
import type { ProbeCase } from '../../src/codec/probing.ts'
import { type Got, probeCase, type Reply, start } from './kit.ts'
import { answerMcp } from './mcp-server.ts'

export type Root = Record<string, unknown>

/** Where a fault is planted: in the root of an answer, in what goes around it, or in a webhook. */
export interface SellerFaults {
  root?: (root: Root, operation: string, args: Root) => Root
  reply?: (reply: Reply, request: Got) => Reply
  /** The result of an MCP tool call. */
  result?: (result: Root, operation: string) => Root
  /** The task of an A2A message. */
  task?: (task: Root, operation: string) => Root
  /** Undefined: it is not sent. */
  webhook?: (body: Root) => Root | undefined
  sign?: (signature: string) => string
}

const codes: Record<string, { http: number; recovery: string }> = {
  INVALID_REQUEST: { http: 400, recovery: 'correctable' },
  VERSION_UNSUPPORTED: { http: 400, recovery: 'correctable' },
  IDEMPOTENCY_CONFLICT: { http: 409, recovery: 'correctable' },
  REFERENCE_NOT_FOUND: { http: 404, recovery: 'correctable' },
}

const now = (): string => new Date().toISOString()

/** The root of an answer that refuses a call. */
export function refusal(code: string, message: string, more: Root = {}): Root {
  const error = { code, message, recovery: codes[code]?.recovery, ...more }
  return { status: 'rejected', adcp_error: error, errors: [{ ...error, severity: 'error' }] }
}

/** The seller itself, whatever it is called over. */
function createSeller(faults: SellerFaults) {
  const kept = new Map<string, { hash: string; root: Root }>()
  const tasks = new Map<string, Root>()

  const run = (operation: string, args: Root): Root => {
    if (String(args.adcp_version ?? '3.1').startsWith('99')) {
      return refusal('VERSION_UNSUPPORTED', 'Not this release.', { details: { supported_versions: ['3.1'] } })
    }
    if (operation === 'get_adcp_capabilities') {
      const idempotency = { supported: true, replay_ttl_seconds: 86_400 }
      const adcp = { major_versions: [3], supported_versions: ['3.1'], idempotency }
      return { status: 'completed', adcp, supported_protocols: ['media_buy'] }
    }
    if (operation === 'get_products') {
      if (args.brief !== undefined && typeof args.brief !== 'string')
        return refusal('INVALID_REQUEST', 'brief must be a text.')
      return { status: 'completed', products: [{ product_id: 'p-1' }] }
    }
    if (operation === 'get_task_status') {
      const task = tasks.get(String(args.task_id))
      if (task === undefined) return refusal('REFERENCE_NOT_FOUND', 'There is no such task.')
      return { ...task, status: 'completed', updated_at: now() }
    }
    if (operation === 'create_media_buy') return buy(args)
    return refusal('REFERENCE_NOT_FOUND', 'There is no such task.')
  }

  const buy = (args: Root): Root => {
    const { idempotency_key: key, context: _, push_notification_config: push, ...rest } = args
    if (typeof key !== 'string')
      return refusal('INVALID_REQUEST', 'idempotency_key is required.', { field: 'idempotency_key' })
    const hash = JSON.stringify(rest)
    const known = kept.get(key)
    if (known !== undefined) {
      if (known.hash !== hash) return refusal('IDEMPOTENCY_CONFLICT', 'The key belongs to another request.')
      return { ...known.root, replayed: true }
    }
    const isLong = args.long === true
    const taskId = `task-${randomUUID()}`
    const root: Root = isLong
      ? { status: 'submitted', task_id: taskId, message: 'Waiting for the publisher.' }
      : { status: 'completed', media_buy_id: `mb-${randomUUID()}`, packages: [] }
    kept.set(key, { hash, root })
    if (isLong) {
      const times = { created_at: now(), updated_at: now() }
      tasks.set(taskId, { task_id: taskId, task_type: 'create_media_buy', protocol: 'media-buy', ...times })
      if (push !== undefined) setImmediate(() => notify(push as Root, taskId, args.context, faults))
    }
    return root
  }

  return (operation: string, args: Root): Root => {
    const { context, ...given } = args
    const root: Root = {
      adcp_version: '3.1',
      context_id: 'ctx-1',
      timestamp: now(),
      ...(context === undefined ? undefined : { context }),
      ...run(operation, { ...given, context }),
    }
    return faults.root?.(root, operation, args) ?? root
  }
}

async function notify(push: Root, taskId: string, context: unknown, faults: SellerFaults): Promise<void> {
  const whole: Root = {
    idempotency_key: randomUUID(),
    operation_id: push.operation_id,
    task_id: taskId,
    task_type: 'create_media_buy',
    protocol: 'media-buy',
    status: 'completed',
    timestamp: now(),
    context,
    result: { status: 'completed', media_buy_id: 'mb-1', packages: [] },
  }
  const body = faults.webhook === undefined ? whole : faults.webhook(whole)
  if (body === undefined) return
  const text = JSON.stringify(body)
  const timestamp = String(Math.floor(Date.now() / 1000))
  const { credentials } = push.authentication as { credentials: string }
  const signature = `sha256=${createHmac('sha256', credentials).update(`${timestamp}.${text}`).digest('hex')}`
  await fetch(String(push.url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-adcp-timestamp': timestamp,
      'x-adcp-signature': faults.sign?.(signature) ?? signature,
    },
    body: text,
  }).catch(() => {})
}

function rest(root: Root): Reply {
  const code = (root.adcp_error as { code?: string } | undefined)?.code
  const status = code === undefined ? (root.status === 'submitted' ? 202 : 200) : (codes[code]?.http ?? 500)
  return { status, headers: { 'content-type': 'application/json' }, body: root }
}

const operations = ['get_adcp_capabilities', 'get_products', 'create_media_buy', 'get_task_status']

/** Starts the seller: `POST /NAME` over REST, `/mcp` over MCP, `/a2a` over A2A with a card. */
export async function startSeller(faults: SellerFaults = {}): Promise<string> {
  const seller = createSeller(faults)
  const answer = (request: Got): Reply => {
    const { method, path, json } = request
    if (path === '/mcp') return mcp(request, seller, faults)
    if (path === '/a2a') return a2a(request, seller, faults)
    if (path === '/.well-known/agent-card.json') return card(`${url}/a2a`)
    const operation = path.slice(1)
    if (!operations.includes(operation)) return rest(refusal('REFERENCE_NOT_FOUND', 'Nothing here.'))
    if (method === 'OPTIONS') return { status: 204, headers: { allow: 'POST, OPTIONS' } }
    if (method !== 'POST')
      return {
        ...rest(refusal('INVALID_REQUEST', 'Not this method.')),
        status: 405,
        headers: { allow: 'POST', 'content-type': 'application/json' },
      }
    if (json === undefined) return rest(refusal('INVALID_REQUEST', 'The body is not JSON.'))
    return rest(seller(operation, json as Root))
  }
  const url = await start(request => {
    const reply = answer(request)
    return faults.reply?.(reply, request) ?? reply
  })
  return url
}

function card(url: string): Reply {
  const modes = { defaultInputModes: ['application/json'], defaultOutputModes: ['application/json'] }
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: {
      name: 'seller',
      description: 'Sells media.',
      version: '1.0.0',
      protocolVersion: '0.3.0',
      url,
      preferredTransport: 'JSONRPC',
      capabilities: {},
      ...modes,
      skills: operations.map(id => ({ id, name: id, description: id, tags: [] })),
    },
  }
}

/** States in which a task is not at its end: their data is in the message of the status. */
const interim = ['submitted', 'working', 'input-required', 'auth-required']

function a2a({ json }: Got, seller: (operation: string, args: Root) => Root, faults: SellerFaults): Reply {
  const { id, params } = json as { id: unknown; params: { message: { parts: { data?: Root }[] } } }
  const { skill = '', parameters = {} } = params.message.parts.find(({ data }) => data !== undefined)?.data ?? {}
  const operation = String(skill)
  const { context_id: contextId, timestamp, ...data } = seller(operation, parameters as Root)
  const state = String(data.status)
  const taskId = String(data.task_id ?? `task-${randomUUID()}`)
  const parts = [{ kind: 'data', data }]
  const message = { kind: 'message', messageId: randomUUID(), role: 'agent', taskId, contextId, parts }
  const isInterim = interim.includes(state)
  const task: Root = {
    kind: 'task',
    id: taskId,
    contextId,
    status: { state, timestamp, ...(isInterim ? { message } : undefined) },
    ...(isInterim ? undefined : { artifacts: [{ artifactId: 'a-1', parts }] }),
  }
  const result = faults.task?.(task, operation) ?? task
  return { status: 200, headers: { 'content-type': 'application/json' }, body: { jsonrpc: '2.0', id, result } }
}

function mcp(request: Got, seller: (operation: string, args: Root) => Root, faults: SellerFaults): Reply {
  const tools = operations.map(name => ({ name, inputSchema: { type: 'object' } }))
  return answerMcp(request, tools, (name, args) => {
    if (!operations.includes(name)) return undefined
    const root = seller(name, args)
    const result: Root = {
      content: [{ type: 'text', text: JSON.stringify(root) }],
      structuredContent: root,
      ...(root.adcp_error === undefined ? undefined : { isError: true }),
    }
    return faults.result?.(result, name) ?? result
  })
}

const route = (operation: string) => ({ route: { method: 'POST', path: `/${operation}` } })
const schema = { type: 'object', properties: { brief: { type: 'string' } } }

export const sellerCases: ProbeCase[] = [
  probeCase('get_products', { ...route('get_products'), input: { brief: 'hiking' }, expects: 'completed', schema }),
  probeCase('create_media_buy', { ...route('create_media_buy'), input: { budget: 10 }, expects: 'completed' }),
  probeCase('create_media_buy', {
    ...route('create_media_buy'),
    name: 'long',
    input: { long: true },
    expects: 'submitted',
  }),
  probeCase('get_adcp_capabilities', route('get_adcp_capabilities')),
  probeCase('get_task_status', { ...route('get_task_status'), input: { task_id: 'none' }, expects: 'rejected' }),
]
