/** AdCP governance: SHA-256 over RFC 8785 forms, as unpadded base64url. */
import canonicalize from 'canonicalize'
import { encode } from 'jose/base64url'
import type { JsonObject } from '../../../lib/json-value.ts'

/** What a token authorizes is bound to: the request without the token itself and the caller's context. The key stays. */
export function payloadHash(request: JsonObject): Promise<string> {
  const { governance_context: _, context: __, ...rest } = request
  return hashOf(rest)
}

/** The state of a plan without its bookkeeping. Auditors compare it; sellers do not. */
export function planHash(plan: JsonObject): Promise<string> {
  const { version, status, syncedAt, revisionHistory, committedBudget, committedByType, ...rest } = plan
  return hashOf(rest)
}

async function hashOf(value: JsonObject): Promise<string> {
  const bytes = new TextEncoder().encode(canonicalize(value) ?? '')
  return encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}
