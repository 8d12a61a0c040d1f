/** Webhooks from a call to their receiver: registered, signed, in the right words, and nobody's but the caller's. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Authenticate } from '../../src/auth/index.ts'
import { type Agent, ask, defineAgent, operation, refuse, requireApproval } from '../../src/index.ts'
import { auditLine } from '../../src/runtime/audit.ts'
import { type ServeOptions, serve } from '../../src/server/index.ts'
import { openStore } from '../../src/store/open.ts'
import { verifyAdcpHmac, verifyBearer, verifyStandard } from '../../src/webhooks/index.ts'
import { type Receiver, startReceiver } from '../faults/receivers.ts'
import { filesIn } from '../files-in.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'replywire-webhooks-'))
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const credentials = 'these-are-the-credentials-of-the-receiver'
const standard = `whsec_${Buffer.from('a secret of the receiver, thirty-two').toString('base64')}`

const agent = defineAgent({
  name: 'seller',
  version: '1.0.0',
  operations: {
    create_media_buy: operation({
      title: 'Buy',
      route: 'POST /media-buys',
      async: true,
      retry: { attempts: 1 },
      input: z.looseObject({ how: z.string() }),
      async handler({ how }, context) {
        if (how === 'ask') return ask([{ name: 'budget', question: 'How much?' }])
        if (how === 'fail') return refuse('conflict', 'Taken.')
        if (how === 'wait') await new Promise(resolve => context.signal.addEventListener('abort', resolve))
        return { media_buy_id: 'mb-1' }
      },
    }),
  },
})

const believed: Authenticate = async request => {
  const [subject = '', tenant = '', ...roles] = (request.headers.get('x-me') ?? '').split('/')
  return subject === '' ? undefined : { subject, tenant, roles }
}

async function received(): Promise<Receiver> {
  const receiver = await startReceiver(() => 204)
  closing.push(() => receiver.close())
  return receiver
}

async function started(options: ServeOptions = {}, served: Agent = agent) {
  const lines: string[] = []
  const say = (fields: object, message: string) => lines.push(JSON.stringify(fields) + message)
  const server = await serve(served, {
    contract: 'adcp',
    authenticate: believed,
    log: { info: say, warn: say },
    ...options,
    webhooks: { allowLoopback: true, ...options.webhooks },
  }).listen({ port: 0 })
  closing.push(() => server.close())
  const call = async (method: string, path: string, body?: object, me = 'ann/north') => {
    const response = await fetch(server.url + path, {
      method,
      headers: { 'x-me': me, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, text, json: JSON.parse(text) }
  }
  const buy = (how: string, push?: object, me?: string) =>
    call('POST', '/media-buys', { how, ...(push === undefined ? {} : { push_notification_config: push }) }, me)
  return { call, buy, lines }
}

const to = ({ url }: Receiver, scheme = 'HMAC-SHA256') => ({
  url,
  operation_id: 'op-7',
  token: 'a-token-that-comes-back',
  authentication: { schemes: [scheme], credentials },
})

describe('a receiver that an AdCP call registers', () => {
  test.each(['completed', 'failed', 'input-required', 'canceled'])(
    'hears of %s, signed, in a payload that validates',
    async status => {
      const receiver = await received()
      const { buy, call } = await started()
      const how = { completed: 'buy', failed: 'fail', 'input-required': 'ask', canceled: 'wait' }[status] ?? ''
      const accepted = await buy(how, to(receiver))
      expect([accepted.status, accepted.json.status]).toEqual([202, 'submitted'])
      const id = accepted.json.task_id
      if (status === 'canceled') await call('POST', `/operations/${id}:cancel`, {})
      await expect.poll(() => receiver.came.length).toBe(1)
      const [came = { headers: {}, body: Buffer.from('') }] = receiver.came
      expect(verifyAdcpHmac({ ...came, secrets: [credentials] })).toMatchObject({
        ok: true,
        value: {
          operation_id: 'op-7',
          task_id: id,
          task_type: 'create_media_buy',
          protocol: 'media-buy',
          status,
          token: 'a-token-that-comes-back',
        },
      })
      const file = join(folder, `${status}.json`)
      writeFileSync(file, came.body)
      const words = ['src/cli/main.ts', 'validate', file, '--contract', 'adcp', '--message', 'webhook', '--json']
      const { stdout } = await run(process.execPath, words)
      expect(stdout).not.toContain('"level"')
    },
  )

  test('may want a bearer token', async () => {
    const receiver = await received()
    const { buy } = await started()
    await buy('buy', to(receiver, 'Bearer'))
    await expect.poll(() => receiver.came.length).toBe(1)
    const [came = { headers: {}, body: Buffer.from('') }] = receiver.came
    expect(verifyBearer({ ...came, tokens: [credentials] })).toMatchObject({ ok: true, value: { status: 'completed' } })
  })

  test('has credentials that are in no file, no line of the log and no answer but to their registration', async () => {
    const receiver = await received()
    const store = join(mkdtempSync(join(folder, 'store-')), 'store.db')
    const { buy, call, lines } = await started({
      store: `sqlite:${store}`,
      secret: 'a secret of thirty-two characters',
    })
    const [first, second] = [await buy('buy', to(receiver)), await buy('ask', to(receiver, 'Bearer'))]
    expect(first.json.push_notification_config).toEqual(to(receiver))
    expect(second.json.push_notification_config).toEqual(to(receiver, 'Bearer'))
    await expect.poll(() => receiver.came.length).toBe(2)
    const answers = [
      await call('POST', '/adcp/tasks/list', {}),
      await call('POST', '/adcp/tasks/get', {
        task_id: first.json.task_id,
        include_history: true,
        include_result: true,
      }),
    ]
    expect(answers.map(({ json }) => json.status)).toEqual(['completed', 'completed'])
    expect(answers[1]?.json).toMatchObject({ has_webhook: true, result: { media_buy_id: 'mb-1' } })
    for (const path of [
      '',
      `/${first.json.task_id}`,
      `/${first.json.task_id}/result`,
      `/${first.json.task_id}/events`,
    ]) {
      answers.push(await call('GET', `/operations${path}`))
    }
    const inFiles = filesIn(join(store, '..')).map(file => readFileSync(file, 'latin1'))
    expect(inFiles.join('').length).toBeGreaterThan(1000)
    expect(inFiles.join('')).toContain('create_media_buy')
    expect(inFiles.join('')).not.toContain(credentials)
    expect(answers.map(({ text }) => text).join('')).not.toContain(credentials)
    expect(receiver.came.map(({ body }) => body.toString()).join('')).not.toContain(credentials)
    expect(lines.length).toBeGreaterThan(3)
    expect(lines.join('')).not.toContain(credentials)
  })

  test.each([
    ['no address', { url: undefined }, '/url'],
    ['an address of this machine, where that is not allowed', {}, '/url'],
    ['no authentication', { url: 'https://a.example/', authentication: undefined }, '/authentication'],
    [
      'two schemes of which none is known',
      { url: 'https://a.example/', authentication: { schemes: ['Basic', 'Digest'], credentials } },
      '/authentication',
    ],
    [
      'credentials that are easy to guess',
      { url: 'https://a.example/', authentication: { schemes: ['Bearer'], credentials: 'x'.repeat(40) } },
      '/authentication/credentials',
    ],
  ])('is refused with %s', async (_, over, at) => {
    const { buy } = await started({ webhooks: { allowLoopback: false } })
    const { status, text, json } = await buy('buy', { ...to({ url: 'http://127.0.0.1:9/' } as Receiver), ...over })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(json.adcp_error).toMatchObject({ code: 'INVALID_REQUEST' })
    expect(text).toContain(at.split('/').at(-1))
    expect(text).not.toContain(credentials)
  })
})

describe('a registration', () => {
  test('that an operation takes among its arguments is sealed in the store and whole for its handler', async () => {
    const seen: unknown[] = []
    const declaring = defineAgent({
      name: 'declaring',
      version: '1.0.0',
      operations: {
        create_media_buy: operation({
          title: 'Buy',
          route: 'POST /media-buys',
          async: true,
          input: z.object({ push_notification_config: z.looseObject({ url: z.string() }), ask: z.boolean() }),
          handler(input, context) {
            seen.push(input.push_notification_config)
            const isAsking = input.ask && context.approval('spend') === undefined
            return isAsking ? requireApproval('spend', { action: 'Spend it' }) : {}
          },
        }),
      },
    })
    const receiver = await received()
    const path = join(mkdtempSync(join(folder, 'store-')), 'store.db')
    const { call } = await started({ store: `sqlite:${path}`, secret: 'a secret of thirty-two characters' }, declaring)
    for (const ask of [false, true]) await call('POST', '/media-buys', { ask, push_notification_config: to(receiver) })
    await expect.poll(() => receiver.came.length).toBe(2)
    const boss = 'boss/north/approver'
    const [approval] = (await call('GET', '/approvals', undefined, boss)).json.rows
    expect(approval.input.push_notification_config).toMatchObject({ authentication: { schemes: ['HMAC-SHA256'] } })
    await call('POST', `/approvals/${approval.id}:decide`, { decision: 'approve' }, boss)
    await expect.poll(() => receiver.came.length).toBe(3)
    expect(seen).toEqual([to(receiver), to(receiver), to(receiver)])
    const inFiles = filesIn(join(path, '..')).map(file => readFileSync(file, 'latin1'))
    expect(inFiles.join('')).toContain('push_notification_config')
    expect(inFiles.join('')).not.toContain(credentials)
  })

  test('of a task that AdCP has no type for is said to be unheard, and no payload is sent that is not valid', async () => {
    const untyped = defineAgent({
      name: 'untyped',
      version: '1.0.0',
      operations: {
        list_creative_formats: operation({
          title: 'Look',
          route: 'POST /media-buys',
          async: true,
          input: z.looseObject({}),
          handler: () => ({ formats: [] }),
        }),
      },
    })
    const [mine, theirs] = [await received(), await received()]
    const webhooks = { endpoints: [{ url: theirs.url, secret: standard }] }
    const { buy } = await started({ webhooks }, untyped)
    const { json } = await buy('look', to(mine))
    expect(json).toMatchObject({ status: 'submitted', errors: [{ code: 'UNSUPPORTED_FEATURE', severity: 'warning' }] })
    expect(json).not.toHaveProperty('push_notification_config')
    await expect.poll(() => theirs.came.length).toBe(1)
    expect(JSON.parse(theirs.came[0]?.body.toString() ?? '')).toMatchObject({ status: 'completed', formats: [] })
    expect(mine.came).toEqual([])
  })
})

describe('an endpoint of the settings', () => {
  test('hears of every task in the words of its caller, by Standard Webhooks', async () => {
    const receiver = await received()
    const { buy, call } = await started({ webhooks: { endpoints: [{ url: receiver.url, secret: standard }] } })
    await buy('buy')
    await call('POST', '/media-buys?envelope=yaagents', { how: 'buy' })
    await expect.poll(() => receiver.came.length).toBe(2)
    const verified = receiver.came.map(came => verifyStandard({ ...came, secrets: [standard] }))
    expect(verified).toMatchObject([{ ok: true }, { ok: true }])
    const ids = verified.map(one => (one.ok ? one.id : ''))
    expect(new Set(ids).size).toBe(2)
    const bodies = receiver.came.map(({ body }) => JSON.parse(body.toString()))
    expect(bodies.find(body => 'idempotency_key' in body)).toMatchObject({ status: 'completed', result: {} })
    expect(bodies.find(body => !('idempotency_key' in body))).toMatchObject({ media_buy_id: 'mb-1' })
  })

  test('of one tenant hears of no other', async () => {
    const [north, south] = [await received(), await received()]
    const { buy } = await started({
      webhooks: {
        endpoints: [
          { url: north.url, secret: standard, tenant: 'north' },
          { url: south.url, secret: standard, tenant: 'south' },
        ],
      },
    })
    await buy('buy', undefined, 'ann/north')
    await buy('buy', undefined, 'eve/south')
    await buy('fail', undefined, 'eve/south')
    await expect.poll(() => [north.came.length, south.came.length]).toEqual([1, 2])
  })
})

test('deliveries of one tenant are neither seen nor sent again by another', async () => {
  const receiver = await received()
  const url = `sqlite:${join(mkdtempSync(join(folder, 'store-')), 'store.db')}`
  const { buy } = await started({ store: url, secret: 'a secret of thirty-two characters' })
  await buy('buy', to(receiver))
  await expect.poll(() => receiver.came.length).toBe(1)
  const store = await openStore(url)
  closing.push(() => store.close())
  const [mine] = await store.do('listDeliveries', { tenant: 'north', limit: 9 })
  expect(mine).toMatchObject({ url: receiver.url })
  expect(await store.do('listDeliveries', { tenant: 'south', limit: 9 })).toEqual([])
  const act = { tenant: 'north', actor: 'olga', action: 'delivery.resend', subject: mine?.id ?? '', at: 1 }
  const again = { id: mine?.id ?? '', audit: auditLine(act), now: Date.now() }
  expect(await store.do('resendDelivery', { ...again, tenant: 'south' })).toBe(false)
  expect(await store.do('resendDelivery', { ...again, tenant: 'north' })).toBe(true)
  await expect.poll(() => receiver.came.length).toBe(2)
  expect(receiver.came[1]?.body).toEqual(receiver.came[0]?.body)
})
