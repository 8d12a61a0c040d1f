/** Where the keys of an issuer come from: a secret, a key set at hand, or one behind an address (RFC 7517 §5). */
import { JWKSMultipleMatchingKeys } from 'jose/errors'
import type { LocalJWKSet } from 'jose/jwks/local'
import { AuthError } from './auth-error.ts'
import { type FetchKeys, fetchKeySet } from './jwks-fetch.ts'
import type { TokenHeader } from './token.ts'

export interface KeySource {
  /** The keys that may have signed a token with such a header; none: its key is unknown. */
  (header: TokenHeader): Promise<CryptoKey[]>
  /** What stands for the keys that are in force: another object once they are others. Undefined: they must be looked up. */
  fresh(): object | undefined
}

/** Keys that never change. */
function lasting(find: (header: TokenHeader) => Promise<CryptoKey[]>): KeySource {
  return Object.assign(find, { fresh: () => find })
}

/** A key set of a stranger's making may hold many keys that match a token without a key id; so many are tried. */
const maxCandidates = 8

/** The one key of an issuer that shares a secret with us. */
export function secretKey(secret: Uint8Array<ArrayBuffer>): KeySource {
  const key = crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  return lasting(async () => [await key])
}

/** The keys of a set at hand. */
export function localKeys(set: LocalJWKSet): KeySource {
  return lasting(header => candidates(set, header))
}

export interface RemoteKeysOptions {
  url: string
  fetch: FetchKeys
  /** Milliseconds since the epoch. */
  now: () => number
  /** How long keys are fresh. */
  ttlMs: number
  timeoutMs?: number
  /** Called after each fetch: whether there are new keys. */
  onFetched?: ((isLoaded: boolean) => void) | undefined
}

/** How seldom an unknown key id, or a failed refresh while there are keys, leads to another fetch. */
const cooldownMs = 30_000
/** The same while there are no keys at all: an issuer that comes up late should not be waited for too long. */
const coldRetryMs = 1_000
/** How long keys are used that could not be refreshed: an issuer may have withdrawn them. */
const maxStaleMs = 24 * 3_600_000

/**
 * The keys behind an address: cached, fetched once at a time, and refetched for an unknown key id at most once per
 * cool-down, so that strangers cannot make us hammer the issuer. When a refresh fails, the old keys serve on.
 */
export function remoteKeys({ url, fetch, now, ttlMs, timeoutMs = 5_000, onFetched }: RemoteKeysOptions): KeySource {
  let set: LocalJWKSet | undefined
  let loadedAt: number | undefined
  let failedAt: number | undefined
  let searchedAt: number | undefined
  let flight: Promise<void> | undefined

  /** A clock that was set back makes nothing young. */
  function within(at: number | undefined, span: number): boolean {
    const age = at === undefined ? -1 : now() - at
    return age >= 0 && age < span
  }

  function load(): Promise<void> {
    flight ??= fetchKeySet(url, fetch, timeoutMs)
      .then(
        loaded => {
          set = loaded
          loadedAt = now()
          failedAt = undefined
          onFetched?.(true)
        },
        () => {
          failedAt = now()
          onFetched?.(false)
        },
      )
      .finally(() => {
        flight = undefined
      })
    return flight
  }

  async function current(): Promise<LocalJWKSet> {
    if (!within(loadedAt, ttlMs)) {
      const usable = within(loadedAt, maxStaleMs)
      if (flight !== undefined || !within(failedAt, usable ? cooldownMs : coldRetryMs)) {
        const loading = load()
        // A refresh is waited for unless the one before has failed: while an issuer hangs, calls go on with the old keys.
        if (!usable || !within(failedAt, 2 * cooldownMs)) await loading
      }
    }
    if (set === undefined || !within(loadedAt, maxStaleMs)) throw new AuthError('keys-unavailable')
    return set
  }

  const find = async (header: TokenHeader): Promise<CryptoKey[]> => {
    const known = await candidates(await current(), header)
    if (known.length > 0) return known
    if (flight === undefined) {
      if (within(searchedAt, cooldownMs)) return []
      searchedAt = now()
    }
    await load()
    return candidates(await current(), header)
  }
  return Object.assign(find, { fresh: () => (within(loadedAt, ttlMs) ? set : undefined) })
}

/** Only public keys that fit the algorithm, by type, curve, `alg`, `use` and `key_ops`, are candidates. */
async function candidates(set: LocalJWKSet, header: TokenHeader): Promise<CryptoKey[]> {
  try {
    return [await set({ ...header })]
  } catch (error) {
    const keys: CryptoKey[] = []
    if (!(error instanceof JWKSMultipleMatchingKeys)) return keys
    for await (const key of error) {
      keys.push(key)
      if (keys.length === maxCandidates) break
    }
    return keys
  }
}
