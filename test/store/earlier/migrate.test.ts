/** Stores of earlier versions, in both databases: opened, migrated, and worked on to their end. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { afterEachFile } from '../../after-file.ts'
import agent from '../../cli/durable/agent.ts'
import { type Databases, openDatabases } from '../../postgres.ts'
import { bob } from '../../runtime/kit.ts'
import { opened } from '../../runtime/opened.ts'

type Cell = string | number | null | { base64: string }
interface Made {
  at: number
  ids: Record<'completed' | 'paused' | 'working' | 'queued', string>
  tables: Record<'sqlite' | 'postgres', string[]>
  rows: Record<string, Record<string, Cell>[]>
}

const madeBy = (version: number): Made =>
  JSON.parse(readFileSync(new URL(`version-${version}.json`, import.meta.url), 'utf8'))
const home = mkdtempSync(join(tmpdir(), 'replywire-migrate-'))
let databases: Databases | undefined
// After the kits are closed, which work on these.
afterEachFile(async () => {
  rmSync(home, { recursive: true, force: true })
  await databases?.remove()
  databases = undefined
})

const cellValue = (cell: Cell) =>
  typeof cell === 'object' && cell !== null ? new Uint8Array(Buffer.from(cell.base64, 'base64')) : cell

/** Every statement that makes the store, with its values. */
function* statements(
  made: Made,
  backend: 'sqlite' | 'postgres',
): Generator<[sql: string, values: ReturnType<typeof cellValue>[]]> {
  for (const sql of made.tables[backend]) yield [sql, []]
  for (const [table, rows] of Object.entries(made.rows)) {
    for (const row of rows) {
      const names = Object.keys(row)
      const places = names.map((_, index) => (backend === 'sqlite' ? '?' : `$${index + 1}`))
      yield [`INSERT INTO ${table} (${names.join()}) VALUES (${places.join()})`, Object.values(row).map(cellValue)]
    }
  }
}

const makers = {
  async sqlite(made: Made) {
    const file = join(mkdtempSync(join(home, 's-')), 'replywire.db')
    const db = new DatabaseSync(file)
    for (const [sql, values] of statements(made, 'sqlite')) db.prepare(sql).run(...values)
    db.close()
    return `sqlite:${file}`
  },
  async postgres(made: Made) {
    databases ??= await openDatabases()
    const url = await databases.database()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    for (const [sql, values] of statements(made, 'postgres')) await client.query(sql, values)
    await client.end()
    return url
  },
}

describe.each([
  [2, 'sqlite'],
  [2, 'postgres'],
  [4, 'sqlite'],
  [4, 'postgres'],
  [5, 'sqlite'],
  [5, 'postgres'],
] as const)('a store of version %s in %s', (version, backend) => {
  test('is migrated, and all that is in it goes on', async () => {
    const made = madeBy(version)
    const { at, ids } = made
    // Half a minute after the last lease of its old worker.
    const now = at + 60_000
    const { store, runtime, call, worker } = await opened(agent, { url: await makers[backend](made), now: () => now })
    expect(await store.do('ping', {})).toBe(8)
    const task = (id: string) => store.do('getTask', { id, tenant: 'north' })
    const stateOf = async (id: string) => (await task(id))?.state

    const repeat = await call('work', { name: 'a' }, { idempotencyKey: 'key-1' })
    expect(repeat).toMatchObject({
      outcome: { kind: 'pending', task: { id: ids.completed } },
      exchange: { replayed: true },
    })
    const other = await call('work', { name: 'c' }, { idempotencyKey: 'key-1' })
    expect(other.outcome).toMatchObject({ kind: 'failed', fault: { code: 'IDEMPOTENCY_CONFLICT' } })
    const claim = { scope: 's', key: 'k', fingerprint: 'f', runId: 'run-2', expired: 'refuse' } as const
    const until = { now, leaseUntil: now + 30_000, expiresAt: now + 3_600_000 }
    expect(await store.do('claim', { ...claim, ...until })).toEqual({ kind: 'taken-over', runId: 'run-1', epoch: 2 })

    expect(await stateOf(ids.paused)).toBe('paused')
    const [approval] = await store.do('taskApprovals', { taskId: ids.paused })
    expect((await runtime.deciding.decide(approval?.id ?? '', bob, { decision: 'approve' })).kind).toBe('decided')
    worker()
    for (const id of Object.values(ids)) await expect.poll(() => stateOf(id)).toBe('completed')
    expect(await task(ids.working)).toMatchObject({ epoch: 2, attempt: 1, lost: 1 })

    const outbox = { now, leaseUntil: now + 30_000, limit: 9, perEndpoint: 9 }
    const deliveries = await store.do('leaseDeliveries', outbox)
    expect(deliveries.map(({ taskId }) => taskId)).toEqual(expect.arrayContaining([ids.completed, ids.paused]))
  })
})
