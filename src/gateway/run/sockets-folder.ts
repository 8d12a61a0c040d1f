/** What a gateway in several processes needs besides them: a store for what they share, a folder for their sockets. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ReplywireError } from '../../errors.ts'
import type { GatewayConfig } from '../config.ts'
import { fitsSockets } from './session-relay.ts'

/** Names the folder of the sockets over which workers hand requests to each other. */
export const socketsVariable = 'REPLYWIRE_GATEWAY_SOCKETS'

/** A folder for sockets, or why there is none. */
export type SocketsFolder = { readonly path: string } | { readonly missing: string }

/** Of this user alone, as folders made so are. */
export function openSocketsFolder(): SocketsFolder {
  const folder = join(tmpdir(), 'replywire-gateway-')
  try {
    if (!fitsSockets(`${folder}XXXXXX`)) return { missing: 'has a path that is too long' }
    return { path: mkdtempSync(folder) }
  } catch {
    return { missing: 'cannot be written' }
  }
}

export function removeSocketsFolder(folder: SocketsFolder): void {
  if ('path' in folder) rmSync(folder.path, { recursive: true, force: true })
}

/** Throws where several processes cannot do what the configuration asks for. */
export function checkProcesses({ console, journal, mcp, a2a, store }: GatewayConfig, sockets: SocketsFolder): void {
  // Each process would show what it alone has seen.
  const needing = Object.entries({ console, journal, mcp, a2a }).flatMap(([name, one]) =>
    one === undefined ? [] : name,
  )
  if (store === undefined && needing.length > 0) {
    const text = `${needing.join(', ')}: several processes need a store for that. Set store in the configuration.`
    throw new ReplywireError('ERR_USAGE', text)
  }
  // Only sessions of `/mcp` need it: without them none is no problem.
  if (mcp !== undefined && !('path' in sockets)) {
    const text = `mcp of several processes needs a folder for temporary files, and ${tmpdir()} ${sockets.missing}. Set TMPDIR.`
    throw new ReplywireError('ERR_USAGE', text)
  }
}
