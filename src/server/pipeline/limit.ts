/** Whether a caller may call now: rates, quotas, and how many streams they have open. */
import { serverResult } from '../../agent/run.ts'
import type { Fault } from '../../outcome/fault.ts'
import { overLimit } from '../../runtime/caller-limits.ts'
import { sendableHeaders } from '../author-headers.ts'
import type { CallRecord, Stage } from './call-record.ts'
import { lacksCredentials, missingCredentials } from './identify.ts'

export const limit: Stage = (call, next) => {
  const refused = overLimits(call)
  return refused === undefined ? next() : Promise.resolve(serverResult(refused))
}

/** Counts a call; returns why it is refused. */
export function overLimits(
  call: CallRecord,
  isPublic = call.target?.isPublic ?? false,
  operation = call.operation,
): Fault | undefined {
  if (lacksCredentials(call, isPublic)) return missingCredentials(call)
  const { server, principal, address } = call
  if (call.isCounted || server.options.limit === undefined) return undefined
  call.isCounted = true
  const counted = server.options.limit({ principal, address, operation, now: server.now(), refused: false })
  Object.assign(call.headers, sendableHeaders(call, counted?.headers))
  return counted?.refused
}

/** Counts a stream until it has ended, or its reader has left. */
export function openStream(call: CallRecord): Fault | undefined {
  if (!call.stream) return undefined
  const leave = call.server.streams.enter(call)
  if (leave === undefined) return overLimit('streams')
  call.onEnd = leave
  return undefined
}
