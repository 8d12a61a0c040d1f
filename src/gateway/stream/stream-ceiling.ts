/** How many streams a tenant may have open at once (§11.5 of the profile). */
import { serverResult } from '../../agent/run.ts'
import { fault } from '../../outcome/fault.ts'
import { failed } from '../../outcome/outcome.ts'
import { networkOf } from '../../server/network.ts'
import type { Stage } from '../../server/pipeline/call-record.ts'
import type { GatewayCall } from '../gateway-call.ts'
import type { SseErrorKind } from '../metrics.ts'
import { lostPlace, uncounted } from '../uncounted.ts'
import type { UpstreamFailure } from '../upstream/upstream-error.ts'

/** Where open streams are counted: in this process, or in the one that supervises it. */
export interface StreamPlaces {
  /** Takes a place for a stream; what is returned frees it. Undefined when there are too many. */
  enter(key: string, most: number): (() => void) | undefined | Promise<(() => void) | undefined>
}

/** Counts open streams. It outlives reloads. */
export class StreamCounts implements StreamPlaces {
  readonly #counts = new Map<string, number>()

  /** Counts a stream of a tenant; returns what to call when it is over, undefined when there are too many. */
  enter(key: string, most: number): (() => void) | undefined {
    const count = this.#counts.get(key) ?? 0
    if (count >= most) return undefined
    this.#counts.set(key, count + 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      const left = (this.#counts.get(key) ?? 1) - 1
      if (left === 0) this.#counts.delete(key)
      else this.#counts.set(key, left)
    }
  }
}

export const streamCeiling: Stage<GatewayCall> = (call, next) => (call.stream ? countedStream(call, next) : next())

/** Counts a stream while it is open. */
export const countedStream: Stage<GatewayCall> = async (call, next) => {
  const { limits, metrics } = call.compiled
  const { id } = call.gatewayRoute
  const leave = await takePlace(call)
  if (leave === 'away') return serverResult(uncounted)
  if (leave === undefined) {
    metrics.streamFailed(id, call.tenant, 'limit_exceeded')
    const retryAfterMs = limits.sseRetryAfterSeconds * 1000
    const message = 'As many streams are open as are allowed at once.'
    return serverResult(fault('rate-limited', message, { code: 'LIMIT_EXCEEDED', retryAfterMs, began: false }))
  }
  metrics.streamOpened(id, call.tenant)
  let isOpen = true
  const close = () => {
    if (!isOpen) return
    isOpen = false
    leave()
    metrics.streamClosed(id, call.tenant)
  }
  call.onEnd = close
  const result = await next()
  // A stream frees its place when it ends; any other answer has ended.
  if (call.forwarded?.isStream !== true) {
    close()
    const kind = errorKind(call)
    if (kind !== undefined) metrics.streamFailed(id, call.tenant, kind)
  }
  return result
}

/** In the store, where there is one; else, or where it does not answer and that is allowed, among these processes. */
async function takePlace(call: GatewayCall): Promise<(() => void) | undefined | 'away'> {
  const { limits, streams, places } = call.compiled
  const most = limits.maxSseConnectionsPerTenant
  const isClosed = limits.whenStoreIsAway === 'closed'
  if (places === undefined) return streams.enter(keyOf(call), most)
  try {
    return await places.enter(keyOf(call), most, () => {
      if (isClosed) call.open.stop(failed(lostPlace))
    })
  } catch {
    return isClosed ? 'away' : streams.enter(keyOf(call), most)
  }
}

/** Callers without a tenant do not share one place. */
function keyOf({ tenant, principal, address }: GatewayCall): string {
  if (tenant !== undefined && tenant !== '') return `tenant ${tenant}`
  return principal === undefined ? `network ${networkOf(address)}` : `subject ${principal.subject}`
}

function errorKind({ failure }: GatewayCall): SseErrorKind | undefined {
  if (failure === undefined || failure === 'busy') return undefined
  return failure === 'stopped' ? 'client_disconnect' : upstreamErrorKind(failure)
}

/** How the metrics count a stream that its upstream ended early. */
export function upstreamErrorKind(failure: UpstreamFailure): SseErrorKind {
  return failure === 'expired' || failure === 'timeout' ? 'timeout' : 'upstream_error'
}
