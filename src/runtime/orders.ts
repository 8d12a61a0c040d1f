/** What somebody orders of a task from outside: to stop, to go on, to be tried again. The audit log has each. */
import type { Json } from '../lib/json-value.ts'
import type { Owner } from '../store/operations/list-tasks.ts'
import type { TaskRow } from '../store/operations/task-row.ts'
import type { CancelResult } from '../store/operations/tasks.ts'
import { auditLine } from './audit.ts'
import { toBytes } from './bytes.ts'
import type { Runtime } from './runtime.ts'
import { deliveriesOf, recalled, type StoredAnswer, storedCall } from './tasks.ts'

/** Whose tasks somebody may give orders to, and who they are. */
export interface By extends Owner {
  actor: string
}

/** Ends a task that waits; tells one that runs to stop. */
export function cancelTask(runtime: Runtime, row: TaskRow, by: By): Promise<CancelResult> {
  const answer: StoredAnswer = { outcome: { kind: 'canceled' }, exchange: {} }
  const outcome = toBytes(answer)
  return runtime.store.do('cancelTask', {
    ...order(runtime, row, by, 'cancel'),
    outcome,
    event: { kind: 'outcome', body: outcome },
    deliveries: deliveriesOf(runtime, { ...row, ...recalled(runtime, row.call) }, answer),
  })
}

/** A paused task goes on with another input, which its operation takes. False when it is not paused. */
export function answerTask(runtime: Runtime, row: TaskRow, input: Json, by: By): Promise<boolean> {
  const { call, caller, push } = recalled(runtime, row.call)
  const kept = toBytes(storedCall(runtime, { ...call, input }, caller, push))
  return runtime.store.do('resumeTask', { ...order(runtime, row, by, 'answer'), from: 'paused', call: kept })
}

/** A dead task gets a new set of attempts. False when it is not dead. */
export function retryTask(runtime: Runtime, row: TaskRow, by: By): Promise<boolean> {
  return runtime.store.do('resumeTask', { ...order(runtime, row, by, 'retry'), from: 'failed' })
}

function order({ now }: Runtime, { id }: TaskRow, { tenant, subject, actor }: By, what: string) {
  const at = now()
  const audit = auditLine({ tenant, actor, action: `task.${what}`, subject: id, at })
  return { id, tenant, subject, now: at, audit }
}
