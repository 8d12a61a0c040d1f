/** Running one call of an agent: validate the input, run the handler, make its answer an outcome. Never throws. */
import { hasRoles, type Principal } from '../auth/principal.ts'
import { isStoreUnavailable, ReplywireError } from '../errors.ts'
import { plainJson } from '../lib/plain-json.ts'
import { Stop } from '../lib/stop.ts'
import type { Call } from '../outcome/call.ts'
import { type Fault, fault } from '../outcome/fault.ts'
import { isOutcome } from '../outcome/is-outcome.ts'
import type { Interim, Moment } from '../outcome/moment.ts'
import { canceled, failed, type Outcome } from '../outcome/outcome.ts'
import type { Decision, RunResult } from '../outcome/run-result.ts'
import { storeUnavailable } from '../outcome/store-unavailable.ts'
import {
  type CheckedResult,
  checkOutput,
  readAnswer,
  readYielded,
  refusedOutput,
  unsendableIn,
} from './check-output.ts'
import { type HandlerNotes, openContext, type StepRunner } from './context.ts'
import type { Operation } from './define.ts'
import type { OpenPeer } from './peer.ts'
import { type ProblemLog, reportProblem, thrownFields } from './problem.ts'
import type { Validation } from './schema.ts'
import { sendMoment } from './send-moment.ts'

export type { RunResult } from '../outcome/run-result.ts'

/** A call as far as its handler is concerned; the record of the pipeline is one. */
export interface HandlerCall {
  readonly call: Call
  /** Who asks, as the handler knows them. */
  readonly requester: Principal | undefined
  /** Stops the run. A reason that is an outcome becomes its outcome. */
  readonly stop: Stop
  readonly log: ProblemLog
  /** The W3C trace context of the caller. */
  readonly traceparent: string | undefined
  /** How long it may run, where its operation sets no limit; undefined: as long as it likes. */
  readonly timeoutMs: number | undefined
  readonly steps: StepRunner
  /** Calls other agents for the handler. */
  readonly client?: OpenPeer | undefined
  approval(key: string): Decision | undefined
  /** Keeps a text with the approval of a key that the run asks for. A run that remembers its steps needs none. */
  hold?(key: string, text: string): void
  /** The texts of approvals that were given. */
  readonly held?: readonly string[]
  now(): number
  /** Called just before the handler runs. */
  onStart?(): void
  /** Receives every moment; the run waits for it. */
  onMoment?(moment: Interim): Promise<void> | void
}

/** The input as its schema makes it, or why the call is refused before its handler runs. */
export function checkCall(
  operation: Operation,
  { call, requester }: Pick<HandlerCall, 'call' | 'requester'>,
): CheckedCall | Promise<CheckedCall> {
  const forbidden = roleFault(operation, requester)
  if (forbidden !== undefined) return { fault: { ...forbidden, began: false } }
  const validated = operation.input.validate(call.input)
  return validated instanceof Promise ? validated.then(checkedCall) : checkedCall(validated)
}

/** The input that a handler gets, or why there is none. */
export type CheckedCall = { input: unknown } | { fault: Fault }

function checkedCall(validated: Validation): CheckedCall {
  if (validated.ok) return { input: validated.value }
  return { fault: fault('invalid', 'The request is not valid.', { issues: validated.issues, began: false }) }
}

function roleFault(operation: Operation, principal: Principal | undefined): Fault | undefined {
  if (operation.roles.length === 0) return undefined
  if (principal === undefined) return fault('unauthenticated', 'Credentials are required.')
  return hasRoles(principal, operation.roles)
    ? undefined
    : fault('forbidden', 'The caller lacks a role that this needs.', { code: 'INSUFFICIENT_ROLES' })
}

/** Runs the handler on an input that was accepted. Whatever happens, there is an outcome. */
export async function runHandler(operation: Operation, input: unknown, run: HandlerCall): Promise<RunResult> {
  const started = run.now()
  const limit = smallest(run.call.deadlineMs, operation.timeoutMs ?? run.timeoutMs)
  if (limit === 0) return { ...serverResult(fault('timeout', 'There is no time left for the run.')), input }
  const stopping = new RunStop(run.stop)
  const context = openContext({
    call: run.call,
    principal: run.requester,
    stopping,
    deadline: limit === undefined ? undefined : started + limit,
    log: run.log,
    traceparent: run.traceparent,
    emit: moment => (stopping.isStopped ? undefined : sendMoment(moment, run)),
    approval: key => run.approval(key),
    hold: (key, text) => run.hold?.(key, text),
    held: () => run.held ?? [],
    steps: () => run.steps,
    client: run.client ?? noPeers,
  })
  run.onStart?.()
  const answer = startHandler(operation, input, context, stopping, run.log)
  const handled = answer instanceof Promise ? await inTime(answer, stopping, limit, run.log) : answer
  const { gathered } = context
  const checking = checkOutput(operation, withGathered(handled.outcome, gathered), run.log)
  const finished = checking instanceof Promise ? await checking : checking
  const added = plainJson(exchangeOf(gathered, run.now() - started)) as RunResult['exchange'] | undefined
  if (added === undefined) {
    reportProblem(run.log, {
      summary: 'what a handler says of the exchange is not JSON',
      fields: {},
      issues: unsendableIn(gathered),
      fix: 'Look at what ctx.understood and ctx.bill were given.',
    })
    return { ...refusedOutput(), input, exchange: { durationMs: run.now() - started } }
  }
  const isServers = handled.author === 'server' || finished.author === 'server'
  return {
    outcome: finished.outcome,
    ...(isServers ? { author: 'server' } : undefined),
    input,
    exchange: added,
  }
}

/** What stops one run: what stops its call, or the end of its time. Made when it is asked for. */
class RunStop {
  readonly #call: Stop
  #stop: Stop | undefined
  #unfollow: (() => void) | undefined

  constructor(call: Stop) {
    this.#call = call
  }

  get isStopped(): boolean {
    return this.#stop?.isStopped ?? this.#call.isStopped
  }

  get stop(): Stop {
    if (this.#stop !== undefined) return this.#stop
    const runStop = new Stop()
    this.#stop = runStop
    this.#unfollow = this.#call.onStop(() => runStop.stop(this.#call.reason))
    return runStop
  }

  /** The run is over. */
  leave(): void {
    this.#unfollow?.()
  }
}

/** A failure in the server's own words. */
export function serverResult(cause: Fault): RunResult {
  return { outcome: failed(cause), author: 'server', exchange: { durationMs: 0 } }
}

/** No timer is longer. */
const longestMs = 2 ** 31 - 1

function smallest(one = Number.POSITIVE_INFINITY, other = Number.POSITIVE_INFINITY): number | undefined {
  const limit = Math.min(one, other)
  return limit === Number.POSITIVE_INFINITY ? undefined : Math.max(0, Math.floor(Math.min(limit, longestMs)))
}

/** What the handler answers, at once or later. */
function startHandler(
  operation: Operation,
  input: unknown,
  context: HandlerContext,
  stopping: RunStop,
  log: ProblemLog,
): CheckedResult | Promise<Outcome> {
  if (stopping.isStopped) return stoppedResult(stopping.stop)
  try {
    const answer = answerOf(operation, input, context, stopping)
    return answer instanceof Promise ? answer : { outcome: answer }
  } catch (thrown) {
    return outcomeOfThrown(thrown, log)
  }
}

/** The answer, or why it is no longer waited for: a handler may ignore that it is to stop. */
function inTime(
  answer: Promise<Outcome>,
  stopping: RunStop,
  limit: number | undefined,
  log: ProblemLog,
): Promise<CheckedResult> {
  const { stop } = stopping
  // It keeps the process open for a caller who waits in process.
  const timer = limit === undefined ? undefined : setTimeout(() => stop.stop(tookTooLong, timeoutReason()), limit)
  return new Promise(resolve => {
    let isOver = false
    const end = (result: CheckedResult) => {
      isOver = true
      clearTimeout(timer)
      stopping.leave()
      resolve(result)
    }
    // It may have been stopped while the handler began.
    const forget = stop.onStop(() => end(stoppedResult(stop)))
    const settle = (result: () => CheckedResult) => {
      if (isOver) return
      forget()
      end(result())
    }
    answer.then(
      outcome => settle(() => ({ outcome })),
      thrown => settle(() => outcomeOfThrown(thrown, log)),
    )
  })
}

/** As `AbortController.abort()` has it, for libraries that look at the name. */
function timeoutReason(): DOMException {
  return new DOMException('The run took too long.', 'AbortError')
}

const tookTooLong = failed(fault('timeout', 'The run took too long.'))

function outcomeOfThrown(thrown: unknown, log: ProblemLog): CheckedResult {
  if (isOutcome(thrown)) return { outcome: thrown }
  // Not a fault of the handler: a step could not be kept, or what was asked for could not be read.
  if (isStoreUnavailable(thrown)) return { outcome: storeUnavailable, author: 'server' }
  // The text of an exception may hold anything: a production log has its class alone.
  reportProblem(log, { summary: 'handler threw', fields: thrownFields(thrown), thrown })
  return { outcome: failed(fault('internal', 'The run failed.')), author: 'server' }
}

/** A run that was stopped ends with the reason, if that is an outcome. */
function stoppedResult({ reason }: Stop): CheckedResult {
  return { outcome: isOutcome(reason) ? reason : canceled(), author: 'server' }
}

type HandlerContext = Parameters<Operation['handler']>[1]

function answerOf(
  operation: Operation,
  input: unknown,
  context: HandlerContext,
  stopping: RunStop,
): Outcome | Promise<Outcome> {
  const given = operation.handler(input, context)
  if (isGenerator(given)) return drained(given, context, stopping)
  if (!isThenable(given)) return readAnswer(given, context.log)
  return Promise.resolve(given).then(answer => readAnswer(answer, context.log))
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

function isGenerator(value: unknown): value is AsyncGenerator<Moment, unknown> {
  if (typeof value !== 'object' || value === null || !('next' in value)) return false
  return Symbol.asyncIterator in value || Symbol.iterator in value
}

async function drained(
  generator: AsyncGenerator<Moment, unknown>,
  context: HandlerContext,
  stopping: RunStop,
): Promise<Outcome> {
  try {
    for (;;) {
      const step = await generator.next()
      if (step.done) return readAnswer(step.value, context.log)
      if (step.value.kind === 'outcome') return readYielded(step.value.outcome, context.log)
      await context.emit(step.value)
      if (stopping.isStopped) return canceled()
    }
  } finally {
    try {
      await generator.return(undefined)
    } catch {
      // What it says when it is left is of no use to anyone.
    }
  }
}

function withGathered(outcome: Outcome, { citations, notices, actions }: HandlerNotes): Outcome {
  if (citations.length === 0 && notices.length === 0 && actions.length === 0) return outcome
  const joined = { ...outcome }
  if (citations.length > 0) joined.citations = [...(outcome.citations ?? []), ...citations]
  if (notices.length > 0) joined.notices = [...(outcome.notices ?? []), ...notices]
  if (actions.length > 0) joined.actions = [...(outcome.actions ?? []), ...actions]
  return joined
}

function exchangeOf({ query, units, governance, ofTask }: HandlerNotes, durationMs: number): RunResult['exchange'] {
  const isPlain = query === undefined && units === undefined && governance === undefined && ofTask === undefined
  if (isPlain) return { durationMs }
  return {
    ...ofTask,
    ...(governance === undefined ? undefined : { governance }),
    ...(query === undefined ? undefined : { query }),
    ...(units === undefined ? undefined : { billing: { units } }),
    durationMs,
  }
}

const noPeers: OpenPeer = () => {
  throw new ReplywireError('ERR_MISUSE', 'ctx.client works on a server. In process, give runCall a client of its own.')
}
