/** What a signing key is for, and its algorithms (RFC 7518, RFC 8037). */

/** Requests and webhooks, or governance tokens. */
export const keyUses = ['request-signing', 'governance-signing'] as const
export type KeyUse = (typeof keyUses)[number]

export const keyAlgorithms = ['EdDSA', 'ES256'] as const
export type KeyAlgorithm = (typeof keyAlgorithms)[number]
