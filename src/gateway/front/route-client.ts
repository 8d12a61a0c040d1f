/** Calls one route of the gateway for a tool or a skill: its plugins, its ceiling, its upstream, its accounts. */
import type { PeerRun } from '../../agent/peer.ts'
import { serverResult } from '../../agent/run.ts'
import type { HttpRequest } from '../../carriers/http/message.ts'
import type { CallOptions } from '../../client/client.ts'
import type { Reply } from '../../client/connection.ts'
import type { PeerClient } from '../../client/peer.ts'
import { defined } from '../../lib/defined.ts'
import type { Json } from '../../lib/json-value.ts'
import type { Call } from '../../outcome/call.ts'
import { writeResult } from '../../server/http/write.ts'
import type { Stage } from '../../server/pipeline/call-record.ts'
import { performStages, type StageList } from '../../server/pipeline/stages.ts'
import type { ServerContext } from '../../server/server-context.ts'
import type { CompiledRoute } from '../compile-routes.ts'
import { GatewayCall } from '../gateway-call.ts'
import type { GatewayState } from '../gateway-state.ts'
import { streamCeiling } from '../stream/stream-ceiling.ts'
import { relayCall } from '../translate/relay-call.ts'
import { frontRequest } from './front-request.ts'

export interface RouteClientParts {
  /** The gateway's own. */
  readonly server: ServerContext
  readonly state: GatewayState
  readonly route: CompiledRoute
  /** The request that the call came in; undefined for the run of a task, whose caller was known when it began. */
  readonly front: HttpRequest | undefined
}

/** A client of one route, for one run. */
export function routeClient(parts: RouteClientParts, run: PeerRun): PeerClient {
  const call = (operation: string, input: unknown, options: CallOptions = {}) =>
    callRoute(parts, run, callOf(operation, input as Json, run, options), options)
  return {
    call: (operation, input, options) => call(operation, input, options) as never,
    redeem: ({ call: made }, approvalTokens = [], options = {}) =>
      call(made?.operation ?? '', made?.input ?? {}, { ...options, approvalTokens }) as never,
  }
}

function callOf(
  operation: string,
  input: Json,
  { call }: PeerRun,
  { key, approvalTokens, members }: CallOptions,
): Call {
  const { requestId, correlationId } = call.exchange
  return defined<Call>({
    ...members,
    operation,
    input,
    exchange: defined({ requestId, correlationId }),
    idempotencyKey: key,
    approvalTokens: approvalTokens === undefined ? undefined : [...approvalTokens],
  })
}

async function callRoute(
  { server, state, route, front }: RouteClientParts,
  { signal, principal }: PeerRun,
  call: Call,
  { onMoment }: CallOptions,
): Promise<Reply> {
  const open = server.inflight.enter()
  state.enter(open)
  const stop = () => open.stop()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    const http = frontRequest(front, route.config, call)
    const routed = new GatewayCall(server, http, open, { route, params: {}, path: route.config.path })
    routed.followsTasks = true
    // Who began a task was found out then, and has sent nothing since.
    if (front === undefined) {
      routed.principal = principal
      routed.tenant = principal?.tenant === '' ? undefined : principal?.tenant
    }
    if (onMoment !== undefined && routed.stream) routed.listener = async moment => void (await onMoment(moment))
    routed.entered = stagesOf(route, call, front !== undefined || principal === undefined)
    const result = await performStages(routed, routed.entered)
    // As any other call of the route it is counted, logged and audited.
    await writeResult(routed, result)
    const { reply } = routed
    const { exchange = {}, findings = [] } = reply?.outcome === result.outcome ? reply : {}
    return { outcome: result.outcome, exchange, findings, notes: [], declined: [], call }
  } finally {
    signal.removeEventListener('abort', stop)
    open.leave()
  }
}

function stagesOf({ config, plugins }: CompiledRoute, call: Call, identifies: boolean): StageList<GatewayCall> {
  const { rest, all } = plugins.partsOf(config)
  const stages: (readonly [string, Stage<GatewayCall>])[] = [...(identifies ? all : rest)]
  if (config.mode === 'sse') stages.push(['ceiling', streamCeiling])
  return [...stages, ['forward', relayed(call)]]
}

/** The input is what the plugins have left of it. */
function relayed(call: Call): Stage<GatewayCall> {
  return async (routed, next) => {
    const read = await routed.body()
    if (!read.ok) return serverResult(read.fault)
    const { requestId, correlationId } = routed.exchange
    routed.request = { ...call, input: read.value ?? {}, exchange: { ...call.exchange, requestId, correlationId } }
    return relayCall(routed, next)
  }
}
