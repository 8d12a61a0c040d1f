/** AdCP security, discovery of signing keys: agent URL → capabilities → brand.json → `agents[]` → key set. */
import { asCompleted } from '../../../lib/as-completed.ts'
import { isObject, type JsonObject } from '../../../lib/json-value.ts'
import type {
  KeyAnswer,
  KeyDirectory,
  KeyFailure,
  KeyQuestion,
  PublishedKey,
  RevocationState,
  SignaturePurpose,
} from '../../../wire/signature/key-directory.ts'
import { isRevoked, isStale } from '../governance/revocations.ts'
import { type AskedCapabilities, askCapabilities } from './ask-capabilities.ts'
import { agentsAt, isBound } from './brand.ts'
import type { NoJson } from './fetch-json.ts'
import { Lookups } from './lookups.ts'
import { PinnedKeys } from './pinned-keys.ts'
import { PublishedDocuments, type PublishedOptions } from './published.ts'

/** Whose keys are found, and how. */
export interface DiscoveryOptions extends PublishedOptions {
  /** The URLs of the agents that are trusted, as their operators' brand.json has them. */
  readonly agents: readonly string[]
  /**
   * Domains of publishers that the agents sell for: a webhook counts only by a key that the adagents.json of each of them
   * pins, where it pins keys of the agent. Default: none.
   */
  readonly publishers?: readonly string[] | undefined
  /** The answer of an agent to get_adcp_capabilities; undefined: it does not answer. Default: asked over MCP, else over A2A. */
  readonly capabilitiesOf?: ((agent: string) => Promise<JsonObject | undefined>) | undefined
}

/** So many agents are asked at once for a key that none of them is known to have. */
const agentsAtOnce = 16
/** Of so many key ids it is remembered whose they are. */
const mostOwned = 10_000

type Discovered = { readonly ok: true; readonly jwksUri: string } | { readonly ok: false; readonly reason: KeyFailure }

/**
 * Finds the keys of agents as AdCP publishes them. What is found is used for minutes, what fails for half a minute.
 *
 * @example
 * const keys = discoverKeys({ agents: ['https://buyer.example/mcp'], fetch: documentFetcher() })
 */
export function discoverKeys(options: DiscoveryOptions): KeyDirectory {
  const directory = new DiscoveredKeys(options)
  return {
    resolveKey: question => directory.resolveKey(question),
    revocationOf: key => directory.revocationOf(key),
  }
}

class DiscoveredKeys {
  readonly #agents: readonly string[]
  readonly #documents: PublishedDocuments
  readonly #ask: (agent: string) => Promise<AskedCapabilities>
  readonly #capabilities: Lookups<AskedCapabilities>
  readonly #pins: PinnedKeys
  /** The same object for the same key: what verifies with it imports it once. */
  readonly #keys = new WeakMap<JsonObject, PublishedKey>()
  /** The set that each key is from. */
  readonly #sets = new WeakMap<PublishedKey, string>()
  /** The agents that had a key of this id. */
  readonly #owners = new Map<string, Set<string>>()

  constructor({ agents, publishers = [], capabilitiesOf, ...options }: DiscoveryOptions) {
    this.#agents = [...agents]
    this.#documents = new PublishedDocuments(options)
    const { now, fetch } = this.#documents
    this.#pins = new PinnedKeys(publishers, { now, fetch })
    this.#capabilities = new Lookups(({ ok }) => ok, { now, freshMs: 5 * 60_000, failedMs: 30_000, most: 1000 })
    this.#ask = capabilitiesOf === undefined ? agent => askCapabilities(fetch, agent) : askedBy(capabilitiesOf)
  }

  /**
   * Without a signer all trusted agents are looked through: those first that had the key before, so that no agent that is
   * slow or away holds up the callers of others.
   */
  async resolveKey({ keyid, purpose, signer }: KeyQuestion): Promise<KeyAnswer> {
    const agents = this.#agents.filter(agent => signer === undefined || agent === signer)
    const [only, ...others] = agents
    if (only !== undefined && others.length === 0) return this.#keyOf(only, keyid, purpose)
    return nextKey(this.#answers(agents, keyid, purpose))
  }

  async *#answers(agents: readonly string[], keyid: string, purpose: SignaturePurpose): AsyncGenerator<KeyAnswer> {
    const ask = (some: readonly string[]) =>
      asCompleted(
        some.map(agent => () => this.#keyOf(agent, keyid, purpose)),
        agentsAtOnce,
      )
    const had = (agent: string) => this.#owners.get(keyid)?.has(agent) === true
    const [owners, others] = [agents.filter(had), agents.filter(agent => !had(agent))]
    yield* ask(owners)
    // Of an agent that never had the key, a failure says nothing about who signed.
    for await (const answer of ask(others)) yield answer.ok ? answer : failure('key_unknown')
  }

  #remember(keyid: string, agent: string): void {
    const owners = this.#owners.get(keyid) ?? new Set<string>()
    owners.add(agent)
    this.#owners.set(keyid, owners)
    if (this.#owners.size > mostOwned) this.#owners.delete(this.#owners.keys().next().value as string)
  }

  async revocationOf(key: PublishedKey): Promise<RevocationState> {
    const [origin, jwksUri] = [URL.parse(key.signer)?.origin, this.#sets.get(key)]
    if (origin === undefined || jwksUri === undefined) return 'stale'
    const list = await this.#documents.revocations(origin, jwksUri, ['request-signing', 'governance-signing'])
    if (list === 'missing') return 'valid'
    if (list === undefined) return 'stale'
    if (isRevoked(list, { kid: key.jwk.kid ?? '' })) return 'revoked'
    return isStale(list, this.#documents.now()) ? 'stale' : 'valid'
  }

  async #keyOf(agent: string, keyid: string, purpose: SignaturePurpose): Promise<KeyAnswer> {
    const discovered = await this.#discover(agent, purpose)
    if (!discovered.ok) return discovered
    const found = await this.#documents.key(discovered.jwksUri, keyid)
    if (!found.ok) return { ok: false, reason: found.reason === 'untrusted' ? 'jwks_untrusted' : 'jwks_unavailable' }
    if (found.value === undefined) return { ok: false, reason: 'key_unknown' }
    const objection = purpose === 'webhook' ? await this.#pins.objection(agent, found.value) : undefined
    if (objection !== undefined) return { ok: false, reason: objection }
    const known = this.#keys.get(found.value)
    const key = known?.signer === agent ? known : { jwk: found.value, signer: agent }
    this.#keys.set(found.value, key)
    this.#sets.set(key, discovered.jwksUri)
    this.#remember(keyid, agent)
    return { ok: true, key }
  }

  async #discover(agent: string, purpose: SignaturePurpose): Promise<Discovered> {
    const asked = await this.#capabilities.get(agent, () => this.#ask(agent))
    if (!asked.ok) return failure(asked.reason === 'untrusted' ? 'jwks_untrusted' : 'capabilities_unreachable')
    const identity = isObject(asked.capabilities.identity) ? asked.capabilities.identity : {}
    const { brand_json_url: brandUrl, key_origins: origins } = identity
    if (typeof brandUrl !== 'string') return failure('brand_json_url_missing')
    const brand = await this.#documents.brand(brandUrl)
    if (!brand.ok) return failure(brandFailures[brand.reason])
    if (!isBound(agent, brandUrl, brand.value, this.#documents.now())) return failure('brand_origin_mismatch')
    const [entry, ...others] = agentsAt(brand.value, agent)
    if (entry === undefined) return failure('agent_not_in_brand_json')
    if (others.length > 0) return failure('brand_json_ambiguous')
    const objection = originObjection(entry.jwksUri, agent, origins, purpose)
    return objection === undefined ? { ok: true, jwksUri: entry.jwksUri } : failure(objection)
  }
}

const brandFailures = {
  untrusted: 'jwks_untrusted',
  unreachable: 'brand_json_unreachable',
  missing: 'brand_json_unreachable',
  malformed: 'brand_json_malformed',
} as const satisfies Record<NoJson, KeyFailure>

/** Keys come from where the agent says that they do; where it says nothing, from its own origin. */
function originObjection(
  jwksUri: string,
  agent: string,
  origins: unknown,
  purpose: SignaturePurpose,
): KeyFailure | undefined {
  const host = URL.parse(jwksUri)?.host
  if (!isObject(origins as JsonObject)) {
    return host === URL.parse(agent)?.host ? undefined : 'key_origin_missing'
  }
  const declared = (origins as JsonObject)[`${purpose}_signing`]
  if (typeof declared !== 'string') return 'key_origin_missing'
  return URL.parse(declared)?.host === host ? undefined : 'key_origin_mismatch'
}

/** What the author's own function returns, or throws, is checked like an answer from the network. */
function askedBy(ask: (agent: string) => Promise<JsonObject | undefined>) {
  return async (agent: string): Promise<AskedCapabilities> => {
    try {
      const capabilities = await ask(agent)
      return isObject(capabilities) ? { ok: true, capabilities } : { ok: false, reason: 'unreachable' }
    } catch {
      return { ok: false, reason: 'unreachable' }
    }
  }
}

/** The first key of several answers; without one, the first reason that is more than that an agent does not have it. */
async function nextKey(answers: AsyncGenerator<KeyAnswer>): Promise<KeyAnswer> {
  let reason: KeyFailure = 'key_unknown'
  for (;;) {
    const { done, value } = await answers.next()
    if (done) return failure(reason)
    if (value.ok) return { ...value, next: () => nextKey(answers) }
    if (reason === 'key_unknown') reason = value.reason
  }
}

function failure(reason: KeyFailure): { ok: false; reason: KeyFailure } {
  return { ok: false, reason }
}
