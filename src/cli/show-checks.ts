/** Shows what was looked at, and how to fix what is wrong. */
import type { Check } from '../store/check.ts'
import { alignRows, printable } from './columns.ts'
import { exitCodes } from './command.ts'
import type { Terminal } from './terminal.ts'

/** Prints checks; returns the exit code. */
export function showChecks(terminal: Terminal, checks: readonly Check[]): number {
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
