/** What the headers of an answer tell about the call, in both directions. */
import type { Exchange, SealedExchange } from '../../outcome/exchange.ts'
import type { HttpWire } from '../../wire/http.ts'
import { isRequestId } from './request-id.ts'

/** Ids go into headers when they may stand there. */
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

/** Adds what only the headers tell. */
export function withHead(exchange: Exchange, { headers }: Pick<HttpWire, 'headers'>): Exchange {
  const { 'x-request-id': requestId, 'x-correlation-id': correlationId } = headers
  if (exchange.requestId === undefined && requestId !== undefined) exchange.requestId = requestId
  if (exchange.correlationId === undefined && correlationId !== undefined) exchange.correlationId = correlationId
  if (exchange.replayed === undefined && headers['x-idempotency-replayed'] === 'true') exchange.replayed = true
  return exchange
}
