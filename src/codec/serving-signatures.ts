/** How messages of a contract are signed (RFC 9421): profiles, and what a server requires of requests. */
import type { Json } from '../lib/json-value.ts'
import type { SignatureProfile } from '../wire/signature/profile.ts'
import type { ContractOptions } from './serving.ts'
import type { PublishedAgent } from './serving-publications.ts'

/** What a request calls, as far as its carrier says. */
export interface SignedCall {
  /** The name of the operation; empty where the request calls none. */
  readonly operation: string
  /** The JSON-RPC method, in the words of MCP and of A2A 0.3: `tasks/cancel`. */
  readonly method?: string | undefined
}

/**
 * What a signature means for a call. `required`: without one, the call needs other credentials. `warn`: one that is not
 * valid is logged, and proves nothing. `optional`: there need not be one. One that is not valid is refused.
 */
export type SignatureMode = 'required' | 'warn' | 'optional'

/** What one server requires of requests. */
export interface RequestSignatures {
  readonly profile: SignatureProfile
  /** Whether any call has the mode `warn`. */
  readonly mayWarn: boolean
  modeOf(call: SignedCall): SignatureMode
  /** Whether the arguments of a call ask for something that only a signed request may have, whatever its mode. */
  needsSignature(args: Json): boolean
}

/** What the contract needs of a server that verifies and signs. */
export interface SignatureServing {
  /** What a server requires, as its author set it. Throws for settings that contradict each other. */
  requests(options: ContractOptions): RequestSignatures
  readonly webhooks: SignatureProfile
  /** What is missing so that others can find the keys of the server; undefined: nothing. */
  objection(options: ContractOptions, facts: SignatureFacts): string | undefined
}

/** What a server does about signatures, for operations of a contract that report it. */
export interface SignatureFacts {
  /** Signatures of requests are verified. */
  readonly verifiesRequests: boolean
  /** Callers have no other credentials: what is not for anyone needs a signature. */
  readonly requiresSignatures?: boolean | undefined
  /** What webhooks are signed with; undefined: there is no key. */
  readonly webhookAlgorithm?: string | undefined
  /** This agent as it publishes its keys; undefined: it publishes none. */
  readonly published?: PublishedAgent | undefined
}
