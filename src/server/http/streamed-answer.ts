/**
 * The answer to a caller who accepts events. Until the first event, for ten seconds at most, an outcome that is not
 * completed is answered as it would be without a stream, with its own status (YAAgents §11.4); from then on everything is
 * an event, and the outcome is the last one. Contracts whose streams begin at once have no such time.
 */
import type { HttpAnswer } from '../../carriers/http/message.ts'
import type { Loss } from '../../codec/loss.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import { fault } from '../../outcome/fault.ts'
import type { Interim } from '../../outcome/moment.ts'
import { failed, type Outcome } from '../../outcome/outcome.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import { account, sealed } from '../pipeline/account.ts'
import { finish } from '../pipeline/finish.ts'
import { troubleOf } from '../pipeline/stages.ts'
import { EventStream } from './event-stream.ts'
import type { HttpCall } from './http-call.ts'
import { goneAnswer, readerLeft, streamAnswer, writeResult } from './write.ts'

/** How long an answer waits for its first event before it becomes a stream. */
const waitsMs = 10_000

export interface StreamedAnswerOptions {
  /** The reader has the events up to this one: 0 is what a contract begins a stream with. Default: they have none. */
  after?: number | undefined
  /** A comment this often keeps the stream open. Default: as the server says. */
  keepAliveMs?: number | undefined
  /** Receives what the contract had no place for in an event. */
  onLosses?: ((losses: readonly Loss[]) => void) | undefined
  /** The exchange of the answer, with what a run adds to it. */
  seal?: (added: RunResult['exchange']) => SealedExchange
}

export class StreamedAnswer {
  readonly #call: HttpCall
  readonly #seal: (added: RunResult['exchange']) => SealedExchange
  readonly #options: StreamedAnswerOptions
  readonly #answer = Promise.withResolvers<HttpAnswer>()
  #taskId: string | undefined
  #added: RunResult['exchange'] = {}
  #last: number
  #isOver = false
  #timer: NodeJS.Timeout | undefined
  #started: { events: EventStream; exchange: SealedExchange; release: () => void } | undefined

  constructor(call: HttpCall, options: StreamedAnswerOptions = {}) {
    const { after, seal = added => sealed(call, added) } = options
    this.#call = call
    this.#seal = seal
    this.#options = options
    this.#last = after ?? 0
  }

  get answer(): Promise<HttpAnswer> {
    return this.#answer.promise
  }

  /** The last event that was written. */
  get last(): number {
    return this.#last
  }

  /** The call was taken on. `taskId`: the task that its events can be read from, where it is one or may become one. */
  accept(taskId: string | undefined, added: RunResult['exchange'] = {}): void {
    this.#taskId = taskId
    this.#added = added
    if (this.#isOver || this.#started !== undefined) return
    const { options } = this.#call.server
    const ms = options.streamStartMs ?? waitsMs
    if (ms <= 0 || beginsAtOnce(this.#call)) this.begin()
    else this.#timer ??= setTimeout(() => this.#beginSafely(), ms).unref()
  }

  /** Nobody would catch what a timer throws, and the process would end. */
  #beginSafely(): void {
    try {
      this.begin()
    } catch (error) {
      this.fail(error)
    }
  }

  begin(): EventStream {
    if (this.#started !== undefined) return this.#started.events
    clearTimeout(this.#timer)
    const call = this.#call
    const { server, contractEdition, open } = call
    const { after, onLosses, keepAliveMs = server.options.keepAliveMs } = this.#options
    const exchange = this.#seal(this.#added)
    const onGone = () => readerLeft(call)
    const events = new EventStream({ contractEdition, exchange, onGone, keepAliveMs, after, onLosses })
    this.#started = { events, exchange, release: open.hold() }
    server.metrics.streamOpened()
    this.#answer.resolve(streamAnswer(call, exchange, { body: events, taskId: this.#taskId }))
    return events
  }

  /** Writes a moment at once, or throws; then waits while the reader is behind. */
  write(moment: Interim, id = this.#last + 1): Promise<void> | undefined {
    if (this.#isOver) return undefined
    const written = this.begin().write(moment, id)
    this.#last = id
    return written
  }

  /** Ends with an outcome: as the last event, or as a plain answer. */
  end(result: RunResult, id = this.#last + 1): void {
    if (this.#isOver) return
    if (this.#started === undefined && !isStreamed(this.#call, result)) {
      this.#answerPlainly(result)
      return
    }
    this.#added = result.exchange
    const events = this.begin()
    const exchange = this.#started?.exchange as SealedExchange
    try {
      Object.assign(exchange, this.#seal(result.exchange), { at: exchange.at })
      account(this.#call, events.end(this.#finished(result), id), { status: 200, stream: true })
    } catch {
      events.cut()
    } finally {
      this.#close()
    }
  }

  /** Ends without an outcome, because what it reports on goes on: `result` says where. */
  cut(result: RunResult): void {
    if (this.#isOver) return
    if (this.#started === undefined) {
      this.#answerPlainly(result)
      return
    }
    this.#started.events.cut()
    account(this.#call, result.outcome, { status: 200, stream: true })
    this.#close()
  }

  /** The server failed: there is no answer, or no more of it. */
  fail(error: unknown): void {
    if (this.#isOver) return
    this.#started?.events.cut()
    this.#close()
    this.#answer.reject(error)
  }

  #answerPlainly(result: RunResult): void {
    this.#close()
    const call = this.#call
    try {
      this.#answer.resolve(call.http.isGone ? goneAnswer(call) : writeResult(call, result))
    } catch (error) {
      this.#answer.reject(error)
    }
  }

  #finished(result: RunResult): Outcome {
    const call = this.#call
    try {
      return finish(call, result)
    } catch (error) {
      try {
        return finish(call, troubleOf(call, error))
      } catch {
        return failed(fault('internal', 'The run failed.'))
      }
    }
  }

  #close(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#call.onEnd?.()
    if (this.#started === undefined) return
    this.#call.server.metrics.streamClosed()
    this.#started.release()
  }
}

function beginsAtOnce({ contractEdition }: HttpCall): boolean {
  return contractEdition.contract.serving?.streams?.beginsAtOnce === true
}

/** Whether an answer of which there was no event is a stream: with its end alone. */
function isStreamed(call: HttpCall, { outcome, exchange }: RunResult): boolean {
  if (call.http.isGone) return false
  return outcome.kind === 'completed' || (exchange.replayed === true && beginsAtOnce(call))
}
