/** Receivers are looked up without threads, for a bounded time, and nobody waits for the names of another tenant. */
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Authenticate } from '../../src/auth/index.ts'
import { defineAgent, operation } from '../../src/index.ts'
import { type ServeOptions, serve } from '../../src/server/index.ts'
import { openStore } from '../../src/store/open.ts'
import { type NameServer, startNameServer } from '../faults/name-server.ts'
import { startReceiver } from '../faults/receivers.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const agent = defineAgent({
  name: 'seller',
  version: '1.0.0',
  operations: {
    create_media_buy: operation({
      title: 'Buy',
      route: 'POST /media-buys',
      async: true,
      input: z.object({}),
      handler: () => ({ media_buy_id: 'mb-1' }),
    }),
  },
})

const byHeader: Authenticate = async request => {
  const tenant = request.headers.get('x-me')
  return tenant === null ? undefined : { subject: 'ann', tenant, roles: [] }
}

async function asking(answer?: Parameters<typeof startNameServer>[0]): Promise<NameServer> {
  const names = await startNameServer(answer)
  closing.push(() => names.close())
  return names
}

async function started({ address }: NameServer, webhooks: ServeOptions['webhooks'] = {}) {
  const store = await openStore('sqlite::memory:')
  const server = await serve(agent, {
    contract: 'adcp',
    authenticate: byHeader,
    store,
    secret: 'a secret of thirty-two characters',
    webhooks: { allowLoopback: true, ...webhooks, dns: { servers: [address], ...webhooks.dns } },
  }).listen({ port: 0 })
  closing.push(
    () => store.close(),
    () => server.close(),
  )
  const buy = async (tenant: string, url: string) => {
    const response = await fetch(`${server.url}/media-buys`, {
      method: 'POST',
      headers: { 'x-me': tenant, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({
        push_notification_config: {
          url,
          authentication: { schemes: ['Bearer'], credentials: 'these-are-the-credentials-of-the-receiver' },
        },
      }),
    })
    expect([response.status, await response.text()]).toEqual([202, expect.any(String)])
  }
  const deliveries = (tenant: string) => store.do('listDeliveries', { tenant, limit: 100 })
  return { buy, deliveries }
}

test('twelve names that no name server answers for delay no webhook of another tenant', async () => {
  const names = await asking()
  const receiver = await startReceiver(() => 204)
  closing.push(() => receiver.close())
  // The lookups last as long as the test: whoever waits for one of them waits for ever.
  const { buy, deliveries } = await started(names, {
    concurrency: 12,
    timeoutMs: 600_000,
    dns: { timeoutMs: 600_000 },
  })
  for (let n = 0; n < 12; n++) await buy('mallory', `https://h${n}.hang.example/hook`)
  await expect.poll(() => new Set(names.asked).size).toBe(6)
  for (const at of [receiver.url, receiver.url.replace('127.0.0.1', 'localhost')]) await buy('victim', at)
  await expect.poll(() => receiver.came.length).toBe(2)
  expect((await deliveries('mallory')).map(({ reason }) => reason)).toEqual(Array.from({ length: 12 }, () => null))
  // Half of what may be sent at once is one tenant's share.
  expect(new Set(names.asked).size).toBe(6)
})

test('a name whose lookup took too long is not asked for again for a while, and its webhook waits as long', async () => {
  const names = await asking()
  const { buy, deliveries } = await started(names, { dns: { timeoutMs: 300, restMs: 600_000 } })
  const ended = async (count: number) =>
    (await deliveries('north')).filter(({ reason }) => reason === 'lookup-failed').length === count
  await buy('north', 'https://silent.example/1')
  await expect.poll(() => ended(1)).toBe(true)
  const before = names.asked.length
  expect(new Set(names.asked)).toEqual(new Set(['silent.example']))
  await buy('north', 'https://silent.example/2')
  await expect.poll(() => ended(2)).toBe(true)
  expect(names.asked.length).toBe(before)
  // The schedule alone would try again after 5 s.
  for (const { state, attempt, dueAt, createdAt } of await deliveries('north')) {
    expect([state, attempt, dueAt - createdAt > 300_000]).toEqual(['waiting', 1, true])
  }
})

test.each([
  ['this machine', ['127.0.0.1']],
  ['this machine, beside a public address', ['8.8.8.8', '::1']],
  ['a private network', ['10.0.0.7']],
])('a name that resolves to %s is refused, though loopback is allowed', async (_, addresses) => {
  const names = await asking(() => addresses)
  const { buy, deliveries } = await started(names)
  await buy('north', 'https://rebound.example/hook')
  await expect
    .poll(async () => (await deliveries('north')).map(({ state, reason }) => [state, reason]))
    .toEqual([['dead', 'reserved-address']])
  expect(new Set(names.asked)).toEqual(new Set(['rebound.example']))
})
