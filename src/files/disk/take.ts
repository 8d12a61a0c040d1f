/**
 * Moving a file away so that exactly the file that was checked is moved. A name can be used again between the look and
 * the deed; so the file is first renamed to a private name, looked at again, and put back when it is another.
 */
import { closeSync, lstatSync, openSync, renameSync, rmSync, type Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { namesIn } from './directory.ts'
import { type AsideKind, asidePath, isLockName, type TemporaryKind, temporaryOf, temporaryPath } from './names.ts'
import { digest } from './process-mark.ts'
import { isSame } from './read-file.ts'
import { attempt, codeOf } from './trouble.ts'
import { linkNew, syncDirectory } from './write-file.ts'

/** The private name of a file that was taken; undefined when it is gone or another is there now. */
function take(path: string, seen: Stats, kind: TemporaryKind, mark?: string): string | undefined {
  const taken = temporaryPath(path, kind, mark)
  // A process that looks for another's file in the short while that it is away does not find it: so this is seldom.
  const now = lstatSync(path, { throwIfNoEntry: false })
  if (now === undefined || !isSame(now, seen)) return undefined
  try {
    renameSync(path, taken)
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return undefined
    throw thrown
  }
  if (isSame(lstatSync(taken), seen)) return taken
  putBack(taken, path)
  return undefined
}

/** Gives a taken file its name back. Where that is taken it is set aside: its owner finds it there. */
export function putBack(taken: string, path: string): void {
  try {
    // A lock is not worth keeping: its holder at worst works in vain.
    const isDone = nameNew(taken, path) || isLockName(basename(path)) || isOne(taken, path)
    if (!isDone) nameAside(taken, path, 'stale')
  } catch (thrown) {
    // Its owner has found it where it was.
    if (codeOf(thrown) === 'ENOENT' && lstatSync(taken, { throwIfNoEntry: false }) === undefined) return
    throw thrown
  }
  rmSync(taken, { force: true })
}

/** Whether two names are those of one file. */
function isOne(a: string, b: string): boolean {
  const [one, other] = [a, b].map(path => lstatSync(path, { throwIfNoEntry: false }))
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev
}

/** Whether a taken file has the name already that it was to get: it only was not let go of. */
export function isPlaced(taken: string): boolean {
  const dir = dirname(taken)
  if ((lstatSync(taken, { throwIfNoEntry: false })?.nlink ?? 1) < 2) return false
  return namesIn(dir).some(name => temporaryOf(name) === undefined && isOne(taken, join(dir, name)))
}

function nameAside(taken: string, path: string, kind: AsideKind): string {
  for (let count = 1; ; count++) {
    const target = asidePath(path, kind, count)
    if (nameNew(taken, target)) return target
  }
}

/**
 * Gives a file a new name, never that of another. Linux lets nobody link to a file of somebody else: then the name is
 * reserved first, and the file moved over its own reservation.
 */
function nameNew(from: string, to: string): boolean {
  try {
    return linkNew(from, to)
  } catch (thrown) {
    if (codeOf(thrown) !== 'EPERM') throw thrown
    try {
      closeSync(openSync(to, 'wx', 0o600))
    } catch (refused) {
      if (codeOf(refused) === 'EEXIST') return false
      throw refused
    }
    renameSync(from, to)
    return true
  }
}

/** Does something with a taken file. When that fails it gets its name back: nothing is left half-way. */
function moved<T>(path: string, seen: Stats, work: (taken: string) => T): T | undefined {
  const taken = take(path, seen, 'taken')
  if (taken === undefined) return undefined
  try {
    return work(taken)
  } catch (thrown) {
    try {
      putBack(taken, path)
    } catch {
      // The sweep tries it again; what went wrong first is reported.
    }
    throw thrown
  }
}

/** Sets a file aside under a name of its own, never over another. Undefined: it is no longer there. */
export function setAside(path: string, seen: Stats, kind: AsideKind): string | undefined {
  return attempt(path, 'not set aside', () =>
    moved(path, seen, taken => {
      const target = nameAside(taken, path, kind)
      syncDirectory(path)
      rmSync(taken, { force: true })
      return target
    }),
  )
}

/** Gives a file another name. False: it is no longer there, or another has the name; then it stays where it is. */
export function moveTo(path: string, seen: Stats, target: string): boolean {
  return attempt(path, 'not moved', () => {
    const done = moved(path, seen, taken => {
      if (!nameNew(taken, target)) {
        putBack(taken, path)
        return false
      }
      syncDirectory(path)
      rmSync(taken, { force: true })
      return true
    })
    return done === true
  })
}

/** Removes a file. The digest of its id is in the private name, so that a crash half-way can be finished. */
export function remove(path: string, seen: Stats, mark = digest('')): boolean {
  return attempt(path, 'not removed', () => {
    const taken = take(path, seen, 'removed', mark)
    if (taken === undefined) return false
    rmSync(taken, { force: true })
    return true
  })
}
