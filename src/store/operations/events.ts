/** Events: the log of a task, in order and without gaps. */
import { bytes, number, query, text, type Work, wake } from '../statement.ts'
import { FencedError } from '../store.ts'
import type { TaskFence } from './fence.ts'

export interface NewEvent {
  kind: string
  body: Uint8Array
}

export interface EventRow extends NewEvent {
  seq: number
  at: number
}

export interface AppendEvents extends TaskFence {
  events: readonly NewEvent[]
  /** The last event that the writer knows of. With it a write can be repeated when its answer was lost. */
  after?: number | undefined
  progress?: Uint8Array | undefined
  now: number
}

/** Adds to a task's log. Returns the number of its last event. */
export function* appendEvents({ id, epoch, events, after, progress, now }: AppendEvents): Work<number> {
  const [row] = yield* query(
    `UPDATE task SET events = events + ?3, progress = COALESCE(?4, progress), updated_at = ?5
     WHERE id = ?1 AND epoch = ?2 AND state = 'working' AND (?6 < 0 OR events = ?6) RETURNING events`,
    id,
    epoch,
    events.length,
    progress ?? null,
    now,
    after ?? -1,
  )
  if (row !== undefined) return yield* insertEvents(id, events, number(row, 'events'), now)
  const [there] = yield* query(`SELECT events FROM task WHERE id = ?1 AND epoch = ?2 AND state = 'working'`, id, epoch)
  const last = there === undefined ? -1 : number(there, 'events')
  // Written before: the answer was lost on its way.
  if (after !== undefined && last === after + events.length) return last
  throw new FencedError()
}

/** Adds to the log of a task that this transaction has locked. */
export function* append(id: string, events: readonly NewEvent[], now: number): Work<void> {
  if (events.length === 0) return
  const [row] = yield* query('UPDATE task SET events = events + ?2 WHERE id = ?1 RETURNING events', id, events.length)
  if (row !== undefined) yield* insertEvents(id, events, number(row, 'events'), now)
}

function* insertEvents(id: string, events: readonly NewEvent[], last: number, now: number): Work<number> {
  for (const [index, { kind, body }] of events.entries()) {
    yield* query(
      'INSERT INTO event (task_id, seq, kind, at, body) VALUES (?1, ?2, ?3, ?4, ?5)',
      id,
      last - events.length + index + 1,
      kind,
      now,
      body,
    )
  }
  yield* wake(`task:${id}`)
  return last
}

export interface ReadEvents {
  id: string
  after: number
  limit: number
  /** A page ends before the event that would make it longer than this; one that is longer comes alone. Default: no limit. */
  mostBytes?: number | undefined
}

/** A task's log after an event. */
export function* readEvents({ id, after, limit, mostBytes }: ReadEvents): Work<EventRow[]> {
  const to = mostBytes === undefined ? Number.MAX_SAFE_INTEGER : yield* endOfPage(id, after, limit, mostBytes)
  const rows = yield* query(
    'SELECT seq, kind, at, body FROM event WHERE task_id = ?1 AND seq > ?2 AND seq <= ?4 ORDER BY seq LIMIT ?3',
    id,
    after,
    limit,
    to,
  )
  return rows.map(row => ({
    seq: number(row, 'seq'),
    kind: text(row, 'kind'),
    body: bytes(row, 'body'),
    at: number(row, 'at'),
  }))
}

/** The last event of a page, found without reading any. */
function* endOfPage(id: string, after: number, limit: number, mostBytes: number): Work<number> {
  const rows = yield* query(
    'SELECT seq, octet_length(body) AS bytes FROM event WHERE task_id = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3',
    id,
    after,
    limit,
  )
  let last = after
  let sum = 0
  for (const row of rows) {
    sum += number(row, 'bytes')
    if (sum > mostBytes && last > after) break
    last = number(row, 'seq')
  }
  return last
}

/** How much a log holds of one kind. */
export interface EventsMeasure {
  count: number
  bytes: number
  /** The body of the last one. */
  last: Uint8Array | undefined
}

export function* measureEvents({ id, kind }: { id: string; kind: string }): Work<EventsMeasure> {
  const [sum] = yield* query(
    `SELECT COUNT(*) AS n, COALESCE(SUM(octet_length(body)), 0) AS bytes FROM event WHERE task_id = ?1 AND kind = ?2`,
    id,
    kind,
  )
  const count = sum === undefined ? 0 : number(sum, 'n')
  if (sum === undefined || count === 0) return { count: 0, bytes: 0, last: undefined }
  const [last] = yield* query(
    'SELECT body FROM event WHERE task_id = ?1 AND kind = ?2 ORDER BY seq DESC LIMIT 1',
    id,
    kind,
  )
  return { count, bytes: number(sum, 'bytes'), last: last === undefined ? undefined : bytes(last, 'body') }
}
