/** Bounds for what a peer sends: bytes of an answer, bytes of one event of a stream. */

/** Thrown inside a body when there is more than was allowed. */
export class TooLarge extends Error {
  readonly maxBytes: number

  constructor(maxBytes: number) {
    super(`The answer is larger than ${sizeOf(maxBytes)}.`)
    this.name = 'TooLarge'
    this.maxBytes = maxBytes
  }
}

/** `64 MiB`, `100 KiB`, `12 bytes`. */
export function sizeOf(bytes: number): string {
  const mebi = 1024 * 1024
  if (bytes >= mebi && bytes % mebi === 0) return `${bytes / mebi} MiB`
  return bytes >= 1024 && bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes} bytes`
}

/** The whole body of an answer. */
export async function readWhole(response: Response, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let total = 0
  for await (const piece of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    total += piece.byteLength
    if (total > maxBytes) throw new TooLarge(maxBytes)
    pieces.push(piece)
  }
  const whole = new Uint8Array(total)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.byteLength
  }
  return whole
}

/** A stream of events that breaks when one of them is too large. A stream may be as long as it likes. */
export function boundedEvents(maxBytes: number, onTooLarge?: () => void): TransformStream<Uint8Array, Uint8Array> {
  let size = 0
  let last = 0
  return new TransformStream({
    transform(piece, controller) {
      const end = lastBlank(piece, last)
      size = end < 0 ? size + piece.byteLength : piece.byteLength - end
      last = piece.at(-1) ?? last
      if (size <= maxBytes) {
        controller.enqueue(piece)
        return
      }
      onTooLarge?.()
      controller.error(new TooLarge(maxBytes))
    },
  })
}

/** Behind the last blank line of a piece; `before` is the byte that came before it. */
function lastBlank(piece: Uint8Array, before: number): number {
  for (let at = piece.byteLength - 1; at >= 0; at--) {
    if (piece[at] !== 10) continue
    const previous = at === 0 ? before : (piece[at - 1] as number)
    const beyond = at >= 2 ? piece[at - 2] : undefined
    if (previous === 10 || (previous === 13 && (beyond === 10 || beyond === undefined))) return at + 1
  }
  return -1
}
