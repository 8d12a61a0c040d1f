/** The tables of a file: which version they have, and how they are brought up to date. */
import type { DatabaseSync } from 'node:sqlite'
import { currentVersion, migrationsFrom, migrationTable } from '../migrations.ts'
import { demandVersion, foreignTables } from '../version.ts'

/** The version of the tables; 0 when there are none. Refuses a file that another program keeps its tables in. */
export function versionOf(db: DatabaseSync): number {
  const names = db.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`).all()
  const tables = names.map(({ name }) => String(name))
  if (tables.length === 0) return 0
  if (!tables.includes(migrationTable)) throw foreignTables(tables)
  return Number(db.prepare(`SELECT MAX(version) AS version FROM ${migrationTable}`).get()?.version ?? 0)
}

/** Brings the tables up to date. The write lock keeps other processes out meanwhile. Returns the version before. */
export function migrate(db: DatabaseSync): number {
  // Nothing to do is the usual case: it needs no lock.
  if (versionOf(db) === currentVersion) return currentVersion
  db.exec('BEGIN IMMEDIATE')
  try {
    const from = versionOf(db)
    if (from > currentVersion) demandVersion(from)
    if (from === 0) db.exec(`CREATE TABLE ${migrationTable} (version INTEGER PRIMARY KEY, at INTEGER NOT NULL)`)
    for (const { version, statements } of migrationsFrom(from, 'sqlite')) {
      for (const sql of statements) db.exec(sql)
      db.prepare(`INSERT INTO ${migrationTable} (version, at) VALUES (?1, ?2)`).run(version, Date.now())
    }
    db.exec('COMMIT')
    return from
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
