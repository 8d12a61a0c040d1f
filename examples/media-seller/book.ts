/** The seller's own book: media buys of each buyer, in a SQLite file that outlives the process. */
import { DatabaseSync } from 'node:sqlite'

export const states = ['pending_start', 'active', 'paused', 'completed', 'canceled'] as const
export type State = (typeof states)[number]

export interface Package {
  package_id: string
  product_id: string
  budget: number
  currency: string
  pricing_option_id: string
}

export interface MediaBuy {
  media_buy_id: string
  media_buy_status: State
  buyer_ref?: string | undefined
  /** The plan of the buyer that it was bought under. */
  plan_id?: string | undefined
  start_time: string
  end_time: string
  confirmed_at: string
  currency: string
  packages: Package[]
  /** Counts the changes. */
  revision: number
}

export class Book {
  readonly #db: DatabaseSync

  constructor(path = ':memory:') {
    this.#db = new DatabaseSync(path)
    this.#db.exec(`PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000;
      CREATE TABLE IF NOT EXISTS media_buy (
        tenant TEXT NOT NULL, id TEXT NOT NULL, revision INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (tenant, id)
      )`)
  }

  /** Writes a buy down. A step that is interrupted may run again: the same buy twice is one. */
  add(tenant: string, buy: MediaBuy): void {
    this.#db
      .prepare('INSERT INTO media_buy (tenant, id, revision, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING')
      .run(tenant, buy.media_buy_id, buy.revision, JSON.stringify(buy))
  }

  find(tenant: string, id: string): MediaBuy | undefined {
    const row = this.#db.prepare('SELECT body FROM media_buy WHERE tenant = ? AND id = ?').get(tenant, id)
    return row === undefined ? undefined : JSON.parse(String(row.body))
  }

  list(tenant: string): MediaBuy[] {
    const rows = this.#db.prepare('SELECT body FROM media_buy WHERE tenant = ? ORDER BY rowid').all(tenant)
    return rows.map(row => JSON.parse(String(row.body)))
  }

  /** Replaces the revision before; false when somebody else has changed it meanwhile. */
  change(tenant: string, buy: MediaBuy): boolean {
    const { changes } = this.#db
      .prepare('UPDATE media_buy SET revision = ?, body = ? WHERE tenant = ? AND id = ? AND revision = ?')
      .run(buy.revision, JSON.stringify(buy), tenant, buy.media_buy_id, buy.revision - 1)
    return changes === 1
  }

  close(): void {
    this.#db.close()
  }
}
