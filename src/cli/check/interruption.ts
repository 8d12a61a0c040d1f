/** SIGINT (Ctrl+C) and SIGTERM: the first ends the work with a report, the second ends the process at once. */
import { exitCodes } from '../command.ts'

export interface Interruption {
  readonly signal: AbortSignal
  /** No longer listens. */
  forget(): void
}

const signals = ['SIGINT', 'SIGTERM'] as const

export function listenForInterruption(): Interruption {
  const interrupted = new AbortController()
  const interrupt = (): void => {
    if (interrupted.signal.aborted) process.exit(exitCodes.interrupted)
    interrupted.abort()
  }
  const forget = (): void => {
    for (const name of signals) process.removeListener(name, interrupt)
  }
  for (const name of signals) process.on(name, interrupt)
  return { signal: interrupted.signal, forget }
}

const graceMs = 1000

/** Ends the process although something still hangs, such as a service that accepts connections and says nothing. */
export function leaveSoon(): number {
  setTimeout(() => process.exit(exitCodes.interrupted), graceMs).unref()
  return exitCodes.interrupted
}
