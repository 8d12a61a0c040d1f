/**
 * The canonical form of a URL that is signed: RFC 9421 §2.2.2 and §2.2.3 with the eight steps of the AdCP profile. The
 * text is taken apart as it is: a URL parser repairs what it reads, and another reader may not.
 */

/** `@target-uri` and `@authority`. */
export interface CanonicalTarget {
  readonly uri: string
  readonly authority: string
}

export interface CanonicalOptions {
  /** Removes the dot of the DNS root at the end of a name. Default: it stays. */
  readonly stripsRootDot?: boolean | undefined
}

const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443' }
const longestUrl = 8192

/** The canonical form of an absolute http or https URL; undefined when it has none. */
export function canonicalTarget(url: string, options: CanonicalOptions = {}): CanonicalTarget | undefined {
  if (url.length > longestUrl) return undefined
  const [, scheme = '', authority = '', path = '', query = ''] =
    /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)(\?[^#]*)?(?:#.*)?$/.exec(url) ?? []
  const lowerScheme = scheme.toLowerCase()
  if (!Object.hasOwn(defaultPorts, lowerScheme)) return undefined
  const host = canonicalAuthority(authority, lowerScheme, options)
  const canonicalPath = pathOf(path)
  if (host === undefined || canonicalPath === undefined || !isVisibleAscii(query)) return undefined
  return { uri: `${lowerScheme}://${host}${canonicalPath}${query}`, authority: host }
}

/** Host and port of an authority; undefined when it has no canonical form. */
export function canonicalAuthority(
  authority: string,
  scheme: string,
  { stripsRootDot = false }: CanonicalOptions = {},
): string | undefined {
  const hostAndPort = authority.slice(authority.lastIndexOf('@') + 1)
  const [, ipv6, name, port = ''] = /^(?:(\[[^\]]*\])|([^[\]:]*))(?::(\d*))?$/.exec(hostAndPort) ?? []
  const host = ipv6 === undefined ? nameOf(name ?? '', stripsRootDot) : ipv6Of(ipv6)
  if (host === undefined || (port !== '' && !isPort(port))) return undefined
  return port === '' || port === defaultPorts[scheme] ? host : `${host}:${port}`
}

/** Whether a host is written in letters that only a signer may convert. */
export function isBeyondAscii(text: string): boolean {
  return /[\u0080-\uffff]/.test(text)
}

function isPort(port: string): boolean {
  return /^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65535
}

function isVisibleAscii(text: string): boolean {
  return /^[\x21-\x7e]*$/.test(text)
}

/** Brackets stay, letters are lower case. A zone means something on one machine only. */
function ipv6Of(text: string): string | undefined {
  const host = text.toLowerCase()
  return /^\[[0-9a-f:.]+\]$/.test(host) && URL.canParse(`http://${host}`) ? host : undefined
}

/** A label of STD3: letters, digits and hyphens, with `--` at the third place only behind `xn`. */
const label = /^(?!(?!xn)..--)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

function nameOf(text: string, stripsRootDot: boolean): string | undefined {
  const lower = text.toLowerCase()
  // URL converts as UTS-46 asks (nontransitional, CheckBidi); it is lenient with hyphens and STD3, which follow.
  const isPlain = !isBeyondAscii(lower) && !/(?:^|\.)xn--/.test(lower)
  const ascii = isPlain ? lower : asciiOf(lower)
  const hasRoot = ascii?.endsWith('.') === true
  const name = hasRoot ? ascii.slice(0, -1) : ascii
  if (name === undefined || name.length > 253 || !name.split('.').every(one => label.test(one))) return undefined
  return hasRoot && !stripsRootDot ? `${name}.` : name
}

function asciiOf(name: string): string | undefined {
  // What has another meaning in a URL is no part of a name.
  return /[\s\p{Cc}/?#@:\\%[\]]/u.test(name) ? undefined : URL.parse(`http://${name}/`)?.hostname
}

/** Dot segments go, percent-encoding is made uniform, `//` stays. */
function pathOf(path: string): string | undefined {
  if (path === '') return '/'
  if (!isVisibleAscii(path) || /%(?![0-9A-Fa-f]{2})/.test(path)) return undefined
  return withoutDots(path).replaceAll(/%[0-9A-Fa-f]{2}/g, triplet => {
    const letter = String.fromCharCode(Number.parseInt(triplet.slice(1), 16))
    return /[\w.~-]/.test(letter) ? letter : triplet.toUpperCase()
  })
}

/** RFC 3986 §5.2.4, for a path that begins with a slash. */
function withoutDots(path: string): string {
  const segments = path.slice(1).split('/')
  const kept: string[] = []
  segments.forEach((segment, index) => {
    const isLast = index === segments.length - 1
    if (segment === '..') kept.pop()
    if (segment === '.' || segment === '..') {
      if (isLast) kept.push('')
    } else kept.push(segment)
  })
  return `/${kept.join('/')}`
}
