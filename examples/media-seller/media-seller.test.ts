import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Body, check, contract, httpWire } from '../../src/index.ts'
import { type Listening, serve } from '../../src/server/index.ts'
import { verifyAdcpHmac } from '../../src/webhooks/index.ts'
import { mediaSeller } from './agent.ts'
import { byToken, people } from './buyers.ts'
import { Catalogue, readInventory } from './catalogue.ts'
import { type More, mcpStdio, type Way, ways } from './ways.ts'

const credentials = 'a-secret-of-the-buyer-that-is-long-enough'

let server: Listening
/** Reservations wait here until a test lets them through. */
let reserving = Promise.withResolvers<void>()
let hooks: { url: string; came: { headers: Record<string, unknown>; body: Buffer }[]; close(): void }

beforeAll(async () => {
  server = await serve(mediaSeller({ reserve: () => reserving.promise, patienceMs: 1500 }), {
    contract: 'adcp',
    contractOptions: { adcp: { supportedProtocols: ['media_buy'] } },
    authenticate: byToken({ 'acme-token': people.acme, 'zeta-token': people.zeta, 'boss-token': people.boss }),
    webhooks: { allowLoopback: true },
  }).listen({ port: 0 })
  const came: typeof hooks.came = []
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    came.push({ headers: request.headers, body: Buffer.concat(chunks) })
    response.writeHead(204).end()
  })
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  hooks = { url: `http://127.0.0.1:${port}/`, came, close: () => receiver.close() }
})
afterAll(async () => {
  reserving.resolve()
  for (const way of ways) await way.close?.()
  await server.close()
  hooks.close()
})

/** Numbers that no double holds, odd white space, odd escapes, a key that is dangerous to copy. */
const odd = '{ "big": 12345678901234567890.10,\t"e":1E+2, "text": "\\u0041 \\/ 日本", "__proto__": {"x": [ ]} }'

const end_time = '2027-06-30T00:00:00Z'
const radio = { product_id: 'orbit-radio-day', budget: 500 }
const boards = { product_id: 'station-boards-main', budget: 9000 }

/** Calls, and has the answer judged: no example of ours may break the contract. */
function caller(way: Way) {
  return async (task: string, given: object | string = {}, more: More = {}) => {
    const text = typeof given === 'string' ? given : JSON.stringify(given)
    const called = await way.call(server.url, task, text, more)
    expect(called.findings).toEqual([])
    return called
  }
}

const keyed = (given: object) => ({ idempotency_key: crypto.randomUUID(), ...given })

/** What whoever may approve does in the inbox, over REST whichever way the buyer came. */
async function decide(action: string, decision: string): Promise<void> {
  const headers = { authorization: 'Bearer boss-token', 'content-type': 'application/json' }
  const inbox = await fetch(`${server.url}/approvals?state=open`, { headers })
  const { rows } = (await inbox.json()) as { rows: { id: string; action: string }[] }
  const id = rows.find(each => each.action === action)?.id
  const decided = await fetch(`${server.url}/approvals/${id}:decide`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ decision }),
  })
  expect(decided.status).toBe(200)
}

describe.each(ways)('over $name', way => {
  const call = caller(way)
  const buy = async (...packages: object[]) =>
    (await call('create_media_buy', keyed({ packages, end_time }))).json as Record<string, string>

  test('it says what it can do', async () => {
    const { json } = await call('get_adcp_capabilities')
    expect(json).toMatchObject({
      status: 'completed',
      supported_protocols: ['media_buy'],
      adcp: {
        supported_versions: ['3.1-beta.3', '3.1', '3.2-beta.5'],
        idempotency: { supported: true, replay_ttl_seconds: 86_400 },
      },
    })
  })

  test('products are found by a brief and by filters', async () => {
    const { json } = await call('get_products', {
      brief: 'hiking and travel',
      filters: { delivery_type: 'guaranteed' },
    })
    const ids = json.products.map(({ product_id }: { product_id: string }) => product_id)
    expect(ids).toContain('trailhead-weekend-push')
    expect(ids).not.toContain('trailhead-maps-banner')
    const all = await call('get_products')
    expect(all.json.products).toHaveLength(30)
    expect(all.json.cache_scope).toBe('public')
    expect(all.json.products[0]).toMatchObject({
      publisher_properties: [{ publisher_domain: 'harbour.example', selection_type: 'all' }],
      format_ids: [{ id: 'display_300x250' }],
      reporting_capabilities: { available_metrics: ['impressions', 'spend'] },
    })
    expect((await call('get_products', { brief: 'submarines' })).json.products).toEqual([])
  })

  test('a media buy is made, looked at, changed and ended; its own state is media_buy_status', async () => {
    const made = await buy(radio)
    expect(made).toMatchObject({ status: 'completed', media_buy_status: 'active', revision: 1 })
    const { media_buy_id } = made
    const seen = await call('get_media_buys', { media_buy_ids: [media_buy_id] })
    expect(seen.json.media_buys).toMatchObject([{ media_buy_id, packages: [{ ...radio, currency: 'EUR' }] }])
    expect(seen.json.media_buys).toMatchObject([{ status: 'active', currency: 'EUR', total_budget: 500 }])
    expect(made).toMatchObject({ confirmed_at: expect.any(String), currency: 'EUR', total_budget: 500 })
    const update = (given: object) => call('update_media_buy', keyed({ media_buy_id, ...given }))
    const package_id = seen.json.media_buys[0].packages[0].package_id
    const changed = await update({ paused: true, packages: [{ package_id, budget: 800 }], revision: 1 })
    expect(changed.json).toMatchObject({ media_buy_status: 'paused', revision: 2, packages: [{ budget: 800 }] })
    expect((await update({ canceled: true, revision: 1 })).json.adcp_error.code).toBe('CONFLICT')
    expect((await update({ canceled: true })).json).toMatchObject({ status: 'completed', media_buy_status: 'canceled' })
    expect((await update({ paused: false })).json.adcp_error.code).toBe('INVALID_STATE')
  })

  test('a change is refused that would end a media buy before it starts', async () => {
    const { media_buy_id } = await buy(radio)
    const update = async (given: object) => (await call('update_media_buy', keyed({ media_buy_id, ...given }))).json
    const refused = (field: string) => ({ status: 'failed', adcp_error: { code: 'INVALID_REQUEST', field } })
    expect(await update({ end_time: '2020-01-01T00:00:00Z' })).toMatchObject(refused('end_time'))
    expect(await update({ start_time: '2027-07-01T00:00:00Z' })).toMatchObject(refused('start_time'))
    expect(await update({ start_time: end_time, end_time })).toMatchObject(refused('end_time'))
    const later = { start_time: '2027-07-01T00:00:00Z', end_time: '2027-07-31T00:00:00Z' }
    expect(await update(later)).toMatchObject({ status: 'completed', revision: 2 })
    const seen = await call('get_media_buys', { media_buy_ids: [media_buy_id] })
    expect(seen.json.media_buys).toMatchObject([later])
  })

  test.each([
    ['no packages', {}, 'VALIDATION_ERROR', 'packages'],
    [
      'a product that is not there',
      { packages: [{ ...radio, product_id: 'x' }] },
      'PRODUCT_NOT_FOUND',
      'packages[0].product_id',
    ],
    ['too small a budget', { packages: [radio, { ...boards, budget: 10 }] }, 'BUDGET_TOO_LOW', 'packages[1].budget'],
    [
      'an end before its start',
      { packages: [radio], start_time: '2027-07-01T00:00:00Z' },
      'INVALID_REQUEST',
      'end_time',
    ],
    ['no key', { packages: [radio], idempotency_key: undefined }, 'INVALID_REQUEST', 'idempotency_key'],
    ['a version that is not served', { packages: [radio], adcp_version: '2.5' }, 'VERSION_UNSUPPORTED', undefined],
  ])('a purchase with %s is refused at its place, in both layers', async (_, given, code, field) => {
    const { json, text } = await call('create_media_buy', { ...keyed({ end_time, context: { n: 7 } }), ...given })
    expect(['failed', 'rejected']).toContain(json.status)
    expect(json).toMatchObject({ adcp_error: { code }, errors: [{ code, severity: 'error' }], context: { n: 7 } })
    expect(json.adcp_error.field).toBe(field)
    if (code === 'VERSION_UNSUPPORTED') expect(text).toContain('"supported_versions":["3.1-beta.3","3.1","3.2-beta.5"]')
  })

  test("another buyer's media buy is like one that is not there", async () => {
    const { media_buy_id } = await buy(radio)
    const told = async (id: string | undefined) => {
      const { json } = await call('get_media_buys', { media_buy_ids: [id] }, { token: 'zeta-token' })
      return [json.adcp_error, json.errors]
    }
    expect(await told(media_buy_id)).toMatchObject([{ code: 'MEDIA_BUY_NOT_FOUND' }, [{}]])
    expect(await told(media_buy_id)).toEqual(await told('mb_none'))
  })

  test('a purchase without an end is asked for it, and goes through when it is answered', async () => {
    const given = { packages: [radio], idempotency_key: crypto.randomUUID() }
    const asked = await call('create_media_buy', given)
    expect(asked.json).toMatchObject({ status: 'input-required', message: 'Until when should it run?' })
    const made = await call('create_media_buy', { ...given, end_time })
    expect(made.json).toMatchObject({ status: 'completed', media_buy_status: 'active' })
  })

  test('above the threshold somebody has to approve; then the same call goes through, once', async () => {
    const budget = 25_000 + Math.ceil(Math.random() * 1_000_000)
    const given = keyed({ packages: [{ ...radio, budget }], end_time })
    const asked = await call('create_media_buy', given)
    const action = `Spend ${budget} EUR`
    expect(asked.json).toMatchObject({
      status: 'input-required',
      errors: [{ code: 'APPROVAL_REQUIRED', message: action, severity: 'warning' }],
    })
    expect(asked.json).not.toHaveProperty('adcp_error')
    const approvalTokens = [asked.json.errors[0].details.approval_token as string]
    expect((await call('create_media_buy', given, { approvalTokens })).json.status).toBe('input-required')
    await decide(action, 'approve')
    const made = await call('create_media_buy', given, { approvalTokens })
    expect(made.json).toMatchObject({ status: 'completed', packages: [{ budget }] })
    expect((await call('create_media_buy', given, { approvalTokens })).json).toMatchObject({
      replayed: true,
      media_buy_id: made.json.media_buy_id,
    })
    const other = { ...given, idempotency_key: crypto.randomUUID() }
    const again = await call('create_media_buy', other, { approvalTokens })
    // What is approved on its task needs no token: another task is asked about anew.
    if (way.isTask) expect(again.json.status).toBe('input-required')
    else expect(again.json.adcp_error.code).toBe('PERMISSION_DENIED')
  })

  test('guaranteed inventory is submitted, and followed to its end by asking and by webhook', async () => {
    reserving = Promise.withResolvers()
    const operation_id = `op-${way.name.replaceAll(' ', '-')}`
    const push_notification_config = {
      url: hooks.url,
      operation_id,
      token: 'a-token-that-comes-back',
      authentication: { schemes: ['HMAC-SHA256'], credentials },
    }
    const given = JSON.stringify(
      keyed({ packages: [boards], end_time, context_id: 'ctx_boards', push_notification_config }),
    )
    const submitted = await call('create_media_buy', `${given.slice(0, -1)},"context":${odd}}`, { atOnce: true })
    const { task_id } = submitted.json
    // A task of A2A's is at work as soon as it is there, and has its own word for what was registered.
    expect(submitted.json).toMatchObject(
      way.isTask
        ? { status: expect.stringMatching(/^(submitted|working)$/), context_id: 'ctx_boards' }
        : { status: 'submitted', context_id: 'ctx_boards', push_notification_config },
    )
    const asked = async (more = {}) => call('tasks/get', { task_id, ...more })
    await expect
      .poll(async () => (await asked()).json)
      .toMatchObject({
        status: 'working',
        task_type: 'create_media_buy',
        protocol: 'media-buy',
        has_webhook: true,
        progress: { percentage: 0, current_step: 'reserving Main hall boards, twelve screens' },
      })
    expect((await call('tasks/get', { task_id }, { token: 'zeta-token' })).json.adcp_error.code).toBe(
      'REFERENCE_NOT_FOUND',
    )
    reserving.resolve()
    await expect.poll(async () => (await asked()).json.status).toBe('completed')
    const ended = await asked({ include_result: true, include_history: true })
    expect(ended.json.result).toMatchObject({ media_buy_status: 'active', packages: [boards] })
    expect(ended.text).not.toContain(credentials)
    const listed = await call('tasks/list', { filters: { status: 'completed', has_webhook: true } })
    expect(listed.json.tasks.map((task: { task_id: string }) => task.task_id)).toContain(task_id)
    const mine = () => hooks.came.filter(({ body }) => body.includes(task_id))
    await expect.poll(() => mine().length).toBe(1)
    const [came = { headers: {}, body: Buffer.from('') }] = mine()
    expect(
      verifyAdcpHmac({ ...(came as { headers: Record<string, string>; body: Buffer }), secrets: [credentials] }),
    ).toMatchObject({
      ok: true,
      value: { operation_id, status: 'completed', context_id: 'ctx_boards', result: { revision: 1 } },
    })
    if (way.isVerbatim) expect(came.body.toString()).toContain(`"context":${odd}`)
    else expect(JSON.parse(came.body.toString()).context).toEqual(JSON.parse(odd))
    const wire = httpWire({ method: 'POST', body: Body.ofBytes(came.body) })
    expect(check(contract('adcp'), wire, { message: 'webhook' })).toEqual([])
  })

  test('no webhook tells of what was answered at once', async () => {
    const push_notification_config = { url: hooks.url, authentication: { schemes: ['Bearer'], credentials } }
    const { json } = await call('create_media_buy', keyed({ packages: [radio], end_time, push_notification_config }))
    expect(json.status).toBe('completed')
    expect(hooks.came.filter(({ body }) => body.includes(json.media_buy_id))).toEqual([])
  })

  test('a key is done once: its repeat is replayed, another body is a conflict', async () => {
    const given = { packages: [radio], end_time, idempotency_key: crypto.randomUUID() }
    const first = await call('create_media_buy', { ...given, context: { n: 1 } })
    const again = await call('create_media_buy', { ...given, context: { n: 2 } })
    expect(again.json).toMatchObject({ replayed: true, media_buy_id: first.json.media_buy_id, context: { n: 2 } })
    const other = await call('create_media_buy', { ...given, packages: [{ ...radio, budget: 700 }] })
    expect(other.json.adcp_error).toEqual({
      code: 'IDEMPOTENCY_CONFLICT',
      message: 'This idempotency key was used for another request.',
      recovery: 'correctable',
    })
  })

  test('a context comes back, in its own spelling where the bytes are ours, and a conversation is kept', async () => {
    const { text, json } = await call('get_products', `{"brief":"hiking","context":${odd}}`)
    if (way.isVerbatim) expect(text.replaceAll('\\"', '"')).toContain(odd.replaceAll('\\"', '"'))
    expect(json.context).toEqual(JSON.parse(odd))
    expect(json.context_id).toMatch(/^ctx_/)
    const next = await call('get_products', { context_id: json.context_id })
    expect(next.json.context_id).toBe(json.context_id)
    expect(next.json).not.toHaveProperty('context')
  })
})

test('every way tells the same: extraction gives back one outcome', async () => {
  const calls: [string, object][] = [
    ['get_products', { brief: 'hiking' }],
    ['get_media_buys', { media_buy_ids: ['mb_none'] }],
    ['create_media_buy', { packages: [radio] }],
    ['create_media_buy', { packages: [{ ...radio, budget: 0.5 }], end_time }],
  ]
  for (const [task, given] of calls) {
    const outcomes = await Promise.all(
      ways.map(async way => {
        const { outcome } = await caller(way)(task, keyed(given))
        // Which task it is, and what a carrier says of its server, is the carrier's own.
        const { task: _, extra: __, ...same } = outcome
        return same
      }),
    )
    for (const [index, outcome] of outcomes.entries()) expect(outcome, ways[index]?.name).toEqual(outcomes[0])
  }
})

test('an inventory of yours is sold, and its ids are used first', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'inventory-')), 'inventory.json')
  const product = {
    product_id: 'storyboard-ctv',
    name: 'CTV',
    description: 'Whatever a storyboard asks for.',
    publisher_properties: [{ publisher_domain: 'acme.example', selection_type: 'all' }],
    delivery_type: 'non_guaranteed',
    pricing_options: [{ pricing_option_id: 'usd', pricing_model: 'cpm', currency: 'USD', floor_price: 5 }],
    reporting_capabilities: {},
    unheard_of: true,
  }
  writeFileSync(file, JSON.stringify({ products: [product], media_buy_ids: ['mb_storyboard_1'] }))
  const { products, media_buy_ids } = readInventory(file)
  const seller = mediaSeller({ catalogue: new Catalogue(products), mediaBuyIds: media_buy_ids })
  const own = await serve(seller, { contract: 'adcp' }).listen({ port: 0 })
  const post = async (task: string, given: object) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(given) }
    return (await fetch(`${own.url}/${task}`, init)).json()
  }
  expect((await post('get_products', {})).products).toMatchObject([{ product_id: 'storyboard-ctv', unheard_of: true }])
  const packages = [{ product_id: 'storyboard-ctv', budget: 10 }]
  expect(await post('create_media_buy', keyed({ packages, end_time }))).toMatchObject({
    media_buy_id: 'mb_storyboard_1',
    currency: 'USD',
    packages: [{ pricing_option_id: 'usd' }],
  })
  await own.close()
})

test('over the pipes of `replywire mcp` it sells, asks, submits and keeps what it sold', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'media-seller-'))
  const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  const args = [here('../../src/cli/main.ts'), 'mcp', here('./seller.ts')]
  const way = mcpStdio(process.execPath, args, cwd)
  const call = caller(way)
  expect((await call('get_adcp_capabilities')).json.supported_protocols).toEqual(['media_buy'])
  const made = await call('create_media_buy', keyed({ packages: [radio], end_time, context: { n: 1 } }))
  expect(made.json).toMatchObject({ status: 'completed', media_buy_status: 'active', context: { n: 1 } })
  expect((await call('create_media_buy', keyed({ packages: [radio] }))).json.status).toBe('input-required')
  const { json } = await call('create_media_buy', keyed({ packages: [boards], end_time }))
  expect(json.status).toBe('submitted')
  const { task_id } = json
  await expect.poll(async () => (await call('tasks/get', { task_id })).json.status).toBe('completed')
  await way.close?.()
  const again = mcpStdio(process.execPath, args, cwd)
  const kept = await caller(again)('get_media_buys', {})
  expect(kept.json.media_buys).toHaveLength(2)
  await again.close?.()
  rmSync(cwd, { recursive: true })
})
