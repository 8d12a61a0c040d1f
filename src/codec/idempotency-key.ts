/** The header `Idempotency-Key`. */

/** The key in the header: a string of structured fields (RFC 8941 §3.3.3) and the same text without quotes are one key. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  const text = header?.trim()
  const [, inner] = /^"((?:[^"\\]|\\["\\])*)"$/.exec(text ?? '') ?? []
  return inner === undefined ? text : inner.replace(/\\(["\\])/g, '$1')
}
