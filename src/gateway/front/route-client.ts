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
import type { Need } from '../../outcome/need.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { writeResult } from '../../server/http/write.ts'
import type { Stage } from '../../server/pipeline/call-record.ts'
import { performStages, type StageList } from '../../server/pipeline/stages.ts'
import type { ServerContext } from '../../server/server-context.ts'
import type { CompiledRoute } from '../compile-routes.ts'
import { approvalsIn, isAskedAgain, notApprovedThere, tokensOf, type UpstreamApproval } from '../durable/hold-tokens.ts'
import { GatewayCall } from '../gateway-call.ts'
import type { GatewayState } from '../gateway-state.ts'
import { streamCeiling } from '../stream/stream-ceiling.ts'
import { relayCall } from '../translate/relay-call.ts'
import { frontRequest } from './front-request.ts'
import { refusedPath } from './own-path.ts'

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
  // A call that its caller waits for is not repeated: with a key, the upstream would go on when the caller leaves.
  const isKeyed = call.idempotencyKey !== undefined || call.prefer?.async === true
  return defined<Call>({
    ...members,
    operation,
    input,
    exchange: defined({ requestId, correlationId }),
    idempotencyKey: isKeyed ? key : undefined,
    approvalTokens: approvalTokens === undefined ? undefined : [...approvalTokens],
  })
}

async function callRoute(
  { server, state, route, front }: RouteClientParts,
  { signal, principal }: PeerRun,
  call: Call,
  { onMoment }: CallOptions,
): Promise<Reply> {
  const refused = refusedPath(state.routes, route, { input: call.input, front })
  if (refused !== undefined) return { outcome: refused.outcome, exchange: {}, findings: [], notes: [], declined: [] }
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
    if (onMoment !== undefined && routed.stream) {
      const listener: GatewayCall['listener'] = async moment => void (await onMoment(moment))
      routed.listener = listener
    }
    routed.entered = stagesOf(route, call, front !== undefined || principal === undefined)
    const result = await performStages(routed, routed.entered)
    // As any other call of the route it is counted, logged and audited.
    await writeResult(routed, result)
    const { reply } = routed
    const { exchange = {}, findings = [] } = reply?.outcome === result.outcome ? reply : {}
    return { outcome: withKeys(result.outcome), exchange, findings, notes: [], declined: [], call }
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

/** A token is given back alone: its key comes with it. */
function withKeys(outcome: Outcome): Outcome {
  if (outcome.kind !== 'paused') return outcome
  const [first, ...rest] = outcome.needs.map(
    (need): Need =>
      need.kind === 'approval' ? { ...need, token: JSON.stringify([need.key, need.token ?? '']) } : need,
  )
  return first === undefined ? outcome : { ...outcome, needs: [first, ...rest] }
}

const readHeld = (text: string): UpstreamApproval => JSON.parse(text) as UpstreamApproval

/** The input is what the plugins have left of it. */
function relayed(call: Call): Stage<GatewayCall> {
  return async (routed, next) => {
    const read = await routed.body()
    if (!read.ok) return serverResult(read.fault)
    const { requestId, correlationId } = routed.exchange
    const held = (call.approvalTokens ?? []).map(readHeld)
    routed.approvedThere = held.map(([key]) => key)
    routed.request = {
      ...call,
      input: read.value ?? {},
      exchange: { ...call.exchange, requestId, correlationId },
      ...(held.length === 0 ? undefined : { approvalTokens: tokensOf(held) }),
    }
    const result = await relayCall(routed, next)
    return isAskedAgain(approvalsIn(result.outcome), held) ? serverResult(notApprovedThere) : result
  }
}
