/** A connection over MCP or A2A. Loaded, as their carriers are, only when an address names one. */
import type { ContractEdition } from '../codec/contract.ts'
import type { CardKeys } from '../wire/card-keys.ts'
import type { SignInit } from '../wire/signature/sign-init.ts'
import { type Address, readAddress } from './address.ts'
import type { ConnectOptions } from './client.ts'
import type { Connection } from './connection.ts'
import { envelopeOf, openHttp } from './open.ts'

export async function openAddress(text: string, options: ConnectOptions): Promise<Connection> {
  return openCarrier(readAddress(text), options)
}

/** A connection over a carrier of its own. */
export async function openCarrier(address: Address, options: ConnectOptions): Promise<Connection> {
  const { env, maxBytes, connectMs, onElicit } = options
  const headers = typeof options.headers === 'function' ? await options.headers() : options.headers
  const named = await namedEdition(options.contract)
  const common = { headers, maxBytes, connectMs, named, sign: await signing(options.sign) }
  switch (address.kind) {
    case 'a2a': {
      const { a2aConnection } = await import('./a2a/connection.ts')
      const url = asking(address.url, options.contract)
      return a2aConnection(url, `A2A at ${address.url.href}`, { ...common, cardKeys: keysOf(options.cardKeys) })
    }
    case 'mcp': {
      const { mcpConnection } = await import('./mcp/connection.ts')
      const url = asking(address.url, options.contract)
      return mcpConnection({ url }, `MCP at ${address.url.href}`, { ...common, onElicit })
    }
    case 'stdio': {
      const { mcpConnection } = await import('./mcp/connection.ts')
      const { command, args } = address
      return mcpConnection({ command, args, env }, `MCP from ${command}`, { ...common, onElicit })
    }
    case 'http':
      return openHttp(address.url, options)
  }
}

function keysOf(keys: ConnectOptions['cardKeys']): CardKeys | undefined {
  return keys === undefined || typeof keys === 'function' ? keys : kid => keys.find(key => key.kid === kid)
}

async function signing(sign: ConnectOptions['sign']): Promise<SignInit | undefined> {
  if (sign === undefined) return undefined
  const { signRequest } = await import('./sign-request.ts')
  return (url, init) => signRequest(sign, url, init)
}

/** The address, with the parameter by which a Replywire server is asked for a contract. */
function asking(url: URL, contract: ConnectOptions['contract']): URL {
  if (contract === undefined) return url
  const whole = new URL(url)
  whole.searchParams.set('envelope', envelopeOf(contract))
  return whole
}

async function namedEdition(contract: ConnectOptions['contract']): Promise<ContractEdition | undefined> {
  if (typeof contract !== 'string') return contract
  const { parseContractEdition } = await import('./native-read.ts')
  return parseContractEdition(contract)
}
