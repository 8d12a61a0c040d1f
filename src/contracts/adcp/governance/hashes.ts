/** AdCP governance: SHA-256 over RFC 8785 forms, as unpadded base64url. */
import canonicalize from 'canonicalize'
import { encode } from 'jose/base64url'
import type { JsonObject } from '../../../lib/json-value.ts'

/**
 * What a token authorizes is bound to: the hash of the request without the token and the caller's context. The key stays.
 *
 * @example
 * const hash = await payloadHash({ idempotency_key: 'buy-0000000000001', plan_id: 'plan_1' })
 */
export function payloadHash(request: JsonObject): Promise<string> {
  const { governance_context: _, context: __, ...rest } = request
  return hashOf(rest)
}

/**
 * The hash of a plan without its bookkeeping. Auditors compare it; sellers do not.
 *
 * @example
 * const hash = await planHash({ plan_id: 'plan_1', objectives: 'Awareness' })
 */
export function planHash(plan: JsonObject): Promise<string> {
  const { version, status, syncedAt, revisionHistory, committedBudget, committedByType, ...rest } = plan
  return hashOf(rest)
}

async function hashOf(value: JsonObject): Promise<string> {
  const bytes = new TextEncoder().encode(canonicalize(value) ?? '')
  return encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}
