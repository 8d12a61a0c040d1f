/** `replywire listen --webhooks --signed-by`: webhooks under HTTP message signatures. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { webhookProfile } from '../../src/contracts/webhook-profile.ts'
import { openKeyRing } from '../../src/runtime/key-ring.ts'
import { serve } from '../../src/server/serve.ts'
import { signMessage } from '../../src/wire/signature/sign-message.ts'
import { callCli } from '../cli/call-cli.ts'
import { folder } from '../cli/run-cli.ts'
import { freePort } from '../free-port.ts'
import { seller } from '../signing/agent.ts'
import { newKey } from '../signing/keys.ts'
import { listen } from './start-listen.ts'

const signer = 'https://seller.example/agent'
const body = JSON.stringify({
  idempotency_key: 'evt_0123456789abcdef',
  operation_id: 'op_1',
  task_id: 'task_1',
  task_type: 'create_media_buy',
  status: 'working',
  timestamp: '2026-10-14T14:40:00Z',
})
const contentType = 'application/json'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A listener that knows one key, and what signs with it. */
async function start(...more: string[]) {
  const key = await newKey('seller-1')
  const cwd = folder({ 'keys.json': JSON.stringify({ keys: [key.jwk] }) })
  const words = ['--webhooks', '--signed-by', signer, '--key-set', 'keys.json', ...more]
  const { url, stop } = await listen(words, cwd)
  const signed = async (to: string, by = key) =>
    signMessage({ method: 'POST', url: to, contentType, body: Buffer.from(body) }, webhookProfile, by.signer, {
      now: Date.now(),
    })
  const post = async (path: string, headers: Record<string, string>, text = body) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': contentType, ...headers },
      body: text,
    })
    return [answer.status, answer.headers.get('www-authenticate')]
  }
  return { url, stop, signed, post }
}

const refused = (code: string) => [401, `Signature error="${code}"`]

test('a signed webhook is accepted once; whatever else is refused with its code', async () => {
  const { url, stop, signed, post } = await start()
  const headers = await signed(`${url}/hook?x=1`)
  expect(await post('/hook?x=1', headers)).toEqual([204, null])
  expect(await post('/hook?x=1', headers)).toEqual(refused('webhook_signature_replayed'))
  expect(await post('/hook?x=1', {})).toEqual(refused('webhook_signature_header_malformed'))
  expect(await post('/hook?x=1', { authorization: 'Bearer secret-1' })).toEqual(refused('webhook_mode_mismatch'))
  expect(await post('/other', await signed(`${url}/hook`))).toEqual(refused('webhook_signature_invalid'))
  expect(await post('/hook', await signed(`${url}/hook`), `${body} `)).toEqual(
    refused('webhook_signature_digest_mismatch'),
  )
  const stranger = await newKey('stranger-1')
  expect(await post('/hook', await signed(`${url}/hook`, stranger))).toEqual(refused('webhook_signature_key_unknown'))
  const { code, out } = await stop()
  expect(out).toMatch(/^✓ POST \/hook\?x=\S+ {2}204 {2}adcp@3\.1 {2}\d+ ms$/m)
  expect(out).toMatch(/^✗ POST \/other {2}401 {2}no contract {2}\d+ ms {2}webhook_signature_invalid$/m)
  expect(out).toMatch(/^7 exchanges: 6 with failures, 1 without$/m)
  expect(out).not.toContain('secret-1')
  expect(code).toBe(1)
})

test('the signature covers the URL that was registered, and no other that Host names', async () => {
  const { signed, post } = await start('--public-url', 'https://buyer.example/hooks/adcp')
  expect(await post('/anything', await signed('https://buyer.example/hooks/adcp'))).toEqual([204, null])
  expect(await post('/', await signed('https://other.example/hooks/adcp'))).toEqual(
    refused('webhook_signature_invalid'),
  )
})

test('the keys of an agent are found from its URL', async () => {
  const port = await freePort()
  const agentUrl = `http://127.0.0.1:${port}/mcp`
  const cwd = folder()
  await callCli(['keys', 'new', '--key-file', 'seller-keys.json'], { cwd })
  const path = join(cwd, 'seller-keys.json')
  const ring = openKeyRing(path, { env: {} })
  const listening = await serve(seller(), {
    contract: 'adcp',
    authenticate: async () => ({ subject: 'buyer', tenant: '', roles: [] }),
    signing: {
      signer: await ring.signer('request-signing'),
      publish: { ring, agent: { url: agentUrl, type: 'sales', id: 'seller' } },
    },
    webhooks: { allowLoopback: true },
  }).listen({ port })
  closing.push(() => listening.close())
  const { url, shown, stop } = await listen(['--webhooks', '--signed-by', agentUrl], folder())
  const sent = await fetch(`${listening.url}/adcp/sync_creatives`, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: JSON.stringify({
      push_notification_config: { url: `${url}/hook`, operation_id: 'op_1' },
      idempotency_key: 'key-0123456789-1',
    }),
  })
  expect(sent.status).toBe(202)
  await expect.poll(shown, { timeout: 20_000 }).toMatch(/^✓ POST \/hook {2}204 /m)
  expect((await stop()).code).toBe(0)
})

test.each([
  [['--signed-by', 'seller.example'], '--signed-by takes an address: http://… or https://….'],
  [['--signed-by', signer, '--public-url', 'x'], '--public-url takes an address: http://… or https://….'],
  [
    ['--signed-by', signer, '--hmac', 'a-secret-of-thirty-two-characters'],
    '--signed-by excludes --secret, --bearer and --hmac',
  ],
  [['--key-set', 'keys.json'], '--key-set and --public-url need --signed-by'],
  [['--signed-by', signer, '--key-set', 'keys.json'], 'keys.json: it is no key set'],
  [['--signed-by', signer, '--key-set', 'missing.json'], 'missing.json'],
])('%j is refused before it listens', async (words, expected) => {
  const cwd = folder()
  writeFileSync(join(cwd, 'keys.json'), '{"keys":[{}]}')
  const { code, err } = await callCli(['listen', '--webhooks', ...words], { cwd })
  expect(err).toContain(expected)
  expect(code).toBe(2)
})
