/** A store in one file, owned by one thread of this process and shared with other processes of this machine. */
import { Worker } from 'node:worker_threads'
import { ReplywireError } from '../../errors.ts'
import { checkInput } from '../input.ts'
import { processFolder } from '../process-folder.ts'
import { holdProcessLock } from '../process-lock.ts'
import {
  FencedError,
  type InputOf,
  type OperationName,
  type ResultOf,
  type Store,
  StoreUnavailableError,
  storeClosed,
} from '../store.ts'
import { Listeners } from '../wakes.ts'
import type { Failure, Reply, Request } from './engine.ts'
import { cannotOpen, makeFile } from './file.ts'

export interface SqliteOptions {
  /** Bring the tables up to date when opening. */
  migrate?: boolean
  /** How often to look for what other processes wrote. */
  pollMs?: number
}

export type ToWorker = 'close' | readonly Request[]
export type FromWorker = 'open' | { refused: Failure } | { replies: readonly Reply[]; woken: readonly string[] }

/** Opens a file, `:memory:` for one that is gone at the end. */
export async function openSqlite(path: string, { migrate = true, pollMs = 100 }: SqliteOptions = {}): Promise<Store> {
  makeFile(path)
  const file = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js'
  const worker = new Worker(new URL(file, import.meta.url), { workerData: { path, migrate, pollMs } })
  const store = new SqliteStore(worker, path)
  await store.opened
  store.join()
  return store
}

class SqliteStore implements Store {
  readonly kind = 'sqlite'
  readonly processFolder: string | undefined
  readonly opened: Promise<void>
  readonly #worker: Worker
  readonly #listeners = new Listeners()
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  readonly #ended = Promise.withResolvers<void>()
  #outbox: Request[] = []
  #last = 0
  #closing = false
  #broken: Error | undefined
  #leave: () => void = () => {}

  constructor(worker: Worker, path: string) {
    this.#worker = worker
    this.processFolder = processFolder(`sqlite:${path}`)
    const opened = Promise.withResolvers<void>()
    this.opened = opened.promise
    worker.on('message', (message: FromWorker) => {
      if (message === 'open') opened.resolve()
      else if ('refused' in message) opened.reject(refusalOf(path, message.refused))
      else this.#settle(message)
    })
    worker.on('error', error => {
      this.#break(error)
      opened.reject(cannotOpen(path, `its thread failed (${reasonOf(error)})`, error))
    })
    worker.on('exit', code => {
      this.#break(new Error('The thread of the store has ended.'))
      opened.reject(cannotOpen(path, `its thread ended with ${code} before it opened the file`, this.#broken))
      this.#ended.resolve()
    })
  }

  /** Says that this process uses the store, until it is closed. */
  join(): void {
    if (this.processFolder !== undefined) this.#leave = holdProcessLock(this.processFolder)
  }

  do<N extends OperationName>(name: N, input: InputOf<N>): Promise<ResultOf<N>> {
    if (this.#closing) return Promise.reject(storeClosed())
    if (this.#broken !== undefined) return Promise.reject(new StoreUnavailableError({ cause: this.#broken }))
    try {
      checkInput(input)
    } catch (error) {
      return Promise.reject(error)
    }
    this.#last += 1
    const waiting = Promise.withResolvers<unknown>()
    this.#waiting.set(this.#last, waiting)
    // What one turn of the event loop asks for crosses in one message.
    if (this.#outbox.length === 0) queueMicrotask(() => this.#send())
    this.#outbox.push({ id: this.#last, name, input })
    return waiting.promise as Promise<ResultOf<N>>
  }

  onWake(listener: (topic: string) => void): () => void {
    return this.#listeners.add(listener)
  }

  async close(): Promise<void> {
    if (!this.#closing) {
      this.#closing = true
      this.#send()
      this.#post('close')
    }
    await this.#ended.promise
    this.#leave()
  }

  #send(): void {
    const batch = this.#outbox
    this.#outbox = []
    if (batch.length > 0) this.#post(batch)
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message)
  }

  #settle({ replies, woken }: { replies: readonly Reply[]; woken: readonly string[] }): void {
    for (const reply of replies) {
      const waiting = this.#waiting.get(reply.id)
      this.#waiting.delete(reply.id)
      if ('failure' in reply) waiting?.reject(errorOf(reply.failure))
      else waiting?.resolve(reply.result)
    }
    for (const topic of woken) this.#listeners.tell(topic)
  }

  /** Whether what was under way took place is not known. */
  #break(error: Error): void {
    this.#broken ??= error
    for (const { reject } of this.#waiting.values()) reject(new StoreUnavailableError({ cause: error }))
    this.#waiting.clear()
  }
}

/** What a thread failed with, in one line: of a module that is missing Node lists the whole stack. */
function reasonOf(error: Error): string {
  const [line = ''] = error.message.split('\n')
  const { code } = error as NodeJS.ErrnoException
  return code === undefined ? line : `${code}: ${line}`
}

function errorOf({ code, cause }: Failure): Error {
  if (code === 'ERR_FENCED') return new FencedError()
  if (code === 'ERR_STORE_UNAVAILABLE') return new StoreUnavailableError({ cause: new Error(cause) })
  return new ReplywireError(code, cause)
}

function refusalOf(path: string, { code, cause }: Failure): Error {
  if (code === 'ERR_STORE_VERSION') return new ReplywireError(code, cause)
  return cannotOpen(path, cause, new Error(cause))
}
