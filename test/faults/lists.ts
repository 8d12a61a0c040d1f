/**
 * Callers who list what is long, and what is much. 100 tasks and 100 approvals with 0.95 MB of arguments are listed
 * over A2A and HTTP, one request at a time and six at once; then a tenant has 300,000 tasks, and 20 lists at once. All
 * the while a caller of another tenant makes keyed calls, one after the other.
 *
 * `node test/faults/lists.ts --full` does that on both stores; without it with 20 long tasks and 20,000 short ones.
 * Prints one line of JSON for each store; exits 1 when long rows took more than 64 MB above rows of 1 KB, or an answer
 * was wrong. Stalls and the delay of the other tenant are printed, beside those without lists, and not held to a bound.
 *
 * Memory is the peak of the resident set of a server process that only answers lists and the other tenant's calls: the
 * rows were written by a process before it. Its heap is limited to 96 MB and its allocator gives freed memory back
 * (small-memory.ts). Each list is asked for 60 times, six requests at once.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { inParallel, onFreshStore, type StoreKind } from './both-stores.ts'
import { said, tell } from './durable-world.ts'
import { lengths, mostMbAbove, smallMemory } from './small-memory.ts'

export interface ListFaults {
  kind: StoreKind
  /** How many tasks, each with an approval. */
  long: number
  /** How many short tasks one tenant has. */
  many: number
}

/** How often all lists are asked for six times at once: enough for the collector of garbage to come, in short rows too. */
const rounds = 10

/** What a caller can ask for, over and over. */
const lists = {
  'a2a plain': { pageSize: 100 },
  'a2a whole': { pageSize: 100, includeArtifacts: true, historyLength: 100 },
  operations: '/operations?limit=100',
  approvals: '/approvals?limit=100',
} as const

class Server {
  readonly problems: string[] = []
  readonly #child: ChildProcess
  #url = ''

  constructor(store: string, works: boolean) {
    const script = fileURLToPath(new URL('lists-server.ts', import.meta.url))
    this.#child = fork(script, [store, works ? 'works' : 'serves'], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [...smallMemory.execArgv],
      env: { ...process.env, ...smallMemory.env },
    })
  }

  async start(): Promise<this> {
    const [{ url }] = await once(this.#child, 'message')
    this.#url = url
    return this
  }

  async ask(message: 'reset' | 'measure'): Promise<{ peakMb: number; stallMs: number }> {
    const told = once(this.#child, 'message')
    this.#child.send(message)
    const [figures] = await told
    return figures
  }

  async stop(): Promise<void> {
    const gone = once(this.#child, 'exit')
    this.#child.send('stop')
    await gone
  }

  async post(path: string, body: object, me: string, headers: Record<string, string> = {}): Promise<string> {
    const response = await fetch(this.#url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-me': me, ...headers },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (response.status >= 300) this.problems.push(`${path}: ${response.status} ${text.slice(0, 100)}`)
    return text
  }

  async get(path: string, me: string): Promise<string> {
    const response = await fetch(this.#url + path, { headers: { 'x-me': me } })
    const text = await response.text()
    if (response.status !== 200) this.problems.push(`${path}: ${response.status} ${text.slice(0, 100)}`)
    return text
  }

  /** One list; the number of bytes in its answer. */
  async list(name: keyof typeof lists, me: string): Promise<number> {
    const wanted = lists[name]
    if (typeof wanted !== 'string') {
      const call = { jsonrpc: '2.0', id: 1, method: 'ListTasks', params: wanted }
      const text = await this.post('/a2a', call, me, { 'a2a-version': '1.0' })
      if (!text.includes('"tasks"')) this.problems.push(`${name}: ${text.slice(0, 100)}`)
      return text.length
    }
    return (await this.get(wanted, me)).length
  }

  /** Keyed calls of another tenant while the work goes on: how long each took. */
  async besides(work: () => Promise<void>): Promise<{ calls: number; medianMs: number; longestMs: number }> {
    const took: number[] = []
    let isOver = false
    const victim = async () => {
      do {
        const began = performance.now()
        await this.post('/notes', { text: 'x' }, 'vic/other', { 'idempotency-key': crypto.randomUUID() })
        took.push(performance.now() - began)
      } while (!isOver)
    }
    const calls = victim()
    await work()
    isOver = true
    await calls
    took.sort((a, b) => a - b)
    return { calls: took.length, medianMs: rounded(took[took.length >> 1]), longestMs: rounded(took.at(-1)) }
  }
}

function rounded(value = 0): number {
  return Math.round(value * 10) / 10
}

/** Every list, alone and six at once, over rows of one length. */
async function measure(url: string, length: number, count: number) {
  const filler = await new Server(url, true).start()
  const text = 'x'.repeat(length)
  // Over A2A, so that the messages are kept too: a list may ask for them. Each call waits for its pause.
  await inParallel(count, 4, async n => {
    const parts = [{ data: { skill: 'spend', parameters: { text } } }]
    const params = { message: { messageId: `m${n}`, role: 'ROLE_USER', parts } }
    const call = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params }
    const answer = await filler.post('/a2a', call, 'mal/north', { 'a2a-version': '1.0' })
    if (!answer.includes('TASK_STATE_INPUT_REQUIRED')) filler.problems.push(answer.slice(0, 200))
  })
  await filler.stop()
  const server = await new Server(url, false).start()
  const names = Object.keys(lists) as (keyof typeof lists)[]
  // Once each for a caller who has nothing: code is loaded, and compiled.
  for (const name of names) await server.list(name, 'vic/other')
  const alone = await server.besides(() =>
    inParallel(60, 1, async () => void (await server.list('operations', 'vic/other'))),
  )
  await server.ask('reset')
  let longest = 0
  const one = await server.besides(async () => {
    for (const name of names) longest = Math.max(longest, await server.list(name, 'mal/north'))
  })
  const six = await server.besides(() =>
    inParallel(
      names.length * 6 * rounds,
      6,
      async n => void (await server.list(names[n % names.length] ?? 'operations', 'mal/north')),
    ),
  )
  const { peakMb, stallMs } = await server.ask('measure')
  await server.stop()
  const problems = [...filler.problems, ...server.problems]
  return { peakMb: rounded(peakMb), stallMs: rounded(stallMs), longestAnswer: longest, alone, one, six, problems }
}

/** Many short tasks of one tenant, put in by SQL. */
async function fill(kind: StoreKind, url: string, count: number): Promise<void> {
  const columns = `id, tenant, subject, operation, version, contract, state, attempt, max_attempts, lost, dead, epoch,
    lease_until, due_at, nudged, events, context, created_at, updated_at, ended_at`
  const values = `'tsk_many' || n, 'big', 'mal', 'note', '1.0.0', 'yaagents@0.3', 'completed', 1, 1, 0, 0, 1, 0, n, 0, 0,
    'talk', n, n, 4000000000000`
  const tasks = (source: string) => `INSERT INTO task (${columns}) SELECT ${values} FROM ${source}`
  if (kind === 'postgres') {
    const client = new pg.Client(url)
    await client.connect()
    await client.query(tasks(`generate_series(1, ${count}) AS n`))
    await client.query('ANALYZE task')
    await client.end()
    return
  }
  const db = new DatabaseSync(url.slice('sqlite:'.length), { timeout: 10_000 })
  const counted = `WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${count})`
  db.exec(tasks(`(${counted} SELECT n FROM counted) AS numbers`))
  db.close()
}

/** Twenty lists at once in a tenant with many tasks: of the caller who has them all, and of one who has none. */
async function measureMany(kind: StoreKind, url: string, count: number) {
  const server = await new Server(url, false).start()
  await server.list('a2a plain', 'vic/other')
  await server.list('operations', 'vic/other')
  const alone = await server.besides(() =>
    inParallel(60, 1, async () => void (await server.list('operations', 'vic/other'))),
  )
  await fill(kind, url, count)
  await server.ask('reset')
  const twenty = (me: string) =>
    server.besides(() =>
      inParallel(100, 20, async n => void (await server.list(n % 2 === 0 ? 'a2a plain' : 'operations', me))),
    )
  const all = await twenty('mal/big')
  const none = await twenty('nil/big')
  const { stallMs } = await server.ask('measure')
  await server.stop()
  return { stallMs: rounded(stallMs), alone, listsOfAll: all, listsOfNone: none, problems: server.problems }
}

export async function listMuch({ kind, long, many }: ListFaults) {
  const short = await onFreshStore(kind, url => measure(url, lengths.short, long))
  const rows = await onFreshStore(kind, url => measure(url, lengths.long, long))
  const big = await onFreshStore(kind, url => measureMany(kind, url, many))
  const mbAbove = rounded(rows.peakMb - short.peakMb)
  const problems = [...new Set([...short.problems, ...rows.problems, ...big.problems])].slice(0, 20)
  if (mbAbove > mostMbAbove) problems.push(`Long rows took ${mbAbove} MB more than short ones.`)
  return { store: kind, tasks: long, mbAbove, short, long: rows, many: { tasks: many, ...big }, problems }
}

if (import.meta.main) {
  const { full, stores } = said(process.argv.slice(2))
  const size = full ? { long: 100, many: 300_000 } : { long: 20, many: 20_000 }
  for (const kind of stores) tell('lists', [await listMuch({ kind, ...size })])
}
