/** Following the log of a task: what is there after an event, then what comes. */

import { concerns } from '../store/listeners.ts'
import type { EventRow } from '../store/operations/events.ts'
import type { Store } from '../store/store.ts'

export interface Follow {
  id: string
  after?: number
  signal: AbortSignal
  /** Asked whenever all that is there has been read: whether nothing more will come. */
  isOver?: (seen: number) => Promise<boolean>
  /** How often to look when nothing wakes it. */
  pollMs?: number
}

const page = { limit: 100, mostBytes: 1024 * 1024 }

/** Every event once and in order. */
export async function* follow(store: Store, options: Follow): AsyncGenerator<EventRow> {
  const { id, after = 0, signal, isOver, pollMs = 1000 } = options
  let seen = after
  let woken = Promise.withResolvers<void>()
  const wake = (): void => woken.resolve()
  const stopListening = store.onWake(topic => {
    if (concerns(topic, `task:${id}`)) wake()
  })
  signal.addEventListener('abort', wake, { once: true })
  try {
    while (!signal.aborted) {
      woken = Promise.withResolvers()
      const events = await store.do('readEvents', { id, after: seen, ...page })
      for (const event of events) {
        // A page takes as long as its reader: what ended meanwhile has ended.
        if (signal.aborted) return
        yield event
      }
      seen = events.at(-1)?.seq ?? seen
      if (events.length > 0) continue
      if (await isOver?.(seen)) return
      const timer = setTimeout(wake, pollMs)
      await woken.promise
      clearTimeout(timer)
    }
  } finally {
    stopListening()
    signal.removeEventListener('abort', wake)
  }
}
