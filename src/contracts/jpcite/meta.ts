/** `meta` and `query_echo`: what belongs to the call. */
import type { Losses } from '../../codec/loss.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Exchange, QueryEcho, SealedExchange } from '../../outcome/exchange.ts'
import { isClientTag } from './client-tag.ts'
import { exchangeCodec, ownExtra, queryCodec } from './nodes.ts'
import { isPlaceholderId } from './request-id.ts'
import { type Language, languages } from './status.ts'

export const apiVersion = 'v2'

/** Sent where no id is usable. */
const nilId = '00000000000000000000000000'

const isId = (id: string): boolean => id !== '' && !isPlaceholderId(id)

/** The id that leads to an answer. */
export function requestIdOf({ requestId, correlationId }: SealedExchange): string {
  if (isId(requestId)) return requestId
  return isId(correlationId) ? correlationId : nilId
}

/** The language of standing messages, by `meta.lang`. */
export function languageIn({ extra }: SealedExchange): Language {
  return languages.find(language => language === extra?.jpcite?.lang) ?? 'ja'
}

export interface MetaOptions {
  isError: boolean
  /** A header has the correlation id; `meta` repeats it only when it differs from the request id. */
  hasCorrelationHeader: boolean
  /** What the answer costs where the exchange does not say. */
  units: number
}

export function writeMeta(exchange: SealedExchange, options: MetaOptions, losses: Losses): JsonObject {
  const at = '/exchange'
  const requestId = requestIdOf(exchange)
  if (requestId !== exchange.requestId) losses.add(`${at}/requestId`, 'an answer needs an id that leads to it')
  const { durationMs, billing, correlationId, ...others } = exchange
  const same = correlationId === requestId
  if (same && !options.hasCorrelationHeader) losses.add(`${at}/correlationId`, 'it is the request id')
  const tag = billing?.tag
  const isTagged = tag !== undefined && isClientTag(tag)
  if (tag !== undefined && !isTagged) losses.add(`${at}/billing/tag`, 'a tag is 1 to 64 printable characters')
  return {
    request_id: requestId,
    api_version: apiVersion,
    latency_ms: latencyOf(durationMs, losses),
    billable_units: unitsOf(billing, options, losses),
    ...(isTagged ? { client_tag: tag } : undefined),
    ...exchangeCodec.write(same ? others : exchange, at, losses),
  }
}

function latencyOf(durationMs: number | undefined, losses: Losses): number {
  if (durationMs === undefined) {
    losses.add('/exchange/durationMs', 'a latency is required; 0 is sent')
    return 0
  }
  const latency = Number.isFinite(durationMs) ? Math.max(0, Math.round(durationMs)) : 0
  if (latency !== durationMs) losses.add('/exchange/durationMs', 'it is a whole number of milliseconds, 0 or more')
  return latency
}

/** An error is free, whatever it says. */
function unitsOf(billing: Exchange['billing'], { isError, units: usual }: MetaOptions, losses: Losses): number {
  const given = billing?.units
  const units = isError ? 0 : given !== undefined && Number.isSafeInteger(given) && given >= 0 ? given : usual
  if (billing === undefined) losses.add('/exchange/billing', `a count of units is required; ${units} is the default`)
  else if (given !== units) {
    const reason = given === undefined || !isError ? `a count is required; ${units} is sent` : 'an error is not billed'
    losses.add('/exchange/billing/units', reason)
  }
  return units
}

const isText = (value: Json): boolean => typeof value === 'string'
const isNumber = (value: Json): boolean => typeof value === 'number'

const printed: ReadonlyMap<string, (value: Json) => boolean> = new Map([
  ['request_id', isText],
  ['api_version', value => value === apiVersion || value === null],
  ['latency_ms', isNumber],
  ['billable_units', isNumber],
  ['client_tag', value => isText(value) || value === null],
])

/** Whether a member is read by name. One of another type is kept as it came. */
function isPrinted(name: string, value: Json): boolean {
  return printed.get(name)?.(value) === true
}

export function readMeta(meta: JsonObject): Exchange {
  const { request_id, latency_ms, billable_units, client_tag } = meta
  const { members, rest } = exchangeCodec.readMembers(meta, isPrinted) ?? { members: {}, rest: [] }
  const exchange: Exchange = { ...members, ...ownExtra(rest) }
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
  const written = queryCodec.withExtra(echo, losses.extraOf(query, at), at, losses)
  const read = readQuery(written)
  if (read === undefined) losses.add(at, 'an echo of nothing is read as none')
  else {
    for (const member of echoed) {
      if (query[member] !== undefined && read[member] === undefined) {
        losses.add(`${at}/${member}`, 'empty is read as none')
      }
    }
  }
  return written
}

const echoed = queryCodec.carried as (keyof QueryEcho)[]
const echoNames = new Set(queryCodec.wires)

export function readQuery(echo: Json | undefined): QueryEcho | undefined {
  if (!isObject(echo)) return undefined
  const { members, rest } = queryCodec.readMembers(echo, isSilent) ?? { members: {}, rest: [] }
  const query: QueryEcho = rest.length === 0 ? members : { ...members, ...ownExtra(rest) }
  for (const _ in query) return query
  return undefined
}

/** An empty member of the echo. */
function isSilent(name: string, value: Json): boolean {
  return typeof value === 'object' && value !== null && echoNames.has(name) && Object.keys(value).length === 0
}
