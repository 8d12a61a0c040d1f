/** Forwards a task: its caller has left, so that the request is made from what was kept, with credentials of the gateway. */

import { createHash } from 'node:crypto'
import type { StepRunner } from '../../agent/context.ts'
import type { ProblemLog } from '../../agent/problem.ts'
import { serverResult } from '../../agent/run.ts'
import { fault } from '../../outcome/fault.ts'
import { isOutcome } from '../../outcome/is-outcome.ts'
import { failed } from '../../outcome/outcome.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import type { TaskRun } from '../../runtime/runtime.ts'
import { Router } from '../../server/http/router.ts'
import type { CallExchange } from '../../server/pipeline/call-record.ts'
import type { CompiledRoute } from '../compile-routes.ts'
import { planOf } from '../forward.ts'
import { requestHeaders } from '../forward-headers.ts'
import type { UpstreamAnswer } from '../upstream/upstream-call.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import type { AttemptResult } from '../upstream/upstream-pool.ts'
import { upstreamFault } from '../upstream-faults.ts'
import { type VerifiedCall, verifyAnswer } from '../verify.ts'
import { missingApprovals } from './approval-rules.ts'
import { editedTarget } from './ask-approval.ts'
import { mayRepeat } from './forward-once.ts'
import { asForwarded, bodyOf, type ForwardTarget, isOfTarget, targetFrom } from './forwarded-input.ts'
import {
  expiryOf,
  type ForwardedTask,
  hasNotBegun,
  serviceHeaders,
  stoppedResult,
  type TaskTry,
  unansweredTry,
} from './forwarded-task.ts'
import { approvalsIn, isAskedAgain, notApprovedThere, tokensOf, type UpstreamApproval } from './hold-tokens.ts'
import { type LogLimits, logStream } from './log-stream.ts'
import { relayTask } from './relay-task.ts'
import { upstreamKey } from './upstream-key.ts'

export interface ForwardedTaskParts {
  readonly log: ProblemLog
  readonly logLimits: LogLimits
}

export async function runForwardedTask(
  task: TaskRun,
  route: CompiledRoute | undefined,
  parts: ForwardedTaskParts,
): Promise<RunResult> {
  const target = targetFrom(task.call.extra)
  if (route === undefined || target === undefined || !isOfRoute(route, target)) return serverResult(routeGone)
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
    return await forwardApproved({ task, route, target }, parts)
  } catch (error) {
    if (!isOutcome(error)) throw error
    return { outcome: error, author: 'server', exchange: {} }
  }
}

/** Whether a route still takes what a task was begun for: one with its id in another configuration may be another. */
function isOfRoute({ config }: CompiledRoute, { method, path }: ForwardTarget): boolean {
  const router = new Router<string>()
  router.add(config.method, config.path, config.id)
  const matched = router.match(method, path)
  return matched !== undefined && 'found' in matched
}

/** A task of a route that is gone waits: the next configuration, or another process, may have it. */
const routeGone = fault('unavailable', 'The route of this task does not exist any more.', {
  code: 'ROUTE_GONE',
  began: false,
})

/**
 * Forwards a task. Where the upstream asks for approvals, its tokens are remembered as a step: the task pauses, and its
 * next run brings them.
 */
async function forwardApproved(of: Omit<ForwardedTask, 'approvals'>, parts: ForwardedTaskParts): Promise<RunResult> {
  const approvals: UpstreamApproval[] = []
  for (let round = 0; ; round++) {
    let result: RunResult | undefined
    const ask = async (): Promise<UpstreamApproval[]> => {
      result = await forwardTask({ ...of, approvals }, parts, round)
      const asked = approvalsIn(result.outcome)
      if (isAskedAgain(asked, approvals)) result = serverResult(notApprovedThere)
      if (asked.length === 0 || isAskedAgain(asked, approvals)) throw nothingAsked
      return asked
    }
    const asked = await of.task.steps.run(`approvals of the upstream ${round}`, ask, {}).catch(passNothing)
    if (result !== undefined) return result
    approvals.push(...asked)
  }
}

const nothingAsked = Symbol('the upstream asks for no approval')

function passNothing(error: unknown): UpstreamApproval[] {
  if (error !== nothingAsked) throw error
  return []
}

async function forwardTask(forwarded: ForwardedTask, parts: ForwardedTaskParts, round: number): Promise<RunResult> {
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
    const { result, maySendAgain } = await steps.run(
      `forward ${sent} ${attempt}${round === 0 ? '' : ` ${round}`}`,
      work,
      { once: true },
    )
    if (isNew || !maySendAgain) return result
  }
}

async function tryOnce(forwarded: ForwardedTask, parts: ForwardedTaskParts, isRepeatable: boolean): Promise<TaskTry> {
  const { task, target } = forwarded
  if (target.translated !== undefined) return relayTask(forwarded, verifiedCall(forwarded, parts.log))
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
    return unansweredTry(forwarded, failed(upstreamFault(error)))
  }
}

function send(forwarded: ForwardedTask): Promise<AttemptResult<UpstreamAnswer>> {
  const { task, route, target } = forwarded
  const { call, stop } = task
  const body = bodyOf(call.input)
  const shape = { gatewayRoute: route.config, compiled: route, method: target.method, stream: target.isStream }
  return route.pool.send(
    {
      method: target.method,
      path: `${target.path}${target.search}`,
      headers: headersOf(forwarded),
      body: body.byteLength === 0 ? undefined : body,
      mayRepeat: mayRepeat(route, call),
      stream: target.isStream,
    },
    {
      expiresAt: expiryOf(route),
      open: stop,
      plan: head => planOf(shape, head),
    },
  )
}

function headersOf(forwarded: ForwardedTask): string[] {
  const { task, target, approvals } = forwarded
  const approvalTokens = tokensOf(approvals).join(',') || undefined
  return requestHeaders({
    sent: { accept: target.isStream ? 'text/event-stream' : 'application/json', ...target.headers },
    set: {
      ...serviceHeaders(forwarded),
      'idempotency-key': upstreamKey(task.call, task.caller),
      'x-approval-token': approvalTokens,
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
