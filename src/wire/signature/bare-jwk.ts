/** The members of a JWK that are the key itself. The others, such as `use` and `key_ops`, make WebCrypto refuse a key. */

type Jwk = Readonly<Record<string, unknown>>

/** What `importKey` takes. */
export interface BareJwk {
  readonly kty: string
  readonly crv: string
  readonly x: string
  readonly y?: string
  readonly d?: string
}

/** The public half; never a private one, whatever its publisher left in it. */
export function publicHalf({ kty, crv, x, y }: Jwk): BareJwk {
  return { kty, crv, x, ...(y === undefined ? undefined : { y }) } as BareJwk
}

/** Both halves. */
export function bothHalves(jwk: Jwk): BareJwk {
  return { ...publicHalf(jwk), ...(jwk.d === undefined ? undefined : { d: jwk.d }) } as BareJwk
}
