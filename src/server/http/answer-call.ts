/** A call over HTTP, from its stages to its answer: plain, or as a stream. */
import type { HttpAnswer } from '../../carriers/http/message.ts'
import { ReplywireError } from '../../errors.ts'
import { fault } from '../../outcome/fault.ts'
import type { Interim } from '../../outcome/moment.ts'
import { failed } from '../../outcome/outcome.ts'
import { syncBudgetMs } from '../../runtime/durable-call.ts'
import { sendTaskEvents } from '../durable/send-task-events.ts'
import { startedTaskOf } from '../pipeline/announce.ts'
import { perform } from '../pipeline/stages.ts'
import type { HttpCall } from './http-call.ts'
import { StreamedAnswer } from './streamed-answer.ts'
import { writeResult } from './write.ts'

export function answerCall(call: HttpCall): Promise<HttpAnswer> {
  return call.stream ? streamAnswer(call) : perform(call).then(result => writeResult(call, result))
}

/**
 * The moments of a run that stays in this process are sent as they come. A call that is a task, at once or when it takes
 * too long, is followed in the log of its task from there on: both number events alike.
 */
function streamAnswer(call: HttpCall): Promise<HttpAnswer> {
  const stream = new StreamedAnswer(call)
  const listener: HttpCall['listener'] = moment => writeMoment(call, stream, moment)
  const beforeHandler = () => {
    stream.accept(syncBudgetMs(call) === undefined ? undefined : call.durable.journal.runId)
    call.listener = listener
  }
  call.beforeHandler = beforeHandler
  const answering = async () => {
    const result = await perform(call)
    call.listener = undefined
    const id = startedTaskOf(call.runtime, result.outcome)
    if (id === undefined) stream.end(result)
    else {
      stream.accept(id, result.exchange)
      await sendTaskEvents(call, stream, { id, after: stream.last, soFar: result })
    }
  }
  answering().catch(error => stream.fail(error))
  return stream.answer
}

/**
 * Sends a moment. What goes wrong with it is not thrown at the author, who may not be waiting, so that nobody would
 * catch it and the process would end: the run is failed instead, at once, and the log says why.
 */
export function writeMoment(call: HttpCall, stream: StreamedAnswer, moment: Interim): Promise<void> | undefined {
  try {
    return stream.write(moment)
  } catch (error) {
    const isMisuse = error instanceof ReplywireError
    call.log.warn({}, isMisuse ? error.message : 'a moment cannot be written')
    const code = isMisuse ? 'STREAM_OVERRUN' : 'MOMENT_INVALID'
    call.open.stop(failed(fault('internal', 'The run failed.', { code })))
    return undefined
  }
}
