/** The end of what a process says on standard error. */

const most = 2000

/** Keeps reading, so that the process is never held up; returns its last line. */
export function keepTail(stream: unknown): () => string {
  let kept = ''
  ;(stream as NodeJS.ReadableStream | null)?.on('data', (piece: Buffer) => {
    kept = (kept + piece.toString()).slice(-most)
  })
  return () => kept.trimEnd().split('\n').at(-1)?.slice(0, 200) ?? ''
}
