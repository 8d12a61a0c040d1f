/** AdCP adagents.json, `authorized_agents[].signing_keys`: a publisher says which keys its agents sign with. */
import { isObject, type Json, type JsonObject } from '../../../lib/json-value.ts'
import type { FetchDocument } from '../../../wire/fetch-document.ts'
import type { KeyFailure } from '../../../wire/signature/key-directory.ts'
import { canonicalTarget } from '../../../wire/signature/target-uri.ts'
import { fetchJson, type NoJson, sizes } from './fetch-json.ts'
import { Lookups } from './lookups.ts'

/** A file, or why there is none. */
type Authorizations = { readonly ok: true; readonly file: JsonObject } | { readonly ok: false; readonly reason: NoJson }

export class PinnedKeys {
  readonly #publishers: readonly string[]
  readonly #fetch: FetchDocument
  readonly #now: () => number
  readonly #files: Lookups<Authorizations>
  /** The last good file of each publisher: while there is no newer one, its pins count. */
  readonly #last = new Map<string, Authorizations>()
  /** The pins of each agent: a file may have 20 MiB, and is asked about at every webhook. */
  readonly #pins = new WeakMap<JsonObject, Map<string, readonly Json[] | undefined>>()

  constructor(publishers: readonly string[], { fetch, now }: { fetch: FetchDocument; now: () => number }) {
    this.#publishers = publishers.map(adagentsUrlOf)
    this.#fetch = fetch
    this.#now = now
    this.#files = new Lookups(({ ok }) => ok, { now, freshMs: 5 * 60_000, failedMs: 30_000, most: 1000 })
  }

  /** Why a key of an agent does not count; undefined: every publisher that pins keys of the agent has it. */
  async objection(agent: string, jwk: JsonObject): Promise<KeyFailure | undefined> {
    for (const url of this.#publishers) {
      const found = await this.#files.get(url, () => this.#load(url))
      if (!found.ok && found.reason === 'missing') continue
      if (!found.ok) return found.reason === 'untrusted' ? 'jwks_untrusted' : 'jwks_unavailable'
      const pins = this.#pinsOf(found.file, agent)
      if (pins !== undefined && !pins.some(pin => isKey(pin, jwk, this.#now()))) return 'key_unknown'
    }
    return undefined
  }

  #pinsOf(file: JsonObject, agent: string): readonly Json[] | undefined {
    const known = this.#pins.get(file) ?? new Map<string, readonly Json[] | undefined>()
    this.#pins.set(file, known)
    if (!known.has(agent)) known.set(agent, pinsOf(file, agent))
    return known.get(agent)
  }

  async #load(url: string): Promise<Authorizations> {
    const loaded = await fetchAuthorizations(this.#fetch, url)
    if (!loaded.ok) return this.#last.get(url) ?? loaded
    this.#last.set(url, loaded)
    return loaded
  }
}

/** The adagents.json of a domain; a URL stays as it is. */
function adagentsUrlOf(publisher: string): string {
  return publisher.includes('://') ? publisher : `https://${publisher}/.well-known/adagents.json`
}

/** The file, or the one that it refers to. */
async function fetchAuthorizations(fetch: FetchDocument, url: string): Promise<Authorizations> {
  const first = await fetchJson(fetch, url, sizes.adagents)
  const location = first.ok && isObject(first.value) ? first.value.authoritative_location : undefined
  const read = typeof location === 'string' ? await fetchJson(fetch, location, sizes.authoritative) : first
  // A reference that leads nowhere is no publisher without a file.
  if (!read.ok) return read.reason === 'missing' && read !== first ? { ok: false, reason: 'unreachable' } : read
  return isObject(read.value) ? { ok: true, file: read.value } : { ok: false, reason: 'malformed' }
}

/** The keys that a publisher pins for an agent, in all of its entries; undefined: it pins none. */
function pinsOf({ authorized_agents: agents }: JsonObject, agent: string): Json[] | undefined {
  const wanted = canonicalTarget(agent)?.uri
  const entries = (Array.isArray(agents) ? agents : [])
    .filter(isObject)
    .filter(({ url }) => typeof url === 'string' && (url === agent || isAt(url, wanted)))
  const lists = entries.flatMap(({ signing_keys: keys }) => (keys === undefined ? [] : [keys]))
  // What is no list pins the agent to no key.
  return lists.length === 0 ? undefined : lists.flatMap(list => (Array.isArray(list) ? list : []))
}

function isAt(url: string, wanted: string | undefined): boolean {
  return wanted !== undefined && canonicalTarget(url)?.uri === wanted
}

const members = ['kid', 'kty', 'crv', 'x', 'y'] as const

function isKey(pin: Json, jwk: JsonObject, now: number): boolean {
  if (!isObject(pin) || !members.every(name => pin[name] === jwk[name])) return false
  const { revoked_at: revoked } = pin
  return revoked === undefined || Date.parse(String(revoked)) > now
}
