/** Makes a store in SQLite and prints its tables and rows. Runs in a copy of the code whose tables are of an earlier version. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const root = resolve(process.argv[2] ?? '.')
const { kit } = await import(`${root}/test/runtime/kit.ts`)
const { default: agent } = await import(`${root}/test/cli/durable/agent.ts`)
const { migrationsFrom, migrationTable, tableNames } = await import(`${root}/src/store/migrations.ts`)

const home = mkdtempSync(join(tmpdir(), 'replywire-earlier-'))
const file = join(home, 'replywire.db')
const at = Date.parse('2026-01-01T00:00:00Z')
const endpoint = { url: 'https://receiver.example/hook', secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` }
const { store, call, worker, close } = await kit(agent, { url: `sqlite:${file}`, now: () => at, webhooks: [endpoint] })

const ids = {
  completed: (await call('work', { name: 'a' }, { idempotencyKey: 'key-1' })).outcome.task.id,
  paused: (await call('spend', { amount: 7 })).outcome.task.id,
}
const states = async () => {
  const rows = await Promise.all(Object.values(ids).map(id => store.do('getTask', { id, tenant: 'north' })))
  return rows.map(row => row.state).join()
}
const working = worker()
while ((await states()) !== 'completed,paused') await new Promise(resolve => setTimeout(resolve, 20))
await working.stop()
const left = { working: (await call('wait', { until: '/' })).outcome.task.id }
const lease = { now: at, leaseUntil: at + 30_000, perTenant: 9, limit: 9, operations: 'wait' }
if ((await store.do('leaseTasks', lease)).length !== 1) throw new Error('Nothing was leased.')
const queued = { queued: (await call('work', { name: 'b' })).outcome.task.id }
const claim = { scope: 's', key: 'k', fingerprint: 'f', runId: 'run-1', expired: 'refuse' }
await store.do('claim', { ...claim, now: at, leaseUntil: at + 30_000, expiresAt: at + 3_600_000 })
await close()

const db = new DatabaseSync(file, { readOnly: true })
const plain = (value: unknown) =>
  value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value
const rowsOf = (table: string) =>
  db
    .prepare(`SELECT * FROM ${table}`)
    .all()
    .map(row => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])))
const rows = [migrationTable, ...tableNames].map(table => [table, rowsOf(table)])
const made = {
  at,
  ids: { ...ids, ...left, ...queued },
  tables: {
    sqlite: db
      .prepare('SELECT sql FROM sqlite_master WHERE sql IS NOT NULL')
      .all()
      .map(({ sql }) => sql),
    postgres: [
      `CREATE TABLE ${migrationTable} (version BIGINT PRIMARY KEY, at BIGINT NOT NULL)`,
      ...migrationsFrom(0, 'postgres').flatMap(({ statements }: { statements: string[] }) => statements),
    ],
  },
  rows: Object.fromEntries(rows.filter(([, found]) => (found as object[]).length > 0)),
}
db.close()
rmSync(home, { recursive: true })
console.log(JSON.stringify(made, null, 2))
