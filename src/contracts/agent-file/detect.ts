/** Whether a file is a response or a request of this contract. */
import type { Detection } from '../../codec/contract.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import type { Wire } from '../../wire/wire.ts'
import { responseFields } from './fields.ts'
import { statusOf } from './status.ts'

const names = /^\.agent-(request|response)(?:-phase\d+)?\.json$/

/** The surest sign that a file shows. */
export function detect(wire: Wire): Detection | undefined {
  if (wire.carrier !== 'file') return undefined
  const reading = wire.body.json()
  const found = reading.ok && isObject(reading.value) ? byFields(reading.value) : undefined
  if (found?.sure === 'certain') return found
  const [, kind] = names.exec(wire.name ?? '') ?? []
  if (kind === undefined) return found
  return sign('likely', 'the name of the file', kind === 'request' ? kind : undefined)
}

function byFields(value: JsonObject): Detection | undefined {
  const has = (name: string): boolean => Object.hasOwn(value, name)
  if (responseFields.every(has)) return sign('certain', 'the nine fields of a response file')
  if (['request_id', 'agent_name', 'prompt', 'phase'].every(has)) {
    return sign('certain', 'the fields of a request file', 'request')
  }
  const status = typeof value.status === 'string' && statusOf(value.status) !== undefined
  const count = responseFields.filter(has).length
  if (status && (has('response') || has('result'))) {
    return sign(count > 3 ? 'likely' : 'possible', `a status of the contract and ${count} of its nine fields`)
  }
  if (count > 5) return sign('likely', `${count} of the nine fields of a response file`)
  return Array.isArray(value.sections) ? sign('possible', "an agent's sections without an envelope") : undefined
}

function sign(sure: Detection['sure'], reason: string, message?: string): Detection {
  return { version: '1.0', sure, reason, ...(message === undefined ? undefined : { message }) }
}
