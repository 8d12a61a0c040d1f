/**
 * Limits that processes share without a question for each call: each takes a slice of what is left, and serves from it.
 * All slices of a process travel in one transaction.
 */
import { number, query, type Row, text, type Work } from '../statement.ts'

/** A slice of a quota: so many calls in a period. */
export interface QuotaSlice {
  kind: 'quota'
  key: string
  /** When the period began, and when it is over. */
  period: number
  expiresAt: number
  limit: number
  /** How many calls were served since the last time. */
  used: number
  /** What the process still has of its slice, and how many more it would like. */
  held: number
  want: number
}

/** Tokens of a bucket that fills at a steady rate up to its burst. */
export interface RateSlice {
  kind: 'rate'
  key: string
  /** The time for one token. */
  intervalNs: number
  burst: number
  want: number
  /** Tokens that were taken and not used. */
  back: number
}

export type SliceRequest = QuotaSlice | RateSlice

export interface TakeSlices {
  /** Who holds the slices: one gateway of one process. */
  holder: string
  process: string
  slices: readonly SliceRequest[]
  now: number
  /** Until then unused calls of a quota are kept for this process. */
  leaseUntil: number
}

export interface SliceGrant {
  granted: number
  /** What is left for everybody, besides what processes hold. */
  left: number
  /** When one more will be there; 0: now. A quota has no other answer than the end of its period. */
  waitMs: number
}

/** Takes slices, reports what was served, and gives back what is not needed. */
export function* takeSlices({ slices, ...of }: TakeSlices): Work<SliceGrant[]> {
  const grants: SliceGrant[] = []
  // In one order for all, so that nobody waits for somebody who waits for them.
  const order = slices.map((slice, at) => ({ slice, at })).sort((a, b) => (a.slice.key < b.slice.key ? -1 : 1))
  for (const { slice, at } of order) {
    grants[at] = slice.kind === 'quota' ? yield* takeQuota(slice, of) : yield* takeTokens(slice, of.now)
  }
  return grants
}

type OfHolder = Omit<TakeSlices, 'slices'>

function* takeQuota(slice: QuotaSlice, { holder, process, now, leaseUntil }: OfHolder): Work<SliceGrant> {
  const { key, limit, held, want } = slice
  const row = yield* lockQuota(key, now, slice.expiresAt)
  const isNew = number(row, 'period') < slice.period
  // Where another clock is further, its period is the one that is counted.
  const { period, expiresAt } = isNew ? slice : { period: number(row, 'period'), expiresAt: number(row, 'expires_at') }
  if (isNew) yield* query('DELETE FROM quota_slice WHERE key = ?1', key)
  else yield* query('DELETE FROM quota_slice WHERE key = ?1 AND (holder = ?2 OR lease_until <= ?3)', key, holder, now)
  const [others] = yield* query('SELECT SUM(amount) AS n FROM quota_slice WHERE key = ?1', key)
  const used = (isNew ? 0 : number(row, 'used')) + slice.used
  const free = Math.max(0, limit - used - (others === undefined ? 0 : number(others, 'n')) - held)
  const granted = Math.min(want, free)
  if (held + granted > 0) {
    yield* query(
      'INSERT INTO quota_slice (key, holder, amount, process, lease_until) VALUES (?1, ?2, ?3, ?4, ?5)',
      key,
      holder,
      held + granted,
      process,
      leaseUntil,
    )
  }
  yield* query(
    'UPDATE quota SET period = ?2, used = ?3, at = ?4, expires_at = ?5 WHERE key = ?1',
    key,
    period,
    used,
    now,
    expiresAt,
  )
  return { granted, left: free - granted, waitMs: free > granted ? 0 : Math.max(0, expiresAt - now) }
}

/** The row of a quota, locked, so that others who use the key wait. */
function* lockQuota(key: string, now: number, expiresAt: number): Work<Row> {
  for (;;) {
    yield* query(
      'INSERT INTO quota (key, period, used, at, expires_at) VALUES (?1, -1, 0, ?2, ?3) ON CONFLICT (key) DO NOTHING',
      key,
      now,
      expiresAt,
    )
    const [row] = yield* query('SELECT period, used, expires_at FROM quota WHERE key = ?1 {lock}', key)
    // Pruned in between.
    if (row !== undefined) return row
  }
}

/** A bucket that was just emptied is full after `burst` intervals. */
function* takeTokens({ key, intervalNs, burst, want, back }: RateSlice, now: number): Work<SliceGrant> {
  const intervalUs = intervalNs / 1000
  const nowUs = now * 1000
  const fullAt = Math.max(nowUs, (yield* lockRate(key, nowUs)) - back * intervalUs)
  // A little more than nothing is nothing: times are rounded.
  const tokens = Math.max(0, Math.min(burst, Math.floor(burst - (fullAt - nowUs) / intervalUs + 1e-6)))
  const granted = Math.min(want, tokens)
  const after = Math.round(fullAt + granted * intervalUs)
  yield* query('UPDATE rate SET full_at = ?2 WHERE key = ?1', key, after)
  const nextUs = after - nowUs - (burst - 1) * intervalUs
  return { granted, left: tokens - granted, waitMs: tokens > granted ? 0 : Math.max(1, Math.ceil(nextUs / 1000)) }
}

function* lockRate(key: string, nowUs: number): Work<number> {
  for (;;) {
    yield* query('INSERT INTO rate (key, full_at) VALUES (?1, ?2) ON CONFLICT (key) DO NOTHING', key, nowUs)
    const [row] = yield* query('SELECT full_at FROM rate WHERE key = ?1 {lock}', key)
    if (row !== undefined) return number(row, 'full_at')
  }
}

/** Gives back what a dead process held. */
export function* releaseSlices(process: string): Work<number> {
  return (yield* query('DELETE FROM quota_slice WHERE process = ?1 RETURNING key', process)).length
}

/** Rows of one kind that are kept at most; those that were used longest ago go first. */
const mostLimitRows = 1_000_000

/** Removes some buckets that are full, quotas whose period is over, slices whose lease has ended, and what is too much. */
export function* pruneSlices(now: number, limit: number, most = mostLimitRows): Work<number> {
  const full = yield* query(
    'SELECT key FROM rate WHERE full_at <= ?1 ORDER BY full_at LIMIT ?2 {skip}',
    now * 1000,
    limit,
  )
  for (const row of full) yield* query('DELETE FROM rate WHERE key = ?1', text(row, 'key'))
  const over = yield* query(
    'SELECT key FROM quota WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2 {skip}',
    now,
    limit,
  )
  const tooMany = yield* query('SELECT key FROM quota WHERE at >= 0 ORDER BY at DESC LIMIT ?1 OFFSET ?2', limit, most)
  for (const row of [...over, ...tooMany]) yield* query('DELETE FROM quota WHERE key = ?1', text(row, 'key'))
  const slices = yield* query(
    'SELECT key, holder FROM quota_slice WHERE lease_until <= ?1 ORDER BY lease_until LIMIT ?2 {skip}',
    now,
    limit,
  )
  for (const row of slices) {
    yield* query('DELETE FROM quota_slice WHERE key = ?1 AND holder = ?2', text(row, 'key'), text(row, 'holder'))
  }
  return full.length + over.length + tooMany.length + slices.length
}
