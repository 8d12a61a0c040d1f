/** A connection over HTTP, and what an address says of the carrier. */
import type { ContractEdition } from '../codec/contract.ts'
import type { ContractReader } from '../codec/contract-reader.ts'
import type { ConnectOptions } from './client.ts'
import { HttpConnection } from './http/connection.ts'
import type { ContractSource } from './http/read.ts'
import type { RequestSigning } from './sign-request.ts'

const defaults = { maxBytes: 32 * 1024 * 1024 }

export function openHttp(url: URL, options: ConnectOptions): HttpConnection {
  const { contract, contracts, headers, isEndpoint, clock } = options
  const own = contract === undefined || typeof contract === 'string' ? [] : [sourceOf(contract.contract)]
  return new HttpConnection(url, {
    contracts: async () => [...own, ...(contracts?.map(sourceOf) ?? (await shippedContracts()))],
    contract: contract === undefined ? undefined : envelopeOf(contract),
    headers,
    isEndpoint,
    clock,
    bounds: {
      fetch: signedFetch(options.fetch ?? ((input, init) => fetch(input, init)), options.sign),
      maxBytes: options.maxBytes ?? defaults.maxBytes,
      idleMs: options.idleMs,
    },
  })
}

/** What signs each request just before it is sent; loaded where it is used. */
function signedFetch(send: typeof fetch, sign: RequestSigning | undefined): typeof fetch {
  if (sign === undefined) return send
  return async (input, init) => {
    const { signRequest } = await import('./sign-request.ts')
    return send(input, await signRequest(sign, input as string | URL, init))
  }
}

/** All that ship, each loaded when an answer needs it. */
async function shippedContracts(): Promise<readonly ContractSource[]> {
  return (await import('../contracts/reader-rows.generated.ts')).readerRows
}

function sourceOf(one: ContractReader | ContractSource): ContractSource {
  return 'detector' in one ? one : { id: one.id, detector: async () => one, reader: async () => one }
}

/** `ID` or `ID@VERSION`. */
export function envelopeOf(contract: string | ContractEdition): string {
  return typeof contract === 'string' ? contract : `${contract.contract.id}@${contract.edition.version}`
}
