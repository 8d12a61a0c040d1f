/** What AdCP asks of a server: the caller's context comes back on every answer, and a conversation has an id. */
import type { Operation } from '../../agent/define.ts'
import type { Edition } from '../../codec/contract.ts'
import { requestMembers } from '../../contracts/adcp/request.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import type { Body } from '../../wire/body.ts'
import { httpWire } from '../../wire/http.ts'
import { readRequestBody } from '../body.ts'
import type { Served } from '../negotiate.ts'
import type { Plan } from '../plan.ts'

/** The conversation that a head names, or a new one. */
export function adcpConversation(headers: Headers, newId: () => string): { conversationId: string } {
  const named = headers.get('x-adcp-context-id')
  return { conversationId: named === null || named === '' ? `ctx_${newId()}` : named }
}

/**
 * A plan that knows what its caller sent beside the task's own arguments. The body is read before anything is
 * refused, within its bounds, because a refusal echoes the context too. What is wrong with it is told in its turn.
 */
export async function withCallersContext<P extends Plan>(plan: P): Promise<P> {
  const { site, request, served, exchange, open } = plan
  if (served.contract.id !== 'adcp') return plan
  const read = await open.orStopped(readRequestBody(request, site.maxBodyBytes)).catch(() => undefined)
  const told = read?.body === undefined ? {} : tellsOf(served.edition, read.body)
  const conversation = adcpConversation(request.headers, () => site.newId())
  const isNewConversation = !request.headers.get('x-adcp-context-id') && told.conversationId === undefined
  return { ...plan, exchange: { ...exchange, ...conversation, ...told }, isNewConversation }
}

/** What stands among the arguments of an AdCP request that belongs to the call and not to the task. */
export function tellsOf({ http }: Edition, body: Body): Pick<Exchange, 'context' | 'conversationId' | 'governance'> {
  const decoded = http?.request?.decode(httpWire({ method: 'POST', body }))
  const { context, conversationId, governance }: Exchange = decoded?.call.exchange ?? {}
  return {
    ...(context === undefined ? undefined : { context }),
    ...(conversationId === undefined || conversationId === '' ? undefined : { conversationId }),
    ...(governance === undefined ? undefined : { governance }),
  }
}

/** The arguments of a task without what every AdCP request may carry, unless the task itself declares it. */
export function argumentsOf(
  { contract }: Pick<Served, 'contract'>,
  body: Json | undefined,
  { input }: Operation,
): Json | undefined {
  if (contract.id !== 'adcp' || !isObject(body)) return body
  const own = declared(input.json)
  return Object.fromEntries(Object.entries(body).filter(([name]) => !requestMembers.has(name) || own.has(name)))
}

/** The members that a schema names. */
export function declared(schema: JsonObject): Set<string> {
  const parts = Array.isArray(schema.allOf) ? schema.allOf.filter(isObject) : []
  const own = isObject(schema.properties) ? Object.keys(schema.properties) : []
  return new Set([...own, ...parts.flatMap(part => [...declared(part)])])
}
