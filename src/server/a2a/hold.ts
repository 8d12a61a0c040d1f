/**
 * AdCP 3.1 webhooks: none after an inline answer. While a caller waits for their task, its news are held back; who is
 * told that it goes on, or is told nothing, hears of it by webhook.
 */
import type { Json } from '../../lib/json-value.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'
import type { Session } from './session.ts'

export class Hold {
  readonly #session: Session
  /** The caller's own wait is what news are held back for. */
  #isOurs = false

  constructor(session: Session) {
    this.#session = session
  }

  /** Before a message goes to a task that waits: only who registered may say that nobody need be told. */
  async take(taskId: Json | undefined): Promise<void> {
    const { caller, showing } = this.#session
    const { store, now, leaseMs } = showing.runtime
    const { tenant, subject, account } = caller
    const row = await this.#session.find(taskId, { tenant, subject, account })
    if (!row?.endpoint) return
    const at = now()
    const hold = { taskId: row.id, tenant: row.tenant, until: at + leaseMs, now: at }
    this.#isOurs = await store.do('holdPush', hold)
  }

  /** Nothing came of the message. */
  async undo(taskId: Json | undefined): Promise<void> {
    if (this.#isOurs && typeof taskId === 'string') await this.#release(taskId)
  }

  /** The task was begun by this very call, which waits. */
  begun(): void {
    this.#isOurs = true
  }

  /** Holds on while something is waited for. Should it fail, the hold runs out. */
  async during<T>(taskId: string, waiting: () => Promise<T>): Promise<T> {
    if (!this.#isOurs) return waiting()
    const { caller, showing } = this.#session
    const { store, now, leaseMs } = showing.runtime
    const renew = () => store.do('renewHold', { taskId, tenant: caller.tenant, until: now() + leaseMs }).catch(() => {})
    const timer = setInterval(renew, leaseMs / 3)
    try {
      return await waiting()
    } finally {
      clearInterval(timer)
    }
  }

  /** Before the answer: false when the task is no longer as the caller would be told. */
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
