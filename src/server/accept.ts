/** The Accept header (RFC 9110 §12.5.1), read for what it says and bounded in what it may cost. */

export interface AcceptEntry {
  readonly mediaType: string
  readonly q: number
}

/** How much of the header is read. */
export const mostAccept = 4096

/** The media ranges of an Accept header, the most wanted first; equal ones in the order they are. */
export function parseAccept(header: string | undefined): AcceptEntry[] {
  if (header === undefined) return []
  return header
    .slice(0, mostAccept)
    .split(',')
    .slice(0, 64)
    .flatMap(part => {
      const [range = '', ...parameters] = part.split(';')
      const mediaType = range.trim().toLowerCase()
      if (mediaType === '') return []
      const q = parameters.map(parameter => /^\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*$/i.exec(parameter)?.[1]).find(Boolean)
      return [{ mediaType, q: q === undefined ? 1 : Math.min(1, Number(q)) }]
    })
    .toSorted((a, b) => b.q - a.q)
}
