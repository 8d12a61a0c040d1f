/** Calls of AdCP agents: what every request carries among its arguments, and tasks that are asked for by a tool. */
import { effectOf, requestMembers } from '../contracts/adcp/request.ts'
import { contract as contractById } from '../contracts/registry.ts'
import { isObject, type JsonObject } from '../lib/json-value.ts'
import type { Call } from '../outcome/call.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { mcpWire } from '../wire/mcp.ts'
import { type Spoken, spokenAs } from './read.ts'
import { toldKey } from './told-key.ts'

/** The tools that tell how a task stands, the plain one first. */
export const taskTools = ['get_task_status', 'tasks/get']

/** Whether the one who offers these operations speaks AdCP. */
export function offersAdcp(names: readonly string[]): boolean {
  return names.includes('get_adcp_capabilities')
}

export function adcpSpoken(): Spoken {
  return spokenAs('adcp')
}

/**
 * The call with what its input says of the request itself in its place, and with a key where the task may change
 * something. A key that was made is told: only with the same key is a repeated call the same work.
 */
export function prepareCall(call: Call): { call: Call; told: string[] } {
  const given = liftArguments(call)
  if (given.idempotencyKey !== undefined || !changes(given.operation)) return { call: given, told: [] }
  const idempotencyKey = crypto.randomUUID()
  return { call: { ...given, idempotencyKey }, told: [toldKey(idempotencyKey)] }
}

/** Whether a task may change something. Of one whose name does not tell, nobody knows but the agent. */
export function changes(operation: string): boolean {
  const effect = effectOf(operation)
  return effect !== 'none' && effect !== 'reads'
}

/** `context`, `context_id`, `idempotency_key` and the like may stand among the arguments, as callers of AdCP write them. */
function liftArguments(call: Call): Call {
  const { input } = call
  if (!isObject(input) || !Object.keys(input).some(name => requestMembers.has(name))) return call
  const face = contractById('adcp').editions[contractById('adcp').current]?.mcp?.request
  const read = face?.decode(mcpWire({ name: call.operation, arguments: input })).call
  if (read === undefined) return call
  return { ...read, ...call, input: read.input, exchange: { ...read.exchange, ...call.exchange } }
}

/** The answer of a completed task in what a tool tells of it; a seller may give its body alone, without the envelope. */
export function resultOfTask({ adcp_version, status, result }: JsonObject): JsonObject | undefined {
  if (status !== 'completed' || !isObject(result)) return undefined
  return { ...(adcp_version === undefined ? undefined : { adcp_version }), status, ...result }
}

/** An outcome without what a tool tells of its task: that is no payload of the work. */
export function withoutLine(outcome: Outcome): Outcome {
  const { payload, ...rest } = outcome
  const isLine = payload?.form === 'value' && isObject(payload.value) && payload.value.task_type !== undefined
  return isLine ? rest : outcome
}
