/** Faults as JSend and HTTP have them: one table, read in both directions. */
import type { FaultCategory } from '../../src/codec/index.ts'

/** A fail is the caller's to correct; an error is not. */
export type Word = 'fail' | 'error'

/** JSend leaves the HTTP status open. Of two rows with the same one, the first is what it means. */
const table: readonly (readonly [FaultCategory, Word, number])[] = [
  ['invalid', 'fail', 400],
  ['unauthenticated', 'fail', 401],
  ['forbidden', 'fail', 403],
  ['not-found', 'fail', 404],
  ['conflict', 'fail', 409],
  ['license-blocked', 'fail', 451],
  ['quota-exceeded', 'error', 402],
  ['rate-limited', 'error', 429],
  ['internal', 'error', 500],
  ['integrity', 'error', 500],
  ['dependency', 'error', 502],
  ['unavailable', 'error', 503],
  ['timeout', 'error', 504],
]

/** How a category is written. */
export function refusalOf(category: FaultCategory): { word: Word; status: number } {
  const [, word, status] = table.find(row => row[0] === category) ?? (['internal', 'error', 500] as const)
  return { word, status }
}

/** What a refusal means; without a status that the table has, what its word alone means. */
export function categoryOf(word: Word, status: number | undefined): FaultCategory {
  const row = table.find(([, itsWord, itsStatus]) => itsWord === word && itsStatus === status)
  return row?.[0] ?? (word === 'fail' ? 'invalid' : 'internal')
}
