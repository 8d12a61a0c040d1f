/** One response of server-sent events: bounded, kept alive, and ended with its terminal event. */
import type { Stream } from '../codec/contract.ts'
import { ReplywireError } from '../errors.ts'
import type { SealedExchange } from '../outcome/exchange.ts'
import { fault } from '../outcome/fault.ts'
import type { Interim } from '../outcome/moment.ts'
import { failed, type Outcome } from '../outcome/outcome.ts'
import { type SseEvent, writeSse } from '../wire/sse.ts'
import type { Served } from './negotiate.ts'

export interface EventStreamOptions {
  served: Served
  exchange: SealedExchange
  /** The reader has gone. */
  onGone: () => void
  /** A comment this often, so that proxies keep the connection. */
  keepAliveMs?: number
  /** The most bytes that may wait for a slow reader. */
  maxBufferedBytes?: number
  /** Events come with ids of their own, and the reader has those up to this one; the beginning is 0. */
  after?: number
}

const encoder = new TextEncoder()

/**
 * Whoever waits for `write` never has more than half of the bound unread before the next event. The other half is for
 * events that come at once, of several writers or of one who does not wait; when it is used up too, `write` throws
 * rather than keep what nobody reads.
 */
export class EventStream {
  readonly body: ReadableStream<Uint8Array>
  readonly #stream: Stream
  readonly #exchange: SealedExchange
  readonly #writer
  readonly #maxBytes: number
  readonly #mark: number
  readonly #timer: NodeJS.Timeout
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  #drained: PromiseWithResolvers<void> | undefined
  #sequence = 0

  constructor({
    served,
    exchange,
    onGone,
    keepAliveMs = 15_000,
    maxBufferedBytes = 256 * 1024,
    after,
  }: EventStreamOptions) {
    const { stream } = served.edition
    if (stream === undefined) throw new ReplywireError('ERR_NO_STREAM', `${served.contract.id} has no stream.`)
    this.#stream = stream
    this.#exchange = exchange
    this.#writer = stream.writer(exchange)
    this.#maxBytes = maxBufferedBytes
    this.#mark = Math.floor(maxBufferedBytes / 2)
    this.body = new ReadableStream<Uint8Array>(
      {
        start: controller => {
          this.#controller = controller
        },
        pull: () => this.#release(),
        cancel: () => {
          this.#close()
          onGone()
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: this.#mark }),
    )
    this.#timer = setInterval(() => {
      if (this.#unread <= this.#mark) this.#controller?.enqueue(encoder.encode(': keep-alive\n\n'))
    }, keepAliveMs)
    this.#timer.unref()
    const beginning = this.#writer.start()
    if (!after) this.#push(beginning, after)
  }

  /** Writes a moment at once, or throws; then waits while the reader is behind. Its id is the next, unless given. */
  write(moment: Interim, id?: number): Promise<void> | undefined {
    if (this.#controller === undefined) return undefined
    this.#push(this.#writer.write(moment).events, id)
    return this.#unread > this.#mark ? this.#taken() : undefined
  }

  async #taken(): Promise<void> {
    while (this.#unread > this.#mark) {
      this.#drained ??= Promise.withResolvers()
      await this.#drained.promise
    }
  }

  /** Writes the terminal event and ends the stream. Returns the outcome that was told. */
  end(outcome: Outcome, id?: number): Outcome {
    const controller = this.#controller
    if (controller === undefined) return outcome
    try {
      const [told, events] = this.#last(outcome)
      for (const bytes of this.#bytesOf(events, id)) controller.enqueue(bytes)
      return told
    } finally {
      this.#close()
      controller.close()
    }
  }

  /** Ends the stream without a word: what it told of goes on. */
  cut(): void {
    const controller = this.#controller
    this.#close()
    controller?.close()
  }

  /** An outcome that cannot be written must not leave a stream without its end. */
  #last(outcome: Outcome): [Outcome, SseEvent[]] {
    try {
      return [outcome, this.#writer.write({ kind: 'outcome', outcome }).events]
    } catch {
      const told = failed(fault('internal', 'The run failed.'))
      return [told, this.#stream.writer(this.#exchange).write({ kind: 'outcome', outcome: told }).events]
    }
  }

  /** Bytes that the reader has not taken yet. */
  get #unread(): number {
    return this.#mark - (this.#controller?.desiredSize ?? this.#mark)
  }

  #push(events: readonly SseEvent[], id?: number): void {
    for (const bytes of this.#bytesOf(events, id)) {
      const unread = this.#unread
      if (unread > this.#mark && unread + bytes.byteLength > this.#maxBytes) {
        const message = `More than ${this.#maxBytes} bytes of a stream are unread: await ctx.emit() and ctx.progress().`
        throw new ReplywireError('ERR_MISUSE', message)
      }
      this.#controller?.enqueue(bytes)
    }
  }

  /** An id that was given belongs to the last of its events: whoever has that has them all. */
  #bytesOf(events: readonly SseEvent[], given?: number): Uint8Array[] {
    return events.map((event, index) => {
      this.#sequence += 1
      const id = given === undefined ? this.#sequence : index === events.length - 1 ? given : undefined
      const named = id === undefined ? event : { ...event, id: String(id) }
      return encoder.encode(writeSse(this.#sequence === 1 ? { ...named, retry: 3000 } : named))
    })
  }

  #release(): void {
    this.#drained?.resolve()
    this.#drained = undefined
  }

  #close(): void {
    clearInterval(this.#timer)
    this.#controller = undefined
    this.#release()
  }
}
