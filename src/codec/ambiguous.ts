/** Requests that two readers could take for different ones. */
import type { Json } from '../lib/json-value.ts'
import { valueAt } from '../lib/pointer.ts'
import type { JsonNote } from '../wire/json.ts'

/**
 * Whether two readers may differ on an oddity. RFC 8785 §3.2.2.3 is defined on doubles, so a fraction with more digits
 * than one holds is what it rounds to, for everybody. But many readers keep a whole number whole beyond 2^53, and what
 * no double reaches has no canonical form at all.
 */
export function isAmbiguous({ code, pointer }: JsonNote, value: Json): boolean {
  if (code !== 'inexact-number') return code !== 'bom'
  const number = valueAt(value, pointer)
  return !Number.isFinite(number) || Number.isInteger(number)
}
