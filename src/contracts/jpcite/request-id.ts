/** Request ids: what is accepted from a caller, and ULIDs for the rest. Pure: clock and randomness are injected. */
import type { MintSource } from '../../codec/contract.ts'

/** Crockford's base 32. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/
const accepted = /^[\x21-\x7e]{1,128}$/

/** Where a new id takes its time and its chance from. */
export type UlidSource = MintSource

/**
 * A new ULID: 48 bits of milliseconds, 80 random bits.
 *
 * @example
 * mintUlid({ now: () => new Date(), random: size => crypto.getRandomValues(new Uint8Array(size)) })
 */
export function mintUlid({ now, random }: UlidSource): string {
  let bits = BigInt(Math.max(0, Math.trunc(now().getTime()))) & 0xffff_ffff_ffffn
  for (const byte of random(10).subarray(0, 10)) bits = (bits << 8n) | BigInt(byte)
  let text = ''
  for (let place = 0; place < 26; place++) {
    text = alphabet.charAt(Number(bits & 31n)) + text
    bits >>= 5n
  }
  return text
}

/**
 * Whether a text is a ULID.
 *
 * @example
 * isUlid('01KQ3XQ77RR7J8XWZ8C0YR2JN2') // true
 */
export function isUlid(text: string): boolean {
  return ulidPattern.test(text)
}

/**
 * Whether an id may be in a header, and is kept when a caller sends it.
 *
 * @example
 * isRequestId('two words') // false
 */
export function isRequestId(text: string): boolean {
  return accepted.test(text)
}

/** Words that was where an id should have been, and lead nowhere. */
export function isPlaceholderId(text: string): boolean {
  return text === 'unknown' || text === 'unset'
}

/**
 * The caller's id when it is acceptable, else a new ULID.
 *
 * @example
 * const random = (size: number) => crypto.getRandomValues(new Uint8Array(size))
 * requestIdFrom('req-1', { now: () => new Date(), random }) // 'req-1'
 */
export function requestIdFrom(header: string | undefined, source: UlidSource): string {
  return header !== undefined && isRequestId(header) && !isPlaceholderId(header) ? header : mintUlid(source)
}
