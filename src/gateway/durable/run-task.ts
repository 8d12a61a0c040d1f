/** Forwards a task: its caller has left, so that the request is made from what was kept, with credentials of the gateway. */

import { createHash } from 'node:crypto'
import type { StepRunner } from '../../agent/context.ts'
import type { ProblemLog } from '../../agent/problem.ts'
import { serverResult } from '../../agent/run.ts'
import { fault } from '../../outcome/fault.ts'
import { isOutcome } from '../../outcome/is-outcome.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { canceled } from '../../outcome/outcome.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import type { TaskRun } from '../../runtime/runtime.ts'
import type { CallExchange } from '../../server/pipeline/call-record.ts'
import type { CompiledRoute } from '../compile-routes.ts'
import { planOf } from '../forward.ts'
import { requestHeaders } from '../forward-headers.ts'
import { identityHeaders } from '../identity.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import type { PoolAnswer } from '../upstream/upstream-pool.ts'
import { upstreamFault } from '../upstream-faults.ts'
import { type VerifiedCall, verifyAnswer } from '../verify.ts'
import { missingApprovals } from './approval-rules.ts'
import { editedTarget } from './ask-approval.ts'
import { mayRepeat } from './forward-once.ts'
import { asForwarded, bodyOf, type ForwardTarget, isOfTarget, targetFrom } from './forwarded-input.ts'
import { type LogLimits, logStream } from './log-stream.ts'
import { upstreamKey } from './upstream-key.ts'

export interface TaskParts {
  readonly log: ProblemLog
  readonly logLimits: LogLimits
}

/** A task and the route that forwards it. */
export interface ForwardedTask {
  readonly task: TaskRun
  readonly route: CompiledRoute
  readonly target: ForwardTarget
}

/** What came of one try. */
interface Try {
  readonly result: RunResult
  /** Whether it can be sent again: the upstream has not begun with it. */
  readonly maySendAgain: boolean
}

export async function runForwardedTask(
  task: TaskRun,
  route: CompiledRoute | undefined,
  parts: TaskParts,
): Promise<RunResult> {
  const target = targetFrom(task.call.extra)
  if (route === undefined || target === undefined) return serverResult(routeGone)
  if (!isOfTarget(task.call.input, target)) return editedTarget()
  const { approval } = route.durability ?? {}
  const { input } = task.call
  const missing =
    approval === undefined
      ? undefined
      : missingApprovals(approval, {
          input: asForwarded(input),
          roles: task.caller.roles,
          approval: key => task.approval(key),
        })
  if (missing !== undefined) return { outcome: missing, author: 'server', exchange: {} }
  try {
    return await forwardTask({ task, route, target }, parts)
  } catch (error) {
    if (!isOutcome(error)) throw error
    return { outcome: error, author: 'server', exchange: {} }
  }
}

/** A task of a route that is gone waits: the next configuration, or another process, may have it. */
const routeGone = fault('unavailable', 'The route of this task does not exist any more.', {
  code: 'ROUTE_GONE',
  began: false,
})

async function forwardTask(forwarded: ForwardedTask, parts: TaskParts): Promise<RunResult> {
  const { task, route, target } = forwarded
  const steps: StepRunner = task.steps
  if (mayRepeat(route, task.call)) return (await tryOnce(forwarded, parts, target.isStream)).result
  // A try that did not reach the upstream may be followed by another; one that did is the last. The answer to a question
  // of the upstream makes another call, which is sent for the first time.
  const sent = createHash('sha256').update(bodyOf(task.call.input)).digest('base64url')
  for (let attempt = 1; ; attempt++) {
    let isNew = false
    const work = () => {
      isNew = true
      return tryOnce(forwarded, parts, false)
    }
    const { result, maySendAgain } = await steps.run(`forward ${sent} ${attempt}`, work, { once: true })
    if (isNew || !maySendAgain) return result
  }
}

async function tryOnce(forwarded: ForwardedTask, parts: TaskParts, isRepeatable: boolean): Promise<Try> {
  const { task, route, target } = forwarded
  try {
    const received = await send(forwarded)
    const { answer } = received
    if (answer.body instanceof Uint8Array) {
      const result = await verifyAnswer(verifiedCall(forwarded, parts.log), {
        status: answer.status,
        headers: answer.headers,
        body: answer.body,
        target: received.target,
      })
      return { result, maySendAgain: hasNotBegun(result.outcome) }
    }
    const { body } = answer
    const pump = () => logStream(forwarded, body, parts.logLimits)
    // From its first event on, a stream is not begun again: readers have a part of it.
    const result = isRepeatable ? await task.steps.run('stream', pump, { once: true }) : await pump()
    return { result, maySendAgain: false }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    if (error.failure === 'stopped') return { result: stoppedResult(task), maySendAgain: false }
    if (!error.wasSent) return { result: serverResult(upstreamFault(error)), maySendAgain: true }
    const isKnown = mayRepeat(route, task.call) || target.isStream
    return { result: isKnown ? serverResult(upstreamFault(error)) : notKnown, maySendAgain: false }
  }
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

function stoppedResult({ stop }: TaskRun): RunResult {
  return { outcome: isOutcome(stop.reason) ? stop.reason : canceled(), author: 'server', exchange: {} }
}

function hasNotBegun(outcome: Outcome): boolean {
  return outcome.kind === 'failed' && outcome.fault.began === false
}

function send({ task, route, target }: ForwardedTask): Promise<PoolAnswer> {
  const { call, stop } = task
  const body = bodyOf(call.input)
  const seconds = route.config.executionTimeoutSeconds
  const shape = { gatewayRoute: route.config, compiled: route, method: target.method, stream: target.isStream }
  return route.pool.send(
    {
      method: target.method,
      path: `${target.path}${target.search}`,
      headers: headersOf({ task, route, target }),
      body: body.byteLength === 0 ? undefined : body,
      mayRepeat: mayRepeat(route, call),
      stream: target.isStream,
    },
    {
      expiresAt: seconds === 0 ? 0 : performance.now() + seconds * 1000,
      open: stop,
      plan: head => planOf(shape, head),
    },
  )
}

function headersOf({ task, route, target }: ForwardedTask): string[] {
  const { call, caller } = task
  const { tasks, resume } = route.durability ?? {}
  // Callers without credentials have a name that is no one's.
  const identity = identityHeaders(caller.subject.startsWith('~') ? undefined : caller, caller.tenant)
  const service = target.isStream ? (resume ?? tasks) : (tasks ?? resume)
  return requestHeaders({
    sent: { accept: target.isStream ? 'text/event-stream' : 'application/json', ...target.headers },
    set: {
      ...identity,
      'x-actor-principal': target.actor ?? identity['x-actor-subject'],
      'x-request-id': call.exchange.requestId,
      'x-correlation-id': call.exchange.correlationId,
      'idempotency-key': upstreamKey(call, caller),
      ...service?.headers,
    },
    isVerified: true,
  })
}

/** Which call the answer is held against. */
function verifiedCall({ task, route, target }: ForwardedTask, log: ProblemLog): VerifiedCall {
  return {
    compiled: route,
    gatewayRoute: route.config,
    contractEdition: route.contractEdition,
    exchange: task.call.exchange as CallExchange,
    method: target.method,
    log,
    forwarded: undefined,
    findings: undefined,
  }
}
