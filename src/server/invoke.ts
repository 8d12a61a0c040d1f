/**
 * A call that came over MCP or A2A: admitted, judged, run and logged like one over HTTP. What it becomes on the wire is
 * its carrier's business.
 */
import type { RunOptions } from '../agent/run.ts'
import type { Principal } from '../auth/principal.ts'
import type { Exchange, SealedExchange } from '../outcome/exchange.ts'
import { fault } from '../outcome/fault.ts'
import { type Extra, failed, type Outcome } from '../outcome/outcome.ts'
import type { Conducted } from '../runtime/conduct.ts'
import type { Body } from '../wire/body.ts'
import { mayCall, type Peer } from './admit.ts'
import { nameBehind } from './contract-operations.ts'
import type { Beside } from './durable/asked.ts'
import type { Spoken } from './envelope.ts'
import type { TraceContext } from './ids.ts'
import { perform } from './perform.ts'
import { callIds, sealed } from './plan.ts'
import { presentOutcome } from './present.ts'
import { argumentsOf, withEnvelope } from './request-envelope.ts'
import type { Limited, Site } from './site.ts'

export interface Invocation {
  /** The contract that the answer is given in. */
  readonly spoken: Spoken
  /** The key of an operation: the agent's, or one of the server's own. */
  readonly operation: string
  /** The arguments as they were sent: JSON. */
  readonly body: Body
  readonly principal: Principal | undefined
  readonly peer: Peer
  /** What the limit says, where the carrier has counted the call already. */
  readonly limited?: Limited | undefined
  /** The ids of the call, and what else its carrier knows: a conversation, say. */
  readonly exchange: Exchange & { requestId: string; correlationId: string }
  readonly trace: TraceContext | undefined
  readonly beside: Beside
  /** The caller reads along: the call stays theirs and never becomes a task on its way. */
  readonly stream: boolean
  readonly signal: AbortSignal
  readonly hooks?: Pick<RunOptions, 'onStart' | 'onMoment'>
  /** What its carrier keeps with the call: the messages of a conversation, say. */
  readonly extra?: Extra
  /** What the log says: `tools/call` at `/mcp`. */
  readonly method: string
  readonly route: string
}

export interface Invoked extends Pick<Conducted, 'approvals'> {
  readonly outcome: Outcome
  readonly exchange: SealedExchange
}

/** Answers a call. Whatever happens, there is an outcome. */
export async function invoke(site: Site, invocation: Invocation): Promise<Invoked> {
  const started = site.now()
  const { spoken } = invocation
  const operation = nameBehind(site.agent, spoken.contract, invocation.operation)
  const envelope = withEnvelope(spoken.contract, invocation.exchange, invocation.body, site.newId)
  const plan = { site, operation, trace: invocation.trace, ...envelope }
  const ran = await answered(site, { ...invocation, operation }, plan.exchange)
  const { exchange: more, approvals } = ran
  const outcome = presentOutcome(spoken.contract, ran.outcome, ran.author ?? 'handler')
  const line = {
    ...callIds(plan),
    method: invocation.method,
    route: invocation.route,
    outcome: outcome.kind,
    code: outcome.kind === 'failed' ? outcome.fault.code : '',
    contract: spoken.contract.id,
    edition: spoken.edition.version,
    duration_ms: site.now() - started,
    stream: invocation.stream,
    status: 200,
  }
  site.metrics.answered(line)
  site.log.info(line, 'answered')
  return { outcome, exchange: sealed(plan, more), ...(approvals === undefined ? undefined : { approvals }) }
}

async function answered(site: Site, invocation: Invocation, exchange: Invocation['exchange']): Promise<Conducted> {
  const { spoken, operation, principal, peer, body, beside } = invocation
  const ended = (outcome: Outcome): Conducted => ({ outcome, exchange: {} })
  const isOwn = !Object.hasOwn(site.agent.operations, operation)
  const { operations } = isOwn ? site.own : site.agent
  const definition = Object.hasOwn(operations, operation) ? operations[operation] : undefined
  if (definition === undefined) {
    return ended(failed(fault('not-found', 'There is no such operation.', { began: false })))
  }
  const wanted = { name: operation, public: definition.public }
  const { refused } = invocation.limited ?? mayCall(site, wanted, principal, peer)
  if (refused !== undefined) return ended(failed(refused))
  const reading = body.json()
  if (!reading.ok) return ended(failed(fault('invalid', 'The arguments are not JSON.', { began: false })))
  const input = argumentsOf(spoken, reading.value, definition) ?? {}
  const { effects } = definition
  const asked = site.durable.asked({ contract: spoken.contract, body, input, effects, beside }, isOwn)
  if ('category' in asked) return ended(failed(asked))
  const call = { operation, input, exchange, ...(invocation.extra && { extra: invocation.extra }) }
  return perform({ ...invocation, site, call, asked })
}
