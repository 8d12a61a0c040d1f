/**
 * Which processes of this host work on a store, and which of them are dead. Each holds a lock of the operating system
 * on a file of its own as long as it lives, frozen or not; a process that gets the lock of another knows that it is dead.
 *
 * Node has no lock of its own, SQLite has: an exclusive transaction on an empty file. Never open such a file in any
 * other way here: closing it would drop the lock of the whole process (POSIX).
 */
import { existsSync, lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { processId } from './process-id.ts'

const name = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.lock$/
/** More processes of one store on one host are not looked at. */
const mostLocks = 1_000

const pathOf = (folder: string, id: string): string => join(folder, `${id}.lock`)

/** Locks a file; undefined when another process has it. `mode=rw` opens only what is there. */
function lock(file: string | URL): DatabaseSync | undefined {
  const db = new DatabaseSync(file)
  try {
    // In memory: a journal next to the file would be left behind by the dead.
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return db
  } catch {
    db.close()
    return undefined
  }
}

interface ProcessLock {
  db: DatabaseSync
  /** How many stores of this process share it. */
  count: number
}

const locks = new Map<string, ProcessLock>()

/**
 * Marks this process as alive until it ends or releases the lock. Where the folder cannot be used there is no mark, and
 * others wait for its leases.
 */
export function holdProcessLock(folder: string): () => void {
  const there = locks.get(folder)
  if (there !== undefined) there.count += 1
  else {
    const db = lockProcess(folder)
    if (db === undefined) return () => {}
    locks.set(folder, { db, count: 1 })
  }
  let isOpen = true
  return () => {
    if (isOpen) letGo(folder)
    isOpen = false
  }
}

function lockProcess(folder: string): DatabaseSync | undefined {
  const path = pathOf(folder, processId())
  // Others may remove the folder while it is empty, and the new file before it is locked: to them it looks left behind.
  for (let attempt = 1; attempt <= 10; attempt++) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      if (!isPrivate(folder)) return undefined
      const db = lock(path)
      if (db !== undefined && existsSync(path)) return db
      db?.close()
    } catch {
      // The folder went away, or the disk is full or read-only.
    }
  }
  return undefined
}

/** The file goes first: without it nothing is proven, and leases count. One that cannot go stays locked. */
function letGo(folder: string): void {
  const there = locks.get(folder)
  if (there === undefined) return
  there.count -= 1
  if (there.count > 0) return
  locks.delete(folder)
  try {
    rmSync(pathOf(folder, processId()), { force: true })
    there.db.close()
  } catch {
    locks.set(folder, there)
  }
  try {
    rmdirSync(folder)
  } catch {
    // Others use it.
  }
}

/** Nobody else can put a file here that names a living process. */
function isPrivate(folder: string): boolean {
  const ourselves = process.getuid?.()
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  if (stats?.isDirectory() !== true) return false
  return ourselves === undefined || (stats.uid === ourselves && (stats.mode & 0o077) === 0)
}

export interface DeadProcess {
  id: string
  /** Nothing is left of it in the store: its file goes too. */
  remove(): void
  /** Lets go of its lock. */
  close(): void
}

/** The processes that died while they worked on a store, one at a time. Each is locked until it is closed. */
export function* deadProcesses(folder: string): Generator<DeadProcess> {
  if (!isPrivate(folder)) return
  for (const file of readdirSync(folder).slice(0, mostLocks)) {
    const [, id = ''] = name.exec(file) ?? []
    if (id === '' || id === processId()) continue
    const path = join(folder, file)
    const db = lockThere(path)
    if (db === undefined) continue
    yield { id, remove: () => rmSync(path, { force: true }), close: () => db.close() }
  }
}

/** Locks a file of another process. One that its process removes meanwhile, or makes again, proves nothing. */
function lockThere(path: string): DatabaseSync | undefined {
  const before = identityOf(path)
  if (before === undefined) return undefined
  const url = pathToFileURL(path)
  url.searchParams.set('mode', 'rw')
  let db: DatabaseSync | undefined
  try {
    db = lock(url)
  } catch {
    return undefined
  }
  if (db === undefined || identityOf(path) === before) return db
  db.close()
  return undefined
}

/** Which file a name leads to. It is not opened: see above. */
function identityOf(path: string): string | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats?.isFile() ? `${stats.dev}:${stats.ino}:${stats.birthtimeMs}` : undefined
}
