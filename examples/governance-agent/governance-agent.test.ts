/** A buyer, its governance agent and a seller, each with keys of their own, over real sockets. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { signRequest } from '../../src/client/sign-request.ts'
import { discoverKeys } from '../../src/contracts/adcp/governance/index.ts'
import { defineAgent, operation } from '../../src/index.ts'
import type { JsonObject } from '../../src/lib/json-value.ts'
import { changeKeyFile, newRingKey } from '../../src/runtime/key-ring.ts'
import { documentFetcher, type KeyRing, type Listening, openKeyRing, serve } from '../../src/server/index.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { memoryNonces, verifySigned } from '../../src/webhooks/index.ts'
import type { MessageSigner } from '../../src/wire/signature/signer.ts'
import { freePort } from '../../test/free-port.ts'
import { mediaSeller } from '../media-seller/agent.ts'
import { Book } from '../media-seller/book.ts'
import { signedSeller } from '../media-seller/signed.ts'
import { governanceAgent } from './agent.ts'

const folder = mkdtempSync(join(tmpdir(), 'replywire-governance-'))
const open: Listening[] = []
const book = new Book()
let store: Store
const url = { buyer: '', seller: '', governance: '' }
const fetchLocal = documentFetcher({ allowLoopback: true })

/** A key ring with one new key. */
async function ringFor(name: string, use: 'request-signing' | 'governance-signing') {
  const file = join(folder, `${name}.json`)
  const key = await newRingKey({ use, alg: 'EdDSA', kid: `${name}-1`, now: Date.now() })
  await changeKeyFile(file, async content => ({ content: { ...content, keys: [key] }, result: undefined }))
  return { file, ring: openKeyRing(file, { env: {} }) }
}

let sellerRing: KeyRing
let buyer: Awaited<ReturnType<typeof ringFor>>

beforeAll(async () => {
  const ports = { buyer: await freePort(), seller: await freePort(), governance: await freePort() }
  for (const name of ['buyer', 'seller', 'governance'] as const) url[name] = `http://127.0.0.1:${ports[name]}/mcp`
  buyer = await ringFor('buyer', 'request-signing')
  const seller = await ringFor('seller', 'request-signing')
  const governance = await ringFor('governance', 'governance-signing')
  store = await openStore('sqlite::memory:')

  const buying = defineAgent({
    name: 'buyer',
    version: '1.0.0',
    operations: {
      get_signals: operation({
        title: 'Look',
        effects: 'none',
        input: z.looseObject({}),
        handler: () => ({ signals: [] }),
      }),
    },
  })
  const publish = {
    ring: buyer.ring,
    agent: { url: url.buyer, type: 'buying', id: 'buyer' },
    others: [{ url: url.governance, type: 'governance', id: 'governance' }],
  }
  open.push(
    await serve(buying, { contract: 'adcp', authenticate: false, signing: { publish } }).listen({ port: ports.buyer }),
  )

  const plans = [{ plan_id: 'plan_1', buyer: url.buyer, budget: { total: 40_000, currency: 'EUR' } }]
  const governing = serve(governanceAgent({ ring: governance.ring, url: url.governance, plans }), {
    contract: 'adcp',
    signing: {
      keys: discoverKeys({ agents: [url.buyer], fetch: fetchLocal }),
      publish: { ring: governance.ring, agent: { url: url.governance, type: 'governance', id: 'governance' } },
    },
    contractOptions: {
      adcp: { supportedProtocols: ['governance'], requestSigning: { requiredFor: ['check_governance'] } },
    },
  })
  open.push(await governing.listen({ port: ports.governance }))

  sellerRing = seller.ring
  await startSeller(ports.seller)
})
/** A seller that knows nothing yet of what others have published. */
async function startSeller(port: number): Promise<void> {
  const options = await signedSeller({
    ring: sellerRing,
    url: url.seller,
    buyers: { [url.buyer]: { tenant: 'acme', brand: `${origin('buyer')}/.well-known/brand.json` } },
    allowLoopback: true,
    book,
  })
  const selling = serve(mediaSeller({ approvalAbove: 100_000, patienceMs: 300, book }), {
    ...options,
    store,
    worker: { pollMs: 20 },
  })
  open.push(await selling.listen({ port }))
}
afterAll(async () => {
  for (const listening of open) await listening.close()
  await store.close()
  book.close()
  rmSync(folder, { recursive: true })
})

const origin = (name: keyof typeof url) => new URL(url[name]).origin
let count = 0
const purchase = (budget: number, more: JsonObject = {}): JsonObject => ({
  idempotency_key: `governed-purchase-${String(++count).padStart(4, '0')}`,
  plan_id: 'plan_1',
  adcp_version: '3.2-beta.5',
  packages: [{ product_id: 'orbit-radio-day', budget }],
  end_time: '2035-06-30T00:00:00Z',
  ...more,
})

/** The answer to a signed call. What a token is bound to are the bytes that are sent here. */
async function call(name: 'seller' | 'governance', task: string, input: JsonObject, signer?: MessageSigner) {
  const signing = { signer: signer ?? (await buyer.ring.signer('request-signing')) }
  const address = `${origin(name)}/${task}`
  const headers = { 'content-type': 'application/json' }
  const init = await signRequest(signing, address, { method: 'POST', headers, body: JSON.stringify(input) })
  const response = await fetch(address, init)
  return { response, body: (await response.json()) as JsonObject }
}

/** What the governance agent says of a purchase. */
async function checked(payload: JsonObject, amount: number): Promise<JsonObject> {
  const { body } = await call('governance', 'check_governance', {
    idempotency_key: `governed-check-${String(++count).padStart(4, '0')}`,
    plan_id: 'plan_1',
    caller: url.buyer,
    tool: 'create_media_buy',
    payload,
    target_agent: url.seller,
    proposed_commitment: { amount, currency: 'EUR' },
  })
  return body
}

/** The code of an error, or the status of the task. */
const codeOf = ({ body: { adcp_error: error, status } }: { body: JsonObject }) => (error as JsonObject)?.code ?? status

/** What is remembered of the documents of others goes with the process. */
async function restartSeller(): Promise<void> {
  await open.pop()?.close()
  await startSeller(Number(new URL(url.seller).port))
}

describe('a buyer who signs', () => {
  test('buys a little without a token; without a signature nothing', async () => {
    expect(codeOf(await call('seller', 'create_media_buy', purchase(500)))).toBe('completed')
    const response = await fetch(`${origin('seller')}/create_media_buy`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(purchase(500)),
    })
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      'Signature error="request_signature_required"',
    ])
  })

  test('needs a token for more, and gets one within the plan', async () => {
    const large = purchase(20_000)
    expect(codeOf(await call('seller', 'create_media_buy', large))).toBe('PERMISSION_DENIED')
    const { verdict, governance_context: token } = await checked(large, 20_000)
    expect([verdict, typeof token]).toEqual(['approved', 'string'])
    const other = { ...large, packages: [{ product_id: 'orbit-radio-day', budget: 20_001 }], governance_context: token }
    expect(codeOf(await call('seller', 'create_media_buy', other as JsonObject))).toBe('PERMISSION_DENIED')
    expect(codeOf(await call('seller', 'create_media_buy', { ...large, governance_context: token as string }))).toBe(
      'completed',
    )
    expect(await checked(purchase(30_000), 30_000)).toMatchObject({ verdict: 'denied' })
  })

  test('needs a token for a change that makes a purchase as large, and none to spend less', async () => {
    const bought = await call('seller', 'create_media_buy', purchase(9000))
    const { media_buy_id, packages } = bought.body
    const [{ package_id }] = packages as [{ package_id: string }]
    const change = (budget: number): JsonObject => ({
      idempotency_key: `governed-change-${String(++count).padStart(6, '0')}`,
      adcp_version: '3.2-beta.5',
      media_buy_id: media_buy_id as string,
      packages: [{ package_id, budget }],
    })
    expect(codeOf(await call('seller', 'update_media_buy', change(100_000)))).toBe('PERMISSION_DENIED')
    expect(codeOf(await call('seller', 'update_media_buy', change(10_001)))).toBe('PERMISSION_DENIED')
    expect(codeOf(await call('seller', 'update_media_buy', change(10_000)))).toBe('completed')
    expect(codeOf(await call('seller', 'update_media_buy', change(8000)))).toBe('completed')
    // Nor is a purchase a change because it says so.
    const posing = purchase(20_000, { media_buy_id: media_buy_id as string })
    expect(codeOf(await call('seller', 'create_media_buy', posing))).toBe('PERMISSION_DENIED')
  })

  test('receives a webhook that the seller has signed', async () => {
    const got = Promise.withResolvers<{ headers: Record<string, string>; body: Buffer }>()
    const receiver = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', chunk => chunks.push(chunk))
      request.on('end', () => {
        response.writeHead(204).end()
        got.resolve({ headers: request.headers as Record<string, string>, body: Buffer.concat(chunks) })
      })
    })
    await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
    const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    const order = purchase(9000, {
      packages: [{ product_id: 'station-boards-main', budget: 9000 }],
      push_notification_config: { url: hook, operation_id: 'op-1' },
    })
    expect(codeOf(await call('seller', 'create_media_buy', order))).toBe('submitted')
    const { headers, body } = await got.promise
    const keys = discoverKeys({ agents: [url.seller], fetch: fetchLocal })
    const post = { method: 'POST', url: hook, headers, body, keys, nonces: memoryNonces(), signer: url.seller }
    expect(await verifySigned(post)).toMatchObject({ ok: true, value: { status: 'completed', operation_id: 'op-1' } })
    expect(
      await verifySigned({ ...post, body: Buffer.concat([body, Buffer.from(' ')]), nonces: memoryNonces() }),
    ).toMatchObject({
      ok: false,
    })
    receiver.closeAllConnections()
    await new Promise(resolve => receiver.close(resolve))
  })

  test('is refused with a token that was taken back, and with a key that was', async () => {
    const large = purchase(11_000)
    const { check_id, governance_context: token } = await checked(large, 11_000)
    const taken = await call('governance', 'revoke_check', {
      idempotency_key: 'governed-revocation-1',
      check_id: check_id as string,
    })
    expect(codeOf(taken)).toBe('completed')
    await restartSeller()
    const refused = await call('seller', 'create_media_buy', { ...large, governance_context: token as string })
    expect(codeOf(refused)).toBe('PERMISSION_DENIED')
    const [line] = (await store.do('listAudit', { tenant: 'acme', limit: 1 })).map(({ detail }) =>
      JSON.parse(new TextDecoder().decode(detail)),
    )
    expect(line.code).toBe('governance_token_revoked')

    // As somebody has it who has copied the key.
    const { current: _, ...old } = await buyer.ring.signer('request-signing')
    const next = await newRingKey({ use: 'request-signing', alg: 'ES256', kid: 'buyer-2', now: Date.now() })
    await changeKeyFile(buyer.file, async ({ keys, revokedTokens }) => ({
      content: { keys: [...keys.map(key => ({ ...key, revokedAt: Date.now() })), next], revokedTokens },
      result: undefined,
    }))
    await restartSeller()
    const { response } = await call('seller', 'create_media_buy', purchase(500), old)
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      'Signature error="request_signature_key_unknown"',
    ])
    expect(codeOf(await call('seller', 'create_media_buy', purchase(500)))).toBe('completed')
  })
})
