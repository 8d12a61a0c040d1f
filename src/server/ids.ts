/** The ids of a call: kept when they are well formed, minted when not. */
import type { Exchange } from '../outcome/exchange.ts'

const wellFormed = /^[\x21-\x7e]{1,128}$/
const traceparent = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/

/** The exchange that a request opens. A malformed id is replaced, never reflected. */
export function openExchange(
  headers: Headers,
  newId: () => string,
): Exchange & { requestId: string; correlationId: string } {
  return {
    requestId: kept(headers.get('x-request-id')) ?? newId(),
    correlationId: kept(headers.get('x-correlation-id')) ?? newId(),
  }
}

function kept(id: string | null): string | undefined {
  return id !== null && wellFormed.test(id) ? id : undefined
}

/** W3C trace context, when it is well formed. */
export function traceParent(headers: Headers): string | undefined {
  const value = headers.get('traceparent')
  return value !== null && traceparent.test(value) ? value : undefined
}
