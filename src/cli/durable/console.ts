/** `replywire console`: the console over a store, without an agent. */
import type { Agent } from '../../agent/define.ts'
import { loadSecret } from '../../runtime/secret-file.ts'
import { serve } from '../../server/serve.ts'
import { defaultStore } from '../../store/open.ts'
import { storeText } from '../agents/banner.ts'
import { openLog } from '../agents/terminal-log.ts'
import { printable } from '../columns.ts'
import type { Invocation } from '../command.ts'
import { cannotListen, portOf } from '../commands/serve.ts'
import { consoleLink } from '../console-link.ts'
import type { consoleOptions } from '../table/runs.ts'
import { withStore } from './existing-store.ts'

export async function run({ values, terminal }: Invocation<typeof consoleOptions>): Promise<number> {
  const { store = defaultStore, 'secret-file': file } = values
  // Checks that it is a store of this version before anything is served.
  await withStore(store, async () => {})
  const name = storeText(store, true).replace(' (existing file)', '')
  // A store has no operations of its own.
  const noAgent: Agent = { name: 'console', version: '1.0.0', title: printable(name), operations: {} }
  const server = serve(noAgent, {
    authenticate: false,
    store,
    secret: loadSecret(store, { file }),
    log: openLog(terminal),
    // Tasks, webhooks and what is past its time are left to the servers and workers of the store.
    worker: false,
    webhooks: { send: false },
    retention: false,
    journal: { readOnly: true },
    mcp: false,
    a2a: false,
  })
  const { url } = await server.listen({ port: portOf(values.port ?? '0'), signals: true }).catch(error => {
    throw cannotListen(error)
  })
  const link = consoleLink(url, server.operatorToken?.value)
  const { style } = terminal.out
  terminal.out.line(
    terminal.json
      ? JSON.stringify({ url, console: link })
      : `Console of ${printable(name)} at ${style.name(link)}\n${style.dim('The link signs in as the operator. Ctrl-C ends it.')}`,
  )
  // A signal ends the process.
  return new Promise<never>(() => {})
}
