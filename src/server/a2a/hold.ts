/** AdCP 3.1 webhooks: none after an inline answer. While a caller waits, news of their task are held back. */
import type { Json } from '../../lib/json-value.ts'
import { answerOf, deliveriesOf, recalled } from '../../runtime/tasks.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'
import type { Session } from './session.ts'

/** Before a message goes to a task that waits: only who registered may say that nobody need be told. */
export async function hold(session: Session, taskId: Json | undefined): Promise<TaskRow | undefined> {
  const { tenant, subject } = session.caller
  const row = await session.find(taskId, { tenant, subject })
  if (row?.endpoint) await session.showing.runtime.store.do('holdPush', { taskId: row.id, tenant, held: true })
  return row
}

/** Before the answer: whether the task is still as the caller is about to be told. */
export async function release({ showing: { runtime } }: Session, row: TaskRow): Promise<boolean> {
  const { id, tenant, state, endpoint } = row
  if (endpoint === null) return true
  const held = await runtime.store.do('holdPush', { taskId: id, tenant, held: false })
  return held?.wasHeld !== true || held.state === state
}

/** Where no answer tells it: what was held back since an event is sent after all. */
export async function tellInstead(session: Session, id: string, after: number): Promise<void> {
  const { runtime } = session.showing
  const { tenant } = session.caller
  const held = await runtime.store.do('holdPush', { taskId: id, tenant, held: false })
  const row = held?.wasHeld === true ? await runtime.store.do('getTask', { id, tenant }) : undefined
  if (row === undefined || row.outcome === null || row.events <= after) return
  const task = { ...row, ...recalled(runtime, row.call) }
  const deliveries = deliveriesOf({ ...runtime, webhooks: [] }, task, answerOf(runtime, row))
  await runtime.store.do('addDeliveries', { deliveries, now: runtime.now() })
}
