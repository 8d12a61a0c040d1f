/** `replywire mcp`: an agent over stdio, for an MCP host. */
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { serveMcpStdio } from '../../server/mcp/stdio.ts'
import type { ServeOptions } from '../../server/server-context.ts'
import { loadAgent } from '../agents/load-agent.ts'
import { mountOptions } from '../agents/mount-options.ts'
import type { Invocation } from '../command.ts'
import type { mcpOptions } from '../table/agents.ts'

export async function run({ values, positionals }: Invocation<typeof mcpOptions>): Promise<number> {
  const [path = ''] = positionals
  const output = takeStdout()
  const { agent, options } = await loadAgent(path)
  const mount = await mountOptions(values.contract, options.contracts)
  const more: ServeOptions = {
    ...(values.store === undefined ? undefined : { store: values.store }),
    ...(mount.contract === undefined ? undefined : { mcp: { ...(options.mcp || {}), contract: mount.contract } }),
    ...(mount.contracts === undefined ? undefined : { contracts: mount.contracts }),
  }
  const served = await serveMcpStdio(
    agent,
    { log: pino({ level: 'warn' }, pino.destination(2)), ...options, ...more },
    { input: process.stdin, output },
  )
  const ended = Promise.withResolvers<void>()
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => ended.resolve())
  await Promise.race([served.closed, ended.promise])
  await served.close()
  // Whatever else the module keeps open, the client has gone.
  process.exit(0)
}

/** Standard output for the protocol alone: whatever a module prints goes to standard error. */
function takeStdout(): Writable {
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write
  return new Writable({ write: (chunk: Uint8Array, _, done) => void write(chunk, done) })
}
