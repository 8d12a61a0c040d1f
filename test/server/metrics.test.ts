/** Every metric is moved by what it counts, on a server over real sockets. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineAgent, delta, operation, refuse, requireApproval } from '../../src/index.ts'
import { type ListenOptions, type ServeOptions, serve } from '../../src/server/index.ts'
import { type MetricKey, metricTable } from '../../src/server/metrics.ts'
import { openSqlite } from '../../src/store/sqlite/open.ts'
import { type Store, StoreUnavailableError } from '../../src/store/store.ts'
import { startReceiver } from '../faults/receivers.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

function agentThat(held: Promise<void>) {
  return defineAgent({
    name: 'measured',
    version: '1',
    operations: {
      greet: operation({ title: 'Greet', route: 'POST /greetings', input: {}, handler: () => ({ text: 'Hello' }) }),
      hold: operation({
        title: 'Hold',
        route: 'POST /holds',
        input: {},
        handler: () => held.then(() => ({})),
      }),
      talk: operation({
        title: 'Talk',
        route: 'GET /talk',
        effects: 'none',
        input: z.object({ bytes: z.coerce.number().default(1) }),
        async handler({ bytes }, ctx) {
          await ctx.emit(delta('x'.repeat(bytes)))
          await held
          return {}
        },
      }),
      work: operation({
        title: 'Work',
        route: 'POST /works',
        async: true,
        input: {},
        handler: () => held.then(() => ({})),
      }),
      fail: operation({
        title: 'Fail',
        route: 'POST /failures',
        async: true,
        input: {},
        retry: { attempts: 1 },
        handler: () => refuse('dependency', 'Away.'),
      }),
      spend: operation({
        title: 'Spend',
        route: 'POST /spendings',
        async: true,
        input: {},
        handler: (_, ctx) => (ctx.approval('spend') ? {} : requireApproval('spend', { action: 'Spend' })),
      }),
    },
  })
}

async function started(options: ServeOptions = {}, listening: ListenOptions = {}) {
  const held = Promise.withResolvers<void>()
  const store = await openSqlite(':memory:')
  const server = serve(agentThat(held.promise), { store, ...options })
  const { url, adminUrl, close } = await server.listen({ port: 0, admin: { port: 0 }, ...listening })
  closing.push(() => store.close())
  closing.push(close)
  closing.push(() => held.resolve())
  const post = (path: string, headers: Record<string, string> = {}) =>
    fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' })
  const read = async (sample: string): Promise<number> => {
    const text = await (await fetch(`${adminUrl}/metrics`)).text()
    const line = text.split('\n').find(one => one.startsWith(`${sample} `))
    return line === undefined ? 0 : Number(line.slice(sample.length + 1))
  }
  return { url, post, read, store, release: () => held.resolve() }
}

type World = Awaited<ReturnType<typeof started>>

interface Move {
  /** The sample that moves, as it stands in the text. */
  readonly sample: string
  readonly options?: () => Promise<ServeOptions>
  readonly listening?: ListenOptions
  act(world: World): Promise<unknown>
  /** What it becomes; without it anything above 0. */
  readonly becomes?: number
}

const secret = `whsec_${Buffer.from('a secret of the receiver, thirty-two').toString('base64')}`
const soon = { timeout: 60_000, interval: 100 }

/** What moves each metric. */
const moves: Readonly<Record<MetricKey, Move>> = {
  requests: {
    sample:
      'replywire_requests_total{route="POST /greetings",status="200",outcome="completed",contract="yaagents",edition="0.3"}',
    act: async ({ post }) => [await post('/greetings'), await post('/greetings')],
    becomes: 2,
  },
  durations: {
    sample: 'replywire_request_duration_seconds_bucket{le="+Inf",route="POST /greetings"}',
    act: ({ post }) => post('/greetings'),
    becomes: 1,
  },
  editions: {
    sample: 'replywire_served_edition_total{contract="problem",edition="9457"}',
    act: ({ post }) => post('/greetings?envelope=problem'),
    becomes: 1,
  },
  streams: {
    sample: 'replywire_streams_open',
    act: async ({ url }) => {
      const response = await fetch(`${url}/talk`, { headers: { accept: 'text/event-stream' } })
      closing.push(() => response.body?.cancel())
    },
    becomes: 1,
  },
  connections: {
    sample: 'replywire_connections_closed_total{reason="over-limit"}',
    listening: { maxConnections: 1 },
    async act({ url }) {
      const port = Number(new URL(url).port)
      const first = connect(port, '127.0.0.1')
      closing.push(() => first.destroy())
      await once(first, 'connect')
      const second = connect(port, '127.0.0.1')
      second.on('error', () => {})
      await once(second, 'close')
    },
    becomes: 1,
  },
  keys: {
    sample: 'replywire_idempotency_keys_total{rate="others",result="accepted"}',
    act: ({ post }) => post('/greetings', { 'idempotency-key': 'a-key-of-one-call' }),
    becomes: 1,
  },
  calls: {
    sample: 'replywire_calls_open',
    act: async ({ post }) => void post('/holds').catch(() => {}),
    becomes: 1,
  },
  tasks: {
    sample: 'replywire_tasks{state="queued"}',
    options: async () => ({ worker: false }),
    act: async ({ post }) => [await post('/works'), await post('/works'), await post('/works')],
    becomes: 3,
  },
  taskAge: {
    sample: 'replywire_oldest_task_age_seconds{state="due"}',
    options: async () => ({ worker: false }),
    act: ({ post }) => post('/works'),
  },
  taskRuns: {
    sample: 'replywire_task_runs_total{result="failed"}',
    act: ({ post }) => post('/failures'),
    becomes: 1,
  },
  slots: {
    sample: 'replywire_worker_slots',
    options: async () => ({ worker: { concurrency: 7 } }),
    act: async () => {},
    becomes: 7,
  },
  slotsUsed: {
    sample: 'replywire_worker_slots_used',
    act: async ({ post }) => [await post('/works'), await post('/works')],
    becomes: 2,
  },
  approvals: {
    sample: 'replywire_approvals_open',
    act: ({ post }) => post('/spendings'),
    becomes: 1,
  },
  deliveries: {
    sample: 'replywire_deliveries{state="waiting"}',
    options: async () => ({ webhooks: { endpoints: [{ url: 'https://receiver.invalid/', secret }] } }),
    async act({ post, release }) {
      release()
      await post('/works')
    },
    becomes: 1,
  },
  deliveryAttempts: {
    sample: 'replywire_delivery_attempts_total{result="delivered"}',
    async options() {
      const receiver = await startReceiver(() => 204)
      closing.push(() => receiver.close())
      return { webhooks: { endpoints: [{ url: receiver.url, secret }], allowLoopback: true } }
    },
    async act({ post, release }) {
      release()
      await post('/works')
    },
    becomes: 1,
  },
  claims: {
    sample: 'replywire_claims_running',
    act: async ({ post }) => void post('/holds', { 'idempotency-key': 'a-key-of-one-call' }).catch(() => {}),
    becomes: 1,
  },
  storeDurations: {
    sample: 'replywire_store_operation_duration_seconds_count{operation="createTask"}',
    act: ({ post }) => post('/works'),
    becomes: 1,
  },
  storeFailures: {
    sample: 'replywire_store_failures_total{operation="createTask"}',
    options: async () => ({ leaseMs: 100 }),
    act: async ({ post, store }) => {
      failingOn(store, 'createTask')
      await post('/works')
    },
  },
  loopDelay: {
    sample: 'replywire_event_loop_delay_seconds{quantile="1"}',
    async act({ read }) {
      // The first reading begins to measure.
      await read('replywire_calls_open')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
    },
  },
  journal: {
    sample: 'replywire_journal_entries_total{result="written"}',
    options: async () => ({ journal: true }),
    act: async ({ post }) => [await post('/greetings'), await post('/nowhere')],
    becomes: 2,
  },
}

/** Lets one operation of a store fail, as if the store were away. */
function failingOn(store: Store, name: string): void {
  const { do: pass } = store
  store.do = ((asked: string, input: never) =>
    asked === name
      ? Promise.reject(new StoreUnavailableError())
      : pass.call(store, asked as 'ping', input)) as Store['do']
}

describe('every metric', () => {
  test.each(Object.keys(metricTable) as MetricKey[])('%s moves', async key => {
    const { sample, options, listening, act, becomes } = moves[key]
    expect(sample.replace(/(?:_bucket|_count)?(?:\{.*)?$/, '')).toBe(metricTable[key].name)
    const world = await started(await options?.(), listening)
    if (key !== 'slots') expect(await world.read(sample)).toBe(0)
    await act(world)
    if (becomes === undefined) await expect.poll(() => world.read(sample), soon).toBeGreaterThan(0)
    else await expect.poll(() => world.read(sample), soon).toBe(becomes)
  })

  test('has a row on the page, with its type, its processes and its labels', () => {
    const page = readFileSync('docs/reference/metrics.md', 'utf8')
    for (const { name, type } of Object.values(metricTable)) expect(page).toContain(`| \`${name}\` | ${type} |`)
  })

  test('has no label that callers could fill', () => {
    const labels = Object.values(metricTable).flatMap(row => Object.keys('labels' in row ? row.labels : {}))
    expect(new Set(labels)).toEqual(
      new Set([
        'route',
        'status',
        'outcome',
        'contract',
        'edition',
        'reason',
        'rate',
        'result',
        'state',
        'operation',
        'quantile',
      ]),
    )
  })
})
