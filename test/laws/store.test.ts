/** The laws of the store, the same for both backends: a real file, a real PostgreSQL. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, test } from 'vitest'
import { openPostgres } from '../../src/store/postgres/open.ts'
import { openSqlite } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { openDatabases } from '../postgres.ts'
import { approvalLaws } from './store/approvals.ts'
import { claimLaws } from './store/claims.ts'
import { deliveryLaws } from './store/deliveries.ts'
import { holdLaws } from './store/holds.ts'
import type { Law, World } from './store/law.ts'
import { limitLaws } from './store/limits.ts'
import { lostLeaseLaws } from './store/lost-leases.ts'
import { nonceLaws } from './store/nonces.ts'
import { registrationLaws } from './store/registrations.ts'
import { requestLaws } from './store/requests.ts'
import { sharedLimitLaws } from './store/shared-limits.ts'
import { stepLaws } from './store/steps.ts'
import { taskLaws } from './store/tasks.ts'
import { upkeepLaws } from './store/upkeep.ts'

const families: readonly (readonly [string, readonly Law[]])[] = [
  ['claims', claimLaws],
  ['tasks', taskLaws],
  ['steps', stepLaws],
  ['approvals', approvalLaws],
  ['deliveries', deliveryLaws],
  ['registrations', registrationLaws],
  ['holds', holdLaws],
  ['lost leases', lostLeaseLaws],
  ['limits', limitLaws],
  ['shared limits', sharedLimitLaws],
  ['nonces', nonceLaws],
  ['upkeep', upkeepLaws],
  ['requests', requestLaws],
]

/** A backend that is opened once for all its laws, and emptied after each: opening costs more than most laws do. */
interface Backend {
  open(): Promise<Store>
  sql: World['sql']
  empty(): Promise<unknown>
  remove(): Promise<unknown>
}

async function openFile(): Promise<Backend> {
  const folder = mkdtempSync(join(tmpdir(), 'replywire-laws-'))
  const file = join(folder, 'laws.db')
  const open = () => openSqlite(file, { pollMs: 10 })
  await (await open()).close()
  const db = new DatabaseSync(file, { timeout: 600_000 })
  const made = (type: string) =>
    db.prepare('SELECT name, sql FROM sqlite_schema WHERE type = ?').all(type) as { name: string; sql: string }[]
  const triggers = made('trigger')
  // Without its triggers, which keep the audit log.
  const empty = [
    'BEGIN IMMEDIATE',
    ...triggers.map(({ name }) => `DROP TRIGGER ${name}`),
    ...made('table')
      .filter(({ name }) => name !== 'replywire_migration')
      .map(({ name }) => `DELETE FROM ${name}`),
    ...triggers.map(({ sql }) => sql),
    'COMMIT',
  ].join(';\n')
  return {
    open,
    sql: async text => db.exec(text),
    empty: async () => db.exec(empty),
    async remove() {
      db.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function openDatabase(): Promise<Backend> {
  const postgres = await openDatabases()
  const url = await postgres.database()
  const open = () => openPostgres(url, { connectMs: 600_000 })
  await (await open()).close()
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'replywire_migration'`,
  )
  const deletes = rows.map(({ tablename }) => `DELETE FROM ${tablename};`)
  // As a replica, so that no trigger keeps the audit log.
  const empty = `SET session_replication_role = replica; ${deletes.join(' ')} RESET session_replication_role`
  return {
    open,
    async sql(text) {
      await client.query(text)
    },
    empty: () => client.query(empty),
    async remove() {
      await client.end()
      await postgres.remove()
    },
  }
}

describe.each([
  ['SQLite', openFile],
  ['PostgreSQL', openDatabase],
])('a store in %s', (_, openBackend) => {
  let backend: Backend
  let store: Store
  const others: Store[] = []
  beforeAll(async () => {
    backend = await openBackend()
    store = await backend.open()
  })
  afterEach(async () => {
    await Promise.all(others.splice(0).map(other => other.close()))
    await backend.empty()
  })
  afterAll(async () => {
    await store.close()
    await backend.remove()
  })
  const again = async () => {
    const other = await backend.open()
    others.push(other)
    return other
  }

  describe.each(families)('%s', (_, laws) => {
    test.each(laws)('%s', (_, law) => law({ store, again, sql: backend.sql }))
  })
})
