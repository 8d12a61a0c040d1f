/** What a reader changed or left out before the hub saw it: found wrong, and nowhere in what was read. */
import { isObject, type Json } from '../lib/json-value.ts'
import { valueAt } from '../lib/pointer.ts'
import type { Wire } from '../wire/wire.ts'
import type { Decoded } from './contract.ts'
import type { Loss } from './loss.ts'

/** Rules of JSON itself whose finding is a change by itself: nothing can be read as it was. */
const changes: ReadonlySet<string> = new Set(['json/exact-numbers', 'json/unique-keys'])

const reason = 'it is not as its contract has it, and does not come along as it was'

export function unread({ body }: Wire, { outcome, exchange, findings }: Decoded): Loss[] {
  const changed = findings.filter(({ rule }) => changes.has(rule))
  const wrong = findings.filter(
    ({ rule, level, pointer }) => !changes.has(rule) && level !== 'lenient' && pointer !== '',
  )
  const reading = wrong.length === 0 ? undefined : body.json()
  const kept = reading?.ok ? new Set(leavesOf([outcome, exchange])) : undefined
  const dropped = new Set(
    wrong.flatMap(({ pointer }) => {
      const value = kept === undefined || !reading?.ok ? undefined : valueAt(reading.value, pointer)
      return leavesOf(value).every(leaf => kept?.has(leaf)) ? [] : [pointer]
    }),
  )
  return [
    ...changed.map(({ pointer, message }) => ({ pointer: `/source${pointer}`, reason: message })),
    ...[...dropped].map(pointer => ({ pointer: `/source${pointer}`, reason })),
  ]
}

/** The texts, numbers and truths in a value. */
function leavesOf(value: unknown): (string | number | boolean)[] {
  if (Array.isArray(value)) return value.flatMap(leavesOf)
  if (isObject(value as Json)) return Object.values(value as object).flatMap(leavesOf)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [value] : []
}
