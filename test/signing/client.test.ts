/** The client signs, the server verifies: over real sockets, HTTP, MCP and A2A. */
import { connect as connectSocket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { defineAgent, operation } from '../../src/agent/define.ts'
import { connect } from '../../src/client/connect.ts'
import { requestProfile } from '../../src/contracts/adcp/signing/profiles.ts'
import { completed } from '../../src/outcome/outcome.ts'
import { serve } from '../../src/server/serve.ts'
import type { ServeOptions } from '../../src/server/server-context.ts'
import { signMessage } from '../../src/wire/signature/sign-message.ts'
import { capabilities, type SeenCall, seller } from './agent.ts'
import { directory, newKey } from './keys.ts'

const buyer = 'https://buyer.example/agent'
const key = await newKey('buyer-1')
const es256 = await newKey('buyer-2', { alg: 'ecdsa-p256-sha256' })
const keys = directory(buyer, [key.jwk, es256.jwk])
const sign = { signer: key.signer }
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function listen(options: ServeOptions = {}) {
  const seen: SeenCall[] = []
  const server = serve(seller(seen), {
    contract: 'adcp',
    mcp: { contract: 'adcp' },
    signing: { keys },
    ...options,
    contractOptions: {
      adcp: { capabilities, requestSigning: { requiredFor: ['create_media_buy'] }, ...options.contractOptions?.adcp },
    },
  })
  const listening = await server.listen({ port: 0 })
  ends.push(() => listening.close())
  return { url: listening.url, seen }
}

describe.each(['', 'mcp+', 'a2a+'])('%shttp', carrier => {
  const path = { '': '', 'mcp+': '/mcp', 'a2a+': '' }[carrier]

  test.each([
    ['Ed25519', key],
    ['ECDSA P-256', es256],
  ])('a call that is signed with %s comes through, each with its own nonce', async (_, { signer }) => {
    const { url, seen } = await listen()
    const client = connect(`${carrier}${url}${path}`, { sign: { signer }, contract: 'adcp' })
    ends.push(() => client.close())
    for (let n = 0; n < 3; n++) {
      const { outcome } = await client.call('create_media_buy', {})
      expect(outcome.kind).toBe('completed')
    }
    expect(seen).toEqual(Array(3).fill({ operation: 'create_media_buy', subject: buyer }))
  })

  test('a call without a signature is refused', async () => {
    const { url, seen } = await listen()
    const client = connect(`${carrier}${url}${path}`, { contract: 'adcp' })
    ends.push(() => client.close())
    const { outcome } = await client
      .call('create_media_buy', {})
      .catch(error => error.reply ?? { outcome: { kind: 'failed' } })
    expect(outcome.kind).toBe('failed')
    expect(seen).toEqual([])
  })

  test('a call with an unknown key is refused', async () => {
    const { url, seen } = await listen()
    const { signer } = await newKey('nobody')
    const client = connect(`${carrier}${url}${path}`, { sign: { signer }, contract: 'adcp' })
    ends.push(() => client.close())
    const { outcome } = await client
      .call('create_media_buy', {})
      .catch(error => error.reply ?? { outcome: { kind: 'failed' } })
    expect(outcome.kind).toBe('failed')
    expect(seen).toEqual([])
  })
})

test('a repeated call is signed again: another nonce, and no signature is sent twice', async () => {
  const { url, seen } = await listen()
  const sent: string[] = []
  const flaky: typeof fetch = async (input, init) => {
    const { 'signature-input': signature = '' } = Object.fromEntries(new Headers(init?.headers))
    const isCall = String(input).includes('create_media_buy')
    if (isCall) sent.push(/nonce="([^"]+)"/.exec(signature)?.[1] ?? '')
    return isCall && sent.length < 3
      ? new Response('{}', { status: 503, headers: { 'retry-after': '0' } })
      : fetch(input, init)
  }
  const client = connect(url, { sign, fetch: flaky, contract: 'adcp', attempts: 3 })
  const { outcome } = await client.call('create_media_buy', {}, { key: 'key-0123456789-1' })
  expect(outcome.kind).toBe('completed')
  expect(seen).toHaveLength(1)
  expect(new Set(sent).size).toBe(3)
})

test.each([
  ['with a signature', { sign }, 'completed', [buyer]],
  ['without one', {}, 'failed', []],
])('a handler calls another agent %s', async (_, options, kind, subjects) => {
  const { url, seen } = await listen()
  const relay = operation({
    title: 'Relay',
    route: 'POST /relay',
    effects: 'none',
    input: { type: 'object' },
    handler: async (_input, ctx) => {
      const peer = ctx.client(url, { contract: 'adcp', ...options })
      return completed({ kind: (await peer.call('create_media_buy', {})).kind })
    },
  })
  const agent = defineAgent({ name: 'buyer', version: '1.0.0', operations: { relay } })
  const listening = await serve(agent, { authenticate: false }).listen({ port: 0 })
  ends.push(() => listening.close())
  const { outcome } = await connect(listening.url).call('relay', {})
  expect(outcome).toMatchObject({ kind: 'completed', payload: { value: { kind } } })
  expect(seen.map(({ subject }) => subject)).toEqual(subjects)
})

test('a client of the 3.2 profile is understood by a server of it, and by no other', async () => {
  const { url } = await listen({ contractOptions: { adcp: { requestSigning: { profile: '3.2' } } } })
  const kindOf = async (profile: '3.1' | '3.2') => {
    const { outcome } = await connect(url, { sign: { ...sign, profile }, contract: 'adcp' }).call(
      'create_media_buy',
      {},
    )
    return outcome.kind
  }
  expect(await kindOf('3.2')).toBe('completed')
  expect(await kindOf('3.1')).toBe('failed')
})

/** Sends a request as it is written, and returns the head of the answer. */
function raw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connectSocket(Number(port), hostname, () => socket.write(text))
    let head = ''
    socket.on('data', chunk => {
      head += chunk.toString('latin1')
      if (!head.includes('\r\n\r\n')) return
      socket.destroy()
      resolve(head.slice(0, head.indexOf('\r\n\r\n')))
    })
    socket.on('error', reject)
  })
}

describe('on the wire', () => {
  const body = '{"budget":1}'
  const path = '/adcp/create_media_buy'

  async function signedLines(url: string, target = path) {
    const message = {
      method: 'POST',
      url: `${url}${target}`,
      contentType: 'application/json',
      body: new TextEncoder().encode(body),
    }
    const headers = await signMessage(message, requestProfile('3.1'), key.signer)
    return Object.entries({ 'content-type': 'application/json', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    )
  }

  const requestOf = (url: string, lines: readonly string[], host = new URL(url).host, target = path) =>
    [`POST ${target} HTTP/1.1`, `Host: ${host}`, `Content-Length: ${body.length}`, ...lines, '', body].join('\r\n')

  const codeIn = (head: string) => /www-authenticate: Signature error="([^"]+)"/i.exec(head)?.[1] ?? head.split(' ')[1]

  test('a header that is sent twice is not merged away', async () => {
    const { url, seen } = await listen()
    const lines = await signedLines(url)
    const double = (name: string, value?: string) => {
      const line = lines.find(one => one.startsWith(name)) ?? ''
      return [...lines, value === undefined ? line : `${name}: ${value}`]
    }
    const codes = []
    for (const doubled of [
      double('content-type'),
      double('content-type', 'text/plain'),
      double('content-digest'),
      double('signature-input'),
      double('signature:'.slice(0, -1), 'sig1=:AAAA:'),
    ]) {
      codes.push(codeIn(await raw(url, requestOf(url, doubled))))
    }
    expect(codes).toEqual(Array(5).fill('request_signature_header_malformed'))
    expect(seen).toEqual([])
    expect(codeIn(await raw(url, requestOf(url, lines)))).toBe('200')
  })

  test('another Host, path or query than the signed one is refused', async () => {
    const { url, seen } = await listen()
    const { port } = new URL(url)
    const codes = []
    for (const [host, target] of [
      [`other.example:${port}`, path],
      [`localhost:${port}`, path],
      [`127.0.0.1:${port}`, `${path}?x=1`],
      [`127.0.0.1:${port}`, '/adcp/update_media_buy'],
    ] as const) {
      codes.push(codeIn(await raw(url, requestOf(url, await signedLines(url), host, target))))
    }
    expect(codes).toEqual([
      'request_target_uri_malformed',
      'request_signature_invalid',
      'request_signature_invalid',
      'request_signature_invalid',
    ])
    expect(seen).toEqual([])
  })

  test('an absolute target is the one that Host names, or it is refused', async () => {
    const { url } = await listen()
    const { host, port } = new URL(url)
    const lines = await signedLines(url)
    const other = await raw(url, requestOf(url, lines, host, `http://other.example:${port}${path}`))
    expect(codeIn(other)).toBe('request_target_uri_malformed')
    expect(codeIn(await raw(url, requestOf(url, lines, host, `${url}${path}`)))).toBe('200')
  })
})

test('a refusal over MCP names no metadata of tokens next to its code', async () => {
  const authenticate = Object.assign(async () => undefined, { issuers: ['https://id.example'] })
  const { url } = await listen({ authenticate })
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'create_media_buy' } })
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const refused = async (more = {}) =>
    (await fetch(`${url}/mcp`, { method: 'POST', headers: { ...headers, ...more }, body })).headers.get(
      'www-authenticate',
    )
  expect(await refused()).toBe('Signature error="request_signature_required"')
  expect(await refused({ signature: 'x' })).toBe('Signature error="request_signature_header_malformed"')
})

describe('a refusal over MCP and A2A', () => {
  const rpc = (method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const call = { name: 'create_media_buy', arguments: {} }
  const message = {
    message: { messageId: 'm', role: 'ROLE_USER', parts: [{ data: { skill: call.name, parameters: {} } }] },
  }
  const push = { url: 'https://b.example/hook', authentication: { scheme: 'Bearer', credentials: 'x'.repeat(40) } }
  const withPush = { ...message, configuration: { taskPushNotificationConfig: push } }
  const registering = { ...call, name: 'update_media_buy', arguments: { push_notification_config: push } }

  test.each([
    ['a tool that must be signed', '/mcp', rpc('tools/call', call), {}, 'request_signature_required'],
    [
      'a tool with a wrong signature',
      '/mcp',
      rpc('tools/call', call),
      { signature: 'sig1=:AA:' },
      'request_signature_header_malformed',
    ],
    [
      'credentials for webhooks of a tool',
      '/mcp',
      rpc('tools/call', registering),
      { authorization: 'Bearer good' },
      'request_signature_required',
    ],
    ['a skill that must be signed', '/a2a', rpc('SendMessage', message), {}, 'request_signature_required'],
    [
      'a skill with a wrong signature',
      '/a2a',
      rpc('SendMessage', message),
      { 'signature-input': 'x' },
      'request_signature_header_malformed',
    ],
    [
      'credentials for webhooks of a skill',
      '/a2a',
      rpc('SendMessage', withPush),
      { authorization: 'Bearer good' },
      'request_signature_required',
    ],
    ['a method that must be signed', '/a2a', rpc('CancelTask', { id: 'tsk_1' }), {}, 'request_signature_required'],
    [
      'the same in the words of 0.3',
      '/a2a',
      rpc('tasks/cancel', { id: 'tsk_1' }),
      { 'a2a-version': '0.3' },
      'request_signature_required',
    ],
    ['the same method over MCP', '/mcp', rpc('tasks/cancel', { taskId: 'tsk_1' }), {}, 'request_signature_required'],
    ['the same method over HTTP+JSON', '/a2a/tasks/tsk_1:cancel', '{}', {}, 'request_signature_required'],
  ] as const)('is a 401 with one parameter: %s', async (_, path, body, headers, code) => {
    const authenticate = async (request: { headers: { get(name: string): string | null } }) =>
      request.headers.get('authorization') === 'Bearer good' ? { subject: 'b', tenant: '', roles: [] } : undefined
    const { url, seen } = await listen({
      authenticate: Object.assign(authenticate, { optional: true }),
      contractOptions: {
        adcp: {
          requestSigning: { requiredFor: ['create_media_buy'], protocolMethods: { requiredFor: ['tasks/cancel'] } },
        },
      },
    })
    const all = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'a2a-version': '1.0',
    }
    const envelope = path.startsWith('/a2a') ? '?envelope=adcp' : ''
    const response = await fetch(`${url}${path}${envelope}`, { method: 'POST', headers: { ...all, ...headers }, body })
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, `Signature error="${code}"`])
    expect(await response.text()).not.toContain(code)
    expect(seen).toEqual([])
  })
})

test('credentials for webhooks need a signature within the input of a tool that takes more than objects', async () => {
  const agent = defineAgent({
    name: 'seller',
    version: '1.0.0',
    operations: {
      sync_creatives: operation({
        title: 'Sync',
        async: true,
        effects: 'none',
        input: { type: ['object', 'null'] },
        handler: () => ({}),
      }),
    },
  })
  const server = serve(agent, {
    contract: 'adcp',
    mcp: { contract: 'adcp' },
    signing: { keys },
    authenticate: async () => ({ subject: 'b', tenant: '', roles: [] }),
    contractOptions: { adcp: { capabilities } },
  })
  const listening = await server.listen({ port: 0 })
  ends.push(() => listening.close())
  const authentication = { schemes: ['Bearer'], credentials: 'x1'.repeat(20) }
  const push_notification_config = { url: 'https://b.example/hook', operation_id: 'op-1', authentication }
  const params = { name: 'sync_creatives', arguments: { input: { push_notification_config } } }
  const response = await fetch(`${listening.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([
    401,
    'Signature error="request_signature_required"',
  ])
})
