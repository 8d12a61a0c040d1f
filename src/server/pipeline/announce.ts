/** How callers learn that their call continues without them, where their contract has a word for it. */
import type { TaskServing } from '../../codec/serving.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { CallRecord, Stage } from './call-record.ts'

/**
 * A call that became a task, as the contract announces it. The registration is echoed to the caller who made it; a
 * repeat registers nothing, but is promised news: nobody's wait holds them back any more.
 */
export const announce: Stage = (call, next) => {
  const { tasks } = call.contractEdition.contract.serving ?? {}
  return tasks === undefined ? next() : next().then(result => announced(call, tasks, result))
}

async function announced(call: CallRecord, tasks: TaskServing, result: RunResult): Promise<RunResult> {
  const { outcome, exchange } = result
  const { terms, push, runtime, caller } = call
  const taskId = startedTaskOf(runtime, outcome)
  if (terms === undefined || taskId === undefined) return result
  const isReplayed = exchange.replayed === true
  if (isReplayed && terms.waits !== true) {
    await runtime.store.do('releasePush', { taskId, tenant: caller.tenant, now: runtime.now() })
  }
  const isUnheard = terms.push !== undefined && push === undefined
  const isRegistered = push !== undefined && terms.registered !== undefined && !isReplayed
  return {
    ...result,
    outcome: tasks.submitted(outcome, { isUnheard }),
    exchange: { ...exchange, ...(isRegistered ? { push: terms.registered } : undefined) },
  }
}

/** The task of this server that an outcome is about, where that goes on. */
export function startedTaskOf(runtime: Runtime, { kind, task }: Outcome): string | undefined {
  const isOurs = kind === 'pending' && task?.statusUrl !== undefined && task.statusUrl === runtime.statusUrl(task.id)
  return isOurs ? task.id : undefined
}
