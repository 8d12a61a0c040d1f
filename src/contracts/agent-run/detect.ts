/** Whether a message is one of the Agent HTTP contract. */
import type { Detection } from '../../codec/contract.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import { type HttpWire, isEventStream } from '../../wire/http.ts'
import type { Wire } from '../../wire/wire.ts'
import { endpoints, version } from './endpoints.ts'
import { statusRow } from './status.ts'

const as = (sure: Detection['sure'], reason: string, message?: string): Detection => ({
  version,
  sure,
  reason,
  ...(message === undefined ? undefined : { message }),
})

export function detect(wire: Wire): Detection | undefined {
  if (wire.carrier !== 'http') return undefined
  const path = wire.target?.split('?', 1)[0]
  if (path !== undefined && Object.values(endpoints).some(endpoint => path.endsWith(endpoint))) {
    const message = wire.status === undefined ? 'request' : undefined
    return as('certain', `the path ends with ${endpoints.sync} or ${endpoints.stream}`, message)
  }
  if (isEventStream(wire)) return detectStream(wire)
  const reading = wire.body.json()
  return reading.ok && isObject(reading.value) ? detectBody(reading.value) : undefined
}

function detectStream({ body }: HttpWire): Detection | undefined {
  const text = body.text()
  if (!/^event: ?(?:started|final)\s*$/m.test(text) || !text.includes('"request_id"')) return undefined
  return as('likely', 'events started or final with a request_id', 'stream')
}

function detectBody(body: JsonObject): Detection | undefined {
  if (typeof body.request_id !== 'string') return undefined
  const results = isObject(body.outputs)
  if (results && statusRow(body.status) !== undefined) return as('likely', 'status, request_id and outputs')
  if (results && typeof body.ok === 'boolean') return as('possible', 'ok, request_id and outputs')
  if (typeof body.task_type === 'string' && body.status === undefined) {
    return as('likely', 'request_id and task_type', 'request')
  }
  return undefined
}
