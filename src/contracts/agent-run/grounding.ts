/**
 * Agent HTTP contract, "GroundingPack": `citations` are keys. What the hub knows of a citation beyond its key stands in
 * `sources`, as an object whose `citation_id` is that key, and is read back from there.
 */
import type { Losses } from '../../codec/loss.ts'
import { withFreeMembers } from '../../codec/node.ts'
import { objects, texts } from '../../codec/read.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Citation, OutcomeBase } from '../../outcome/outcome.ts'
import { citationDetail, contractId } from './nodes.ts'

const listed = new Set(['sources', 'citations', 'span_refs'])

type Grounding = Pick<OutcomeBase, 'sources' | 'citations' | 'spanRefs'>

/** What a pack holds for the hub, and the members that later editions of it added. */
export function readGrounding(pack: Json | undefined): { grounding: Grounding; rest: JsonObject } {
  if (!isObject(pack)) return { grounding: {}, rest: {} }
  const grounding: Grounding = {}
  const keys = texts(pack.citations)
  const { details, sources } = foldDetails(objects(pack.sources), keys)
  if (Array.isArray(pack.sources) && (sources.length > 0 || details.size === 0)) grounding.sources = sources
  if (Array.isArray(pack.citations)) grounding.citations = keys.map(id => details.get(id) ?? { id })
  if (Array.isArray(pack.span_refs)) grounding.spanRefs = objects(pack.span_refs)
  return { grounding, rest: Object.fromEntries(Object.entries(pack).filter(([name]) => !listed.has(name))) }
}

/** Takes the details of citations out of the sources, where one source and one citation have the key. */
function foldDetails(
  all: readonly JsonObject[],
  keys: readonly string[],
): { details: Map<string, Citation>; sources: JsonObject[] } {
  const details = new Map<string, Citation>()
  if (all.every(({ citation_id: key }) => key === undefined)) return { details, sources: [...all] }
  const cited = singleKeys(keys)
  const named = singleKeys(all.flatMap(({ citation_id: key }) => (typeof key === 'string' ? [key] : [])))
  const sources = all.filter(source => {
    const key = source.citation_id
    if (typeof key !== 'string' || !cited.has(key) || !named.has(key)) return true
    details.set(key, citationDetail.read(source) as Citation)
    return false
  })
  return { details, sources }
}

/** The keys that occur once: only for those can a source say more. */
function singleKeys(keys: readonly string[]): ReadonlySet<string> {
  const single = new Set(keys)
  const seen = new Set<string>()
  for (const key of keys) {
    if (seen.has(key)) single.delete(key)
    seen.add(key)
  }
  return single
}

function keyOf(citation: Citation, index: number): string {
  return citation.id ?? citation.url ?? `citation-${index + 1}`
}

export function writeGrounding(outcome: OutcomeBase, own: Json | undefined, losses: Losses): JsonObject | undefined {
  const { citations, sources, spanRefs } = outcome
  const keys = citations?.map(keyOf)
  const single = singleKeys(keys ?? [])
  const details = citations?.flatMap((citation, index) => sourceOf(citation, index, single, losses)) ?? []
  if (sources?.some(({ citation_id: key }) => typeof key === 'string' && single.has(key))) {
    losses.add('/outcome/sources', 'a source with the key of a citation is read back as part of it')
    losses.add('/outcome/citations', 'a source with the key of a citation is read back as part of it')
  }
  if (details.length > 0 && sources?.length === 0) {
    losses.add('/outcome/sources', 'an empty list next to the details of citations is read back as none')
  }
  const pack: JsonObject = {}
  if (sources !== undefined || details.length > 0) pack.sources = [...(sources ?? []), ...details]
  if (keys !== undefined) pack.citations = keys
  if (spanRefs !== undefined) pack.span_refs = spanRefs
  const ownAt = `/outcome/extra/${contractId}/grounding`
  if (own !== undefined && !isObject(own)) losses.add(ownAt, 'a grounding pack is an object')
  const whole = isObject(own) ? withFreeMembers(pack, own, name => listed.has(name), ownAt, losses) : pack
  return Object.keys(whole).length === 0 ? undefined : whole
}

/** The source that says more of a citation than its key; none when the key is all, or occurs twice. */
function sourceOf(citation: Citation, index: number, single: ReadonlySet<string>, losses: Losses): JsonObject[] {
  const at = `/outcome/citations/${index}`
  const key = keyOf(citation, index)
  if (citation.id === undefined) losses.add(`${at}/id`, 'a citation is a key; another member, or its place, stands in')
  const bare = Object.keys(citation).every(member => member === 'id')
  if (bare) return []
  if (!single.has(key)) {
    losses.except(citation, at, new Set(['id']), 'has details of a key only if the key occurs once')
    losses.closed(citation, at)
    return []
  }
  const source = citationDetail.write({ ...citation, id: key }, at, losses)
  return Object.keys(source).length > 1 ? [source] : []
}
