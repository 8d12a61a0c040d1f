/** The file of a store: made for its owner alone, opened as a store needs it. */
import { closeSync, mkdirSync, openSync } from 'node:fs'
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
    // A file that may only be read is told of by SQLite, in better words.
    if (code !== 'EACCES' && code !== 'EROFS') throw cannotOpen(path, code ?? 'unknown', error)
  }
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

/** Why a file cannot be a store, in one sentence. */
export function cannotOpen(path: string, why: string, cause: unknown): ReplywireError {
  return new ReplywireError('ERR_STORE_UNAVAILABLE', `The store ${path} cannot be opened: ${why}.`, { cause })
}
