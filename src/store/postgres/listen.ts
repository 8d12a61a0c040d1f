/** Notifies other processes of commits, and listens for theirs: a hint that wakes waiters, nothing more. */
import type { Client } from 'pg'
import { pg } from './driver.ts'

const channel = 'replywire'
const gatherMs = 5

/** The part of a connection that a notifier needs. */
export interface NotifyConnection {
  query(text: string, values: unknown[]): Promise<unknown>
}

/**
 * Sends the topics of many transactions at once, after their commits. Sent inside them, all commits of the database
 * would wait for each other.
 */
export class Notifier {
  readonly #pool: NotifyConnection
  #topics = new Set<string>()
  #sending: Promise<void> | undefined

  constructor(pool: NotifyConnection) {
    this.#pool = pool
  }

  notify(topics: ReadonlySet<string>): void {
    for (const topic of topics) this.#topics.add(topic)
    if (this.#topics.size > 0) this.#sending ??= this.#send()
  }

  /** Waits until all topics are sent. */
  async flush(): Promise<void> {
    await this.#sending
  }

  async #send(): Promise<void> {
    while (this.#topics.size > 0) {
      await new Promise(resolve => setTimeout(resolve, gatherMs))
      const topics = [...this.#topics]
      this.#topics = new Set()
      // A lost hint only costs time: waiters also poll.
      await this.#pool
        .query('SELECT pg_notify($1, topic) FROM unnest($2::text[]) AS topic', [channel, topics])
        .catch(() => {})
    }
    this.#sending = undefined
  }
}

export class TopicListener {
  readonly #url: string
  readonly #tell: (topic: string) => void
  #client: Client | undefined
  #retry: NodeJS.Timeout | undefined
  #running = false

  constructor(url: string, tell: (topic: string) => void) {
    this.#url = url
    this.#tell = tell
  }

  start(): void {
    if (this.#running) return
    this.#running = true
    void this.#connect()
  }

  async stop(): Promise<void> {
    this.#running = false
    clearTimeout(this.#retry)
    await this.#client?.end().catch(() => {})
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: 'replywire-listen',
    })
    this.#client = client
    const again = () => {
      client.removeAllListeners()
      client.on('error', () => {})
      void client.end().catch(() => {})
      if (!this.#running) return
      clearTimeout(this.#retry)
      this.#retry = setTimeout(() => void this.#connect(), 500)
      this.#retry.unref()
    }
    client.on('error', again)
    client.on('end', again)
    client.on('notification', ({ payload }) => this.#tell(payload ?? '*'))
    try {
      await client.connect()
      await client.query(`LISTEN ${channel}`)
      // Whatever was notified while nobody listened.
      if (this.#running) this.#tell('*')
      else again()
    } catch {
      again()
    }
  }
}
