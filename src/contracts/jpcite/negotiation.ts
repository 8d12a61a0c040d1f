/** jpcite response envelope v2, "How to opt in": which shape an answer has, and the headers that say so. */
import { legacyHeaders, type Phase } from './migration.ts'
import { type Language, languages } from './status.ts'

export const mediaType = 'application/vnd.jpcite.v2+json'

const versions = ['v1', 'v2'] as const
/** `v1` is the legacy shape. */
export type Version = (typeof versions)[number]

/** What a request says about the shape that it wants. */
export interface NegotiationInput {
  /** The value of `?envelope=`; undefined when it is not given. */
  envelope?: string | undefined
  accept?: string | undefined
  phase: Phase
  /** False: the route answers in the legacy shape whatever is asked, errors too. */
  migrated?: boolean
  /** The `Vary` that the answer already has. */
  vary?: string | undefined
}

/** The shape of the response, and its headers. */
export interface Negotiation {
  /** The shape to answer in, an error included. */
  version: Version
  /** Why the call is refused as VALIDATION_ERROR; absent when it is not. */
  invalid?: string
  /** Names are lower case. */
  headers: Record<string, string>
}

/** What decides the shape of one answer. */
export interface VersionInput {
  /** The shape that the caller asked for, if any. */
  requested?: Version | undefined
  phase: Phase
  /** False: the route answers in the legacy shape whatever is asked, errors too. */
  migrated?: boolean
}

/**
 * The shape that is served, by what was asked, the route and the phase. No other place decides it.
 *
 * @example
 * versionServed({ phase: 'opt-in' }) // { version: 'v1' }
 */
export function versionServed({ requested, phase, migrated = true }: VersionInput): Omit<Negotiation, 'headers'> {
  if (!migrated) return { version: 'v1' }
  const version = requested ?? (phase === 'opt-in' ? 'v1' : 'v2')
  return version === 'v1' && phase === 'removed'
    ? { version: 'v2', invalid: 'The legacy shape (envelope=v1) is no longer served.' }
    : { version }
}

/**
 * `?envelope=` before `Accept`, then the default of the phase. Never throws.
 *
 * @example
 * negotiate({ envelope: 'v2', phase: 'opt-in' }).version // 'v2'
 */
export function negotiate({ envelope, accept, vary, ...route }: NegotiationInput): Negotiation {
  const word = envelope?.trim().toLowerCase()
  const named = versions.find(version => version === word)
  const settled = versionServed({ ...route, requested: named ?? (acceptsV2(accept) ? 'v2' : undefined) })
  const isUnknown = word !== undefined && named === undefined && route.migrated !== false
  return {
    ...settled,
    ...(isUnknown ? { invalid: 'envelope must be v1 or v2.' } : undefined),
    headers: versionHeaders(settled.version, vary),
  }
}

/**
 * What an answer in a shape says about itself.
 *
 * @example
 * versionHeaders('v2') // { 'x-envelope-version': 'v2', vary: 'Accept, X-Envelope-Version' }
 */
export function versionHeaders(version: Version, vary?: string): Record<string, string> {
  return {
    'x-envelope-version': version,
    vary: mergeVary(vary),
    ...(version === 'v1' ? legacyHeaders : undefined),
  }
}

/**
 * The header names that a shared cache must look at, besides those that are there; deduped and sorted. `*` is all.
 *
 * @example
 * mergeVary('Origin') // 'Accept, Origin, X-Envelope-Version'
 */
export function mergeVary(existing = ''): string {
  if (existing === '') return 'Accept, X-Envelope-Version'
  const names = new Map<string, string>()
  for (const name of [...existing.split(','), 'Accept', 'X-Envelope-Version'].map(token => token.trim())) {
    if (name !== '') names.set(name.toLowerCase(), name)
  }
  if (names.has('*')) return '*'
  return [...names.values()].toSorted().join(', ')
}

/** Whether an Accept header asks for v2 by name. Wildcards and plain JSON ask for nothing, `q=0` is a no. */
export function acceptsV2(accept: string | undefined): boolean {
  return weighted(accept).some(({ name, q }) => name === mediaType && q > 0)
}

/**
 * The language of standing messages: `?lang=`, then Accept-Language by q-value, then Japanese.
 *
 * @example
 * languageOf(undefined, 'en-GB, ja;q=0.5') // 'en'
 */
export function languageOf(lang: string | undefined, acceptLanguage: string | undefined): Language {
  const known = (tag: string): Language | undefined => languages.find(language => tag.split('-')[0] === language)
  const requested = lang === undefined ? undefined : known(lang.trim().toLowerCase())
  if (requested !== undefined) return requested
  const weights = weighted(acceptLanguage)
  const offers = weights.filter(({ q }) => q > 0)
  const refused = weights.filter(({ q }) => q === 0).map(({ name }) => name)
  const best = offers.toSorted((a, b) => b.q - a.q).find(({ name }) => known(name) !== undefined || name === '*')
  const named = best === undefined ? undefined : known(best.name)
  return named ?? languages.find(language => !refused.includes(language)) ?? 'ja'
}

/** How much of a header is read: nobody who means it says more. */
const maxHeader = 4096
const maxItems = 64

/** RFC 9110 §12.4.2. An item whose weight cannot be read asks for nothing. */
function weighted(header = ''): { name: string; q: number }[] {
  return listed(header).map(item => {
    const [name = '', ...parameters] = item.split(';').map(piece => piece.trim().toLowerCase())
    const weight = parameters.find(parameter => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '')
    const q =
      weight === undefined ? 1 : /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : Number.NaN
    return { name, q }
  })
}

/** The items of a list, in one pass: a comma inside quotes does not part them. */
function listed(header: string): string[] {
  const items: string[] = []
  let from = 0
  let quoted = false
  const end = Math.min(header.length, maxHeader)
  for (let at = 0; at < end && items.length < maxItems; at++) {
    const mark = header[at]
    if (mark === '"') quoted = !quoted
    else if (mark === '\\' && quoted) at++
    else if (mark === ',' && !quoted) {
      items.push(header.slice(from, at))
      from = at + 1
    }
  }
  // What was cut off in the middle might say another thing than was meant.
  if (header.length <= maxHeader && items.length < maxItems) items.push(header.slice(from))
  return items
}
