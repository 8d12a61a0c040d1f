/** Answering every request that appears in a directory, until stopped. */
import {
  type AnswerOptions,
  type AnswerResult,
  answerFile,
  type RequestHandler,
  type WaitingRequests,
  waitingIn,
} from './answer.ts'
import { directoryAt } from './disk/directory.ts'
import { isLockName, isRequestName } from './disk/names.ts'
import { sweep } from './disk/sweep.ts'
import type { FileRequest } from './request.ts'
import { RequestReader } from './request-reader.ts'
import { watchDirectory } from './watch-directory.ts'

/** Options of `watchRequests`. */
export interface HostOptions extends Omit<AnswerOptions, 'requestFile' | 'signal'> {
  /** How many agents run at once. Default: 4. */
  concurrency?: number
  /** How often to look even if no change was reported, at least 5 s. */
  everyMs?: number
  onAnswer?: (answer: AnswerResult) => void
  /** Called with what went wrong with one file; the host continues, and tries it again later. */
  onError?: (error: unknown, file: string) => void
  /** Called once when the system does not report changes. */
  onBlind?: (code: string) => void
}

/** A host that watches a folder. */
export interface Host {
  /** Absolute. */
  readonly dir: string
  /** Settles when the host has stopped. */
  readonly done: Promise<void>
  /** The requests that are being answered. */
  readonly running: readonly FileRequest[]
  /** Takes no more requests, and ends when those that run are answered. */
  stop(): void
  /** Gives the requests that run back, for another host, and ends. */
  abort(): void
}

/** A file that cannot be answered, on a full disk say, is not tried again before this. */
const patienceMs = 15_000

/**
 * Answers every request that is there and every one that appears.
 *
 * @example
 * const host = watchRequests({ dir: '/work/site' }, agentHandler(agent))
 * process.once('SIGINT', () => host.stop())
 * await host.done
 */
export function watchRequests(options: HostOptions, handler: RequestHandler): Host {
  const dir = directoryAt(options.dir)
  const { concurrency = 4 } = options
  const reader = new RequestReader(options.maxRequestBytes)
  const controller = new AbortController()
  const running = new Map<string, FileRequest | undefined>()
  const later = new Map<string, number>()
  let isStopping = false
  // A claim that is given back may be one to take; what we write ourselves wakes us once more, and no oftener.
  const watching = watchDirectory(dir, {
    concerns: name => isRequestName(name) || isLockName(name),
    everyMs: options.everyMs,
    ...(options.onBlind === undefined ? undefined : { onBlind: options.onBlind }),
  })

  const begin = (path: string): void => {
    running.set(path, undefined)
    const onStart = (request: FileRequest): void => {
      running.set(path, request)
      options.onStart?.(request)
    }
    answerFile(path, reader, { ...options, signal: controller.signal, onStart }, handler)
      .then(answer => {
        if (answer !== undefined && answer.kind !== 'claimed') options.onAnswer?.(answer)
      })
      .catch(error => {
        later.set(path, Date.now() + patienceMs)
        options.onError?.(error, path)
      })
      .finally(() => {
        running.delete(path)
        if (isStopping || running.size === concurrency - 1) watching.touch()
      })
  }

  /** Each is reported once, as long as it is there. */
  let reported: ReadonlySet<string> = new Set()
  const tellUnreadable = (unreadable: WaitingRequests['unreadable']): void => {
    const before = reported
    reported = new Set(unreadable.map(({ path }) => path))
    for (const { path, error } of unreadable) if (!before.has(path)) options.onError?.(error, path)
  }

  const scan = async (): Promise<void> => {
    sweep(dir)
    const { waiting, unreadable } = await waitingIn(dir, reader, options.accepts)
    tellUnreadable(unreadable)
    for (const path of waiting) {
      if (isStopping || running.size >= concurrency) return
      if (!running.has(path) && (later.get(path) ?? 0) <= Date.now()) begin(path)
    }
  }

  const serve = async (): Promise<void> => {
    try {
      while (!isStopping) {
        await scan()
        await watching.changed()
      }
      while (running.size > 0) await watching.changed()
    } finally {
      watching.close()
    }
  }

  const stop = (): void => {
    isStopping = true
    watching.touch()
  }
  return {
    dir,
    done: serve(),
    get running() {
      return [...running.values()].filter(request => request !== undefined)
    },
    stop,
    abort() {
      controller.abort()
      stop()
    },
  }
}
