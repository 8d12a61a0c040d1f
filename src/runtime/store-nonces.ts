/** Nonces of signatures in the store: all processes that share it accept a signature once. */
import { createHash } from 'node:crypto'
import type { Store } from '../store/store.ts'
import type { NonceCache } from '../wire/signature/nonce-cache.ts'

/** The name of a key, as long as every other: a store finds rows by it. */
const nameOf = (key: string): string => createHash('sha256').update(key).digest('base64url')

/** So long a key that had room is not looked at again before its signatures are verified. To use a nonce always counts. */
const roomMs = 1000
const mostKeys = 10_000

/**
 * A replay cache in a store.
 *
 * @example
 * const nonces = storeNonces(await openStore('postgres://localhost/replywire'))
 */
export function storeNonces(store: Pick<Store, 'do'>): NonceCache {
  const seenRoom = new Map<string, number>()
  const hasRoom = (key: string, now: number): boolean => {
    const age = now - (seenRoom.get(key) ?? Number.NEGATIVE_INFINITY)
    return age >= 0 && age < roomMs
  }
  return {
    async isFull(use) {
      if (hasRoom(use.key, use.now)) return false
      const isFull = await store.do('isNonceKeyFull', { ...use, key: nameOf(use.key) })
      if (seenRoom.size >= mostKeys) seenRoom.clear()
      if (!isFull) seenRoom.set(use.key, use.now)
      return isFull
    },
    async use(use) {
      const result = await store.do('useNonce', { ...use, key: nameOf(use.key) })
      if (result === 'full') seenRoom.delete(use.key)
      return result
    },
  }
}
