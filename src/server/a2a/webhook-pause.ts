/**
 * AdCP 3.1 webhooks: none after an inline answer. While a caller waits for a task, its webhooks are paused. They are
 * sent when the answer says that the task is still running, or when there is no answer.
 */
import type { Json } from '../../lib/json-value.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'
import { processId } from '../../store/process-id.ts'
import type { Session } from './session.ts'

export class WebhookPause {
  readonly #session: Session
  /** The webhooks are paused for this call. */
  #isOurs = false

  constructor(session: Session) {
    this.#session = session
  }

  /** Before a message goes to a waiting task: only the caller who registered can pause its webhooks. */
  async take(taskId: Json | undefined): Promise<void> {
    const { caller, showing } = this.#session
    const { store, now, leaseMs } = showing.runtime
    const { tenant, subject, account } = caller
    const row = await this.#session.find(taskId, { tenant, subject, account })
    if (!row?.endpoint) return
    const at = now()
    const hold = { taskId: row.id, tenant: row.tenant, until: at + leaseMs, now: at, process: processId() }
    this.#isOurs = await store.do('holdPush', hold)
  }

  /** The message had no effect. */
  async undo(taskId: Json | undefined): Promise<void> {
    if (this.#isOurs && typeof taskId === 'string') await this.#release(taskId)
  }

  /** This call started the task and waits for it. */
  claim(): void {
    this.#isOurs = true
  }

  /** Renews the pause during a wait. If renewing fails, the pause expires. */
  async during<T>(taskId: string, waiting: () => Promise<T>): Promise<T> {
    if (!this.#isOurs) return waiting()
    const { caller, showing } = this.#session
    const { store, now, leaseMs } = showing.runtime
    const hold = { taskId, tenant: caller.tenant, process: processId() }
    const renew = () => store.do('renewHold', { ...hold, until: now() + leaseMs }).catch(() => {})
    const timer = setInterval(renew, leaseMs / 3)
    try {
      return await waiting()
    } finally {
      clearInterval(timer)
    }
  }

  /** Before the answer: false when the task has changed since it was read. */
  async answer(row: TaskRow, isSettled: boolean): Promise<boolean> {
    if (row.endpoint === null) return true
    const isGone = this.#session.http.open.isStopped
    if (isSettled && !isGone) {
      if (!this.#isOurs) return true
      const { id: taskId, tenant, events } = row
      return this.#session.showing.runtime.store.do('answerPush', { taskId, tenant, events })
    }
    if (this.#isOurs || !isGone) await this.#release(row.id)
    return true
  }

  async #release(taskId: string): Promise<void> {
    const { caller, showing } = this.#session
    await showing.runtime.store.do('releasePush', { taskId, tenant: caller.tenant, now: showing.runtime.now() })
  }
}
