/** A connection over HTTP, and what an address says of the carrier. */
import type { ContractEdition } from '../codec/contract.ts'
import type { ContractReader } from '../codec/contract-reader.ts'
import { readerRows } from '../contracts/reader-rows.generated.ts'
import { ReplywireError } from '../errors.ts'
import { type Address, readAddress } from './address.ts'
import type { ConnectOptions } from './client.ts'
import { HttpConnection } from './http/connection.ts'
import type { ContractSource } from './http/read.ts'

const defaults = { maxBytes: 32 * 1024 * 1024 }

/** The origin that a breaker counts for; undefined where there is none. */
export function originOf(address: Address): string | undefined {
  return address.kind === 'stdio' ? undefined : address.url.origin
}

export function openHttp(url: URL, options: ConnectOptions): HttpConnection {
  const { contract, contracts = readerRows, headers, isEndpoint, clock } = options
  const own = contract === undefined || typeof contract === 'string' ? [] : [sourceOf(contract.contract)]
  return new HttpConnection(url, {
    contracts: [...own, ...contracts.map(one => ('detector' in one ? one : sourceOf(one)))],
    contract: contract === undefined ? undefined : envelopeOf(contract),
    headers,
    isEndpoint,
    clock,
    bounds: {
      fetch: options.fetch ?? ((input, init) => fetch(input, init)),
      maxBytes: options.maxBytes ?? defaults.maxBytes,
      idleMs: options.idleMs,
    },
  })
}

function sourceOf(reader: ContractReader): ContractSource {
  return { id: reader.id, detector: async () => reader, reader: async () => reader }
}

/** `ID` or `ID@VERSION`. */
export function envelopeOf(contract: string | ContractEdition): string {
  return typeof contract === 'string' ? contract : `${contract.contract.id}@${contract.edition.version}`
}

/** Refuses what no carrier knows before anything is sent. */
export function checkedAddress(url: string | URL): Address {
  const text = String(url)
  const address = readAddress(text)
  if (address.kind === 'http' && address.url.hash !== '') {
    throw new ReplywireError('ERR_USAGE', 'The address of an agent has no fragment.')
  }
  return address
}
