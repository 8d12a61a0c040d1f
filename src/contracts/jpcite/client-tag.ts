/** `X-Client-Tag` and `meta.client_tag`: any printable text of up to 64 characters. */

const printable = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{1,64}$/u

/** Whether a text may be in `meta.client_tag`. */
export function isClientTag(text: string): boolean {
  return printable.test(text) && text.trim() !== ''
}

/**
 * The tag that a request header asks for: UTF-8 percent-encoded, or raw. A bad tag is none; it is never an error.
 *
 * @example
 * readClientTag('%E9%A1%A7%E5%95%8F%E5%85%88-001') // '顧問先-001'
 */
export function readClientTag(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const tag = (percentDecoded(header) ?? utf8Decoded(header) ?? header).trim()
  return isClientTag(tag) ? tag : undefined
}

/**
 * A tag as a header value: what is not plain ASCII is percent-encoded.
 *
 * @example
 * writeClientTag('顧問先-001') // '%E9%A1%A7%E5%95%8F%E5%85%88-001'
 */
export function writeClientTag(tag: string): string {
  return tag.replaceAll(/[^\x20-\x24\x26-\x7e]+/g, encodeURIComponent)
}

function percentDecoded(text: string): string | undefined {
  if (!/%[0-9A-Fa-f]{2}/.test(text)) return undefined
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** HTTP servers hand over raw header bytes as Latin-1; bytes that are UTF-8 were meant as such. */
function utf8Decoded(text: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of one byte
  if (!/[\x80-\xff]/.test(text) || /[^\x00-\xff]/.test(text)) return undefined
  try {
    const bytes = Uint8Array.from(text, character => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
