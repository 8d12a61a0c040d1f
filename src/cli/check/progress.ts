/** What a check is doing: one line on a terminal, rewritten in place. */
import type { CheckResult } from '../../check/report.ts'
import type { ProbeCheck } from '../../codec/probing.ts'
import { printable } from '../columns.ts'
import type { Terminal } from '../terminal.ts'

export interface CheckProgress {
  start(check: ProbeCheck, index: number, total: number): void
  end(result: CheckResult): void
  clear(): void
}

export function startProgress({ err, json }: Terminal): CheckProgress {
  if (json || !err.isTerminal) return { start: () => {}, end: () => {}, clear: () => {} }
  const clear = (): void => err.write('\r\x1b[2K')
  return {
    start({ title }, index, total) {
      const line = printable(`${index + 1} of ${total}  ${title}`).slice(0, Math.max(20, (err.columns ?? 80) - 1))
      err.write(`\r\x1b[2K${err.style.dim(line)}`)
    },
    end: () => {},
    clear,
  }
}
