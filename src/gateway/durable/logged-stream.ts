/** The log of a task as the stream that its upstream sent, with an id for each event. */
import type { BodySink, StreamBody } from '../../carriers/http/message.ts'
import { canceled, completed, type Outcome } from '../../outcome/outcome.ts'
import { storedAnswer, storedMoment } from '../../runtime/stored-answer.ts'
import { account, sealed } from '../../server/pipeline/account.ts'
import { finish } from '../../server/pipeline/finish.ts'
import type { EventRow } from '../../store/operations/events.ts'
import { type SseEvent, writeSse } from '../../wire/sse.ts'
import type { GatewayCall } from '../gateway-call.ts'
import { mostUnread } from '../stream/piped-body.ts'
import { dataText } from './log-stream.ts'

const keepAlive = Buffer.from(': keep-alive\n\n')

export interface LogReading {
  readonly id: string
  /** The reader has the events up to this one. */
  readonly after: number
  readonly first: Promise<IteratorResult<EventRow, unknown>>
  readonly events: AsyncGenerator<EventRow>
  readonly stop: AbortController
  /** No longer ends it when the call is stopped. */
  forget(): void
}

export class LoggedStream implements StreamBody {
  readonly #call: GatewayCall
  readonly #reading: LogReading
  readonly #release: () => void
  #taken = Promise.withResolvers<void>()
  #isOver = false
  #hasRaw: boolean
  #isQuiet = true

  constructor(call: GatewayCall, reading: LogReading) {
    this.#call = call
    this.#reading = reading
    this.#hasRaw = reading.after > 0
    this.#release = call.open.hold()
  }

  open(sink: BodySink): { taken(): void; gone(): void } {
    const timer = setInterval(() => {
      if (this.#isQuiet && sink.unread === 0) sink.write(keepAlive)
      this.#isQuiet = true
    }, this.#call.compiled.limits.keepAliveMs)
    timer.unref()
    void this.#send(sink).finally(() => clearInterval(timer))
    return {
      taken: () => this.#taken.resolve(),
      gone: () => {
        this.#close(canceled(), 499, 'CLIENT_GONE')
        this.#reading.stop.abort()
        this.#taken.resolve()
      },
    }
  }

  async #send(sink: BodySink): Promise<void> {
    const { first, events, stop } = this.#reading
    try {
      for (let read = await first; read.done !== true; read = await events.next()) {
        if (this.#isOver) return
        this.#isQuiet = false
        const end = this.#write(read.value, sink)
        if (end !== undefined) {
          this.#close(end, 200)
          sink.end()
          return
        }
        while (sink.unread > mostUnread && !this.#isOver) {
          this.#taken = Promise.withResolvers()
          await this.#taken.promise
        }
      }
    } catch {
      // The store is away: the task goes on, and the reader comes again.
    } finally {
      stop.abort()
      if (!this.#isOver) {
        this.#close(canceled(), 200)
        sink.abort()
      }
    }
  }

  /** Writes one event; returns the outcome, if it was the last. */
  #write({ seq, kind, body }: EventRow, sink: BodySink): Outcome | undefined {
    const id = `${this.#reading.id}.${seq}`
    const send = (event: SseEvent): void => sink.write(Buffer.from(writeSse({ ...event, id })))
    if (kind === 'moment') {
      const moment = storedMoment(body)
      if (moment.kind !== 'opaque') return undefined
      this.#hasRaw = true
      send({ event: moment.event, data: dataText(moment.data) })
      return undefined
    }
    const { outcome, author } = storedAnswer(body)
    // What the upstream ended its stream with is in the log already.
    if (!this.#hasRaw || author === 'server' || outcome.kind === 'paused')
      for (const event of this.#terminal(outcome, author)) send(event)
    return outcome.kind === 'pending' ? completed() : outcome
  }

  #terminal(outcome: Outcome, author: 'server' | undefined): readonly SseEvent[] {
    const call = this.#call
    const { face, edition } = call.contractEdition
    const exchange = sealed(call, {})
    const finished = finish(call, { outcome, ...(author === undefined ? undefined : { author }) })
    return (
      edition.stream?.writer(exchange).write({ kind: 'outcome', outcome: finished }).events ?? [
        { event: 'error', data: face.encode(finished, exchange).wire.body.text() },
      ]
    )
  }

  #close(outcome: Outcome, status: number, code?: string): void {
    if (this.#isOver) return
    this.#isOver = true
    const call = this.#call
    this.#reading.forget()
    call.onEnd?.()
    account(call, outcome, { status, stream: true, ...(code === undefined ? undefined : { code }) })
    this.#release()
  }
}
