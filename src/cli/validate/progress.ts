/** How far a run over many files has come. */
import { count } from '../columns.ts'
import { progressLine } from '../progress-line.ts'
import type { Terminal } from '../terminal.ts'

const fewest = 300
const every = 25

export interface FileProgress {
  /** After `done` files. */
  step(done: number): void
  clear(): void
}

export function startProgress(total: number, terminal: Pick<Terminal, 'err' | 'json'>): FileProgress {
  // The stream is opened when it is used.
  if (total < fewest) return { step: () => {}, clear: () => {} }
  const { show, clear } = progressLine(terminal)
  return {
    step(done) {
      if (done % every === 0) show(`${done.toLocaleString('en-US')} of ${count(total, 'file')}`)
    },
    clear,
  }
}
