/** What Cache-Control, Age and Vary say of an answer and of a request (RFC 9111). */

/** The directives of a Cache-Control header, by their names in lower case. */
export function directivesOf(header: string | undefined): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const part of (header ?? '').split(',', 64)) {
    const [name = '', value = ''] = part.trim().split('=', 2)
    if (name !== '') found.set(name.toLowerCase(), value.replace(/^"(.*)"$/, '$1'))
  }
  return found
}

export interface AnswerHead {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly cookies?: readonly string[] | undefined
}

/** Request headers that say who calls: an answer that varies by one is not for everybody. */
const identity = /^(?:authorization|cookie|x-tenant-id|x-actor-.*)$/

/**
 * How long an answer is fresh, in milliseconds; 0: it must not be kept. `isShared`: it would be given to all callers,
 * which it has to allow itself.
 */
export function freshMs({ status, headers, cookies = [] }: AnswerHead, isShared: boolean, mostMs: number): number {
  if (status !== 200 || cookies.length > 0) return 0
  const directives = directivesOf(headers['cache-control'])
  if (['no-store', 'private', 'no-cache'].some(name => directives.has(name))) return 0
  if (isShared && !directives.has('public')) return 0
  const vary = varyOf(headers.vary)
  if (vary.includes('*') || (isShared && vary.some(name => identity.test(name)))) return 0
  const seconds = secondsOf((isShared ? directives.get('s-maxage') : undefined) ?? directives.get('max-age'))
  const age = secondsOf(headers.age) ?? 0
  return seconds === undefined ? 0 : Math.min(mostMs, Math.max(0, seconds - age) * 1000)
}

function secondsOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : undefined
}

/** The request headers that an answer depends on. */
export function varyOf(header: string | undefined): readonly string[] {
  return (header ?? '')
    .split(',', 64)
    .map(name => name.trim().toLowerCase())
    .filter(name => name !== '')
}

/** Whether one of the tags of If-None-Match is this one; weakly compared (RFC 9110 §13.1.2). */
export function isSameTag(header: string, tag: string): boolean {
  const bare = (text: string) => text.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',', 64).some(one => bare(one) === bare(tag))
}
