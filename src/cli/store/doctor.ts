/** `replywire store doctor`: checks a store, and says how to fix problems. */
import { inspectStore } from '../../store/inspect.ts'
import { defaultStore } from '../../store/open.ts'
import { alignRows, printable } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { storeOptions } from '../table/store.ts'

export async function run({ values, terminal }: Invocation<typeof storeOptions>): Promise<number> {
  const checks = await inspectStore(values.store ?? defaultStore)
  const isHealthy = checks.every(({ ok }) => ok)
  terminal.result({ ok: isHealthy, checks }, out => {
    const { good, bad, dim } = out.style
    const rows = checks.map(({ name, ok, found }) => [ok ? good('✓') : bad('✗'), name, printable(found)])
    for (const [index, line] of alignRows(rows).entries()) {
      out.line(line)
      const fix = checks[index]?.fix
      if (fix !== undefined) out.line(dim(`  ${printable(fix)}`))
    }
  })
  return isHealthy ? exitCodes.ok : exitCodes.findings
}
