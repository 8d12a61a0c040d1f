/** Tokens whose signatures were verified: a caller who comes again with the same token is not verified again. */
import { hash } from 'node:crypto'
import type { JsonObject } from '../lib/json-value.ts'
import type { Issuer } from './jwt-options.ts'
import type { Principal } from './principal.ts'

export interface VerifiedToken {
  readonly issuer: Issuer
  readonly claims: JsonObject
  /** Who the claims describe. */
  readonly principal: Principal
  /** The keys that were in force before it was verified; undefined: none were fresh. */
  readonly keys: object | undefined
}

const mostTokens = 1000
/** Longer tokens are verified at every call, so that what is remembered stays small. */
const longestToken = 8192

/**
 * Remembers tokens that were good, never those that were refused: what they say does not change, and only their time is
 * checked at every call. A token is forgotten as soon as its issuer has other keys, or keys that are no longer fresh; and
 * of too many tokens the least recently used one. They are kept as digests, so that no dump of the memory has tokens that
 * can be used.
 */
export class VerifiedTokens {
  readonly #tokens = new Map<string, VerifiedToken>()

  get(token: string): VerifiedToken | undefined {
    if (this.#tokens.size === 0 || token.length > longestToken) return undefined
    const digest = digestOf(token)
    const found = this.#tokens.get(digest)
    if (found === undefined) return undefined
    this.#tokens.delete(digest)
    if (!isInForce(found)) return undefined
    this.#tokens.set(digest, found)
    return found
  }

  add(token: string, verified: VerifiedToken): void {
    if (token.length > longestToken || !isInForce(verified)) return
    this.#tokens.set(digestOf(token), verified)
    if (this.#tokens.size <= mostTokens) return
    const [oldest] = this.#tokens.keys()
    if (oldest !== undefined) this.#tokens.delete(oldest)
  }

  delete(token: string): void {
    this.#tokens.delete(digestOf(token))
  }
}

/** Whether its issuer has the very keys still that it was verified with, and they are fresh. */
function isInForce({ issuer, keys }: VerifiedToken): boolean {
  return keys !== undefined && keys === issuer.keys.fresh()
}

function digestOf(token: string): string {
  return hash('sha256', token, 'base64')
}
