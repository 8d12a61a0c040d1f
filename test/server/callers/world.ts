/** One server, its callers, and whatever of Alice's the others may try to reach. */
import { SignJWT } from 'jose'
import { z } from 'zod'
import { jwtAuth } from '../../../src/auth/index.ts'
import { ask, defineAgent, operation, requireApproval } from '../../../src/index.ts'
import type { JsonObject } from '../../../src/lib/json-value.ts'
import { serve } from '../../../src/server/index.ts'
import { handshake } from '../../interop/mcp/raw.ts'

export const callers = [
  'anonymous',
  'alice',
  'bob',
  'alice of another issuer',
  'alice for another account',
  'approver',
  'operator',
] as const
export type CallerName = (typeof callers)[number]

export const agent = defineAgent({
  name: 'desk',
  version: '1.0.0',
  operations: {
    create_media_buy: operation({
      title: 'Buy',
      route: 'POST /buys',
      async: true,
      input: z.looseObject({ city: z.string() }),
      handler: ({ city }) => ({ city }),
    }),
    trip: operation({
      title: 'Trip',
      route: 'POST /trips',
      async: true,
      input: z.object({ city: z.string().optional() }),
      handler: ({ city }) => (city === undefined ? ask([{ name: 'city', question: 'Where to?' }]) : { city }),
    }),
    spend: operation({
      title: 'Spend',
      route: 'POST /spendings',
      async: true,
      input: z.object({ amount: z.number() }),
      handler: ({ amount }, context) =>
        context.approval('spend') === undefined ? requireApproval('spend', { action: 'Spend it' }) : { amount },
    }),
    // With something public the server hears callers without credentials out.
    look: operation({ title: 'Look', route: 'GET /looks', public: true, input: {}, handler: () => ({ seen: true }) }),
  },
})

const secrets = { a: 'the-secret-of-issuer-a-is-long-enough', b: 'the-secret-of-issuer-b-is-long-enough' }
const tokenOf = (issuer: 'a' | 'b', claims: JsonObject) =>
  new SignJWT({ iss: `https://${issuer}.example`, exp: 4102444800, tenant_id: 'acme', ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(Buffer.from(secrets[issuer]))

const authenticate = jwtAuth({
  issuers: [
    {
      issuer: 'https://a.example',
      secret: secrets.a,
      tenants: ['acme'],
      roles: ['approver', 'operator'],
      claims: { account: 'account' },
    },
    { issuer: 'https://b.example', secret: secrets.b, tenants: ['acme'], roles: [] },
  ],
})

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The response to a JSON-RPC request, from a stream too. */
  rpc: { result?: JsonObject; error?: { code: number } }
}

export type World = Awaited<ReturnType<typeof openWorld>>
type Send = (path: string, headers: Record<string, string>, body?: object, method?: string) => Promise<Answer>

/** Requests to a server, over its socket. */
export function sender(base: string): Send {
  return async (path, headers, body, method = body === undefined ? 'GET' : 'POST') => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? undefined : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const last = text.includes('data: ') ? (text.trim().split('data: ').at(-1) ?? '') : text
    const rpc = last.includes('"jsonrpc"') ? (JSON.parse(last) as Answer['rpc']) : {}
    return { status: response.status, headers: response.headers, text, rpc }
  }
}

const taskIn = ({ headers }: Answer) => /tsk_[\w-]+/.exec(headers.get('location') ?? '')?.[0] ?? ''

/** Things of one caller, made over HTTP; `approver` is who sees the inbox. */
export function things(url: string, owner: Record<string, string>, approver: Record<string, string>) {
  const send = sender(url)
  const begun = async (path: string, body: object, more: Record<string, string> = {}) => {
    const task = taskIn(await send(path, { ...owner, ...more }, body))
    // The stream ends when the task is over or waits.
    await send(`/operations/${task}/events`, { ...owner, accept: 'text/event-stream' })
    return task
  }
  const waiting = () => begun('/trips', {})
  const approval = async () => {
    const task = await begun('/spendings', { amount: 5 })
    const { text } = await send('/approvals?limit=100', approver)
    const all = JSON.parse(text) as { id: string; operationId: string }[]
    return { task, id: all.find(({ operationId }) => operationId === task)?.id ?? '' }
  }
  return {
    done: () => begun('/buys', { city: 'Oslo' }),
    waiting,
    approval,
    async asked() {
      const made = await approval()
      await send(`/approvals/${made.id}:decide`, approver, { decision: 'ask', note: 'Why?' })
      return made
    },
    async keyed() {
      const key = crypto.randomUUID()
      return { key, task: await begun('/buys', { city: 'Oslo' }, { 'idempotency-key': key }) }
    },
    async push() {
      const task = await waiting()
      const params = { taskId: task, id: 'p1', url: 'http://127.0.0.1:1/' }
      const headers = { 'a2a-version': '1.0', ...owner }
      await send('/a2a', headers, { jsonrpc: '2.0', id: 1, method: 'CreateTaskPushNotificationConfig', params })
      return task
    },
    session: async () => (await handshake(`${url}/mcp`, { headers: owner })).session,
  }
}

export async function openWorld() {
  const listening = await serve(agent, {
    authenticate,
    contractOptions: { adcp: { supportedProtocols: ['media_buy'] } },
    webhooks: { allowLoopback: true },
  }).listen({ port: 0 })
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const headers: Record<CallerName, Record<string, string>> = {
    anonymous: {},
    alice: bearer(await tokenOf('a', { sub: 'alice' })),
    bob: bearer(await tokenOf('a', { sub: 'bob' })),
    'alice of another issuer': bearer(await tokenOf('b', { sub: 'alice' })),
    'alice for another account': bearer(await tokenOf('a', { sub: 'alice', account: 'other' })),
    approver: bearer(await tokenOf('a', { sub: 'carol', roles: ['approver'] })),
    operator: bearer(await tokenOf('a', { sub: 'olga', roles: ['operator'] })),
  }
  return {
    url: listening.url,
    headers,
    send: sender(listening.url),
    alices: things(listening.url, headers.alice, headers.approver),
    close: () => listening.close(),
  }
}
