/** `replywire store migrate`: makes the tables, or brings them up to date. */
import { migrateStore } from '../../store/inspect.ts'
import { exitCodes } from '../command.ts'
import type { StoreInvocation } from '../commands/store.ts'

export async function run({ url, terminal }: StoreInvocation): Promise<number> {
  const { from, to } = await migrateStore(url)
  if (terminal.json) terminal.out.line(JSON.stringify({ from, to }))
  else if (from === to) terminal.out.line(`The store is up to date: version ${to}.`)
  else terminal.out.line(`${terminal.out.style.good('✓')} version ${from} → ${to}`)
  return exitCodes.ok
}
