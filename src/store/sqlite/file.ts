/** The file of a store: made for its owner alone, opened as a store needs it. */
import { closeSync, mkdirSync, openSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ReplywireError } from '../../errors.ts'

/** Makes the folder and an empty file where there is none. SQLite gives its other files the same permissions. */
export function makeFile(path: string): void {
  if (path === '') throw new ReplywireError('ERR_USAGE', 'A store needs a file: sqlite:PATH, or sqlite::memory:.')
  if (path === ':memory:') return
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    closeSync(openSync(path, 'a', 0o600))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // A file that may only be read is reported by SQLite, in better words.
    if (code !== 'EACCES' && code !== 'EROFS') throw cannotOpen(path, code ?? 'unknown', error)
  }
}

/** A store with less room than this on its disk is as good as full. */
const leastRoom = 1024 * 1024

/** The file behind a name. One that was removed or exchanged still takes writes, and loses them at its end. */
export class StoreFile {
  readonly #path: string
  readonly #identity: string

  /** To be made once the database is open. */
  constructor(path: string) {
    this.#path = path
    this.#identity = this.#look()
  }

  /** Refuses to go on when the name no longer leads to this file. */
  checkThere(): void {
    if (this.#look() !== this.#identity) throw unavailable('the file was removed or replaced while it was open')
  }

  /** Refuses when the disk is full. A small change may still fit into the log of a full disk. */
  checkRoom(): void {
    if (this.#path === ':memory:') return
    const { bavail, bsize } = statfsSync(dirname(this.#path))
    if (bavail * bsize < leastRoom) throw unavailable('its disk is full')
  }

  #look(): string {
    if (this.#path === ':memory:') return ''
    const stats = statSync(this.#path, { throwIfNoEntry: false })
    return stats === undefined ? 'none' : `${stats.dev}:${stats.ino}`
  }
}

function unavailable(why: string): ReplywireError {
  return new ReplywireError('ERR_STORE_UNAVAILABLE', `The store cannot be written: ${why}.`)
}

const busyCode = 5

/** Opens a file for writing, as the engine and the migration need it. `busyMs`: how long to wait for other writers. */
export function openDatabase(path: string, busyMs = 10_000): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: busyMs })
  // While others open a new file too, changing its mode is refused at once instead of after a while.
  for (let attempt = 1; ; attempt++) {
    try {
      db.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 1000; PRAGMA journal_mode = WAL')
      return db
    } catch (error) {
      const { errcode } = error as { errcode?: number }
      if (errcode === undefined || (errcode & 0xff) !== busyCode || attempt >= 200) {
        db.close()
        throw error
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 25)
    }
  }
}

/** Opens a file that another connection of this process writes. */
export function openReader(path: string, busyMs = 10_000): DatabaseSync {
  return new DatabaseSync(path, { timeout: busyMs, readOnly: true })
}

/** Why a file cannot be a store, in one sentence. */
export function cannotOpen(path: string, why: string, cause: unknown): ReplywireError {
  return new ReplywireError('ERR_STORE_UNAVAILABLE', `The store ${path} cannot be opened: ${why}.`, { cause })
}
