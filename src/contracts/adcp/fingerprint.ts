/** AdCP 3.1 security, idempotency: the fingerprint of a request, SHA-256 over its RFC 8785 form. */
import canonicalize from 'canonicalize'
import { isAmbiguous } from '../../codec/ambiguous.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import { valueAt } from '../../lib/pointer.ts'
import type { Body } from '../../wire/body.ts'

/** The closed list of members that do not count: everything else does, `ext` and the webhook's URL too. */
export const excluded: readonly string[] = [
  '/idempotency_key',
  '/context',
  '/governance_context',
  '/push_notification_config/authentication/credentials',
]

/** Why a request has no fingerprint. */
export type NoFingerprint = 'unreadable' | 'not-an-object' | 'inexact-number' | 'duplicate-key' | 'lone-surrogate'

export type Fingerprint = { ok: true; digest: string } | { ok: false; reason: NoFingerprint; pointer: string }

/**
 * The fingerprint of the request that is at a pointer of a body, in lower-case hexadecimal. Refused when two
 * readers could take the request for different ones: a whole number that a double cannot hold, a repeated member.
 */
export async function fingerprint(body: Body, at = ''): Promise<Fingerprint> {
  const reading = body.json()
  if (!reading.ok) return { ok: false, reason: 'unreadable', pointer: '' }
  const request = valueAt(reading.value, at)
  if (!isObject(request)) return { ok: false, reason: 'not-an-object', pointer: at }
  const odd = reading.notes.find(note => counts(note.pointer, at) && isAmbiguous(note, reading.value))
  if (odd !== undefined && odd.code !== 'bom') return { ok: false, reason: odd.code, pointer: odd.pointer }
  const canonical = canonicalize(fingerprintMaterial(request)) ?? ''
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonical))
  return { ok: true, digest: Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('') }
}

/** Whether a place belongs to what is hashed. */
export function counts(pointer: string, at = ''): boolean {
  if (!pointer.startsWith(`${at}/`)) return false
  return !excluded.some(member => pointer === at + member || pointer.startsWith(`${at}${member}/`))
}

/** A request without the excluded members; a missing member stays another thing than null. */
export function fingerprintMaterial(request: JsonObject): JsonObject {
  const { idempotency_key: _, context: __, governance_context: ___, ...rest } = request
  const push = rest.push_notification_config
  if (!isObject(push) || !isObject(push.authentication)) return rest
  const { credentials: ____, ...authentication } = push.authentication
  return { ...rest, push_notification_config: { ...push, authentication } }
}
