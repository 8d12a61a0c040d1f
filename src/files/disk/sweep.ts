/** What the dead left behind: half-written files and locks go, files that were on the move get their names back. */
import { lstatSync, rmSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { deadLock } from './claim.ts'
import { namesIn } from './directory.ts'
import { isLockName, type TemporaryName, temporaryOf } from './names.ts'
import { digest, hostTag, isAlive } from './process-mark.ts'
import { readFile } from './read-file.ts'
import { requestIdIn } from './request-id.ts'
import { isPlaced, putBack, remove } from './take.ts'

/** A writer that takes longer has died, and its number went to another process or to another machine. */
const longest = { tmp: 15 * 60_000, taken: 60_000, removed: 60_000 } as const

/** What the dead left in a directory. */
export function leftoversIn(dir: string, names: readonly string[] = namesIn(dir)): string[] {
  return names.filter(file => {
    const path = join(dir, file)
    if (isLockName(file)) return deadLockAt(path) !== undefined
    const name = temporaryOf(file)
    return name !== undefined && isLeftOver(path, name)
  })
}

function deadLockAt(path: string): Stats | undefined {
  try {
    return deadLock(path)
  } catch {
    // What cannot be read is none of ours.
    return undefined
  }
}

function isLeftOver(path: string, { host, pid, kind }: TemporaryName): boolean {
  if (host === hostTag && !isAlive(pid)) return true
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats !== undefined && Date.now() - stats.ctimeMs > longest[kind]
}

/** Finishes what dead writers began. Returns the names of what was dealt with. */
export function sweep(dir: string): string[] {
  return leftoversIn(dir).filter(file => {
    try {
      return finish(dir, file)
    } catch {
      // Another sweeper was faster, or the directory is not ours to tidy: the work itself will show it.
      return false
    }
  })
}

function finish(dir: string, file: string): boolean {
  const path = join(dir, file)
  const name = temporaryOf(file)
  if (name === undefined) {
    const dead = deadLock(path)
    return dead !== undefined && remove(path, dead)
  }
  if (isUnwanted(path, name)) rmSync(path, { force: true })
  else putBack(path, join(dir, name.name))
  return true
}

/** What was never placed, or was being removed and is indeed what was meant. */
function isUnwanted(path: string, { name, kind, mark }: TemporaryName): boolean {
  if (kind === 'tmp' || isLockName(name)) return true
  if (kind === 'taken') return isPlaced(path)
  const file = readFile(path)
  return file === undefined || digest(requestIdIn(file.bytes) ?? '') === mark
}
