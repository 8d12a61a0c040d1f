/** A store in PostgreSQL, shared by many machines. */
import type { Pool, PoolClient } from 'pg'
import { ReplywireError } from '../../errors.ts'
import { checkInput } from '../input.ts'
import { Listeners } from '../listeners.ts'
import { lists, operations, readers } from '../operations.ts'
import { processFolder } from '../process-folder.ts'
import { holdProcessLock } from '../process-lock.ts'
import type { Row, Work } from '../statement.ts'
import {
  type ResultOf,
  type Store,
  type StoreInput,
  type StoreOperationName,
  StoreUnavailableError,
  storeClosed,
} from '../store.ts'
import { demandVersion } from '../version.ts'
import { dialect, isConflict, isMistake, isStale, sqlState, types } from './dialect.ts'
import { pg } from './driver.ts'
import { Notifier, TopicListener } from './listen.ts'
import { migrate, versionOf } from './migrate.ts'

export interface PostgresOptions {
  /** Bring the tables up to date when opening. */
  migrate?: boolean
  /** The most connections of this process; lists have up to three tenths of them. Default: 10. */
  connections?: number
  /** How long to wait for a free connection. Default: 5000. */
  connectMs?: number
}

/** A process that hangs, or that the network has lost, must not hold its locks for long. */
const settings = 'SET statement_timeout = 30000; SET idle_in_transaction_session_timeout = 10000'

/** A list that takes longer is given up. */
const listSettings = 'SET statement_timeout = 10000; SET default_transaction_read_only = on'

/** Opens a database by its URL. */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Store> {
  const { migrate: wanted = true, connections = 10, connectMs = 5000 } = options
  const forLists = Math.floor(connections * 0.3)
  const pool = poolOf(url, { most: connections - forLists, setUp: settings, connectMs })
  try {
    const client = await pool.connect()
    try {
      if (wanted) await migrate(client)
      else demandVersion(await versionOf(client))
    } finally {
      client.release()
    }
  } catch (error) {
    await pool.end()
    throw error instanceof ReplywireError ? error : cannotOpen(error)
  }
  // Connections of their own: however many lists there are, writes find one.
  return new PostgresStore(
    pool,
    forLists === 0 ? pool : poolOf(url, { most: forLists, setUp: listSettings, connectMs }),
    url,
  )
}

interface PoolSettings {
  most: number
  /** Runs on every new connection. */
  setUp: string
  connectMs: number
}

function poolOf(url: string, { most, setUp, connectMs }: PoolSettings): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: most,
    connectionTimeoutMillis: connectMs,
    query_timeout: 40_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'replywire',
    onConnect: client => client.query(setUp) as unknown as undefined,
  })
  // An idle connection that breaks is replaced; an operation that needs one gets the error.
  pool.on('error', () => {})
  return pool
}

/** Why a database cannot be a store, in one sentence. */
export function cannotOpen(error: unknown): ReplywireError {
  const why = [error instanceof Error ? error.message : '', sqlState(error)].filter(word => word !== '')
  return new ReplywireError('ERR_STORE_UNAVAILABLE', `The store cannot be opened: ${why.join(', ')}.`, { cause: error })
}

class PostgresStore implements Store {
  readonly kind = 'postgres'
  readonly processFolder: string | undefined
  readonly #pool: Pool
  readonly #leave: () => void
  readonly #lists: Pool
  readonly #listeners = new Listeners()
  readonly #listening: TopicListener
  readonly #telling: Notifier
  readonly #underWay = new Set<Promise<unknown>>()
  #closing: Promise<void> | undefined

  constructor(pool: Pool, listPool: Pool, url: string) {
    this.#pool = pool
    this.processFolder = processFolder(url)
    this.#leave = this.processFolder === undefined ? () => {} : holdProcessLock(this.processFolder)
    this.#lists = listPool
    this.#listening = new TopicListener(url, topic => this.#listeners.tell(topic))
    this.#telling = new Notifier(pool)
  }

  do<N extends StoreOperationName>(name: N, input: StoreInput<N>): Promise<ResultOf<N>> {
    if (this.#closing !== undefined) return Promise.reject(storeClosed())
    const run = this.#run(name, input)
    this.#underWay.add(run)
    void run.catch(() => {}).finally(() => this.#underWay.delete(run))
    return run
  }

  onWake(listener: (topic: string) => void): () => void {
    this.#listening.start()
    return this.#listeners.add(listener)
  }

  /** What is under way ends first. */
  close(): Promise<void> {
    this.#closing ??= this.#end()
    return this.#closing
  }

  async #end(): Promise<void> {
    await Promise.allSettled(this.#underWay)
    await this.#telling.flush()
    await this.#listening.stop()
    await Promise.all([...new Set([this.#pool, this.#lists])].map(pool => pool.end()))
    this.#leave()
  }

  async #run<N extends StoreOperationName>(name: N, input: StoreInput<N>): Promise<ResultOf<N>> {
    checkInput(input)
    const operation = operations[name] as (input: StoreInput<N>) => Work<ResultOf<N>>
    for (let attempt = 1; ; attempt++) {
      try {
        const pool = lists.has(name) ? this.#lists : this.#pool
        const { result, woken } = await transaction(pool, () => operation(input), !readers.has(name))
        this.#telling.notify(woken)
        for (const topic of woken) this.#listeners.tell(topic)
        return result
      } catch (error) {
        if (error instanceof ReplywireError) throw error
        // Undone by the database: begin again.
        if ((isConflict(error) || isStale(error)) && attempt < 20) continue
        if (isMistake(error)) throw new ReplywireError('ERR_MISUSE', `The store was misused (${sqlState(error)}).`)
        throw new StoreUnavailableError({ cause: error })
      }
    }
  }
}

async function transaction<T>(
  pool: Pool,
  begin: () => Work<T>,
  writes: boolean,
): Promise<{ result: T; woken: Set<string> }> {
  const client = await pool.connect()
  let broken: Error | undefined
  const broke = (error: Error) => {
    broken = error
  }
  client.on('error', broke)
  const woken = new Set<string>()
  try {
    if (writes) await client.query('BEGIN')
    const result = await drive(client, begin(), woken)
    if (writes) await client.query('COMMIT')
    return { result, woken }
  } catch (error) {
    if (isStale(error)) broke(error as Error)
    else if (writes) await client.query('ROLLBACK').catch(broke)
    throw error
  } finally {
    client.off('error', broke)
    client.release(broken)
  }
}

async function drive<T>(client: PoolClient, work: Work<T>, woken: Set<string>): Promise<T> {
  let rows: Row[] = []
  for (;;) {
    const step = work.next(rows)
    if (step.done) return step.value
    rows = []
    if ('sql' in step.value) {
      rows = (await client.query(dialect(step.value.sql), [...step.value.values])).rows
    } else if ('serialize' in step.value) {
      await client.query(serializing, [`replywire:${step.value.serialize}`])
    } else woken.add(step.value.wake)
  }
}

const serializing = { name: 'replywire_serialize', text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))' }
