/** Bodies without their secrets: members that are named like one are replaced, whatever they hold. */
import { isObject, type Json } from '../../lib/json-value.ts'

/** What is in place of a secret. */
export const redacted = '[redacted]'

/** Parts of names, in lower case and without `-`, `_` and spaces. */
const secretNames =
  /auth(?!or(?!i[sz]))|token|secret|passw|passphrase|pwd|apikey|accesskey|privatekey|signingkey|credential|cookie|session|signature|bearer|jwt|otp|^pin$|cvv|cvc|cardnumber|iban|ssn/

/** Texts that are credentials wherever they are. */
const secretTexts = /^(?:bearer|basic|digest)\s+\S|^whsec_|^-----BEGIN [A-Z ]*PRIVATE KEY|^eyJ[\w-]+\.[\w-]+\.[\w-]*$/i

/** Whether a member of this name is taken for a secret. */
export function isSecretName(name: string): boolean {
  return secretNames.test(name.toLowerCase().replaceAll(/[-_\s.]/g, ''))
}

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
