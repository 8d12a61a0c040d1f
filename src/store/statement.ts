/** What a store operation is made of: a generator of statements, driven by whichever backend runs it. */

export type Value = string | number | null | Uint8Array
export type Row = Readonly<Record<string, Value>>

/**
 * One SQL text for both dialects. Parameters are `?1`, `?2` …; `{lock}` locks the rows read until the end of the
 * transaction, `{skip}` also passes over rows that another holds. Both are nothing in SQLite, where one writer works.
 * `{piece}` is how many bytes of a column are best read at once.
 */
export interface Statement {
  sql: string
  values: readonly Value[]
}

/** Notifies waiting readers of this topic, once the transaction is committed. */
export interface Wake {
  wake: string
}

/** Waits until no other transaction holds this name. One writer works in SQLite: nothing to wait for there. */
export interface Serialize {
  serialize: string
}

/** One transaction: what it yields is done in order, what it returns is committed. What it throws undoes it all. */
export type Work<T> = Generator<Statement | Wake | Serialize, T, Row[]>

/** Runs one statement and gives its rows. */
export function* query(sql: string, ...values: readonly Value[]): Work<Row[]> {
  return yield { sql, values }
}

/** Wakes those who wait for a topic. */
export function* wake(topic: string): Work<void> {
  yield { wake: topic }
}

/** Keeps the rest of this transaction apart from others with the same statements. */
export function* serialize(name: string): Work<void> {
  yield { serialize: name }
}

export function text(row: Row, column: string): string {
  return String(row[column] ?? '')
}

export function number(row: Row, column: string): number {
  return Number(row[column] ?? 0)
}

export function numberOrNull(row: Row, column: string): number | null {
  const value = row[column]
  return value === null || value === undefined ? null : Number(value)
}

export function textOrNull(row: Row, column: string): string | null {
  const value = row[column]
  return typeof value === 'string' ? value : null
}

export function bytes(row: Row, column: string): Uint8Array {
  return bytesOrNull(row, column) ?? new Uint8Array()
}

/** Plain bytes, whichever kind of them the driver gives. */
export function bytesOrNull(row: Row, column: string): Uint8Array | null {
  const value = row[column]
  if (!(value instanceof Uint8Array)) return null
  return value.constructor === Uint8Array ? value : new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
}
