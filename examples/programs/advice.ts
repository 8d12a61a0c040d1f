/** Why there are few rows or none, and what would give more: advice that can be followed to the letter. */
import type { JsonObject } from '../../src/index.ts'
import type { Catalog, Selection } from './catalog.ts'
import { type Filters, parametersOf, type Query } from './query.ts'

export interface Emptiness {
  emptyReason: 'no_match' | 'filters_too_narrow' | 'license_blocked'
  retryWith: JsonObject
}

/** What always gives rows. */
const start: JsonObject = { tier: ['S', 'A'] }

/** Why a page is empty. `total` counts the rows that other pages have. */
export function whyEmpty(catalog: Catalog, query: Query, proprietary: boolean, total: number): Emptiness {
  const { words, filters } = query
  const selection: Selection = { ...query, proprietary }
  if (total > 0) return { emptyReason: 'filters_too_narrow', retryWith: { ...parametersOf(selection), offset: 0 } }
  if (query.hopeless || isBlank(query)) return { emptyReason: 'no_match', retryWith: nearest(catalog, query.unparsed) }
  const { license: _, ...others } = filters
  if (catalog.count({ ...selection, filters: others, proprietary: true }) > 0) {
    const open = { ...selection, filters: others }
    return { emptyReason: 'license_blocked', retryWith: catalog.count(open) > 0 ? parametersOf(open) : start }
  }
  const wider = withoutOneFilter(catalog, selection)
  if (wider !== undefined) return { emptyReason: 'filters_too_narrow', retryWith: parametersOf(wider) }
  if (words.length === 0) return { emptyReason: 'filters_too_narrow', retryWith: start }
  const any = { ...selection, filters: {}, broaden: true }
  return { emptyReason: 'no_match', retryWith: catalog.count(any) > 0 ? parametersOf(any) : start }
}

/** Whether nothing was asked that a search could go by. */
export function isBlank({ words, filters }: Query): boolean {
  return words.length === 0 && Object.keys(filters).length === 0
}

function nearest(catalog: Catalog, unparsed: readonly string[]): JsonObject {
  for (const word of unparsed.slice(0, 5)) {
    const part = longestPart(catalog, word)
    if (part !== undefined) return { q: part }
  }
  return start
}

/** What gives more rows than the few there are; undefined when nothing does. */
export function howToGetMore(
  catalog: Catalog,
  selection: Selection,
  { total, rows, limit }: { total: number; rows: number; limit: number },
): JsonObject | undefined {
  if (total > rows) return { ...parametersOf(selection), limit: Math.min(100, Math.max(limit, 20)), offset: 0 }
  const candidates = [withoutOneFilter(catalog, selection), { ...selection, broaden: true }]
  const better = candidates.find(candidate => candidate !== undefined && catalog.count(candidate) > total)
  return better === undefined ? undefined : parametersOf(better)
}

/** The selection without the one filter that excludes most; without any when no single one is to blame. */
function withoutOneFilter(catalog: Catalog, selection: Selection): Selection | undefined {
  const names = Object.keys(selection.filters) as (keyof Filters)[]
  const ranked = names
    .map(name => {
      const { [name]: _, ...filters } = selection.filters
      return { ...selection, filters }
    })
    .map(wider => ({ wider, rows: catalog.count(wider) }))
    .toSorted((a, b) => b.rows - a.rows)
  const [best] = ranked
  if (best === undefined) return undefined
  if (best.rows > 0) return best.wider
  const bare = { ...selection, filters: {} }
  return selection.words.length > 0 && catalog.count(bare) > 0 ? bare : undefined
}

/** The longest part of a word, two characters at least, that the index knows. */
function longestPart(catalog: Catalog, word: string): string | undefined {
  const characters = [...word].slice(0, 24)
  for (let length = characters.length - 1; length >= 2; length--) {
    for (let from = 0; from + length <= characters.length; from++) {
      const part = characters.slice(from, from + length).join('')
      if (catalog.found(part)) return part
    }
  }
  return undefined
}
