/** What operators publish: brand.json, key sets and revocation lists, fetched once for all who ask. */
import { isObject, type JsonObject } from '../../../lib/json-value.ts'
import type { FetchDocument } from '../../../wire/fetch-document.ts'
import { type KeyPurpose, readKeySet } from '../governance/public-key.ts'
import { pollInterval, type RevocationList, readRevocationList, revocationPath } from '../governance/revocations.ts'
import { movedTo } from './brand.ts'
import { type FetchedJson, fetchJson, type NoJson, sizes } from './fetch-json.ts'
import { Lookups } from './lookups.ts'

type KeySet = ReadonlyMap<string, JsonObject>

export type Found<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: NoJson }

/** A list, and when it is asked for again. `missing`: the operator publishes none. */
type FoundList = { readonly list: RevocationList | 'missing' | undefined; readonly until: number }

export interface PublishedOptions {
  readonly fetch: FetchDocument
  /** Milliseconds since the epoch. Default: the clock. */
  readonly now?: (() => number) | undefined
  /**
   * How long after a revocation list the next one is due, in milliseconds, whatever the list says. Four intervals later
   * (of at most 30 minutes) the list is too old, and its keys are refused. Default: 30 minutes, as AdCP has it.
   */
  readonly longestRevocationMs?: number | undefined
}

const most = 1000
/** The bounds of AdCP: no success longer than the poll of the revocations, no failure longer than a minute. */
const freshMs = 5 * 60_000
const failedMs = 30_000
/** How far clocks may be apart. */
const skewMs = 60_000

export class PublishedDocuments {
  readonly fetch: FetchDocument
  readonly now: () => number
  readonly #longestMs: number | undefined
  readonly #brands: Lookups<FetchedJson>
  readonly #sets: Lookups<Found<KeySet>>
  readonly #lists = new Map<string, FoundList>()
  readonly #listFlights = new Map<string, Promise<FoundList>>()

  constructor({ fetch, now = Date.now, longestRevocationMs }: PublishedOptions) {
    this.fetch = fetch
    this.#longestMs = longestRevocationMs
    this.now = now
    const settings = { now, freshMs, failedMs, most }
    this.#brands = new Lookups(({ ok }) => ok, settings)
    this.#sets = new Lookups(({ ok }) => ok, settings)
  }

  /** A brand.json. `moves` times it may be elsewhere: by a redirect, or by what the document says. */
  async brand(url: string, moves = 0): Promise<Found<JsonObject>> {
    const found = await this.#brands.get(`${moves} ${url}`, () => fetchJson(this.fetch, url, sizes.brand, moves))
    if (!found.ok) return found
    if (!isObject(found.value)) return { ok: false, reason: 'malformed' }
    const elsewhere = moves > 0 ? movedTo(found.value) : undefined
    return elsewhere === undefined ? { ok: true, value: found.value } : this.brand(elsewhere, moves - 1)
  }

  async keySet(url: string): Promise<Found<KeySet>> {
    return this.#sets.get(url, () => this.#fetchSet(url))
  }

  /** A key of a set; the set is fetched once more for an id that it lacks. */
  async key(url: string, kid: string): Promise<Found<JsonObject | undefined>> {
    const known = await this.keySet(url)
    if (!known.ok || known.value.has(kid)) return known.ok ? { ok: true, value: known.value.get(kid) } : known
    const again = await this.#sets.again(url, () => this.#fetchSet(url))
    // The old set still counts while the new one cannot be had.
    return { ok: true, value: again.ok ? again.value.get(kid) : undefined }
  }

  /** The list of an origin, signed by a key of the set; the last one that was good, while there is no newer one. */
  async revocations(
    origin: string,
    jwksUri: string,
    purposes: readonly KeyPurpose[],
  ): Promise<RevocationList | 'missing' | undefined> {
    const name = `${origin} ${jwksUri}`
    const known = this.#lists.get(name)
    if (known !== undefined && this.now() < known.until) return known.list
    const flying = this.#listFlights.get(name)
    if (flying !== undefined) return (await flying).list
    const flight = this.#fetchList(origin, jwksUri, purposes)
      .then(list => this.#keepList(name, list, known?.list))
      .finally(() => this.#listFlights.delete(name))
    this.#listFlights.set(name, flight)
    return (await flight).list
  }

  #keepList(name: string, list: FoundList['list'], before: FoundList['list']): FoundList {
    const now = this.now()
    const isList = typeof list === 'object'
    const waitMs = isList ? Math.min(Math.max(list.nextUpdate - now, failedMs), pollInterval(list)) : failedMs
    // A list that is gone, older than the last one, or cannot be had does not undo what was revoked.
    const isOlder = isList && typeof before === 'object' && list.updated < before.updated
    const kept = typeof before === 'object' && (!isList || isOlder) ? before : list
    const found: FoundList = { list: kept, until: now + waitMs }
    this.#lists.delete(name)
    this.#lists.set(name, found)
    if (this.#lists.size > most) this.#lists.delete(this.#lists.keys().next().value as string)
    return found
  }

  async #fetchList(origin: string, jwksUri: string, purposes: readonly KeyPurpose[]): Promise<FoundList['list']> {
    const document = await fetchJson(this.fetch, `${origin}${revocationPath}`, sizes.revocations)
    if (!document.ok) return document.reason === 'missing' ? 'missing' : undefined
    // A list that names a stolen key is signed with a new one, which the set that was fetched before does not have.
    const keyOf = async (kid: string) => {
      const found = await this.key(jwksUri, kid)
      return found.ok ? found.value : undefined
    }
    const source = { origin, keyOf, purposes, longestMs: this.#longestMs }
    const list = await readRevocationList(document.value, source)
    // One of the future would make every later one look old.
    return list === undefined || list.updated > this.now() + skewMs ? undefined : list
  }

  async #fetchSet(url: string): Promise<Found<KeySet>> {
    const fetched = await fetchJson(this.fetch, url, sizes.keys)
    if (!fetched.ok) return fetched
    const set = readKeySet(fetched.value)
    return set === undefined ? { ok: false, reason: 'malformed' } : { ok: true, value: set }
  }
}
