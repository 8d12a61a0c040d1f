/** A file looked at from outside. */
import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { ReplywireError } from '../../errors.ts'
import { type Check, versionCheck } from '../check.ts'
import { currentVersion } from '../migrations.ts'
import { failureOf } from './engine.ts'
import { cannotOpen, makeFile, openDatabase } from './file.ts'
import { migrate, versionOf } from './migrate.ts'

/** Whether a file is there, whole, and kept as a store should be. */
export function inspectSqlite(path: string): Check[] {
  if (!existsSync(path)) {
    const fix = 'Run: replywire store migrate, or name another store.'
    return [{ name: 'reachable', ok: false, found: `there is no file ${path}`, fix }]
  }
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
    const version = versionOf(db)
    return [
      { name: 'reachable', ok: true, found: path },
      versionCheck(version),
      integrityCheck(db),
      journalCheck(db),
      permissionCheck(path),
    ]
  } catch (error) {
    const fix = 'Restore the file from a backup, or name another store.'
    return [{ name: 'reachable', ok: false, found: failureOf(error).cause, fix }]
  } finally {
    db?.close()
  }
}

/** Brings a file up to date; makes it where there is none. */
export function migrateFile(path: string): { from: number; to: number } {
  makeFile(path)
  let db: DatabaseSync | undefined
  try {
    db = openDatabase(path)
    return { from: migrate(db), to: currentVersion }
  } catch (error) {
    throw error instanceof ReplywireError ? error : cannotOpen(path, failureOf(error).cause, error)
  } finally {
    db?.close()
  }
}

function integrityCheck(db: DatabaseSync): Check {
  const lines = db
    .prepare('PRAGMA integrity_check(5)')
    .all()
    .map(row => String(row.integrity_check))
  if (lines.length === 1 && lines[0] === 'ok') return { name: 'integrity', ok: true, found: 'whole' }
  const fix = 'Stop every process, keep a copy, and restore a backup (or try: sqlite3 FILE .recover).'
  return { name: 'integrity', ok: false, found: lines.join('; '), fix }
}

function journalCheck(db: DatabaseSync): Check {
  const mode = String(db.prepare('PRAGMA journal_mode').get()?.journal_mode)
  if (mode === 'wal') return { name: 'journal', ok: true, found: 'write-ahead log' }
  const fix = 'Run: replywire store migrate. On a network drive it cannot be had: use a local disk, or PostgreSQL.'
  return { name: 'journal', ok: false, found: `journal mode ${mode}`, fix }
}

function permissionCheck(path: string): Check {
  const mode = statSync(path).mode & 0o777
  const found = `mode ${mode.toString(8).padStart(3, '0')}`
  if ((mode & 0o077) === 0 || process.platform === 'win32') return { name: 'permissions', ok: true, found }
  return { name: 'permissions', ok: false, found: `${found}: others can read it`, fix: `Run: chmod 600 ${path}` }
}
