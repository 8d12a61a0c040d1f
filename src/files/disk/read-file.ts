/** Reading a file that may be anything: a link, a pipe, larger than memory. */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { codeOf, FileError, troubleAt } from './trouble.ts'

export interface ReadFile {
  /** Absolute. */
  readonly path: string
  /** At most one byte more than was allowed. */
  readonly bytes: Uint8Array
  /** Which file it was, to distinguish it from one that took its place. */
  readonly stats: Stats
}

/** How much is read of one file by default: an answer of 20 MB has room for its escapes. */
export const defaultMaxBytes = 128 * 1024 * 1024

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants

/** The whole of a file; undefined when there is none. A link or anything but a plain file is refused. */
export function readFile(path: string, maxBytes = defaultMaxBytes): ReadFile | undefined {
  let descriptor: number | undefined
  try {
    descriptor = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) {
      throw new FileError('not-a-file', path, 'not read: this is no plain file. Move it away; nothing was changed.')
    }
    return { path, bytes: readAll(descriptor, Math.min(stats.size, maxBytes) + 1, maxBytes + 1), stats }
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return undefined
    throw troubleAt(path, 'not read', thrown)
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

function readAll(descriptor: number, size: number, most: number): Uint8Array {
  let bytes = Buffer.allocUnsafe(size)
  let total = 0
  for (;;) {
    if (total === bytes.length) {
      if (total >= most) break
      bytes = Buffer.concat([bytes], Math.min(most, Math.max(65_536, total * 2)))
    }
    const read = readSync(descriptor, bytes, total, bytes.length - total, null)
    if (read === 0) break
    total += read
  }
  return bytes.subarray(0, total)
}

/** Whether two looks saw one file, unchanged. */
export function isSame(a: Stats, b: Stats): boolean {
  return a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtimeMs === b.mtimeMs
}
