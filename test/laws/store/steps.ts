/** Laws of steps: what is done is done for good. */
import { expect } from 'vitest'
import { claimOf, decode, encode, fate, type Law, lease, working } from './law.ts'

const step = { runId: 'task-1', name: 's', now: 1 }

export const stepLaws: readonly Law[] = [
  [
    'a step that is done keeps its value, however often it is saved',
    async ({ store }) => {
      const fence = { task: await working(store) }
      await store.do('saveStep', { ...step, state: 'done', value: encode('first'), epoch: 1, fence })
      await store.do('saveStep', { ...step, state: 'done', value: encode('second'), epoch: 1, fence })
      await store.do('saveStep', { ...step, state: 'intended', value: null, epoch: 1, fence })
      const steps = await store.do('loadSteps', { runId: 'task-1' })
      expect(steps.map(({ state, value }) => [state, decode(value)])).toEqual([['done', 'first']])
    },
  ],
  [
    'an intent becomes done by whoever intended it, and by nobody else',
    async ({ store }) => {
      const first = await working(store)
      const mine = { ...step, value: null, epoch: 1, fence: { task: first } }
      await store.do('saveStep', { ...mine, name: 'a', state: 'intended' })
      await store.do('saveStep', { ...mine, name: 'a', state: 'intended' })
      await store.do('saveStep', { ...mine, name: 'a', state: 'done', value: encode('A') })
      await store.do('saveStep', { ...mine, name: 'b', state: 'intended' })
      await lease(store, { now: 2000, leaseUntil: 3000 })
      const theirs = { ...step, value: null, epoch: 2, fence: { task: { id: 'task-1', epoch: 2 } } }
      expect(await fate(store.do('saveStep', { ...theirs, name: 'b', state: 'done' }))).toBe('fenced')
      expect(await fate(store.do('saveStep', { ...theirs, name: 'b', state: 'intended' }))).toBe('fenced')
      expect(await fate(store.do('saveStep', { ...theirs, name: 'a', state: 'done' }))).toBe('fenced')
      const steps = await store.do('loadSteps', { runId: 'task-1' })
      expect(steps.map(({ name, state, epoch }) => [name, state, epoch])).toEqual([
        ['a', 'done', 1],
        ['b', 'intended', 1],
      ])
    },
  ],
  [
    'steps of a claim are seen by whoever takes over',
    async ({ store }) => {
      await store.do('claim', claimOf())
      const claim = { scope: 'scope', key: 'key', runId: 'run-1', epoch: 1 }
      await store.do('saveStep', {
        ...step,
        runId: 'run-1',
        state: 'done',
        value: encode('P'),
        epoch: 1,
        fence: { claim },
      })
      const told = await store.do('claim', claimOf({ runId: 'run-2', now: 2000, leaseUntil: 3000 }))
      expect(told).toEqual({ kind: 'taken-over', runId: 'run-1', epoch: 2 })
      expect(await store.do('loadSteps', { runId: 'run-1' })).toHaveLength(1)
    },
  ],
]
