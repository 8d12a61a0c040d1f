/** A call of a tool or a skill whose route is durable: it takes the stages of its route, with its keys and approvals. */
import { serverResult } from '../../agent/run.ts'
import type { Principal } from '../../auth/principal.ts'
import type { HttpRequest } from '../../carriers/http/message.ts'
import { fillPath } from '../../client/http/fill-path.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import type { Push } from '../../runtime/tasks.ts'
import { writeResult } from '../../server/http/write.ts'
import { announce } from '../../server/pipeline/announce.ts'
import type { CallRecord, Stage } from '../../server/pipeline/call-record.ts'
import { input, resolve } from '../../server/pipeline/input.ts'
import { check } from '../../server/pipeline/run.ts'
import { performStages, type StageList } from '../../server/pipeline/stages.ts'
import type { ServerContext } from '../../server/server-context.ts'
import { type CompiledRoute, passedResult } from '../compile-routes.ts'
import { hasHiddenBody } from '../durable/answer-plugins.ts'
import { keepArguments } from '../durable/keep-arguments.ts'
import { GatewayCall, type RouteMatched } from '../gateway-call.ts'
import type { GatewayState } from '../gateway-state.ts'
import { keptStages } from '../stages.ts'
import { countedStream } from '../stream/stream-ceiling.ts'
import { relayCall } from '../translate/relay-call.ts'
import { frontRequest } from './front-request.ts'
import { refusedPath } from './own-path.ts'

export interface FrontCallParts {
  /** The gateway's own. */
  readonly server: ServerContext
  readonly state: GatewayState
  readonly route: CompiledRoute
  /** The request that the call came in; undefined where nobody is asked who they are. */
  readonly front: HttpRequest | undefined
}

/** A call of a tool or a skill, as a call of its route. */
class FrontCall extends GatewayCall {
  readonly #asked: CallRecord

  constructor(
    server: ServerContext,
    http: HttpRequest,
    open: GatewayCall['open'],
    match: RouteMatched,
    asked: CallRecord,
  ) {
    super(server, http, open, match)
    this.#asked = asked
    this.trace = asked.trace
    this.terms = asked.terms
    this.followsTasks = true
  }

  /** Its caller is answered in the contract of the front, also later. */
  override get contract(): string {
    return this.#asked.contract
  }

  override get push(): Push | undefined {
    return this.#asked.push
  }

  /** A skill has no other form, and a client of tools may ask for it: whatever the route is. */
  override get becomesTask(): boolean {
    return true
  }

  /** The call that was read of the tool or the skill, with the arguments as the plugins have left them. */
  read(args: Json): void {
    const { request } = this.#asked
    const { requestId, correlationId } = this.exchange
    this.request = { ...request, input: args, exchange: { ...request.exchange, requestId, correlationId } }
  }
}

/** What the call of a tool or a skill passes before it is one of its route. */
export function frontStages(route: Stage): StageList<CallRecord> {
  return [
    ['resolve', resolve],
    ['input', input],
    ['announce', announce],
    ['check', check],
    ['route', route],
  ]
}

export async function callDurableRoute(parts: FrontCallParts, asked: CallRecord): Promise<RunResult> {
  const { server, state, route, front } = parts
  const args = isObject(asked.input as Json) ? (asked.input as JsonObject) : {}
  const filled = fillPath(route.config.path, args)
  if ('fault' in filled) return serverResult(filled.fault)
  const refused = refusedPath(state.routes, route, { input: args, front })
  if (refused !== undefined) return refused
  const params = Object.fromEntries([...filled.names].map(name => [name, String(args[name] ?? '')]))
  const open = server.inflight.enter()
  state.enter(open)
  const unfollow = asked.open.onStop(() => open.stop(asked.open.reason))
  try {
    const http = frontRequest(
      front,
      { ...route.config, path: filled.path, mode: 'json' },
      { ...asked.request, input: args },
    )
    const call = new FrontCall(server, http, open, { route, params, path: filled.path }, asked)
    if (front === undefined) call.principal = asked.principal
    if (asked.listener !== undefined && route.config.mode === 'sse') call.listener = asked.listener
    call.entered = stagesOf(route)
    const result = await performStages(call, call.entered)
    asked.durable.approvals = call.durable.approvals
    // As any other call of the route it is counted, logged and audited.
    await writeResult(call, result)
    return result
  } finally {
    unfollow()
    open.leave()
  }
}

/** What the plugins of a durable route say of an answer to one of its tasks. */
export async function reviewAnswer(
  { server, state, route, front }: FrontCallParts,
  inputs: JsonObject,
  principal: Principal | undefined,
): Promise<{ inputs: JsonObject } | { refused: Outcome }> {
  const open = server.inflight.enter()
  state.enter(open)
  try {
    const http = frontRequest(front, route.config, { input: { inputs }, exchange: {} })
    const call = new GatewayCall(server, http, open, { route, params: {}, path: route.config.path })
    if (front === undefined) call.principal = principal
    const last: Stage<GatewayCall> = async () => (await hasHiddenBody(call)) ?? passedResult
    const result = await performStages(call, [...route.plugins.partsOf(route.config).all, ['answer', last]])
    if (result !== passedResult) return { refused: result.outcome }
    const read = await call.body()
    const { value } = read.ok ? read : { value: undefined }
    return { inputs: isObject(value) && isObject(value.inputs) ? value.inputs : inputs }
  } finally {
    open.leave()
  }
}

/** Approvals of the upstream are those of the gateway here, which holds its tokens. */
function stagesOf({ config, plugins }: CompiledRoute): StageList<GatewayCall> {
  return [
    ...plugins.partsOf(config).all,
    ['input', readArguments],
    ...keptStages(true),
    ['ceiling', (call, next) => (call.listener === undefined ? next() : countedStream(call, next))],
    ['forward', relayCall],
  ]
}

/** The arguments are what the plugins have left of them. */
const readArguments: Stage<GatewayCall> = async (call, next) => {
  const read = await call.body()
  if (!read.ok) return serverResult(read.fault)
  const front = call as FrontCall
  front.read(read.value ?? {})
  return keepArguments(front, next)
}
