/** Webhooks from a call to their receiver: registered, signed, in the right words, and nobody's but the caller's. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Authenticate } from '../../src/auth/index.ts'
import { ask, defineAgent, operation, refuse } from '../../src/index.ts'
import { auditLine } from '../../src/runtime/audit.ts'
import { verifyAdcpHmac, verifyBearer, verifyStandard } from '../../src/runtime/webhooks/index.ts'
import { type ServeOptions, serve } from '../../src/server/index.ts'
import { openStore } from '../../src/store/open.ts'
import { type Receiver, startReceiver } from '../faults/receivers.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'replywire-webhooks-'))
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
afterEach(async () => {
  for (const close of closing.splice(1).toReversed()) await close()
})

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

async function started(options: ServeOptions = {}) {
  const lines: string[] = []
  const say = (fields: object, message: string) => lines.push(JSON.stringify(fields) + message)
  const server = await serve(agent, {
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

  test('has credentials that are in no file, no answer and no line of the log', async () => {
    const receiver = await received()
    const store = join(mkdtempSync(join(folder, 'store-')), 'store.db')
    const { buy, call, lines } = await started({
      store: `sqlite:${store}`,
      secret: 'a secret of thirty-two characters',
    })
    const answers = [await buy('buy', to(receiver)), await buy('ask', to(receiver, 'Bearer'))]
    await expect.poll(() => receiver.came.length).toBe(2)
    const [first] = answers
    for (const path of [
      '',
      `/${first?.json.task_id}`,
      `/${first?.json.task_id}/result`,
      `/${first?.json.task_id}/events`,
    ]) {
      answers.push(await call('GET', `/operations${path}`))
    }
    const inFiles = readdirSync(join(store, '..')).map(name => readFileSync(join(store, '..', name), 'latin1'))
    expect(inFiles.join('').length).toBeGreaterThan(1000)
    expect(inFiles.join('')).toContain('create_media_buy')
    expect(inFiles.join('')).not.toContain(credentials)
    expect(answers.map(({ text }) => text).join('')).not.toContain(credentials)
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
