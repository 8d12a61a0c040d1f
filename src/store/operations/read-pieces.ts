/** Reads a long column piece by piece, in memory that is little more than its length. */
import { bytes, query, type Row, type Work } from '../statement.ts'

/** Which column of which row, by its key. */
export interface Place {
  column: string
  table: string
  key: string
}

/** The bytes of one row's column; null when there is no row, or it is NULL. */
export function* readPieces(place: Place, id: string): Work<Uint8Array | null> {
  return joined(yield* query(statementOf(place), id))
}

/** One statement, so that all pieces are of the same value. `substr` counts from 1. */
function statementOf({ column, table, key }: Place): string {
  const length = `SELECT octet_length(${column}) FROM ${table} WHERE ${key} = ?1`
  return `WITH RECURSIVE piece(start) AS (
      SELECT 1 UNION ALL SELECT start + {piece} FROM piece WHERE start + {piece} <= (${length}))
    SELECT substr(${column}, start, {piece}) AS body FROM ${table}, piece
    WHERE ${key} = ?1 AND ${column} IS NOT NULL ORDER BY start`
}

function joined(rows: readonly Row[]): Uint8Array | null {
  const pieces = rows.map(row => bytes(row, 'body'))
  const [first = null] = pieces
  if (pieces.length <= 1) return first
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
    release(piece)
  }
  return whole
}

/** Gives the memory of a piece back at once: it would wait until there is much garbage. */
function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
