/** What a caller asked for, understood: words, filters, and what could not be made sense of. */
import type { JsonObject, QueryEcho } from '../../src/index.ts'
import { phraseOf } from './grams.ts'
import { type License, type Tier, tiers } from './records.ts'

/** What narrows a search down. Absent means everything. */
export interface Filters {
  tier?: Tier[]
  prefecture?: string
  authority_level?: string
  funding_purpose?: string[]
  target_type?: string[]
  amount_min?: number
  amount_max?: number
  license?: License
}

/** Which part of the matches is wanted, and how much of each. */
export interface Page {
  fields: 'minimal' | 'default'
  limit: number
  offset: number
}

export interface Question extends Filters {
  q?: string
  /** Any of the words will do. */
  broaden?: boolean
}

/** `undefined` members, as a schema leaves them, count as absent. */
export type Loose<T> = { [K in keyof T]: T[K] | undefined }

export interface Query {
  /** The question, NFKC and trimmed. */
  asked: string
  words: string[]
  filters: Filters
  broaden: boolean
  unparsed: string[]
  /** There were words, and none of them is anywhere. */
  hopeless: boolean
}

/** Filters that may be written inside the question, as in `tier:S`; of several of a kind any will do. */
const written = new Map<string, (value: string, before: Filters) => Filters | undefined>([
  [
    'tier',
    (value, { tier = [] }) => {
      const found = tiers.find(known => known === value.toUpperCase())
      return found && { tier: [...tier, found] }
    },
  ],
  ['prefecture', prefecture => ({ prefecture })],
  ['purpose', (value, { funding_purpose = [] }) => ({ funding_purpose: [...funding_purpose, value.toLowerCase()] })],
  ['target', (value, { target_type = [] }) => ({ target_type: [...target_type, value.toLowerCase()] })],
])

const filterLike = /^([A-Za-z_]{2,20})[:=](.+)$/

/**
 * Reads the question. `found` says whether a word is anywhere in the index: one that is nowhere, and a filter that
 * is not understood, are left out and named.
 */
export function understand(
  { q = '', broaden = false, ...given }: Loose<Question>,
  found: (word: string) => boolean,
): Query {
  const words: string[] = []
  const unparsed: string[] = []
  let inline: Filters = {}
  let nowhere = 0
  const tokens = q.normalize('NFKC').split(/\s+/).filter(Boolean)
  for (const token of tokens) {
    const [, name, value = ''] = filterLike.exec(token) ?? []
    const filter = name === undefined ? undefined : written.get(name.toLowerCase())?.(value, inline)
    if (filter !== undefined) inline = { ...inline, ...filter }
    else if (name === undefined && phraseOf(token) !== undefined && found(token)) words.push(token)
    else {
      unparsed.push(token)
      if (name === undefined) nowhere++
    }
  }
  return {
    asked: tokens.join(' '),
    words,
    filters: { ...tidied(inline), ...tidied(given) },
    broaden,
    unparsed,
    hopeless: words.length === 0 && nowhere > 0,
  }
}

/** The filters that were given, lists sorted and each item once. */
function tidied({ prefecture, ...given }: Partial<Loose<Filters>>): Filters {
  const there = Object.entries({
    ...given,
    ...(prefecture && { prefecture: prefecture.normalize('NFKC').trim() }),
  })
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => [name, Array.isArray(value) ? [...new Set(value)].toSorted() : value])
  return Object.fromEntries(there)
}

/** The echo: what the caller asked, which filters hold, and what was left out. */
export function echoOf({ asked, filters, broaden, unparsed }: Query, page: Page): QueryEcho {
  const applied = { ...filters, ...(broaden && { broaden }), ...page }
  return { input: asked === '' ? {} : { q: asked }, filters: applied as JsonObject, unparsed }
}

/** Parameters that repeat a query, without what was left out. */
export function parametersOf({ words, filters, broaden }: Pick<Query, 'words' | 'filters' | 'broaden'>): JsonObject {
  return {
    ...(words.length > 0 && { q: words.join(' ') }),
    ...(filters as JsonObject),
    ...(broaden && { broaden }),
  }
}
