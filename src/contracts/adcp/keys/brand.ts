/** AdCP brand.json: the agents of an operator, and whom the operator lets act for it. */
// @ts-expect-error The package has types, but its `exports` do not lead to them.
import { get } from 'psl'
import { isObject, type JsonObject } from '../../../lib/json-value.ts'

/** An entry of `agents[]`. */
export interface BrandAgent {
  readonly type: string
  readonly url: string
  readonly jwksUri: string
}

/**
 * The entries of a URL, byte for byte: at the root, of the house, of its brands. An equal entry counts once, and two that
 * differ are all: who has more than one has none. Asked at every message, of as many entries as fit into a brand.json.
 */
export function agentsAt(brand: JsonObject, url: string, type?: string): BrandAgent[] {
  const found: BrandAgent[] = []
  for (const holder of [brand, brand.house, ...(Array.isArray(brand.brands) ? brand.brands : [])]) {
    const agents = isObject(holder) ? holder.agents : undefined
    for (const entry of Array.isArray(agents) ? agents : []) {
      const agent = isObject(entry) && entry.url === url ? agentOf(entry, url) : undefined
      if (agent === undefined || (type !== undefined && agent.type !== type)) continue
      if (!found.some(one => isSame(one, agent))) found.push(agent)
      if (found.length > 1) return found
    }
  }
  return found
}

function isSame(one: BrandAgent, other: BrandAgent): boolean {
  return one.type === other.type && one.jwksUri === other.jwksUri
}

function agentOf({ type, jwks_uri: uri }: JsonObject, url: string): BrandAgent | undefined {
  if (typeof type !== 'string' || !(uri === undefined || typeof uri === 'string')) return undefined
  const jwksUri = uri ?? URL.parse('/.well-known/jwks.json', url)?.href
  return jwksUri === undefined ? undefined : { type, url, jwksUri }
}

/** Where a document says that the brand.json is, in place of being it. */
export function movedTo({ authoritative_location: location, house }: JsonObject): string | undefined {
  if (typeof location === 'string') return location
  return typeof house === 'string' ? brandUrlOf(house) : undefined
}

/** The brand.json of a domain; a URL stays as it is. */
export function brandUrlOf(brand: string): string {
  return brand.includes('://') ? brand : `https://${brand}/.well-known/brand.json`
}

/** Whether the operator of a brand.json stands for an agent: by its registrable domain, or by name. */
export function isBound(agentUrl: string, brandUrl: string, brand: JsonObject, now: number): boolean {
  const [agent, operator] = [domainOf(agentUrl), domainOf(brandUrl)]
  if (agent === undefined || operator === undefined) return false
  return agent === operator || operatorsOf(brand, now).includes(agent)
}

/** Domains that may act for the operator now. */
function operatorsOf({ authorized_operators: list }: JsonObject, now: number): string[] {
  const entries = Array.isArray(list) ? list.filter(isObject) : []
  return entries.flatMap(({ domain, valid_from: from, valid_until: until }) => {
    const isLate = until !== undefined && !(Date.parse(String(until)) > now)
    const isEarly = from !== undefined && !(Date.parse(String(from)) <= now)
    return typeof domain === 'string' && !isLate && !isEarly ? [domain.toLowerCase()] : []
  })
}

const registrableDomain: (name: string) => string | null = get
const isAddress = /^\[|^[\d.]+$/

/** The registrable domain; what has none, such as an address or `localhost`, is its own. */
function domainOf(url: string): string | undefined {
  const { hostname } = URL.parse(url) ?? {}
  if (hostname === undefined) return undefined
  return isAddress.test(hostname) ? hostname : (registrableDomain(hostname) ?? hostname)
}
