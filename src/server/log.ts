/** One access line a call: ids, codes, durations, counts and the served edition. Never a path, an input or an output. */
import type { Logger } from '../agent/context.ts'
import type { AuthorProblem, ProblemLog } from '../agent/problem.ts'
import { debugLog } from '../agent/problem-text.ts'
import type { Exchange } from '../outcome/exchange.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { isId, type TraceContext } from './ids.ts'
import type { CallRecord } from './pipeline/call-record.ts'

/** The ids that every line of a call carries. */
export interface CallIds {
  /** Empty when the caller's own, in the body of an agent-run request, is none that a log should repeat. */
  request_id: string
  correlation_id: string
  operation: string
  /** The caller's trace, where there is one. */
  trace_id?: string
}

/** What a call is known by. */
interface LoggedCall {
  readonly operation: string
  readonly exchange: Pick<Exchange, 'requestId' | 'correlationId'>
  readonly trace?: TraceContext | undefined
}

export function callIds({ operation, exchange, trace }: LoggedCall): CallIds {
  const { requestId = '', correlationId = '' } = exchange
  return {
    request_id: isId(requestId) ? requestId : '',
    correlation_id: correlationId,
    operation,
    ...(trace === undefined ? undefined : { trace_id: trace.traceId }),
  }
}

/** An answer, for the log and the metrics. */
export interface AnswerLine {
  method: string
  /** The pattern of the route, never the path that was asked for. */
  route: string
  /** What was answered; 499 when the caller left before that. */
  status: number
  outcome: string
  code: string
  contract: string
  edition: string
  duration_ms: number
  stream: boolean
}

/** One line of the access log: the ids of a call and how it ended. */
export interface AccessLine extends CallIds, AnswerLine {}

/** What the writer of an answer knows better than the record of its call. */
export type AnswerFacts = Pick<AccessLine, 'status'> &
  Partial<Pick<AccessLine, 'code' | 'stream' | 'method' | 'operation' | 'contract' | 'edition'>>

export function answerLine(call: CallRecord, outcome: Outcome, facts: AnswerFacts): AnswerLine & AnswerFacts {
  const { server, method, route, contractEdition, started } = call
  return {
    method,
    route,
    outcome: outcome.kind,
    code: outcome.kind === 'failed' ? outcome.fault.code : '',
    contract: contractEdition.contract.id,
    edition: contractEdition.edition.version,
    duration_ms: server.now() - started,
    stream: false,
    ...facts,
  }
}

/** Where lines go: pino and any logger that takes `(fields, message)`. */
export interface AccessLogger extends Logger {
  info(fields: Record<string, string | number | boolean>, message: string): void
  /**
   * Shows a mistake of the agent's author, with what was thrown. Called in place of `warn`, and only with `debug: true`;
   * without it, `warn` gets the problem as fields.
   */
  problem?(problem: AuthorProblem): void
}

export const noLog: AccessLogger = { info() {}, warn() {} }

/** A log whose every line carries the ids of a call. */
export function withIds(log: AccessLogger, ids: CallIds): ProblemLog {
  return {
    info: (fields, message) => log.info({ ...fields, ...ids }, message),
    warn: (fields, message) => log.warn({ ...fields, ...ids }, message),
    ...(log.problem !== undefined && {
      problem: (problem: AuthorProblem) => log.problem?.({ ...problem, fields: { ...problem.fields, ...ids } }),
    }),
  }
}

/** The log of a server: with `debug` one that shows problems whole, else one that never does. */
export function serverLog({ log, debug = false }: { log?: AccessLogger; debug?: boolean }): AccessLogger {
  if (debug) return debugLog(log)
  if (log?.problem === undefined) return log ?? noLog
  return { info: (fields, message) => log.info(fields, message), warn: (fields, message) => log.warn(fields, message) }
}

/** The log of one call, which a handler may use. */
export function callLog(call: LoggedCall & { readonly server: { readonly log: AccessLogger } }): ProblemLog {
  return call.server.log === noLog ? noLog : withIds(call.server.log, callIds(call))
}
