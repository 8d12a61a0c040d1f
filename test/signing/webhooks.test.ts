/** Signed webhooks: from a registration without credentials to a receiver that verifies, and what it refuses. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { connect } from '../../src/client/connect.ts'
import { webhookProfile } from '../../src/contracts/adcp/signing/profiles.ts'
import { serve } from '../../src/server/serve.ts'
import type { ServeOptions } from '../../src/server/server-context.ts'
import { openStore } from '../../src/store/open.ts'
import {
  memoryNonces,
  type NonceCache,
  type VerifiedPost,
  verifyAdcpHmac,
  verifyBearer,
  verifySigned,
} from '../../src/webhooks/index.ts'
import { signMessage } from '../../src/wire/signature/sign-message.ts'
import { capabilities, seller } from './agent.ts'
import { directory, newKey } from './keys.ts'

const agentUrl = 'https://seller.example/agent'
const key = await newKey('seller-1')
const keys = directory(agentUrl, [key.jwk])
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

interface Arrived {
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
  readonly verified: VerifiedPost
}

/** A receiver that verifies what comes, and refuses the first so many. */
async function receiver({ refuses = 0, path = '/hook', nonces = memoryNonces() as NonceCache } = {}) {
  const arrived: Arrived[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const { headersDistinct: headers, headers: flat } = request
    const { host = '' } = flat
    const url = `http://${host}${request.url}`
    const verified = await verifySigned({ headers, body, url, authority: host, keys, signer: agentUrl, nonces })
    arrived.push({ headers: flat, body, verified })
    response.writeHead(arrived.length > refuses ? 200 : 503).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  ends.push(async () => server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}${path}`, arrived }
}

const options: ServeOptions = {
  contract: 'adcp',
  signing: { signer: key.signer },
  contractOptions: { adcp: { capabilities } },
  authenticate: async () => ({ subject: 'buyer', tenant: '', roles: [] }),
  webhooks: {
    allowLoopback: true,
    schedule: { attempts: 5, baseMs: 10, factor: 1, capMs: 10, jitter: 0, horizonMs: 60_000 },
  },
}

async function listen(more: ServeOptions = {}) {
  const listening = await serve(seller(), { ...options, ...more }).listen({ port: 0 })
  ends.push(() => listening.close())
  return listening.url
}

let lastKey = 0
/** Begins a task and registers for its news. */
async function begin(url: string, config: object) {
  const body = JSON.stringify({ push_notification_config: config, idempotency_key: `key-0123456789-${++lastKey}` })
  const response = await fetch(`${url}/adcp/sync_creatives`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return {
    status: response.status,
    body: (await response.json()) as { status: string; errors?: { message: string }[] },
  }
}

describe('a registration without credentials', () => {
  test('gets webhooks that are signed with the key of the server', async () => {
    const { url, arrived } = await receiver({ path: '/hook/a%2fb?x=1&y' })
    expect((await begin(await listen(), { url, operation_id: 'op_1' })).body.status).toBe('submitted')
    await expect.poll(() => arrived.length).toBe(1)
    const [{ verified, headers } = {} as Arrived] = arrived
    expect(verified).toMatchObject({
      ok: true,
      signer: agentUrl,
      keyid: 'seller-1',
      value: { operation_id: 'op_1', status: 'completed' },
    })
    expect(headers['signature-input']).toMatch(
      /^sig1=\("@method" "@target-uri" "@authority" "content-type" "content-digest"\);created=\d+;expires=\d+;nonce="[\w-]{22}";keyid="seller-1";alg="ed25519";tag="adcp\/webhook-signing\/v1"$/,
    )
    expect(headers.signature).toMatch(/^sig1=:[\w-]{86}:$/)
    expect([headers.authorization, headers['x-adcp-signature']]).toEqual([undefined, undefined])
  })

  test('gets a new signature with every try, over the same bytes', async () => {
    const { url, arrived } = await receiver({ refuses: 2 })
    await begin(await listen(), { url })
    await expect.poll(() => arrived.length).toBe(3)
    const nonces = arrived.map(({ headers }) => /nonce="([^"]+)"/.exec(String(headers['signature-input']))?.[1])
    expect(new Set(nonces).size).toBe(3)
    expect(new Set(arrived.map(({ body }) => body.toString())).size).toBe(1)
    expect(arrived.map(({ verified }) => verified.ok)).toEqual([true, true, true])
  })

  test('is refused by a server without a key', async () => {
    const { url } = await receiver()
    const { status, body } = await begin(await listen({ signing: {} }), { url })
    expect(status).toBe(422)
    expect(JSON.stringify(body)).toContain('Expected how to authenticate: Bearer or HMAC-SHA256.')
  })

  test.each([
    ['http, by name', (url: string) => url, 'sync_creatives', '"operation_id":"op_1"'],
    ['http, by route', (url: string) => url, 'POST /adcp/sync_creatives', '"operation_id":"op_1"'],
    ['mcp', (url: string) => `mcp+${url}/mcp`, 'sync_creatives', '"operation_id":"op_1"'],
    ['a2a', (url: string) => `a2a+${url}`, 'sync_creatives', '"state":"TASK_STATE_COMPLETED"'],
  ])('arrives from the client over %s, with the context of the call', async (_, addressOf, operation, words) => {
    const { url: hook, arrived } = await receiver()
    const client = connect(addressOf(await listen({ mcp: { contract: 'adcp' } })), { contract: 'adcp' })
    ends.push(() => client.close())
    const push_notification_config = { url: hook, operation_id: 'op_1' }
    const { exchange } = await client.call(operation, { push_notification_config, context: { order: 'o-1' } })
    expect(exchange.context).toBe('{"order":"o-1"}')
    await expect.poll(() => arrived.map(({ body }) => body.toString()).join()).toContain(words)
    expect(arrived.map(({ verified }) => verified.ok)).not.toContain(false)
  })

  test('is signed over A2A too', async () => {
    const { url: hook, arrived } = await receiver()
    const url = await listen()
    const message = {
      messageId: 'm1',
      role: 'ROLE_USER',
      parts: [{ data: { skill: 'sync_creatives', parameters: { idempotency_key: 'key-0123456789-a2a' } } }],
    }
    const configuration = { taskPushNotificationConfig: { url: hook }, returnImmediately: true }
    await fetch(`${url}/a2a?envelope=adcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message, configuration } }),
    })
    await expect.poll(() => arrived.length).toBeGreaterThan(0)
    expect(arrived.every(({ verified }) => verified.ok)).toBe(true)
  })
})

describe('a registration with credentials', () => {
  const secret = 'a-secret-of-more-than-32-characters-1'

  test.each([
    ['HMAC-SHA256', (one: Arrived) => verifyAdcpHmac({ ...one, secrets: [secret] }).ok],
    ['Bearer', (one: Arrived) => verifyBearer({ ...one, tokens: [secret] }).ok],
  ])(
    'keeps %s, has no signature, and its webhook is a mode mismatch for a receiver of signatures',
    async (scheme, verify) => {
      const { url, arrived } = await receiver()
      await begin(await listen(), { url, authentication: { schemes: [scheme], credentials: secret } })
      await expect.poll(() => arrived.length).toBe(1)
      const [one = {} as Arrived] = arrived
      expect(verify(one)).toBe(true)
      expect([one.headers.signature, one.headers['signature-input']]).toEqual([undefined, undefined])
      expect(one.verified).toEqual({
        ok: false,
        problem: 'mode-mismatch',
        code: 'webhook_mode_mismatch',
        challenge: 'Signature error="webhook_mode_mismatch"',
      })
    },
  )

  test('refuses a signed webhook as a mode mismatch', async () => {
    const { url, arrived } = await receiver()
    await begin(await listen(), { url })
    await expect.poll(() => arrived.length).toBe(1)
    const [one = {} as Arrived] = arrived
    expect(verifyAdcpHmac({ ...one, secrets: [secret] })).toEqual({ ok: false, problem: 'mode-mismatch' })
    expect(verifyBearer({ ...one, tokens: [secret] })).toEqual({ ok: false, problem: 'mode-mismatch' })
    expect(verifyBearer({ headers: {}, body: '{}', tokens: [secret] })).toEqual({
      ok: false,
      problem: 'missing-header',
    })
  })
})

test('a process without a key leaves a signed webhook to those that have one', async () => {
  const { url: hook, arrived } = await receiver()
  const store = await openStore('sqlite::memory:')
  ends.push(() => store.close())
  let now = Date.now()
  const shared: ServeOptions = { store, secret: 'x1'.repeat(20), now: () => now }
  // It takes the call, and neither works nor sends: it is closed before.
  const taking = serve(seller(), { ...options, ...shared, worker: false })
  const body = JSON.stringify({ push_notification_config: { url: hook }, idempotency_key: 'key-0123456789-own' })
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  expect((await taking.fetch(new Request('http://x/adcp/sync_creatives', request))).status).toBe(202)
  await taking.close()
  const without = await serve(seller(), { ...options, ...shared, signing: {} }).listen({ port: 0 })
  const line = async () => (await store.do('listDeliveries', { tenant: '', limit: 9 }))[0]
  await expect.poll(async () => (await line())?.reason).toBe('no-signer')
  expect(await line()).toMatchObject({ state: 'waiting', attempt: 0, scheme: 'signature' })
  expect(arrived).toEqual([])
  await without.close()
  now += 60_000
  await listen(shared)
  await expect.poll(() => arrived.length).toBeGreaterThan(0)
})

describe('a signed body', () => {
  const url = 'https://buyer.example/hook'

  async function verified(body: string, more: { nonces?: NonceCache; maxBytes?: number; url?: string } = {}) {
    const message = { method: 'POST', url, contentType: 'application/json', body: new TextEncoder().encode(body) }
    const headers = { 'Content-Type': 'application/json', ...(await signMessage(message, webhookProfile, key.signer)) }
    return verifySigned({ headers, body, url, keys, signer: agentUrl, nonces: memoryNonces(), ...more })
  }

  test('that gives a key twice, or is no JSON, is malformed, and its nonce is used up', async () => {
    const malformed = {
      ok: false,
      problem: 'signature',
      code: 'webhook_body_malformed',
      challenge: 'Signature error="webhook_body_malformed"',
    }
    expect(await verified('{"a":{"b":1,"b":2}}')).toEqual(malformed)
    expect(await verified('no JSON')).toEqual(malformed)
    expect(await verified('{"a":1}')).toMatchObject({ ok: true, value: { a: 1 } })
    const bytes = new TextEncoder().encode('no JSON')
    const message = { method: 'POST', url, contentType: 'application/json', body: bytes }
    const headers = { 'content-type': 'application/json', ...(await signMessage(message, webhookProfile, key.signer)) }
    const again = { headers, body: bytes, url, keys, signer: agentUrl, nonces: memoryNonces() }
    expect(await verifySigned(again)).toEqual(malformed)
    expect(await verifySigned(again)).toMatchObject({ code: 'webhook_signature_replayed' })
  })

  test.each([undefined, ''])('of anyone is not verified: signer %j', async signer => {
    const message = { method: 'POST', url, contentType: 'application/json', body: new TextEncoder().encode('{}') }
    const headers = { 'content-type': 'application/json', ...(await signMessage(message, webhookProfile, key.signer)) }
    const post = { headers, body: '{}', url, keys, signer: signer as string, nonces: memoryNonces() }
    await expect(verifySigned(post)).rejects.toThrow('signer must be the URL of the agent that was called.')
  })

  test('that is too large is not looked at', async () => {
    expect(await verified('{"a":1}', { maxBytes: 3 })).toEqual({ ok: false, problem: 'too-large' })
  })

  test('of another endpoint, or of another agent, is refused', async () => {
    expect(await verified('{}', { url: `${url}/other` })).toMatchObject({ code: 'webhook_signature_invalid' })
    const message = { method: 'POST', url, contentType: 'application/json', body: new TextEncoder().encode('{}') }
    const headers = { 'content-type': 'application/json', ...(await signMessage(message, webhookProfile, key.signer)) }
    const other = { headers, body: '{}', url, keys, signer: 'https://other.example/agent', nonces: memoryNonces() }
    expect(await verifySigned(other)).toMatchObject({ ok: false, code: 'webhook_signature_key_unknown' })
  })

  test('without any credentials is malformed, and no mode mismatch', async () => {
    const bare = { headers: {}, body: '{}', url, keys, signer: agentUrl, nonces: memoryNonces() }
    expect(await verifySigned(bare)).toMatchObject({ problem: 'signature', code: 'webhook_signature_header_malformed' })
  })
})
