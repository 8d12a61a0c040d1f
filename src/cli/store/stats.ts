/** `replywire store stats`: how many rows of each kind there are. */
import { alignRows } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import { withStore } from '../durable/existing-store.ts'
import { showWhile } from '../progress-line.ts'
import type { storeOptions } from '../table/store.ts'

export async function run({ values, terminal }: Invocation<typeof storeOptions>): Promise<number> {
  const stats = await showWhile(terminal, 'Counting', () =>
    withStore(values.store, store => store.do('stats', { now: Date.now() })),
  )
  const rows = Object.entries(stats).map(([name, count]) => [name.replaceAll('_', ' '), String(count)])
  terminal.result(stats, out => {
    for (const line of alignRows(rows)) out.line(line)
  })
  return exitCodes.ok
}
