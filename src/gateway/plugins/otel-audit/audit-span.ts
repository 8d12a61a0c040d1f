/** An audit event as a span: `agentic.request`, with the event `agentic.request.received`. */
import { randomBytes } from 'node:crypto'
import type { JsonObject } from '../../../lib/json-value.ts'
import type { AuditEvent } from '../audit/audit-event.ts'

export const eventType = 'agentic.request.received'

const serverKind = 2
const errorStatus = 2

export interface SpanParts {
  readonly event: AuditEvent
  readonly startedAt: number
  readonly endedAt: number
  readonly traceparent: string | undefined
  readonly requestBody: string | undefined
}

export function auditSpan({ event, startedAt, endedAt, traceparent, requestBody }: SpanParts): JsonObject {
  const [, traceId, parentSpanId] = traceparent?.split('-') ?? []
  const attributes = attributesOf({
    tenant_id: event.tenant,
    actor_id: event.actor,
    request_id: event.requestId,
    correlation_id: event.correlationId,
    operation: event.routeId,
    outcome: event.outcome,
    timestamp: event.timestamp,
    error_code: event.code,
    'http.request.method': event.method,
    'http.response.status_code': event.status,
    request_body: requestBody,
  })
  return {
    traceId: traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    ...(parentSpanId === undefined ? undefined : { parentSpanId }),
    name: 'agentic.request',
    kind: serverKind,
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes,
    events: [{ name: eventType, timeUnixNano: nanoseconds(startedAt), attributes: [] }],
    ...(event.status >= 500 ? { status: { code: errorStatus } } : undefined),
  }
}

function attributesOf(values: Readonly<Record<string, string | number | undefined>>): JsonObject[] {
  return Object.entries(values).flatMap(([key, value]): JsonObject[] => {
    if (value === undefined) return []
    return [{ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }]
  })
}

function nanoseconds(milliseconds: number): string {
  return `${Math.round(milliseconds)}000000`
}
