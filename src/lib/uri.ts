/** URIs (RFC 3986) from any text: what may not are in one is percent-encoded, and half a character is replaced. */

/** One segment of a path, or one value of a query. */
export function uriSegment(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/**
 * A URI reference (RFC 3986 §2; IRIs by RFC 3987 §3.1): letters of other scripts, spaces, line ends and delimiters that no
 * URI has are percent-encoded as UTF-8. What is percent-encoded already stays as it is.
 */
export function uriReference(text: string): string {
  return text.toWellFormed().replaceAll(/[^\x21-\x7e]|["<>\\^`{|}]/gu, character => encodeURIComponent(character))
}
