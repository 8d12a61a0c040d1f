/** An agent over stdio: the client is the local user, who needs no credentials. */
import type { Readable, Writable } from 'node:stream'
import type { Agent } from '../../agent/define.ts'
import { mcpStdio } from '../../carriers/mcp/stdio.ts'
import { Stop } from '../../lib/stop.ts'
import { fault } from '../../outcome/fault.ts'
import { failed } from '../../outcome/outcome.ts'
import { operator } from '../../runtime/caller.ts'
import { Body } from '../../wire/body.ts'
import { mayRepeatIn } from '../repeated-keys.ts'
import { openServerContext } from '../serve.ts'
import type { ServeOptions } from '../server-context.ts'
import { mountContract } from './contract-edition.ts'
import { mcpHost } from './endpoint.ts'
import { mcpDefaults } from './options.ts'

export interface StdioStreams {
  input: Readable
  output: Writable
}

/** How many calls may be on their way from their line to their tool. */
const mostBodies = 1000

export interface ServedStdio {
  /** Settles when the client has closed its end. */
  readonly closed: Promise<void>
  /** Ends what runs and closes the store. */
  close(): Promise<void>
}

/** Serves an agent to one client over a pair of streams. A store that can never work is a reason not to start. */
export async function serveMcpStdio(
  agent: Agent,
  options: ServeOptions,
  { input, output }: StdioStreams,
): Promise<ServedStdio> {
  const { authenticate: _, ...rest } = options
  const server = openServerContext(agent, rest)
  await server.durable.open()
  const mcp = options.mcp || {}
  const stopped = new Stop()
  const contract = mountContract(server, mcp)
  // The host's user sits at this machine: what they answer to an approval decides.
  const facts = { principal: operator, address: undefined, limited: undefined, contract, stopped, route: 'stdio' }
  const bodies = new Map<unknown, Body>()
  const host = mcpHost(server, mcp, ({ id, method }) => {
    const body = method === 'tools/call' ? bodies.get(id) : undefined
    if (body === undefined) return facts
    bodies.delete(id)
    return { ...facts, body }
  })
  if (rest.store !== undefined) server.durable.start()
  const served = mcpStdio(host, {
    input,
    output,
    answerMs: mcp.answerMs ?? mcpDefaults.answerMs,
    mayRepeat: mayRepeatIn(contract, 'mcp'),
    onMessage({ id, method }, text) {
      if (method !== 'tools/call') return
      bodies.set(id, Body.ofText(text))
      // Calls that the protocol refuses are never asked for.
      if (bodies.size > mostBodies) bodies.delete(bodies.keys().next().value)
    },
  })
  return {
    closed: served.closed,
    async close() {
      stopped.stop(failed(fault('unavailable', 'The server is shutting down.', { code: 'SHUTTING_DOWN' })))
      await served.close()
      await server.durable.stop(0)
    },
  }
}
