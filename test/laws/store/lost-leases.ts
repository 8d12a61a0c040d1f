/** Laws of leases that nobody will renew. */
import { expect } from 'vitest'
import { claimOf, deliveryOf, encode, endpointOf, fate, type Law, lease, taskOf } from './law.ts'

const hour = 3_600_000
const event = { kind: 'end', body: encode('e') }

export const lostLeaseLaws: readonly Law[] = [
  [
    'what a dead process held is free at once, and what it still writes is refused',
    async ({ store }) => {
      await store.do('createTask', taskOf())
      await store.do('leaseTasks', { ...leasing, process: 'dead' })
      await store.do('claim', claimOf({ leaseUntil: hour, expiresAt: 2 * hour, process: 'dead' }))
      expect(await lease(store, { now: 2000, leaseUntil: 3000 })).toEqual([])
      expect(await store.do('releaseProcess', { process: 'dead', now: 2000 })).toBe(2)
      expect(await lease(store, { now: 2000, leaseUntil: 3000 })).toMatchObject([{ id: 'task-1', epoch: 2, lost: 1 }])
      const end = { id: 'task-1', epoch: 1, state: 'completed', outcome: encode('{}'), event, now: 2000 } as const
      expect(await fate(store.do('endTask', end))).toBe('fenced')
      const repeat = claimOf({ runId: 'run-2', now: 2000, leaseUntil: hour, expiresAt: 2 * hour })
      expect(await store.do('claim', repeat)).toEqual({ kind: 'taken-over', runId: 'run-1', epoch: 2 })
    },
  ],
  [
    'what others hold stays theirs when a process is dead',
    async ({ store }) => {
      await store.do('createTask', taskOf())
      await store.do('leaseTasks', { ...leasing, process: 'alive' })
      await store.do('claim', claimOf({ leaseUntil: hour, process: 'alive' }))
      await store.do('claim', claimOf({ key: 'nobody', leaseUntil: hour }))
      expect(await store.do('releaseProcess', { process: 'dead', now: 2000 })).toBe(0)
      expect(await store.do('releaseProcess', { process: '', now: 2000 })).toBe(0)
      expect(await lease(store, { now: 2000, leaseUntil: 3000 })).toEqual([])
    },
  ],
  [
    'what an older Replywire took over from a process that is dead now is not taken from it',
    async ({ store, sql }) => {
      await store.do('createTask', taskOf())
      await store.do('leaseTasks', { ...leasing, process: 'dead' })
      // As version 2 takes a task: it knows no processes.
      await sql('UPDATE task SET epoch = epoch + 1, lost = lost + 1')
      expect(await store.do('releaseProcess', { process: 'dead', now: 2000 })).toBe(0)
    },
  ],
  [
    'a call that became a task is its process’s too',
    async ({ store }) => {
      const adoption = { task: taskOf(), leaseUntil: hour, epoch: 1, steps: [], events: [], process: 'dead' }
      await store.do('adoptTask', adoption)
      expect(await store.do('releaseProcess', { process: 'dead', now: 2000 })).toBe(1)
      expect(await lease(store, { now: 2000, leaseUntil: 3000 })).toMatchObject([{ id: 'task-1', epoch: 2 }])
    },
  ],
  [
    'a delivery that a dead process was sending is due at once, and what it still reports is forgotten',
    async ({ store }) => {
      await store.do('addDeliveries', { deliveries: [deliveryOf({ to: endpointOf() })], now: 1000 })
      await store.do('leaseDeliveries', { ...sending, process: 'dead' })
      const next = { ...sending, now: 2000 }
      expect(await store.do('releaseProcess', { process: 'alive', now: 2000 })).toBe(0)
      expect(await store.do('leaseDeliveries', next)).toEqual([])
      expect(await store.do('releaseProcess', { process: 'dead', now: 2000 })).toBe(1)
      expect(await store.do('leaseDeliveries', next)).toMatchObject([{ id: 'del-1', epoch: 2, attempt: 2 }])
      const late = { id: 'del-1', epoch: 1, state: 'dead', status: 500, reason: 'late', dueAt: 0, now: 2000 } as const
      expect(await store.do('endDelivery', { ...late, disable: false })).toBe(false)
    },
  ],
  [
    'a delivery that an older Replywire took over from a process that is dead now is not taken from it',
    async ({ store, sql }) => {
      await store.do('addDeliveries', { deliveries: [deliveryOf({ to: endpointOf() })], now: 1000 })
      await store.do('leaseDeliveries', { ...sending, process: 'dead' })
      // As version 4 takes a delivery: it does not say who sends it.
      await sql('UPDATE delivery SET epoch = epoch + 1')
      expect(await store.do('releaseProcess', { process: 'dead', now: 2000 })).toBe(0)
    },
  ],
  [
    'news that a dead process held back for a caller are due at once; those of others stay held back',
    async ({ store, sql }) => {
      for (const id of ['dead', 'alive', 'older']) {
        const to = endpointOf({ id, heldUntil: hour, heldBy: id === 'alive' ? 'alive' : 'dead' })
        await store.do('addDeliveries', { deliveries: [deliveryOf({ id, endpoint: id, to })], now: 1000 })
      }
      // As version 4 renews a hold: it does not say who waits.
      await sql(`UPDATE endpoint SET held_until = held_until + 1 WHERE id = 'older'`)
      expect(await store.do('leaseDeliveries', sending)).toEqual([])
      expect(await store.do('releaseProcess', { process: 'dead', now: 2000 })).toBe(1)
      expect(await store.do('leaseDeliveries', { ...sending, now: 2000 })).toMatchObject([{ id: 'dead', attempt: 1 }])
    },
  ],
  [
    'a lease from before the clock was set back ends after its own length, unless it is renewed',
    async ({ store }) => {
      for (const id of ['dead', 'alive']) await store.do('createTask', taskOf({ id, dueAt: 0 }))
      await lease(store, { now: hour, leaseUntil: hour + 30_000 })
      await store.do('claim', claimOf({ now: hour, leaseUntil: hour + 30_000, expiresAt: 2 * hour }))
      expect(await store.do('shortenLeases', { now: 1000 })).toBe(3)
      expect(await store.do('shortenLeases', { now: 1000 })).toBe(0)
      expect(await lease(store, { now: 30_999, leaseUntil: 60_000 })).toEqual([])
      await store.do('renewTask', { id: 'alive', epoch: 1, leaseUntil: 60_000 })
      expect(await lease(store, { now: 31_000, leaseUntil: 61_000 })).toMatchObject([{ id: 'dead', epoch: 2 }])
      const repeat = claimOf({ runId: 'run-2', now: 31_000, leaseUntil: 61_000, expiresAt: 2 * hour })
      expect((await store.do('claim', repeat)).kind).toBe('taken-over')
    },
  ],
  [
    'a lease of a clock that is a little ahead stays as it is, however long it is',
    async ({ store }) => {
      for (const [id, leaseUntil] of [
        ['short', 34_000],
        ['long', hour],
      ] as const) {
        await store.do('createTask', taskOf({ id }))
        await lease(store, { now: 4000, leaseUntil, limit: 1 })
      }
      expect(await store.do('shortenLeases', { now: 1000 })).toBe(0)
    },
  ],
]

const leasing = { now: 1000, leaseUntil: hour, limit: 1, perTenant: 9, operations: 'plan' }
const sending = { now: 1000, leaseUntil: hour, limit: 100, perEndpoint: 9 }
