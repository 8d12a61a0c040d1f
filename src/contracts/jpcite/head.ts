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

export function headExchange({ headers }: Pick<HttpWire, 'headers'>): Exchange {
  const { 'x-request-id': requestId, 'x-correlation-id': correlationId } = headers
  return {
    ...(requestId === undefined ? undefined : { requestId }),
    ...(correlationId === undefined ? undefined : { correlationId }),
    ...(headers['x-idempotency-replayed'] === 'true' ? { replayed: true } : undefined),
  }
}
