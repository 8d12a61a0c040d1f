/** Nonces of signatures in the store: all processes that share it accept a signature once. */
import { createHash } from 'node:crypto'
import type { Store } from '../store/store.ts'
import type { NonceCache } from '../wire/signature/nonce-cache.ts'

/** The name of a key, as long as every other: a store finds rows by it. */
const nameOf = (key: string): string => createHash('sha256').update(key).digest('base64url')

/**
 * A replay cache in a store.
 *
 * @example
 * const nonces = storeNonces(await openStore('postgres://localhost/replywire'))
 */
export function storeNonces(store: Pick<Store, 'do'>): NonceCache {
  return {
    isFull: use => store.do('isNonceKeyFull', { ...use, key: nameOf(use.key) }),
    use: use => store.do('useNonce', { ...use, key: nameOf(use.key) }),
  }
}
