/** What makes the calls of a route durable: each part is set by the plugin of its name. */
import type { Json } from '../../lib/json-value.ts'

/** What plugins make of a route. Undefined members are off. */
export interface Durability {
  readonly idempotency?: IdempotencyRules | undefined
  readonly approval?: RouteApprovalRules | undefined
  readonly tasks?: TaskRules | undefined
  readonly resume?: ResumeRules | undefined
}

export interface IdempotencyRules {
  /** Calls with effects and without a key are refused. */
  readonly isRequired: boolean
  /** The upstream knows keys: a call with one may be sent again. */
  readonly upstreamKnowsKeys: boolean
}

/** One condition on an argument of a call. */
export interface ArgumentRule {
  /** A JSON pointer into what is forwarded: `/body/budget`, `/params/campaignId`. */
  readonly pointer: string
  readonly is: 'above' | 'below' | 'one-of' | 'present'
  readonly value?: Json | undefined
}

/** When a call needs an approval, and whose. */
export interface ApprovalRule {
  readonly key: string
  /** What approvers read. */
  readonly action: string
  /** Who may approve; empty: the approvers of the gateway. */
  readonly approvers: readonly string[]
  /** Only calls of callers with one of these roles; empty: all callers. */
  readonly callers: readonly string[]
  /** All must hold; without any, every call needs the approval. */
  readonly when: readonly ArgumentRule[]
}

export interface RouteApprovalRules {
  readonly rules: readonly ApprovalRule[]
}

/** With what a task is forwarded when its caller is no longer there. */
export interface ServiceCredentials {
  /** Headers that the gateway adds; the credentials of callers are never kept. */
  readonly headers: Readonly<Record<string, string>>
  /** Headers of the caller that are kept with a task, lower case. Credentials are never among them. */
  readonly kept: readonly string[]
}

export interface TaskRules extends ServiceCredentials {
  /** Every call becomes a task; otherwise those of callers who prefer that. */
  readonly isAlways: boolean
  /** A call that takes longer becomes a task. */
  readonly budgetMs: number | undefined
  readonly attempts: number
  readonly backoffMs: number
}

export interface ResumeRules extends ServiceCredentials {}
