/** What is known of a request before any of it is answered: who sent it, over what, and in which contract. */

import type { Principal } from '../../auth/principal.ts'
import type { McpRequest } from '../../carriers/mcp/host.ts'
import type { Contract, Edition } from '../../codec/contract.ts'
import { hopsHeader } from '../../lib/hops.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import { Stop } from '../../lib/stop.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import type { Body } from '../../wire/body.ts'
import { type CarrierOptions, hopsOf } from '../durable/call-terms.ts'
import { isId, openExchange, type TraceContext, traceContext } from '../ids.ts'
import { idMaker } from '../mint.ts'
import type { OperationInvocation } from '../pipeline/invoke.ts'
import type { ServerContext } from '../server-context.ts'

/** What the connection shows of a request. */
export interface Facts {
  readonly principal: Principal | undefined
  readonly address: string | undefined
  readonly signature?: OperationInvocation['signature']
  /** What the limits say of this request, where they have counted it. */
  readonly limited: OperationInvocation['limited']
  readonly contract: Contract
  /** The edition that `?envelope=` names. Default: the current one. */
  readonly edition?: Edition | undefined
  /** The text that it came in. */
  readonly body?: Body
  /** Stopped with an outcome when the server stops. */
  readonly stopped: Stop
  readonly route: string
  /** Set when a call goes into the pipeline, which accounts for it. */
  isInvoked?: boolean
}

/** What `_meta` of a call has in addition to MCP's own: the ids and options that are headers over HTTP. */
const callKey = 'replywire/call'

/** The ids and the trace of a call. */
export function exchangeFor(
  server: ServerContext,
  { meta, http }: McpRequest,
  { contract }: Facts,
): { exchange: Exchange & { requestId: string; correlationId: string }; trace: TraceContext | undefined } {
  const ids = isObject(meta[callKey]) ? meta[callKey] : {}
  const named: Readonly<Record<string, unknown>> = {
    'x-request-id': ids.requestId,
    'x-correlation-id': ids.correlationId,
    traceparent: meta.traceparent,
  }
  const headers = {
    get(name: string): string | null {
      const value = named[name]
      return typeof value === 'string' && isId(value) ? value : (http?.header(name) ?? null)
    },
  }
  const { serving } = contract
  const trace = traceContext(headers)
  const opened = openExchange(headers, idMaker(contract, server))
  const isNamed = trace !== undefined || isId(headers.get('x-correlation-id') ?? '')
  return {
    exchange: {
      ...opened,
      ...(serving?.mcp?.correlatesByRequest && !isNamed ? { correlationId: opened.requestId } : undefined),
      ...(http === undefined ? undefined : serving?.exchangeOf?.(http)),
    },
    trace,
  }
}

/** The options in `_meta` of a call. */
export function readMetaOptions({ meta, http }: McpRequest, tokens: readonly string[]): CarrierOptions {
  const options: JsonObject = isObject(meta[callKey]) ? meta[callKey] : {}
  const { idempotencyKey, approvalTokens, prefer } = options
  const hops = hopsOf(options.hops) ?? hopsOf(http?.headers.get(hopsHeader))
  const sentTokens = Array.isArray(approvalTokens) ? approvalTokens.filter(token => typeof token === 'string') : []
  const { async, waitMs } = isObject(prefer) ? prefer : {}
  const preferences = {
    ...(async === true ? { async } : undefined),
    ...(typeof waitMs === 'number' && waitMs >= 0 ? { waitMs } : undefined),
  }
  return {
    ...(typeof idempotencyKey === 'string' ? { idempotencyKey } : undefined),
    approvalTokens: [...tokens, ...sentTokens],
    ...(Object.keys(preferences).length === 0 ? undefined : { prefer: preferences }),
    ...(hops === undefined ? undefined : { hops }),
  }
}

/** Work that is stopped when the client cancels, or with an outcome when the server stops. */
export async function stoppable<T>(
  { signal }: McpRequest,
  { stopped }: Facts,
  work: (stop: Stop) => Promise<T>,
): Promise<T> {
  const stop = Stop.of(signal)
  const forget = stopped.onStop(() => stop.stop(stopped.reason))
  try {
    return await work(stop)
  } finally {
    forget()
    stop.unfollow()
  }
}

/** The same as a signal. */
export function signalFor({ signal }: McpRequest, { stopped }: Facts): AbortSignal {
  return AbortSignal.any([signal, stopped.signal])
}

/**
 * Whether a client wants a call no more. To close the stream of its answer says so in 2026-07-28; before, a connection
 * that ends says nothing.
 */
export function isCanceled({ signal, revision, http }: McpRequest, { stopped }: Facts): boolean {
  if (!signal.aborted || stopped.isStopped) return false
  return !(signal.reason instanceof Error) || (revision === '2026-07-28' && http !== undefined)
}
