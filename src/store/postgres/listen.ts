/** Hears what other processes committed: a hint that wakes, and nothing more. */
import pg from 'pg'

export class Listening {
  readonly #url: string
  readonly #tell: (topic: string) => void
  #client: pg.Client | undefined
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
    const client = new pg.Client({ connectionString: this.#url, keepAlive: true, application_name: 'replywire-listen' })
    this.#client = client
    const again = () => {
      client.removeAllListeners()
      client.on('error', () => {})
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
      await client.query('LISTEN replywire')
      // Whatever was told while nobody listened.
      this.#tell('*')
    } catch {
      again()
    }
  }
}
