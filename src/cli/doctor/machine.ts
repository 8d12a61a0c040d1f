/** What running agents needs of this machine: its Node, its clock, a free port. */

import { getServers } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { isObject } from '../../lib/json-value.ts'
import type { Check } from '../../store/check.ts'
import { printable } from '../columns.ts'
import { packageRoot } from '../package-root.ts'

/** The oldest Node that the package supports, by its `engines`. */
function oldestNode(): number {
  const { engines } = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')) as {
    engines: { node: string }
  }
  return Number(/\d+/.exec(engines.node)?.[0])
}

export function nodeCheck(version: string): Check {
  const oldest = oldestNode()
  const found = `Node ${version}`
  if (Number.parseInt(version, 10) >= oldest) return { name: 'node', ok: true, found }
  return { name: 'node', ok: false, found, fix: `Use Node ${oldest} or later.` }
}

/** A clock that is behind the files of this package is wrong: it lets expired tokens pass. */
export function clockCheck(now: number): Check {
  const installed = statSync(new URL('package.json', packageRoot)).mtimeMs
  const found = new Date(now).toISOString()
  if (now >= installed) return { name: 'clock', ok: true, found }
  return { name: 'clock', ok: false, found: `${found}, before this package was installed`, fix: setClock }
}

/** Whether names can be resolved here at all: this machine's own, which needs no network. */
export async function namesCheck(name = 'localhost'): Promise<Check> {
  try {
    const found = (await lookup(name, { all: true })).map(({ address }) => address)
    const servers = getServers()
    const by = servers.length === 0 ? 'no name servers' : `name servers ${servers.join(', ')}`
    return { name: 'names', ok: true, found: `${name} is ${found.join(', ')}; ${by}` }
  } catch (error) {
    const found = `${name}: ${(error as NodeJS.ErrnoException).code ?? 'no answer'}`
    return {
      name: 'names',
      ok: false,
      found,
      fix: 'Add localhost to /etc/hosts, and name servers to /etc/resolv.conf.',
    }
  }
}

export const setClock =
  'Set the clock of this machine, for example with NTP. Tokens, leases and signatures depend on it.'

/** Whether a server could listen here, or an agent does already. */
export async function portCheck(port: number): Promise<Check> {
  const name = 'port'
  const server = createServer()
  const code = await new Promise<string | undefined>(resolve => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'EIO'))
    server.listen(port, '127.0.0.1', () => resolve(undefined))
  })
  if (code === undefined) {
    await new Promise(resolve => server.close(resolve))
    return { name, ok: true, found: port === 0 ? 'there are free ports' : `${port} is free` }
  }
  const agent = code === 'EADDRINUSE' ? await agentAt(port) : undefined
  if (agent !== undefined) return { name, ok: true, found: `${port} is in use by the agent ${printable(agent)}` }
  const fix =
    code === 'EADDRINUSE'
      ? 'Stop the process that listens there, or choose another port: replywire serve --port NUMBER'
      : 'Choose another port: replywire serve --port NUMBER'
  return { name, ok: false, found: code === 'EADDRINUSE' ? `${port} is in use` : `${port}: ${code}`, fix }
}

/** The name of the agent that listens there. */
async function agentAt(port: number): Promise<string | undefined> {
  const signal = AbortSignal.timeout(2000)
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/health`, { signal, redirect: 'error' })
    const length = Number(answer.headers.get('content-length') ?? Number.NaN)
    const body: unknown = length <= 2000 ? JSON.parse(await answer.text()) : undefined
    return isObject(body) && body.status === 'ok' && typeof body.service === 'string' ? body.service : undefined
  } catch {
    return undefined
  }
}
