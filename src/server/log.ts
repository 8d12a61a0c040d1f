/** One access line a call: ids, codes, durations, counts and the served edition. Never a path, an input or an output. */
import type { Logger } from '../agent/context.ts'
import { callIds } from './pipeline/account.ts'

/** The ids that every line of a call carries. */
export interface CallIds {
  /** Empty when the caller's own, in the body of an agent-run request, is none that a log should repeat. */
  request_id: string
  correlation_id: string
  operation: string
  /** The caller's trace, where there is one. */
  trace_id?: string
}

export interface AccessLine extends CallIds {
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

/** Where lines go: pino and any logger that takes `(fields, message)`. */
export interface AccessLogger extends Logger {
  info(fields: Record<string, string | number | boolean>, message: string): void
}

export const noLog: AccessLogger = { info() {}, warn() {} }

/** A log whose every line carries the ids of a call. */
export function withIds(log: Logger, ids: CallIds): Logger {
  return {
    info: (fields, message) => log.info({ ...fields, ...ids }, message),
    warn: (fields, message) => log.warn({ ...fields, ...ids }, message),
  }
}

/** The log of one call, which a handler may use. */
export function callLog(call: Parameters<typeof callIds>[0] & { readonly site: { readonly log: Logger } }): Logger {
  return call.site.log === noLog ? noLog : withIds(call.site.log, callIds(call))
}
