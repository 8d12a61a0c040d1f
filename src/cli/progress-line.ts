/** Progress of long work: one line on a terminal, rewritten in place. Nothing for pipes and with `--json`. */
import { printable } from './columns.ts'
import type { Terminal } from './terminal.ts'

export interface ProgressLine {
  show(text: string): void
  /** Takes the line away, so that something else can be printed. */
  clear(): void
}

const none: ProgressLine = { show: () => {}, clear: () => {} }
const clearLine = '\r\x1b[2K'

export function progressLine(terminal: Pick<Terminal, 'err' | 'json'>): ProgressLine {
  if (terminal.json || !terminal.err.isTerminal) return none
  const { err } = terminal
  // Some terminals report a width of 0.
  const width = Math.max(20, (err.columns || 80) - 1)
  return {
    show: text => err.write(`${clearLine}${err.style.dim(printable(text).slice(0, width))}`),
    clear: () => err.write(clearLine),
  }
}

/** Shows what is being done, and for how long, until it is done. */
export async function showWhile<T>(
  terminal: Pick<Terminal, 'err' | 'json'>,
  what: string,
  work: () => Promise<T>,
): Promise<T> {
  const line = progressLine(terminal)
  const began = Date.now()
  line.show(`${what} …`)
  const timer = setInterval(() => line.show(`${what} … ${Math.round((Date.now() - began) / 1000)} s`), 1000)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    line.clear()
  }
}
