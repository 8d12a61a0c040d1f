/** AdCP 3.1 keys over REST: one execution, its answer again, and the three refusals. */
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { Body, check, contract, defineAgent, httpWire, operation, refuse } from '../../src/index.ts'
import { type ServeOptions, serve } from '../../src/server/index.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const key = 'a-key-of-the-buyer-0001'

async function started(options: ServeOptions = {}) {
  const did: string[] = []
  const held = Promise.withResolvers<void>()
  const agent = defineAgent({
    name: 'seller',
    version: '1.0.0',
    operations: {
      create_media_buy: operation({
        title: 'Buy',
        route: 'POST /accounts/{account}/media-buys',
        input: z.object({ account: z.string(), how: z.string() }),
        async handler({ account, how }) {
          did.push(`${account} ${how}`)
          if (how === 'wait') await held.promise
          return how === 'fail' ? refuse('conflict', 'Taken.') : { media_buy_id: `mb-${did.length}` }
        },
      }),
    },
  })
  const listening = await serve(agent, { contract: 'adcp', authenticate: false, ...options }).listen({ port: 0 })
  closing.push(async () => {
    held.resolve()
    await listening.close()
  })
  /** Calls, and has the answer judged. */
  const buy = async (body: object, account = 'acme') => {
    const response = await fetch(`${listening.url}/accounts/${account}/media-buys`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    const headers = Object.fromEntries(response.headers)
    expect(check(contract('adcp'), httpWire({ status: response.status, headers, body: Body.ofText(text) }))).toEqual([])
    return { status: response.status, headers, json: JSON.parse(text) }
  }
  return { did, buy, release: () => held.resolve() }
}

test('a key in the body runs once; its repeat is marked as replayed and has a context of its own', async () => {
  const { buy, did } = await started()
  const first = await buy({ how: 'buy', idempotency_key: key, context: { n: 1 } })
  const second = await buy({ how: 'buy', idempotency_key: key, context: { n: 2 } })
  expect([first.status, second.status]).toEqual([200, 200])
  expect(first.json.replayed ?? false).toBe(false)
  expect(second.json).toMatchObject({ media_buy_id: 'mb-1', replayed: true, context: { n: 2 } })
  expect(did).toEqual(['acme buy'])
})

test('a key with another body, or for another path, is IDEMPOTENCY_CONFLICT and tells nothing', async () => {
  const { buy, did } = await started()
  await buy({ how: 'buy', idempotency_key: key })
  for (const answer of [
    await buy({ how: 'other', idempotency_key: key }),
    await buy({ how: 'buy', idempotency_key: key }, 'zeta'),
    await buy({ how: 'buy', idempotency_key: key, ext: { note: 'x' } }),
  ]) {
    expect(answer.status).toBe(409)
    const { adcp_error: error } = answer.json
    expect(error).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' })
    expect(error).not.toHaveProperty('field')
    expect(error).not.toHaveProperty('details')
  }
  expect(did).toEqual(['acme buy'])
})

test('a key that is being worked on is IDEMPOTENCY_IN_FLIGHT with when to ask again', async () => {
  const { buy, did, release } = await started()
  const first = buy({ how: 'wait', idempotency_key: key })
  await expect.poll(() => did.length).toBe(1)
  const second = await buy({ how: 'wait', idempotency_key: key })
  expect(second.status).toBe(409)
  expect(second.json.adcp_error).toMatchObject({ code: 'IDEMPOTENCY_IN_FLIGHT', recovery: 'transient' })
  expect(second.json.adcp_error.retry_after).toBeGreaterThan(0)
  expect(second.headers['retry-after']).toMatch(/^\d+$/)
  release()
  expect((await first).json).toMatchObject({ media_buy_id: 'mb-1' })
  expect((await buy({ how: 'wait', idempotency_key: key })).json).toMatchObject({ replayed: true })
})

test('a key whose time is over is replayed for a minute more, then IDEMPOTENCY_EXPIRED, and nothing is done', async () => {
  let now = Date.now()
  const { buy, did } = await started({ now: () => now, keyTtlMs: 60_000 })
  await buy({ how: 'buy', idempotency_key: key })
  now += 60_000 + 59_999
  expect((await buy({ how: 'buy', idempotency_key: key })).json).toMatchObject({ replayed: true })
  now += 1
  const late = await buy({ how: 'buy', idempotency_key: key })
  expect([late.status, late.json.adcp_error.code]).toEqual([409, 'IDEMPOTENCY_EXPIRED'])
  expect(did).toHaveLength(1)
})

test('only success is stored: after an error the same key runs again', async () => {
  const { buy, did } = await started()
  for (let n = 0; n < 2; n++) {
    const answer = await buy({ how: 'fail', idempotency_key: key })
    expect([answer.status, answer.json.replayed ?? false]).toEqual([409, false])
  }
  expect(did).toEqual(['acme fail', 'acme fail'])
})

test('a key that is too short is refused where it stands', async () => {
  const { buy, did } = await started()
  const answer = await buy({ how: 'buy', idempotency_key: 'short' })
  expect(answer.json.adcp_error).toMatchObject({ code: 'INVALID_REQUEST', field: 'idempotency_key' })
  expect(did).toEqual([])
})

test('a call with effects and no key is INVALID_REQUEST at the place of the key, and nothing is done', async () => {
  const { buy, did } = await started()
  const answer = await buy({ how: 'buy' })
  expect([answer.status, answer.json.adcp_error.code]).toEqual([422, 'INVALID_REQUEST'])
  expect(answer.json.adcp_error.issues[0].pointer).toBe('/idempotency_key')
  expect(did).toEqual([])
})

test('a pinned version that is not served is VERSION_UNSUPPORTED and tells which are; a later minor is served', async () => {
  const { buy, did } = await started()
  const refused = await buy({ how: 'buy', idempotency_key: key, adcp_version: '2.5' })
  expect(refused.json.adcp_error).toMatchObject({
    code: 'VERSION_UNSUPPORTED',
    details: { supported_versions: ['3.1-beta.3', '3.1', '3.2-beta.5'], supported_majors: [3] },
  })
  expect(did).toEqual([])
  const served = await buy({ how: 'buy', idempotency_key: key, adcp_version: '3.4' })
  expect(served.json).toMatchObject({ status: 'completed', adcp_version: '3.1' })
})
