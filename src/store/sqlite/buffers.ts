/** The long bytes in what a thread is asked and answers: handed over or given back at once, and never left as garbage. */

/** Copying fewer bytes than this is cheaper than handing them over. */
const shortest = 16 * 1024

/** The buffers that a value holds in lists and plain objects, each once; those that are only in part its own stay. */
export function buffersIn(value: unknown): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>()
  collect(value, found)
  return [...found]
}

/** Gives the memory of long bytes back that nobody reads again; those that were handed over meanwhile are gone already. */
export function release(value: unknown): void {
  for (const buffer of buffersIn(value)) buffer.transfer(0)
}

function collect(value: unknown, found: Set<ArrayBuffer>): void {
  if (typeof value !== 'object' || value === null) return
  if (value instanceof Uint8Array) {
    const { buffer, byteLength } = value
    const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
    if (isWhole && byteLength >= shortest) found.add(buffer)
    return
  }
  for (const one of Array.isArray(value) ? value : Object.values(value)) collect(one, found)
}
