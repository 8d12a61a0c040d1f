/** Laws of nonces: each is used once, by the first of many, and none is forgotten early to make room. */
import { expect } from 'vitest'
import type { Law } from './law.ts'

const use = { key: 'key', nonce: 'n', expiresAt: 5000, now: 1000, mostPerKey: 100 }
const never = { claimsBefore: 0, tasksBefore: 0, deliveriesBefore: 0, approvalsBefore: 0, limit: 3 }

export const nonceLaws: readonly Law[] = [
  [
    'a nonce is used once, whatever number of calls in two processes use it at the same time',
    async ({ store, again }) => {
      const other = await again()
      const uses = Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? store : other).do('useNonce', use))
      const results = await Promise.all(uses)
      expect(results.filter(result => result === 'fresh')).toHaveLength(1)
      expect(results.filter(result => result === 'seen')).toHaveLength(99)
      expect(await other.do('useNonce', { ...use, key: 'another' })).toBe('fresh')
    },
  ],
  [
    'of more nonces than a key may have, exactly so many are used, and none makes room before its time',
    async ({ store, again }) => {
      const other = await again()
      const uses = Array.from({ length: 40 }, (_, at) =>
        (at % 2 === 0 ? store : other).do('useNonce', { ...use, nonce: `n${at}`, mostPerKey: 10 }),
      )
      const results = await Promise.all(uses)
      expect(results.filter(result => result === 'fresh')).toHaveLength(10)
      expect(results.filter(result => result === 'full')).toHaveLength(30)
      const full = { key: 'key', now: 1000, mostPerKey: 10 }
      expect(await store.do('isNonceKeyFull', full)).toBe(true)
      expect(await store.do('isNonceKeyFull', { ...full, key: 'another' })).toBe(false)
      expect(await store.do('useNonce', { ...use, nonce: 'late', now: 4999, mostPerKey: 10 })).toBe('full')
      expect(await store.do('isNonceKeyFull', { ...full, now: 5000 })).toBe(false)
      expect(await store.do('useNonce', { ...use, nonce: 'later', now: 5000, expiresAt: 9000, mostPerKey: 10 })).toBe(
        'fresh',
      )
    },
  ],
  [
    'a nonce that was used stays so until its time is over, and is pruned then',
    async ({ store }) => {
      for (let n = 0; n < 7; n++) {
        expect(await store.do('useNonce', { ...use, nonce: `n${n}`, expiresAt: n < 5 ? 5000 : 9000 })).toBe('fresh')
      }
      expect(await store.do('prune', { ...never, now: 4999 })).toBe(0)
      expect(await store.do('useNonce', { ...use, nonce: 'n0', now: 4999 })).toBe('seen')
      const gone = [await store.do('prune', { ...never, now: 5000 }), await store.do('prune', { ...never, now: 5000 })]
      expect([...gone, await store.do('prune', { ...never, now: 5000 })]).toEqual([3, 2, 0])
      expect(await store.do('useNonce', { ...use, nonce: 'n6', now: 8999 })).toBe('seen')
      // The count of the key went down with its nonces.
      expect(await store.do('isNonceKeyFull', { key: 'key', now: 5000, mostPerKey: 3 })).toBe(false)
      expect(await store.do('isNonceKeyFull', { key: 'key', now: 5000, mostPerKey: 2 })).toBe(true)
    },
  ],
]
