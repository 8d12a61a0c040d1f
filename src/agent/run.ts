/** Running one call of an agent: validate the input, run the handler, make its answer an outcome. Never throws. */
import { hasRoles, type Principal } from '../auth/principal.ts'
import { isStoreUnavailable } from '../errors.ts'
import type { Json } from '../lib/json-value.ts'
import { plainJson } from '../lib/plain-json.ts'
import { Stop } from '../lib/stop.ts'
import type { Call } from '../outcome/call.ts'
import { type Fault, fault } from '../outcome/fault.ts'
import { invalidOutput, isInterim, isOutcome, outcomeOf } from '../outcome/is-outcome.ts'
import type { Interim, Moment } from '../outcome/moment.ts'
import { canceled, failed, type Outcome } from '../outcome/outcome.ts'
import type { Decision, RunResult } from '../outcome/run-result.ts'
import { storeUnavailable } from '../outcome/store-unavailable.ts'
import { type Gathered, type Logger, openContext, type StepRunner } from './context.ts'
import type { Agent, Operation } from './define.ts'
import { memorySteps } from './steps.ts'

export type { RunResult } from '../outcome/run-result.ts'

/** A call as far as its handler is concerned; the record of the pipeline is one. */
export interface HandlerCall {
  readonly call: Call
  readonly principal: Principal | undefined
  /** Stops the run. A reason that is an outcome becomes its outcome. */
  readonly stop: Stop
  readonly log: Logger
  /** The W3C trace context of the caller. */
  readonly traceparent: string | undefined
  /** How long it may run, where its operation sets no limit; undefined: as long as it likes. */
  readonly timeoutMs: number | undefined
  readonly steps: StepRunner
  approval(key: string): Decision | undefined
  now(): number
  /** Called just before the handler runs. */
  onStart?(): void
  /** Receives every moment; the run waits for it. */
  onMoment?(moment: Interim): Promise<void> | void
}

/** The input as its schema makes it, or why the call is refused before its handler runs. */
export async function checkCall(
  operation: Operation,
  { call, principal }: Pick<HandlerCall, 'call' | 'principal'>,
): Promise<{ input: unknown } | { fault: Fault }> {
  const forbidden = roleFault(operation, principal)
  if (forbidden !== undefined) return { fault: { ...forbidden, began: false } }
  const input = await operation.input.validate(call.input)
  if (input.ok) return { input: input.value }
  return { fault: fault('invalid', 'The request is not valid.', { issues: input.issues, began: false }) }
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
  const stop = new Stop()
  const unfollow = run.stop.onStop(() => stop.stop(run.stop.reason))
  const timeout = failed(fault('timeout', 'The run took too long.'))
  // It keeps the process open for a caller who waits in process.
  const timer = limit === undefined ? undefined : setTimeout(() => stop.stop(timeout), limit)
  const { context, gathered } = openContext({
    call: run.call,
    principal: run.principal,
    stop,
    deadline: limit === undefined ? undefined : started + limit,
    log: run.log,
    traceparent: run.traceparent,
    emit: moment => (stop.isStopped ? undefined : sendMoment(moment, run)),
    approval: key => run.approval(key),
    steps: () => run.steps,
  })
  run.onStart?.()
  const handled = await settled(() => answerOf(operation, input, context, stop), stop, run.log)
  clearTimeout(timer)
  unfollow()
  const finished = await checkedOutput(operation, withGathered(handled.outcome, gathered), run.log)
  const isServers = handled.author === 'server' || finished.author === 'server'
  return {
    outcome: finished.outcome,
    ...(isServers ? { author: 'server' } : undefined),
    input,
    exchange: { ...exchangeOf(gathered), durationMs: run.now() - started },
  }
}

interface Answered {
  outcome: Outcome
  author?: 'server'
}

/** A failure in the server's own words. */
export function serverResult(cause: Fault): RunResult {
  return { outcome: failed(cause), author: 'server', exchange: { durationMs: 0 } }
}

/** What is no moment, or none that JSON can hold, is not sent. */
function sendMoment(moment: Moment, run: HandlerCall): Promise<void> | void {
  const plain = plainJson(moment)
  if (isInterim(plain)) return run.onMoment?.(plain)
  run.log.warn({}, 'no moment')
}

function smallest(...limits: (number | undefined)[]): number | undefined {
  const known = limits.filter(limit => limit !== undefined)
  return known.length === 0 ? undefined : Math.max(0, Math.floor(Math.min(...known, 2 ** 31 - 1)))
}

/** The handler's answer, or why it is no longer waited for: a handler may ignore that it is to stop. */
async function settled(work: () => Outcome | Promise<Outcome>, stop: Stop, log: Logger): Promise<Answered> {
  if (stop.isStopped) return stopped(stop)
  try {
    const answer = work()
    if (!(answer instanceof Promise)) return { outcome: answer }
    return await new Promise<Answered>((resolve, reject) => {
      const forget = stop.onStop(() => resolve(stopped(stop)))
      answer.then(
        outcome => {
          forget()
          resolve({ outcome })
        },
        thrown => {
          forget()
          reject(thrown)
        },
      )
    })
  } catch (thrown) {
    if (isOutcome(thrown)) return { outcome: thrown }
    // Not a fault of the handler: a step could not be kept, or what was asked for could not be read.
    if (isStoreUnavailable(thrown)) return { outcome: storeUnavailable, author: 'server' }
    // The text of an exception may hold anything: its class is all that is logged.
    log.warn({ error: classOf(thrown) }, 'handler threw')
    return { outcome: failed(fault('internal', 'The run failed.')), author: 'server' }
  }
}

/** A run that was stopped ends with the reason, if that is an outcome. */
function stopped({ reason }: Stop): Answered {
  return { outcome: isOutcome(reason) ? reason : canceled(), author: 'server' }
}

/** The class of what was thrown; whatever it is, asking must not throw again. */
function classOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? String(thrown.constructor.name) : typeof thrown
  } catch {
    return 'unknown'
  }
}

type HandlerContext = Parameters<Operation['handler']>[1]

function answerOf(
  operation: Operation,
  input: unknown,
  context: HandlerContext,
  stop: Stop,
): Outcome | Promise<Outcome> {
  const given = operation.handler(input, context)
  if (isGenerator(given)) return drained(given, context, stop)
  return isThenable(given) ? Promise.resolve(given).then(outcomeOf) : outcomeOf(given)
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

function isGenerator(value: unknown): value is AsyncGenerator<Moment, unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value && 'next' in value
}

async function drained(
  generator: AsyncGenerator<Moment, unknown>,
  context: HandlerContext,
  stop: Stop,
): Promise<Outcome> {
  try {
    for (;;) {
      const step = await generator.next()
      if (step.done) return outcomeOf(step.value)
      if (step.value.kind === 'outcome') return isOutcome(step.value.outcome) ? step.value.outcome : invalidOutput
      await context.emit(step.value)
      if (stop.isStopped) return canceled()
    }
  } finally {
    await generator.return(undefined).catch(() => {})
  }
}

/** An answer that breaks its own schema, is no JSON or no outcome is never sent. */
async function checkedOutput(operation: Operation, answered: Outcome, log: Logger): Promise<Answered> {
  try {
    const isChecked = operation.output === undefined || answered.kind !== 'completed'
    const valid = isChecked ? answered : await validOutput(operation.output, answered, log)
    if (valid === undefined) return refusedOutput()
    const outcome = plainJson(valid)
    if (isOutcome(outcome)) return { outcome }
    log.warn({}, 'output is no JSON, or no outcome')
  } catch (thrown) {
    log.warn({ error: classOf(thrown) }, 'output cannot be read')
  }
  return refusedOutput()
}

function refusedOutput(): Answered {
  return { outcome: invalidOutput, author: 'server' }
}

/** A completed outcome with its data as the schema makes them; undefined when they break it. */
async function validOutput(
  output: NonNullable<Operation['output']>,
  outcome: Extract<Outcome, { kind: 'completed' }>,
  log: Logger,
): Promise<Outcome | undefined> {
  const { payload } = outcome
  if (payload?.form === 'bytes') return outcome
  const checked = await output.validate(dataOf(payload)).catch((thrown: unknown) => {
    log.warn({ error: classOf(thrown) }, 'output schema threw')
  })
  if (!checked?.ok) {
    if (checked !== undefined) log.warn({ issues: checked.issues.length }, 'output breaks its schema')
    return undefined
  }
  if (payload?.form === 'value') return { ...outcome, payload: { form: 'value', value: checked.value as Json } }
  if (payload?.form === 'rows' && Array.isArray(checked.value))
    return { ...outcome, payload: { ...payload, rows: checked.value } }
  return outcome
}

function dataOf(payload: Extract<Outcome, { kind: 'completed' }>['payload']): unknown {
  if (payload === undefined || payload.form === 'bytes') return undefined
  if (payload.form === 'value') return payload.value
  return payload.form === 'rows' ? payload.rows : payload.text
}

function withGathered(outcome: Outcome, { citations, notices, actions }: Gathered): Outcome {
  if (citations.length === 0 && notices.length === 0 && actions.length === 0) return outcome
  const joined = { ...outcome }
  if (citations.length > 0) joined.citations = [...(outcome.citations ?? []), ...citations]
  if (notices.length > 0) joined.notices = [...(outcome.notices ?? []), ...notices]
  if (actions.length > 0) joined.actions = [...(outcome.actions ?? []), ...actions]
  return joined
}

function exchangeOf({ query, units, ofTask }: Gathered): RunResult['exchange'] {
  return {
    ...ofTask,
    ...(query === undefined ? undefined : { query }),
    ...(units === undefined ? undefined : { billing: { units } }),
  }
}

const silent: Logger = { info() {}, warn() {} }

/** What running a call in this process may use. */
export interface RunInProcess {
  principal?: Principal | undefined
  signal?: AbortSignal | undefined
  log?: Logger
  traceparent?: string | undefined
  onMoment?: (moment: Interim) => Promise<void> | void
  approval?: (key: string) => Decision | undefined
  steps?: StepRunner
  /** How long it may run, where its operation sets no limit. Default: no limit. */
  timeoutMs?: number
  now?: () => number
}

/**
 * Runs one call in this process, without a server. Whatever happens, there is an outcome.
 *
 * @example
 * const { outcome } = await run(agent, { operation: 'greet', input: { name: 'Ada' }, exchange: {} })
 */
export async function run(agent: Agent, call: Call, options: RunInProcess = {}): Promise<RunResult> {
  const operation = Object.hasOwn(agent.operations, call.operation) ? agent.operations[call.operation] : undefined
  if (operation === undefined) return serverResult(fault('not-found', 'There is no such operation.', { began: false }))
  const { principal, signal, log = silent, now = Date.now, onMoment, approval, steps, timeoutMs } = options
  const checked = await checkCall(operation, { call, principal })
  if ('fault' in checked) return serverResult(checked.fault)
  return runHandler(operation, checked.input, {
    call,
    principal,
    stop: signal === undefined ? new Stop() : Stop.of(signal),
    log,
    traceparent: options.traceparent,
    timeoutMs,
    steps: steps ?? memorySteps(),
    approval: approval ?? (() => undefined),
    now,
    ...(onMoment === undefined ? undefined : { onMoment }),
  })
}
