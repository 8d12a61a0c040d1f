/** Laws of holds: news of a task wait for whoever waits for its answer, and are never lost with them. */
import { expect } from 'vitest'
import type { Store } from '../../../src/store/store.ts'
import { deliveryOf, encode, endpointOf, type Law, lease, working } from './law.ts'

const acme = { tenant: 'acme' }
const ours = { taskId: 'task-1', ...acme }
const due = { leaseUntil: 9000, limit: 100, perEndpoint: 9 }

/** A task that somebody waits for, held until 5000. */
const held = (store: Store) => working(store, 'task-1', { endpoint: endpointOf({ heldUntil: 5000 }) })

const settle = (store: Store, state: 'completed' | 'paused', epoch = 1, id = 'del-1') =>
  store.do('endTask', {
    id: 'task-1',
    epoch,
    state,
    outcome: encode('o'),
    event: { kind: 'outcome', body: encode('end') },
    deliveries: [deliveryOf({ id, to: undefined })],
    now: 1500,
  })

const dueAt = async (store: Store) => (await store.do('listDeliveries', { ...acme, limit: 9 })).map(row => row.dueAt)
const eventsOf = async (store: Store) => (await store.do('getTask', { id: 'task-1', ...acme }))?.events ?? 0

export const holdLaws: readonly Law[] = [
  [
    'what is held back is written with its event, and sent when the hold runs out',
    async ({ store }) => {
      await held(store)
      await settle(store, 'completed')
      expect(await store.do('leaseDeliveries', { ...due, now: 4999 })).toEqual([])
      expect((await store.do('leaseDeliveries', { ...due, now: 5000 })).map(({ id }) => id)).toEqual(['del-1'])
    },
  ],
  [
    'a hold is renewed while it is there, and not once it is given up',
    async ({ store }) => {
      await held(store)
      await store.do('renewHold', { ...ours, until: 7000 })
      await settle(store, 'completed')
      expect(await dueAt(store)).toEqual([7000])
      await store.do('releasePush', { ...ours, now: 2000 })
      expect(await dueAt(store)).toEqual([2000])
      await store.do('renewHold', { ...ours, until: 8000 })
      expect(await store.do('answerPush', { ...ours, events: await eventsOf(store) })).toBe(true)
      expect(await dueAt(store)).toEqual([2000])
    },
  ],
  [
    'who is told by their answer is told of it alone, and of what comes later by webhook',
    async ({ store }) => {
      await held(store)
      await settle(store, 'paused')
      const events = await eventsOf(store)
      expect(await store.do('answerPush', { ...ours, events: events - 1 })).toBe(false)
      expect(await dueAt(store)).toEqual([5000])
      expect(await store.do('answerPush', { ...ours, tenant: 'other', events })).toBe(true)
      expect(await dueAt(store)).toEqual([5000])
      expect(await store.do('answerPush', { ...ours, events })).toBe(true)
      expect(await dueAt(store)).toEqual([])
    },
  ],
  [
    'what is on its way is not taken back',
    async ({ store }) => {
      await held(store)
      await settle(store, 'completed')
      await store.do('leaseDeliveries', { ...due, now: 5000 })
      expect(await store.do('answerPush', { ...ours, events: await eventsOf(store) })).toBe(true)
      expect(await dueAt(store)).toHaveLength(1)
    },
  ],
  [
    'only a paused task is held anew, by one at a time, and by nobody of another tenant',
    async ({ store }) => {
      const hold = { ...ours, until: 6000, now: 2000 }
      await working(store, 'task-1', { endpoint: endpointOf() })
      expect(await store.do('holdPush', hold)).toBe(false)
      await settle(store, 'paused')
      expect(await store.do('holdPush', { ...hold, tenant: 'other' })).toBe(false)
      expect(await store.do('holdPush', hold)).toBe(true)
      expect(await store.do('holdPush', hold)).toBe(false)
      expect(await store.do('holdPush', { ...hold, until: 9000, now: 6001 })).toBe(true)
      expect(await lease(store)).toEqual([])
    },
  ],
  [
    'a task without a registration is held for nobody',
    async ({ store }) => {
      await working(store)
      await settle(store, 'paused')
      expect(await store.do('holdPush', { ...ours, until: 6000, now: 2000 })).toBe(false)
      expect(await store.do('answerPush', { ...ours, events: 99 })).toBe(true)
      await store.do('releasePush', { ...ours, now: 2000 })
      await store.do('renewHold', { ...ours, until: 8000 })
    },
  ],
]
