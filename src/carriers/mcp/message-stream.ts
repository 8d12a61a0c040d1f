/** JSON-RPC messages as an event stream, sent while they are made. */
import type { BodySink, StreamBody } from '../http/message.ts'

/** How many bytes may wait for their reader. */
const mostUnread = 64 * 1024

const comment = Buffer.from(': keepalive\n\n')

export class MessageStream implements StreamBody {
  readonly #onEnd: () => void
  readonly #keepAlive: NodeJS.Timeout | undefined
  /** What was sent before the carrier took the stream. */
  #early: Buffer[] = []
  #sink: BodySink | undefined
  #isOver = false
  #moved = Promise.withResolvers<void>()

  /** `onEnd` is called once, when all was sent or the reader has gone. */
  constructor(keepAliveMs: number, onEnd: () => void) {
    this.#onEnd = onEnd
    this.#keepAlive = keepAliveMs > 0 ? setInterval(() => this.#write(comment), keepAliveMs).unref() : undefined
  }

  open(sink: BodySink): { taken(): void; gone(): void } {
    this.#sink = sink
    for (const bytes of this.#early) sink.write(bytes)
    this.#early = []
    if (this.#isOver) sink.end()
    return { taken: () => this.#move(), gone: () => this.#finish() }
  }

  send(message: object): void {
    this.#write(Buffer.from(`event: message\ndata: ${JSON.stringify(message)}\n\n`))
  }

  end(): void {
    if (this.#isOver) return
    this.#finish()
    this.#sink?.end()
  }

  /** Waits while the reader is far behind. */
  async room(): Promise<void> {
    while (!this.#isOver && this.#unread > mostUnread) await this.#moved.promise
  }

  get #unread(): number {
    return this.#sink?.unread ?? this.#early.reduce((sum, { byteLength }) => sum + byteLength, 0)
  }

  #write(bytes: Buffer): void {
    if (this.#isOver) return
    if (this.#sink === undefined) this.#early.push(bytes)
    else this.#sink.write(bytes)
  }

  #move(): void {
    this.#moved.resolve()
    this.#moved = Promise.withResolvers()
  }

  #finish(): void {
    if (this.#isOver) return
    this.#isOver = true
    clearInterval(this.#keepAlive)
    this.#move()
    this.#onEnd()
  }
}

/** The head of an answer that is an event stream. */
export const eventStreamHead = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
} as const
