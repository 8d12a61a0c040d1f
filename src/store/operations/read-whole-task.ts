/** A task with its bodies for a list, read in memory that is little more than their length. */
import { bytes, query, type Row, type Work } from '../statement.ts'
import { type Owner, ownedTask, ownerValues } from './list-tasks.ts'
import { lineOf, selectLine, type TaskRow } from './task-row.ts'

/**
 * One task of its owner. The bodies are read after the line: a task that changes meanwhile is shown with its new
 * bodies, and one that is removed meanwhile is missing. To change a task, read it with `getTask`.
 */
export function* readWholeTask({ id, ...owner }: Owner & { id: string }): Work<TaskRow | undefined> {
  const [row] = yield* query(`${selectLine} WHERE ${ownedTask}`, id, ...ownerValues(owner))
  if (row === undefined) return undefined
  const call = joined(yield* query(callInPieces, id))
  if (call === null) return undefined
  return { ...lineOf(row), call, outcome: joined(yield* query(outcomeInPieces, id)) }
}

const callInPieces = inPieces('call', 'task_call', 'task_id')
const outcomeInPieces = inPieces('outcome', 'task', 'id')

/** One statement, so that all pieces are of the same body. `substr` counts from 1. */
function inPieces(column: string, table: string, key: string): string {
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
