/** Signing a webhook: AdCP 3.1 Bearer and HMAC-SHA256 (`push_notification_config.authentication`), Standard Webhooks. */
import { hmacDigest, hmacKey, type Key, type SecretProblem, standardKey, standardMac } from './keys.ts'
import { bytesOf, readPayload } from './payload.ts'

/** How a receiver wants to know the sender. Of several secrets of `standard` each signs, while one replaces another. */
export type WebhookAuth =
  | { scheme: 'bearer'; token: string }
  | { scheme: 'adcp-hmac'; secret: string }
  | { scheme: 'standard'; secrets: readonly string[] }

/** A webhook before it is signed. */
export interface UnsignedWebhook {
  /** One per event, the same at every try. Only `standard` sends it. */
  id: string
  body: Uint8Array | string
  /** Of this try, in milliseconds since the epoch. */
  at: number
}

/** `duplicate_key_input` is AdCP's own name for it, and spelled as there. */
export type SigningProblem = SecretProblem | 'bad-id' | 'too-large' | 'unreadable-body' | 'duplicate_key_input'

/** The headers to send with exactly these bytes; or why they cannot be signed, which no later try would change. */
export type Signing = { ok: true; headers: Record<string, string> } | { ok: false; problem: SigningProblem }

const leastTokenLength = 32
export const payloadProblems = {
  'too-large': 'too-large',
  'not-json': 'unreadable-body',
  'too-deep': 'unreadable-body',
  'duplicate-key': 'duplicate_key_input',
} as const

/**
 * Signs a webhook.
 *
 * @example
 * const signing = sign({ scheme: 'adcp-hmac', secret }, { id: 'evt_1', body: '{"status":"completed"}', at: Date.now() })
 */
export function sign(auth: WebhookAuth, { id, body, at }: UnsignedWebhook): Signing {
  const weak = checkAuth(auth)
  if (weak !== undefined) return { ok: false, problem: weak }
  const bytes = bytesOf(body)
  const payload = readPayload(bytes)
  // AdCP's HMAC is over bytes, whatever they are; what it must refuse is a key that is given twice.
  const isBytes = auth.scheme === 'adcp-hmac' && !payload.ok && payload.problem === 'not-json'
  if (!payload.ok && !isBytes) return { ok: false, problem: payloadProblems[payload.problem] }
  const timestamp = String(Math.floor(at / 1000))
  switch (auth.scheme) {
    case 'bearer':
      return { ok: true, headers: { authorization: `Bearer ${auth.token}` } }
    case 'adcp-hmac': {
      const key = hmacKey(auth.secret)
      if (!key.ok) return key
      const signature = `sha256=${hmacDigest(key.key, timestamp, bytes).toString('hex')}`
      return { ok: true, headers: { 'x-adcp-signature': signature, 'x-adcp-timestamp': timestamp } }
    }
    case 'standard': {
      // A dot in it could be read as the end of the id.
      if (!/^[\w:-]{1,255}$/.test(id)) return { ok: false, problem: 'bad-id' }
      const keys = auth.secrets.map(standardKey).flatMap(key => (key.ok ? [key.key] : []))
      const signature = keys.map(key => `v1,${standardMac(key, id, timestamp, bytes).toString('base64')}`).join(' ')
      return {
        ok: true,
        headers: { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature },
      }
    }
  }
}

/** What is wrong with a receiver's secret, to be reported when it registers; undefined: nothing. */
export function checkAuth(auth: WebhookAuth): SecretProblem | undefined {
  switch (auth.scheme) {
    case 'bearer':
      if (!/^[\x21-\x7e]*$/.test(auth.token)) return 'bad-secret'
      return auth.token.length < leastTokenLength || new Set(auth.token).size === 1 ? 'weak-secret' : undefined
    case 'adcp-hmac':
      return problemOf([hmacKey(auth.secret)])
    case 'standard':
      return auth.secrets.length === 0 ? 'bad-secret' : problemOf(auth.secrets.map(standardKey))
  }
}

function problemOf(keys: readonly Key[]): SecretProblem | undefined {
  return keys.map(key => (key.ok ? undefined : key.problem)).find(problem => problem !== undefined)
}
