/** Documents about its keys that an agent publishes, where a contract has some: key set, revocation list, identity. */
import type { Json, JsonObject } from '../lib/json-value.ts'

/** A key of the agent. */
export interface PublishableKey {
  readonly kid: string
  readonly use: 'request-signing' | 'governance-signing'
  readonly alg: string
  /** The public half. */
  readonly jwk: JsonObject
}

/** This agent, as others know it. */
export interface PublishedAgent {
  /** The URL by which others know it, byte for byte. */
  readonly url: string
  /** What it does, in the words of the contract: `sales`, `buying`, `governance`. */
  readonly type: string
  readonly id: string
}

/** What a document is made of. Times are milliseconds since the epoch. */
export interface PublicationSource {
  readonly agent: PublishedAgent
  /** Further agents of the same operator, such as one that governs it. */
  readonly others: readonly PublishedAgent[]
  /** Keys that can be verified with: those that sign, and those that did. */
  readonly keys: readonly PublishableKey[]
  readonly revokedKids: readonly string[]
  readonly revokedTokens: readonly string[]
  /** The private key that signs documents; undefined: there is none. */
  readonly signing: JsonObject | undefined
  readonly now: number
}

/** One document at one path of the origin. */
export interface Publication {
  /** The name of its file, for those who publish it elsewhere. */
  readonly file: string
  readonly path: string
  /** How long others may keep it. */
  readonly maxAgeSeconds: number
  /** Undefined: there is none. */
  make(source: PublicationSource): Promise<Json | undefined>
}
