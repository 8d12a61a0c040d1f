/** `audit`: a JSON line for every answer, refusals included, in a file that only grows or on standard output. */
import Type from 'typebox'
import type { AnswerLine } from '../../../server/log.ts'
import { type AnsweredCall, definePlugin } from '../../plugin.ts'
import { pluginMetricTable } from '../../plugin-metrics.ts'
import { closed, optional, wrongOption } from '../option-schemas.ts'
import { type AuditEvent, auditEvent, isRefusal } from './audit-event.ts'
import { AuditFile } from './audit-file.ts'
import { writeStandardOutput } from './standard-output.ts'

const mebibyte = 1024 * 1024

export const audit = definePlugin({
  name: 'audit',
  options: closed({
    file: optional('stdout, or a path. Default: stdout.', Type.String({ minLength: 1 })),
    routes: optional(
      'marked: routes with audit: true, and refusals of all routes. Default: all.',
      Type.Enum(['all', 'marked']),
    ),
    max_bytes: optional(
      'A longer file is renamed, and a new one begun. 0: never. Default: 104857600.',
      Type.Integer({ minimum: 0 }),
    ),
    max_files: optional('How many renamed files are kept. Default: all.', Type.Integer({ minimum: 1 })),
  }),
  async create({ file = 'stdout', routes = 'all', max_bytes, max_files }, { metrics, now, log }) {
    const count = (outcome: string, lines = 1) => metrics.count(pluginMetricTable.auditLines.name, { outcome }, lines)
    let isFailing = false
    const sink =
      file === 'stdout'
        ? undefined
        : new AuditFile({
            path: file,
            maxBytes: max_bytes ?? 100 * mebibyte,
            maxFiles: max_files,
            now,
            onLines(outcome, lines) {
              count(outcome, lines)
              if (outcome !== 'written' && !isFailing) log.warn({ plugin: 'audit' }, 'audit lines cannot be written')
              isFailing = outcome !== 'written'
            },
          })
    try {
      await sink?.open()
    } catch {
      wrongOption(`the file ${file} cannot be opened.`)
    }
    const isWanted = (call: AnsweredCall, line: AnswerLine) =>
      routes === 'all' || call.gatewayRoute === undefined || call.gatewayRoute.audit || isRefusal(line)
    return {
      onAnswer(call, line) {
        if (!isWanted(call, line)) return
        const text = auditLine(auditEvent(call, line, now()))
        if (sink !== undefined) sink.write(text)
        else count(writeStandardOutput(text) ? 'written' : 'dropped')
      },
      async close() {
        await sink?.close()
      },
    }
  },
})

/** By the names of the original gateway. */
function auditLine(event: AuditEvent): string {
  return JSON.stringify({
    timestamp: event.timestamp,
    route_id: event.routeId,
    method: event.method,
    path: event.path,
    tenant_id: event.tenant,
    actor_subject: event.actor,
    status_code: event.status,
    latency_ms: event.latencyMs,
    correlation_id: event.correlationId,
    request_id: event.requestId,
    outcome: event.outcome,
    code: event.code,
    trace_id: event.traceId,
  })
}
