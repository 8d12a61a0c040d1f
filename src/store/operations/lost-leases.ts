/** Leases that nobody will renew: of processes that are dead, and from before a clock was set back. */
import { query, text, type Work, wake } from '../statement.ts'
import { releasePlaces } from './stream-places.ts'
import { releaseSlices } from './take-slices.ts'

/** The state of what is held. */
const states = { task: 'working', claim: 'running', delivery: 'waiting' } as const

/** `leased_epoch`: it may have been taken over since by an older Replywire, which names nobody. */
const update = (table: keyof typeof states, until: string, which: string): string =>
  `UPDATE ${table} SET lease_until = ${until}
   WHERE state = '${states[table]}' AND leased_epoch = epoch AND ${which} RETURNING 1 AS n`

/** Ends the leases of a process that is known to be dead. Returns how many there were. */
export function* releaseProcess({ process, now }: { process: string; now: number }): Work<number> {
  if (process === '') return 0
  const which = 'process = ?1 AND lease_until > ?2'
  const tasks = yield* query(update('task', '?2', which), process, now)
  const claims = yield* query(update('claim', '?2', which), process, now)
  // Endpoints before deliveries, as everybody locks them.
  const holds = yield* releaseHolds(process, now)
  const deliveries = yield* query(update('delivery', '?2', `${which} AND lease_until > 0`), process, now)
  const limits = (yield* releaseSlices(process)) + (yield* releasePlaces(process))
  if (tasks.length > 0) yield* wake('task')
  if (holds + deliveries.length > 0) yield* wake('delivery')
  return tasks.length + claims.length + holds + deliveries.length + limits
}

/** Nobody waits there for an answer any more: what was held back is due now. */
function* releaseHolds(process: string, now: number): Work<number> {
  const endpoints = yield* query(
    `UPDATE endpoint SET held_until = 0
     WHERE held_by = ?1 AND held_until > 0 AND held_mark = held_until RETURNING id`,
    process,
  )
  for (const endpoint of endpoints) {
    yield* query(
      `UPDATE delivery SET due_at = ?2 WHERE endpoint = ?1 AND state = 'waiting' AND epoch = 0 AND due_at > ?2`,
      text(endpoint, 'id'),
      now,
    )
  }
  return endpoints.length
}

/** Clocks of two hosts are never quite the same. */
const skewMs = 5_000

/**
 * A lease that ends later than its own length from now is from before a clock was set back. It is made as long as a
 * new one: a living process renews it, a dead one does not. Returns how many there were.
 */
export function* shortenLeases({ now }: { now: number }): Work<number> {
  // By process, so that only what is held is looked at and not all there ever was.
  const which = `process >= '' AND lease_until > ?1 + lease_ms + ?2`
  const tasks = yield* query(update('task', '?1 + lease_ms', which), now, skewMs)
  const claims = yield* query(update('claim', '?1 + lease_ms', which), now, skewMs)
  return tasks.length + claims.length
}
