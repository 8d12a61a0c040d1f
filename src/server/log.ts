/** One access line a call: ids, codes, durations, counts and the served edition. Never a path, an input or an output. */
import type { Logger } from '../agent/context.ts'

export interface AccessLine {
  request_id: string
  correlation_id: string
  method: string
  /** The pattern of the route, never the path that was asked for. */
  route: string
  operation: string
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
