/** Whether an answer follows the profile, and which version of it. */
import type { Detection } from '../../codec/contract.ts'
import { isObject } from '../../lib/json-value.ts'
import { mediaTypeOf } from '../../wire/http.ts'
import type { Wire } from '../../wire/wire.ts'
import { current, rowByBodyType, vendorPrefix, versions } from './status.ts'

export function detect(wire: Wire): Detection | undefined {
  if (wire.carrier !== 'http') return undefined
  const profile = wire.headers['x-yaagents-profile']?.replace(/^v/, '')
  if (profile !== undefined) {
    const version = versions.find(known => known === profile) ?? current
    return { version, sure: 'certain', reason: 'the header X-YAAgents-Profile' }
  }
  if (mediaTypeOf(wire.headers['content-type'])?.startsWith(vendorPrefix)) {
    return { version: current, sure: 'certain', reason: 'a YAAgents media type' }
  }
  const reading = wire.body.json()
  if (!reading.ok || !isObject(reading.value)) return undefined
  const { type, trace, openapi } = reading.value
  if (typeof openapi === 'string' && openapi.startsWith('3.')) return detectOpenapi(wire)
  if (rowByBodyType(type) === undefined) return undefined
  return isObject(trace)
    ? { version: current, sure: 'likely', reason: 'a body type of the profile, with a trace' }
    : { version: current, sure: 'possible', reason: 'a body type of the profile' }
}

/** An OpenAPI document that names the profile; of any other, nothing is known. */
function detectOpenapi({ body }: Wire): Detection {
  const text = body.text()
  const isMarked = text.includes('"x-yaagents"') || text.includes(vendorPrefix)
  const found = { version: current, message: 'openapi' } as const
  return isMarked
    ? { ...found, sure: 'likely', reason: 'an OpenAPI document that names the profile' }
    : { ...found, sure: 'possible', reason: 'an OpenAPI document' }
}
