/** A request in no contract's words. */
import type { Json, JsonObject } from '../lib/json-value.ts'
import type { Exchange } from './exchange.ts'
import type { Extra } from './outcome.ts'

/** What the caller would like, where there is a choice. */
export interface Preferences {
  async?: boolean
  waitMs?: number
  stream?: boolean
  contract?: string
  language?: string
}

export interface Call {
  operation: string
  input: Json
  exchange: Exchange
  idempotencyKey?: string
  approvalTokens?: string[]
  prefer?: Preferences
  /** A push-notification registration as the caller sent it. */
  push?: Json
  deadlineMs?: number
  workflowId?: string
  stageId?: string
  userId?: string
  mode?: string
  riskTier?: string
  domainId?: string
  budgets?: JsonObject
  extra?: Extra
}
