/**
 * Where the public keys of signers are found. What verifies a signature asks a directory; how a directory gets its keys
 * (a list, discovery over the network) is its own business.
 */

/** What a signature is for: a request to an agent, or a webhook from one. */
export type SignaturePurpose = 'request' | 'webhook'

/** Which key is wanted. */
export interface KeyQuestion {
  readonly keyid: string
  readonly purpose: SignaturePurpose
  /** The URL of the agent that must own the key. Default: any agent that the directory trusts. */
  readonly signer?: string | undefined
}

/**
 * A public key as its owner publishes it, with all members: the verifier checks `use`, `key_ops` and the others. A
 * directory returns the same object for the same key, so that it is imported once.
 */
export interface PublishedKey {
  readonly jwk: PublishedJwk
  /** The URL of the agent that owns the key. */
  readonly signer: string
}

/** A public JWK (RFC 7517), with members that its owner may have added. */
export interface PublishedJwk {
  readonly kid?: string
  readonly [member: string]: unknown
}

/** Why there is no key. Signature codes end with these words. */
export type KeyFailure =
  | 'key_unknown'
  | 'jwks_unavailable'
  | 'jwks_untrusted'
  | 'capabilities_unreachable'
  | 'brand_json_url_missing'
  | 'brand_json_unreachable'
  | 'brand_json_malformed'
  | 'brand_origin_mismatch'
  | 'agent_not_in_brand_json'
  | 'brand_json_ambiguous'
  | 'key_origin_mismatch'
  | 'key_origin_missing'

/**
 * A key, or why there is none. `next`: looks for another key of the same id, of another agent; it is asked where this one
 * has not signed, because agents choose the ids of their keys themselves.
 */
export type KeyAnswer =
  | { readonly ok: true; readonly key: PublishedKey; readonly next?: () => Promise<KeyAnswer> }
  | { readonly ok: false; readonly reason: KeyFailure }

/** Whether the owner has withdrawn a key. `stale`: the list of withdrawn keys is too old to decide. */
export type RevocationState = 'valid' | 'revoked' | 'stale'

/** Finds public keys. Neither method rejects: a failure is an answer. */
export interface KeyDirectory {
  resolveKey(question: KeyQuestion): Promise<KeyAnswer>
  /** Asked after the purpose of the key was checked, and before its signature is. Default: every key is valid. */
  revocationOf?(key: PublishedKey): Promise<RevocationState>
}
