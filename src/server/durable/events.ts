/** The log of a task as a stream: what is there after an event, then what comes, until the task ends or pauses. */
import type { Interim } from '../../outcome/moment.ts'
import { fromBytes } from '../../runtime/bytes.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { StoredAnswer } from '../../runtime/tasks.ts'
import { concerns } from '../../store/wakes.ts'

/** One event of a log, with the number by which a reader can go on after it. */
export type Logged = { seq: number; at: number } & ({ moment: Interim } | { answer: StoredAnswer })

const pageSize = 100

/**
 * Reads a log from an event on, up to its next outcome. After a pause there may be more: whoever wants it reads on from
 * there, so that everybody gets every event once and in order, whenever they come.
 */
export async function* readLog(
  { store }: Runtime,
  { id, after, signal, pollMs = 1000 }: { id: string; after: number; signal: AbortSignal; pollMs?: number },
): AsyncGenerator<Logged> {
  let seen = after
  let woken = Promise.withResolvers<void>()
  const wake = () => woken.resolve()
  const unhear = store.onWake(topic => {
    if (concerns(topic, `task:${id}`)) wake()
  })
  signal.addEventListener('abort', wake, { once: true })
  try {
    while (!signal.aborted) {
      woken = Promise.withResolvers()
      const events = await store.do('readEvents', { id, after: seen, limit: pageSize })
      for (const { seq, kind, body, at } of events) {
        seen = seq
        if (kind === 'moment') yield { seq, at, moment: fromBytes<Interim>(body) }
        else {
          yield { seq, at, answer: fromBytes<StoredAnswer>(body) }
          return
        }
      }
      if (events.length === pageSize) continue
      const timer = setTimeout(wake, pollMs)
      timer.unref()
      await woken.promise
      clearTimeout(timer)
    }
  } finally {
    unhear()
    signal.removeEventListener('abort', wake)
  }
}
