/** One response of server-sent events: bounded, kept alive, and ended with its terminal event. */
import { ReplywireError } from '../errors.ts'
import type { SealedExchange } from '../outcome/exchange.ts'
import type { Interim } from '../outcome/moment.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { writeSse } from '../wire/sse.ts'
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
}

const encoder = new TextEncoder()

export class EventStream {
  readonly body: ReadableStream<Uint8Array>
  readonly #writer
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  #drained = Promise.withResolvers<void>()
  #timer: NodeJS.Timeout | undefined
  #sequence = 0
  #open = true

  constructor({ served, exchange, onGone, keepAliveMs = 15_000, maxBufferedBytes = 256 * 1024 }: EventStreamOptions) {
    const { stream } = served.edition
    if (stream === undefined) throw new ReplywireError('ERR_NO_STREAM', `${served.contract.id} has no stream.`)
    this.#writer = stream.writer(exchange)
    this.body = new ReadableStream<Uint8Array>(
      {
        start: controller => {
          this.#controller = controller
        },
        pull: () => {
          this.#drained.resolve()
        },
        cancel: () => {
          this.#close()
          onGone()
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: maxBufferedBytes }),
    )
    this.#timer = setInterval(() => {
      if ((this.#controller?.desiredSize ?? 0) > 0) this.#push(': keep-alive\n\n')
    }, keepAliveMs)
    this.#timer.unref()
    for (const event of this.#writer.start()) this.#event(event)
  }

  /** Writes a moment, and waits while the reader is behind. */
  async write(moment: Interim): Promise<void> {
    if (!this.#open) return
    for (const event of this.#writer.write(moment).events) this.#event(event)
    while (this.#open && (this.#controller?.desiredSize ?? 1) <= 0) {
      this.#drained = Promise.withResolvers()
      await this.#drained.promise
    }
  }

  /** Writes the terminal event and ends the stream. */
  end(outcome: Outcome): void {
    if (!this.#open) return
    for (const event of this.#writer.write({ kind: 'outcome', outcome }).events) this.#event(event)
    const controller = this.#controller
    this.#close()
    controller?.close()
  }

  #event(event: { event: string; data: string }): void {
    const id = String(++this.#sequence)
    this.#push(writeSse(this.#sequence === 1 ? { ...event, id, retry: 3000 } : { ...event, id }))
  }

  #push(text: string): void {
    if (this.#open) this.#controller?.enqueue(encoder.encode(text))
  }

  #close(): void {
    this.#open = false
    clearInterval(this.#timer)
    this.#drained.resolve()
    this.#controller = undefined
  }
}
