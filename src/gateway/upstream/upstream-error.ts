/** Why an upstream gave no answer that can be used. Its own words and its address are no part of it. */

export type UpstreamFailure =
  /** No connection: nothing was sent. */
  | 'unreachable'
  /** The connection or the answer broke off, or is no HTTP. */
  | 'broken'
  /** It took too long to answer, or stopped in the middle. */
  | 'timeout'
  /** The time that the route gives a call is over. */
  | 'expired'
  /** The answer is longer than what is verified. */
  | 'too-large'
  /** It answers with a stream that nobody asked for, and that may never end. */
  | 'unwanted-stream'
  /** Every target is out of order, or its breaker is open. */
  | 'unavailable'
  /** This process can open no further connection. */
  | 'exhausted'
  /** As many calls are open as the pool allows. */
  | 'busy'
  /** The caller has left, or the gateway stops. */
  | 'stopped'

export class UpstreamError extends Error {
  readonly failure: UpstreamFailure
  /** Whether a part of the request may have reached the upstream. */
  readonly wasSent: boolean
  readonly retryAfterMs: number | undefined

  constructor(failure: UpstreamFailure, wasSent = false, retryAfterMs?: number) {
    super(failure)
    this.name = 'UpstreamError'
    this.failure = failure
    this.wasSent = wasSent
    this.retryAfterMs = retryAfterMs
  }
}
