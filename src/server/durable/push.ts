/** Push registrations in requests: what the contract reads, as the store keeps it. */
import type { PushRegistration, PushServing } from '../../codec/serving.ts'
import type { Json } from '../../lib/json-value.ts'
import type { Issue } from '../../outcome/fault.ts'
import type { Push } from '../../runtime/tasks.ts'
import { checkUrl } from '../../runtime/webhooks/guard.ts'
import { checkAuth } from '../../runtime/webhooks/sign.ts'

/** The schemes under the names that rows of the store have for them. */
const storedSchemes = {
  bearer: 'bearer',
  hmac: 'adcp-hmac',
  signature: 'signature',
} as const satisfies Record<PushRegistration['scheme'], Push['scheme']>

/** What the server can do for a receiver. */
export interface PushAbilities {
  /** Receivers on this machine are allowed. */
  readonly allowLoopback: boolean
  /** Messages can be signed with a key of the server. */
  readonly signs: boolean
}

/** Reads a registration, or reports what is wrong with it. */
export function readPush(serving: PushServing, config: Json, { allowLoopback, signs }: PushAbilities): Push | Issue[] {
  const read = serving.read(config, {
    signs,
    isAllowed: url => checkUrl(url, { allowLoopback }).ok,
    isStrong: (scheme, credentials) => checkAuth(authOf(storedSchemes[scheme], credentials)) === undefined,
  })
  return isIssues(read) ? [...read] : { ...read, scheme: storedSchemes[read.scheme] }
}

function isIssues(read: PushRegistration | readonly Issue[]): read is readonly Issue[] {
  return Array.isArray(read)
}

function authOf(scheme: 'bearer' | 'adcp-hmac', credentials: string): Parameters<typeof checkAuth>[0] {
  return scheme === 'bearer' ? { scheme, token: credentials } : { scheme, secret: credentials }
}
