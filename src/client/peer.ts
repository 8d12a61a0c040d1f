/** `ctx.client(url)`: another agent, called on behalf of a run. */
import type { OpenPeer, Peer, PeerCall, PeerCallOptions, PeerRun } from '../agent/peer.ts'
import type { Json } from '../lib/json-value.ts'
import { fault } from '../outcome/fault.ts'
import type { Need } from '../outcome/need.ts'
import { failed, type Outcome } from '../outcome/outcome.ts'
import type { CallOptions, Client } from './client.ts'
import { connect } from './connect.ts'
import type { Reply } from './connection.ts'
import { dataOf } from './outcome-error.ts'
import { approvalKey, ownOutcome } from './own-outcome.ts'

export function connectPeer(url: string, run: PeerRun, { contract, headers }: Parameters<OpenPeer>[2] = {}): Peer {
  const client = connect(url, { contract, headers: { ...runHeaders(run), ...headers } })
  return {
    call(operation, input, options = {}) {
      const answering = callFor(client, run, url, operation, input as Json, options)
      const orThrow = async (): Promise<unknown> => {
        const outcome = await answering
        if (outcome.kind === 'completed') return dataOf(outcome)
        throw ownOutcome(operation, outcome, options.names)
      }
      return Object.assign(answering, { orThrow }) as PeerCall<never>
    },
  }
}

/** What travels in headers over every carrier of HTTP. */
function runHeaders({ call, principal, traceparent }: PeerRun): Record<string, string> {
  const { correlationId } = call.exchange
  return {
    ...(correlationId === undefined ? undefined : { 'x-correlation-id': correlationId }),
    ...(traceparent === undefined ? undefined : { traceparent }),
    ...(principal === undefined || principal.tenant === '' ? undefined : { 'x-tenant-id': principal.tenant }),
  }
}

async function callFor(
  client: Client,
  run: PeerRun,
  url: string,
  operation: string,
  input: Json,
  { key, onMoment, timeoutMs: most = Number.POSITIVE_INFINITY }: PeerCallOptions,
): Promise<Outcome> {
  const left = run.deadline === undefined ? Number.POSITIVE_INFINITY : Math.max(0, run.deadline - Date.now())
  const timeoutMs = Math.min(left, most)
  if (timeoutMs === 0) return failed(fault('timeout', 'There is no time left for the call.'))
  const { correlationId } = run.call.exchange
  const own = await run.keyFor(JSON.stringify([url, operation, input]))
  const options: CallOptions = {
    signal: run.signal,
    wait: true,
    onMoment,
    key: key ?? own,
    ...(correlationId === undefined ? undefined : { exchange: { correlationId } }),
    ...(Number.isFinite(timeoutMs) ? { timeoutMs } : undefined),
  }
  let reply: Reply | undefined
  const ask = async (): Promise<Need[]> => {
    reply = await client.call(operation, input, options)
    const { outcome } = reply
    const needs = outcome.kind === 'paused' ? outcome.needs : []
    // A step that fails is not kept: only the pause for approvals has something to remember.
    if (needs.length === 0 || needs.some(({ kind }) => kind !== 'approval')) throw noApprovals
    return needs
  }
  let remembered: Need[] = []
  try {
    remembered = await run.step(`replywire.approvals.${own}`, ask)
  } catch (error) {
    if (error !== noApprovals) throw error
  }
  // The run is repeated: the tokens are those that the other agent gave when the run paused.
  reply ??= await client.call(operation, input, {
    ...options,
    approvalTokens: approvedTokens(operation, remembered, run),
  })
  const { outcome } = reply
  const tokens = outcome.kind === 'paused' ? approvedTokens(operation, outcome.needs, run) : []
  if (tokens.length === 0) return outcome
  return (await client.redeem(reply, tokens, options)).outcome
}

const noApprovals = Symbol('no approvals')

/** The tokens of what this run was approved for, when every approval is decided that the other agent requires. */
function approvedTokens(operation: string, needs: readonly Need[], run: PeerRun): string[] {
  const tokens = needs.flatMap(need =>
    need.kind === 'approval' && need.token !== undefined && run.approval(approvalKey(operation, need.key)) !== undefined
      ? [need.token]
      : [],
  )
  return tokens.length === needs.length ? tokens : []
}
