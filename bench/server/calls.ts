/** What is sent to a contender, and what has to come back. */
import { advice, sample } from './operation.ts'
import { signatureOf } from './signature.ts'

export interface Sent {
  /** Default: POST. */
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** Sends one call and returns the whole answer. */
export type Send = (sent: Sent) => Promise<Answered>

export interface Calls {
  /** Headers that a session gives to all further calls. */
  open?(send: Send): Promise<Readonly<Record<string, string>>>
  /** The call with this number. */
  call(number: number, origin: string): Sent
  isRight(answered: Answered): boolean
}

const json = { 'content-type': 'application/json' }
const path = `/campaigns/${sample.campaignId}/optimizations`
const { campaignId, ...members } = sample
const body = JSON.stringify(members)
const rpc = (id: number, method: string, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })

/** The answer, wherever it stands in the text. */
const hasAdvice = ({ body }: Answered): boolean => body.includes(JSON.stringify(advice).slice(1, -1))

const plain: Calls = {
  call: () => ({ path, headers: json, body }),
  isRight: answered => answered.status === 201 && hasAdvice(answered),
}

const keyed: Calls = {
  ...plain,
  call: number => ({ path, headers: { ...json, 'idempotency-key': `bench-${number}` }, body }),
}

/** Each call is signed (RFC 9421, Ed25519) and has its own nonce. */
const signed: Calls = {
  ...plain,
  call: (_, origin) => ({ path, headers: { ...json, ...signatureOf(`${origin}${path}`, body) }, body }),
}

const eventStream = (streamPath: string): Calls => ({
  call: () => ({ path: streamPath, headers: { ...json, accept: 'text/event-stream' }, body }),
  isRight: answered =>
    answered.status === 200 && hasAdvice(answered) && answered.body.split('event: delta').length === 21,
})

const mcpHeaders = { ...json, accept: 'application/json, text/event-stream' }
const protocolVersion = '2025-11-25'

const mcp: Calls = {
  async open(send) {
    const clientInfo = { name: 'bench', version: '1.0.0' }
    const hello = rpc(0, 'initialize', { protocolVersion, capabilities: {}, clientInfo })
    const { headers } = await send({ path: '/mcp', headers: mcpHeaders, body: hello })
    const session = { 'mcp-session-id': String(headers['mcp-session-id']), 'mcp-protocol-version': protocolVersion }
    const initialized = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })
    await send({ path: '/mcp', headers: { ...mcpHeaders, ...session }, body: initialized })
    return session
  },
  call: number => ({
    path: '/mcp',
    headers: mcpHeaders,
    body: rpc(number, 'tools/call', { name: 'optimize', arguments: sample }),
  }),
  isRight: answered => answered.status === 200 && hasAdvice(answered) && answered.body.includes('"structuredContent"'),
}

const a2a: Calls = {
  call: number => ({
    path: '/a2a',
    headers: { ...json, 'a2a-version': '1.0' },
    body: rpc(number, 'SendMessage', {
      message: {
        messageId: `message-${number}`,
        role: 'ROLE_USER',
        parts: [{ data: { skill: 'optimize', parameters: sample } }],
      },
    }),
  }),
  isRight: answered =>
    answered.status === 200 && hasAdvice(answered) && answered.body.includes('"TASK_STATE_COMPLETED"'),
}

/** Through a gateway: a question of the agent, whose trace and schema a gateway can verify. */
const forwarded: Calls = {
  call: () => ({ path, headers: { ...json, accept: 'application/json' }, body }),
  isRight: answered => answered.status === 400 && answered.body.includes('"clarification_required"'),
}

/** The same with a result: questions are not kept for repeats. */
const resultHeaders = { ...json, accept: 'application/json', 'x-answer': 'result' }
const isResult = (answered: Answered): boolean => answered.status === 200 && answered.body.includes('"result"')

/** With a key of its own for each call. */
const forwardedKeyed: Calls = {
  call: number => ({ path, headers: { ...resultHeaders, 'idempotency-key': `bench-${process.pid}-${number}` }, body }),
  isRight: isResult,
}

/** What the upstream counts: a stored answer has the count of the call that it is of. */
const countOf = ({ body }: Answered): string => /"count":\d+/.exec(body)?.[0] ?? 'none'

/** One call again and again: what is not the answer to the first is wrong. */
function repeated(sent: Sent): Calls {
  let first = ''
  return {
    async open(send) {
      first = countOf(await send(sent))
      return {}
    },
    call: () => sent,
    isRight: answered => isResult(answered) && countOf(answered) === first,
  }
}

const repeatedKeyed = repeated({ path, headers: { ...resultHeaders, 'idempotency-key': `bench-${process.pid}` }, body })

const read: Sent = {
  method: 'GET',
  path: `/campaigns/${campaignId}`,
  headers: { accept: 'application/json' },
  body: '',
}
const forwardedRead: Calls = { call: () => read, isRight: isResult }

const forwardedStream: Calls = {
  call: () => ({ path: '/streams', headers: { ...resultHeaders, accept: 'text/event-stream' }, body }),
  isRight: ({ status, body }) => status === 200 && body.includes('[DONE]') && body.split('a piece of').length === 21,
}

/** The same as tasks: the call is accepted, and forwarded later. */
const forwardedLater: Calls = {
  call: () => ({ path, headers: { ...resultHeaders, prefer: 'respond-async' }, body }),
  isRight: answered => answered.status === 202 && answered.body.includes('"operation_accepted"'),
}

export const calls = {
  forwarded,
  'forwarded with a key': forwardedKeyed,
  'forwarded later': forwardedLater,
  'forwarded read': forwardedRead,
  'forwarded stream': forwardedStream,
  'repeated with a key': repeatedKeyed,
  'read again': repeated(read),
  plain,
  keyed,
  signed,
  stream: eventStream(path),
  'our stream': eventStream(`/campaigns/${sample.campaignId}/reports`),
  mcp,
  a2a,
} satisfies Record<string, Calls>

export type CallName = keyof typeof calls
