/** What an author sets for governance tokens. */
import type { GovernedCaller } from '../../../codec/serving-governance.ts'
import type { JsonObject } from '../../../lib/json-value.ts'
import type { Commitment } from './token.ts'

/** The tasks that spend. */
export const governedTasks: readonly string[] = ['create_media_buy', 'update_media_buy']

/** A call of a governed task. */
export interface GovernedTask {
  /** `create_media_buy` */
  readonly task: string
  /** The request, as it was sent; what is in the path or the query of its URL too. */
  readonly request: JsonObject
  /** The arguments as the handler gets them: validated. Compute from these what the call spends. */
  readonly input: unknown
  readonly caller: GovernedCaller
}

/** A release of AdCP by its name on the wire; 3.1 is every 3.1.x. */
export type AdcpReleaseName = '3.1-beta.3' | '3.1' | '3.2-beta.5'

/** A call whose token was verified, before it runs. */
export interface ExecutionTask extends GovernedTask {
  /** Aborted when nobody waits for the check any more. */
  readonly signal: AbortSignal
  /** The token of the call, to be sent along unchanged. */
  readonly token: string
}

/** What a governance agent answered to `check_governance`. */
export interface ExecutionCheck {
  /** Whether it approved. */
  readonly isApproved: boolean
  /** The `governance_context` of its answer: an approval counts only with one. */
  readonly token?: string | undefined
}

/** The buyer that a caller acts for. */
export interface GovernedBuyer {
  /** The URL of the caller's agent: `caller` in tokens. */
  readonly agent: string
  /** The domain whose brand.json lists the governance agents, or the URL of that brand.json. */
  readonly brand: string
}

type Maybe<T> = T | undefined | Promise<T | undefined>

/** How governance tokens are verified. */
export interface AdcpGovernanceOptions {
  /** This seller as tokens name it in `aud`, byte for byte. */
  readonly audience: string
  /** The tasks whose tokens are verified. Default: `create_media_buy` and `update_media_buy`. */
  readonly tasks?: readonly string[]
  /**
   * The releases in which these tasks are served, such as `3.2-beta.5`. Callers choose the release of a call, and what 3.2
   * has (ceilings, `executionCheck`) limits no call of 3.1. A call in another release is refused with
   * `VERSION_UNSUPPORTED`, and capabilities name these releases alone. Default: every release.
   */
  readonly releases?: readonly [AdcpReleaseName, ...AdcpReleaseName[]]
  /** Who a caller is. Never from the token: from what you know of the credentials. Undefined: no token counts. */
  buyerOf(caller: GovernedCaller): Maybe<GovernedBuyer>
  /** Whether a call needs a token. Default: none does; the tokens that come are verified. */
  isRequired?(task: GovernedTask): Maybe<boolean>
  /** What a call commits, as you compute it. Since AdCP 3.2 a token has to allow it. Default: no money. */
  commitmentOf?(task: GovernedTask): Maybe<Commitment>
  /**
   * Since AdCP 3.2, `online_execution_check`: prepares what the call will commit, and asks the governance agent about it
   * before the handler runs (`check_governance` with the token of the call). The token that comes back is verified too, and
   * is what the handler gets. Undefined: the call is exempt, such as a pause, a cancellation or a decrease. What it throws
   * is an agent that cannot be reached. It is asked again where an answer or an approver has changed the call since.
   */
  executionCheck?(task: ExecutionTask): Maybe<ExecutionCheck>
  /** How long `executionCheck` may take, in milliseconds: then the agent cannot be reached. Default: 10,000. */
  readonly executionTimeoutMs?: number
  /**
   * How long after a revocation list the next one is due, in milliseconds, whatever the list says. Default: 30 minutes.
   */
  readonly longestRevocationMs?: number
  /** The plan of a call that does not name it, such as that of the media buy to update. AdCP 3.1 compares it. */
  planOf?(task: GovernedTask): Maybe<string>
}
