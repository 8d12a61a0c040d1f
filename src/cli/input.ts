/** Reading a file or standard input, never more than a message may have. */
import type { Stats } from 'node:fs'
import { ReplywireError } from '../errors.ts'
import { nameOf } from '../inspect/message-name.ts'
import type { MessageBytes } from '../inspect/source.ts'
import { defaultJsonLimits } from '../wire/json.ts'
import { fs } from './builtins.ts'

export { nameOf } from '../inspect/message-name.ts'

export interface ReadInput extends MessageBytes {
  /** What was read, as it was then; undefined for standard input. */
  readonly stats?: Stats
}

/** A wire file holds a body and a little more. */
const limit = defaultJsonLimits.maxBytes

export async function readInput(path: string): Promise<ReadInput> {
  return path === '-' ? { path, bytes: await readStandardInput() } : readFile(path)
}

/** Reads in pieces: pipes and devices have no size, and a size may be a lie. */
export function readFile(path: string): ReadInput {
  let descriptor: number | undefined
  try {
    descriptor = fs.openSync(path, fs.constants.O_RDONLY)
    const stats = fs.fstatSync(descriptor)
    if (stats.isDirectory()) throw unreadable(path, 'EISDIR')
    const pieces: Uint8Array[] = []
    let total = 0
    let size = stats.isFile() ? Math.min(stats.size, limit) + 1 : 65_536
    while (total <= limit) {
      const piece = Buffer.allocUnsafe(Math.min(size, limit + 1 - total))
      const read = fs.readSync(descriptor, piece)
      if (read === 0) break
      pieces.push(piece.subarray(0, read))
      total += read
      size = 65_536
    }
    return { path, bytes: joined(pieces), stats }
  } catch (error) {
    throw error instanceof ReplywireError ? error : unreadable(path, (error as NodeJS.ErrnoException).code)
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor)
  }
}

async function readStandardInput(): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let total = 0
  try {
    for await (const piece of process.stdin as AsyncIterable<Buffer>) {
      pieces.push(piece)
      total += piece.byteLength
      if (total > limit) break
    }
  } catch (error) {
    throw unreadable('-', (error as NodeJS.ErrnoException).code)
  }
  return joined(pieces).subarray(0, limit + 1)
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces
  return pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces)
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file; check the path',
  ENOTDIR: 'a part of the path is no folder; check the path',
  EISDIR: 'this is a folder; name a file in it',
  EACCES: 'reading it is not allowed; check its permissions',
  EPERM: 'reading it is not allowed; check its permissions',
  ELOOP: 'its symbolic links form a loop; fix the link',
  ENAMETOOLONG: 'the path is too long',
  EMFILE: 'too many files are open; raise the limit with ulimit -n',
}

/** An error for a path that cannot be read. */
export function unreadable(path: string, code = 'EIO'): ReplywireError {
  return new ReplywireError('ERR_UNREADABLE', `${nameOf(path)}: ${reasons[code] ?? `it cannot be read (${code})`}.`)
}
