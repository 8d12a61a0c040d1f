/** Nonces of signatures: each is used once. How many a key has is counted in the transaction that adds one. */
import { number, query, text, type Work } from '../statement.ts'

export interface UseNonce {
  /** Whose nonces they are. */
  key: string
  nonce: string
  expiresAt: number
  now: number
  mostPerKey: number
}

/** So many expired nonces of its key are removed with a new one: there are never many more than are in force. */
const removedWithNew = 4
/** The same when the key has no room otherwise. */
const removedForRoom = 1000

/** Uses a nonce. `full`: the key has as many as are kept, and none of them may be forgotten yet. */
export function* useNonce({ key, nonce, expiresAt, now, mostPerKey }: UseNonce): Work<'fresh' | 'seen' | 'full'> {
  const before = yield* lockKey(key)
  const [seen] = yield* query('SELECT nonce FROM nonce WHERE key = ?1 AND nonce = ?2', key, nonce)
  if (seen !== undefined) return 'seen'
  const gone = yield* removeExpired(key, now, before >= mostPerKey ? removedForRoom : removedWithNew)
  const kept = before - gone
  const isFresh = kept < mostPerKey
  if (isFresh) {
    yield* query('INSERT INTO nonce (key, nonce, expires_at) VALUES (?1, ?2, ?3)', key, nonce, expiresAt)
  }
  yield* query('UPDATE nonce_key SET kept = ?2 WHERE key = ?1', key, kept + (isFresh ? 1 : 0))
  return isFresh ? 'fresh' : 'full'
}

/** How many nonces a key has. Its row is locked, so that others who use the key wait. */
function* lockKey(key: string): Work<number> {
  for (;;) {
    yield* query('INSERT INTO nonce_key (key, kept) VALUES (?1, 0) ON CONFLICT (key) DO NOTHING', key)
    const [row] = yield* query('SELECT kept FROM nonce_key WHERE key = ?1 {lock}', key)
    // Removed in between, with its last nonce.
    if (row !== undefined) return number(row, 'kept')
  }
}

function* removeExpired(key: string, now: number, limit: number): Work<number> {
  const gone = yield* query(
    `DELETE FROM nonce WHERE key = ?1 AND nonce IN
       (SELECT nonce FROM nonce WHERE key = ?1 AND expires_at <= ?2 ORDER BY expires_at LIMIT ?3) RETURNING nonce`,
    key,
    now,
    limit,
  )
  return gone.length
}

/** Whether a key has as many nonces as are kept, and none of them may be forgotten yet. */
export function* isNonceKeyFull({ key, now, mostPerKey }: Omit<UseNonce, 'nonce' | 'expiresAt'>): Work<boolean> {
  const [row] = yield* query('SELECT kept FROM nonce_key WHERE key = ?1', key)
  if (row === undefined || number(row, 'kept') < mostPerKey) return false
  const [expired] = yield* query('SELECT nonce FROM nonce WHERE key = ?1 AND expires_at <= ?2 LIMIT 1', key, now)
  return expired === undefined
}

/** Removes some nonces that have expired, and keys without any. A key that is in use is passed over. */
export function* pruneNonces(now: number, limit: number): Work<number> {
  const expired = yield* query('SELECT key FROM nonce WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2', now, limit)
  let gone = 0
  for (const key of [...new Set(expired.map(row => text(row, 'key')))].sort()) {
    const [row] = yield* query('SELECT kept FROM nonce_key WHERE key = ?1 {skip}', key)
    if (row === undefined) continue
    const removed = yield* removeExpired(key, now, limit)
    const kept = number(row, 'kept') - removed
    gone += removed
    if (kept > 0) yield* query('UPDATE nonce_key SET kept = ?2 WHERE key = ?1', key, kept)
    else yield* query('DELETE FROM nonce_key WHERE key = ?1', key)
  }
  return gone
}
