/** RFC 7515 §7.1, a compact JWS, read so that one token has one spelling. */
import { decode, encode } from 'jose/base64url'
import { isObject, type JsonObject } from '../../../lib/json-value.ts'
import { readJsonBytes } from '../../../wire/json.ts'

export interface CompactJws {
  readonly header: JsonObject
  readonly payload: JsonObject
}

const limits = { maxBytes: 1024 * 1024, maxDepth: 16 }

/** The two JSON objects of a compact JWS; undefined when it is none, or could be read in two ways. */
export function readCompactJws(text: string): CompactJws | undefined {
  const parts = text.split('.')
  if (parts.length !== 3) return undefined
  const [header, payload, signature] = parts.map(bytesOf)
  if (header === undefined || payload === undefined || signature === undefined || signature.length === 0) {
    return undefined
  }
  const [head, body] = [objectOf(header), objectOf(payload)]
  return head === undefined || body === undefined ? undefined : { header: head, payload: body }
}

/** Strict: no padding, and no bits in the last letter that belong to no byte. A decoder ignores those. */
function bytesOf(part: string): Uint8Array | undefined {
  if (!/^[\w-]*$/.test(part)) return undefined
  try {
    const bytes = decode(part)
    return encode(bytes) === part ? bytes : undefined
  } catch {
    return undefined
  }
}

/** A member that is given twice, or a number that a reader must round, makes the text ambiguous. */
function objectOf(bytes: Uint8Array): JsonObject | undefined {
  const reading = readJsonBytes(bytes, limits)
  return reading.ok && reading.notes.length === 0 && isObject(reading.value) ? reading.value : undefined
}
