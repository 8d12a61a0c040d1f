/** What may be the body of a webhook: one JSON text, small, in which no object has a key twice (AdCP 3.1 security). */
import type { Json } from '../../lib/json-value.ts'
import { readJsonBytes } from '../../wire/json.ts'

/** Receivers refuse more with 413. */
export const maxPayloadBytes = 1024 * 1024

/** Of a body that is no JSON at all, and of one that nests too deep to be looked through. */
export type PayloadProblem = 'too-large' | 'not-json' | 'too-deep' | 'duplicate-key'

export type PayloadReading = { ok: true; value: Json } | { ok: false; problem: PayloadProblem }

export function readPayload(body: Uint8Array, maxBytes: number = maxPayloadBytes): PayloadReading {
  const reading = readJsonBytes(body, { maxBytes, maxDepth: 64 })
  if (!reading.ok) {
    const { code } = reading.problem
    return { ok: false, problem: code === 'too-large' || code === 'too-deep' ? code : 'not-json' }
  }
  // Two readers would find two different values, and only one of them was meant by the signature.
  const twice = reading.notes.some(({ code }) => code === 'duplicate-key')
  return twice ? { ok: false, problem: 'duplicate-key' } : { ok: true, value: reading.value }
}

export function bytesOf(body: Uint8Array | string): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body, 'utf8') : body
}
