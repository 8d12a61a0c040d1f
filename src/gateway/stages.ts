/**
 * The way of every call through the gateway: the stages in their order. A request is limited, matched with its route and
 * given its ids before them (`gateway.ts`); the server's `finish`, `write` and `account` come after them.
 */
import { claimKey } from '../runtime/claim.ts'
import { handOver } from '../runtime/hand-over.ts'
import { redeemTokens } from '../runtime/redeem.ts'
import { useApprovals } from '../runtime/use-approvals.ts'
import { announce } from '../server/pipeline/announce.ts'
import type { Stage } from '../server/pipeline/call-record.ts'
import type { StageList } from '../server/pipeline/stages.ts'
import type { RouteConfig } from './config.ts'
import { askApproval } from './durable/ask-approval.ts'
import type { Durability } from './durable/durability.ts'
import { forwardOnce } from './durable/forward-once.ts'
import { holdTokens } from './durable/hold-tokens.ts'
import { readKept } from './durable/keep-arguments.ts'
import { readRequest } from './durable/read-request.ts'
import { sendLog } from './durable/send-log.ts'
import { forward } from './forward.ts'
import type { GatewayCall } from './gateway-call.ts'
import type { NamedStage } from './load-plugins.ts'
import { streamCeiling } from './stream/stream-ceiling.ts'
import { readInput } from './translate/read-input.ts'
import { relayCall } from './translate/relay-call.ts'
import { verify } from './verify.ts'

/** What the caller and the upstream say in the same contract is passed on; everything else is translated. */
const send: Stage<GatewayCall> = (call, next) => (call.isTranslated ? relayCall(call, next) : forward(call, next))
/** What a call of a durable route passes: the stages of a server between its input and its handler. */
function durableStages({ offers }: RouteConfig, durability: Durability): StageList<GatewayCall> {
  return [
    ['input', offers === undefined ? readRequest : readKept],
    ['announce', announce],
    ...keptStages(durability.approval !== undefined),
  ]
}

/** What a call passes that is kept. Without approvals of the gateway, those of the upstream are the caller's. */
export function keptStages(hasApprovals: boolean): StageList<GatewayCall> {
  return [
    ...(hasApprovals ? [['redeem', redeemTokens] as const] : []),
    ['claim', claimKey],
    ...(hasApprovals ? [['approve', useApprovals] as const] : []),
    ['handOver', handOver],
    ['ask', askApproval],
    ['once', forwardOnce],
    ...(hasApprovals ? [['hold', holdTokens] as const] : []),
  ]
}

/** The stages of a route. Plugins find out who calls and whether they may; each is a function around the next. */
export function stagesOf(
  route: RouteConfig,
  plugins: readonly NamedStage[],
  durability: Durability | undefined,
): StageList<GatewayCall> {
  const stages: (readonly [string, Stage<GatewayCall>])[] = [...plugins]
  const isKept = durability?.resume !== undefined
  // The events of a kept stream come from a log: it is counted before there is a task.
  if (isKept) stages.push(['ceiling', streamCeiling], ['log', sendLog])
  if (durability !== undefined) stages.push(...durableStages(route, durability))
  if (route.mode === 'sse' && !isKept) stages.push(['ceiling', streamCeiling])
  if (route.offers !== undefined && durability === undefined) stages.push(['read', readInput])
  stages.push(['verify', verify], ['forward', send])
  return stages
}
