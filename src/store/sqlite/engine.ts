/** SQLite, driven from its own thread: many operations a commit, each in its own savepoint. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { ReplywireError, type ReplywireErrorCode } from '../../errors.ts'
import { operations, readers } from '../operations.ts'
import type { Row, Value, Work } from '../statement.ts'
import type { StoreOperationName } from '../store.ts'
import { demandVersion } from '../version.ts'
import { dialect } from './dialect.ts'
import type { StoreFile } from './file.ts'
import { migrate, versionOf } from './migrate.ts'

export interface Request {
  id: number
  name: StoreOperationName
  input: unknown
}

export type EngineReply = { id: number; result: unknown } | { id: number; failure: Failure }

/** Why an operation did not take place, in a form that crosses a thread. */
export interface Failure {
  code: ReplywireErrorCode
  /** The database's own code and words; they name tables, never values. */
  cause: string
}

export interface EngineOptions {
  /** Bring the tables up to date. Default: true. */
  migrate?: boolean
  file?: StoreFile
  readOnly?: boolean
}

export class Engine {
  readonly #db: DatabaseSync
  readonly #file: StoreFile | undefined
  readonly #statements = new Map<string, StatementSync>()
  #woken = new Set<string>()
  #seen = 0

  /** Takes the database over: it is closed with the engine, or at once when it is no store. */
  constructor(db: DatabaseSync, { migrate: wanted = true, file, readOnly = false }: EngineOptions = {}) {
    this.#db = db
    this.#file = file
    try {
      // A reader next to a writer relies on the writer's check: others may have brought the tables further since.
      if (wanted && !readOnly) migrate(db)
      else if (!readOnly) demandVersion(versionOf(db))
      this.#seen = this.#dataVersion()
    } catch (error) {
      db.close()
      throw error
    }
  }

  /** Runs a batch in one transaction. Each reply is true only because the commit is on disk. */
  run(batch: readonly Request[]): { replies: EngineReply[]; woken: string[] } {
    this.#woken = new Set()
    const writes = batch.some(({ name }) => !readers.has(name))
    const replies: EngineReply[] = []
    try {
      if (writes) this.#file?.checkThere()
      if (batch.some(({ name }) => name === 'probe')) this.#file?.checkRoom()
      this.#all(writes ? 'BEGIN IMMEDIATE' : 'BEGIN', [])
      for (const request of batch) replies.push(this.#one(request))
      this.#all('COMMIT', [])
      return { replies, woken: [...this.#woken] }
    } catch (error) {
      this.#rollBack()
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

  #one({ id, name, input }: Request): EngineReply {
    const writes = !readers.has(name)
    try {
      if (writes) this.#all('SAVEPOINT operation', [])
      const result = this.#drive((operations[name] as (input: unknown) => Work<unknown>)(input))
      if (writes) this.#all('RELEASE operation', [])
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
      if ('sql' in step.value) rows = this.#all(step.value.sql, step.value.values)
      else if ('wake' in step.value) this.#woken.add(step.value.wake)
    }
  }

  #all(sql: string, values: readonly Value[]): Row[] {
    let statement = this.#statements.get(sql)
    if (statement === undefined) {
      statement = this.#db.prepare(dialect(sql))
      this.#statements.set(sql, statement)
    }
    return statement.all(...values) as Row[]
  }

  #rollBack(): void {
    try {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
    } catch {
      // The transaction was never committed: the next process that opens the file rolls it back.
    }
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

  close(): void {
    this.#statements.clear()
    this.#db.close()
  }
}

/** SQLite's codes for what can never succeed: a wrong statement, a broken constraint, a value that is too big. */
const mistakes: ReadonlySet<number> = new Set([1, 18, 19, 20, 21, 25])

/** An error as it crosses a thread. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ReplywireError) return { code: error.code, cause: error.message }
  const { errstr, errcode } = error as { errstr?: string; errcode?: number }
  if (errcode === undefined) return { code: 'ERR_MISUSE', cause: error instanceof Error ? error.message : 'unknown' }
  return {
    code: mistakes.has(errcode & 0xff) ? 'ERR_MISUSE' : 'ERR_STORE_UNAVAILABLE',
    cause: `SQLite ${errcode}: ${errstr}`,
  }
}
