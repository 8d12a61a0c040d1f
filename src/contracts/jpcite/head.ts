/** The head of an HTTP answer, in both directions. */
import type { Decoded, Encoded } from '../../codec/contract.ts'
import { isHeaderText, type Losses } from '../../codec/loss.ts'
import { secondsToMs } from '../../codec/read.ts'
import { equalJson, type Json, type JsonObject } from '../../lib/json-value.ts'
import { pointer } from '../../lib/pointer.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { type HttpWire, httpWire } from '../../wire/http.ts'
import { isRequestId } from './request-id.ts'

/** Ids go into headers when they may be there. */
export function idHeaders(
  requestId: string,
  { correlationId, replayed }: SealedExchange,
): Record<string, string | undefined> {
  return {
    'x-request-id': isRequestId(requestId) ? requestId : undefined,
    'x-correlation-id': isRequestId(correlationId) ? correlationId : undefined,
    'x-idempotency-replayed': replayed ? 'true' : undefined,
  }
}

/** Where a new resource is, when the address may be in a header as it is. */
export function locationOf(outcome: Outcome): string | undefined {
  const location = outcome.kind === 'completed' ? outcome.created?.location : undefined
  return location !== undefined && isHeaderText(location) ? location : undefined
}

type Read = Pick<Decoded, 'outcome' | 'exchange'>

/**
 * Adds what only the head says. `usual` is the status that an outcome is written with: another one, and headers that
 * the outcome does not have, are HTTP's own and go in the exchange under its name.
 */
export function withHead(read: Read, wire: HttpWire, usual: (outcome: Outcome) => number): Read {
  const { headers, status } = wire
  const { 'x-request-id': requestId, 'x-correlation-id': correlationId } = headers
  const { exchange } = read
  if (exchange.requestId === undefined && requestId !== undefined) exchange.requestId = requestId
  if (exchange.correlationId === undefined && correlationId !== undefined) exchange.correlationId = correlationId
  if (exchange.replayed === undefined && headers['x-idempotency-replayed'] === 'true') exchange.replayed = true
  const outcome = status === 201 ? withCreated(read.outcome, headers.location) : read.outcome
  const own: JsonObject = {}
  if (status !== undefined && status !== usual(outcome)) own.status = status
  if (headers.location !== undefined && !isLocated(outcome, headers.location)) own.location = headers.location
  const wait = headers['retry-after']
  if (wait !== undefined && !isWaited(outcome, wait)) own['retry-after'] = wait
  for (const _ in own) return { outcome, exchange: { ...exchange, extra: { ...exchange.extra, http: own } } }
  return { outcome, exchange }
}

function withCreated(outcome: Outcome, location: string | undefined): Outcome {
  if (outcome.kind !== 'completed' || outcome.created?.location !== undefined) return outcome
  return { ...outcome, created: location === undefined ? {} : { location } }
}

function isLocated(outcome: Outcome, location: string): boolean {
  return outcome.kind === 'completed' && outcome.created?.location === location
}

function isWaited(outcome: Outcome, wait: string): boolean {
  const ms = outcome.kind === 'failed' ? outcome.fault.retryAfterMs : undefined
  return ms !== undefined && ms === secondsToMs(wait)
}

/** An exchange without what is HTTP's own, which is written after all else. */
export function splitHead(exchange: SealedExchange): { own: SealedExchange; http?: JsonObject } {
  if (exchange.extra?.http === undefined) return { own: exchange }
  const { http, ...extra } = exchange.extra
  return { own: { ...exchange, extra }, http }
}

/** Writes HTTP's own members where the answer is still without finding and means the same; the others are named. */
export function withOwnHead(
  plain: HttpWire,
  http: JsonObject | undefined,
  decode: (wire: HttpWire) => Decoded,
  losses: Losses,
): Encoded<HttpWire> {
  const members = Object.entries(http ?? {})
  if (members.length === 0) return { wire: plain, losses: losses.list }
  const meant = decode(plain).outcome
  let wire = plain
  const lost = members.filter(([name, value]) => {
    const next = headed(wire, name, value)
    const read = next === undefined ? undefined : decode(next)
    const holds =
      read !== undefined &&
      read.findings.length === 0 &&
      equalJson(read.outcome, meant) &&
      equalJson(read.exchange.extra?.http?.[name], value)
    if (holds && next !== undefined) wire = next
    return !holds
  })
  const at = '/exchange/extra/http'
  for (const [name] of lost) {
    losses.add(lost.length === members.length ? at : at + pointer(name), 'the answer would not be what its head says')
  }
  return { wire, losses: losses.list }
}

function headed(wire: HttpWire, name: string, value: Json): HttpWire | undefined {
  if (name === 'status') {
    const isStatus = typeof value === 'number' && Number.isInteger(value) && value >= 200 && value <= 599
    return isStatus ? httpWire({ ...wire, status: value }) : undefined
  }
  if ((name !== 'location' && name !== 'retry-after') || typeof value !== 'string') return undefined
  return isHeaderText(value) ? httpWire({ ...wire, headers: { ...wire.headers, [name]: value } }) : undefined
}
