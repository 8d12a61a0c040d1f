/** `replywire serve`: an agent over HTTP in every contract. */
import { serve } from '../../server/serve.ts'
import type { ServeOptions } from '../../server/server-context.ts'
import { defaultStore } from '../../store/open.ts'
import { bannerLines, storeExists, storeText } from '../agents/banner.ts'
import { loadAgent } from '../agents/load-agent.ts'
import { mountOptions } from '../agents/mount-options.ts'
import { callsToCopy } from '../agents/samples.ts'
import { openLog } from '../agents/terminal-log.ts'
import { printable } from '../columns.ts'
import type { Invocation } from '../command.ts'
import { consoleLink } from '../console-link.ts'
import type { serveOptions } from '../table/agents.ts'
import { usageError } from '../usage.ts'

export async function run({ values, positionals, terminal }: Invocation<typeof serveOptions>): Promise<number> {
  const [path = ''] = positionals
  const isDev = process.env.REPLYWIRE_DEV === '1'
  // A stack of compiled code then names the author's own files.
  if (isDev) process.setSourceMapsEnabled(true)
  const { agent, options } = await loadAgent(path)
  const settings: ServeOptions = {
    log: openLog(terminal),
    store: defaultStore,
    journal: true,
    ...options,
    // A save restarts at once: open calls end, and tasks are handed back to the next process.
    ...(isDev && { debug: true, shutdownMs: 0 }),
    ...(await mountOptions(values['default-contract'], options.contracts)),
    ...(values.store === undefined ? undefined : { store: values.store }),
    ...(values['no-journal'] ? { journal: false } : undefined),
    ...(values['no-auth'] && options.authenticate === undefined ? { authenticate: false } : undefined),
  }
  const hadStore = storeExists(settings.store)
  const server = serve(agent, settings)
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
  // The next process listens on the same ports, also where any that was free was taken.
  if (isDev) process.send?.({ port: portIn(url), adminPort: adminUrl && portIn(adminUrl) } satisfies TakenPorts)
  const { operatorToken } = server
  if (terminal.json) {
    const operations = Object.keys(agent.operations)
    const more = {
      ...(adminUrl === undefined ? undefined : { adminUrl }),
      ...(operatorToken?.isNew ? { operatorToken: operatorToken.value } : undefined),
    }
    terminal.out.line(JSON.stringify({ agent: agent.name, url, ...more, operations }))
  } else {
    const { style } = terminal.out
    terminal.out.line(`${style.strong(printable(agent.title))} at ${style.name(url)}`)
    // After a save the address is enough.
    const isRestart = process.env.REPLYWIRE_RESTART === '1'
    const banner = isRestart ? [] : bannerLines(agent, settings, storeText(settings.store, hadStore), style)
    for (const line of banner) terminal.out.line(line)
    if (adminUrl !== undefined) terminal.out.line(`Metrics at ${adminUrl}/metrics`)
    // The terminal of `dev` is that of the author. The log of `serve` is read by others, too.
    const token = isDev ? operatorToken?.value : undefined
    if (!isRestart) terminal.out.line(`Console at ${style.name(consoleLink(`${url}${settings.prefix ?? ''}`, token))}`)
    if (operatorToken?.isNew) {
      terminal.out.line(`Operator token, which lists and decides approvals: ${operatorToken.value}`)
      terminal.out.line(style.dim('It is shown once. Later: replywire token'))
    }
    const authenticates = typeof settings.authenticate === 'function'
    const calls = isRestart ? [] : await callsToCopy({ url, authenticates }, agent)
    const shown = isDev ? calls : calls.slice(0, 1)
    for (const { title, curl } of shown) terminal.out.line(`\n${style.dim(`# ${title}`)}\n${curl}`)
    terminal.out.line()
  }
  // A signal ends the process, whatever else the module keeps open.
  return new Promise<never>(() => {})
}

/** The ports that an agent took, as `dev` is sent them. */
export interface TakenPorts {
  port: string
  adminPort?: string | undefined
}

function portIn(url: string): string {
  const { port, protocol } = new URL(url)
  return port === '' && protocol === 'http:' ? '80' : port
}

const problems: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is taken; give another one, or 0 for any that is free',
  EACCES: 'it is not allowed; give a port above 1023',
  EADDRNOTAVAIL: 'this machine has no such address; change --host',
  ENOTFOUND: 'there is no such address; change --host',
}

/** What the machine refuses is the user's to fix. */
export function cannotListen(error: NodeJS.ErrnoException & { address?: string; port?: number }): Error {
  const problem = problems[error.code ?? '']
  if (problem === undefined) return error
  const place = [error.address, error.port].filter(part => part !== undefined).join(':')
  return usageError(`Cannot listen${place === '' ? '' : ` on ${place}`}: ${problem}.`)
}

export function portOf(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw usageError('A port is a whole number from 0 to 65535.')
  return port
}
