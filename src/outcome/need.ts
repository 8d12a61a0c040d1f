/** What a paused run waits for. */
import type { JsonObject } from '../lib/json-value.ts'
import type { Extra } from './outcome.ts'

/** Where an input of an HTTP request is. */
export type Location = 'body' | 'query' | 'path' | 'header'

/** What the caller has to supply before paused work can go on. */
export type Need = { extra?: Extra } & (
  | { kind: 'input'; name: string; location: Location; schema: JsonObject; required: boolean; question: string }
  | { kind: 'reply'; question: string }
  // `roles`: who may decide. They are kept with the approval, and are not part of any answer.
  | { kind: 'approval'; key: string; action: string; token?: string; expiresAt?: string; roles?: string[] }
  | { kind: 'credentials'; url?: string; scheme?: string }
)
