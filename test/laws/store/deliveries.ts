/** Laws of deliveries: an outbox that is fair to endpoints. */
import { expect } from 'vitest'
import { auditOf, decode, deliveryOf, encode, endpointOf, type Law } from './law.ts'

const due = { now: 1000, leaseUntil: 2000, limit: 100, perEndpoint: 2 }
const end = { status: 200, reason: 'ok', dueAt: 0, disable: false, now: 1100 }
const acme = { tenant: 'acme' }

export const deliveryLaws: readonly Law[] = [
  [
    'a delivery put twice is one, and knows its endpoint',
    async ({ store }) => {
      const put = { deliveries: [deliveryOf({ to: endpointOf({ secret: encode('sealed') }) })], now: 1000 }
      await store.do('addDeliveries', put)
      await store.do('addDeliveries', put)
      const rows = await store.do('leaseDeliveries', due)
      expect(
        rows.map(({ id, url, scheme, secret, attempt, epoch }) => [id, url, scheme, decode(secret), attempt, epoch]),
      ).toEqual([['del-1', 'https://a.example', 'standard', 'sealed', 1, 1]])
      expect(await store.do('leaseDeliveries', due)).toEqual([])
    },
  ],
  [
    'a long body is not leased with its delivery: whoever has the lease reads it',
    async ({ store }) => {
      const long = new Uint8Array(100_000).fill(7)
      const to = endpointOf({ secret: encode('sealed') })
      const deliveries = [
        deliveryOf({ id: 'short', body: encode('news'), to }),
        deliveryOf({ id: 'long', body: long, to }),
      ]
      await store.do('addDeliveries', { deliveries, now: 1000 })
      const rows = await store.do('leaseDeliveries', due)
      expect(Object.fromEntries(rows.map(({ id, body, bytes }) => [id, [body && decode(body), bytes]]))).toEqual({
        short: ['news', 4],
        long: [null, 100_000],
      })
      expect(await store.do('readDelivery', { id: 'long', epoch: 1 })).toEqual(long)
      expect(await store.do('readDelivery', { id: 'long', epoch: 0 })).toBeUndefined()
      expect(await store.do('readDelivery', { id: 'none', epoch: 1 })).toBeUndefined()
    },
  ],
  [
    'a list of deliveries has neither bodies nor secrets, and how long each body is',
    async ({ store }) => {
      const delivery = deliveryOf({ body: encode('“ä”'), to: endpointOf({ secret: encode('sealed') }) })
      await store.do('addDeliveries', { deliveries: [delivery], now: 1000 })
      expect(await store.do('listDeliveries', { ...acme, limit: 9 })).toEqual([
        {
          id: 'del-1',
          endpoint: 'end-1',
          tenant: 'acme',
          taskId: 'task-1',
          contentType: 'application/json',
          url: 'https://a.example',
          scheme: 'standard',
          bytes: 8,
          state: 'waiting',
          attempt: 0,
          epoch: 0,
          dueAt: 1000,
          status: null,
          reason: null,
          createdAt: 1000,
          endedAt: null,
        },
      ])
    },
  ],
  [
    'an endpoint of another tenant is not overwritten',
    async ({ store }) => {
      await store.do('addDeliveries', { deliveries: [deliveryOf()], now: 1000 })
      const theirs = endpointOf({ tenant: 'other', url: 'https://evil.example' })
      await store.do('addDeliveries', {
        deliveries: [deliveryOf({ id: 'd2', tenant: 'other', to: theirs })],
        now: 1000,
      })
      expect((await store.do('listDeliveries', { ...acme, limit: 9 })).map(({ url }) => url)).toEqual([
        'https://a.example',
      ])
    },
  ],
  [
    'an endpoint with many deliveries delays no other, and never has more on their way than its share',
    async ({ store, again }) => {
      const stores = [store, await again()]
      const deliveries = Array.from({ length: 20 }, (_, n) =>
        deliveryOf({ id: `slow-${String(n).padStart(2, '0')}`, endpoint: 'slow' }),
      )
      await store.do('addDeliveries', {
        deliveries,
        now: 500,
      })
      await store.do('addDeliveries', {
        deliveries: [deliveryOf({ id: 'fast-1', endpoint: 'fast' })],
        now: 900,
      })
      const rounds = await Promise.all(
        Array.from({ length: 6 }, (_, n) => stores[n % 2]?.do('leaseDeliveries', { ...due, limit: 2 })),
      )
      const ids = rounds.flatMap(rows => rows?.map(({ id }) => id) ?? [])
      expect(ids.toSorted()).toEqual(['fast-1', 'slow-00', 'slow-01'])
      await store.do('endDelivery', { ...end, id: 'slow-00', epoch: 1, state: 'delivered' })
      expect((await store.do('leaseDeliveries', due)).map(({ id }) => id)).toEqual(['slow-02'])
    },
  ],
  [
    'endpoints of one place share its ceiling',
    async ({ store }) => {
      const at = (id: string, place: string) =>
        deliveryOf({ id, endpoint: `to ${id}`, to: endpointOf({ id: `to ${id}`, place }) })
      const deliveries = [at('a', 'slow'), at('b', 'slow'), at('c', 'slow'), at('d', 'fast')]
      await store.do('addDeliveries', { deliveries, now: 900 })
      expect((await store.do('leaseDeliveries', due)).map(({ id }) => id)).toEqual(['a', 'b', 'd'])
    },
  ],
  [
    'a tenant with many endpoints delays no other, and never has more on their way than its share',
    async ({ store, again }) => {
      const stores = [store, await again()]
      const at = (id: string, tenant: string) =>
        deliveryOf({ id, tenant, endpoint: `to ${id}`, to: endpointOf({ id: `to ${id}`, tenant }) })
      const many = Array.from({ length: 20 }, (_, n) => at(`many-${String(n).padStart(2, '0')}`, 'acme'))
      await store.do('addDeliveries', { deliveries: many, now: 500 })
      await store.do('addDeliveries', { deliveries: [at('other-1', 'other')], now: 900 })
      const lease = { ...due, limit: 2, perTenant: 3 }
      const rounds = await Promise.all(Array.from({ length: 6 }, (_, n) => stores[n % 2]?.do('leaseDeliveries', lease)))
      const ids = rounds.flatMap(rows => rows?.map(({ id }) => id) ?? [])
      expect(ids.toSorted()).toEqual(['many-00', 'many-01', 'many-02', 'other-1'])
      await store.do('endDelivery', { ...end, id: 'many-01', epoch: 1, state: 'delivered' })
      expect((await store.do('leaseDeliveries', lease)).map(({ id }) => id)).toEqual(['many-03'])
    },
  ],
  [
    'a try that failed waits for its time under the same id',
    async ({ store }) => {
      await store.do('addDeliveries', { deliveries: [deliveryOf()], now: 1000 })
      await store.do('leaseDeliveries', due)
      const retry = {
        ...end,
        id: 'del-1',
        epoch: 1,
        state: 'waiting',
        status: 503,
        reason: 'busy',
        dueAt: 1500,
      } as const
      expect(await store.do('endDelivery', retry)).toBe(true)
      expect(await store.do('endDelivery', retry)).toBe(true)
      expect(await store.do('leaseDeliveries', { ...due, now: 1499 })).toEqual([])
      const [row] = await store.do('leaseDeliveries', { ...due, now: 1500 })
      expect([row?.id, row?.attempt, row?.epoch, row?.status, row?.reason]).toEqual(['del-1', 2, 2, 503, 'busy'])
    },
  ],
  [
    'a try that was handed back is none of its schedule, however often it is said',
    async ({ store }) => {
      await store.do('addDeliveries', { deliveries: [deliveryOf()], now: 1000 })
      await store.do('leaseDeliveries', due)
      const back = { ...end, id: 'del-1', epoch: 1, state: 'waiting', status: null, reason: 'aborted' } as const
      await store.do('endDelivery', { ...back, isHandedBack: true })
      await store.do('endDelivery', { ...back, isHandedBack: true })
      const [row] = await store.do('leaseDeliveries', due)
      expect([row?.attempt, row?.epoch]).toEqual([1, 2])
    },
  ],
  [
    'a try that another has taken over is forgotten',
    async ({ store }) => {
      await store.do('addDeliveries', { deliveries: [deliveryOf()], now: 1000 })
      await store.do('leaseDeliveries', due)
      expect((await store.do('leaseDeliveries', { ...due, now: 2000, leaseUntil: 3000 }))[0]?.epoch).toBe(2)
      expect(await store.do('endDelivery', { ...end, id: 'del-1', epoch: 1, state: 'dead' })).toBe(false)
      expect(await store.do('endDelivery', { ...end, id: 'del-1', epoch: 2, state: 'delivered' })).toBe(true)
      expect((await store.do('listDeliveries', { ...acme, limit: 9 })).map(({ state }) => state)).toEqual(['delivered'])
    },
  ],
  [
    'an endpoint that is gone gets nothing more, until somebody sends again',
    async ({ store }) => {
      const deliveries = ['a', 'b', 'c'].map(id => deliveryOf({ id }))
      await store.do('addDeliveries', { deliveries, now: 1000 })
      await store.do('leaseDeliveries', due)
      await store.do('endDelivery', { ...end, id: 'a', epoch: 1, state: 'dead', status: 410, disable: true })
      expect(await store.do('endDelivery', { ...end, id: 'b', epoch: 1, state: 'delivered' })).toBe(false)
      await store.do('addDeliveries', { deliveries: [deliveryOf({ id: 'd' })], now: 1200 })
      expect(await store.do('leaseDeliveries', { ...due, now: 9000, leaseUntil: 9999 })).toEqual([])
      const rows = await store.do('listDeliveries', { ...acme, state: 'dead', limit: 9 })
      expect(rows.map(({ id }) => id)).toEqual(['c', 'b', 'a'])
      expect(await store.do('resendDelivery', { id: 'c', tenant: 'other', audit: auditOf(), now: 9000 })).toBe(false)
      const audit = auditOf({ action: 'resend', subject: 'c' })
      expect(await store.do('resendDelivery', { id: 'c', ...acme, audit, now: 9000 })).toBe(true)
      expect((await store.do('listAudit', { ...acme, limit: 9 })).map(({ action }) => action)).toEqual(['resend'])
      const [row] = await store.do('leaseDeliveries', { ...due, now: 9000, leaseUntil: 9999 })
      expect([row?.id, row?.attempt]).toEqual(['c', 1])
    },
  ],
  [
    'what was put in the outbox of an endpoint while it was disabled is not sent',
    async ({ store, sql }) => {
      await store.do('addDeliveries', { deliveries: [deliveryOf()], now: 1000 })
      await sql('UPDATE endpoint SET disabled_at = 1')
      expect(await store.do('leaseDeliveries', due)).toEqual([])
      expect(
        (await store.do('listDeliveries', { ...acme, limit: 9 })).map(({ state, reason }) => [state, reason]),
      ).toEqual([['dead', 'gone']])
    },
  ],
  [
    'many who find an endpoint gone at once all end',
    async ({ store, again }) => {
      const stores = [store, await again()]
      const deliveries = Array.from({ length: 20 }, (_, n) => deliveryOf({ id: `d${n}` }))
      await store.do('addDeliveries', { deliveries, now: 1000 })
      const rows = await store.do('leaseDeliveries', { ...due, perEndpoint: 100 })
      await Promise.all(
        rows.map(({ id, epoch }, n) =>
          stores[n % 2]?.do('endDelivery', { ...end, id, epoch, state: 'dead', disable: true }),
        ),
      )
      expect(await store.do('listDeliveries', { ...acme, state: 'dead', limit: 99 })).toHaveLength(20)
    },
  ],
  [
    'deliveries are listed by tenant, state and task',
    async ({ store }) => {
      const deliveries = [deliveryOf({ id: 'a' }), deliveryOf({ id: 'b', taskId: 'task-2' })]
      await store.do('addDeliveries', { deliveries, now: 1000 })
      const ids = async (over: object) =>
        (await store.do('listDeliveries', { ...acme, limit: 9, ...over })).map(({ id }) => id)
      expect(await ids({})).toEqual(['b', 'a'])
      expect(await ids({ taskId: 'task-2' })).toEqual(['b'])
      expect(await ids({ taskId: 'task-2', state: 'dead' })).toEqual([])
      expect(await ids({ state: 'waiting' })).toEqual(['b', 'a'])
      expect(await ids({ tenant: 'other' })).toEqual([])
      expect(await ids({ limit: 1 })).toEqual(['b'])
    },
  ],
]
