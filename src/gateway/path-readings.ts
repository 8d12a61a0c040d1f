/** How servers may read a path that is not in its plain form. A call must not get past a route by another spelling. */

/**
 * Whether a path has `..` in it once its slashes are decoded or what follows a semicolon is dropped, as some servers do:
 * it would not be the path that was matched.
 */
export function leadsElsewhere(path: string): boolean {
  if (!path.includes('%') && !path.includes(';')) return false
  return hasDots(decoded(path)) || path.includes('%00')
}

/** Whether a path, decoded, has segments that mean another path. */
export function hasDots(path: string): boolean {
  return /(?:^|[/\\])\.\.?(?:[/\\;]|$)/.test(path)
}

/**
 * The other readings of a path: with its characters decoded, without empty segments, without parameters of segments,
 * without what follows a mark of the query or the fragment, and without white space and dots at the end of segments.
 */
export function otherReadings(path: string): readonly string[] {
  if (!/[%;]|\/\/|.\/$|\.(?:\/|$)/.test(path)) return []
  const plain = withoutEmptySegments(decoded(path))
  const readings = new Set([plain])
  for (const shorten of shortenings) for (const one of [...readings]) readings.add(shorten(one))
  readings.delete(path)
  return [...readings]
}

const shortenings: readonly ((path: string) => string)[] = [
  path => withoutEmptySegments(path.replaceAll(/;[^/]*/g, '')),
  path => path.replace(/[?#].*$/s, ''),
  path => withoutEmptySegments(path.split('/').map(trimmed).join('/')),
]

/** Without white space and dots at its end. A pattern would look at a long row of them again and again. */
function trimmed(segment: string): string {
  let end = segment.length
  for (;;) {
    if (end > 0 && /[\s.]/.test(segment[end - 1] as string)) end -= 1
    else if (end > 2 && /^%0[9-d]$/i.test(segment.slice(end - 3, end))) end -= 3
    else return segment.slice(0, end)
  }
}

/**
 * A path as servers may read it that ignore letter case: in lower case, with letters of other widths and scripts that
 * stand for those of ASCII (full width, U+212A for k) in their plain form.
 */
export function withoutLetterCase(path: string): string {
  const whole = path.includes('%') ? decoded(path).replaceAll(/(?:%[89a-f][0-9a-f])+/gi, decodedText) : path
  return whole.normalize('NFKC').toLowerCase().replaceAll('\\', '/')
}

/** The same of the path of a route, whose parameters keep their names. */
export function routeWithoutLetterCase(path: string): string {
  return path
    .split('/')
    .map(segment => {
      const end = segment.startsWith('{') ? segment.lastIndexOf('}') + 1 : 0
      return segment.slice(0, end) + withoutLetterCase(segment.slice(end))
    })
    .join('/')
}

/** Whether letter case can matter: most paths are lower case letters and digits. */
export function hasLetterCase(path: string): boolean {
  return /[A-Z]|%[89A-Fa-f]/.test(path)
}

/** Percent-encoded UTF-8; what is none stays as it is. */
function decodedText(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

/** A path without empty segments. */
export function withoutEmptySegments(path: string): string {
  return path.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
}

/** ASCII characters decoded once. The percent sign stays as it is, so that what follows it is not decoded again. */
function decoded(path: string): string {
  return path
    .replaceAll(/%(?!25)([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('\\', '/')
}
