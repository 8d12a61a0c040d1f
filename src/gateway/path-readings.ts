/** How servers may read a path that is not in its plain form. A call must not get past a route by another spelling. */

/**
 * Whether a path has `..` in it once its slashes are decoded or what follows a semicolon is dropped, as some servers do:
 * it would not be the path that was matched.
 */
export function leadsElsewhere(path: string): boolean {
  if (!path.includes('%') && !path.includes(';')) return false
  return /(?:^|[/\\])\.\.?(?:[/\\;]|$)/.test(decoded(path)) || path.includes('%00')
}

/** The other readings of a path: with its characters decoded, without empty segments, without parameters of segments. */
export function otherReadings(path: string): readonly string[] {
  if (!/[%;]|\/\/|.\/$/.test(path)) return []
  const plain = withoutEmptySegments(decoded(path))
  const readings = plain.includes(';') ? [plain, withoutEmptySegments(plain.replaceAll(/;[^/]*/g, ''))] : [plain]
  return readings.filter(reading => reading !== path)
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
