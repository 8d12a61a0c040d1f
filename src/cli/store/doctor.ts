/** `replywire store doctor`: checks a store, and says how to fix problems. */
import { inspectStore } from '../../store/inspect.ts'
import { defaultStore } from '../../store/open.ts'
import type { Invocation } from '../command.ts'
import { showWhile } from '../progress-line.ts'
import { showChecks } from '../show-checks.ts'
import type { storeOptions } from '../table/store.ts'

export async function run({ values, terminal }: Invocation<typeof storeOptions>): Promise<number> {
  return showChecks(
    terminal,
    await showWhile(terminal, 'Checking the store', () => inspectStore(values.store ?? defaultStore)),
  )
}
