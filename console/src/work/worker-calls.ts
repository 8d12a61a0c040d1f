/** Work that may take long is done in a worker, one piece at a time: the page stays quick, and what takes too long is ended. */

export class TookTooLong extends Error {}

/** What a worker sends back. */
export type WorkerReply<A> = { readonly answer: A } | { readonly failed: true }

/** How long work goes on that nobody waits for any more: starting a worker again takes about as long. */
const graceMs = 300

export class WorkerCalls<Q, A> {
  readonly #open: () => Worker
  readonly #limitMs: number
  #worker: Worker | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(open: () => Worker, limitMs: number) {
    this.#open = open
    this.#limitMs = limitMs
  }

  /** Rejects with `TookTooLong`, and when nobody waits for the answer any more. */
  call(question: Q, signal: AbortSignal): Promise<A> {
    const answer = this.#last.then(() => this.#ask(question, signal))
    this.#last = answer.catch(() => {})
    return answer
  }

  #ask(question: Q, signal: AbortSignal): Promise<A> {
    const { promise, resolve, reject } = Promise.withResolvers<A>()
    if (signal.aborted) {
      reject(signal.reason)
      return promise
    }
    this.#worker ??= this.#open()
    const worker = this.#worker
    const end = (reason: Error): void => {
      worker.terminate()
      this.#worker = undefined
      reject(reason)
    }
    let timer = setTimeout(() => end(new TookTooLong()), this.#limitMs)
    const leave = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => end(new TookTooLong()), graceMs)
    }
    signal.addEventListener('abort', leave, { once: true })
    worker.onmessage = ({ data }: MessageEvent<WorkerReply<A>>) => {
      if ('answer' in data) resolve(data.answer)
      else reject(new Error('The worker failed.'))
    }
    worker.onerror = () => end(new Error('The worker cannot run.'))
    worker.postMessage(question)
    return promise.finally(() => {
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
    })
  }
}
