/** Running one call of an agent: judge the input, run the handler, make its answer an outcome. Never throws. */
import { hasRoles, type Principal } from '../auth/principal.ts'
import { isStoreUnavailable } from '../errors.ts'
import type { Json } from '../lib/json-value.ts'
import { plainJson } from '../lib/plain-json.ts'
import type { Call } from '../outcome/call.ts'
import type { Exchange } from '../outcome/exchange.ts'
import { type Fault, fault } from '../outcome/fault.ts'
import { invalidOutput, isInterim, isOutcome, outcomeOf } from '../outcome/is-outcome.ts'
import type { Moment } from '../outcome/moment.ts'
import { canceled, failed, type Outcome } from '../outcome/outcome.ts'
import { storeUnavailable } from '../outcome/store-unavailable.ts'
import { type Context, type Decision, type Gathered, type Logger, openContext, type StepRunner } from './context.ts'
import type { Agent, Operation } from './define.ts'
import { memorySteps } from './steps.ts'

export interface RunOptions {
  principal?: Principal | undefined
  /** Stops the run. A reason that is an outcome becomes its outcome. */
  signal?: AbortSignal | undefined
  log?: Logger
  /** Called once the input is accepted. What it returns is the end of the call: the handler does not run. */
  gate?: (() => Promise<Omit<Ran, 'input'> | undefined>) | undefined
  /** The caller's W3C trace context. */
  traceparent?: string | undefined
  /** Called just before the handler runs. */
  onStart?: () => void
  /** Hears every moment; the run waits for it. */
  onMoment?: (moment: Moment) => Promise<void> | void
  approval?: (key: string) => Decision | undefined
  steps?: StepRunner
  /** How long it may run, where its operation sets no limit. Default: no limit. */
  timeoutMs?: number
  now?: () => number
}

export interface Ran {
  outcome: Outcome
  /** The input as its schema made it; undefined when it was refused. */
  input?: unknown
  /** What the run adds to the exchange. */
  exchange: Pick<Exchange, 'query' | 'billing' | 'durationMs' | 'replayed' | 'context' | 'conversationId' | 'push'>
  /** Set where the outcome has the words of whoever runs the handler: a refusal, a timeout, a failure. */
  author?: 'server'
}

const silent: Logger = { info() {}, warn() {} }

/** Runs one call. Whatever happens, there is an outcome. */
export async function run(agent: Agent, call: Call, options: RunOptions = {}): Promise<Ran> {
  const { now = Date.now, log = silent } = options
  const started = now()
  const ended = (outcome: Outcome, more: Ran['exchange'] = {}): Ran => ({
    outcome,
    exchange: { ...more, durationMs: now() - started },
  })
  const refuse = (cause: Fault): Ran => ({ ...ended(failed({ ...cause, began: false })), author: 'server' })
  const operation = Object.hasOwn(agent.operations, call.operation) ? agent.operations[call.operation] : undefined
  if (operation === undefined) return refuse(fault('not-found', 'There is no such operation.'))
  const forbidden = refusal(operation, options.principal)
  if (forbidden !== undefined) return refuse(forbidden)
  const input = await operation.input.validate(call.input)
  if (!input.ok) {
    return refuse(fault('invalid', 'The request is not valid.', { issues: input.issues }))
  }
  const answered = await options.gate?.()
  if (answered !== undefined) return { ...answered, input: input.value }
  const limit = smallest(call.deadlineMs, operation.timeoutMs ?? options.timeoutMs)
  if (limit === 0) {
    return { ...ended(failed(fault('timeout', 'There is no time left for the run.'))), author: 'server' }
  }
  // Not AbortSignal.timeout: it does not keep the process open for a caller who waits in process.
  const timeout = new AbortController()
  const timer = limit === undefined ? undefined : setTimeout(() => timeout.abort(), limit)
  const signal = AbortSignal.any([options.signal, timeout.signal].filter(part => part !== undefined))
  const { context, gathered } = openContext({
    call,
    principal: options.principal,
    signal,
    deadline: limit === undefined ? undefined : new Date(started + limit),
    log,
    traceparent: options.traceparent,
    emit: moment => (signal.aborted ? undefined : told(moment, options.onMoment, log)),
    approval: options.approval ?? (() => undefined),
    steps: options.steps ?? memorySteps(),
  })
  options.onStart?.()
  const end = await handled(operation, input.value, context, signal, timeout.signal, log)
  clearTimeout(timer)
  const outcome = await finished(operation, withGathered(end.outcome, gathered), log)
  const isServers = end.author === 'server' || end.outcome === invalidOutput || outcome === invalidOutput
  const ran = ended(outcome, exchangeOf(gathered))
  return { ...ran, input: input.value, ...(isServers ? { author: 'server' } : undefined) }
}

/** What is no moment, or none that JSON can say, is not told. */
function told(moment: Moment, onMoment: RunOptions['onMoment'], log: Logger): Promise<void> | void {
  const plain = plainJson(moment)
  if (isInterim(plain)) return onMoment?.(plain)
  log.warn({}, 'no moment')
}

function refusal(operation: Operation, principal: Principal | undefined): Fault | undefined {
  if (operation.roles.length === 0) return undefined
  if (principal === undefined) return fault('unauthenticated', 'Credentials are required.')
  return hasRoles(principal, operation.roles)
    ? undefined
    : fault('forbidden', 'The caller lacks a role that this needs.', { code: 'INSUFFICIENT_ROLES' })
}

function smallest(...limits: (number | undefined)[]): number | undefined {
  const known = limits.filter(limit => limit !== undefined)
  return known.length === 0 ? undefined : Math.max(0, Math.floor(Math.min(...known, 2 ** 31 - 1)))
}

/** The handler against the clock: whoever ignores the signal is no longer waited for. */
async function handled(
  operation: Operation,
  input: unknown,
  context: Context,
  signal: AbortSignal,
  timeout: AbortSignal,
  log: Logger,
): Promise<Pick<Ran, 'outcome' | 'author'>> {
  const stopped = Promise.withResolvers<Pick<Ran, 'outcome' | 'author'>>()
  const stop = () => {
    const { reason } = signal
    if (timeout.aborted) stopped.resolve(byServer(failed(fault('timeout', 'The run took too long.'))))
    else stopped.resolve(isOutcome(reason) ? byServer(reason) : { outcome: canceled() })
  }
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([answer(operation, input, context).then(outcome => ({ outcome })), stopped.promise])
  } catch (thrown) {
    if (isOutcome(thrown)) return { outcome: thrown }
    // Not a fault of the handler: a step could not be kept, or what was asked for could not be read.
    if (isStoreUnavailable(thrown)) return { outcome: storeUnavailable }
    // The text of an exception may hold anything: its class is all that is told.
    log.warn({ error: classOf(thrown) }, 'handler threw')
    return byServer(failed(fault('internal', 'The run failed.')))
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function byServer(outcome: Outcome): Pick<Ran, 'outcome' | 'author'> {
  return { outcome, author: 'server' }
}

/** The class of what was thrown; whatever it is, asking must not throw again. */
function classOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? String(thrown.constructor.name) : typeof thrown
  } catch {
    return 'unknown'
  }
}

async function answer(operation: Operation, input: unknown, context: Context): Promise<Outcome> {
  const given = operation.handler(input, context)
  return isGenerator(given) ? drained(given, context) : outcomeOf(await given)
}

function isGenerator(value: unknown): value is AsyncGenerator<Moment, unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value && 'next' in value
}

async function drained(generator: AsyncGenerator<Moment, unknown>, context: Context): Promise<Outcome> {
  try {
    for (;;) {
      const step = await generator.next()
      if (step.done) return outcomeOf(step.value)
      if (step.value.kind === 'outcome') return isOutcome(step.value.outcome) ? step.value.outcome : invalidOutput
      await context.emit(step.value)
      if (context.signal.aborted) return canceled()
    }
  } finally {
    await generator.return(undefined).catch(() => {})
  }
}

/** An answer that breaks its own schema, is no JSON or no outcome is never sent. */
async function finished(operation: Operation, answered: Outcome, log: Logger): Promise<Outcome> {
  try {
    const outcome = plainJson(await validated(operation, answered, log))
    if (isOutcome(outcome)) return outcome
    log.warn({}, 'output is no JSON, or no outcome')
  } catch (thrown) {
    log.warn({ error: classOf(thrown) }, 'output cannot be read')
  }
  return invalidOutput
}

async function validated(operation: Operation, outcome: Outcome, log: Logger): Promise<Outcome> {
  if (outcome.kind !== 'completed' || operation.output === undefined) return outcome
  const { payload } = outcome
  if (payload?.form === 'bytes') return outcome
  const data =
    payload === undefined
      ? undefined
      : 'value' in payload
        ? payload.value
        : 'rows' in payload
          ? payload.rows
          : payload.text
  const judged = await operation.output.validate(data).catch((thrown: unknown) => {
    log.warn({ error: classOf(thrown) }, 'output schema threw')
  })
  if (!judged?.ok) {
    if (judged !== undefined) log.warn({ issues: judged.issues.length }, 'output breaks its schema')
    return invalidOutput
  }
  if (payload?.form === 'value') return { ...outcome, payload: { form: 'value', value: judged.value as Json } }
  if (payload?.form === 'rows' && Array.isArray(judged.value))
    return { ...outcome, payload: { ...payload, rows: judged.value } }
  return outcome
}

function withGathered(outcome: Outcome, { citations, notices, actions }: Gathered): Outcome {
  const joined = { ...outcome }
  if (citations.length > 0) joined.citations = [...(outcome.citations ?? []), ...citations]
  if (notices.length > 0) joined.notices = [...(outcome.notices ?? []), ...notices]
  if (actions.length > 0) joined.actions = [...(outcome.actions ?? []), ...actions]
  return joined
}

function exchangeOf({ query, units, ofTask }: Gathered): Ran['exchange'] {
  return {
    ...ofTask,
    ...(query === undefined ? undefined : { query }),
    ...(units === undefined ? undefined : { billing: { units } }),
  }
}
