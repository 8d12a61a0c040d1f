/**
 * The way of every call through the gateway: the stages in their order. A request is limited, matched with its route and
 * given its ids before them (`gateway.ts`); the server's `finish`, `write` and `account` come after them.
 */
import type { Stage } from '../server/pipeline/call-record.ts'
import type { StageList } from '../server/pipeline/stages.ts'
import type { RouteConfig } from './config.ts'
import { forward } from './forward.ts'
import type { GatewayCall } from './gateway-call.ts'
import type { PluginStage } from './plugin.ts'
import { streamCeiling } from './stream/stream-ceiling.ts'
import { readInput } from './translate/read-input.ts'
import { relayCall } from './translate/relay-call.ts'
import { verify } from './verify.ts'

/** What the caller and the upstream say in the same contract is passed on; everything else is translated. */
const send: Stage<GatewayCall> = (call, next) => (call.isTranslated ? relayCall(call, next) : forward(call, next))

/** The stages of a route. Plugins find out who calls and whether they may; each is a function around the next. */
export function stagesOf(route: RouteConfig, plugins: readonly PluginStage[]): StageList<GatewayCall> {
  const stages: (readonly [string, Stage<GatewayCall>])[] = plugins.map(stage => ['plugin', stage])
  if (route.mode === 'sse') stages.push(['ceiling', streamCeiling])
  if (route.offers !== undefined) stages.push(['read', readInput])
  stages.push(['verify', verify], ['forward', send])
  return stages
}
