/** SQLite, driven from its own thread: many operations a commit, each in its own savepoint. */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { ReplywireError } from '../../errors.ts'
import { currentVersion, migrations } from '../migrations.ts'
import { operations, readers } from '../operations.ts'
import type { Row, Value, Work } from '../statement.ts'
import { FencedError, type OperationName } from '../store.ts'

export interface Request {
  id: number
  name: OperationName
  input: unknown
}

export type Reply = { id: number; result: unknown } | { id: number; failure: Failure }

/** Why an operation did not take place, in a form that crosses a thread. */
export interface Failure {
  code: 'ERR_FENCED' | 'ERR_STORE_UNAVAILABLE' | 'ERR_MISUSE'
  /** The database's own code and words; they name tables, never values. */
  cause?: string
}

export class Engine {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  #woken = new Set<string>()
  #seen = 0

  constructor(path: string, { migrate = true }: { migrate?: boolean } = {}) {
    this.#db = new DatabaseSync(path, { timeout: 10_000 })
    this.#db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 1000')
    if (migrate) this.migrate()
    else this.#demand(this.version())
    this.#seen = this.#dataVersion()
  }

  /** The version of the tables; 0 when there are none. */
  version(): number {
    const [there] = this.#all(`SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'migration'`, [])
    if (there === undefined) return 0
    return Number(this.#all('SELECT MAX(version) AS version FROM migration', [])[0]?.version ?? 0)
  }

  /** Brings the tables up to date. The write lock keeps other processes out meanwhile. */
  migrate(): number {
    this.#db.exec('BEGIN IMMEDIATE')
    try {
      const from = this.version()
      if (from > currentVersion) this.#demand(from)
      if (from === 0) this.#db.exec('CREATE TABLE migration (version INTEGER PRIMARY KEY, at INTEGER NOT NULL)')
      for (const { version, statements } of migrations.filter(migration => migration.version > from)) {
        for (const sql of statements) this.#db.exec(sql.replaceAll('{int}', 'INTEGER').replaceAll('{bytes}', 'BLOB'))
        this.#all('INSERT INTO migration (version, at) VALUES (?1, ?2)', [version, Date.now()])
      }
      this.#db.exec('COMMIT')
      return from
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
      throw error
    }
  }

  /** Runs a batch in one transaction. Each reply is true only because the commit is on disk. */
  run(batch: readonly Request[]): { replies: Reply[]; woken: string[] } {
    this.#woken = new Set()
    const writes = batch.some(({ name }) => !readers.has(name))
    const replies: Reply[] = []
    try {
      this.#db.exec(writes ? 'BEGIN IMMEDIATE' : 'BEGIN')
      for (const request of batch) replies.push(this.#one(request))
      this.#db.exec('COMMIT')
      return { replies, woken: [...this.#woken] }
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
      const failure = failureOf(error)
      // Nothing of this batch is on disk; what had been refused stays refused.
      return {
        replies: batch.map(({ id }, index) => {
          const reply = replies[index]
          return reply !== undefined && 'failure' in reply ? reply : { id, failure }
        }),
        woken: [],
      }
    }
  }

  #one({ id, name, input }: Request): Reply {
    const writes = !readers.has(name)
    if (writes) this.#db.exec('SAVEPOINT operation')
    try {
      const result = this.#drive((operations[name] as (input: unknown) => Work<unknown>)(input))
      if (writes) this.#db.exec('RELEASE operation')
      return { id, result }
    } catch (error) {
      // A full disk may end the whole transaction: then nothing of the batch stands.
      if (!this.#db.isTransaction) throw error
      if (writes) this.#db.exec('ROLLBACK TO operation; RELEASE operation')
      return { id, failure: failureOf(error) }
    }
  }

  #drive<T>(work: Work<T>): T {
    let rows: Row[] = []
    for (;;) {
      const step = work.next(rows)
      if (step.done) return step.value
      rows = []
      if ('sql' in step.value) {
        rows = this.#all(step.value.sql, step.value.values)
      } else if ('wake' in step.value) this.#woken.add(step.value.wake)
    }
  }

  #all(sql: string, values: readonly Value[]): Row[] {
    let statement = this.#statements.get(sql)
    if (statement === undefined) {
      statement = this.#db.prepare(sql.replaceAll('{lock}', '').replaceAll('{skip}', ''))
      this.#statements.set(sql, statement)
    }
    return statement.all(...values) as Row[]
  }

  /** Whether another process has written since this was last asked. */
  changed(): boolean {
    const now = this.#dataVersion()
    const changed = now !== this.#seen
    this.#seen = now
    return changed
  }

  #dataVersion(): number {
    return Number(this.#all('PRAGMA data_version', [])[0]?.data_version ?? 0)
  }

  #demand(version: number): void {
    if (version === currentVersion) return
    throw new ReplywireError(
      'ERR_STORE_VERSION',
      version < currentVersion
        ? `The store has version ${version}; this Replywire needs ${currentVersion}. Run: replywire store migrate`
        : `The store has version ${version}, made by a later Replywire; this one knows ${currentVersion}.`,
    )
  }

  close(): void {
    this.#statements.clear()
    this.#db.close()
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof FencedError) return { code: 'ERR_FENCED' }
  const { errstr, errcode } = error as { errstr?: string; errcode?: number }
  if (errcode !== undefined) return { code: 'ERR_STORE_UNAVAILABLE', cause: `SQLite ${errcode}: ${errstr}` }
  return { code: 'ERR_MISUSE', cause: error instanceof Error ? error.message : 'unknown' }
}
