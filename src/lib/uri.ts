/** URIs (RFC 3986) from any text: what may not stand in one is percent-encoded, and half a character is replaced. */

/** One segment of a path, or one value of a query. */
export function uriSegment(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** A reference in printable ASCII; what is percent-encoded already stays as it is. */
export function uriReference(text: string): string {
  return text.toWellFormed().replaceAll(/[^\x21-\x7e]+/g, encodeURIComponent)
}
