/** Nonces that were used: a signature is accepted once. */

/** One use of a nonce. Times are milliseconds since the epoch. */
export interface NonceUse {
  /** Whose nonces they are: the signer and its key. */
  readonly key: string
  readonly nonce: string
  /** When it can be forgotten, because the signature has expired for every clock. */
  readonly expiresAt: number
  readonly now: number
  /** How many of one key are kept. */
  readonly mostPerKey: number
}

/** `full`: the key has as many as are kept. Nothing is evicted to make room: that would allow a replay. */
export type NonceResult = 'fresh' | 'seen' | 'full'

/** Where used nonces are kept. */
export interface NonceCache {
  /** Whether a key has as many nonces as are kept. Asked before its signature is verified. */
  isFull(use: Pick<NonceUse, 'key' | 'now' | 'mostPerKey'>): Promise<boolean>
  /** Uses a nonce, once: of several calls at the same time one is `fresh`. */
  use(use: NonceUse): Promise<NonceResult>
}

/**
 * A cache in the memory of this process. Processes that share an address need one in a store.
 *
 * @example
 * const nonces = memoryNonces()
 */
export function memoryNonces({ most = 10_000_000 }: { most?: number } = {}): NonceCache {
  const keys = new Map<string, KeyNonces>()
  let size = 0
  let sweptAt = Number.NEGATIVE_INFINITY

  function expire(key: string, now: number): void {
    const of = keys.get(key)
    if (of === undefined || !isLater(now, of.sweptAt)) return
    of.sweptAt = now
    for (const [nonce, expiresAt] of of.nonces) {
      if (expiresAt <= now && of.nonces.delete(nonce)) size--
    }
    if (of.nonces.size === 0) keys.delete(key)
  }

  /** Looks for expired ones only where room is needed. */
  function isFull({ key, now, mostPerKey }: Pick<NonceUse, 'key' | 'now' | 'mostPerKey'>): boolean {
    if ((keys.get(key)?.nonces.size ?? 0) >= mostPerKey) expire(key, now)
    if (size >= most && isLater(now, sweptAt)) {
      sweptAt = now
      for (const one of keys.keys()) expire(one, now)
    }
    return size >= most || (keys.get(key)?.nonces.size ?? 0) >= mostPerKey
  }

  return {
    isFull: async use => isFull(use),
    async use(use) {
      const { key, nonce, expiresAt } = use
      if (keys.get(key)?.nonces.has(nonce) === true) return 'seen'
      if (isFull(use)) return 'full'
      const of = keys.get(key) ?? { nonces: new Map<string, number>(), sweptAt: Number.NEGATIVE_INFINITY }
      of.nonces.set(nonce, expiresAt)
      size++
      keys.set(key, of)
      return 'fresh'
    },
  }
}

interface KeyNonces {
  readonly nonces: Map<string, number>
  sweptAt: number
}

/** A full cache is not searched again at every request. */
function isLater(now: number, sweptAt: number): boolean {
  return now >= sweptAt + 1000 || now < sweptAt
}
