/** One response of server-sent events: bounded, kept alive, and ended with its terminal event. */
import type { BodySink, StreamBody } from '../../carriers/http/message.ts'
import type { Contract, Edition, Stream } from '../../codec/contract.ts'
import type { Loss } from '../../codec/loss.ts'
import { ReplywireError } from '../../errors.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import { fault } from '../../outcome/fault.ts'
import type { Interim, Moment } from '../../outcome/moment.ts'
import { failed, type Outcome } from '../../outcome/outcome.ts'
import { type SseEvent, writeSse } from '../../wire/sse.ts'

export interface EventStreamOptions {
  contractEdition: { readonly contract: Contract; readonly edition: Edition }
  exchange: SealedExchange
  /** The reader has gone. */
  onGone: () => void
  /** A comment this often, so that proxies keep the connection. Default: 15 s. */
  keepAliveMs?: number | undefined
  /** The most bytes that may wait for a slow reader. Default: 256 KiB. */
  maxBufferedBytes?: number
  /** Receives what the contract had no place for in an event. */
  onLosses?: ((losses: readonly Loss[]) => void) | undefined
  /** The reader has the events up to this one: 0 is what a contract begins a stream with. Default: they have none. */
  after?: number | undefined
}

const encoder = new TextEncoder()
const keepAlive = encoder.encode(': keep-alive\n\n')

/** Holds what is written before the carrier takes the body. */
class PendingSink implements Omit<BodySink, 'abort'> {
  readonly chunks: Uint8Array[] = []
  unread = 0
  isEnded = false

  write(bytes: Uint8Array): void {
    this.chunks.push(bytes)
    this.unread += bytes.byteLength
  }

  end(): void {
    this.isEnded = true
  }
}

/**
 * Writers that wait for `write` never have more than half of the bound unread before the next event. The other half is
 * for events that come at once, of several writers or of one who does not wait; when it is used up too, `write` throws
 * rather than keep what nobody reads.
 */
export class EventStream implements StreamBody {
  readonly #stream: Stream
  readonly #exchange: SealedExchange
  readonly #writer
  readonly #onGone: () => void
  readonly #onLosses: EventStreamOptions['onLosses']
  readonly #maxBytes: number
  readonly #mark: number
  readonly #timer: NodeJS.Timeout
  #sink: BodySink | PendingSink = new PendingSink()
  #isOver = false
  #drained: PromiseWithResolvers<void> | undefined
  #last: number
  #isFirst = true

  constructor({
    contractEdition,
    exchange,
    onGone,
    keepAliveMs,
    maxBufferedBytes = 256 * 1024,
    after,
    onLosses,
  }: EventStreamOptions) {
    const { stream } = contractEdition.edition
    if (stream === undefined) throw new ReplywireError('ERR_NO_STREAM', `${contractEdition.contract.id} has no stream.`)
    this.#stream = stream
    this.#exchange = exchange
    this.#writer = stream.writer(exchange)
    this.#onGone = onGone
    this.#onLosses = onLosses
    this.#maxBytes = maxBufferedBytes
    this.#last = after ?? 0
    this.#mark = Math.floor(maxBufferedBytes / 2)
    const beginning = this.#writer.start()
    if (after === undefined) this.#push(beginning, 0)
    this.#timer = setInterval(() => {
      if (this.#sink.unread <= this.#mark) this.#sink.write(keepAlive)
    }, keepAliveMs ?? 15_000)
    this.#timer.unref()
  }

  open(sink: BodySink): { taken(): void; gone(): void } {
    const waiting = this.#sink as PendingSink
    this.#sink = sink
    for (const chunk of waiting.chunks) sink.write(chunk)
    if (waiting.isEnded) sink.end()
    return {
      taken: () => this.#release(),
      gone: () => {
        if (this.#isOver) return
        this.#close()
        this.#onGone()
      },
    }
  }

  /** Writes a moment at once, or throws; then waits while the reader is behind. Default of `id`: the next number. */
  write(moment: Interim, id = this.#last + 1): Promise<void> | undefined {
    if (this.#isOver) return undefined
    this.#last = id
    this.#push(this.#written(moment), id)
    return this.#sink.unread > this.#mark ? this.#taken() : undefined
  }

  #written(moment: Moment): SseEvent[] {
    const { events, losses } = this.#writer.write(moment)
    if (losses.length > 0) this.#onLosses?.(losses)
    return events
  }

  async #taken(): Promise<void> {
    while (!this.#isOver && this.#sink.unread > this.#mark) {
      this.#drained ??= Promise.withResolvers()
      await this.#drained.promise
    }
  }

  /** Writes the terminal event and ends the stream. Returns the outcome that was written. */
  end(outcome: Outcome, id = this.#last + 1): Outcome {
    if (this.#isOver) return outcome
    try {
      const [written, events] = this.#terminal(outcome)
      for (const bytes of this.#bytesOf(events, id)) this.#sink.write(bytes)
      return written
    } finally {
      this.cut()
    }
  }

  /** Ends the stream without a terminal event: what it reports on goes on. */
  cut(): void {
    if (this.#isOver) return
    this.#close()
    this.#sink.end()
  }

  /** An outcome that cannot be written must not leave a stream without its end. */
  #terminal(outcome: Outcome): [Outcome, SseEvent[]] {
    try {
      return [outcome, this.#written({ kind: 'outcome', outcome })]
    } catch {
      const written = failed(fault('internal', 'The run failed.'))
      return [written, this.#stream.writer(this.#exchange).write({ kind: 'outcome', outcome: written }).events]
    }
  }

  #push(events: readonly SseEvent[], id: number): void {
    for (const bytes of this.#bytesOf(events, id)) {
      const { unread } = this.#sink
      if (unread > this.#mark && unread + bytes.byteLength > this.#maxBytes) {
        const message = `More than ${this.#maxBytes} bytes of a stream are unread: await ctx.emit() and ctx.progress().`
        throw new ReplywireError('ERR_MISUSE', message)
      }
      this.#sink.write(bytes)
    }
  }

  /** The id belongs to the last of several events: a reader who has that has them all. */
  #bytesOf(events: readonly SseEvent[], id: number): Uint8Array[] {
    return events.map((event, index) => {
      const named = index === events.length - 1 ? { ...event, id: String(id) } : event
      const text = writeSse(this.#isFirst ? { ...named, retry: 3000 } : named)
      this.#isFirst = false
      return encoder.encode(text)
    })
  }

  #release(): void {
    this.#drained?.resolve()
    this.#drained = undefined
  }

  #close(): void {
    this.#isOver = true
    clearInterval(this.#timer)
    this.#release()
  }
}
