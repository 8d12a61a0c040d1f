/** Files that hold a secret: made for their owner alone, and read only when nobody else can have written or read them. */
import { closeSync, constants, fstatSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { ReplywireError } from '../errors.ts'

/** Reads a private file. Refuses a symbolic link, a file of another user, and one that others may read or write. */
export function readPrivateFile(file: string): string {
  const descriptor = open(file)
  try {
    // Of the open file, not of the name: nobody can exchange it in between.
    const { uid, mode } = fstatSync(descriptor)
    if ((mode & constants.S_IFMT) !== constants.S_IFREG) throw notPrivate(file, 'it is not a regular file')
    const ourselves = process.getuid?.()
    if (ourselves !== undefined && uid !== ourselves) throw notPrivate(file, 'it belongs to another user')
    if (ourselves !== undefined && (mode & 0o077) !== 0)
      throw notPrivate(file, `others have access to it; run: chmod 600 ${file}`)
    return readFileSync(descriptor, 'utf8')
  } finally {
    closeSync(descriptor)
  }
}

function open(file: string): number {
  try {
    // Not blocking: a pipe in its place must not hold the process.
    return openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') throw notPrivate(file, 'it is a symbolic link')
    throw error
  }
}

/** Makes a private file that is not there yet. It is on disk before it is used: what it seals is lost with it. */
export function makePrivateFile(file: string, text: string): void {
  const descriptor = openSync(file, 'wx', 0o600)
  try {
    writeSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function notPrivate(file: string, why: string): ReplywireError {
  return new ReplywireError('ERR_UNREADABLE', `${file} is refused: ${why}.`)
}
