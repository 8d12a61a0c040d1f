/** AdCP security, governance_context: why a token is refused, in the words of its audit. */

/** The codes of a refusal. They are for logs of the verifier: callers see `PERMISSION_DENIED`. */
export type GovernanceCode =
  | 'governance_token_invalid'
  | 'governance_key_unknown'
  | 'governance_jwks_unavailable'
  | 'governance_jwks_untrusted'
  | 'governance_token_expired'
  | 'governance_token_not_yet_valid'
  | 'governance_token_not_applicable'
  | 'governance_issuer_not_authorized'
  | 'governance_token_revoked'
  | 'governance_revocation_stale'
  | 'governance_token_replayed'

/** The fifteen checks, by their places in the order. */
const governanceChecks = {
  parse: 1,
  alg: 2,
  typ: 3,
  crit: 4,
  key: 5,
  keyPurpose: 6,
  signature: 7,
  audience: 8,
  times: 9,
  subject: 10,
  phase: 11,
  authorization: 12,
  parties: 13,
  revocation: 14,
  replay: 15,
} as const

/** The name of a check. */
export type GovernanceCheck = keyof typeof governanceChecks

/** The first check that failed. */
export interface GovernanceRefusal {
  readonly ok: false
  readonly code: GovernanceCode
  readonly check: GovernanceCheck
}

export function refusal(check: GovernanceCheck, code: GovernanceCode): GovernanceRefusal {
  return { ok: false, code, check }
}
