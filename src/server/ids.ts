/** The ids of a call: kept when they are well formed, minted when not. */
import type { Exchange } from '../outcome/exchange.ts'

/** Printable ASCII without what begins markup, a quotation or an escape wherever an id may be shown. */
const wellFormed = /^[!#-%(-;=?-[\]-_a-~]{1,128}$/

/** Whether an id may be in a header or a log. */
export function isId(id: string): boolean {
  return wellFormed.test(id)
}

/** Puts the ids of a call into the head of its answer. A body may bring an id that no header can hold. */
export function setIds(
  headers: Record<string, string>,
  { requestId, correlationId }: { readonly requestId: string; readonly correlationId: string },
): void {
  setId(headers, 'x-request-id', requestId)
  setId(headers, 'x-correlation-id', correlationId)
}

function setId(headers: Record<string, string>, name: string, id: string): void {
  if (isId(id)) headers[name] = id
  else delete headers[name]
}

/** Headers, as far as they are read here. */
export interface HeaderReader {
  get(name: string): string | null
}

/**
 * The exchange that a request opens. A malformed id is replaced, never reflected. A caller who brings no correlation id
 * but a trace is correlated by that.
 */
export function openExchange(
  headers: HeaderReader,
  newId: () => string,
): Exchange & { requestId: string; correlationId: string } {
  return {
    requestId: acceptId(headers.get('x-request-id')) ?? newId(),
    correlationId: acceptId(headers.get('x-correlation-id')) ?? traceContext(headers)?.traceId ?? newId(),
  }
}

function acceptId(id: string | null): string | undefined {
  return id !== null && isId(id) ? id : undefined
}

/** Where a call stands in a distributed trace. */
export interface TraceContext {
  readonly traceId: string
  /** What to send along with further calls. */
  readonly traceparent: string
}

const traceparent = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** W3C Trace Context, §3.2; undefined unless it is well formed. A later version is read as far as this one goes. */
export function traceContext(headers: HeaderReader): TraceContext | undefined {
  return readTraceparent(headers.get('traceparent') ?? undefined)
}

export function readTraceparent(header: string | undefined): TraceContext | undefined {
  if (header === undefined) return undefined
  const [, version, traceId = '', parentId = '', flags, more] = traceparent.exec(header.slice(0, 512)) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(parentId)) return undefined
  return { traceId, traceparent: `00-${traceId}-${parentId}-${flags}` }
}
