/** The last stage of a call that is translated: sends it to the upstream, and checks what that answers. */
import { serverResult } from '../../agent/run.ts'
import { hopsHeader } from '../../lib/hops.ts'
import { PlainRecord } from '../../lib/plain-record.ts'
import { isOutcome } from '../../outcome/is-outcome.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import type { Stage } from '../../server/pipeline/call-record.ts'
import { heldApprovals } from '../durable/hold-tokens.ts'
import { upstreamRequest } from '../durable/keep-arguments.ts'
import { expiryOf, gatewayHeaders } from '../forward.ts'
import { eachForwardable } from '../forward-headers.ts'
import type { GatewayCall } from '../gateway-call.ts'
import { withoutDeadEnd } from '../reachable-paths.ts'
import { enforce } from '../verify.ts'

export const relayCall: Stage<GatewayCall> = async call => {
  const { compiled, open, gatewayRoute } = call
  call.beforeHandler?.()
  const headers = gatewayHeaders(call, call.http.allHeaders())
  const began = performance.now()
  const received = await compiled.relay.call(upstreamRequest(call), {
    stop: open,
    expiresAt: expiryOf(call),
    headers,
    callersHeaders: callersHeaders(call, headers),
    wait: call.followsTasks,
    approved: call.approvedThere ?? heldApprovals(call).map(([key]) => key),
    onMoment: call.listener,
  })
  const { outcome, losses } = withoutDeadEnd(received.outcome, compiled.paths, gatewayRoute)
  const reply = losses.length === 0 ? received : { ...received, outcome, losses: [...received.losses, ...losses] }
  call.reply = reply
  call.upstreamMs = performance.now() - began
  // A gateway that stops is no failure of the upstream, and not that of the caller either.
  if (reply.failure !== 'stopped' || !isOutcome(open.reason)) call.failure = reply.failure
  if (reply.author === 'server') return { outcome: reply.outcome, author: 'server', exchange: {} }
  const refused = gatewayRoute.enforce === 'off' ? undefined : enforce(call, reply)
  if (refused !== undefined) {
    call.reply = undefined
    return serverResult(refused)
  }
  return { outcome: reply.outcome, exchange: exchangeOf(call, reply) }
}

/** What the upstream says of the exchange. The ids of the call are the gateway's, its name the caller's. */
function exchangeOf(
  call: GatewayCall,
  { exchange }: { exchange: RunResult['exchange'] & object },
): RunResult['exchange'] {
  const { requestId: _, correlationId: __, operation, ...rest } = exchange as GatewayCall['exchange']
  if (call.exchange.operation === undefined && operation !== undefined) call.exchange = { ...call.exchange, operation }
  return rest
}

/** Headers that say how a request is written: the relay sets those of the upstream. */
const ofRequest: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'content-type',
  'content-encoding',
  'idempotency-key',
  'x-approval-token',
  'prefer',
  hopsHeader,
])

/** What the caller sent that may be handed on, apart from what is set in its place. */
function callersHeaders(call: GatewayCall, set: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const sent = call.http.allHeaders()
  const { versionHeader, request } = call.contractEdition.contract.serving ?? {}
  const ofContract = [versionHeader?.toLowerCase(), request?.conversationHeader.toLowerCase()]
  const headers = new PlainRecord<string>()
  eachForwardable(sent, set, name => {
    if (!ofRequest.has(name) && !ofContract.includes(name)) headers[name] = sent[name] as string
  })
  return headers
}
