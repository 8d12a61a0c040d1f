/** Secrets of webhooks, as keys, and what is signed with them: AdCP 3.1 (legacy HMAC), Standard Webhooks 1.0. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Why a secret cannot sign. */
export type SecretProblem = 'weak-secret' | 'bad-secret'

/** A key, or what is wrong with its secret. */
export type Key = { ok: true; key: Buffer } | { ok: false; problem: SecretProblem }

const standardPrefix = 'whsec_'
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** AdCP: the text's own bytes, 32 or more of them. */
export function hmacKey(secret: string): Key {
  return keyOf(Buffer.from(secret, 'utf8'), 32, Number.POSITIVE_INFINITY)
}

/** Standard Webhooks: base64 behind `whsec_`, 24 to 64 bytes. */
export function standardKey(secret: string): Key {
  const text = secret.startsWith(standardPrefix) ? secret.slice(standardPrefix.length) : secret
  return base64.test(text) ? keyOf(Buffer.from(text, 'base64'), 24, 64) : { ok: false, problem: 'bad-secret' }
}

function keyOf(key: Buffer, least: number, most: number): Key {
  // One byte over and over is as long as it likes and protects nothing.
  if (key.byteLength < least || new Set(key).size === 1) return { ok: false, problem: 'weak-secret' }
  return key.byteLength > most ? { ok: false, problem: 'bad-secret' } : { ok: true, key }
}

/** AdCP: `{timestamp}.` and the bytes of the body as they are sent. */
export function hmacDigest(key: Buffer, timestamp: string, body: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`${timestamp}.`).update(body).digest()
}

/** Standard Webhooks: `{id}.{timestamp}.` and the bytes of the body as they are sent. */
export function standardMac(key: Buffer, id: string, timestamp: string, body: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
}

/** Whether any of the wanted is the one that came; takes the same time whichever it is, or none. */
export function matchesAny(came: Uint8Array, wanted: readonly Uint8Array[]): boolean {
  const digest = sha256(came)
  return wanted.reduce((found, one) => timingSafeEqual(digest, sha256(one)) || found, false)
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
