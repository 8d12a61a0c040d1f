/** `replywire store stats`: what is there. */
import { alignRows } from '../columns.ts'
import { exitCodes } from '../command.ts'
import type { StoreInvocation } from '../commands/store.ts'
import { withStore } from './with-store.ts'

export async function run({ url, terminal }: StoreInvocation): Promise<number> {
  const stats = await withStore(url, store => store.do('stats', {}))
  if (terminal.json) terminal.out.line(JSON.stringify(stats))
  else {
    const rows = Object.entries(stats).map(([name, count]) => [name.replaceAll('_', ' '), String(count)])
    for (const line of alignRows(rows)) terminal.out.line(line)
  }
  return exitCodes.ok
}
