/**
 * Places of open streams, counted exactly over all processes: a place is a row, taken before its stream begins. A place
 * whose lease has ended is given to the next one who asks.
 */
import { number, query, serialize, text, type Work } from '../statement.ts'

export interface TakePlace {
  /** Of this stream; the same when the question is repeated. */
  id: string
  /** Whose streams are counted together. */
  key: string
  most: number
  /** Who renews the place: one gateway of one process. */
  holder: string
  process: string
  now: number
  leaseUntil: number
}

/** Clocks of two hosts are never quite the same: so long after its end, a lease still counts. */
const placeSkewMs = 5_000

/** Takes a place; false when as many as allowed are taken. */
export function* takePlace({ id, key, most, holder, process, now, leaseUntil }: TakePlace): Work<boolean> {
  yield* serialize(`places ${key}`)
  yield* query('DELETE FROM stream_place WHERE key = ?1 AND lease_until <= ?2', key, now - placeSkewMs)
  const [row] = yield* query(
    'SELECT COUNT(*) AS n FROM (SELECT 1 FROM stream_place WHERE key = ?1 AND id <> ?2 LIMIT ?3) AS counted',
    key,
    id,
    most,
  )
  if (row === undefined || number(row, 'n') >= most) return false
  yield* query(
    `INSERT INTO stream_place (id, key, holder, process, lease_until) VALUES (?1, ?2, ?3, ?4, ?5)
     ON CONFLICT (id) DO NOTHING`,
    id,
    key,
    holder,
    process,
    leaseUntil,
  )
  return true
}

/** Gives places back. Returns how many there were. */
export function* leavePlaces({ ids }: { ids: readonly string[] }): Work<number> {
  let gone = 0
  // In one order for all, so that nobody waits for somebody who waits for them.
  for (const id of [...ids].sort()) {
    gone += (yield* query('DELETE FROM stream_place WHERE id = ?1 RETURNING id', id)).length
  }
  return gone
}

/** Keeps all places of a holder for longer. Returns those that it still has. */
export function* renewPlaces({ holder, leaseUntil }: { holder: string; leaseUntil: number }): Work<string[]> {
  const rows = yield* query(
    'UPDATE stream_place SET lease_until = ?2 WHERE holder = ?1 RETURNING id',
    holder,
    leaseUntil,
  )
  return rows.map(row => text(row, 'id'))
}

/** Gives back what a dead process held. */
export function* releasePlaces(process: string): Work<number> {
  return (yield* query('DELETE FROM stream_place WHERE process = ?1 RETURNING id', process)).length
}

/** Removes some places that nobody has asked for since their lease ended. */
export function* prunePlaces(now: number, limit: number): Work<number> {
  const rows = yield* query(
    'SELECT id FROM stream_place WHERE lease_until <= ?1 ORDER BY lease_until LIMIT ?2 {skip}',
    now - placeSkewMs,
    limit,
  )
  for (const row of rows) yield* query('DELETE FROM stream_place WHERE id = ?1', text(row, 'id'))
  return rows.length
}
