/** What the faults of tasks and keys share: a store of either kind, server processes, a log that outlives them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { type Postgres, startPostgres } from '../postgres.ts'

export type StoreKind = 'sqlite' | 'postgres'

/** The words of a command line: `--full`, `--seed N`, `--store sqlite|postgres`. */
export function said(words: readonly string[]): { full: boolean; seed: number; stores: StoreKind[] } {
  const after = (name: string) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined)
  const store = after('--store')
  return {
    full: words.includes('--full'),
    seed: Number(after('--seed') ?? Date.now() % 1_000_000),
    stores: store === 'sqlite' || store === 'postgres' ? [store] : ['sqlite', 'postgres'],
  }
}

export interface Place {
  kind: StoreKind
  url: string
  folder: string
  /** Where processes write what they did, one line each. */
  log: string
  postgres: Postgres | undefined
  store: Store
  lines(): string[]
  remove(): Promise<void>
}

/** A new store, with an index that makes looking for a step by its name cheap. */
export async function place(kind: StoreKind): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'replywire-durable-'))
  const postgres = kind === 'postgres' ? await startPostgres({ track_commit_timestamp: 'on' }) : undefined
  const url = postgres === undefined ? `sqlite:${join(folder, 'store.db')}` : await postgres.database()
  const store = await openStore(url)
  const index = 'CREATE INDEX fault_step ON step (name)'
  if (kind === 'sqlite') {
    const db = new DatabaseSync(url.slice('sqlite:'.length), { timeout: 10_000 })
    db.exec(index)
    db.close()
  } else {
    const client = new pg.Client(url)
    await client.connect()
    await client.query(index)
    await client.end()
  }
  const log = join(folder, 'log')
  writeFileSync(log, '')
  return {
    kind,
    url,
    folder,
    log,
    postgres,
    store,
    lines: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter(line => line !== ''),
    async remove() {
      await store.close()
      await postgres?.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export interface ServerSettings {
  leaseMs: number
  concurrency?: number
  /** The server opens its store itself, when it needs it. */
  lazy?: boolean
}

/** One server process. Killed and begun again, it has another address. */
export class Member {
  readonly problems: string[] = []
  url = ''
  /** How often it ended without being told to. */
  fell = 0
  readonly #words: string[]
  #child: ChildProcess | undefined
  #closed: Promise<unknown> = Promise.resolve()
  #isTold = false

  constructor({ url, log }: Pick<Place, 'url' | 'log'>, settings: ServerSettings | object, file = 'durable-server.ts') {
    const script = fileURLToPath(new URL(file, import.meta.url))
    this.#words = [script, url, log, JSON.stringify(settings)]
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  async start(): Promise<void> {
    const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'replywire-faults-cache') }
    const child = spawn(process.execPath, this.#words, { stdio: ['ignore', 'pipe', 'pipe'], env })
    this.#child = child
    this.#isTold = false
    const ready = Promise.withResolvers<void>()
    child.stdout.on('data', chunk => {
      const [, url] = /^ready (\S+)/m.exec(String(chunk)) ?? []
      if (url === undefined) return
      this.url = url
      ready.resolve()
    })
    child.stderr.on('data', chunk => this.problems.push(String(chunk).trim().slice(0, 500)))
    this.#closed = new Promise(resolve => child.on('close', resolve))
    void this.#closed.then(() => {
      if (this.#isTold) return
      this.fell += 1
      this.problems.push(`A server ended by itself with ${child.exitCode ?? child.signalCode}.`)
    })
    await Promise.race([ready.promise, this.#closed])
  }

  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
    if (name === 'SIGKILL') this.#isTold = true
    this.#child?.kill(name)
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL')
    await this.#closed
  }
}

export interface Reply {
  /** 0 when there was none. */
  status: number
  headers: Headers
  text: string
}

/** Longer than anything takes on a machine that is ten times slower. Nothing that holds waits for it. */
export const patience = 600_000

/** One request; whatever happens to it, there is a reply. */
export async function send(url: string, path: string, init: RequestInit = {}, limitMs = patience): Promise<Reply> {
  try {
    const response = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(limitMs) })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch {
    return { status: 0, headers: new Headers(), text: '' }
  }
}

/** A POST with a key, and with a wish for a task if so. */
export function keyed(key: string, body: object, isAsync: boolean): RequestInit {
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(isAsync ? { prefer: 'respond-async' } : {}),
    },
    body: JSON.stringify(body),
  }
}

export const taskIn = (text: string): string | undefined => /tsk_[\w-]{22}/.exec(text)?.[0]

/** Waits until something holds; false when it never did. */
export async function until(holds: () => Promise<boolean> | boolean, limitMs = patience): Promise<boolean> {
  const end = Date.now() + limitMs
  while (Date.now() < end) {
    try {
      if (await holds()) return true
    } catch {
      // The store may be away just now.
    }
    await sleep(50)
  }
  return false
}

/** Every task of the store, with how often its log says that it ended. */
export async function allTasks(store: Store): Promise<{ id: string; state: string; ends: number; gaps: boolean }[]> {
  const found: { id: string; state: string; ends: number; gaps: boolean }[] = []
  let before: { createdAt: number; id: string } | undefined
  for (;;) {
    const rows = await store.do('listTasks', { tenant: '', limit: 500, before })
    const more = await Promise.all(
      rows.map(async ({ id, state }) => {
        const events = await store.do('readEvents', { id, after: 0, limit: 1000 })
        const ends = events.filter(({ kind }) => kind === 'outcome').length
        return { id, state, ends, gaps: events.some(({ seq }, index) => seq !== index + 1) }
      }),
    )
    found.push(...more)
    const last = rows.at(-1)
    if (last === undefined) return found
    before = { createdAt: last.createdAt, id: last.id }
  }
}

/** Tells a result in one line, and by the exit code whether all held. */
export function tell(name: string, results: readonly { problems: readonly string[] }[]): void {
  console.log(JSON.stringify({ name, results }))
  if (results.some(({ problems }) => problems.length > 0)) process.exitCode = 1
}
