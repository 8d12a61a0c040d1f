/** The id that a request or a response file holds. */
import { isObject } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import { defaultJsonLimits } from '../../wire/json.ts'

/** The limits of a file that is read whole: its size was bounded when it was read. */
export const fileLimits = { maxBytes: Number.POSITIVE_INFINITY, maxDepth: defaultJsonLimits.maxDepth }

/** Undefined when the file has none that can be read. */
export function requestIdIn(body: Body | Uint8Array): string | undefined {
  const reading = (body instanceof Body ? body : Body.ofBytes(body, fileLimits)).json()
  const id = reading.ok && isObject(reading.value) ? reading.value.request_id : undefined
  return typeof id === 'string' && id !== '' ? id : undefined
}
