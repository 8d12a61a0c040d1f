/** Whether a message is one of the Agent HTTP contract. */
import type { Detection } from '../../codec/contract.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import { type HttpWire, mediaTypeOf } from '../../wire/http.ts'
import type { Wire } from '../../wire/wire.ts'
import { version } from './judge.ts'
import { endpoints } from './request.ts'
import { statusRow } from './status.ts'

export function detect(wire: Wire): Detection | undefined {
  if (wire.carrier !== 'http') return undefined
  const path = wire.target?.split('?', 1)[0]
  if (path !== undefined && Object.values(endpoints).some(endpoint => path.endsWith(endpoint))) {
    return { version, sure: 'certain', reason: `the path ends with ${endpoints.sync} or ${endpoints.stream}` }
  }
  if (mediaTypeOf(wire.headers['content-type']) === 'text/event-stream') return detectStream(wire)
  const reading = wire.body.json()
  return reading.ok && isObject(reading.value) ? detectBody(reading.value) : undefined
}

function detectStream({ body }: HttpWire): Detection | undefined {
  const text = body.text()
  if (!/^event: ?(?:started|final)\s*$/m.test(text) || !text.includes('"request_id"')) return undefined
  return { version, sure: 'likely', reason: 'events started or final with a request_id' }
}

function detectBody(body: JsonObject): Detection | undefined {
  if (typeof body.request_id !== 'string') return undefined
  const results = isObject(body.outputs)
  if (results && statusRow(body.status) !== undefined) {
    return { version, sure: 'likely', reason: 'status, request_id and outputs' }
  }
  if (results && typeof body.ok === 'boolean')
    return { version, sure: 'possible', reason: 'ok, request_id and outputs' }
  if (typeof body.task_type === 'string' && body.status === undefined) {
    return { version, sure: 'likely', reason: 'request_id and task_type' }
  }
  return undefined
}
