/** Server-sent events as A2A has them (1.0 §9.4.2): data alone, taken from a source as fast as they are read. */
import type { Json } from '../../lib/json-value.ts'
import type { BodySink, StreamBody } from '../http/message.ts'
import type { A2aStream } from './answer.ts'

export interface SseOptions {
  /** A comment this often, so that proxies keep the connection. Default: 15 s. */
  keepAliveMs?: number | undefined
  /** The reader has gone. */
  onGone: () => void
  /** The stream is over, in whatever way. */
  onEnd: () => void
}

export const sseHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
} as const

const encoder = new TextEncoder()
const maxUnread = 64 * 1024

/** Nothing is taken from the source while so much is unread: a slow reader costs no memory. */
export class SseBody implements StreamBody {
  readonly #stream: A2aStream
  readonly #options: SseOptions
  #timer: NodeJS.Timeout | undefined
  #isOver = false
  #taken = Promise.withResolvers<void>()

  constructor(stream: A2aStream, options: SseOptions) {
    this.#stream = stream
    this.#options = options
  }

  open(sink: BodySink): { taken(): void; gone(): void } {
    this.#timer = setInterval(() => {
      if (sink.unread < maxUnread) sink.write(encoder.encode(': keep-alive\n\n'))
    }, this.#options.keepAliveMs ?? 15_000)
    this.#timer.unref()
    void this.#send(sink)
    return {
      taken: () => this.#release(),
      gone: () => {
        if (this.#isOver) return
        this.#end()
        this.#release()
        this.#options.onGone()
        void this.#stream.rest.return?.()
      },
    }
  }

  async #send(sink: BodySink): Promise<void> {
    const { first, rest, trouble } = this.#stream
    try {
      for (let result = first; !this.#isOver && !result.done; result = await rest.next()) {
        sink.write(encoder.encode(`data: ${JSON.stringify(result.value)}\n\n`))
        while (!this.#isOver && sink.unread >= maxUnread) await this.#taken.promise
      }
    } catch (error) {
      if (!this.#isOver) sink.write(encoder.encode(`event: error\ndata: ${JSON.stringify(trouble(error) as Json)}\n\n`))
    }
    if (this.#isOver) return
    this.#end()
    sink.end()
  }

  #release(): void {
    this.#taken.resolve()
    this.#taken = Promise.withResolvers()
  }

  #end(): void {
    this.#isOver = true
    clearInterval(this.#timer)
    this.#options.onEnd()
  }
}
