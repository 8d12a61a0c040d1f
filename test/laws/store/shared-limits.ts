/** Laws of limits that processes share: slices of quotas and rates, places of streams. */
import { expect } from 'vitest'
import type { TakePlace } from '../../../src/store/operations/stream-places.ts'
import type { QuotaSlice, RateSlice } from '../../../src/store/operations/take-slices.ts'
import type { Store } from '../../../src/store/store.ts'
import type { Law } from './law.ts'

const quota = (over: Partial<QuotaSlice> = {}): QuotaSlice => ({
  ...{ kind: 'quota', key: 'q', period: 0, expiresAt: 100_000, limit: 100, used: 0, held: 0, want: 10 },
  ...over,
})
/** Ten a second, five at once. */
const rate = (over: Partial<RateSlice> = {}): RateSlice => ({
  ...{ kind: 'rate', key: 'r', intervalNs: 100_000_000, burst: 5, want: 5, back: 0 },
  ...over,
})

async function take(store: Store, slice: QuotaSlice | RateSlice, holder = 'a', now = 1000) {
  const input = { holder, process: `process-${holder}`, slices: [slice], now, leaseUntil: now + 1000 }
  const [grant] = await store.do('takeSlices', input)
  return grant
}

const place = (id: string, over: Partial<TakePlace> = {}): TakePlace => ({
  ...{ id, key: 'acme', most: 10, holder: 'a', process: 'process-a', now: 1000, leaseUntil: 2000 },
  ...over,
})

export const sharedLimitLaws: readonly Law[] = [
  [
    'slices of a quota add up to the quota, whatever number of processes take them at the same time',
    async ({ store, again }) => {
      const other = await again()
      const grants = await Promise.all(
        Array.from({ length: 40 }, (_, at) => take(at % 2 === 0 ? store : other, quota({ want: 7 }), `holder-${at}`)),
      )
      expect(grants.reduce((sum, grant) => sum + (grant?.granted ?? 0), 0)).toBe(100)
      expect(grants.filter(grant => grant?.granted === 7)).toHaveLength(14)
      expect(grants.filter(grant => grant?.granted === 2)).toHaveLength(1)
      expect(await take(store, quota(), 'late')).toEqual({ granted: 0, left: 0, waitMs: 99_000 })
    },
  ],
  [
    'what was served is counted, and what was not used is for others again',
    async ({ store }) => {
      expect(await take(store, quota({ want: 60 }))).toEqual({ granted: 60, left: 40, waitMs: 0 })
      expect(await take(store, quota({ want: 60 }), 'b')).toEqual({ granted: 40, left: 0, waitMs: 99_000 })
      // Twenty served, forty kept: nothing more is there.
      expect(await take(store, quota({ used: 20, held: 40 }))).toMatchObject({ granted: 0, left: 0 })
      expect(await take(store, quota({ used: 5, held: 0, want: 0 }))).toMatchObject({ granted: 0, left: 35 })
      expect(await take(store, quota({ want: 99 }), 'c')).toMatchObject({ granted: 35, left: 0 })
    },
  ],
  [
    'the slice of a process that is gone is for others when its lease ends, at once when it is known to be dead',
    async ({ store }) => {
      await take(store, quota({ want: 90 }))
      expect(await take(store, quota({ want: 90 }), 'b', 1999)).toMatchObject({ granted: 10 })
      expect(await take(store, quota({ want: 90 }), 'c', 2000)).toMatchObject({ granted: 90 })
      expect(await store.do('releaseProcess', { process: 'process-b', now: 2000 })).toBe(1)
      expect(await take(store, quota({ want: 90 }), 'd', 2000)).toMatchObject({ granted: 10 })
      // The first one was frozen: what it served meanwhile counts, and it gets no more.
      expect(await take(store, quota({ used: 30, held: 60, want: 5 }), 'a', 2001)).toMatchObject({ granted: 0 })
    },
  ],
  [
    'a quota begins again with its period, and a clock that is behind counts in the new one',
    async ({ store }) => {
      await take(store, quota({ want: 100 }))
      const next = quota({ period: 100_000, expiresAt: 200_000, want: 80 })
      expect(await take(store, next, 'b', 100_000)).toMatchObject({ granted: 80, left: 20 })
      expect(await take(store, quota({ want: 80 }), 'c', 99_990)).toMatchObject({ granted: 20, left: 0 })
    },
  ],
  [
    'tokens come at their rate up to the burst, whatever number of processes take them at the same time',
    async ({ store, again }) => {
      const other = await again()
      const grants = await Promise.all(
        Array.from({ length: 20 }, (_, at) => take(at % 2 === 0 ? store : other, rate({ want: 2 }), `holder-${at}`)),
      )
      expect(grants.reduce((sum, grant) => sum + (grant?.granted ?? 0), 0)).toBe(5)
      expect(await take(store, rate())).toEqual({ granted: 0, left: 0, waitMs: 100 })
      expect(await take(store, rate(), 'a', 1099)).toMatchObject({ granted: 0, waitMs: 1 })
      expect(await take(store, rate(), 'a', 1100)).toEqual({ granted: 1, left: 0, waitMs: 100 })
      expect(await take(store, rate({ want: 2 }), 'a', 1450)).toEqual({ granted: 2, left: 1, waitMs: 0 })
      // Never more than the burst, however long nobody called.
      expect(await take(store, rate({ want: 99 }), 'a', 900_000)).toMatchObject({ granted: 5, left: 0 })
    },
  ],
  [
    'tokens that were given back can be taken again, and fill the bucket no further than it goes',
    async ({ store }) => {
      await take(store, rate())
      expect(await take(store, rate({ want: 0, back: 3 }))).toMatchObject({ granted: 0, left: 3 })
      expect(await take(store, rate({ want: 9 }))).toMatchObject({ granted: 3 })
      expect(await take(store, rate({ want: 0, back: 99 }))).toMatchObject({ left: 5 })
      expect(await take(store, rate({ want: 9 }))).toMatchObject({ granted: 5 })
    },
  ],
  [
    'a rate is kept exactly where an interval is no whole number of microseconds',
    async ({ store }) => {
      // Three in a second: a burst of 3,000 is full again after 1,000 s.
      const third = rate({ intervalNs: 333_333_333, burst: 3000, want: 1 })
      for (let n = 0; n < 300; n++) expect(await take(store, third)).toMatchObject({ granted: 1 })
      expect(await take(store, { ...third, want: 3000 })).toMatchObject({ granted: 2700, left: 0 })
      expect(await take(store, { ...third, want: 3000 }, 'a', 101_000)).toMatchObject({ granted: 300 })
    },
  ],
  [
    'many slices travel together, each with its own answer, in the order they were asked for',
    async ({ store }) => {
      const slices = [quota({ key: 'z', limit: 1 }), rate({ key: 'm' }), quota({ key: 'a', limit: 3 })]
      const input = { holder: 'a', process: 'p', slices, now: 1000, leaseUntil: 2000 }
      const granted = (await store.do('takeSlices', input)).map(grant => grant.granted)
      expect(granted).toEqual([1, 5, 3])
    },
  ],
  [
    'of more streams than a ceiling allows, exactly so many get a place',
    async ({ store, again }) => {
      const other = await again()
      const taken = await Promise.all(
        Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? store : other).do('takePlace', place(`p${at}`))),
      )
      expect(taken.filter(Boolean)).toHaveLength(10)
      expect(await store.do('takePlace', place('elsewhere', { key: 'other' }))).toBe(true)
    },
  ],
  [
    'a place that was left is free, and a question that is repeated takes no second place',
    async ({ store }) => {
      for (const id of ['a', 'b']) expect(await store.do('takePlace', place(id, { most: 2 }))).toBe(true)
      expect(await store.do('takePlace', place('b', { most: 2 }))).toBe(true)
      expect(await store.do('takePlace', place('c', { most: 2 }))).toBe(false)
      expect(await store.do('leavePlaces', { ids: ['b', 'never'] })).toBe(1)
      expect(await store.do('takePlace', place('c', { most: 2 }))).toBe(true)
      expect(await store.do('takePlace', place('d', { most: 2 }))).toBe(false)
    },
  ],
  [
    'a place is kept while its lease is renewed, and given to another a while after its end',
    async ({ store }) => {
      const one = { most: 1 }
      await store.do('takePlace', place('a', one))
      expect(await store.do('renewPlaces', { holder: 'a', leaseUntil: 4000 })).toEqual(['a'])
      // Clocks differ by up to five seconds.
      expect(await store.do('takePlace', place('b', { ...one, now: 8999, leaseUntil: 9999 }))).toBe(false)
      expect(await store.do('takePlace', place('b', { ...one, holder: 'b', now: 9000, leaseUntil: 9999 }))).toBe(true)
      // Its first holder learns that it lost the place.
      expect(await store.do('renewPlaces', { holder: 'a', leaseUntil: 12_000 })).toEqual([])
    },
  ],
  [
    'the places of a process that is dead are free at once, and those of others are not',
    async ({ store }) => {
      for (const id of ['a', 'b']) await store.do('takePlace', place(id, { most: 3, process: 'dead' }))
      await store.do('takePlace', place('c', { most: 3, process: 'alive' }))
      expect(await store.do('releaseProcess', { process: 'dead', now: 1000 })).toBe(2)
      const taken = [await store.do('takePlace', place('d', { most: 3 }))]
      taken.push(await store.do('takePlace', place('e', { most: 3 })))
      taken.push(await store.do('takePlace', place('f', { most: 3 })))
      expect(taken).toEqual([true, true, false])
    },
  ],
  [
    'what limits leave behind is pruned a little at a time, and only so many quotas are kept',
    async ({ store }) => {
      for (let n = 0; n < 6; n++) {
        await take(store, rate({ key: `r${n}` }))
        await take(store, quota({ key: `q${n}`, expiresAt: n < 2 ? 5000 : 90_000 }), 'a', 1000 + n)
        await store.do('takePlace', place(`p${n}`))
      }
      const gone = async (now: number, most: number) => {
        const parts: number[] = []
        for (;;) {
          const part = await store.do('pruneLimits', { now, limit: 4, most })
          if (part === 0) return parts.reduce((sum, one) => sum + one, 0)
          parts.push(part)
        }
      }
      expect(await gone(1000, 100)).toBe(0)
      // Six buckets are full again, six leases of slices are over; two quotas and six places are later.
      expect(await gone(3000, 100)).toBe(12)
      expect(await gone(7000, 100)).toBe(8)
      expect(await gone(7000, 3)).toBe(1)
      // The one that was used longest ago.
      expect(await take(store, quota({ key: 'q2', limit: 10, expiresAt: 90_000 }))).toMatchObject({ granted: 10 })
    },
  ],
]
