/** The request journal, and the counts that metrics show. */
import { expect } from 'vitest'
import type { AddRequests } from '../../../src/store/operations/add-requests.ts'
import type { NewRequest } from '../../../src/store/operations/request-row.ts'
import type { Store } from '../../../src/store/store.ts'
import { claimOf, decode, deliveryOf, encode, type Law, taskOf } from './law.ts'

const day = 86_400_000

function requestOf(over: Partial<NewRequest> = {}): NewRequest {
  return {
    tenant: 'acme',
    at: 1000,
    expiresAt: 1000 + day,
    requestId: 'r-1',
    correlationId: 'c-1',
    taskId: '',
    operation: 'plan',
    contract: 'yaagents',
    status: 200,
    code: '',
    detail: encode('{}'),
    bodies: null,
    bodiesUntil: 0,
    ...over,
  }
}

const limits = { perTenant: 10, total: 25, bodies: 3, now: 1000 }

function add(store: Store, rows: readonly NewRequest[], over: Partial<AddRequests> = {}): Promise<void> {
  return store.do('addRequests', { ...limits, rows, ...over })
}

const many = (count: number, over: (n: number) => Partial<NewRequest>) =>
  Array.from({ length: count }, (_, n) => requestOf(over(n)))

async function idsIn(store: Store, over: object = {}): Promise<string[]> {
  const rows = await store.do('listRequests', { now: 1000, limit: 1000, ...over })
  return rows.map(({ requestId }) => requestId)
}

export const requestLaws: readonly Law[] = [
  [
    'a journal gives back what was written, the newest first',
    async ({ store }) => {
      const row = requestOf({ taskId: 't', status: 409, code: 'CONFLICT', detail: encode('{"a":1}') })
      await add(store, [row, requestOf({ requestId: 'r-2' })])
      const [second, first] = await store.do('listRequests', { now: 1000, limit: 9 })
      expect(first).toEqual({ ...row, seq: 1 })
      expect(second).toMatchObject({ requestId: 'r-2', seq: 2 })
    },
  ],
  [
    'a tenant keeps its newest entries, however many others write',
    async ({ store }) => {
      await add(store, [requestOf({ tenant: 'quiet', requestId: 'kept' })])
      await add(
        store,
        many(47, n => ({ requestId: `r${n}` })),
        { total: 1000 },
      )
      expect(await idsIn(store, { tenant: 'acme' })).toEqual(Array.from({ length: 10 }, (_, n) => `r${46 - n}`))
      expect(await idsIn(store, { tenant: 'quiet' })).toEqual(['kept'])
    },
  ],
  [
    'the whole journal has a bound too',
    async ({ store }) => {
      await add(
        store,
        many(60, n => ({ tenant: `t${n % 12}`, requestId: `r${n}` })),
      )
      const ids = await idsIn(store)
      expect(ids).toHaveLength(25)
      expect([ids[0], ids.at(-1)]).toEqual(['r59', 'r35'])
    },
  ],
  [
    'bodies are kept of the newest entries alone, and none once they are switched off',
    async ({ store }) => {
      const withBody = (n: number) => ({ requestId: `r${n}`, bodies: encode(`b${n}`), bodiesUntil: 5000 })
      await add(store, many(5, withBody))
      const bodies = async (now = 1000) =>
        (await store.do('listRequests', { now, limit: 9 })).map(row => decode(row.bodies))
      expect(await bodies()).toEqual(['b4', 'b3', 'b2', null, null])
      // Expired, though nothing has removed them yet.
      expect(await bodies(5000)).toEqual([null, null, null, null, null])
      await add(store, [requestOf()], { bodies: 0 })
      expect(await bodies()).toEqual([null, null, null, null, null, null])
    },
  ],
  [
    'entries and bodies that are past their time are removed',
    async ({ store, sql }) => {
      await add(store, [
        requestOf({ requestId: 'old', expiresAt: 2000 }),
        requestOf({ requestId: 'body', bodies: encode('b'), bodiesUntil: 2000 }),
        requestOf({ requestId: 'newest', expiresAt: 2000 }),
      ])
      const past = { claimsBefore: 0, tasksBefore: 0, deliveriesBefore: 0, approvalsBefore: 0, limit: 9 }
      expect(await store.do('prune', { ...past, now: 3000 })).toBe(2)
      expect(await store.do('prune', { ...past, now: 3000 })).toBe(0)
      expect((await store.do('stats', {})).requests).toBe(2)
      // What could be shown again if clocks went back is gone.
      expect(await idsIn(store, { now: 1000 })).toEqual(['newest', 'body'])
      expect(await idsIn(store, { now: 3000 })).toEqual(['body'])
      await sql(`UPDATE request SET bodies_until = 9999 WHERE bodies IS NULL`)
      expect((await store.do('listRequests', { now: 1000, limit: 9 })).map(({ bodies }) => bodies)).toEqual([
        null,
        null,
      ])
    },
  ],
  [
    'a journal is read by tenant, id, operation, contract, status and time, and followed from a place',
    async ({ store }) => {
      await add(store, [
        requestOf({ requestId: 'a', tenant: 'beta' }),
        requestOf({ requestId: 'b', operation: 'spend' }),
        requestOf({ requestId: 'c', contract: 'adcp' }),
        requestOf({ requestId: 'd', status: 503 }),
        requestOf({ requestId: 'e', at: 2000 }),
        requestOf({ requestId: 'b', status: 204 }),
      ])
      expect(await idsIn(store, { tenant: 'beta' })).toEqual(['a'])
      expect(await idsIn(store, { requestId: 'b' })).toEqual(['b', 'b'])
      expect(await idsIn(store, { operation: 'spend' })).toEqual(['b'])
      expect(await idsIn(store, { contract: 'adcp' })).toEqual(['c'])
      expect(await idsIn(store, { status: { from: 500, to: 599 } })).toEqual(['d'])
      expect(await idsIn(store, { status: { from: 204, to: 204 } })).toEqual(['b'])
      expect(await idsIn(store, { since: 2000 })).toEqual(['e'])
      expect(await idsIn(store, { after: 3 })).toEqual(['d', 'e', 'b'])
      expect(await idsIn(store, { limit: 2 })).toEqual(['b', 'e'])
    },
  ],
  [
    'journals that write at once take no place twice',
    async ({ store, again }) => {
      const other = await again()
      const batches = Array.from({ length: 20 }, (_, n) =>
        add(
          n % 2 === 0 ? store : other,
          many(3, at => ({ requestId: `${n}-${at}` })),
          { perTenant: 100, total: 100 },
        ),
      )
      await Promise.all(batches)
      const rows = await store.do('listRequests', { now: 1000, limit: 100 })
      expect(new Set(rows.map(({ seq }) => seq)).size).toBe(60)
      expect(new Set(rows.map(({ requestId }) => requestId)).size).toBe(60)
    },
  ],
  [
    'what waits is counted, each kind up to a limit',
    async ({ store }) => {
      const empty = {
        tasks: { queued: 0, working: 0, paused: 0, dead: 0 },
        oldest: { due: 0, paused: 0 },
        approvalsOpen: 0,
        deliveries: { waiting: 0, dead: 0 },
        claimsRunning: 0,
      }
      expect(await store.do('workload', { now: 5000, most: 9 })).toEqual(empty)
      for (let n = 0; n < 4; n++) await store.do('createTask', taskOf({ id: `t${n}`, dueAt: 2000 + n }))
      await store.do('claim', claimOf())
      await store.do('addDeliveries', { deliveries: [deliveryOf()], now: 1000 })
      const filled = {
        ...empty,
        tasks: { queued: 4, working: 0, paused: 0, dead: 0 },
        oldest: { due: 3000, paused: 0 },
        deliveries: { waiting: 1, dead: 0 },
        claimsRunning: 1,
      }
      expect(await store.do('workload', { now: 5000, most: 9 })).toEqual(filled)
      expect(await store.do('workload', { now: 1000, most: 3 })).toEqual({
        ...filled,
        tasks: { ...filled.tasks, queued: 3 },
        oldest: empty.oldest,
      })
    },
  ],
]
