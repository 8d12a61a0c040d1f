/** `replywire serve`: an agent over HTTP in every contract. */
import { pino } from 'pino'
import { serve } from '../../server/serve.ts'
import type { ServeOptions } from '../../server/site.ts'
import { defaultStore } from '../../store/open.ts'
import { loadAgent } from '../agents/load-agent.ts'
import { mountOptions } from '../agents/mount-options.ts'
import { callsToCopy } from '../agents/samples.ts'
import type { Invocation } from '../command.ts'
import type { serveOptions } from '../table/agents.ts'
import { usageError } from '../usage.ts'

export async function run({ values, positionals, terminal }: Invocation<typeof serveOptions>): Promise<number> {
  const [path = ''] = positionals
  const { agent, options } = await loadAgent(path)
  const more: ServeOptions = {
    ...(await mountOptions(values['default-contract'], options.contracts)),
    ...(values.store === undefined ? undefined : { store: values.store }),
    ...(values['no-auth'] && options.authenticate === undefined ? { authenticate: false } : undefined),
  }
  // Lines of the log go to standard error: standard output says where the agent is.
  const server = serve(agent, { log: pino(pino.destination(2)), store: defaultStore, ...options, ...more })
  const admin = values['admin-port'] === undefined ? undefined : { port: portOf(values['admin-port']) }
  const where = {
    port: portOf(values.port ?? '8080'),
    signals: true,
    ...(values.host === undefined ? undefined : { host: values.host }),
    ...(admin === undefined ? undefined : { admin }),
  }
  const listening = await server.listen(where).catch(error => {
    throw cannotListen(error)
  })
  const { url, adminUrl } = listening
  const { operatorToken } = server
  if (terminal.json) {
    const operations = Object.keys(agent.operations)
    const told = {
      ...(adminUrl === undefined ? undefined : { adminUrl }),
      ...(operatorToken?.isNew ? { operatorToken: operatorToken.value } : undefined),
    }
    terminal.out.line(JSON.stringify({ agent: agent.name, url, ...told, operations }))
  } else {
    const { strong, dim } = terminal.out.style
    terminal.out.line(`${strong(agent.title)} at ${url}, documented at ${url}/docs and ${url}/openapi.json`)
    if (adminUrl !== undefined) terminal.out.line(`Metrics at ${adminUrl}/metrics`)
    if (operatorToken?.isNew) {
      terminal.out.line(`Operator token, which lists and decides approvals: ${operatorToken.value}`)
      terminal.out.line(dim('It is shown once. Later: replywire token'))
    }
    const { authenticate } = { ...options, ...more }
    const calls = await callsToCopy({ url, authenticates: typeof authenticate === 'function' }, agent)
    const shown = process.env.REPLYWIRE_DEV === '1' ? calls : calls.slice(0, 1)
    for (const { title, curl } of shown) terminal.out.line(`\n${dim(`# ${title}`)}\n${curl}`)
    terminal.out.line()
  }
  // A signal ends the process, whatever else the module keeps open.
  return new Promise<never>(() => {})
}

const problems: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is taken; give another one, or 0 for any that is free',
  EACCES: 'it is not allowed; give a port above 1023',
  EADDRNOTAVAIL: 'this machine has no such address; mend --host',
  ENOTFOUND: 'there is no such address; mend --host',
}

/** What the machine refuses is the user's to mend. */
function cannotListen(error: NodeJS.ErrnoException & { address?: string; port?: number }): Error {
  const problem = problems[error.code ?? '']
  if (problem === undefined) return error
  const place = [error.address, error.port].filter(part => part !== undefined).join(':')
  return usageError(`Cannot listen${place === '' ? '' : ` on ${place}`}: ${problem}.`)
}

function portOf(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw usageError('A port is a whole number from 0 to 65535.')
  return port
}
