/** For receivers: is a webhook from whom it says? AdCP 3.1 Bearer and HMAC-SHA256, Standard Webhooks 1.0. */
import { ReplywireError } from '../../errors.ts'
import type { Json } from '../../lib/json-value.ts'
import { hmacDigest, hmacKey, type Key, matchesAny, standardKey, standardMac } from './keys.ts'
import { bytesOf, maxPayloadBytes, readPayload } from './payload.ts'

/** Headers as a web Request or a Node request has them. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** A webhook as it arrived. */
export interface ReceivedWebhook {
  headers: WebhookHeaders
  /** The bytes as they came. Parsed and written again they are others, and their signature is wrong. */
  body: Uint8Array | string
  /** Default 1 MiB. */
  maxBytes?: number
}

/** A webhook with a signature, and the secrets to verify it with. */
export interface SignedWebhook extends ReceivedWebhook {
  /** The current one; and, for a few minutes after a change, the previous one. */
  secrets: readonly string[]
  /** Milliseconds since the epoch. */
  now?: () => number
  /** Default 300. */
  toleranceSeconds?: number
}

/**
 * What was wrong, in the order of the checks. `mode-mismatch`: it has an HTTP message signature in place of the
 * credentials that were registered. `malformed-body`: the signature is right, the body is not JSON or has a key twice.
 */
export type VerifyProblem =
  | 'too-large'
  | 'missing-header'
  | 'mode-mismatch'
  | 'bad-timestamp'
  | 'outside-window'
  | 'mismatch'
  | 'malformed-body'

/** The body, parsed; or what was wrong. */
export type Verified<More = object> = ({ ok: true; value: Json } & More) | { ok: false; problem: VerifyProblem }

/**
 * Verifies `X-ADCP-Signature` and `X-ADCP-Timestamp`.
 *
 * @example
 * const verified = verifyAdcpHmac({ headers: request.headers, body: new Uint8Array(await request.arrayBuffer()), secrets })
 * if (!verified.ok) return new Response(null, { status: verified.problem === 'too-large' ? 413 : 401 })
 */
export function verifyAdcpHmac(webhook: SignedWebhook): Verified {
  const keys = keysOf(webhook.secrets, hmacKey)
  return opened(webhook, body => {
    const signature = headerOf(webhook.headers, 'x-adcp-signature')
    const timestamp = headerOf(webhook.headers, 'x-adcp-timestamp')
    if (signature === undefined || timestamp === undefined) return missingOr(webhook)
    const late = checkTime(timestamp, webhook)
    if (late !== undefined) return late
    const [, hex] = /^sha256=([0-9a-f]{64})$/i.exec(signature) ?? []
    if (hex === undefined) return 'mismatch'
    const wanted = keys.map(key => hmacDigest(key, timestamp, body))
    return matchesAny(Buffer.from(hex, 'hex'), wanted) ? undefined : 'mismatch'
  })
}

/**
 * Verifies `webhook-id`, `webhook-timestamp` and `webhook-signature`; of several signatures one must match.
 *
 * @example
 * const body = new Uint8Array(await request.arrayBuffer())
 * const verified = verifyStandard({ headers: request.headers, body, secrets })
 * if (verified.ok) console.log(verified.id)
 */
export function verifyStandard(webhook: SignedWebhook): Verified<{ id: string }> {
  const keys = keysOf(webhook.secrets, standardKey)
  const id = headerOf(webhook.headers, 'webhook-id') ?? ''
  const verified = opened(webhook, body => {
    const timestamp = headerOf(webhook.headers, 'webhook-timestamp')
    const signatures = headerOf(webhook.headers, 'webhook-signature')
    if (id === '' || timestamp === undefined || signatures === undefined) return 'missing-header'
    const late = checkTime(timestamp, webhook)
    if (late !== undefined) return late
    const wanted = keys.map(key => standardMac(key, id, timestamp, body))
    const came = signatures.split(' ', maxSignatures).map(text => /^v1,([A-Za-z0-9+/]{43}=)$/.exec(text)?.[1] ?? '')
    const found = came.reduce((any, text) => matchesAny(Buffer.from(text, 'base64'), wanted) || any, false)
    return found ? undefined : 'mismatch'
  })
  return verified.ok ? { ...verified, id } : verified
}

/**
 * Verifies `Authorization: Bearer`.
 *
 * @example
 * const body = new Uint8Array(await request.arrayBuffer())
 * const verified = verifyBearer({ headers: request.headers, body, tokens: ['a-token-of-32-characters-or-more'] })
 */
export function verifyBearer(webhook: ReceivedWebhook & { tokens: readonly string[] }): Verified {
  const { tokens } = webhook
  if (tokens.length === 0 || !tokens.every(token => typeof token === 'string' && token !== '')) {
    throw new ReplywireError('ERR_MISUSE', 'tokens must be a list of texts.')
  }
  return opened(webhook, () => {
    const value = headerOf(webhook.headers, 'authorization')
    if (value === undefined) return missingOr(webhook)
    const [, token = ''] = /^bearer +([\x21-\x7e]+)$/i.exec(value) ?? []
    const wanted = tokens.map(one => Buffer.from(one, 'utf8'))
    return matchesAny(Buffer.from(token, 'utf8'), wanted) ? undefined : 'mismatch'
  })
}

/** More than one or two are there only to keep a receiver busy. */
const maxSignatures = 16

/** Size first, then what identifies the sender, and only then the body. */
function opened(
  { body, maxBytes = maxPayloadBytes }: ReceivedWebhook,
  check: (body: Uint8Array) => VerifyProblem | undefined,
): Verified {
  const bytes = bytesOf(body)
  if (bytes.byteLength > maxBytes) return { ok: false, problem: 'too-large' }
  const problem = check(bytes)
  if (problem !== undefined) return { ok: false, problem }
  const payload = readPayload(bytes, maxBytes)
  return payload.ok ? payload : { ok: false, problem: 'malformed-body' }
}

function checkTime(
  timestamp: string,
  { now = Date.now, toleranceSeconds = 300 }: SignedWebhook,
): 'bad-timestamp' | 'outside-window' | undefined {
  if (!/^\d{1,12}$/.test(timestamp)) return 'bad-timestamp'
  const apart = Math.abs(Math.floor(now() / 1000) - Number(timestamp))
  return apart <= toleranceSeconds ? undefined : 'outside-window'
}

/** A receiver's own secrets: an empty one, or an unset variable, would let anybody sign. */
function keysOf(secrets: readonly string[], read: (secret: string) => Key): Buffer[] {
  const keys = secrets.map(secret => (typeof secret === 'string' ? read(secret) : undefined))
  return keys.length === 0 ? misuse() : keys.map(key => (key?.ok ? key.key : misuse()))
}

function misuse(): never {
  throw new ReplywireError('ERR_MISUSE', 'secrets must be a list of secrets, each long enough and not of one letter.')
}

/** The sender signs with its own key, where it was to use the registered credentials. */
function missingOr({ headers }: ReceivedWebhook): 'missing-header' | 'mode-mismatch' {
  const isSigned = ['signature', 'signature-input'].some(name => headerValues(headers, name).length > 0)
  return isSigned ? 'mode-mismatch' : 'missing-header'
}

/** One header, whatever its case; given twice it is joined, as a web Request joins it, and then matches nothing. */
function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  const value = headerValues(headers, name).join(', ')
  return value === '' ? undefined : value
}

/** Every value of a header, whatever the case of its name. */
export function headerValues(headers: WebhookHeaders, name: string): readonly string[] {
  if (isHeaders(headers)) return [headers.get(name)].filter(value => value !== null)
  return Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, one]) => one)
    .filter(value => value !== undefined)
}

function isHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function'
}
