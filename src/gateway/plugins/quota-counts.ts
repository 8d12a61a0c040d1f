/** What quotas have counted: in memory, or in a SQLite file that the processes of a machine share. */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { CallerStates } from '../../server/caller-states.ts'

export interface QuotaCounts {
  /** Counts one call unless the limit is reached; returns how many were counted before it. `group`: see `groupOf`. */
  take(key: string, period: number, limit: number, group: string): number
  /** How many were counted. */
  used(key: string, period: number, group: string): number
  close(): void
}

interface MemoryCount {
  period: number
  used: number
}

export class MemoryCounts implements QuotaCounts {
  /** By limit: the periods of limits differ. */
  readonly #byLimit = new Map<string, CallerStates<MemoryCount>>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  take(key: string, period: number, limit: number, group: string): number {
    const state = this.#stateOf(key, period, group)
    if (state.period !== period) Object.assign(state, { period, used: 0 })
    const { used } = state
    if (used < limit) state.used += 1
    return used
  }

  used(key: string, period: number, group: string): number {
    const state = this.#stateOf(key, period, group)
    return state.period === period ? state.used : 0
  }

  #stateOf(key: string, period: number, group: string): MemoryCount {
    const limit = key.slice(0, key.indexOf(' '))
    const states = this.#byLimit.get(limit) ?? new CallerStates<MemoryCount>(this.#most)
    this.#byLimit.set(limit, states)
    return states.get(key, {
      group,
      make: () => ({ period, used: 0 }),
      isAsNew: one => one.period !== period || one.used === 0,
    })
  }

  close(): void {}
}

/** Rows of periods that are over are removed now and then. */
const callsBetweenCleanings = 10_000
const keptPeriodsMs = 40 * 86_400_000

/**
 * One row a key. Statements run in the event loop: each touches one row, and nothing waits for the disk (WAL,
 * `synchronous=NORMAL`): a power cut may lose the last counts, a crash of the process loses none.
 */
export class FileCounts implements QuotaCounts {
  readonly #database: DatabaseSync
  readonly #take: StatementSync
  readonly #read: StatementSync
  readonly #clean: StatementSync
  #calls = 0

  constructor(file: string) {
    this.#database = new DatabaseSync(file, { timeout: 1000 })
    this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    this.#database.exec(
      'CREATE TABLE IF NOT EXISTS quota (key TEXT PRIMARY KEY, period INTEGER NOT NULL, used INTEGER NOT NULL) WITHOUT ROWID',
    )
    this.#take = this.#database.prepare(
      `INSERT INTO quota (key, period, used) VALUES (:key, :period, 1)
       ON CONFLICT (key) DO UPDATE SET used = CASE WHEN period = :period THEN used + 1 ELSE 1 END, period = :period
       WHERE period <> :period OR used < :limit
       RETURNING used`,
    )
    this.#read = this.#database.prepare('SELECT used FROM quota WHERE key = :key AND period = :period')
    this.#clean = this.#database.prepare('DELETE FROM quota WHERE period < :before')
  }

  take(key: string, period: number, limit: number): number {
    if (++this.#calls % callsBetweenCleanings === 0) this.#clean.run({ before: period - keptPeriodsMs })
    if (limit <= 0) return 0
    const row = this.#take.get({ key, period, limit })
    if (row !== undefined) return Number(row.used) - 1
    return Number(this.#read.get({ key, period })?.used ?? limit)
  }

  used(key: string, period: number): number {
    return Number(this.#read.get({ key, period })?.used ?? 0)
  }

  close(): void {
    this.#database.close()
  }
}
