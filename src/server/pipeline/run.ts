/** The input is checked, and a stream counted, before anything is kept of the call; last of all, the handler runs. */
import { type CheckedCall, checkCall, runHandler, serverResult } from '../../agent/run.ts'
import { ReplywireError } from '../../errors.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import type { CallRecord, Stage } from './call-record.ts'
import { openStream } from './limit.ts'

export const check: Stage = (call, next) => {
  const operation = call.target?.operation
  if (operation === undefined) return withStream(call, next)
  const go = (checked: CheckedCall): Promise<RunResult> => {
    if ('fault' in checked) return Promise.resolve(serverResult(checked.fault))
    call.input = checked.input
    return withStream(call, next)
  }
  const checking = checkCall(operation, call)
  return checking instanceof Promise ? call.open.race(checking).then(go) : go(checking)
}

/** Goes on, unless the caller has too many streams open: nothing has begun then. */
function withStream(call: CallRecord, next: () => Promise<RunResult>): Promise<RunResult> {
  const full = openStream(call)
  return full === undefined ? next() : Promise.resolve(serverResult(full))
}

export const run: Stage = call => {
  const { target } = call
  if (target?.answer !== undefined) return target.answer(call)
  if (target?.operation === undefined) throw new ReplywireError('ERR_MISUSE', 'A call has no operation.')
  return runHandler(target.operation, call.input, call)
}
