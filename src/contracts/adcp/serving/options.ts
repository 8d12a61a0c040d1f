/** What an author can set for a server of AdCP. */
import type { JsonObject } from '../../../lib/json-value.ts'
import type { AdcpGovernanceOptions } from '../governance/options.ts'
import type { AdcpRequestSigning } from './signatures.ts'

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

/** What get_adcp_capabilities answers. With it the server is an agent of AdCP, whatever its mount. */
export interface AdcpServerOptions {
  /** Default: by the names of the operations. */
  supportedProtocols?: readonly [SupportedProtocol, ...SupportedProtocol[]]
  /** When what the agent can do last changed, as an RFC 3339 date-time. Default: when the server was made. */
  lastUpdated?: string
  /** Further members of the answer: `specialisms`, `identity`, `media_buy` … */
  capabilities?: JsonObject
  /** Which requests must be signed, where the server verifies signatures (`signing.keys`). Default: none. */
  requestSigning?: AdcpRequestSigning
  /** Verifies governance tokens. Default: they are kept and passed on, and nobody verifies them. */
  governance?: AdcpGovernanceOptions
}

declare module '../../../outcome/author-options.ts' {
  interface ServerContractOptions {
    adcp?: AdcpServerOptions
  }
}
