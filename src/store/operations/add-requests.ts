/** Writing the request journal: what is added pushes out what is too old or too much, in the same transaction. */
import { number, query, serialize, type Work } from '../statement.ts'
import { columns, type NewRequest, valuesOf } from './request-row.ts'

export interface AddRequests {
  rows: readonly NewRequest[]
  /** How many entries of one tenant are kept. */
  perTenant: number
  /** How many entries of all tenants are kept. */
  total: number
  /** How many entries of one tenant keep their bodies. */
  bodies: number
  now: number
}

/** So many rows a statement: there are two texts of it, one of so many rows and one of a single row. */
const rowsAtOnce = 20
/** So many expired entries are removed with each batch. */
const mostExpired = 200

const insertOf = (rows: number) => {
  const width = columns.split(', ').length
  const tuples = Array.from({ length: rows }, (_, row) => {
    const places = Array.from({ length: width }, (_, column) => `?${row * width + column + 1}`)
    return `(${places.join(', ')})`
  })
  return `INSERT INTO request (${columns}) VALUES ${tuples.join(', ')}`
}
const insertMany = insertOf(rowsAtOnce)
const insertOne = insertOf(1)

export function* addRequests({ rows, perTenant, total, bodies, now }: AddRequests): Work<void> {
  // Each entry has the next place: two that write at once would take the same.
  yield* serialize('requests')
  const [newest] = yield* query('SELECT MAX(seq) AS seq FROM request')
  let seq = newest === undefined ? 0 : number(newest, 'seq')
  const ordinals = new Map<string, number>()
  for (const tenant of new Set(rows.map(row => row.tenant))) {
    const [last] = yield* query('SELECT MAX(ordinal) AS ordinal FROM request WHERE tenant = ?1', tenant)
    ordinals.set(tenant, last === undefined ? 0 : number(last, 'ordinal'))
  }
  const placed = rows.map(row => {
    const ordinal = (ordinals.get(row.tenant) ?? 0) + 1
    ordinals.set(row.tenant, ordinal)
    seq += 1
    return valuesOf(seq, ordinal, row)
  })
  let at = 0
  for (; at + rowsAtOnce <= placed.length; at += rowsAtOnce) {
    yield* query(insertMany, ...placed.slice(at, at + rowsAtOnce).flat())
  }
  for (const values of placed.slice(at)) yield* query(insertOne, ...values)
  for (const [tenant, last] of ordinals) {
    yield* query('DELETE FROM request WHERE tenant = ?1 AND ordinal <= ?2', tenant, last - perTenant)
    yield* query(
      `UPDATE request SET bodies = NULL, bodies_until = 0
       WHERE bodies_until > 0 AND tenant = ?1 AND ordinal <= ?2`,
      tenant,
      last - bodies,
    )
  }
  yield* query('DELETE FROM request WHERE seq <= ?1', seq - total)
  yield* expireRequests(now, mostExpired)
}

/** Removes entries and bodies that are past their time. The newest entry stays, because places are counted on from it. */
export function* expireRequests(now: number, limit: number): Work<number> {
  const gone = yield* query(
    `DELETE FROM request WHERE seq < (SELECT MAX(seq) FROM request) AND seq IN
       (SELECT seq FROM request WHERE expires_at < ?1 ORDER BY expires_at LIMIT ?2) RETURNING seq`,
    now,
    limit,
  )
  const emptied = yield* query(
    `UPDATE request SET bodies = NULL, bodies_until = 0 WHERE seq IN
       (SELECT seq FROM request WHERE bodies_until > 0 AND bodies_until < ?1 ORDER BY bodies_until LIMIT ?2)
     RETURNING seq`,
    now,
    limit,
  )
  return gone.length + emptied.length
}
