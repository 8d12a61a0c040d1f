/** One request to one upstream, from its dispatch to the end of its answer, with its timeouts. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { UpstreamError } from './upstream-error.ts'

export interface UpstreamRequest {
  readonly method: string
  readonly path: string
  /** Names and values in turn. */
  readonly headers: string[]
  readonly body: Uint8Array | undefined
  /** Whether sending it twice does no harm. */
  readonly mayRepeat: boolean
  /** Streams have connections of their own: they may be many, and stay for long. */
  readonly stream: boolean
}

/** Where a request is sent. */
export interface UpstreamPlace {
  readonly origin: string
  readonly prefix: string
  dispatcher(isStream: boolean): Dispatcher
}

export interface UpstreamHead {
  readonly status: number
  /** As undici has them: names in lower case, a list where one was sent several times. */
  readonly headers: IncomingHttpHeaders
}

/**
 * What is done with the body of an answer: collected, refused beyond so many bytes; handed on as it comes; collected, and
 * handed on from so many bytes on; or refused.
 */
export type BodyPlan = { readonly most: number; readonly beyond: 'refuse' | 'stream' } | 'stream' | UpstreamError

/** An answer: its body whole, or to be followed. */
export interface UpstreamAnswer extends UpstreamHead {
  readonly body: Buffer | UpstreamBody
}

/** Receives a body that is handed on as it comes. */
export interface BodyReader {
  data(chunk: Buffer): void
  end(): void
  failed(error: UpstreamError): void
}

/** A body that is handed on as it comes. */
export interface UpstreamBody {
  read(reader: BodyReader): void
  pause(): void
  resume(): void
  /** Nobody wants the rest. */
  cancel(): void
}

/** How long an upstream may take. 0: no limit. */
export interface UpstreamTimeouts {
  readonly firstByteMs: number
  readonly idleMs: number
  /** By the clock of `performance.now()`; 0: no limit. */
  readonly endsAt: number
  /** What it means when that is reached. */
  readonly endMeans: 'expired' | 'timeout'
}

const noBytes = Buffer.alloc(0)

/** What the operating system says when there is no socket, or no port, left for a connection. */
const noDescriptor: ReadonlySet<string | undefined> = new Set(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS'])

function codeOf(error: Error): string | undefined {
  return (error as NodeJS.ErrnoException).code
}

export class UpstreamCall implements Dispatcher.DispatchHandler, UpstreamBody {
  readonly answer: Promise<UpstreamAnswer>
  readonly #timeouts: UpstreamTimeouts
  readonly #plan: (head: UpstreamHead) => BodyPlan
  readonly #onOver: (error: UpstreamError | undefined) => void
  readonly #resolve: (answer: UpstreamAnswer) => void
  readonly #reject: (error: UpstreamError) => void
  #controller: Dispatcher.DispatchController | undefined
  #head: UpstreamHead | undefined
  #room = 0
  #beyond: 'refuse' | 'stream' = 'refuse'
  #isStream = false
  #chunks: Buffer[] = []
  #size = 0
  #reader: BodyReader | undefined
  /** What came before there was a reader. */
  #early: UpstreamError | 'end' | undefined
  #isOver = false
  #isPaused = false
  #progressAt = 0
  #timer: NodeJS.Timeout | undefined

  /** `onOver` is called once, when the connection is free again or lost. */
  constructor(
    timeouts: UpstreamTimeouts,
    plan: (head: UpstreamHead) => BodyPlan,
    onOver: (error: UpstreamError | undefined) => void,
  ) {
    this.#timeouts = timeouts
    this.#plan = plan
    this.#onOver = onOver
    const { promise, resolve, reject } = Promise.withResolvers<UpstreamAnswer>()
    this.answer = promise
    this.#resolve = resolve
    this.#reject = reject
  }

  send(target: UpstreamPlace, { method, path, headers, body, stream }: UpstreamRequest): void {
    this.#progressAt = performance.now()
    this.#arm()
    const { origin, prefix } = target
    try {
      target
        .dispatcher(stream)
        .dispatch(
          { origin, method, path: prefix + path, headers, body: body ?? null, headersTimeout: 0, bodyTimeout: 0 },
          this,
        )
    } catch {
      this.#fail(new UpstreamError('unreachable'))
    }
  }

  /** Ends it from this side. */
  stop(error: UpstreamError = new UpstreamError('stopped', this.#controller !== undefined)): void {
    this.#fail(error)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#isOver) controller.abort(new UpstreamError('stopped'))
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // What comes before an answer, such as 103, is not handed on.
    if (status < 200 || this.#isOver) return
    this.#progressAt = performance.now()
    this.#head = { status, headers }
    const plan = this.#plan(this.#head)
    if (plan === 'stream') this.#startStream(this.#head)
    else if (plan instanceof UpstreamError) this.#fail(plan)
    else {
      this.#room = plan.most
      this.#beyond = plan.beyond
      // A length that is announced need not be waited for.
      if (Number(headers['content-length'] ?? 0) > plan.most) this.#overflow(this.#head)
    }
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return
    this.#progressAt = performance.now()
    if (this.#isStream && this.#reader !== undefined) {
      this.#reader.data(chunk)
      return
    }
    this.#chunks.push(chunk)
    this.#size += chunk.byteLength
    if (!this.#isStream && this.#size > this.#room) this.#overflow(this.#head as UpstreamHead)
  }

  #overflow(head: UpstreamHead): void {
    if (this.#beyond === 'stream') this.#startStream(head)
    else this.#fail(new UpstreamError('too-large', true))
  }

  /** Nothing more is taken until there is a reader. */
  #startStream({ status, headers }: UpstreamHead): void {
    this.#isStream = true
    this.pause()
    this.#resolve({ status, headers, body: this })
  }

  onResponseEnd(): void {
    if (this.#isOver) return
    this.#over(undefined)
    if (this.#isStream) {
      if (this.#reader === undefined) this.#early = 'end'
      else this.#reader.end()
      return
    }
    const [first = noBytes] = this.#chunks
    const body = this.#chunks.length <= 1 ? first : Buffer.concat(this.#chunks, this.#size)
    this.#resolve({ ...(this.#head as UpstreamHead), body })
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    if (error instanceof UpstreamError) this.#fail(error)
    else if (this.#controller !== undefined) this.#fail(new UpstreamError('broken', true))
    else if (noDescriptor.has(codeOf(error))) this.#fail(new UpstreamError('exhausted', false, 1000))
    else this.#fail(new UpstreamError('unreachable'))
  }

  read(reader: BodyReader): void {
    this.#reader = reader
    for (const chunk of this.#chunks) reader.data(chunk)
    this.#chunks = []
    const early = this.#early
    if (early === 'end') reader.end()
    else if (early !== undefined) reader.failed(early)
    else this.resume()
  }

  pause(): void {
    this.#isPaused = true
    this.#controller?.pause()
  }

  resume(): void {
    if (!this.#isPaused || this.#isOver) return
    this.#isPaused = false
    this.#progressAt = performance.now()
    this.#controller?.resume()
  }

  cancel(): void {
    this.stop()
  }

  #fail(error: UpstreamError): void {
    if (this.#isOver) return
    this.#over(error)
    this.#controller?.abort(error)
    if (!this.#isStream) this.#reject(error)
    else if (this.#reader === undefined) this.#early = error
    else this.#reader.failed(error)
  }

  #over(error: UpstreamError | undefined): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#onOver(error)
  }

  /** One timer for all limits: it looks what has passed when it fires, so that a chunk costs no timer. */
  #arm(): void {
    const left = this.#left(this.#progressAt)
    if (left !== undefined) this.#timer = setTimeout(this.#look, Math.max(1, Math.ceil(left)))
  }

  #left(now: number): number | undefined {
    const { firstByteMs, idleMs, endsAt } = this.#timeouts
    const limit = this.#head === undefined ? firstByteMs : idleMs
    // A reader that is slow is no fault of the upstream.
    const idleLeft = limit === 0 ? undefined : this.#isPaused ? limit : this.#progressAt + limit - now
    const endLeft = endsAt === 0 ? undefined : endsAt - now
    if (idleLeft === undefined || endLeft === undefined) return idleLeft ?? endLeft
    return Math.min(idleLeft, endLeft)
  }

  readonly #look = (): void => {
    const now = performance.now()
    const left = this.#left(now)
    if (left === undefined) return
    if (left > 0) {
      this.#timer = setTimeout(this.#look, Math.max(1, Math.ceil(left)))
      return
    }
    const { endsAt, endMeans } = this.#timeouts
    const isEnd = endsAt !== 0 && endsAt <= now
    this.#fail(new UpstreamError(isEnd ? endMeans : 'timeout', this.#controller !== undefined))
  }
}
