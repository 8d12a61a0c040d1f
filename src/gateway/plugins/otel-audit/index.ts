/** `otel-audit`: an audit event for every answer, refusals included, on standard output or as a span to a collector. */
import Type, { type Static } from 'typebox'
import { definePlugin, type GatewayCall, type PluginContext, type PluginStage } from '../../plugin.ts'
import { pluginMetricTable } from '../../plugin-metrics.ts'
import { type AuditEvent, auditEvent } from '../audit/audit-event.ts'
import { writeStandardOutput } from '../audit/standard-output.ts'
import { closed, operatorUrl, optional, wrongOption } from '../option-schemas.ts'
import { auditSpan, eventType } from './audit-span.ts'
import { OtlpExporter } from './otlp-exporter.ts'

const options = closed({
  exporter: optional('Default: otlp where there is an endpoint, else stdout.', Type.Enum(['stdout', 'otlp'])),
  otlp_endpoint: optional('OTLP over HTTP. Without a path, /v1/traces is used.', Type.String({ minLength: 1 })),
  endpoint: optional('The same as otlp_endpoint.', Type.String({ minLength: 1 })),
  headers: optional('More headers for the collector.', Type.Record(Type.String(), Type.String())),
  service_name: optional('Default: replywire-gateway.', Type.String({ minLength: 1 })),
  include_request_body: optional('Adds bodies up to 1 MiB to the events. Default: false.', Type.Boolean()),
})

type Exporter = 'stdout' | 'otlp'

/** Longer bodies are left out. */
const longestBody = 1024 * 1024

export const otelAudit = definePlugin({
  name: 'otel-audit',
  options,
  create(given, context) {
    const { now } = context
    const exporter: Exporter = given.exporter ?? (endpointOf(given) === undefined ? 'stdout' : 'otlp')
    const count = countEmits(exporter, context)
    const otlp = exporter === 'otlp' ? openExporter(given, count) : undefined
    const bodies = new WeakMap<object, string>()
    return {
      stage: given.include_request_body === true ? keepBody(bodies) : undefined,
      onAnswer(call, line) {
        const endedAt = now()
        const event = auditEvent(call, line, endedAt)
        const requestBody = bodies.get(call)
        if (otlp === undefined) count(writeStandardOutput(eventLine(event, requestBody)) ? 'sent' : 'dropped', 1)
        else
          otlp.add(auditSpan({ event, startedAt: call.started, endedAt, traceparent: call.traceparent, requestBody }))
      },
      async close() {
        await otlp?.close()
      },
    }
  },
})

type CountEmits = (outcome: 'sent' | 'failed' | 'dropped', count: number, seconds?: number) => void

function countEmits(exporter: Exporter, { metrics, log }: PluginContext): CountEmits {
  let isFailing = false
  return (outcome, count, seconds) => {
    metrics.count(pluginMetricTable.emits.name, { exporter, outcome }, count)
    if (seconds !== undefined) metrics.observeSeconds(pluginMetricTable.emitDurations.name, { exporter }, seconds)
    // Once for each time that it begins to fail: a collector that is down must not fill the log.
    if (outcome !== 'sent' && !isFailing) log.warn({ plugin: 'otel-audit', outcome }, 'audit events cannot be sent')
    isFailing = outcome !== 'sent'
  }
}

function endpointOf({ otlp_endpoint, endpoint }: Static<typeof options>): string | undefined {
  return otlp_endpoint ?? endpoint
}

function openExporter(given: Static<typeof options>, onSpans: CountEmits): OtlpExporter {
  const endpoint = endpointOf(given)
  if (endpoint === undefined) return wrongOption('the exporter otlp needs otlp_endpoint.')
  const url = operatorUrl('otlp_endpoint', endpoint)
  if (url.pathname === '/') url.pathname = '/v1/traces'
  return new OtlpExporter({
    url,
    headers: given.headers ?? {},
    serviceName: given.service_name ?? 'replywire-gateway',
    onSpans,
  })
}

/** Only of callers who got this far: bodies of refused calls are not read. */
function keepBody(bodies: WeakMap<object, string>): PluginStage {
  return async (call: GatewayCall, next) => {
    const bytes = await call.open.race(call.requestBytes())
    if (bytes !== undefined && bytes.byteLength <= longestBody) bodies.set(call, Buffer.from(bytes).toString('utf8'))
    return next()
  }
}

function eventLine(event: AuditEvent, requestBody: string | undefined): string {
  return JSON.stringify({
    eventType,
    tenantId: event.tenant,
    actorId: event.actor,
    requestId: event.requestId,
    correlationId: event.correlationId,
    operation: event.routeId,
    outcome: event.outcome,
    statusCode: event.status,
    errorCode: event.code,
    traceId: event.traceId,
    timestamp: event.timestamp,
    requestBody,
  })
}
