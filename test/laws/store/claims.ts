/** Laws of claims: one execution for one key. */
import { expect } from 'vitest'
import { claimOf, decode, encode, fate, type Law } from './law.ts'

const fence = { scope: 'scope', key: 'key', runId: 'run-1', epoch: 1 }
const answer = (text: string) => ({ answer: encode(text), expiresAt: 100_000 })

export const claimLaws: readonly Law[] = [
  [
    'a first claim is fresh',
    async ({ store }) => {
      expect(await store.do('claim', claimOf())).toEqual({ kind: 'fresh', runId: 'run-1', epoch: 1 })
    },
  ],
  [
    'a claim whose answer was lost is fresh once more, and its lease is the newer one',
    async ({ store }) => {
      await store.do('claim', claimOf())
      expect(await store.do('claim', claimOf({ now: 1900, leaseUntil: 2900 }))).toEqual({
        kind: 'fresh',
        runId: 'run-1',
        epoch: 1,
      })
      expect(await store.do('claim', claimOf({ runId: 'run-2', now: 2500 }))).toEqual({ kind: 'in-flight' })
    },
  ],
  [
    'a key for one use is done as soon as it is claimed: another use is told apart by who asks',
    async ({ store }) => {
      const once = claimOf({ isSingleUse: true })
      const fresh = { kind: 'fresh', runId: 'run-1', epoch: 1 }
      expect(await store.do('claim', once)).toEqual(fresh)
      // The answer to the first was lost on its way, also after the time of a lease.
      expect(await store.do('claim', { ...once, now: 2500 })).toEqual(fresh)
      const again = await store.do('claim', { ...once, runId: 'run-2', now: 2500 })
      expect(again.kind === 'done' && [again.runId, decode(again.answer)]).toEqual(['run-1', ''])
      expect(await store.do('claim', { ...once, runId: 'run-3', fingerprint: 'f2' })).toEqual({ kind: 'conflict' })
      expect(await store.do('claim', { ...once, runId: 'run-4', now: 100_001 })).toEqual({ kind: 'expired' })
    },
  ],
  [
    'a second claim meets the first in flight',
    async ({ store }) => {
      await store.do('claim', claimOf())
      expect(await store.do('claim', claimOf({ runId: 'run-2' }))).toEqual({ kind: 'in-flight' })
    },
  ],
  [
    'another body is a conflict, in flight and when done',
    async ({ store }) => {
      await store.do('claim', claimOf())
      const other = claimOf({ runId: 'run-2', fingerprint: 'f2' })
      expect(await store.do('claim', other)).toEqual({ kind: 'conflict' })
      await store.do('finishClaim', { ...fence, ...answer('A') })
      expect(await store.do('claim', other)).toEqual({ kind: 'conflict' })
    },
  ],
  [
    'a finished claim replays its first answer, whoever asks and however often it is finished',
    async ({ store }) => {
      await store.do('claim', claimOf())
      await store.do('finishClaim', { ...fence, ...answer('A') })
      await store.do('finishClaim', { ...fence, ...answer('B') })
      const told = await store.do('claim', claimOf({ runId: 'run-2' }))
      expect(told.kind === 'done' && [told.runId, decode(told.answer)]).toEqual(['run-1', 'A'])
    },
  ],
  [
    'a run that was never heard of again is taken over under its own id, also when that answer was lost',
    async ({ store }) => {
      await store.do('claim', claimOf())
      const takeover = claimOf({ runId: 'run-2', now: 2000, leaseUntil: 3000 })
      const expected = { kind: 'taken-over', runId: 'run-1', epoch: 2 }
      expect(await store.do('claim', takeover)).toEqual(expected)
      expect(await store.do('claim', takeover)).toEqual(expected)
      expect(await store.do('claim', claimOf({ runId: 'run-3', now: 2500 }))).toEqual({ kind: 'in-flight' })
    },
  ],
  [
    'whoever was taken over can neither renew, finish, release nor save a step',
    async ({ store }) => {
      await store.do('claim', claimOf())
      await store.do('claim', claimOf({ runId: 'run-2', now: 2000, leaseUntil: 3000 }))
      const step = { runId: 'run-1', name: 's', state: 'done', value: null, epoch: 1, now: 1 } as const
      expect(await fate(store.do('renewClaim', { ...fence, leaseUntil: 9000 }))).toBe('fenced')
      expect(await fate(store.do('finishClaim', { ...fence, ...answer('late') }))).toBe('fenced')
      expect(await fate(store.do('saveStep', { ...step, fence: { claim: fence } }))).toBe('fenced')
      await store.do('releaseClaim', fence)
      await store.do('finishClaim', { ...fence, epoch: 2, ...answer('B') })
      expect((await store.do('claim', claimOf({ runId: 'run-3', now: 2500 }))).kind).toBe('done')
    },
  ],
  [
    'a late worker cannot write into a key that was released and claimed anew',
    async ({ store }) => {
      await store.do('claim', claimOf())
      await store.do('claim', claimOf({ runId: 'run-2', now: 2000, leaseUntil: 3000 }))
      await store.do('releaseClaim', { ...fence, epoch: 2 })
      await store.do('claim', claimOf({ runId: 'run-3', fingerprint: 'f3', now: 2100, leaseUntil: 9000 }))
      expect(await fate(store.do('finishClaim', { ...fence, ...answer('late') }))).toBe('fenced')
      expect(await fate(store.do('renewClaim', { ...fence, leaseUntil: 1 }))).toBe('fenced')
      await store.do('releaseClaim', fence)
      const asked = claimOf({ runId: 'run-4', fingerprint: 'f3', now: 2200 })
      expect(await store.do('claim', asked)).toEqual({ kind: 'in-flight' })
    },
  ],
  [
    'a released key is free, its steps are forgotten, and releasing twice is releasing once',
    async ({ store }) => {
      await store.do('claim', claimOf())
      await store.do('saveStep', {
        runId: 'run-1',
        name: 'plan',
        state: 'done',
        value: encode('1'),
        epoch: 1,
        now: 1,
        fence: { claim: fence },
      })
      await store.do('releaseClaim', fence)
      expect(await store.do('claim', claimOf({ runId: 'run-2', fingerprint: 'f2' }))).toEqual({
        kind: 'fresh',
        runId: 'run-2',
        epoch: 1,
      })
      await store.do('releaseClaim', fence)
      expect(await store.do('loadSteps', { runId: 'run-1' })).toEqual([])
      expect((await store.do('claim', claimOf({ runId: 'run-3', fingerprint: 'f2' }))).kind).toBe('in-flight')
    },
  ],
  [
    'a released key whose run has committed steps is taken over by the same request, under a new epoch',
    async ({ store }) => {
      await store.do('claim', claimOf())
      const step = { runId: 'run-1', name: 'plan', state: 'done', value: encode('1'), epoch: 1, now: 1 } as const
      await store.do('saveStep', { ...step, fence: { claim: fence } })
      await store.do('releaseClaim', fence)
      expect(await fate(store.do('finishClaim', { ...fence, ...answer('late') }))).toBe('fenced')
      expect(await fate(store.do('renewClaim', { ...fence, leaseUntil: 9000 }))).toBe('fenced')
      const again = claimOf({ runId: 'run-2' })
      expect(await store.do('claim', again)).toEqual({ kind: 'taken-over', runId: 'run-1', epoch: 2 })
      expect(await store.do('claim', again)).toEqual({ kind: 'taken-over', runId: 'run-1', epoch: 2 })
      expect((await store.do('loadSteps', { runId: 'run-1' })).map(({ name }) => name)).toEqual(['plan'])
      expect(await store.do('claim', claimOf({ runId: 'run-3' }))).toEqual({ kind: 'in-flight' })
    },
  ],
  [
    'a key past its time is refused, or is a new one with no steps of the old run',
    async ({ store }) => {
      await store.do('claim', claimOf({ expiresAt: 3000 }))
      await store.do('saveStep', {
        runId: 'run-1',
        name: 'plan',
        state: 'done',
        value: null,
        epoch: 1,
        now: 1,
        fence: { claim: fence },
      })
      await store.do('finishClaim', { ...fence, answer: encode('A'), expiresAt: 3000 })
      const late = { runId: 'run-2', fingerprint: 'f2', now: 3000, leaseUntil: 4000 }
      expect(await store.do('claim', claimOf(late))).toEqual({ kind: 'expired' })
      expect((await store.do('claim', claimOf({ ...late, expired: 'reuse' }))).kind).toBe('fresh')
      expect(await store.do('loadSteps', { runId: 'run-1' })).toEqual([])
    },
  ],
  [
    'a run that goes on past the time of its key keeps it; one that was lost does not',
    async ({ store }) => {
      await store.do('claim', claimOf({ leaseUntil: 9000, expiresAt: 3000 }))
      const later = claimOf({ runId: 'run-2', now: 4000, leaseUntil: 5000, expired: 'reuse' })
      expect(await store.do('claim', later)).toEqual({ kind: 'in-flight' })
      expect(
        await store.do('prune', {
          claimsBefore: 5000,
          tasksBefore: 0,
          deliveriesBefore: 0,
          approvalsBefore: 0,
          limit: 10,
        }),
      ).toBe(0)
      expect(await store.do('claim', { ...later, now: 9000, expired: 'refuse' })).toEqual({ kind: 'expired' })
      expect((await store.do('claim', { ...later, now: 9000, fingerprint: 'f2' })).kind).toBe('fresh')
    },
  ],
  [
    'of 100 claims at once of one key, one is fresh',
    async ({ store, again }) => {
      const stores = [store, await again(), await again()]
      const kinds = await Promise.all(
        Array.from({ length: 100 }, (_, n) => stores[n % 3]?.do('claim', claimOf({ runId: `run-${n}` }))),
      )
      expect(kinds.filter(told => told?.kind === 'fresh')).toHaveLength(1)
      expect(kinds.filter(told => told?.kind === 'in-flight')).toHaveLength(99)
    },
  ],
  [
    'of 50 takeovers at once, one takes over',
    async ({ store, again }) => {
      await store.do('claim', claimOf())
      const stores = [store, await again()]
      const kinds = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          stores[n % 2]?.do('claim', claimOf({ runId: `other-${n}`, now: 2000, leaseUntil: 9000 })),
        ),
      )
      expect(kinds.filter(told => told?.kind === 'taken-over')).toHaveLength(1)
      expect(kinds.filter(told => told?.kind === 'in-flight')).toHaveLength(49)
    },
  ],
  [
    'claims, releases and reuses at once never leave two holders',
    async ({ store, again }) => {
      const stores = [store, await again()]
      let holders = 0
      let most = 0
      const one = async (n: number) => {
        for (let round = 0; round < 8; round++) {
          const runId = `run-${n}-${round}`
          const told = await stores[n % 2]?.do('claim', claimOf({ runId, leaseUntil: 9000 }))
          if (told?.kind !== 'fresh') continue
          holders += 1
          most = Math.max(most, holders)
          await stores[(n + 1) % 2]?.do('renewClaim', { ...fence, runId, leaseUntil: 9500 })
          holders -= 1
          await stores[n % 2]?.do('releaseClaim', { ...fence, runId })
        }
      }
      await Promise.all(Array.from({ length: 10 }, (_, n) => one(n)))
      expect(most).toBe(1)
    },
  ],
]
