/**
 * Writing a file in one step: next to it, to the disk, then into place. A reader sees all of it or nothing; a writer
 * that dies leaves a temporary file that the next one sweeps.
 */
import { closeSync, constants, fsyncSync, linkSync, lstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { temporaryPath } from './names.ts'
import { attempt, codeOf, FileError } from './trouble.ts'

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants

export interface FileWriteOptions {
  /** False: the file may be gone after a power failure, as a lock may. */
  durable?: boolean
  /** Done when all is written, under a name of its own, and only the right one is missing. False: leave it. */
  ready?: (temporary: string) => boolean
}

/** Creates a file. False: there is one already, and it is as it was. */
export function writeNew(path: string, content: string | Uint8Array, options: FileWriteOptions = {}): boolean {
  const { durable = true, ready = () => true } = options
  return attempt(path, 'not written', () =>
    writeTemporary(path, content, durable, temporary => {
      if (!ready(temporary) || !linkNew(temporary, path)) return false
      if (durable) syncDirectory(path)
      return true
    }),
  )
}

/** Writes a file in the place of the one that is there, if any. */
export function replaceFile(path: string, content: string | Uint8Array): void {
  attempt(path, 'not written', () => {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats !== undefined && !stats.isFile()) {
      throw new FileError('not-a-file', path, 'not written: there is something else than a plain file. Move it away.')
    }
    writeTemporary(path, content, true, temporary => {
      renameSync(temporary, path)
      syncDirectory(path)
    })
  })
}

/** Gives a file a second name. False: the name is taken. */
export function linkNew(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (thrown) {
    const code = codeOf(thrown)
    if (code === 'EEXIST') return false
    if (code === 'ENOTSUP' || code === 'EOPNOTSUPP' || code === 'ENOSYS') {
      const why = 'not written: this file system has no hard links, and without them two writers cannot be kept apart.'
      throw new FileError('no-links', to, `${why} Use a directory on a local disk.`)
    }
    throw thrown
  }
}

function writeTemporary<T>(
  path: string,
  content: string | Uint8Array,
  durable: boolean,
  place: (temporary: string) => T,
): T {
  const temporary = temporaryPath(path, 'tmp')
  const descriptor = openSync(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  try {
    try {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at)
      if (durable) fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    return place(temporary)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** Makes names durable: a file that was synced may still be missing from its directory after a power failure. */
export function syncDirectory(path: string): void {
  let descriptor: number | undefined
  try {
    descriptor = openSync(dirname(path), constants.O_RDONLY)
    fsyncSync(descriptor)
  } catch (thrown) {
    // Some systems cannot sync a directory; there is nothing more to be done there.
    if (!['EINVAL', 'EISDIR', 'EPERM', 'EBADF'].includes(codeOf(thrown) ?? '')) throw thrown
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}
