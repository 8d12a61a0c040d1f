/** Waiting for a directory to change, without asking it all the time. */
import { type FSWatcher, watch } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'

export interface DirectoryWatch {
  /** Resolves when something has changed since the last time, at once if it has already. */
  changed(): Promise<void>
  /** Wakes the waiting caller. */
  touch(): void
  close(): void
}

export interface WatchOptions {
  /** Which names are of interest. */
  concerns: (name: string) => boolean
  /** How often to look anyway: a process that dies, or a network disk, sends no event. Not under 5 s. */
  everyMs?: number | undefined
  /** Called once when the system does not report changes, and only the slow look is left. */
  onBlind?: (code: string) => void
}

const leastMs = 5_000

/** Watches a directory. Look at it after this returns: what comes later is reported. */
export function watchDirectory(dir: string, { concerns, everyMs = leastMs, onBlind }: WatchOptions): DirectoryWatch {
  let dirty = false
  let wake: (() => void) | undefined
  const touch = (): void => {
    dirty = true
    wake?.()
  }
  const timer = setInterval(touch, Math.max(leastMs, everyMs))
  let watcher: FSWatcher | undefined
  const blind = (error: unknown): void => {
    watcher?.close()
    watcher = undefined
    onBlind?.(error instanceof Error && 'code' in error ? String(error.code) : 'unknown')
  }
  try {
    watcher = watch(dir, (_, name) => {
      if (name === null || concerns(name)) touch()
    })
    watcher.on('error', blind)
  } catch (error) {
    blind(error)
  }
  return {
    touch,
    async changed() {
      // Where one change follows the other, signals and timers must have their turn all the same.
      await turn()
      if (!dirty) {
        await new Promise<void>(resolve => {
          wake = resolve
        })
      }
      wake = undefined
      dirty = false
    },
    close() {
      clearInterval(timer)
      watcher?.close()
      touch()
    },
  }
}
