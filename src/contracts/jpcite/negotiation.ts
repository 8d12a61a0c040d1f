/** jpcite response envelope v2, "How to opt in": which shape an answer has, and the headers that say so. */
import { legacyHeaders, type Phase } from './migration.ts'
import { type Language, languages } from './status.ts'

export const mediaType = 'application/vnd.jpcite.v2+json'

export interface Asked {
  /** The value of `?envelope=`; undefined when it is not given. */
  envelope?: string | undefined
  accept?: string | undefined
  phase: Phase
  /** False: the route answers in the legacy shape whatever is asked, errors too. */
  migrated?: boolean
  /** The `Vary` that the answer already has. */
  vary?: string | undefined
}

export interface Negotiated {
  /** The shape to answer in, an error included. */
  version: 'v1' | 'v2'
  /** Why the call is refused as VALIDATION_ERROR; absent when it is not. */
  invalid?: string
  /** Names are lower case. */
  headers: Record<string, string>
}

/**
 * `?envelope=` before `Accept`, then the default of the phase. Never throws.
 *
 * @example
 * negotiate({ envelope: 'v2', phase: 'opt-in' }).version // 'v2'
 */
export function negotiate({ envelope, accept, phase, migrated = true, vary }: Asked): Negotiated {
  const { version, invalid } = migrated
    ? choose(envelope, accept, phase)
    : { version: 'v1' as const, invalid: undefined }
  const headers = versionHeaders(version, vary)
  return invalid === undefined ? { version, headers } : { version, invalid, headers }
}

function choose(
  envelope: string | undefined,
  accept: string | undefined,
  phase: Phase,
): { version: 'v1' | 'v2'; invalid?: string } {
  const preferred = phase !== 'opt-in' || acceptsV2(accept) ? 'v2' : 'v1'
  if (envelope === undefined) return { version: preferred }
  const asked = envelope.trim().toLowerCase()
  if (asked === 'v2') return { version: 'v2' }
  if (asked !== 'v1') return { version: preferred, invalid: 'envelope must be v1 or v2.' }
  return phase === 'removed'
    ? { version: 'v2', invalid: 'The legacy shape (envelope=v1) is no longer served.' }
    : { version: 'v1' }
}

/** What an answer in a shape says about itself. */
export function versionHeaders(version: 'v1' | 'v2', vary?: string): Record<string, string> {
  return {
    'x-envelope-version': version,
    vary: mergeVary(vary),
    ...(version === 'v1' ? legacyHeaders : undefined),
  }
}

/** The header names that a shared cache must look at, besides those that are there; deduped and sorted. */
export function mergeVary(existing = ''): string {
  if (existing === '') return 'Accept, X-Envelope-Version'
  const names = new Map<string, string>()
  for (const name of [...existing.split(','), 'Accept', 'X-Envelope-Version'].map(token => token.trim())) {
    if (name !== '') names.set(name.toLowerCase(), name)
  }
  return [...names.values()].toSorted().join(', ')
}

/** Whether an Accept header asks for v2 by name. Wildcards and plain JSON ask for nothing, `q=0` is a no. */
export function acceptsV2(accept: string | undefined): boolean {
  return weighted(accept).some(({ name, q }) => name === mediaType && q > 0)
}

/** The language of standing messages: `?lang=`, then Accept-Language by q-value, then Japanese. */
export function languageOf(lang: string | undefined, acceptLanguage: string | undefined): Language {
  const known = (tag: string): Language | undefined => languages.find(language => tag.split('-')[0] === language)
  const asked = lang === undefined ? undefined : known(lang.trim().toLowerCase())
  if (asked !== undefined) return asked
  const offers = weighted(acceptLanguage).filter(({ q }) => q > 0)
  const best = offers.toSorted((a, b) => b.q - a.q).find(({ name }) => known(name) !== undefined || name === '*')
  return (best === undefined ? undefined : known(best.name)) ?? 'ja'
}

/** RFC 9110 §12.4.2. An item whose weight cannot be read asks for nothing. */
function weighted(header = ''): { name: string; q: number }[] {
  return (header.match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/g) ?? []).map(item => {
    const [name = '', ...parameters] = item.split(';').map(piece => piece.trim().toLowerCase())
    const weight = parameters.find(parameter => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '')
    const q = weight === undefined ? 1 : /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0
    return { name, q }
  })
}
