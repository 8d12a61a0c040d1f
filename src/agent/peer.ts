/** Calling other agents from a handler. The server provides what does the calling; this is its shape. */
import type { Principal } from '../auth/principal.ts'
import type { Call } from '../outcome/call.ts'
import type { Interim } from '../outcome/moment.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { Decision } from '../outcome/run-result.ts'
import type { Agent } from './define.ts'
import type { InputOf, OutputOf } from './operation-types.ts'

/** What signs requests to another agent: a signer of a key ring, or of `signerOf`. */
export interface PeerSigning {
  readonly signer: {
    readonly keyid: string
    readonly alg: 'ed25519' | 'ecdsa-p256-sha256'
    sign(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array>
  }
  /** The edition of the profile that the agent verifies by. Default: 3.1. */
  readonly profile?: '3.1' | '3.2' | undefined
}

/** How another agent is called. */
export interface PeerOptions {
  /** The contract of its answers: `ID` or `ID@VERSION`. Default: detected. */
  readonly contract?: string | undefined
  /** Sent with every request, such as the credentials of this service. The caller's own credentials are never sent. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Signs every request (RFC 9421), as `sign` of `connect` does. Default: requests are not signed. */
  readonly sign?: PeerSigning | undefined
  /** How many agents may have passed the call on before, one to the next. Default: 16. */
  readonly maxHops?: number | undefined
}

/** One call of another agent. */
export interface PeerCallOptions {
  /** The idempotency key. Default: one that is the same whenever this run is repeated. */
  readonly key?: string | undefined
  /** The longest time for the call. Default: what is left of this run. */
  readonly timeoutMs?: number | undefined
  /** What this operation calls the inputs that the other agent may ask for, by the name that the other agent uses. */
  readonly names?: Readonly<Record<string, string>> | undefined
  /** Receives progress and pieces of the answer. */
  readonly onMoment?: ((moment: Interim) => void) | undefined
}

/** The answer of another agent. It is never rejected. */
export interface PeerCall<T = unknown> extends Promise<Outcome<T>> {
  /**
   * The data of a completed answer. Anything else ends this run: a question of the other agent is asked by this run, an
   * approval is requested by this run, and a failure is a failed dependency.
   */
  orThrow(): Promise<T>
}

/** Another agent. `A` is its type, where it is known: `ctx.client<typeof agent>(url)`. */
export interface Peer<A extends Agent = Agent> {
  call<Name extends keyof A['operations'] & string>(
    operation: Name,
    input: InputOf<A, Name>,
    options?: PeerCallOptions,
  ): PeerCall<OutputOf<A, Name>>
}

/** What a run passes on to the agents that it calls. */
export interface PeerRun {
  readonly call: Call
  readonly principal: Principal | undefined
  readonly traceparent: string | undefined
  /** In milliseconds since the epoch. */
  readonly deadline: number | undefined
  readonly signal: AbortSignal
  approval(key: string): Decision | undefined
  /** Keeps a text with an approval that the run asks for, for a run that remembers no steps. */
  hold(key: string, text: string): void
  /** The texts of approvals that were given. */
  held(): readonly string[]
  /** A key for one call: the same whenever the run is repeated, another one for the next call that is alike. */
  keyFor(request: string): Promise<PeerKey>
  /** What the run remembers when it is repeated: for good in a task, in a plain call until it ends. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** What identifies one call of a run. */
export interface PeerKey {
  /** The idempotency key. */
  readonly key: string
  /** Which call of the run it is: the same for every caller and every run that makes the same calls. */
  readonly name: string
}

/** Opens another agent for a run. */
export type OpenPeer = (url: string, run: PeerRun, options?: PeerOptions) => Peer
