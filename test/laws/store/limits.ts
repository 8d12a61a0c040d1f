/** Laws of limits: what one caller may have open at once, to the letter, whoever else adds at the same time. */
import { expect } from 'vitest'
import { approvalOf, encode, endpointOf, type Law, lease, taskOf } from './law.ts'

const limits = { queuedTasks: 5, pushes: 3 }

export const limitLaws: readonly Law[] = [
  [
    'of many tasks that a caller creates at once no more than the limit are queued',
    async ({ store, again }) => {
      const stores = [store, await again(), await again()]
      const create = (n: number) =>
        (stores[n % 3] ?? store).do('createTask', { ...taskOf({ id: `task-${n}` }), limits })
      const made = await Promise.all(Array.from({ length: 30 }, (_, n) => create(n)))
      expect(made.filter(result => result === 'created')).toHaveLength(5)
      expect(made.filter(result => result === 'queuedTasks')).toHaveLength(25)
      // A repeat of what was created is no further task.
      const first = made.indexOf('created')
      expect(await create(first)).toBe('created')
      const others = [{ subject: 'other' }, { tenant: 'other' }]
      for (const [n, other] of others.entries()) {
        expect(await store.do('createTask', { ...taskOf({ id: `other-${n}`, ...other }), limits })).toBe('created')
      }
      // What runs is queued no longer.
      expect(await lease(store, { limit: 3 })).toHaveLength(3)
      expect(await create(40)).toBe('created')
    },
  ],
  [
    'receivers of tasks that go on are counted, with the call or later, and those of ended tasks are not',
    async ({ store }) => {
      const create = (id: string) =>
        store.do('createTask', { ...taskOf({ id, endpoint: endpointOf({ id: `end-${id}` }) }), limits })
      const register = (taskId: string, name: string) => {
        const one = { ...endpointOf({ id: `end-${taskId}-${name}` }), taskId, name, form: 'f' }
        return store.do('registerEndpoint', { ...one, most: 10, perCaller: limits.pushes })
      }
      expect(await create('a')).toBe('created')
      expect([await register('a', 'x'), await register('a', 'y')]).toEqual(['open', 'open'])
      expect([await register('a', 'z'), await create('b')]).toEqual(['over-limit', 'pushes'])
      const mine = { tenant: 'acme', subject: taskOf().subject }
      expect(await store.do('hasReachedPushLimit', { ...mine, most: 3 })).toBe(true)
      expect(await store.do('hasReachedPushLimit', { ...mine, most: 4 })).toBe(false)
      // One of the same name takes the place of the first.
      expect(await register('a', 'y')).toBe('open')
      await store.do('removeEndpoint', { taskId: 'a', tenant: 'acme', name: 'y', now: 1000 })
      expect(await create('b')).toBe('created')
      expect(await create('c')).toBe('pushes')
      const [row] = await lease(store, { limit: 1 })
      const end = { state: 'completed', outcome: encode('o'), event: { kind: 'outcome', body: encode('o') } } as const
      await store.do('endTask', { id: row?.id ?? '', epoch: 1, ...end, now: 1500 })
      expect([row?.id, await create('c'), await create('d')]).toEqual(['a', 'created', 'created'])
    },
  ],
  [
    'of many approvals that a caller asks for at once no more than the limit are open',
    async ({ store, again }) => {
      const stores = [store, await again()]
      const ask = (n: number, over: Partial<Parameters<typeof approvalOf>[0]> = {}) =>
        (stores[n % 2] ?? store).do('askApproval', {
          ...approvalOf({ id: `app-${n}`, tokenHash: `hash-${n}`, digest: `digest-${n}`, ...over }),
          most: 4,
        })
      const asked = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(n)))
      expect(asked.filter(row => row !== undefined)).toHaveLength(4)
      const there = asked.findIndex(row => row !== undefined)
      expect((await ask(there))?.id).toBe(`app-${there}`)
      expect((await ask(30, { requester: 'other' }))?.state).toBe('open')
      // What has expired is open no longer.
      expect((await ask(31, { now: 5000, expiresAt: 9000 }))?.id).toBe('app-31')
    },
  ],
]
