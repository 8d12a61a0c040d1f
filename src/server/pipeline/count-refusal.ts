/** Wrong credentials and signatures count as a call: guessing them is limited too. */
import type { Fault } from '../../outcome/fault.ts'
import { sendableHeaders } from '../author-headers.ts'
import type { CallRecord } from './call-record.ts'

/** Counts a refused call, once. Returns the fault to answer with where the caller is over a limit. */
export function countRefusal(call: CallRecord): Fault | undefined {
  if (call.isCounted) return undefined
  call.isCounted = true
  const { server, address, operation } = call
  const counted = server.options.limit?.({ principal: undefined, address, operation, now: server.now(), refused: true })
  Object.assign(call.headers, sendableHeaders(call, counted?.headers))
  return counted?.refused
}
