/** The tables of a database: which version they have, and how they are brought up to date. */
import type { ClientBase } from 'pg'
import { currentVersion, migrationsFrom, migrationTable, tableNames } from '../migrations.ts'
import { demandVersion, foreignTables } from '../version.ts'
import { isConflict } from './dialect.ts'

/** Migrations of two processes wait for each other at this lock. */
const migrationLock = 0x7265706c

/** The version of the tables; 0 when there are none. Refuses a schema in which another program has our names. */
export async function versionOf(client: ClientBase): Promise<number> {
  // Not to_regclass: it may answer from what this connection knew before it waited for the lock.
  const { rows } = await client.query(
    `SELECT relname AS name FROM pg_class
     WHERE relname = ANY($1) AND relkind IN ('r', 'p', 'v') AND pg_table_is_visible(oid)`,
    [[migrationTable, ...tableNames]],
  )
  const names = rows.map(({ name }) => String(name))
  if (names.length === 0) return 0
  if (!names.includes(migrationTable)) throw foreignTables(names)
  const versions = await client.query(`SELECT MAX(version) AS version FROM ${migrationTable}`)
  return Number(versions.rows[0]?.version ?? 0)
}

/** How often a migration is tried that met older processes at work. */
const mostTries = 20

/** Brings the tables up to date. Returns the version before. */
export async function migrate(client: ClientBase): Promise<number> {
  for (let tries = 1; ; tries++) {
    try {
      return await migrateOnce(client)
    } catch (error) {
      // Older processes lock the same tables in another order: one of the two has to begin again.
      if (!isConflict(error) || tries >= mostTries) throw error
    }
  }
}

async function migrateOnce(client: ClientBase): Promise<number> {
  // Nothing to do is the usual case: it needs no lock.
  if ((await versionOf(client)) === currentVersion) return currentVersion
  await client.query('BEGIN')
  try {
    await client.query('SET LOCAL statement_timeout = 0')
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
    const from = await versionOf(client)
    if (from > currentVersion) demandVersion(from)
    if (from === 0) {
      await client.query(`CREATE TABLE ${migrationTable} (version BIGINT PRIMARY KEY, at BIGINT NOT NULL)`)
    }
    for (const { version, statements } of migrationsFrom(from, 'postgres')) {
      for (const sql of statements) await client.query(sql)
      await client.query(`INSERT INTO ${migrationTable} (version, at) VALUES ($1, $2)`, [version, Date.now()])
    }
    await client.query('COMMIT')
    return from
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}
