/** `replywire store migrate`: creates the tables, or brings them up to date. */
import { migrateStore } from '../../store/inspect.ts'
import { defaultStore } from '../../store/open.ts'
import { exitCodes, type Invocation } from '../command.ts'
import { showWhile } from '../progress-line.ts'
import type { storeOptions } from '../table/store.ts'

export async function run({ values, terminal }: Invocation<typeof storeOptions>): Promise<number> {
  const { from, to } = await showWhile(terminal, 'Migrating the store', () =>
    migrateStore(values.store ?? defaultStore),
  )
  const { good } = terminal.out.style
  const text = from === to ? `The store is up to date: version ${to}.` : `${good('✓')} version ${from} → ${to}`
  terminal.result({ from, to }, text)
  return exitCodes.ok
}
