/** A task that is forwarded: what its tries have in common, whether its bytes go on or its call is translated. */

import { isOutcome } from '../../outcome/is-outcome.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { canceled } from '../../outcome/outcome.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import type { TaskRun } from '../../runtime/runtime.ts'
import type { CompiledRoute } from '../compile-routes.ts'
import { identityHeaders } from '../identity.ts'
import { mayRepeat } from './forward-once.ts'
import type { ForwardTarget } from './forwarded-input.ts'
import type { UpstreamApproval } from './hold-tokens.ts'

/** A task and the route that forwards it. */
export interface ForwardedTask {
  readonly task: TaskRun
  readonly route: CompiledRoute
  readonly target: ForwardTarget
  /** What the upstream asked for and was approved here. */
  readonly approvals: readonly UpstreamApproval[]
}

/** What came of one try. */
export interface TaskTry {
  readonly result: RunResult
  /** Whether it can be sent again: the upstream has not begun with it. */
  readonly maySendAgain: boolean
}

/** What becomes of a try that the upstream did not answer. */
export function unansweredTry({ task, route, target }: ForwardedTask, outcome: Outcome): TaskTry {
  const result: RunResult = { outcome, author: 'server', exchange: { durationMs: 0 } }
  if (hasNotBegun(outcome)) return { result, maySendAgain: true }
  const isKnown = mayRepeat(route, task.call) || target.isStream
  return { result: isKnown ? result : notKnown, maySendAgain: false }
}

const notKnown: RunResult = {
  outcome: {
    kind: 'unknown',
    status: 'unknown',
    message: 'The service behind this route gave no whole answer. Whether the call took effect is not known.',
  },
  author: 'server',
  exchange: {},
}

export function stoppedResult({ stop }: TaskRun): RunResult {
  return { outcome: isOutcome(stop.reason) ? stop.reason : canceled(), author: 'server', exchange: {} }
}

export function hasNotBegun(outcome: Outcome): boolean {
  return outcome.kind === 'failed' && outcome.fault.began === false
}

/** When the time of a try is over, by the clock of `performance.now()`; 0: never. */
export function expiryOf({ config: { executionTimeoutSeconds: seconds } }: ForwardedTask['route']): number {
  return seconds === 0 ? 0 : performance.now() + seconds * 1000
}

/** Who began a task, as upstreams get it, and with what it is forwarded. */
export function serviceHeaders({ task, route, target }: ForwardedTask): Record<string, string | undefined> {
  const { call, caller } = task
  const { tasks, resume } = route.durability ?? {}
  // Callers without credentials have a name that is no one's.
  const identity = identityHeaders(caller.subject.startsWith('~') ? undefined : caller, caller.tenant)
  const service = target.isStream ? (resume ?? tasks) : (tasks ?? resume)
  return {
    ...identity,
    'x-actor-principal': target.actor ?? identity['x-actor-subject'],
    ...target.identity,
    'x-request-id': call.exchange.requestId,
    'x-correlation-id': call.exchange.correlationId,
    ...service?.headers,
  }
}
