/** The store's statements as PostgreSQL writes them, and what its error codes mean. */
import type { CustomTypesConfig } from 'pg'
import { pg } from './driver.ts'

/** 64-bit integers are times and counts: a double holds them. */
export const types = {
  getTypeParser(oid: number, format?: string) {
    if (oid === 20 && format !== 'binary') return Number
    return pg.types.getTypeParser(oid, format as 'text')
  },
} as CustomTypesConfig

/**
 * The driver reads bytes as hexadecimal text, and doubles its buffer until a row fits: a row of 2 MB leaves 20 MB of
 * garbage. Pieces of this length leave little more than their own.
 */
const pieceBytes = 32 * 1024

const texts = new Map<string, { name: string; text: string }>()

/** The statement as PostgreSQL writes it, prepared once a connection. */
export function dialect(sql: string): { name: string; text: string } {
  let there = texts.get(sql)
  if (there === undefined) {
    const text = sql
      .replaceAll(/\?(\d+)/g, '$$$1')
      .replaceAll('{lock}', 'FOR UPDATE')
      .replaceAll('{skip}', 'FOR UPDATE SKIP LOCKED')
      .replaceAll('{piece}', String(pieceBytes))
    there = { name: `replywire_${texts.size}`, text }
    texts.set(sql, there)
  }
  return there
}

export function sqlState(error: unknown): string {
  return String((error as { code?: unknown }).code ?? '')
}

/** Deadlock, serialisation failure: undone by the database. */
export function isConflict(error: unknown): boolean {
  return ['40P01', '40001'].includes(sqlState(error))
}

/** A prepared statement that a migration has made stale: the connection is of no more use. */
export function isStale(error: unknown): boolean {
  return ['0A000', '26000'].includes(sqlState(error))
}

/** A statement that can never succeed: a defect of ours, not a bad day of the database. */
export function isMistake(error: unknown): boolean {
  return /^(22|23|42)/.test(sqlState(error))
}
