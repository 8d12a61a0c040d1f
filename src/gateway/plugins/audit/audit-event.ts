/** What audits say of an answered call: who, what, when, and how it ended. Never an input or an output. */
import type { AnswerLine } from '../../../server/log.ts'
import type { AnsweredCall } from '../../plugin.ts'

export interface AuditEvent {
  readonly timestamp: string
  /** Empty when no route matched. */
  readonly routeId: string
  readonly method: string
  /** Without the query, and cut where it is very long. */
  readonly path: string
  readonly tenant: string | undefined
  readonly actor: string | undefined
  readonly status: number
  readonly latencyMs: number
  readonly correlationId: string
  readonly requestId: string
  readonly outcome: string
  /** The code of a refusal or failure. */
  readonly code: string | undefined
  readonly traceId: string | undefined
}

const longestPath = 1024

export function auditEvent(call: AnsweredCall, line: AnswerLine, now: number): AuditEvent {
  const { http, exchange, principal, tenant, gatewayRoute, trace } = call
  return {
    timestamp: new Date(now).toISOString(),
    routeId: gatewayRoute?.id ?? '',
    method: http.method,
    path: http.path.slice(0, longestPath),
    tenant,
    actor: principal?.subject,
    status: line.status,
    latencyMs: Math.round(line.duration_ms),
    correlationId: exchange.correlationId,
    requestId: exchange.requestId,
    outcome: line.outcome,
    code: line.code === '' ? undefined : line.code,
    traceId: trace?.traceId,
  }
}

/** Answers that say no: audited on every route, so that a denied login leaves a line. */
const refusals: ReadonlySet<number> = new Set([401, 403, 404, 405, 413, 429])

export function isRefusal({ status, code }: AnswerLine): boolean {
  return refusals.has(status) || code === 'PROMPT_REJECTED'
}
