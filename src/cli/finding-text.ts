/** A finding in words for people. */
import type { Finding } from '../codec/rule.ts'
import { mostFindings } from '../codec/schema-findings.ts'
import { count, printable } from './columns.ts'

/** A pointer; the empty one is the whole message, its headers included. */
export function placeOf(pointer: string): string {
  return pointer === '' ? '(message)' : printable(pointer)
}

/** Where a finding's requirement is written: its clause, with the titles of the documents where the finding names them. */
export function clauseOf({ clause, documents }: Finding): string {
  return documents?.map(({ title, section }) => `${title}, ${section}`).join('; ') ?? clause
}

/** The text in place of the rows that are not shown: how many there are, as far as they were counted. */
export function restOf(total: number, shown: number, noun: string, nouns?: string): string {
  const rest = count(total - shown, noun, nouns)
  if (total < mostFindings) return `… and ${rest} more; --json lists them all`
  return `… and at least ${rest} more; --json lists those, and a check ends at ${count(mostFindings, 'finding')}`
}
