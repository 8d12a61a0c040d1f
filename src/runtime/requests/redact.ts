/** Bodies without their secrets: members that are named like one are replaced, whatever they hold. */
import { isObject, type Json } from '../../lib/json-value.ts'
import { isSecretName } from '../../lib/secret-name.ts'

/** What is in place of a secret. */
export const redacted = '[redacted]'

/** Texts that are credentials wherever they are. */
const secretTexts = /^(?:bearer|basic|digest)\s+\S|^whsec_|^-----BEGIN [A-Z ]*PRIVATE KEY|^eyJ[\w-]+\.[\w-]+\.[\w-]*$/i

/** Deeper levels are left out. */
const deepest = 20

/** A copy without secrets. */
export function redact(value: Json, depth = 0): Json {
  if (typeof value === 'string') return secretTexts.test(value) ? redacted : value
  if (value === null || typeof value !== 'object') return value
  if (depth >= deepest) return redacted
  if (Array.isArray(value)) return value.map(item => redact(item, depth + 1))
  if (!isObject(value)) return redacted
  // `fromEntries` defines members: `__proto__` is data.
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, isSecretName(name) ? redacted : redact(member, depth + 1)]),
  )
}
