/** What somebody orders of a task from outside: to stop, to go on, to be tried again. The audit log has each. */
import type { JsonObject } from '../lib/json-value.ts'
import type { Call } from '../outcome/call.ts'
import type { Owner } from '../store/operations/list-tasks.ts'
import type { TaskRow } from '../store/operations/task-row.ts'
import type { CancelResult } from '../store/operations/tasks.ts'
import { digestOf } from './approved-input.ts'
import { auditLine } from './audit.ts'
import { toBytes } from './bytes.ts'
import type { Runtime } from './runtime.ts'
import { recalled, type StoredAnswer, storedCall, toldToAll } from './tasks.ts'

/** Whose tasks somebody may give orders to, and who they are. */
export interface Actor extends Owner {
  actor: string
  /** What else the log has of them. */
  detail?: JsonObject
}

/** Ends a task that waits; asks one that runs to stop. */
export function cancelTask(runtime: Runtime, row: TaskRow, by: Actor): Promise<Exclude<CancelResult, 'changed'>> {
  const answer: StoredAnswer = { outcome: { kind: 'canceled' }, exchange: {} }
  const outcome = toBytes(answer)
  const write = { ...order(runtime, row, by, 'cancel'), outcome, event: { kind: 'outcome', body: outcome } }
  return toldToAll(runtime, { ...row, ...recalled(runtime, row.call) }, answer, news =>
    runtime.store.do('cancelTask', { ...write, ...news }),
  )
}

/** A paused task goes on with another input, which its operation takes. False when it is not paused. */
export function answerTask(
  runtime: Runtime,
  row: TaskRow,
  changed: Pick<Call, 'input' | 'extra'> & Partial<Pick<Call, 'exchange'>>,
  by: Actor,
): Promise<boolean> {
  const { call, suppliedBy, ...rest } = recalled(runtime, row.call)
  const { caller, governedInput } = rest
  const { exchange = call.exchange } = changed
  // Only the token that was verified is the token of the call.
  const { governance } = governedInput === undefined ? exchange : call.exchange
  const kept = { ...exchange, ...(governance === undefined ? undefined : { governance }) }
  if (governance === undefined) delete kept.governance
  const next = { ...rest, call: { ...call, ...changed, exchange: kept }, suppliedBy: [...suppliedBy, by.actor] }
  const stored = toBytes(storedCall(runtime, next))
  const digest = digestOf({ operation: call.operation, input: changed.input, caller }, caller.subject)
  return runtime.store.do('resumeTask', { ...order(runtime, row, by, 'answer'), from: 'paused', call: stored, digest })
}

/** A dead task gets a new set of attempts. False when it is not dead. */
export function retryTask(runtime: Runtime, row: TaskRow, by: Actor): Promise<boolean> {
  return runtime.store.do('resumeTask', { ...order(runtime, row, by, 'retry'), from: 'failed' })
}

function order(runtime: Runtime, row: TaskRow, { tenant, subject, account, actor, detail }: Actor, what: string) {
  const { id } = row
  const at = runtime.now()
  const { governance } = recalled(runtime, row.call).call.exchange
  const noted = { ...detail, ...(governance === undefined ? undefined : { governance }) }
  const audit = auditLine({ tenant, actor, action: `task.${what}`, subject: id, at, detail: noted })
  return { id, tenant, subject, account, now: at, audit }
}
