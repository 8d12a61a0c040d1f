/** Lines on standard output, as long as somebody reads them. */

/** What waits for a reader who does not read; more is dropped. */
const mostQueuedBytes = 8 * 1024 * 1024

/** Writes a line; false when it was dropped. */
export function writeStandardOutput(line: string): boolean {
  if (process.stdout.writableLength > mostQueuedBytes || process.stdout.destroyed) return false
  process.stdout.write(`${line}\n`)
  return true
}
