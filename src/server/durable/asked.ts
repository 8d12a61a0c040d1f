/** What a request asks for beside its input: a key, a preference, a push, an approval it brings. */
import { counts, fingerprintMaterial } from '../../contracts/adcp/fingerprint.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Call, Preferences } from '../../outcome/call.ts'
import { type Fault, fault, type Issue } from '../../outcome/fault.ts'
import { adcpPolicy, type IdempotencyPolicy, plainPolicy } from '../../runtime/idempotency.ts'
import type { Push } from '../../runtime/tasks.ts'
import { checkUrl } from '../../runtime/webhooks/guard.ts'
import { checkAuth } from '../../runtime/webhooks/sign.ts'
import type { Body } from '../../wire/body.ts'
import type { Served } from '../negotiate.ts'

export interface AskedFor {
  call: Pick<Call, 'idempotencyKey' | 'approvalTokens' | 'prefer'>
  policy: IdempotencyPolicy
  /** What a key stands for, where that is more than the input. */
  material?: Json
  push?: Push
}

export interface Asking {
  served: Served
  headers: Headers
  body: Body | undefined
  /** The arguments, of which some may stand in the path and not in the body. */
  input: Json
  /** Receivers on this machine are allowed. */
  allowLoopback: boolean
}

/** Reads what a request asks for, or says what is wrong with it. */
export function readAsked({ served, headers, body, input, allowLoopback }: Asking): AskedFor | Fault {
  const isAdcp = served.contract.id === 'adcp'
  const policy = isAdcp ? adcpPolicy : plainPolicy
  const reading = body?.json()
  const sent: JsonObject = reading?.ok && isObject(reading.value) ? reading.value : {}
  const inBody = isAdcp ? sent.idempotency_key : undefined
  const key = inBody === undefined ? (headers.get('idempotency-key') ?? undefined) : inBody
  const issues: Issue[] = []
  const at: Pick<Issue, 'pointer' | 'location'> =
    inBody === undefined
      ? { pointer: '/Idempotency-Key', location: 'header' }
      : { pointer: '/idempotency_key', location: 'body' }
  if (key !== undefined && (typeof key !== 'string' || !policy.key.test(key))) {
    issues.push({
      ...at,
      message: isAdcp ? 'Expected 16 to 255 of A-Z a-z 0-9 _ . : -' : 'Expected 1 to 255 printable characters.',
    })
  }
  if (key !== undefined && reading?.ok) {
    // Two readers could take such a request for different ones.
    for (const { code, pointer } of reading.notes) {
      if (code === 'inexact-number' && (!isAdcp || counts(pointer)))
        issues.push({ pointer, message: 'With a key, a number must be one that a double holds.', location: 'body' })
    }
  }
  const push =
    isAdcp && sent.push_notification_config !== undefined
      ? pushOf(sent.push_notification_config, allowLoopback)
      : undefined
  if (Array.isArray(push)) issues.push(...push)
  if (issues.length > 0) {
    return fault('invalid', 'The request is not valid.', {
      issues: issues.slice(0, 100),
      began: false,
      ...(isAdcp ? { code: 'INVALID_REQUEST' } : {}),
    })
  }
  const tokens = (headers.get('x-approval-token') ?? '')
    .split(',')
    .map(token => token.trim())
    .filter(token => token !== '')
    .slice(0, 10)
  const prefer = preferencesOf(headers.get('prefer'))
  return {
    call: {
      ...(typeof key === 'string' ? { idempotencyKey: key } : undefined),
      ...(tokens.length > 0 ? { approvalTokens: tokens } : undefined),
      ...(prefer === undefined ? undefined : { prefer }),
    },
    policy,
    ...(isAdcp
      ? { material: [fingerprintMaterial(sent), isObject(input) ? fingerprintMaterial(input) : input] }
      : undefined),
    ...(push === undefined || Array.isArray(push) ? undefined : { push }),
  }
}

/** RFC 7240: `respond-async` and `wait=SECONDS`; what else is preferred is nobody's business here. */
export function preferencesOf(header: string | null): Preferences | undefined {
  if (header === null) return undefined
  const parts = header.slice(0, 1024).toLowerCase().split(/[,;]/, 20)
  const words = new Map<string, string>()
  for (const part of parts) {
    const [name = '', value = ''] = part.split('=', 2).map(word => word.trim().replaceAll('"', ''))
    words.set(name, value)
  }
  const seconds = Number(words.get('wait') || Number.NaN)
  const wait = Number.isInteger(seconds) && seconds >= 0 && seconds <= 3600 ? { waitMs: seconds * 1000 } : undefined
  const isAsync = words.has('respond-async')
  return isAsync || wait !== undefined ? { ...(isAsync ? { async: true } : undefined), ...wait } : undefined
}

/** AdCP 3.1, push-notification-config: where to tell, and how to sign it. */
function pushOf(config: Json, allowLoopback: boolean): Push | Issue[] {
  const wrong = (member: string, message: string): Issue[] => [
    { pointer: `/push_notification_config${member}`, message, location: 'body' },
  ]
  if (!isObject(config) || typeof config.url !== 'string') return wrong('/url', 'Expected the URL of a receiver.')
  if (!checkUrl(config.url, { allowLoopback }).ok) return wrong('/url', 'Expected an https URL of a public host.')
  const { authentication, ...rest } = config
  // Without it the message would be signed with HTTP signatures, which are not offered.
  if (!isObject(authentication)) return wrong('/authentication', 'Expected how to authenticate: Bearer or HMAC-SHA256.')
  const [scheme] = Array.isArray(authentication.schemes) ? authentication.schemes : []
  const { credentials } = authentication
  if ((scheme !== 'Bearer' && scheme !== 'HMAC-SHA256') || typeof credentials !== 'string') {
    return wrong('/authentication', 'Expected one scheme, Bearer or HMAC-SHA256, and credentials.')
  }
  const problem = checkAuth(
    scheme === 'Bearer' ? { scheme: 'bearer', token: credentials } : { scheme: 'adcp-hmac', secret: credentials },
  )
  if (problem !== undefined || credentials.length < 32) {
    return wrong('/authentication/credentials', 'Expected at least 32 characters that are hard to guess.')
  }
  return { url: config.url, scheme: scheme === 'Bearer' ? 'bearer' : 'adcp-hmac', credentials, config: rest }
}
