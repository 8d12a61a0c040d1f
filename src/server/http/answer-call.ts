/** A call over HTTP, from its stages to its answer: plain, or as a stream. */
import type { HttpAnswer } from '../../carriers/http/message.ts'
import { ReplywireError } from '../../errors.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import { fault } from '../../outcome/fault.ts'
import type { Interim } from '../../outcome/moment.ts'
import { failed } from '../../outcome/outcome.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import { account, sealed } from '../pipeline/account.ts'
import { finish } from '../pipeline/finish.ts'
import { perform, troubleOf } from '../pipeline/stages.ts'
import { EventStream } from './event-stream.ts'
import type { HttpCall } from './http-call.ts'
import { gone, readerLeft, streamAnswer, writeResult } from './write.ts'

export function answerCall(call: HttpCall): Promise<HttpAnswer> {
  return call.stream ? streamed(call) : perform(call).then(result => writeResult(call, result))
}

/** A stream that has begun. What the run adds to its exchange is there when the terminal event is written. */
interface Begun {
  events: EventStream
  exchange: SealedExchange
}

/** A refusal is answered as it would be without a stream; once the handler runs, everything is an event. */
async function streamed(call: HttpCall): Promise<HttpAnswer> {
  const { site, open } = call
  const begun = Promise.withResolvers<Begun>()
  call.beforeHandler = () => {
    const { keepAliveMs } = site.options
    const exchange = sealed(call, {})
    const events = new EventStream({ spoken: call.spoken, exchange, onGone: () => readerLeft(call), keepAliveMs })
    call.listener = moment => written(call, events, moment)
    begun.resolve({ events, exchange })
  }
  const running = perform(call)
  const first = await Promise.race([begun.promise, running])
  if ('outcome' in first) {
    call.onEnd?.()
    return isStreamedAnswer(call, first) ? ended(call, first) : writeResult(call, first)
  }
  const { events, exchange } = first
  const release = open.hold()
  site.metrics.streamOpened()
  void running
    .then(result => {
      Object.assign(exchange, sealed(call, result.exchange), { at: exchange.at })
      return finish(call, result)
    })
    .catch(error => finish(call, troubleOf(call, error)))
    .catch(() => failed(fault('internal', 'The run failed.')))
    .then(outcome => account(call, events.end(outcome), { status: 200, stream: true }))
    .finally(() => {
      site.metrics.streamClosed()
      call.onEnd?.()
      release()
    })
  return streamAnswer(call, exchange, events)
}

/** A stored answer is a stream again; and so is a task that goes on, where the contract has an event for it. */
function isStreamedAnswer({ spoken }: HttpCall, { outcome, exchange }: RunResult): boolean {
  return (
    exchange.replayed === true || (outcome.kind === 'pending' && spoken.contract.serving?.streams?.hasPending === true)
  )
}

/** A result as a stream that has only its end. */
function ended(call: HttpCall, result: RunResult): HttpAnswer {
  if (call.http.isGone) return gone(call)
  const exchange = sealed(call, result.exchange)
  const events = new EventStream({ spoken: call.spoken, exchange, onGone() {} })
  account(call, events.end(finish(call, result)), { status: 200, stream: true })
  return streamAnswer(call, exchange, events)
}

/**
 * Sends a moment. What goes wrong with it is not thrown at the author, who may not be waiting, so that nobody would
 * catch it and the process would end: the run is failed instead, at once, and the log says why.
 */
function written(call: HttpCall, events: EventStream, moment: Interim): Promise<void> | undefined {
  try {
    return events.write(moment)
  } catch (error) {
    const isMisuse = error instanceof ReplywireError
    call.log.warn({}, isMisuse ? error.message : 'a moment cannot be written')
    const code = isMisuse ? 'STREAM_OVERRUN' : 'MOMENT_INVALID'
    call.open.stop(failed(fault('internal', 'The run failed.', { code })))
    return undefined
  }
}
