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
  const { status, request_id: id, outputs, data, error, task_type: task, detail } = body
  const isKnown = statusRow(status) !== undefined
  const isErrorNode = isObject(error) && typeof error.code === 'string' && typeof error.message === 'string'
  if (typeof id === 'string') {
    if (isKnown && isObject(outputs)) return as('likely', 'status, request_id and outputs')
    if (status === 'error' && isErrorNode) return as('likely', 'status, request_id and error')
    if (typeof task === 'string' && status === undefined && outputs === undefined && error === undefined) {
      return as('likely', 'request_id and task_type', 'request')
    }
    if (status === 'error' && typeof error === 'string') return as('possible', 'status, request_id and error')
    const isIndicated = [body.ok, body.success].some(indicator => typeof indicator === 'boolean')
    if ((isKnown || isIndicated) && (isObject(outputs) || isObject(data))) {
      return as('possible', 'a success indicator, request_id and results')
    }
  }
  if (isKnown && isObject(outputs)) return as('possible', 'status and outputs')
  // FastAPI puts what a handler raises under `detail`.
  const inner = isObject(detail) && status === undefined ? detectBody(detail) : undefined
  return inner?.message === undefined && inner !== undefined ? as('possible', `in detail: ${inner.reason}`) : undefined
}
