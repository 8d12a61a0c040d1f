/** The keys that sign agent cards (A2A 1.0 §8.4). */

/** A JWK (RFC 7517): Ed25519 (`EdDSA`) or P-256 (`ES256`). */
export type CardJwk = Readonly<Record<string, unknown>>

/** The key of an id; undefined: it is not trusted. */
export type CardKeys = (kid: string) => Promise<CardJwk | undefined> | CardJwk | undefined
