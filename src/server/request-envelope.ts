/** Members of a request that belong to its envelope: they come back on every answer, and are no arguments. */
import type { Operation } from '../agent/define.ts'
import type { Contract, ContractEdition, Edition } from '../codec/contract.ts'
import { findEdition } from '../codec/edition.ts'
import type { RequestServing } from '../codec/serving.ts'
import { isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import type { Exchange } from '../outcome/exchange.ts'
import type { Body } from '../wire/body.ts'
import type { Carrier } from '../wire/wire.ts'

export type EnvelopeExchange = ReturnType<RequestServing['exchangeOf']>

/** What the envelope of a request says of its exchange. */
export function envelopeExchange({ serving }: Contract, body: Body): EnvelopeExchange {
  return serving?.request?.exchangeOf(body) ?? {}
}

/** The edition that the arguments of a request ask for, where its contract has one for the carrier. Default: the chosen one. */
export function pinnedEdition<E extends ContractEdition>(chosen: E, body: Json | undefined, carrier: Carrier): Edition {
  const { contract, edition } = chosen
  const version = body === undefined ? undefined : contract.serving?.request?.editionOf?.(body)
  return (version === undefined ? undefined : findEdition(contract, version, carrier)) ?? edition
}

/** The name of a new conversation. */
function newConversation(newId: () => string): string {
  return `ctx_${newId()}`
}

/** The conversation that a head names, or a new one; none where the contract has no conversations. */
export function conversationOf(
  { serving }: Contract,
  headers: { get(name: string): string | null },
  newId: () => string,
): { conversationId?: string; isNew: boolean } {
  if (serving?.request === undefined) return { isNew: false }
  const named = headers.get(serving.request.conversationHeader)
  return named === null || named === ''
    ? { conversationId: newConversation(newId), isNew: true }
    : { conversationId: named, isNew: false }
}

/** The exchange of a call whose arguments hold the envelope: every answer of such a contract has a conversation. */
export function withEnvelope<E extends Exchange>(
  contract: Contract,
  exchange: E,
  body: Body,
  newId: () => string,
): { exchange: E; isNewConversation?: boolean } {
  if (contract.serving?.request === undefined) return { exchange }
  const whole = { ...exchange, ...envelopeExchange(contract, body) }
  const isNewConversation = whole.conversationId === undefined
  return {
    exchange: isNewConversation ? { ...whole, conversationId: newConversation(newId) } : whole,
    isNewConversation,
  }
}

/** The arguments of an operation without the members of the envelope that it does not declare itself. */
export function argumentsOf(
  { contract: { serving } }: { readonly contract: Contract },
  body: Json | undefined,
  { input }: Operation,
): Json | undefined {
  const members = serving?.request?.members
  if (members === undefined || !isObject(body)) return body
  const names = declared(input.json)
  return Object.fromEntries(Object.entries(body).filter(([name]) => !Object.hasOwn(members, name) || names.has(name)))
}

/** The members of the envelope in the schema of a request, and those of them that it cannot lack. */
export interface EnvelopeSchema {
  properties: JsonObject
  required: string[]
}

/** What the envelope of a contract adds to the input of an operation; undefined when it adds nothing. */
export function envelopeSchema(
  { serving }: Contract,
  { input, effects }: Pick<Operation, 'effects'> & { input: JsonObject },
): EnvelopeSchema | undefined {
  const names = declared(input)
  const added = Object.entries(serving?.request?.members ?? {}).filter(([name]) => !names.has(name))
  if (added.length === 0) return undefined
  const properties = Object.fromEntries(added)
  const { member = '', isRequired = false } = serving?.idempotency ?? {}
  const isNeeded = isRequired && effects !== 'none' && Object.hasOwn(properties, member)
  return { properties, required: isNeeded ? [member] : [] }
}

/** The members that a schema names. */
export function declared(schema: JsonObject): Set<string> {
  const parts = Array.isArray(schema.allOf) ? schema.allOf.filter(isObject) : []
  const names = isObject(schema.properties) ? Object.keys(schema.properties) : []
  return new Set([...names, ...parts.flatMap(part => [...declared(part)])])
}
