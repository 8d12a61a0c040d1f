/**
 * A translated call as the runtime knows it. Its input has the form of a call that is passed on: rules, approvers and
 * keys see the same path, parameters and body, whatever contract or carrier the call came in.
 */
import { serverResult } from '../../agent/run.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Call } from '../../outcome/call.ts'
import type { CallTarget, Stage } from '../../server/pipeline/call-record.ts'
import type { GatewayCall } from '../gateway-call.ts'
import { readInput } from '../translate/read-input.ts'
import { durabilityOf } from './forward-once.ts'
import { asForwarded, type ForwardTarget, inputOf, targetAsJson } from './forwarded-input.ts'
import { heldApprovals, tokensOf } from './hold-tokens.ts'
import { forwardTarget, missingKey, readRequest } from './read-request.ts'
import { upstreamKey } from './upstream-key.ts'

/** Reads a call of a route that is durable and translated, or passed on for callers of the contract of its upstream. */
export const readKept: Stage<GatewayCall> = (call, next) =>
  readInput(call, () => (call.isTranslated ? keepArguments(call, next) : readRequest(call, next)))

/** From the arguments of a call to what is kept of it. */
export const keepArguments: Stage<GatewayCall> = (call, next) => {
  const { compiled, request, params } = call
  const durability = durabilityOf(compiled)
  const { name } = call.target as CallTarget
  call.asked = request
  const { idempotencyKey, approvalTokens, prefer, ...kept } = request
  const isApproved = durability.approval !== undefined
  const target: ForwardTarget = {
    ...forwardTarget(call, durability),
    search: '',
    isStream: false,
    translated: { operation: request.operation, inPath: inPath(request.input, params) },
  }
  call.request = {
    ...kept,
    operation: name,
    input: keptInput(request.input, target),
    extra: { ...request.extra, forward: targetAsJson(target) },
    // A stream is passed on as it comes: there is no answer that a repeat could get.
    ...(idempotencyKey === undefined || call.stream ? undefined : { idempotencyKey }),
    ...(approvalTokens !== undefined && isApproved ? { approvalTokens } : undefined),
    ...(prefer !== undefined && call.becomesTask && !call.stream ? { prefer } : undefined),
  }
  const refused = missingKey(call, durability)
  return refused === undefined ? next() : Promise.resolve(serverResult(refused))
}

/** The input of a translated call: its arguments, those of the path apart. */
function keptInput(args: Json, { path, params = {} }: Pick<ForwardTarget, 'path' | 'params'>): JsonObject {
  const body = isObject(args)
    ? Object.fromEntries(Object.entries(args).filter(([name]) => !Object.hasOwn(params, name)))
    : args
  return inputOf({ path, params, search: '', json: body, bytes: new Uint8Array() })
}

/** The arguments that are in the path, as the schema of the route makes them: numbers too. Rules have seen the path. */
function inPath(args: Json, params: Readonly<Record<string, string>>): JsonObject {
  const given = isObject(args) ? args : {}
  const argumentFor = (name: string, text: string): Json =>
    String(given[name]) === text ? (given[name] as Json) : text
  return Object.fromEntries(Object.entries(params).map(([name, text]) => [name, argumentFor(name, text)]))
}

/** The arguments of a kept call, with what approvers and answers have changed of them. */
export function keptArguments(input: Json, inThePath: JsonObject): Json {
  const { body } = asForwarded(input) as JsonObject
  return isObject(body) ? { ...body, ...inThePath } : (body ?? inThePath)
}

/** What the upstream of a translated call gets: the call as it was asked, with the input that was approved. */
export function upstreamRequest(call: GatewayCall): Call {
  const { asked, request, compiled } = call
  if (asked === undefined) return request
  const { idempotencyKey: _, approvalTokens, ...rest } = asked
  const key = upstreamKey(request, call.caller)
  const isApproved = compiled.durability?.approval !== undefined
  const tokens = [...((isApproved ? undefined : approvalTokens) ?? []), ...tokensOf(heldApprovals(call))]
  return {
    ...rest,
    input: keptArguments(call.call.input, inPath(asked.input, call.params)),
    ...(key === undefined ? undefined : { idempotencyKey: key }),
    ...(tokens.length === 0 ? undefined : { approvalTokens: tokens }),
  }
}
