/** The last stages: the input is checked before anything is kept of the call, and the handler runs. */
import { type CheckedCall, checkCall, runHandler, serverResult } from '../../agent/run.ts'
import { ReplywireError } from '../../errors.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import type { Stage } from './call-record.ts'
import { openStream } from './limit.ts'

export const check: Stage = (call, next) => {
  const operation = call.target?.operation
  if (operation === undefined) return next()
  const go = (checked: CheckedCall): Promise<RunResult> => {
    if ('fault' in checked) return Promise.resolve(serverResult(checked.fault))
    call.input = checked.input
    return next()
  }
  const checking = checkCall(operation, call)
  return checking instanceof Promise ? checking.then(go) : go(checking)
}

export const run: Stage = call => {
  const full = openStream(call)
  if (full !== undefined) return Promise.resolve(serverResult(full))
  const { target } = call
  if (target?.answer !== undefined) return target.answer(call)
  if (target?.operation === undefined) throw new ReplywireError('ERR_MISUSE', 'A call has no operation.')
  return runHandler(target.operation, call.input, call)
}
