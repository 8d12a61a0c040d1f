/** Built-in routes on one task that are no operations: their answers are not of the server's own making. */
import type { RunResult } from '../../outcome/run-result.ts'
import type { HttpCall } from '../http/http-call.ts'
import type { CallReader, CallTarget } from '../pipeline/call-record.ts'
import type { ServerContext } from '../server-context.ts'
import { hasPublic } from './built-in-agent.ts'

/** The id of the task is all that is read. */
export const taskReader: CallReader = {
  read: call => ({ input: { id: (call as HttpCall).params.id ?? '' }, carrierOptions: {} }),
}

/** Anyone who may call something of the agent may follow it too. */
export function taskTarget(
  { agent }: ServerContext,
  name: string,
  answer: (call: HttpCall) => Promise<RunResult>,
): CallTarget {
  return {
    name,
    isBuiltIn: true,
    isPublic: hasPublic(agent),
    effects: 'none',
    answer: call => answer(call as HttpCall),
  }
}
