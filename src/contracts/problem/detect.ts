/** Whether an answer is a problem, or a plain one that no other contract knows. */
import type { Detection } from '../../codec/contract.ts'
import { isObject } from '../../lib/json-value.ts'
import { mediaTypeOf } from '../../wire/http.ts'
import type { Wire } from '../../wire/wire.ts'
import { names, problemType, version } from './names.ts'
import { hasProblemMembers } from './read.ts'

export function detect(wire: Wire): Detection | undefined {
  if (wire.carrier !== 'http' || wire.method !== undefined) return undefined
  const mediaType = mediaTypeOf(wire.headers['content-type'])
  if (mediaType === problemType) return { version, sure: 'certain', reason: 'the media type of problem details' }
  const reading = wire.body.json()
  const body = reading.ok && isObject(reading.value) ? reading.value : {}
  if (body[names.exchange] !== undefined || body[names.outcome] !== undefined) {
    return { version, sure: 'likely', reason: 'members of Replywire in the body' }
  }
  const said = typeof body.status === 'number' && typeof body.title === 'string'
  if (said) return { version, sure: 'possible', reason: 'a status and a title' }
  if (wire.status === undefined && body.status === undefined && hasProblemMembers(body)) {
    return { version, sure: 'possible', reason: 'the members of a problem' }
  }
  const plain = mediaType === 'application/json' && wire.status !== undefined && wire.status >= 200 && wire.status < 300
  return plain ? { version, sure: 'possible', reason: 'a plain JSON answer' } : undefined
}
