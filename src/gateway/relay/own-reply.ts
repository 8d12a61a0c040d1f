/** Replies that the gateway makes itself, because there is no answer of the upstream. */
import type { Stop } from '../../lib/stop.ts'
import type { Fault } from '../../outcome/fault.ts'
import { isOutcome } from '../../outcome/is-outcome.ts'
import { canceled, failed, type Outcome } from '../../outcome/outcome.ts'
import type { UpstreamError, UpstreamFailure } from '../upstream/upstream-error.ts'
import { upstreamFault } from '../upstream-faults.ts'
import type { RelayReply } from './relay.ts'

export function ownReply(outcome: Outcome, failure?: UpstreamFailure): RelayReply {
  return { outcome, author: 'server', exchange: {}, findings: [], losses: [], failure }
}

/** A call that was not sent. */
export function refusedReply(cause: Fault): RelayReply {
  return ownReply(failed({ ...cause, began: false }))
}

/** The upstream cannot be reached, broke off, took too long; or the call was stopped. */
export function failedReply(error: UpstreamError, stop: Stop): RelayReply {
  return ownReply(failureOutcome(error, stop), error.failure)
}

function failureOutcome(error: UpstreamError, { reason }: Stop): Outcome {
  if (error.failure !== 'stopped') return failed(upstreamFault(error))
  // The gateway stops; or the caller has left, and nobody reads the answer.
  return isOutcome(reason) ? reason : canceled()
}
