/**
 * News of tasks and approvals, for pages that show them: that there is some, never what it is. A look reads what the
 * lists read, for the same viewer, so nothing is noticed of what that viewer may not list.
 */
import { createHash } from 'node:crypto'
import type { ApprovalViewer } from '../../store/operations/approval-viewer.ts'
import type { Owner } from '../../store/operations/list-tasks.ts'
import type { Store } from '../../store/store.ts'

export const watched = ['tasks', 'approvals'] as const
export type WatchedList = (typeof watched)[number]

/** What distinguishes one state of the lists from another. */
export type ChangeMarks = Readonly<Record<WatchedList, string>>

/** Whose lists. */
export interface ChangeViewer {
  readonly owner: Owner
  /** Undefined: they may not list approvals. */
  readonly approvals: ApprovalViewer | undefined
}

interface ChangeWatchOptions {
  readonly store: Store
  readonly now: () => number
  /** How often to look when nothing wakes it: another process may write to a file. Default: 2 s. */
  readonly pollMs?: number
  /** Between two looks, however often it is woken. Default: 300 ms. */
  readonly gapMs?: number
}

/** Who follows: what is called when something has changed, and when there will be no more news. */
export interface NewsReader {
  news(changed: readonly WatchedList[]): void
  over(): void
}

interface Watch {
  readonly viewer: ChangeViewer
  readonly readers: Set<NewsReader>
  /** The first look is over. */
  ready: Promise<void>
  marks: ChangeMarks | undefined
  timer: NodeJS.Timeout | undefined
  /** When the last look ended. */
  lookedAt: number
  isLooking: boolean
  /** It was woken while it looked: what it has read may be old. */
  isWoken: boolean
}

/** As many approvals as the first page of the inbox has. */
const inboxPage = 50

/** Looks once for all readers of one viewer, and only while there is one. */
export class ChangeWatch {
  readonly #options: ChangeWatchOptions
  readonly #watches = new Map<string, Watch>()
  #stopListening: (() => void) | undefined
  #isClosed = false

  constructor(options: ChangeWatchOptions) {
    this.#options = options
  }

  /** The marks of now. */
  async look({ owner, approvals }: ChangeViewer): Promise<ChangeMarks> {
    const { store, now } = this.#options
    const [tasks, open] = await Promise.all([
      store.do('listTasks', { ...owner, order: 'updated', limit: 1 }),
      approvals === undefined
        ? []
        : store.do('listApprovals', {
            ...approvals,
            state: 'open',
            now: now(),
            byExpiry: true,
            withInputs: false,
            limit: inboxPage,
          }),
    ])
    return {
      tasks: markOf(tasks.map(({ id, updatedAt, state, events }) => [id, updatedAt, state, events])),
      approvals: markOf(open.map(({ id }) => id)),
    }
  }

  /** Reports what changes after `ready`. */
  follow(viewer: ChangeViewer, reader: NewsReader): { ready: Promise<void>; stop(): void } {
    const key = JSON.stringify(viewer)
    const watch = this.#watches.get(key) ?? this.#begin(key, viewer)
    watch.readers.add(reader)
    if (this.#isClosed) reader.over()
    const stop = (): void => {
      if (!watch.readers.delete(reader) || watch.readers.size > 0) return
      clearTimeout(watch.timer)
      this.#watches.delete(key)
      if (this.#watches.size > 0) return
      this.#stopListening?.()
      this.#stopListening = undefined
    }
    return { ready: watch.ready, stop }
  }

  /** The server is stopping: nobody is kept waiting. */
  close(): void {
    this.#isClosed = true
    for (const { readers } of [...this.#watches.values()]) for (const { over } of [...readers]) over()
  }

  #begin(key: string, viewer: ChangeViewer): Watch {
    const watch: Watch = {
      viewer,
      readers: new Set(),
      ready: Promise.resolve(),
      marks: undefined,
      timer: undefined,
      lookedAt: 0,
      isLooking: false,
      isWoken: false,
    }
    this.#watches.set(key, watch)
    this.#stopListening ??= this.#options.store.onWake(() => {
      for (const one of this.#watches.values()) this.#lookSoon(one)
    })
    watch.ready = this.#lookNow(watch)
    return watch
  }

  /** One look at a time, and none is planned while one is under way: a store that is slow is not asked more often. */
  #lookSoon(watch: Watch): void {
    const { gapMs = 300 } = this.#options
    if (watch.isLooking) watch.isWoken = true
    else this.#plan(watch, Math.max(0, watch.lookedAt + gapMs - performance.now()))
  }

  #plan(watch: Watch, ms: number): void {
    clearTimeout(watch.timer)
    watch.timer = setTimeout(() => void this.#lookNow(watch), ms).unref()
  }

  async #lookNow(watch: Watch): Promise<void> {
    watch.isLooking = true
    watch.isWoken = false
    try {
      const before = watch.marks
      const marks = await this.look(watch.viewer)
      watch.marks = marks
      const changed = watched.filter(name => before !== undefined && before[name] !== marks[name])
      if (changed.length > 0) for (const { news } of [...watch.readers]) news(changed)
    } catch {
      // The store is away: the next look may find it again.
    }
    watch.isLooking = false
    watch.lookedAt = performance.now()
    if (watch.readers.size === 0) return
    const { pollMs = 2000 } = this.#options
    if (watch.isWoken) this.#lookSoon(watch)
    else this.#plan(watch, pollMs)
  }
}

function markOf(rows: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(rows)).digest('base64url').slice(0, 16)
}
