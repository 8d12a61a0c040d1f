/** A thread that has the file open, and what it is asked for. */
import { Worker } from 'node:worker_threads'
import { ReplywireError } from '../../errors.ts'
import { FencedError, StoreUnavailableError } from '../store.ts'
import type { EngineReply, Failure, Request } from './engine.ts'
import { cannotOpen } from './file.ts'

export type ToWorker = 'close' | readonly Request[]
export type FromWorker = 'open' | { refused: Failure } | ThreadReply

/** The replies of one batch. */
export interface ThreadReply {
  replies: readonly EngineReply[]
  woken: readonly string[]
}

/** What a thread is given when it starts. */
export interface ThreadData {
  path: string
  migrate: boolean
  pollMs: number
  /** It only reads, next to the thread that writes. */
  readOnly: boolean
}

export class StoreThread {
  readonly opened: Promise<void>
  readonly ended: Promise<void>
  readonly #worker: Worker
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #outbox: Request[] = []
  #last = 0
  #broken: Error | undefined

  constructor(data: ThreadData, onWake: (topic: string) => void = () => {}) {
    const file = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js'
    const worker = new Worker(new URL(file, import.meta.url), { workerData: data })
    const opened = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    this.#worker = worker
    this.opened = opened.promise
    this.ended = ended.promise
    worker.on('message', (message: FromWorker) => {
      if (message === 'open') opened.resolve()
      else if ('refused' in message) opened.reject(refusalOf(data.path, message.refused))
      else {
        this.#settle(message.replies)
        for (const topic of message.woken) onWake(topic)
      }
    })
    worker.on('error', error => {
      this.#break(error)
      opened.reject(cannotOpen(data.path, `its thread failed (${reasonOf(error)})`, error))
    })
    worker.on('exit', code => {
      this.#break(new Error('The thread of the store has ended.'))
      opened.reject(cannotOpen(data.path, `its thread ended with ${code} before it opened the file`, this.#broken))
      ended.resolve()
    })
  }

  get isBroken(): boolean {
    return this.#broken !== undefined
  }

  do(name: Request['name'], input: unknown): Promise<unknown> {
    if (this.#broken !== undefined) return Promise.reject(new StoreUnavailableError({ cause: this.#broken }))
    this.#last += 1
    const waiting = Promise.withResolvers<unknown>()
    this.#waiting.set(this.#last, waiting)
    // What one turn of the event loop asks for crosses in one message.
    if (this.#outbox.length === 0) queueMicrotask(() => this.#send())
    this.#outbox.push({ id: this.#last, name, input })
    return waiting.promise
  }

  /** Ends it once what it was asked for is done. */
  async close(): Promise<void> {
    this.#send()
    this.#post('close')
    await this.ended
  }

  #send(): void {
    const batch = this.#outbox
    this.#outbox = []
    if (batch.length > 0) this.#post(batch)
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message)
  }

  #settle(replies: readonly EngineReply[]): void {
    for (const reply of replies) {
      const waiting = this.#waiting.get(reply.id)
      this.#waiting.delete(reply.id)
      if ('failure' in reply) waiting?.reject(errorOf(reply.failure))
      else waiting?.resolve(reply.result)
    }
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
