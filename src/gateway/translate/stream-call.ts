/** A call that is translated, answered with events: moments of the upstream as they come, in the contract of the caller. */
import type { HttpAnswer } from '../../carriers/http/message.ts'
import { writeMoment } from '../../server/http/answer-call.ts'
import { StreamedAnswer } from '../../server/http/streamed-answer.ts'
import { performStages } from '../../server/pipeline/stages.ts'
import type { GatewayCall } from '../gateway-call.ts'
import { noteStreamLosses } from './losses.ts'

export function streamCall(call: GatewayCall): Promise<HttpAnswer> {
  const { limits, stages } = call.compiled
  const stream = new StreamedAnswer(call, {
    keepAliveMs: limits.keepAliveMs,
    onLosses: losses => noteStreamLosses(call, losses),
  })
  const listener: GatewayCall['listener'] = moment => writeMoment(call, stream, moment)
  const beforeHandler = () => {
    stream.accept(undefined)
    call.listener = listener
  }
  call.beforeHandler = beforeHandler
  performStages(call, stages)
    .then(result => stream.end(result))
    .catch(error => stream.fail(error))
  return stream.answer
}
