/** How far a long run has come: one line on a terminal, rewritten in place. */
import type { Stream } from '../terminal.ts'

const fewest = 300
const every = 25

export interface Progress {
  /** After `done` files. */
  step(done: number): void
  /** Takes the line away, so that something else can be printed. */
  clear(): void
}

const none: Progress = { step: () => {}, clear: () => {} }

export function startProgress(total: number, open: () => Stream): Progress {
  if (total < fewest) return none
  const to = open()
  if (!to.isTerminal) return none
  const whole = total.toLocaleString('en-US')
  return {
    step(done) {
      if (done % every === 0) to.write(`\r\x1b[2K${to.style.dim(`${done.toLocaleString('en-US')} of ${whole} files`)}`)
    },
    clear: () => to.write('\r\x1b[2K'),
  }
}
