/** How a contract uses HTTP message signatures: data that signing and verifying share. */
import type { BinaryEncoding } from './binary.ts'
import type { KeyFailure, SignaturePurpose } from './key-directory.ts'

/** Whether the digest of a body is covered. */
export type DigestPolicy = 'required' | 'forbidden' | 'either'

/** A profile: who signs what, and how it is verified. */
export interface SignatureProfile {
  readonly purpose: SignaturePurpose
  /** The label that is read and written; others are ignored. */
  readonly label: string
  readonly tag: string
  /** The member of a JWK that names what the key is for, and its values that fit. */
  readonly keyUse: { readonly member: string; readonly values: readonly string[] }
  readonly binary: BinaryEncoding
  /** Of messages with a body. Signers cover the digest wherever they may. */
  readonly digest: DigestPolicy
  /** Content-Type and Content-Digest are covered even where there is no body. */
  readonly alwaysCoversBody: boolean
  /** The longest time between `created` and `expires`, and how far clocks may be apart; in seconds. */
  readonly longestSeconds: number
  readonly skewSeconds: number
  readonly stripsRootDot: boolean
  /** How many nonces of one key are kept; no more are accepted then. */
  readonly noncesPerKey: number
  /** What codes begin with: `request` or `webhook`. */
  readonly codePrefix: string
}

/** Why a signature is refused, in the order of the checks. Codes are made of these: see `signatureCode`. */
export type SignatureFailure =
  | 'required'
  | 'header_malformed'
  | 'params_incomplete'
  | 'tag_invalid'
  | 'alg_not_allowed'
  | 'window_invalid'
  | 'components_incomplete'
  | 'components_unexpected'
  | KeyFailure
  | 'key_purpose_invalid'
  | 'key_revoked'
  | 'revocation_stale'
  | 'rate_abuse'
  | 'target_uri_malformed'
  | 'invalid'
  | 'digest_mismatch'
  | 'replayed'
  | 'body_malformed'
  | 'mode_mismatch'

/** These are about the message, not about its signature. */
const ofMessage: ReadonlySet<SignatureFailure> = new Set(['target_uri_malformed', 'body_malformed', 'mode_mismatch'])

/** The code of a failure, as senders receive it. */
export function signatureCode({ codePrefix }: Pick<SignatureProfile, 'codePrefix'>, failure: SignatureFailure): string {
  return ofMessage.has(failure) ? `${codePrefix}_${failure}` : `${codePrefix}_signature_${failure}`
}

/** The challenge of a 401: one parameter, and nothing that would help to guess. */
export function signatureChallenge(code: string): string {
  return `Signature error="${code}"`
}
