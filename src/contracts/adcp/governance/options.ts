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
  /** The request, as it was sent. */
  readonly request: JsonObject
  readonly caller: GovernedCaller
}

/** A call whose token was verified, before it runs. */
export interface ExecutionTask extends GovernedTask {
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
   * is an agent that cannot be reached.
   */
  executionCheck?(task: ExecutionTask): Maybe<ExecutionCheck>
  /** The plan of a call that does not name it, such as that of the media buy to update. AdCP 3.1 compares it. */
  planOf?(task: GovernedTask): Maybe<string>
}
