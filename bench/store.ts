/**
 * What the store costs, as ratios to the bare driver issuing the same statements one by one: for SQLite in the event
 * loop with a commit each, for PostgreSQL over a pool. Both sides take turns on the same disk, `synchronous=FULL` and
 * `fsync=on`. Beside the calls a second: how long the event loop was held up (p99, ms). `--json` prints the numbers.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import pg from 'pg'
import { operations } from '../src/store/operations.ts'
import { dialect, types } from '../src/store/postgres/dialect.ts'
import { openPostgres } from '../src/store/postgres/open.ts'
import { openSqlite } from '../src/store/sqlite/open.ts'
import type { Row, Work } from '../src/store/statement.ts'
import type { ResultOf, Store, StoreInput, StoreOperationName } from '../src/store/store.ts'
import { startPostgres } from '../test/postgres.ts'

type Doer = Pick<Store, 'do'>

const rounds = 5
/** The bare side waits for the disk at each: fewer of them take as long. */
const calls = { ours: 4000, bare: 400 }
const atOnce = 256
const body = new TextEncoder().encode(JSON.stringify({ answer: 'x'.repeat(300) }))

/** The bare driver: each operation's statements, one after the other, in this thread. */
function bareSqlite(file: string): Doer & { close(): void } {
  const db = new DatabaseSync(file, { timeout: 10_000 })
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 1000')
  const statements = new Map<string, StatementSync>()
  const all = (sql: string, values: readonly (string | number | null | Uint8Array)[]): Row[] => {
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = db.prepare(sql.replaceAll('{lock}', '').replaceAll('{skip}', ''))
      statements.set(sql, statement)
    }
    return statement.all(...values) as Row[]
  }
  return {
    async do<N extends StoreOperationName>(name: N, input: StoreInput<N>): Promise<ResultOf<N>> {
      const work = (operations[name] as (input: StoreInput<N>) => Work<ResultOf<N>>)(input)
      all('BEGIN IMMEDIATE', [])
      let rows: Row[] = []
      for (;;) {
        const step = work.next(rows)
        if (step.done) {
          all('COMMIT', [])
          return step.value
        }
        rows = 'sql' in step.value ? all(step.value.sql, step.value.values) : []
      }
    },
    close: () => db.close(),
  }
}

/** The bare driver: each operation's statements over a connection of the pool. */
function barePostgres(pool: pg.Pool): Doer {
  return {
    async do<N extends StoreOperationName>(name: N, input: StoreInput<N>): Promise<ResultOf<N>> {
      const client = await pool.connect()
      try {
        const work = (operations[name] as (input: StoreInput<N>) => Work<ResultOf<N>>)(input)
        await client.query('BEGIN')
        let rows: Row[] = []
        for (;;) {
          const step = work.next(rows)
          if (step.done) {
            await client.query('COMMIT')
            return step.value
          }
          rows = 'sql' in step.value ? (await client.query(dialect(step.value.sql), [...step.value.values])).rows : []
        }
      } finally {
        client.release()
      }
    },
  }
}

let made = 0

/** A durable call: its key is claimed, then its answer is kept. */
async function durableCall(store: Doer): Promise<void> {
  made += 1
  const key = `key-${made}`
  const now = Date.now()
  const fence = { scope: 'acme:ann:plan', key, runId: `run-${made}`, epoch: 1 }
  await store.do('claim', {
    ...fence,
    fingerprint: 'f',
    now,
    leaseUntil: now + 30_000,
    expiresAt: now + 1e6,
    expired: 'refuse',
  })
  await store.do('finishClaim', { ...fence, answer: body, expiresAt: now + 1e6 })
}

/** 64 tasks of which each has a worker that writes events. */
async function makeTasks(store: Doer, prefix: string): Promise<() => Promise<void>> {
  const now = Date.now()
  for (let n = 0; n < 64; n++) {
    const task = {
      id: `${prefix}-${n}`,
      tenant: 'acme',
      subject: 'ann',
      operation: 'plan',
      version: '1',
      contract: 'yaagents@0.3',
      call: body,
      maxAttempts: 3,
      dueAt: now,
      now,
    }
    await store.do('adoptTask', { task, leaseUntil: now + 1e9, epoch: 1, steps: [], events: [] })
  }
  let turn = 0
  return async () => {
    turn += 1
    await store.do('appendEvents', {
      id: `${prefix}-${turn % 64}`,
      epoch: 1,
      events: [{ kind: 'progress', body }],
      now: Date.now(),
    })
  }
}

interface Measured {
  perSecond: number
  delayMs: number
}

/** So many at once, until all are done. */
async function measure(one: () => Promise<void>, calls: number): Promise<Measured> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  let left = calls
  const start = performance.now()
  delay.enable()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left > 0) {
        left -= 1
        await one()
        // As behind a socket: each call arrives in a turn of its own.
        await new Promise(resolve => setImmediate(resolve))
      }
    }),
  )
  delay.disable()
  return { perSecond: (calls / (performance.now() - start)) * 1000, delayMs: delay.percentile(99) / 1e6 }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

const results: Record<string, Record<string, number>> = {}

/** The sides take turns; the ratio is the median of the rounds' ratios. */
async function compare(name: string, ours: () => Promise<void>, bare: () => Promise<void>): Promise<void> {
  const pairs: { ours: Measured; bare: Measured }[] = []
  for (let round = 0; round <= rounds; round++) {
    const pair = { ours: await measure(ours, calls.ours), bare: await measure(bare, calls.bare) }
    // The first warms up.
    if (round > 0) pairs.push(pair)
  }
  results[name] = {
    'a second': median(pairs.map(pair => pair.ours.perSecond)),
    'bare a second': median(pairs.map(pair => pair.bare.perSecond)),
    ratio: median(pairs.map(pair => pair.ours.perSecond / pair.bare.perSecond)),
    'loop p99 ms': median(pairs.map(pair => pair.ours.delayMs)),
    'bare loop p99 ms': median(pairs.map(pair => pair.bare.delayMs)),
  }
}

const only = process.argv.find(word => word === 'sqlite' || word === 'postgres')
const folder = mkdtempSync(join(process.env.REPLYWIRE_BENCH_DIR ?? tmpdir(), 'replywire-bench-'))
try {
  if (only !== 'postgres') {
    const store = await openSqlite(join(folder, 'ours.db'))
    const other = await openSqlite(join(folder, 'bare.db'))
    await other.close()
    const bare = bareSqlite(join(folder, 'bare.db'))
    await compare(
      'SQLite: durable calls',
      () => durableCall(store),
      () => durableCall(bare),
    )
    await compare('SQLite: task events', await makeTasks(store, 'ours'), await makeTasks(bare, 'bare'))
    bare.close()
    await store.close()
  }
  if (only !== 'sqlite') {
    const postgres = await startPostgres({ fsync: 'on' })
    const urls = { ours: await postgres.database(), bare: await postgres.database() }
    const store = await openPostgres(urls.ours)
    const other = await openPostgres(urls.bare)
    await other.close()
    const pool = new pg.Pool({ connectionString: urls.bare, types, max: 10 })
    const bare = barePostgres(pool)
    await compare(
      'PostgreSQL: durable calls',
      () => durableCall(store),
      () => durableCall(bare),
    )
    await compare('PostgreSQL: task events', await makeTasks(store, 'ours'), await makeTasks(bare, 'bare'))
    await pool.end()
    await store.close()
    await postgres.remove()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

if (process.argv.includes('--json')) console.log(JSON.stringify(results))
else {
  console.table(
    Object.fromEntries(
      Object.entries(results).map(([name, row]) => [
        name,
        Object.fromEntries(Object.entries(row).map(([key, value]) => [key, Math.round(value * 100) / 100])),
      ]),
    ),
  )
}
