/** Whether a server is at home in AdCP, and what it says of itself then. */
import type { Agent } from '../../agent/define.ts'
import { protocolOf } from '../../contracts/adcp/task-types.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import { type Offers, served } from '../negotiate.ts'
import type { ServeOptions } from '../site.ts'
import { adcpNameOf } from './names.ts'

/** AdCP 3.1 get_adcp_capabilities, `supported_protocols`. */
export const supportable = [
  'media_buy',
  'signals',
  'governance',
  'sponsored_intelligence',
  'creative',
  'brand',
  'measurement',
] as const

export type SupportedProtocol = (typeof supportable)[number]

export interface AdcpSettings {
  /** Told by the names of the operations unless said. */
  supportedProtocols?: readonly [SupportedProtocol, ...SupportedProtocol[]]
  /** When what the agent can do last changed, as an RFC 3339 date-time; when the server was made unless said. */
  lastUpdated?: string
  /** Further members of the answer: `specialisms`, `identity`, `media_buy` … */
  capabilities?: JsonObject
}

export interface AdcpHome extends AdcpSettings {
  /** Its own operations have routes: something says that this is an agent of AdCP. */
  isHome: boolean
  protocols: readonly string[]
  lastUpdated: string
}

/**
 * Undefined unless AdCP is offered. Whoever speaks it can follow what they began; at home in it is a server whose
 * mount, settings or tasks say so.
 */
export function adcpHome(
  { operations }: Agent,
  { contracts, mount }: Offers,
  { adcp: settings, mcp }: Pick<ServeOptions, 'adcp' | 'mcp'>,
  now: number,
): AdcpHome | undefined {
  const isMount = mount.contract.id === 'adcp'
  const isSpoken = mcp !== undefined && mcp !== false && mcp.contract === 'adcp'
  const isOffered = contracts.some(({ id }) => id === 'adcp')
  if (!isMount && !isSpoken && !isOffered) return undefined
  const tasks = Object.keys(operations).flatMap(key => protocolOf(adcpNameOf(key)) ?? [])
  const spoken = new Set(tasks.map(protocol => protocol.replaceAll('-', '_')))
  return {
    ...settings,
    isHome: isMount || (isOffered && (settings !== undefined || tasks.length > 0)),
    protocols: settings?.supportedProtocols ?? supportable.filter(protocol => spoken.has(protocol)),
    lastUpdated: settings?.lastUpdated ?? new Date(now).toISOString(),
  }
}

/** At AdCP's own routes it is AdCP that callers get who ask for nothing else. */
export function adcpOffers({ contracts }: Offers): Offers | undefined {
  const contract = contracts.find(({ id }) => id === 'adcp')
  const home = contract === undefined ? undefined : served(contract)
  return home === undefined ? undefined : { contracts, mount: home }
}
