/** `ctx.client(url)`: another agent, called on behalf of a run. */
import type { OpenPeer, Peer, PeerCall, PeerCallOptions, PeerRun } from '../agent/peer.ts'
import { hopsHeader, mostHops } from '../lib/hops.ts'
import type { Json } from '../lib/json-value.ts'
import { fault } from '../outcome/fault.ts'
import type { Need } from '../outcome/need.ts'
import { failed, type Outcome } from '../outcome/outcome.ts'
import type { CallOptions, Client } from './client.ts'
import { connect } from './connect.ts'
import type { Reply } from './connection.ts'
import { dataOf } from './outcome-error.ts'
import { approvalKey, ownOutcome } from './own-outcome.ts'

export function connectPeer(url: string, run: PeerRun, options: Parameters<OpenPeer>[2] = {}): Peer {
  const { contract, headers, sign, maxHops = mostHops } = options
  const hops = (run.call.hops ?? 0) + 1
  const sent = { ...runHeaders(run), [hopsHeader]: String(hops), ...headers }
  return peerOf(connect(url, { contract, headers: sent, sign }), url, run, { hops, maxHops })
}

/** What a peer needs of a client. */
export type PeerClient = Pick<Client, 'call' | 'redeem'>

/** Another agent, through a client of it. */
export function peerOf(
  client: PeerClient,
  url: string,
  run: PeerRun,
  { hops, maxHops = mostHops }: { readonly hops: number; readonly maxHops?: number },
): Peer {
  return {
    call(operation, input, callOptions = {}) {
      const request = { url, operation, input: input as Json, hops }
      const answering = hops > maxHops ? tooManyHops(maxHops) : callFor(client, run, request, callOptions)
      const orThrow = async (): Promise<unknown> => {
        const outcome = await answering
        if (outcome.kind === 'completed') return dataOf(outcome)
        throw ownOutcome(operation, outcome, callOptions.names)
      }
      return Object.assign(answering, { orThrow }) as PeerCall<never>
    },
  }
}

/** Nothing is sent: agents that call each other in a circle would do so for ever. */
async function tooManyHops(most: number): Promise<Outcome> {
  const message = `${most} agents have passed this call on, one to the next; they may call each other in a circle.`
  return failed(fault('dependency', message, { code: 'TOO_MANY_HOPS', recovery: 'stop', began: false }))
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

interface PeerRequest {
  readonly url: string
  readonly operation: string
  readonly input: Json
  readonly hops: number
}

async function callFor(
  client: PeerClient,
  run: PeerRun,
  { url, operation, input, hops }: PeerRequest,
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
    key: key ?? own.key,
    members: { hops },
    ...(correlationId === undefined ? undefined : { exchange: { correlationId } }),
    ...(Number.isFinite(timeoutMs) ? { timeoutMs } : undefined),
  }
  const held = heldTokens(run, own.name)
  const make = (approvalTokens: string[]) => client.call(operation, input, { ...options, approvalTokens })
  const { outcome } =
    held.size > 0 ? await make([...held.values()]) : await remembering(run, operation, own.key, client, options, make)
  if (outcome.kind === 'paused') {
    for (const need of outcome.needs) {
      if (need.kind !== 'approval') continue
      // Those who decide for the other agent were asked for the first token.
      const token = held.get(need.key) ?? need.token
      if (token !== undefined) run.hold(approvalKey(operation, need.key), JSON.stringify([own.name, need.key, token]))
    }
  }
  return outcome
}

/** What a run without steps was given back: the tokens of the other agent for this call, by the keys of its approvals. */
function heldTokens(run: PeerRun, name: string): Map<string, string> {
  const held = run.held().map(text => JSON.parse(text) as [name: string, key: string, token: string])
  return new Map(held.filter(([of]) => of === name).map(([, key, token]) => [key, token]))
}

/** The call, and its repeat: a run that is repeated has the tokens that the other agent gave when it paused. */
async function remembering(
  run: PeerRun,
  operation: string,
  key: string,
  client: PeerClient,
  options: CallOptions,
  make: (approvalTokens: string[]) => Promise<Reply>,
): Promise<Reply> {
  let reply: Reply | undefined
  const ask = async (): Promise<Need[]> => {
    reply = await make([])
    const { outcome } = reply
    const needs = outcome.kind === 'paused' ? outcome.needs : []
    // A step that fails is not kept: only the pause for approvals has something to remember.
    if (needs.length === 0 || needs.some(({ kind }) => kind !== 'approval')) throw noApprovals
    return needs
  }
  let remembered: Need[] = []
  try {
    remembered = await run.step(`replywire.approvals.${key}`, ask)
  } catch (error) {
    if (error !== noApprovals) throw error
  }
  reply ??= await make(approvedTokens(operation, remembered, run))
  const { outcome } = reply
  const tokens = outcome.kind === 'paused' ? approvedTokens(operation, outcome.needs, run) : []
  return tokens.length === 0 ? reply : client.redeem(reply, tokens, options)
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
