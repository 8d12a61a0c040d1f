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

/** The message that a call came in, over a carrier that has messages. */
export interface CallMessage {
  /** The id that its sender gave it. */
  id: string
  /** The conversation: the sender's own, or a new one. */
  contextId: string
  /** The task that it answers; undefined for a message that begins one. */
  taskId?: string
  /** What its sender says about it, less credentials. */
  metadata: JsonObject
  /** The extensions of the agent's card that its sender activated, by their URIs. */
  extensions: string[]
  /** Other tasks that it refers to. */
  referenceTaskIds: string[]
}

/** A governance token that the server has verified: what it says, and when it was accepted. */
export interface GovernanceRecord {
  /** The id of the token. */
  tokenId: string
  /** Who issued it, and for whom. */
  issuer: string
  audience: string
  /** What it is about: a plan, or an action. */
  subject: string
  phase: string
  /** An RFC 3339 date-time. */
  acceptedAt: string
  /** All that it says. */
  claims: JsonObject
}

/** A call of an operation, contract-neutral. */
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
  /** Over A2A: the message that began the call, or answered its last pause. */
  message?: CallMessage
  /** The token that the call is made under, once it is verified. No contract reads it from a request. */
  governed?: GovernanceRecord
  /** How many agents have passed the call on to others. No contract has it: it is sent in a header, or in `_meta`. */
  hops?: number
  extra?: Extra
}
