/** SIGTERM and SIGINT: the first stops a server and then ends its process, the second ends it at once. */
import { constants } from 'node:os'

const stopSignals = ['SIGTERM', 'SIGINT'] as const

/** Stops by `close` when the process gets a signal to stop. Returns how to listen no longer. */
export function stopOnSignals(close: () => Promise<void>): () => void {
  let stopping = false
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(128 + constants.signals[signal])
    stopping = true
    // A pool, a watcher or another listener of the author's must not keep a process that has nothing more to answer.
    void close().finally(() => process.exit())
  }
  for (const signal of stopSignals) process.on(signal, stop)
  return () => {
    if (!stopping) for (const signal of stopSignals) process.removeListener(signal, stop)
  }
}
