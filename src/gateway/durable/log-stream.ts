/**
 * The events of an upstream that cannot resume a stream, written into the log of a task as they come. Readers have them
 * from the log: the first, one that comes back, and one at another process.
 */
import type { Json } from '../../lib/json-value.ts'
import type { Interim } from '../../outcome/moment.ts'
import { completed, type Outcome } from '../../outcome/outcome.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import { type SseEvent, SseReader } from '../../wire/sse.ts'
import type { BodyReader, UpstreamBody } from '../upstream/upstream-call.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import type { ForwardedTask } from './forwarded-task.ts'

/** How much of a stream a log holds. */
export interface LogLimits {
  readonly events: number
  readonly bytes: number
}

/** The longest event that is kept. */
const maxEvent = 1024 * 1024

/** So many bytes may wait for the log before the upstream has to wait. */
const mostWaiting = 256 * 1024

/** Resolves with what came of the stream; rejects with an `UpstreamError` when it broke off. */
export function logStream({ task, route }: ForwardedTask, source: UpstreamBody, limits: LogLimits): Promise<RunResult> {
  const { contract, edition } = route.contractEdition
  const reader = edition.stream?.reader()
  const log = new StreamLog(source, limits, event => {
    let outcome: Outcome | undefined
    for (const moment of reader?.read(event).moments ?? []) if (moment.kind === 'outcome') outcome = moment.outcome
    return { moment: opaque(contract.id, event), outcome }
  })
  return log.read(moment => task.onMoment(moment))
}

/** An event as it is kept. Its data is kept as JSON only where that gives the same text again. */
function opaque(contract: string, { event, data }: SseEvent): Interim {
  return { kind: 'opaque', contract, event, data: jsonOf(data) }
}

function jsonOf(text: string): Json {
  try {
    const value = JSON.parse(text) as Json
    return typeof value === 'object' && value !== null && JSON.stringify(value) === text ? value : text
  } catch {
    return text
  }
}

/** The text of an event that was kept. */
export function dataText(data: Json): string {
  return typeof data === 'string' ? data : JSON.stringify(data)
}

interface ReadEvent {
  readonly moment: Interim
  readonly outcome: Outcome | undefined
}

class StreamLog implements BodyReader {
  readonly #source: UpstreamBody
  readonly #limits: LogLimits
  readonly #readEvent: (event: SseEvent) => ReadEvent
  readonly #events = new SseReader({ maxEvent })
  readonly #decoder = new TextDecoder()
  readonly #over = Promise.withResolvers<RunResult>()
  #write: (moment: Interim) => Promise<void> | void = () => {}
  #writing: Promise<void> = Promise.resolve()
  #outcome: Outcome | undefined
  #waiting = 0
  #count = 0
  #bytes = 0
  #isOver = false

  constructor(source: UpstreamBody, limits: LogLimits, readEvent: (event: SseEvent) => ReadEvent) {
    this.#source = source
    this.#limits = limits
    this.#readEvent = readEvent
  }

  read(write: (moment: Interim) => Promise<void> | void): Promise<RunResult> {
    this.#write = write
    this.#source.read(this)
    return this.#over.promise
  }

  data(chunk: Buffer): void {
    if (this.#isOver) return
    try {
      this.#take(this.#events.read(this.#decoder.decode(chunk, { stream: true })), chunk.byteLength)
    } catch {
      this.#fail(new UpstreamError('too-large', true))
      this.#source.cancel()
    }
  }

  #take(events: readonly SseEvent[], size: number): void {
    this.#bytes += size
    this.#waiting += size
    for (const event of events) {
      this.#count += 1
      const { moment, outcome } = this.#readEvent(event)
      this.#outcome ??= outcome
      this.#writing = this.#writing.then(() => this.#write(moment))
    }
    // A log that is full would drop what follows: readers would miss it.
    if (this.#count >= this.#limits.events || this.#bytes * 2 >= this.#limits.bytes) throw new Error('full')
    if (this.#waiting > mostWaiting) this.#source.pause()
    this.#writing = this.#writing.then(() => {
      this.#waiting -= size
      if (this.#waiting <= mostWaiting) this.#source.resume()
    })
    this.#writing.catch(() => this.#source.cancel())
  }

  end(): void {
    if (this.#events.end().unterminated) {
      this.#fail(new UpstreamError('broken', true))
      return
    }
    this.#settle(() => this.#over.resolve({ outcome: this.#outcome ?? completed({}), exchange: {} }))
  }

  failed(error: UpstreamError): void {
    this.#fail(error)
  }

  #fail(error: UpstreamError): void {
    this.#settle(() => this.#over.reject(error))
  }

  /** What came before is in the log first. */
  #settle(then: () => void): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#writing.then(then, error => this.#over.reject(error))
  }
}
