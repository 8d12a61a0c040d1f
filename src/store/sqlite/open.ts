/** A store in one file, owned by one thread of this process and shared with other processes of this machine. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ReplywireError } from '../../errors.ts'
import {
  FencedError,
  type InputOf,
  type OperationName,
  type ResultOf,
  type Store,
  StoreUnavailableError,
} from '../store.ts'
import { Listeners } from '../wakes.ts'
import type { Failure, Reply } from './engine.ts'

export interface SqliteOptions {
  /** Bring the tables up to date when opening. */
  migrate?: boolean
  /** How often to look for what other processes wrote. */
  pollMs?: number
}

type Message = 'open' | 'closed' | { replies: readonly Reply[]; woken: readonly string[] }

/** Opens a file, `:memory:` for one that is gone at the end. */
export async function openSqlite(path: string, { migrate = true, pollMs = 100 }: SqliteOptions = {}): Promise<Store> {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  const file = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js'
  const worker = new Worker(new URL(file, import.meta.url), { workerData: { path, migrate, pollMs } })
  const store = new SqliteStore(worker)
  await store.opened
  return store
}

class SqliteStore implements Store {
  readonly kind = 'sqlite'
  readonly opened: Promise<void>
  readonly #worker: Worker
  readonly #listeners = new Listeners()
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #last = 0
  #ended = Promise.withResolvers<void>()
  #closing = false
  #broken: Error | undefined

  constructor(worker: Worker) {
    this.#worker = worker
    const opened = Promise.withResolvers<void>()
    this.opened = opened.promise
    worker.on('message', (message: Message) => {
      if (message === 'open') opened.resolve()
      else if (message !== 'closed') this.#settle(message)
    })
    const broke = (error: Error) => {
      this.#broken = error
      opened.reject(error)
      for (const { reject } of this.#waiting.values()) reject(new StoreUnavailableError({ cause: error }))
      this.#waiting.clear()
      this.#ended.resolve()
    }
    worker.on('error', error => broke(openError(error)))
    worker.on('exit', () => broke(new ReplywireError('ERR_MISUSE', 'The store is closed.')))
  }

  do<N extends OperationName>(name: N, input: InputOf<N>): Promise<ResultOf<N>> {
    if (this.#closing) return Promise.reject(new ReplywireError('ERR_MISUSE', 'The store is closed.'))
    if (this.#broken !== undefined) return Promise.reject(new StoreUnavailableError({ cause: this.#broken }))
    this.#last += 1
    const waiting = Promise.withResolvers<unknown>()
    this.#waiting.set(this.#last, waiting)
    this.#worker.postMessage({ id: this.#last, name, input })
    return waiting.promise as Promise<ResultOf<N>>
  }

  onWake(listener: (topic: string) => void): () => void {
    return this.#listeners.add(listener)
  }

  async close(): Promise<void> {
    if (!this.#closing) {
      this.#closing = true
      this.#worker.postMessage('close')
    }
    await this.#ended.promise
  }

  #settle({ replies, woken }: Exclude<Message, string>): void {
    for (const reply of replies) {
      const waiting = this.#waiting.get(reply.id)
      this.#waiting.delete(reply.id)
      if ('failure' in reply) waiting?.reject(errorOf(reply.failure))
      else waiting?.resolve(reply.result)
    }
    for (const topic of woken) this.#listeners.tell(topic)
  }
}

function errorOf({ code, cause }: Failure): Error {
  if (code === 'ERR_FENCED') return new FencedError()
  if (code === 'ERR_STORE_UNAVAILABLE') return new StoreUnavailableError({ cause: new Error(cause) })
  return new ReplywireError(code, cause ?? 'The store was misused.')
}

/** Errors of our own lose their class on the way between threads; their words say what to do. */
function openError(error: Error): Error {
  const { errstr } = error as { errstr?: string }
  return new ReplywireError(
    'ERR_STORE_UNAVAILABLE',
    errstr === undefined ? error.message : `The store cannot be opened: ${errstr}.`,
  )
}
