/** Leasing deliveries: a few of each place and of each tenant, so that a dead receiver delays no other. */
import { query, serialize, text, type Work } from '../statement.ts'
import { type DeliveryRow, deliveryOf, selectDelivery } from './deliveries.ts'
import { countsOf, takeFairly, unlimited } from './take-fairly.ts'

export interface LeaseDeliveries {
  now: number
  leaseUntil: number
  limit: number
  /** How many to one place may be on their way at once. */
  perEndpoint: number
  /** How many of one tenant may be on their way at once. Default: no limit. */
  perTenant?: number
  /** Who takes them: when it is known to be dead, others need not wait for the lease. */
  process?: string
}

// Grouped by an expression, so that SQLite looks at those on their way and not at all there ever were.
const onTheirWay = (group: 'place' | 'tenant') =>
  `FROM delivery WHERE state = 'waiting' AND lease_until > 0 AND lease_until > ?1 GROUP BY ${group} || ''`

const counted = (group: 'place' | 'tenant') => `SELECT ${group} || '' AS place, COUNT(*) AS n ${onTheirWay(group)}`

/** Takes deliveries that are due. Each gets a new epoch. */
export function* leaseDeliveries(input: LeaseDeliveries): Work<DeliveryRow[]> {
  const { now, leaseUntil, limit, perEndpoint, perTenant = unlimited, process = '' } = input
  const each = Math.min(perEndpoint, unlimited)
  // Counting and taking must not interleave with another worker's.
  yield* serialize('deliver')
  const running = countsOf(yield* query(counted('place'), now))
  const ofTenant = countsOf(yield* query(counted('tenant'), now))
  return yield* takeFairly({
    limit,
    each,
    running,
    *next(most) {
      return yield* query(
        `SELECT id, place FROM delivery WHERE state = 'waiting' AND due_at <= ?1 AND lease_until <= ?1
           AND place NOT IN (SELECT place || '' ${onTheirWay('place')} HAVING COUNT(*) >= ?3)
           AND tenant NOT IN (SELECT tenant || '' ${onTheirWay('tenant')} HAVING COUNT(*) >= ?4)
         ORDER BY due_at, id LIMIT ?2 {skip}`,
        now,
        most,
        each,
        Math.min(perTenant, unlimited),
      )
    },
    *take(id) {
      const [before] = yield* query(`${selectDelivery} WHERE delivery.id = ?1`, id)
      if (before === undefined || before.disabled_at !== null) {
        // Put in the outbox while its endpoint was being disabled.
        yield* query(
          `UPDATE delivery SET state = 'dead', reason = 'gone', ended_at = ?2, lease_until = 0 WHERE id = ?1`,
          id,
          now,
        )
        return undefined
      }
      const tenant = text(before, 'tenant')
      const busy = ofTenant.get(tenant) ?? 0
      // The candidates were chosen before this round took any.
      if (busy >= perTenant) return undefined
      ofTenant.set(tenant, busy + 1)
      const [taken] = yield* query(
        `UPDATE delivery SET epoch = epoch + 1, attempt = attempt + 1, lease_until = ?2,
           process = ?3, leased_epoch = epoch + 1
         WHERE id = ?1 RETURNING epoch, attempt, lease_until`,
        id,
        leaseUntil,
        process,
      )
      return deliveryOf({ ...before, ...taken })
    },
  })
}
