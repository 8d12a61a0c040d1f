/**
 * What a gateway costs: the same calls through a bare proxy on node:http and undici, http-proxy, @fastify/http-proxy,
 * nginx and haproxy where they are installed, and Replywire with nothing to do, with JWT, trace and schema, and with a
 * rate limit and an audit log in addition. Each round starts every contender in a fresh process, one after the other;
 * the median of the rounds is printed. CPU time is that of the proxy alone, from /proc. The warm-up has 20,000 calls at
 * least: where other work runs on the same cores, a time alone leaves V8 compiling, in every contender, while it is
 * measured.
 *
 * (c): translation, and a rate limit that is counted in one process, or shared through SQLite or PostgreSQL.
 * (d): each durable plugin in addition to (b), on SQLite or on the store in BENCH_STORE; `cache` needs none.
 * Two processes on PostgreSQL: bench/gateway/two-processes.ts.
 *
 * node bench/gateway.ts [--rounds 3] [--seconds 2] [--only NAME]... [--code dist|src] [--json]
 * node bench/gateway.ts --rounds 1 --seconds 1 --code src   a short round, without a build
 * node bench/gateway.ts --streams 200 --per-second 20      how late events come
 * node bench/gateway.ts --open 9500                         how much memory open streams take
 */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Postgres, startPostgres } from '../test/postgres.ts'
import { type Contender, contenders } from './gateway/contenders.ts'
import { token } from './gateway/ours.ts'
import { leastCalls, run, start, stop } from './gateway/processes.ts'
import type { StreamLoad, StreamOptions } from './gateway/streams.ts'
import type { Load, LoadOptions } from './server/load.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', multiple: true, default: [] },
    code: { type: 'string', default: 'dist' },
    streams: { type: 'string' },
    'per-second': { type: 'string', default: '20' },
    open: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
if (values.code === 'dist' && !existsSync('dist/gateway/gateway.js')) {
  throw new Error('There is no dist: run `npm run build`.')
}

type Measured = Load | StreamLoad

let postgres: Postgres | undefined

async function measure(name: string): Promise<Measured> {
  const store = contenders[name]?.needsPostgres === true ? await postgres?.database() : undefined
  const upstream = await start('bench/gateway/upstream.ts', [])
  const proxy = await start('bench/gateway/child.ts', [name, upstream.ready.origin, values.code, store ?? ''])
  try {
    const { origin, pid = proxy.child.pid ?? 0 } = proxy.ready
    // Everybody gets the same calls, whether they look at the token or not.
    const headers = { authorization: `Bearer ${token(1)}` }
    const seconds = Number(values.seconds)
    if (values.streams !== undefined || values.open !== undefined) {
      const isOpen = values.open !== undefined
      const options: StreamOptions = {
        origin,
        headers,
        pid,
        streams: Number(values.open ?? values.streams),
        everyMs: isOpen ? 0 : 1000 / Number(values['per-second']),
        seconds: Math.max(seconds, isOpen ? 5 : 3),
      }
      return await run<StreamLoad>('bench/gateway/streams.ts', options)
    }
    const options: LoadOptions = {
      origin,
      headers,
      calls: contenders[name]?.calls ?? 'forwarded',
      pid,
      connections: 16,
      seconds,
      leastCalls: leastCalls(seconds),
      leastWarmUp: 20_000,
    }
    return await run<Load>('bench/server/load.ts', options)
  } finally {
    await stop(proxy)
    await stop(upstream)
  }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN
}

const isStreams = values.streams !== undefined || values.open !== undefined
const chosen: [string, Contender][] = []
for (const [name, contender] of Object.entries(contenders)) {
  const isWanted = values.only.length === 0 ? !isStreams || contender.streams === true : values.only.includes(name)
  if (isWanted && (await contender.isPresent?.()) !== false) chosen.push([name, contender])
}

const rounds = new Map<string, Measured[]>(chosen.map(([name]) => [name, []]))
try {
  if (chosen.some(([, { needsPostgres }]) => needsPostgres === true)) {
    process.env.REPLYWIRE_SECRET ??= 'a secret of the benchmark, long enough'
    postgres = await startPostgres({ fsync: 'on' })
  }
  for (let round = 1; round <= Number(values.rounds); round++) {
    for (const [name] of chosen) {
      process.stderr.write(`round ${round}: ${name}\n`)
      rounds.get(name)?.push(await measure(name))
    }
  }
} finally {
  await postgres?.remove()
}

const columns = isStreams
  ? (['p50Ms', 'p99Ms', 'open', 'dropped', 'rssMb'] as const)
  : (['cpuMicros', 'perSecond', 'p50Ms', 'p99Ms', 'rssMb'] as const)
const of = (name: string, column: string): number =>
  median((rounds.get(name) ?? []).map(round => (round as unknown as Record<string, number>)[column] ?? Number.NaN))
const rows = chosen.map(([name, { bars = {} }]) => ({
  name,
  ...Object.fromEntries(columns.map(column => [column, of(name, column)])),
  ratios: isStreams
    ? {}
    : Object.fromEntries(Object.keys(bars).map(base => [base, of(name, 'cpuMicros') / of(base, 'cpuMicros')])),
}))

if (values.json) console.log(JSON.stringify({ code: values.code, rows, rounds: Object.fromEntries(rounds) }, null, 2))
else {
  const line = (cells: readonly string[]): string =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(34) : cell.padStart(12))).join('')
  console.log(line(['', ...columns]))
  for (const [name, { bars = {} }] of chosen) {
    console.log(line([name, ...columns.map(column => of(name, column).toFixed(/Ms$/.test(column) ? 2 : 0))]))
    if (isStreams) continue
    for (const [base, most] of Object.entries(bars)) {
      if (!rounds.has(base)) continue
      const ratio = of(name, 'cpuMicros') / of(base, 'cpuMicros')
      console.log(`  ${ratio.toFixed(2)} x ${base} (${ratio <= most ? 'within' : 'ABOVE'} ${most})`)
    }
  }
}
