/** For receivers: verifies a webhook under an HTTP message signature (AdCP "Webhook callbacks", RFC 9421). */
import { webhookProfile } from '../contracts/webhook-profile.ts'
import { ReplywireError } from '../errors.ts'
import type { Json } from '../lib/json-value.ts'
import { bytesOf, maxPayloadBytes, readPayload } from '../runtime/webhooks/payload.ts'
import { headerValues, type ReceivedWebhook } from '../runtime/webhooks/verify.ts'
import type { KeyDirectory } from '../wire/signature/key-directory.ts'
import type { NonceCache } from '../wire/signature/nonce-cache.ts'
import { type SignatureFailure, signatureChallenge, signatureCode } from '../wire/signature/profile.ts'
import { isSigned, verifyMessage } from '../wire/signature/verify-message.ts'

/** A webhook from an agent that signs with its own key. */
export interface SignedPost extends ReceivedWebhook {
  /** The URL as the request was made to it: what was registered, query included. Not what a proxy made of it. */
  url: string
  /** Host as it was received. Default: that of the URL. */
  authority?: string
  /** Default: POST. */
  method?: string
  /** Where the keys of the sender are found. */
  keys: KeyDirectory
  /** The URL of the agent that was called: no other may sign. */
  signer: string
  /** All endpoints of one receiver share one. */
  nonces: NonceCache
  /** Milliseconds since the epoch. */
  now?: () => number
}

/**
 * The body, parsed, and the key that signed it; or the code of what is wrong, with the challenge of a 401. A body that is
 * too large has no code of its own: answer 413.
 */
export type VerifiedPost =
  | { ok: true; value: Json; signer: string; keyid: string }
  | { ok: false; problem: 'too-large' }
  | { ok: false; problem: 'signature' | 'mode-mismatch'; code: string; challenge: string }

/**
 * Verifies `Signature` and `Signature-Input`. A webhook in another mode (Bearer, HMAC) than the one that was registered
 * is refused with its own code: someone may be trying to have it believed without a signature.
 *
 * @example
 * const body = new Uint8Array(await request.arrayBuffer())
 * const url = 'https://buyer.example/hooks/adcp'
 * const signer = 'https://seller.example/agent'
 * const verified = await verifySigned({ headers: request.headers, body, url, keys, signer, nonces: memoryNonces() })
 * if (verified.ok) console.log(verified.value)
 */
export async function verifySigned(webhook: SignedPost): Promise<VerifiedPost> {
  const { headers, url, authority, method = 'POST', keys, signer, nonces, now = Date.now } = webhook
  const { maxBytes = maxPayloadBytes } = webhook
  // An unset variable would let every agent sign whose keys are known.
  if (typeof signer !== 'string' || signer === '') {
    throw new ReplywireError('ERR_MISUSE', 'signer must be the URL of the agent that was called.')
  }
  const body = bytesOf(webhook.body)
  if (body.byteLength > maxBytes) return { ok: false, problem: 'too-large' }
  const values = (name: string) => headerValues(headers, name)
  if (!isSigned({ values }) && otherModes.some(name => values(name).length > 0)) return refused('mode_mismatch')
  const message = {
    method,
    url,
    authority,
    values,
    hasBody: body.byteLength > 0,
    readBody: async () => body,
  }
  const verdict = await verifyMessage(message, webhookProfile, { keys, nonces, now, signer })
  if (!verdict.ok) return refused(verdict.failure)
  const payload = readPayload(body, maxBytes)
  if (!payload.ok) return refused('body_malformed')
  return { ok: true, value: payload.value, signer: verdict.signer, keyid: verdict.keyid }
}

/** What webhooks of the other modes have. */
const otherModes = ['x-adcp-signature', 'authorization'] as const

function refused(failure: SignatureFailure): VerifiedPost {
  const code = signatureCode(webhookProfile, failure)
  const problem = failure === 'mode_mismatch' ? 'mode-mismatch' : 'signature'
  return { ok: false, problem, code, challenge: signatureChallenge(code) }
}
