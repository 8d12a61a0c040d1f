/** Running one call behind one response: plain, or as a stream once the input is accepted. */
import type { Operation } from '../agent/define.ts'
import { type Ran, run } from '../agent/run.ts'
import type { Principal } from '../auth/principal.ts'
import type { Call } from '../outcome/call.ts'
import { type Exchange, type SealedExchange, seal } from '../outcome/exchange.ts'
import { fault } from '../outcome/fault.ts'
import type { Failed, Outcome } from '../outcome/outcome.ts'
import { completed, failed } from '../outcome/outcome.ts'
import { answer, mergeVary } from './answer.ts'
import { EventStream } from './event-stream.ts'
import { inContract } from './jpcite.ts'
import type { AccessLine } from './log.ts'
import type { Served } from './negotiate.ts'
import type { Site } from './site.ts'

/** All that is known of a call when it is answered. */
export interface Plan {
  readonly site: Site
  readonly request: Request
  readonly served: Served
  readonly vary: readonly string[]
  readonly exchange: Exchange & { requestId: string; correlationId: string }
  /** The pattern of the route, for the log. */
  readonly route: string
  readonly operation: string
  readonly started: number
  readonly headers?: Record<string, string | undefined>
}

export interface Execution extends Plan {
  readonly call: Call
  readonly definition: Operation
  readonly principal: Principal | undefined
  readonly stream: boolean
  /** The last word on an outcome before it is written. */
  readonly finish?: (outcome: Outcome) => Outcome
  /** Writes a completed outcome in another form than the contract's. */
  readonly write?: (outcome: Outcome, exchange: SealedExchange) => Promise<Response | undefined> | Response | undefined
}

/** Answers with an outcome that needed no run. */
export function refuse(plan: Plan, outcome: Outcome): Response {
  const { response } = answer(inContract(plan.served, outcome), sealed(plan, {}), {
    served: plan.served,
    vary: plan.vary,
    headOnly: plan.request.method === 'HEAD',
    challenge: plan.site.challenge,
    ...(plan.headers === undefined ? undefined : { headers: plan.headers }),
  })
  account(plan, outcome, response.status, false)
  return response
}

/** Runs a call and answers it. */
export async function execute(execution: Execution): Promise<Response> {
  const { site, request } = execution
  const entry = site.inflight.enter()
  const gone = () => entry.abort()
  request.signal.addEventListener('abort', gone, { once: true })
  const leave = () => {
    request.signal.removeEventListener('abort', gone)
    entry.leave()
  }
  try {
    if (execution.stream && execution.served.edition.stream !== undefined) {
      return await streamed(execution, entry.signal, gone, leave)
    }
    const ran = await started(execution, entry.signal, {})
    const response = await plain(execution, ran)
    leave()
    return response
  } catch (error) {
    leave()
    throw error
  }
}

function started(
  { site, call, principal }: Execution,
  signal: AbortSignal,
  hooks: Pick<Parameters<typeof run>[2] & object, 'onStart' | 'onMoment'>,
): Promise<Ran> {
  return run(site.agent, call, { principal, signal, log: site.log, now: site.now, ...hooks })
}

async function plain(execution: Execution, ran: Ran): Promise<Response> {
  const outcome = inContract(execution.served, execution.finish?.(ran.outcome) ?? ran.outcome)
  const exchange = sealed(execution, ran.exchange)
  const own = await execution.write?.(outcome, exchange)
  const response =
    own ??
    answer(outcome, exchange, {
      served: execution.served,
      vary: execution.vary,
      status: outcome.kind === 'completed' ? execution.definition.status?.(outcome, ran.input) : undefined,
      headOnly: execution.request.method === 'HEAD',
      challenge: execution.site.challenge,
      ...(execution.headers === undefined ? undefined : { headers: execution.headers }),
    }).response
  account(execution, outcome, response.status, false)
  return response
}

/** A refusal is answered as it would be without a stream; once the handler runs, everything is an event. */
async function streamed(
  execution: Execution,
  signal: AbortSignal,
  gone: () => void,
  leave: () => void,
): Promise<Response> {
  const { site } = execution
  const begun = Promise.withResolvers<EventStream>()
  // Live: what the run adds to the exchange is there when the terminal event is written.
  const exchange = sealed(execution, {})
  let events: EventStream | undefined
  const running = started(execution, signal, {
    onStart() {
      const { keepAliveMs } = site.options
      const more = keepAliveMs === undefined ? {} : { keepAliveMs }
      events = new EventStream({ served: execution.served, exchange, onGone: gone, ...more })
      site.metrics.streamOpened()
      begun.resolve(events)
    },
    onMoment: moment => (moment.kind === 'outcome' ? undefined : events?.write(moment)),
  })
  const first = await Promise.race([begun.promise, running])
  if (!(first instanceof EventStream)) {
    const response = await plain(execution, first)
    leave()
    return response
  }
  const end = (outcome: Outcome): void => {
    first.end(outcome)
    account(execution, outcome, 200, true)
  }
  void running
    .then(ran => {
      Object.assign(exchange, sealed(execution, ran.exchange), { at: exchange.at })
      end(inContract(execution.served, execution.finish?.(ran.outcome) ?? ran.outcome))
    })
    // An outcome that cannot be written must not leave a stream without its end.
    .catch(() => end(failed(fault('internal', 'The run failed.'))))
    .finally(() => {
      site.metrics.streamClosed()
      leave()
    })
  return new Response(first.body, { status: 200, headers: streamHeaders(execution, exchange) })
}

/** The contract's own headers, and what keeps a stream flowing. */
function streamHeaders(execution: Execution, exchange: SealedExchange): Headers {
  const { response } = answer(completed({}), exchange, { served: execution.served, vary: execution.vary })
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  headers.set('content-type', 'text/event-stream')
  headers.set('cache-control', 'no-cache')
  headers.set('x-accel-buffering', 'no')
  for (const [name, value] of Object.entries(execution.headers ?? {})) if (value !== undefined) headers.set(name, value)
  mergeVary(headers, execution.vary)
  return headers
}

function sealed({ site, exchange, operation }: Plan, more: Ran['exchange']): SealedExchange {
  const billing = { ...exchange.billing, ...more.billing }
  const whole = {
    ...exchange,
    ...(operation === '' ? undefined : { operation }),
    ...more,
    ...(Object.keys(billing).length === 0 ? undefined : { billing }),
  }
  return seal(whole, { id: site.newId, now: () => new Date(site.now()) })
}

function account(plan: Plan, outcome: Outcome, status: number, stream: boolean): void {
  const line: AccessLine = {
    request_id: plan.exchange.requestId,
    correlation_id: plan.exchange.correlationId,
    method: plan.request.method,
    route: plan.route,
    operation: plan.operation,
    status,
    outcome: outcome.kind,
    code: outcome.kind === 'failed' ? (outcome as Failed).fault.code : '',
    contract: plan.served.contract.id,
    edition: plan.served.edition.version,
    duration_ms: plan.site.now() - plan.started,
    stream,
  }
  plan.site.metrics.answered(line)
  plan.site.log.info({ ...line }, 'answered')
}
