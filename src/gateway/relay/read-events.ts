/** Reads a stream of events of an upstream while it comes, moment by moment, to its one outcome. */
import type { StreamReader } from '../../codec/contract.ts'
import type { Finding } from '../../codec/rule.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import type { Moment } from '../../outcome/moment.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { SseReader } from '../../wire/sse.ts'
import type { BodyReader, UpstreamBody } from '../upstream/upstream-call.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import type { RelayOptions } from './relay.ts'

export interface StreamEnd {
  readonly outcome: Outcome
  readonly exchange: Exchange
  readonly findings: readonly Finding[]
}

/** The findings of one stream that are kept. */
const mostFindings = 1000

/** How long a stream may stay open after its outcome, so that its connection is free without being cut. */
const lingersMs = 1000

/** Rejects with an `UpstreamError` when the stream breaks off on its way. */
export function readEvents(
  source: UpstreamBody,
  reader: StreamReader,
  { onMoment, maxEvent }: Pick<RelayOptions, 'onMoment'> & { readonly maxEvent: number },
): Promise<StreamEnd> {
  const reading = new EventReading(source, reader, onMoment, maxEvent)
  source.read(reading)
  return reading.ended
}

class EventReading implements BodyReader {
  readonly ended: Promise<StreamEnd>
  readonly #source: UpstreamBody
  readonly #reader: StreamReader
  readonly #onMoment: RelayOptions['onMoment']
  readonly #lines: SseReader
  readonly #text = new TextDecoder()
  readonly #resolve: (end: StreamEnd) => void
  readonly #reject: (error: unknown) => void
  readonly #findings: Finding[] = []
  /** Moments that the receiver has not taken yet. */
  readonly #waiting: Moment[] = []
  #isPumping = false
  /** What follows the moments that wait. */
  #last: UpstreamError | 'end' | undefined
  #isOver = false

  constructor(source: UpstreamBody, reader: StreamReader, onMoment: RelayOptions['onMoment'], maxEvent: number) {
    this.#source = source
    this.#reader = reader
    this.#onMoment = onMoment
    this.#lines = new SseReader({ maxEvent })
    const { promise, resolve, reject } = Promise.withResolvers<StreamEnd>()
    this.ended = promise
    this.#resolve = resolve
    this.#reject = reject
  }

  data(chunk: Buffer): void {
    if (this.#isOver || this.#last !== undefined) return
    try {
      for (const event of this.#lines.read(this.#text.decode(chunk, { stream: true })))
        this.#keep(this.#reader.read(event))
    } catch {
      // An event that is longer than what is verified.
      this.#last = new UpstreamError('too-large', true)
      this.#source.cancel()
    }
    this.#pump()
  }

  end(): void {
    if (this.#isOver || this.#last !== undefined) return
    const { unterminated } = this.#lines.end()
    this.#keep(this.#reader.end(unterminated))
    this.#last = 'end'
    this.#pump()
  }

  failed(error: UpstreamError): void {
    if (this.#isOver || this.#last !== undefined) return
    this.#last = error
    this.#pump()
  }

  #keep({ moments, findings }: ReturnType<StreamReader['read']>): void {
    this.#findings.push(...findings.slice(0, Math.max(0, mostFindings - this.#findings.length)))
    this.#waiting.push(...moments)
  }

  #pump(): void {
    if (this.#isPumping || this.#isOver) return
    for (let moment = this.#waiting.shift(); moment !== undefined; moment = this.#waiting.shift()) {
      if (moment.kind === 'outcome') {
        this.#finish(moment.outcome)
        return
      }
      const taken = this.#onMoment?.(moment)
      if (taken === undefined) continue
      this.#wait(taken)
      return
    }
    if (this.#last === undefined || this.#last === 'end') return
    this.#isOver = true
    this.#reject(this.#last)
  }

  /** The receiver is behind: nothing more is taken from the upstream meanwhile. */
  #wait(taken: Promise<void>): void {
    this.#isPumping = true
    this.#source.pause()
    const goOn = () => {
      this.#isPumping = false
      this.#source.resume()
      this.#pump()
    }
    taken.then(goOn, goOn)
  }

  #finish(outcome: Outcome): void {
    this.#isOver = true
    this.#resolve({ outcome, exchange: this.#reader.exchange(), findings: this.#findings })
    if (this.#last === undefined) setTimeout(() => this.#source.cancel(), lingersMs).unref()
  }
}
