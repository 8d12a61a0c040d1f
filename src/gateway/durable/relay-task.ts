/** Forwards a task whose call is translated: to an upstream in another contract, or behind a tool or a skill. */
import { serverResult } from '../../agent/run.ts'
import { withoutDeadEnd } from '../reachable-paths.ts'
import { enforce, type VerifiedCall } from '../verify.ts'
import {
  expiryOf,
  type ForwardedTask,
  hasNotBegun,
  serviceHeaders,
  stoppedResult,
  type TaskTry,
  unansweredTry,
} from './forwarded-task.ts'
import { tokensOf } from './hold-tokens.ts'
import { keptArguments } from './keep-arguments.ts'
import { upstreamKey } from './upstream-key.ts'

export async function relayTask(forwarded: ForwardedTask, call: VerifiedCall): Promise<TaskTry> {
  const { task, route, target, approvals } = forwarded
  const { operation = '', inPath = {} } = target.translated ?? {}
  const tokens = tokensOf(approvals)
  const key = upstreamKey(task.call, task.caller)
  const { idempotencyKey: _, approvalTokens: __, prefer: ___, extra: ____, ...asked } = task.call
  const reply = await route.relay.call(
    {
      ...asked,
      operation,
      input: keptArguments(task.call.input, inPath),
      ...(key === undefined ? undefined : { idempotencyKey: key }),
      ...(tokens.length === 0 ? undefined : { approvalTokens: tokens }),
    },
    {
      stop: task.stop,
      expiresAt: expiryOf(route),
      headers: serviceHeaders(forwarded),
      wait: true,
      approved: approvals.map(([key]) => key),
      onMoment: route.config.mode === 'sse' ? async moment => void (await task.onMoment(moment)) : undefined,
    },
  )
  if (reply.author === 'server') {
    if (reply.failure === 'stopped') return { result: stoppedResult(task), maySendAgain: false }
    return unansweredTry(forwarded, reply.outcome)
  }
  const refused = route.config.enforce === 'off' ? undefined : enforce(call, reply)
  if (refused !== undefined) return { result: serverResult(refused), maySendAgain: false }
  const { outcome } = withoutDeadEnd(reply.outcome, route.paths, route.config)
  const { requestId: _request, correlationId: _correlation, operation: _operation, ...exchange } = reply.exchange
  return { result: { outcome, exchange }, maySendAgain: hasNotBegun(outcome) }
}
