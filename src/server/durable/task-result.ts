/** `/operations/{id}/result`: exactly what the call would have answered, had it been waited for. */
import type { HttpAnswer } from '../../carriers/http/message.ts'
import { answerOf, recalled } from '../../runtime/tasks.ts'
import { settleEdition } from '../edition.ts'
import { answerCall } from '../http/answer-call.ts'
import type { HttpCall } from '../http/http-call.ts'
import { negotiate } from '../negotiate.ts'
import { targetOf } from '../pipeline/call-record.ts'
import { waitingFor } from './answer-task.ts'
import { findCallerTask } from './caller-task.ts'
import { taskExchange } from './task-exchange.ts'
import { taskTarget } from './task-routes.ts'

export async function answerResult(call: HttpCall): Promise<HttpAnswer> {
  const { server } = call
  const { runtime } = server.durable
  call.target = taskTarget(server, 'tasks.result', async () => {
    const row = await findCallerTask(call)
    const { outcome, author, exchange } = answerOf(runtime, row)
    const result = { outcome, ...(author && { author }) }
    const { operations } = server.agent
    const operation = Object.hasOwn(operations, row.operation) ? operations[row.operation] : undefined
    if (operation === undefined) return { ...result, exchange: {} }
    presentAs(call, row.operation, operation)
    const waiting = await waitingFor(runtime, row)
    if (waiting.length > 0) call.durable.approvals = waiting.map(({ id }) => id)
    const { call: firstCall } = recalled(runtime, row.call)
    return {
      ...result,
      input: firstCall.input,
      exchange: { ...exchange, ...taskExchange(call.contractEdition, firstCall) },
    }
  })
  return answerCall(call)
}

/** The answer is that of the operation which was called: its edition, its status and its headers. */
function presentAs(call: HttpCall, name: string, operation: Parameters<typeof targetOf>[1]): void {
  const { server, http } = call
  const target = targetOf(name, operation, true)
  const choice = settleEdition(server, negotiate(http, server.offers), http, operation)
  call.target = target
  call.contractEdition = choice.served
  call.vary = choice.vary
  Object.assign(call.headers, choice.headers)
}
