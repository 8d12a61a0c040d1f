/** An upstream by its address. */
import type { ContractEdition } from '../codec/contract.ts'
import { ReplywireError } from '../errors.ts'
import { readAddress } from './address.ts'
import { parseContractEdition } from './read.ts'
import type { OnElicit, Upstream } from './upstream.ts'

export interface UpstreamOptions {
  /** The contract of the answers: `ID`, `ID@VERSION`, or a contract and its edition. Default over MCP and A2A: detected. */
  readonly contract?: string | ContractEdition | undefined
  /** Sent with every request over HTTP. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The most bytes that one answer may have. Default: 64 MiB. */
  readonly maxBytes?: number | undefined
  /** How long connecting may take. Default: 30 s. */
  readonly connectMs?: number | undefined
  /** The environment of a command. Default: a few safe variables. */
  readonly env?: Record<string, string> | undefined
  readonly onElicit?: OnElicit | undefined
}

/**
 * An agent to call: `http(s)://…` with a contract, `mcp+http(s)://…`, `mcp+stdio:COMMAND ARGS`, `a2a+http(s)://…`.
 * Nothing is connected before it is needed.
 *
 * @example
 * const server = await openUpstream('mcp+http://127.0.0.1:8080/mcp')
 * const { outcome } = await server.call({ operation: 'greet', input: { name: 'Ada' }, exchange: {} })
 */
export async function openUpstream(text: string, options: UpstreamOptions = {}): Promise<Upstream> {
  const address = readAddress(text)
  const { contract, env, ...rest } = options
  const named = typeof contract === 'string' ? parseContractEdition(contract) : contract
  switch (address.kind) {
    case 'http': {
      if (named === undefined) throw new ReplywireError('ERR_USAGE', 'Over plain HTTP, name the contract.')
      const { httpUpstream } = await import('./http.ts')
      return httpUpstream(address.url, named, options.headers ?? {})
    }
    case 'a2a': {
      const { a2aUpstream } = await import('./a2a.ts')
      return a2aUpstream(address.url, `A2A at ${address.url.href}`, { ...rest, named })
    }
    case 'mcp': {
      const { mcpUpstream } = await import('./mcp.ts')
      return mcpUpstream({ url: address.url }, `MCP at ${address.url.href}`, { ...rest, named })
    }
    case 'stdio': {
      const { mcpUpstream } = await import('./mcp.ts')
      const { command, args } = address
      return mcpUpstream({ command, args, env }, `MCP from ${command}`, { ...rest, named })
    }
  }
}
