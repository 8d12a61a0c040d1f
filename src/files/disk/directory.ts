/** The directory of a run: absolute from the first moment, so that a later `cd` changes nothing. */
import { readdirSync, realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { attempt, FileError } from './trouble.ts'

/** The real path of a directory that is there. */
export function directoryAt(dir = '.'): string {
  const path = attempt(dir, 'not opened', () => resolve(dir))
  return attempt(path, 'not opened', () => {
    const real = realpathSync(path)
    if (statSync(real).isDirectory()) return real
    throw new FileError('not-a-directory', path, 'not opened: this is no directory; name the one that holds the files.')
  })
}

/** The names in a directory, in order. */
export function namesIn(dir: string): string[] {
  return attempt(dir, 'not read', () => readdirSync(dir)).toSorted()
}
