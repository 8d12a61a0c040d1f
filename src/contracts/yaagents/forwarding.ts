/** What the profile asks of a gateway: §§2 and 5.1. */
import type { Forwarding, PropagatedIds, TraceBreach } from '../../codec/forwarding.ts'
import { isObject } from '../../lib/json-value.ts'
import { type HttpWire, mediaTypeOf } from '../../wire/http.ts'
import { vendorPrefix } from './status.ts'

export const forwarding: Forwarding = {
  headers: edition => ({ 'x-yaagents-profile': `v${edition}` }),
  checkTrace,
}

const missing: TraceBreach = {
  code: 'TRACE_MISSING',
  rule: 'yaagents/trace',
  message: 'The answer of the upstream has no trace.',
}

const mismatch: TraceBreach = {
  code: 'TRACE_MISMATCH',
  rule: 'yaagents/trace-propagated',
  message: 'The answer of the upstream has the trace of another request.',
}

/** §5.1, 4 and 5: the bodies of all vendor types. */
function checkTrace(wire: HttpWire, { requestId, correlationId }: PropagatedIds): TraceBreach | undefined {
  if (mediaTypeOf(wire.headers['content-type'])?.startsWith(vendorPrefix) !== true) return undefined
  const reading = wire.body.json()
  const trace = reading.ok && isObject(reading.value) ? reading.value.trace : undefined
  if (!isObject(trace) || !isText(trace.correlationId) || !isText(trace.requestId)) return missing
  return trace.correlationId === correlationId && trace.requestId === requestId ? undefined : mismatch
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}
