/** What a paused run waits for. */
import type { JsonObject } from '../lib/json-value.ts'
import type { Extra } from './outcome.ts'

/** Where an input of an HTTP request stands. */
export type Location = 'body' | 'query' | 'path' | 'header'

export type Need = { extra?: Extra } & (
  | { kind: 'input'; name: string; location: Location; schema: JsonObject; required: boolean; question: string }
  | { kind: 'reply'; question: string }
  | { kind: 'approval'; key: string; action: string; token?: string; expiresAt?: string }
  | { kind: 'credentials'; url?: string; scheme?: string }
)
