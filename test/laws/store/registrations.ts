/** Laws of registrations: whoever registered for a task is told of its end, whenever they came. */
import { expect } from 'vitest'
import type { Registration } from '../../../src/store/operations/deliveries.ts'
import { auditOf, deliveryOf, encode, endpointOf, type Law, lease, taskOf, working } from './law.ts'

const acme = { tenant: 'acme' }
const ended = { kind: 'outcome', body: encode('end') }
const end = { id: 'task-1', epoch: 1, state: 'completed' as const, outcome: encode('o'), event: ended, now: 1500 }

function registrationOf(over: Partial<Registration> = {}): Registration & { most: number } {
  return { ...endpointOf(), taskId: 'task-1', name: 'a', form: 'a2a@1.0;1.0', most: 2, ...over }
}

export const registrationLaws: readonly Law[] = [
  [
    'a registration of the same name takes the place of the first, and there are no more than so many',
    async ({ store }) => {
      await store.do('createTask', taskOf())
      expect(await store.do('registerEndpoint', registrationOf())).toBe('open')
      await store.do('registerEndpoint', registrationOf({ id: 'end-2', url: 'https://b.example', form: 'x' }))
      await store.do('registerEndpoint', registrationOf({ id: 'end-3', name: 'c' }))
      expect(await store.do('registerEndpoint', registrationOf({ id: 'end-4', name: 'd' }))).toBe('full')
      const { pushes, endpoints } = await store.do('taskEndpoints', { id: 'task-1' })
      expect(pushes).toBe(3)
      expect(endpoints.map(({ name, url, form }) => [name, url, form])).toEqual([
        ['a', 'https://b.example', 'x'],
        ['c', 'https://a.example', 'a2a@1.0;1.0'],
      ])
    },
  ],
  [
    "nobody registers for another tenant's task, nor for one that is not there",
    async ({ store }) => {
      await store.do('createTask', taskOf())
      expect(await store.do('registerEndpoint', registrationOf({ tenant: 'other' }))).toBe('missing')
      expect(await store.do('registerEndpoint', registrationOf({ taskId: 'none' }))).toBe('missing')
      expect(await store.do('removeEndpoint', { taskId: 'task-1', tenant: 'other', name: 'a', now: 1000 })).toBe(false)
    },
  ],
  [
    'a task is not ended by who does not know of the last registration, and then told to all',
    async ({ store }) => {
      await working(store)
      await store.do('registerEndpoint', registrationOf())
      expect(await store.do('endTask', { ...end, pushes: 0 })).toBe('changed')
      expect((await store.do('getTask', { id: 'task-1', ...acme }))?.state).toBe('working')
      const deliveries = [deliveryOf({ endpoint: 'end-1', to: undefined })]
      expect(await store.do('endTask', { ...end, pushes: 1, deliveries })).toBe('completed')
      expect(await store.do('registerEndpoint', registrationOf({ id: 'end-2', name: 'b' }))).toBe('settled')
      expect(await store.do('listDeliveries', { ...acme, limit: 9 })).toHaveLength(1)
    },
  ],
  [
    'a cancel tells those who registered too',
    async ({ store }) => {
      await store.do('createTask', taskOf())
      await store.do('registerEndpoint', registrationOf())
      const cancel = { id: 'task-1', ...acme, outcome: encode('o'), event: ended, audit: auditOf(), now: 1500 }
      expect(await store.do('cancelTask', { ...cancel, pushes: 0 })).toBe('changed')
      expect(await store.do('cancelTask', { ...cancel, pushes: 1 })).toBe('canceled')
    },
  ],
  [
    'a registration that was taken back is told nothing more, and its secret is gone',
    async ({ store }) => {
      await store.do('createTask', taskOf())
      await store.do('registerEndpoint', registrationOf({ secret: encode('sealed') }))
      await store.do('addDeliveries', { deliveries: [deliveryOf({ endpoint: 'end-1', to: undefined })], now: 1000 })
      expect(await store.do('removeEndpoint', { taskId: 'task-1', ...acme, name: 'a', now: 1000 })).toBe(true)
      expect(await store.do('removeEndpoint', { taskId: 'task-1', ...acme, name: 'a', now: 1000 })).toBe(false)
      expect(await store.do('taskEndpoints', { id: 'task-1' })).toEqual({ pushes: 2, endpoints: [] })
      expect(await store.do('leaseDeliveries', { now: 1000, leaseUntil: 2000, limit: 9, perEndpoint: 9 })).toEqual([])
    },
  ],
  [
    'a registration lives as long as its task',
    async ({ store }) => {
      await working(store)
      await store.do('registerEndpoint', registrationOf())
      const prune = { claimsBefore: 0, deliveriesBefore: 9999, approvalsBefore: 0, limit: 100 }
      await store.do('prune', { ...prune, tasksBefore: 9999 })
      expect((await store.do('taskEndpoints', { id: 'task-1' })).endpoints).toHaveLength(1)
      await store.do('endTask', { ...end, pushes: 1 })
      while ((await store.do('prune', { ...prune, tasksBefore: 9999 })) > 0);
      expect((await store.do('taskEndpoints', { id: 'task-1' })).endpoints).toEqual([])
    },
  ],
  [
    'a refusal that is kept is a task that is over, and nobody works on it',
    async ({ store }) => {
      const refused = { state: 'failed' as const, facet: 'refused', outcome: encode('no'), event: ended }
      await store.do('recordTask', { ...taskOf(), end: refused })
      await store.do('recordTask', { ...taskOf(), end: refused })
      expect(await lease(store)).toEqual([])
      const row = await store.do('getTask', { id: 'task-1', ...acme })
      expect(row).toMatchObject({ state: 'failed', facet: 'refused', events: 1, endedAt: 1000, dead: false })
      const listed = async (states: string[]) => (await store.do('listTasks', { ...acme, states, limit: 9 })).length
      expect([await listed(['failed']), await listed(['failed/refused']), await listed(['failed/'])]).toEqual([1, 1, 0])
    },
  ],
  [
    'tasks are listed by their last news, in pages, and counted',
    async ({ store }) => {
      for (const n of [1, 2, 3]) await store.do('createTask', taskOf({ id: `task-${n}`, now: 1000 + n, context: 'x' }))
      const cancel = { ...acme, outcome: encode('o'), event: ended, audit: auditOf(), now: 5000 }
      await store.do('cancelTask', { id: 'task-1', ...cancel })
      const page = async (over: object) =>
        (await store.do('listTasks', { ...acme, order: 'updated', limit: 2, ...over })).map(({ id }) => id)
      expect(await page({})).toEqual(['task-1', 'task-3'])
      expect(await page({ staleSince: { updatedAt: 1003, id: 'task-3' } })).toEqual(['task-2'])
      expect(await store.do('countTasks', { ...acme, most: 9 })).toBe(3)
      expect(await store.do('countTasks', { ...acme, most: 9, context: 'x', states: ['queued'] })).toBe(2)
      expect(await store.do('countTasks', { tenant: 'other', most: 9 })).toBe(0)
      expect(await store.do('countTasks', { ...acme, most: 2 })).toBe(2)
    },
  ],
]
