/**
 * One call in three steps, each of which knows nothing of the others:
 *
 * | step | where | makes |
 * |---|---|---|
 * | who calls, and with what input | `app.ts`, `agent-run.ts` | an `Execution` |
 * | what happens | `perform.ts` | an outcome |
 * | how it is told | `plain`, `streamed` | a response |
 */
import type { Operation } from '../agent/define.ts'
import type { RunOptions } from '../agent/run.ts'
import type { Principal } from '../auth/principal.ts'
import { ReplywireError } from '../errors.ts'
import type { Call } from '../outcome/call.ts'
import type { SealedExchange } from '../outcome/exchange.ts'
import { fault } from '../outcome/fault.ts'
import type { Moment } from '../outcome/moment.ts'
import { failed, type Outcome } from '../outcome/outcome.ts'
import { overLimit } from '../runtime/caller-limits.ts'
import type { Conducted } from '../runtime/conduct.ts'
import { answer, mergeVary } from './answer.ts'
import { preferencesOf } from './durable/asked.ts'
import type { Asked } from './durable/durable.ts'
import { EventStream } from './event-stream.ts'
import { underBase, withReplyPath } from './finish.ts'
import { withIds } from './log.ts'
import { perform } from './perform.ts'
import { account, callIds, left, type Plan, sealed } from './plan.ts'
import { presentOutcome } from './present.ts'

export type { Plan } from './plan.ts'

export interface Execution extends Plan {
  readonly call: Call
  readonly definition: Operation
  /** What the request asks for beside its input, and of whom. */
  readonly asked: Asked
  readonly principal: Principal | undefined
  /** The last word on an outcome before it is written. */
  readonly finish?: (outcome: Outcome) => Outcome
  /** Writes a completed outcome in another form than the contract's. */
  readonly write?: (outcome: Outcome, exchange: SealedExchange) => Promise<Response | undefined> | Response | undefined
}

/** Runs a call and answers it: as a stream once the input is accepted, if that is wanted. */
export async function execute(execution: Execution): Promise<Response> {
  const { stream, served, request } = execution
  const isStream = stream && served.edition.stream !== undefined && request.method !== 'HEAD'
  if (!isStream) return plain(execution, await performed(execution))
  const response = await execution.site.streams.respond(execution, () => streamed(execution))
  return response ?? plain(execution, { outcome: failed(overLimit('streams')), exchange: {} })
}

async function performed(
  execution: Execution,
  hooks: Pick<RunOptions, 'onStart' | 'onMoment'> = {},
): Promise<Conducted> {
  const { open, served, site, base, finish = outcome => outcome } = execution
  const ran = await perform({ ...execution, spoken: served, signal: open.signal, hooks })
  const outcome = withReplyPath(finish(ran.outcome), ran.approvals, `${base}${site.prefix}`)
  return { ...ran, outcome: presentOutcome(served.contract, underBase(outcome, base), ran.author ?? 'handler') }
}

export async function plain(execution: Omit<Execution, 'asked'>, ran: Conducted): Promise<Response> {
  const { outcome, input, exchange: more } = ran
  if (execution.request.signal.aborted) return left(execution)
  const exchange = sealed(execution, more)
  const own = await execution.write?.(outcome, exchange)
  const response =
    own ??
    answer(outcome, exchange, {
      served: execution.served,
      vary: execution.vary,
      status: outcome.kind === 'completed' ? execution.definition.status?.(outcome, input) : undefined,
      headOnly: execution.request.method === 'HEAD',
      challenge: execution.site.challenge,
      headers: { ...execution.headers, ...headersOf(execution, ran) },
    }).response
  account(execution, outcome, { status: response.status })
  return response
}

/** What a run adds to the head of its answer. */
function headersOf(
  { definition, site, base, request }: Omit<Execution, 'asked'>,
  { outcome, input, approvals }: Conducted,
): Record<string, string> {
  return {
    ...(outcome.kind === 'completed' ? definition.headers?.(outcome, input) : undefined),
    // RFC 7240 §3: said to whoever preferred it, and to nobody else.
    ...(outcome.kind === 'pending' && outcome.task !== undefined && prefersAsync(request)
      ? { 'preference-applied': 'respond-async' }
      : undefined),
    ...(approvals === undefined
      ? undefined
      : { link: approvals.map(id => `<${base}${site.prefix}/approvals/${id}>; rel="approval"`).join(', ') }),
  }
}

function prefersAsync({ headers }: Request): boolean {
  return preferencesOf(headers.get('prefer'))?.async === true
}

/** A refusal is answered as it would be without a stream; once the handler runs, everything is an event. */
async function streamed(execution: Execution): Promise<Response> {
  const { site, served, open } = execution
  const begun = Promise.withResolvers<EventStream>()
  // Live: what the run adds to the exchange is there when the terminal event is written.
  const exchange = sealed(execution, {})
  let events: EventStream | undefined
  const running = performed(execution, {
    onStart() {
      const { keepAliveMs } = site.options
      const more = keepAliveMs === undefined ? {} : { keepAliveMs }
      events = new EventStream({ served, exchange, onGone: () => open.stop(), ...more })
      begun.resolve(events)
    },
    onMoment: moment => written(execution, events, moment),
  })
  const first = await Promise.race([begun.promise, running])
  if (!(first instanceof EventStream)) {
    const isAnswer =
      first.exchange.replayed === true ||
      (first.outcome.kind === 'pending' && served.contract.serving?.streams?.hasPending === true)
    return isAnswer ? told(execution, first) : plain(execution, first)
  }
  const release = open.hold()
  site.metrics.streamOpened()
  void running
    .then(ran => {
      Object.assign(exchange, sealed(execution, ran.exchange), { at: exchange.at })
      return ran.outcome
    })
    .catch(() => failed(fault('internal', 'The run failed.')))
    .then(outcome => {
      const told = first.end(outcome)
      account(execution, told, { status: 200, stream: true })
    })
    .finally(() => {
      site.metrics.streamClosed()
      release()
    })
  return new Response(first.body, { status: 200, headers: streamHeaders(execution, exchange) })
}

/** A stored answer, or that a task goes on, as a stream that has only its end. */
function told(execution: Execution, { outcome, exchange: more }: Conducted): Response {
  const { served } = execution
  const exchange = sealed(execution, more)
  const events = new EventStream({ served, exchange, onGone() {} })
  account(execution, events.end(outcome), { status: 200, stream: true })
  return new Response(events.body, { status: 200, headers: streamHeaders(execution, exchange) })
}

/**
 * Sends a moment. What goes wrong with it is not thrown at the author, who may not be waiting, so that nobody would
 * catch it and the process would end: the run is failed instead, at once, and the log tells why.
 */
function written(execution: Execution, events: EventStream | undefined, moment: Moment): Promise<void> | undefined {
  if (moment.kind === 'outcome') return undefined
  try {
    return events?.write(moment)
  } catch (error) {
    const misuse = error instanceof ReplywireError
    withIds(execution.site.log, callIds(execution)).warn({}, misuse ? error.message : 'a moment cannot be written')
    const code = misuse ? 'STREAM_OVERRUN' : 'MOMENT_INVALID'
    execution.open.stop(failed(fault('internal', 'The run failed.', { code })))
    return undefined
  }
}

/** The contract's own headers, and what keeps a stream flowing. */
export function streamHeaders(execution: Plan, exchange: SealedExchange): Headers {
  // Work goes on: no header may claim an end, how long it took, or where to ask for it.
  const begun: Outcome = { kind: 'pending', phase: 'working' }
  const { response } = answer(begun, exchange, { served: execution.served, vary: execution.vary })
  const headers = new Headers(response.headers)
  for (const name of ['content-length', 'server-timing', 'location', 'retry-after']) headers.delete(name)
  headers.set('content-type', 'text/event-stream')
  headers.set('cache-control', 'no-cache')
  headers.set('x-accel-buffering', 'no')
  for (const [name, value] of Object.entries(execution.headers ?? {})) if (value !== undefined) headers.set(name, value)
  mergeVary(headers, execution.vary)
  return headers
}
