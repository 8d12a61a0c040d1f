/** How a contract governs calls: tokens of a third party, which a server verifies before a call runs. */
import type { JsonObject } from '../lib/json-value.ts'
import type { GovernanceRecord } from '../outcome/call.ts'
import type { Fault } from '../outcome/fault.ts'
import type { FetchDocument } from '../wire/fetch-document.ts'
import type { ContractOptions } from './serving.ts'

/** Verifies the tokens that calls are made under. */
export interface GovernanceServing {
  /** Whether the author asks for it. */
  isOn(options: ContractOptions): boolean
  /** Called once for a server. */
  open(host: GovernanceHost): Promise<Governor>
}

/** What a server offers to a contract that verifies tokens. */
export interface GovernanceHost {
  /** What the author sets for the contract. */
  readonly options: ContractOptions
  /** Fetches from public addresses alone. */
  readonly fetch: FetchDocument
  now(): number
}

/** Who calls, as their credentials prove it. */
export interface GovernedCaller {
  readonly subject: string
  readonly tenant: string
  readonly account?: string
}

/** A call that may be governed. */
export interface GovernedCall {
  readonly operation: string
  readonly edition: string
  /** As it came; undefined: the call has none. */
  readonly token: string | undefined
  /** The arguments as they were sent, wherever in the request they are, members of the envelope included. */
  readonly body: JsonObject
  /** The arguments as the handler gets them. */
  readonly input: unknown
  /** Undefined: nobody knows. */
  readonly caller: GovernedCaller | undefined
  /**
   * Uses up the id of a token for this call. False: another call has used it. A repeat under the same idempotency key is
   * the same call.
   */
  use(scope: readonly string[], id: string, expiresAt: number): Promise<boolean>
}

/** A call whose input has changed since it was governed: it was answered, or an approver has changed it. */
export interface ChangedCall extends GovernedCall {
  /** What its token, which was verified, allows; undefined: it had none. */
  readonly record: GovernanceRecord | undefined
}

/** What became of a token. `code` is for the audit alone: the fault does not say which check failed. */
export type GovernanceResult =
  | { readonly kind: 'ungoverned' }
  /** `token`: the one that the call goes on with, where that is another. */
  | { readonly kind: 'accepted'; readonly record: GovernanceRecord; readonly token?: string }
  | { readonly kind: 'refused'; readonly code: string; readonly fault: Fault }

export interface Governor {
  verify(call: GovernedCall): Promise<GovernanceResult>
  /** Whether what was accepted allows the changed call too. */
  verifyAgain(call: ChangedCall): Promise<GovernanceResult>
}
