/** The laws of the store, the same for both backends: a real file, a real PostgreSQL. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { openPostgres } from '../../src/store/postgres/open.ts'
import { openSqlite } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { type Databases, openDatabases } from '../postgres.ts'
import { approvalLaws } from './store/approvals.ts'
import { claimLaws } from './store/claims.ts'
import { deliveryLaws } from './store/deliveries.ts'
import { holdLaws } from './store/holds.ts'
import type { Law, World } from './store/law.ts'
import { limitLaws } from './store/limits.ts'
import { lostLeaseLaws } from './store/lost-leases.ts'
import { registrationLaws } from './store/registrations.ts'
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
  ['upkeep', upkeepLaws],
]

/** Runs a law in a store of its own, and closes whatever it opened. */
async function holds(law: Law[1], open: () => Promise<Store>, sql: World['sql']): Promise<void> {
  const opened: Store[] = []
  const again = async () => {
    const store = await open()
    opened.push(store)
    return store
  }
  try {
    await law({ store: await again(), again, sql })
  } finally {
    await Promise.all(opened.map(store => store.close()))
  }
}

describe('a store in SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'replywire-laws-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  let files = 0

  describe.each(families)('%s', (_, laws) => {
    test.each(laws)('%s', async (_, law) => {
      files += 1
      const file = join(folder, `${files}.db`)
      await holds(
        law,
        () => openSqlite(file, { pollMs: 10 }),
        async text => {
          const db = new DatabaseSync(file, { timeout: 10_000 })
          try {
            db.exec(text)
          } finally {
            db.close()
          }
        },
      )
    })
  })
})

describe('a store in PostgreSQL', () => {
  let postgres: Databases
  beforeAll(async () => {
    postgres = await openDatabases()
  })
  afterAll(() => postgres.remove())

  describe.each(families)('%s', (_, laws) => {
    test.each(laws)('%s', async (_, law) => {
      const url = await postgres.database()
      await holds(
        law,
        () => openPostgres(url, { connectMs: 600_000 }),
        async text => {
          const client = new pg.Client(url)
          await client.connect()
          try {
            await client.query(text)
          } finally {
            await client.end()
          }
        },
      )
    })
  })
})
