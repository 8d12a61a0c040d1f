/**
 * Sending a call to the upstream of a route, whatever that speaks. A relay needs no request of a caller: the worker of a
 * task uses it too.
 */
import type { TraceBreach } from '../../codec/forwarding.ts'
import type { Loss } from '../../codec/loss.ts'
import type { Finding } from '../../codec/rule.ts'
import type { Stop } from '../../lib/stop.ts'
import type { Call } from '../../outcome/call.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import type { Interim } from '../../outcome/moment.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { Wire } from '../../wire/wire.ts'
import type { UpstreamFailure } from '../upstream/upstream-error.ts'

export interface RelayOptions {
  /** Ends the call. A reason that is an outcome becomes its outcome. */
  readonly stop: Stop
  /** When the time of the call is over, by the clock of `performance.now()`. Default: never. */
  readonly expiresAt?: number | undefined
  /** Headers of the request in addition to those of the call: who calls, as the gateway knows it. Names in lower case. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined
  /** What the caller itself sent and may be handed on, its credentials too: for upstreams over HTTP alone. */
  readonly callersHeaders?: Readonly<Record<string, string>> | undefined
  /** Follows a task of the upstream to its end, for callers who cannot. Default: false. */
  readonly wait?: boolean | undefined
  /** The keys of approvals of the upstream that were given here: they are given there too, where its carrier has a word for it. */
  readonly approved?: readonly string[] | undefined
  /** Asks for a stream of events, and receives them; the upstream waits for a promise. */
  readonly onMoment?: ((moment: Interim) => Promise<void> | undefined) | undefined
}

/** What came of a call. */
export interface RelayReply {
  readonly outcome: Outcome
  /** What the upstream says of the exchange. */
  readonly exchange: Exchange
  /** What is wrong with its answer. */
  readonly findings: readonly Finding[]
  /** Why the answer does not belong to the call. */
  readonly breach?: TraceBreach | undefined
  /** What of the call the request had no place for. */
  readonly losses: readonly Loss[]
  /** The answer as it came, where it came in one piece. */
  readonly wire?: Wire | undefined
  /** Set where there is no answer: the gateway made the outcome. */
  readonly author?: 'server' | undefined
  /** Why there is none. */
  readonly failure?: UpstreamFailure | undefined
}

/** The upstream of one route. */
export interface Relay {
  /** Sends a call. Whatever the upstream does, there is a reply. */
  call(call: Call, options: RelayOptions): Promise<RelayReply>
}
