/** `meta` and `query_echo`: what belongs to the call. */
import type { Losses } from '../../codec/loss.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Exchange, QueryEcho, SealedExchange } from '../../outcome/exchange.ts'
import { isClientTag } from './client-tag.ts'
import { isNumber, isText, ownExtra, readNode, writeNode } from './nodes.ts'
import { isPlaceholderId } from './request-id.ts'
import { metaExtras, queryEcho } from './shapes.ts'
import { type Language, languages } from './status.ts'

export const apiVersion = 'v2'

/** Stands in for a request id that is none. */
const nilId = '00000000000000000000000000'

const isId = (id: string): boolean => id !== '' && !isPlaceholderId(id)

/** The id that an answer is found by. */
export function requestIdOf({ requestId, correlationId }: SealedExchange): string {
  if (isId(requestId)) return requestId
  return isId(correlationId) ? correlationId : nilId
}

/** `meta.lang` of this contract says in which language standing messages are wanted. */
export function languageIn({ extra }: SealedExchange): Language {
  return languages.find(language => language === extra?.jpcite?.lang) ?? 'ja'
}

export interface MetaSetting {
  isError: boolean
  /** The id of the correlation travels in a header, and is told here only when it is another than the request's. */
  headed: boolean
  /** What the answer costs unless the exchange says otherwise. */
  units: number
}

export function writeMeta(exchange: SealedExchange, setting: MetaSetting, losses: Losses): JsonObject {
  const at = '/exchange'
  const requestId = requestIdOf(exchange)
  if (requestId !== exchange.requestId) losses.add(`${at}/requestId`, 'an answer needs an id that leads to it')
  const { requestId: _r, durationMs, billing, query: _q, correlationId, ...more } = exchange
  const same = correlationId === requestId
  if (same && !setting.headed) losses.add(`${at}/correlationId`, 'it is the request id')
  const tag = billing?.tag
  const isTagged = tag !== undefined && isClientTag(tag)
  if (tag !== undefined && !isTagged) losses.add(`${at}/billing/tag`, 'a tag is 1 to 64 printable characters')
  return {
    request_id: requestId,
    api_version: apiVersion,
    latency_ms: latencyOf(durationMs, losses),
    billable_units: unitsOf(billing, setting, losses),
    ...(isTagged ? { client_tag: tag } : undefined),
    ...writeNode(same ? more : { correlationId, ...more }, metaExtras, losses, at),
  }
}

function latencyOf(durationMs: number | undefined, losses: Losses): number {
  if (durationMs === undefined) {
    losses.add('/exchange/durationMs', 'a latency is demanded and none was told; 0 is sent')
    return 0
  }
  const latency = Number.isFinite(durationMs) ? Math.max(0, Math.round(durationMs)) : 0
  if (latency !== durationMs) losses.add('/exchange/durationMs', 'it is a whole number of milliseconds, 0 or more')
  return latency
}

/** An error is free, whatever it says. */
function unitsOf(billing: Exchange['billing'], { isError, units: usual }: MetaSetting, losses: Losses): number {
  const given = billing?.units
  const units = isError ? 0 : given !== undefined && Number.isSafeInteger(given) && given >= 0 ? given : usual
  if (billing === undefined) losses.add('/exchange/billing', `a count of units is demanded; ${units} is the default`)
  else if (given !== units) {
    const reason = given === undefined || !isError ? `a count is demanded; ${units} is sent` : 'an error is not billed'
    losses.add('/exchange/billing/units', reason)
  }
  return units
}

const printed: ReadonlyMap<string, (value: Json) => boolean> = new Map([
  ['request_id', isText],
  ['api_version', value => value === apiVersion || value === null],
  ['latency_ms', isNumber],
  ['billable_units', isNumber],
  ['client_tag', value => isText(value) || value === null],
])

/** Whether a member is read by name: one that is something else than it should be is kept as it came. */
function isPrinted(name: string, value: Json): boolean {
  return printed.get(name)?.(value) === true
}

export function readMeta(meta: JsonObject): Exchange {
  const { request_id, latency_ms, billable_units, client_tag } = meta
  const exchange = readNode<Exchange>(meta, metaExtras, isPrinted)
  if (typeof request_id === 'string' && request_id !== '') exchange.requestId = request_id
  if (typeof latency_ms === 'number') exchange.durationMs = latency_ms
  if (typeof billable_units === 'number') exchange.billing = { units: billable_units }
  if (typeof client_tag === 'string') exchange.billing = { ...exchange.billing, tag: client_tag }
  return exchange
}

export function writeQuery(query: QueryEcho | undefined, losses: Losses): JsonObject {
  const at = '/exchange/query'
  const echo: JsonObject = {
    normalized_input: query?.input ?? {},
    applied_filters: query?.filters ?? {},
    unparsed_terms: query?.unparsed ?? [],
  }
  if (query === undefined) return echo
  const more = ownExtra(query, queryEcho, echo, losses, at)
  const told = more.length === 0 ? echo : { ...echo, ...Object.fromEntries(more) }
  const read = readQuery(told)
  if (read === undefined) losses.add(at, 'an echo of nothing is read as none')
  else {
    for (const { hub } of queryEcho.fields) {
      const member = hub as keyof QueryEcho
      if (query[member] !== undefined && read[member] === undefined) losses.add(`${at}/${hub}`, 'empty is read as none')
    }
  }
  return told
}

export function readQuery(echo: Json | undefined): QueryEcho | undefined {
  if (!isObject(echo)) return undefined
  const query = readNode<QueryEcho>(echo, queryEcho, isSilent)
  for (const _ in query) return query
  return undefined
}

/** A member of the echo that says nothing. */
function isSilent(name: string, value: Json): boolean {
  return typeof value === 'object' && value !== null && queryEcho.byWire.has(name) && Object.keys(value).length === 0
}
