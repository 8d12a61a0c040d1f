/** All that is known of a call before it runs, and the answers that need no run. */
import type { Ran } from '../agent/run.ts'
import type { Author } from '../codec/serving.ts'
import { type Exchange, type SealedExchange, seal } from '../outcome/exchange.ts'
import { canceled, type Outcome } from '../outcome/outcome.ts'
import { answer } from './answer.ts'
import { isId, type TraceContext } from './ids.ts'
import type { OpenCall } from './inflight.ts'
import type { AccessLine, CallIds } from './log.ts'
import type { Served } from './negotiate.ts'
import { presentOutcome } from './present.ts'
import type { Site } from './site.ts'

export interface Plan {
  readonly site: Site
  readonly request: Request
  readonly open: OpenCall
  /** The caller's address, as far as it is known. */
  readonly address: string | undefined
  readonly served: Served
  readonly vary: readonly string[]
  readonly exchange: Exchange & { requestId: string; correlationId: string }
  readonly trace: TraceContext | undefined
  /** The path that the whole server is mounted under; empty at the root. */
  readonly base: string
  /** The pattern of the route, for the log. */
  readonly route: string
  readonly operation: string
  /** The caller would rather have a stream. */
  readonly stream: boolean
  readonly started: number
  /** The caller named no conversation: the one in the exchange is new. */
  readonly isNewConversation?: boolean
  readonly headers?: Record<string, string | undefined>
}

export function withHeaders<P extends Plan>(plan: P, headers: Record<string, string> | undefined): P {
  return headers === undefined ? plan : { ...plan, headers: { ...plan.headers, ...headers } }
}

/** Answers with an outcome that needed no run; with another status than the contract's, if one is given. */
export function refuse(plan: Plan, outcome: Outcome, status?: number, author: Author = 'server'): Response {
  const { response } = answer(presentOutcome(plan.served.contract, outcome, author), sealed(plan, {}), {
    served: plan.served,
    vary: plan.vary,
    status,
    headOnly: plan.request.method === 'HEAD',
    challenge: plan.site.challenge,
    ...(plan.headers === undefined ? undefined : { headers: plan.headers }),
  })
  account(plan, outcome, { status: response.status })
  return response
}

/** The caller left before there was an answer: nobody reads this, and nothing failed. */
export function left(plan: Plan): Response {
  account(plan, canceled(), { status: 499, code: 'CLIENT_GONE' })
  return new Response(null, { status: 499 })
}

/** The exchange of an answer, with what a run adds to it. */
export function sealed(
  { site, exchange, operation, isNewConversation }: Pick<Plan, 'site' | 'exchange' | 'operation' | 'isNewConversation'>,
  { context, conversationId, ...more }: Ran['exchange'],
): SealedExchange {
  const billing = { ...exchange.billing, ...more.billing }
  const whole = {
    ...exchange,
    // A caller may have another name for the operation, which comes back.
    ...(operation === '' || exchange.operation !== undefined ? undefined : { operation }),
    ...more,
    // What a task has is told where the caller says nothing of it.
    ...(context === undefined || exchange.context !== undefined ? undefined : { context }),
    ...(conversationId === undefined || !(isNewConversation ?? exchange.conversationId === undefined)
      ? undefined
      : { conversationId }),
    ...(Object.keys(billing).length === 0 ? undefined : { billing }),
  }
  return seal(whole, { id: site.newId, now: () => new Date(site.now()) })
}

/** The ids that each line of the log has. */
export function callIds({ exchange, operation, trace }: Pick<Plan, 'exchange' | 'operation' | 'trace'>): CallIds {
  return {
    request_id: isId(exchange.requestId) ? exchange.requestId : '',
    correlation_id: exchange.correlationId,
    operation,
    ...(trace === undefined ? undefined : { trace_id: trace.traceId }),
  }
}

/** Counts and logs an answer. */
export function account(
  plan: Plan,
  outcome: Outcome,
  told: Pick<AccessLine, 'status'> & Partial<Pick<AccessLine, 'code' | 'stream' | 'method' | 'contract' | 'edition'>>,
): void {
  const line: AccessLine = {
    ...callIds(plan),
    method: plan.request.method,
    route: plan.route,
    outcome: outcome.kind,
    code: outcome.kind === 'failed' ? outcome.fault.code : '',
    contract: plan.served.contract.id,
    edition: plan.served.edition.version,
    duration_ms: plan.site.now() - plan.started,
    stream: false,
    ...told,
  }
  plan.site.metrics.answered(line)
  plan.site.log.info({ ...line }, 'answered')
}
