/** Byte sequences in fields (RFC 8941 §3.3.5), in standard base64 or, as some profiles have it, in base64url. */

/**
 * How a profile spells bytes. `base64`: padded, and nothing else is read. `base64url`: written without padding; read
 * too is what is plainly standard base64.
 */
export type BinaryEncoding = 'base64' | 'base64url'

const standard = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const urlSafe = /^[A-Za-z0-9_-]*$/

export function encodeBinary(bytes: Uint8Array, encoding: BinaryEncoding): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  const encoded = btoa(text)
  return encoding === 'base64' ? encoded : inUrlSafe(encoded)
}

/** The bytes of a text; undefined when it is not the one spelling of any bytes. */
export function decodeBinary(text: string, encoding: BinaryEncoding): Uint8Array<ArrayBuffer> | undefined {
  if (standard.test(text)) return decoded(text)
  if (encoding === 'base64' || !urlSafe.test(text) || text.length % 4 === 1) return undefined
  const padded = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .padEnd(Math.ceil(text.length / 4) * 4, '=')
  return decoded(padded)
}

function inUrlSafe(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Bits that are left over must be zero: else two texts would be the same bytes. */
function decoded(base64: string): Uint8Array<ArrayBuffer> | undefined {
  const text = atob(base64)
  return btoa(text) === base64 ? Uint8Array.from(text, letter => letter.charCodeAt(0)) : undefined
}
