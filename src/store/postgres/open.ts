/** A store in PostgreSQL, shared by many machines. */
import pg from 'pg'
import { ReplywireError } from '../../errors.ts'
import { currentVersion, migrations } from '../migrations.ts'
import { operations, readers } from '../operations.ts'
import type { Row, Work } from '../statement.ts'
import { type InputOf, type OperationName, type ResultOf, type Store, StoreUnavailableError } from '../store.ts'
import { Listeners } from '../wakes.ts'
import { Listening } from './listen.ts'

export interface PostgresOptions {
  /** Bring the tables up to date when opening. */
  migrate?: boolean
  /** The most connections of this process. */
  connections?: number
}

/** 64-bit integers are times and counts: a double holds them. */
const types = {
  getTypeParser(oid: number, format?: string) {
    if (oid === 20 && format !== 'binary') return Number
    return pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig

/** Migrations of two processes wait for each other at this lock. */
const migrationLock = 0x7265706c

/** Opens a database by its URL. */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Store> {
  const { migrate = true, connections = 10 } = options
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: connections,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'replywire',
  })
  // An idle connection that breaks is replaced; whoever needs one is told.
  pool.on('error', () => {})
  const store = new PostgresStore(pool, url)
  try {
    if (migrate) await store.migrate()
    else demand(await store.version())
  } catch (error) {
    await store.close()
    throw error instanceof ReplywireError ? error : new StoreUnavailableError({ cause: error })
  }
  return store
}

class PostgresStore implements Store {
  readonly kind = 'postgres'
  readonly #pool: pg.Pool
  readonly #listeners = new Listeners()
  readonly #listening: Listening

  constructor(pool: pg.Pool, url: string) {
    this.#pool = pool
    this.#listening = new Listening(url, topic => this.#listeners.tell(topic))
  }

  async version(): Promise<number> {
    const there = await this.#pool.query(`SELECT to_regclass('migration') AS name`)
    if (there.rows[0]?.name === null) return 0
    const { rows } = await this.#pool.query('SELECT MAX(version) AS version FROM migration')
    return Number(rows[0]?.version ?? 0)
  }

  async migrate(): Promise<number> {
    const client = await this.#pool.connect()
    try {
      await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
      const from = await this.version()
      if (from > currentVersion) demand(from)
      await client.query('BEGIN')
      await client.query('CREATE TABLE IF NOT EXISTS migration (version BIGINT PRIMARY KEY, at BIGINT NOT NULL)')
      for (const { version, statements } of migrations.filter(migration => migration.version > from)) {
        for (const sql of statements)
          await client.query(sql.replaceAll('{int}', 'BIGINT').replaceAll('{bytes}', 'BYTEA'))
        await client.query('INSERT INTO migration (version, at) VALUES ($1, $2)', [version, Date.now()])
      }
      await client.query('COMMIT')
      return from
    } finally {
      // Closing the connection gives up the lock, whatever state it is in.
      client.release(true)
    }
  }

  async do<N extends OperationName>(name: N, input: InputOf<N>): Promise<ResultOf<N>> {
    const operation = operations[name] as (input: InputOf<N>) => Work<ResultOf<N>>
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#transaction(() => operation(input), !readers.has(name))
      } catch (error) {
        if (error instanceof ReplywireError) throw error
        // A deadlock was undone by the database: begin again.
        if (isConflict(error) && attempt < 10) continue
        if (isMistake(error)) throw new ReplywireError('ERR_MISUSE', `The store was misused (${sqlState(error)}).`)
        throw new StoreUnavailableError({ cause: error })
      }
    }
  }

  onWake(listener: (topic: string) => void): () => void {
    this.#listening.start()
    return this.#listeners.add(listener)
  }

  async close(): Promise<void> {
    await this.#listening.stop()
    await this.#pool.end()
  }

  async #transaction<T>(begin: () => Work<T>, writes: boolean): Promise<T> {
    const client = await this.#pool.connect()
    let broken: Error | undefined
    const broke = (error: Error) => {
      broken = error
    }
    client.on('error', broke)
    try {
      if (!writes) return await drive(client, begin(), undefined)
      const woken = new Set<string>()
      await client.query('BEGIN')
      try {
        const result = await drive(client, begin(), woken)
        for (const topic of woken) await client.query('SELECT pg_notify($1, $2)', ['replywire', topic])
        await client.query('COMMIT')
        for (const topic of woken) this.#listeners.tell(topic)
        return result
      } catch (error) {
        await client.query('ROLLBACK').catch(broke)
        throw error
      }
    } finally {
      client.off('error', broke)
      client.release(broken)
    }
  }
}

async function drive<T>(client: pg.PoolClient, work: Work<T>, woken: Set<string> | undefined): Promise<T> {
  let rows: Row[] = []
  for (;;) {
    const step = work.next(rows)
    if (step.done) return step.value
    rows = []
    if ('sql' in step.value) {
      rows = (await client.query(dialect(step.value.sql), [...step.value.values])).rows
    } else if ('serialize' in step.value) {
      await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`replywire:${step.value.serialize}`])
    } else woken?.add(step.value.wake)
  }
}

const dialects = new Map<string, { name: string; text: string }>()

/** The statement as PostgreSQL writes it, prepared once a connection. */
function dialect(sql: string): { name: string; text: string } {
  let there = dialects.get(sql)
  if (there === undefined) {
    const text = sql
      .replaceAll(/\?(\d+)/g, '$$$1')
      .replaceAll('{lock}', 'FOR UPDATE')
      .replaceAll('{skip}', 'FOR UPDATE SKIP LOCKED')
    there = { name: `replywire_${dialects.size}`, text }
    dialects.set(sql, there)
  }
  return there
}

function sqlState(error: unknown): string {
  return String((error as { code?: unknown }).code ?? '')
}

/** Deadlock, serialisation failure. */
function isConflict(error: unknown): boolean {
  return ['40P01', '40001'].includes(sqlState(error))
}

/** A statement that can never succeed: a defect of ours, not a bad day of the database. */
function isMistake(error: unknown): boolean {
  return /^(22|23|42)/.test(sqlState(error))
}

function demand(version: number): void {
  if (version === currentVersion) return
  throw new ReplywireError(
    'ERR_STORE_VERSION',
    version < currentVersion
      ? `The store has version ${version}; this Replywire needs ${currentVersion}. Run: replywire store migrate`
      : `The store has version ${version}, made by a later Replywire; this one knows ${currentVersion}.`,
  )
}
