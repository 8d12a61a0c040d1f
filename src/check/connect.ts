/** From an address to a connection: HTTP, MCP, A2A, or a host command for files. */
import type { LookupFunction } from 'node:net'
import { readAddress, splitWords } from '../client/address.ts'
import type { Contract, Edition } from '../codec/contract.ts'
import { ReplywireError } from '../errors.ts'
import type { Carrier } from '../wire/wire.ts'
import type { ProbeConnection } from './exchange.ts'
import { probingOf } from './run-check.ts'

export interface ServiceConnectOptions {
  readonly contract: Contract
  readonly edition: Edition
  /** The carrier, where a plain HTTP address serves several. Default: that of the address. */
  readonly face?: Carrier | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** How long one request may take. Default: 30 s. */
  readonly timeoutMs?: number | undefined
  /** What finds the address of the host; then no other origin is called. Default: the resolver of the system. */
  readonly lookup?: LookupFunction | undefined
}

const hostPrefix = 'file+host:'

/** Connects. Throws a usage error for a wrong address, a HarnessError when nothing answers there. */
export async function connect(text: string, options: ServiceConnectOptions): Promise<ProbeConnection> {
  const { contract, edition, headers = {}, timeoutMs = 30_000, face, lookup } = options
  if (text.startsWith(hostPrefix)) {
    const command = splitWords(text.slice(hostPrefix.length))
    if (command.length === 0) throw usage('file+host: needs a command, such as "file+host:node host.js --dir {dir}".')
    needFace(contract, edition, 'file')
    const { openFiles } = await import('./file-connection.ts')
    return openFiles({ command, edition, timeoutMs })
  }
  const address = readAddress(withFace(text, face))
  const only = lookup === undefined || !('url' in address) ? undefined : { origin: address.url.origin, lookup }
  switch (address.kind) {
    case 'http': {
      needFace(contract, edition, 'http')
      const { connectHttp } = await import('./http-connection.ts')
      const contractHeaders = (await probingOf(contract)).headers?.(edition.version) ?? {}
      return connectHttp(address.url, { contract, edition, headers, contractHeaders, timeoutMs, lookup })
    }
    case 'mcp':
    case 'stdio': {
      needFace(contract, edition, 'mcp')
      const { openMcp } = await import('./mcp-connection.ts')
      if ('command' in address) return openMcp(address, `MCP from ${address.command}`, { headers, timeoutMs })
      return openMcp({ url: address.url }, `MCP at ${address.url.href}`, { headers, timeoutMs, only })
    }
    case 'a2a': {
      needFace(contract, edition, 'a2a')
      const { openA2a } = await import('./a2a-connection.ts')
      return openA2a(address.url, { headers, timeoutMs, only, takesSkills: edition.a2a?.request !== undefined })
    }
  }
}

/** The edition of a contract whose versions are those of its carrier: what was agreed on. Default: the given one. */
export function editionFor(contract: Contract, edition: Edition, { carrierVersion }: ProbeConnection): Edition {
  return (carrierVersion === undefined ? undefined : contract.editions[carrierVersion]) ?? edition
}

/** A plain address with --face: `mcp` is at /mcp, where no path is given. */
function withFace(text: string, face: Carrier | undefined): string {
  if (face === undefined || face === 'http' || !/^https?:\/\//.test(text)) return text
  if (face === 'file') throw usage('--face file needs a host command: "file+host:COMMAND ARGS".')
  if (face === 'a2a') return `a2a+${text}`
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && url.pathname === '/') url.pathname = '/mcp'
  return `mcp+${url?.href ?? text}`
}

function needFace(contract: Contract, edition: Edition, carrier: Carrier): void {
  if (edition[carrier] === undefined) {
    throw new ReplywireError('ERR_NO_FACE', `${contract.id} ${edition.version} is not spoken over ${carrier}.`)
  }
}

function usage(message: string): ReplywireError {
  return new ReplywireError('ERR_USAGE', message)
}
