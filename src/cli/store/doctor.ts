/** `replywire store doctor`: whether a store is well, and what to do when it is not. */
import { inspectStore } from '../../store/inspect.ts'
import { alignRows, printable } from '../columns.ts'
import { exitCodes } from '../command.ts'
import type { StoreInvocation } from '../commands/store.ts'

export async function run({ url, terminal }: StoreInvocation): Promise<number> {
  const checks = await inspectStore(url)
  const well = checks.every(({ ok }) => ok)
  const { good, bad, dim } = terminal.out.style
  if (terminal.json) terminal.out.line(JSON.stringify({ ok: well, checks }))
  else {
    const rows = checks.map(({ name, ok, found }) => [ok ? good('✓') : bad('✗'), name, printable(found)])
    for (const [index, line] of alignRows(rows).entries()) {
      terminal.out.line(line)
      const fix = checks[index]?.fix
      if (fix !== undefined) terminal.out.line(dim(`  ${printable(fix)}`))
    }
  }
  return well ? exitCodes.ok : exitCodes.findings
}
