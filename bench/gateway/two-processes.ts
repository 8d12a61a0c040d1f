/**
 * What a second gateway process on the same PostgreSQL brings: calls per second, and CPU time per call, for what needs
 * the store at each call (idempotency, respond-async) and what leases from it (a shared rate limit). As many connections
 * are open to two processes as to one. CPU time is that of the gateways alone, with the tasks that they forward meanwhile.
 * Each round starts every number of processes afresh, on a new database with `fsync=on`; medians are printed.
 *
 * node bench/gateway/two-processes.ts [--rounds 3] [--seconds 2] [--code dist|src] [--json]
 */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Postgres, startPostgres } from '../../test/postgres.ts'
import type { Load, LoadOptions } from '../server/load.ts'
import { contenders } from './contenders.ts'
import { token } from './ours.ts'
import { leastCalls, run, type StartedProcess, start, stop } from './processes.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    code: { type: 'string', default: 'dist' },
    json: { type: 'boolean', default: false },
  },
})
if (values.code === 'dist' && !existsSync('dist/gateway/gateway.js')) {
  throw new Error('There is no dist: run `npm run build`.')
}
process.env.REPLYWIRE_SECRET ??= 'a secret of the benchmark, long enough'

const works = [
  'replywire (c) limit, PostgreSQL',
  'replywire (d) idempotency',
  'replywire (d) idempotency, repeat',
  'replywire (d) respond-async',
] as const
const connections = 16

interface Measured {
  readonly perSecond: number
  readonly cpuMicros: number
}

async function measure(postgres: Postgres, name: string, processes: number): Promise<Measured> {
  const store = await postgres.database()
  const started: StartedProcess[] = []
  try {
    const upstream = await start('bench/gateway/upstream.ts', [])
    started.push(upstream)
    // One after the other: the first makes the tables.
    for (let at = 0; at < processes; at++) {
      started.push(await start('bench/gateway/child.ts', [name, upstream.ready.origin, values.code, store]))
    }
    const seconds = Number(values.seconds)
    const loads = await Promise.all(
      started.slice(1).map(({ child, ready }) => {
        const options: LoadOptions = {
          origin: ready.origin,
          headers: { authorization: `Bearer ${token(1)}` },
          calls: contenders[name]?.calls ?? 'forwarded',
          pid: child.pid ?? 0,
          connections: connections / processes,
          seconds,
          leastCalls: leastCalls(seconds) / processes,
        }
        return run<Load>('bench/server/load.ts', options)
      }),
    )
    const calls = loads.reduce((sum, load) => sum + load.calls, 0)
    return {
      perSecond: loads.reduce((sum, load) => sum + load.perSecond, 0),
      cpuMicros: loads.reduce((sum, load) => sum + load.cpuMicros * load.calls, 0) / calls,
    }
  } finally {
    for (const one of started.reverse()) await stop(one)
  }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN
}

const measured = works.map(name => ({ name, one: [] as Measured[], two: [] as Measured[] }))
const postgres = await startPostgres({ fsync: 'on' })
try {
  for (let round = 1; round <= Number(values.rounds); round++) {
    for (const { name, one, two } of measured) {
      process.stderr.write(`round ${round}: ${name}\n`)
      one.push(await measure(postgres, name, 1))
      two.push(await measure(postgres, name, 2))
    }
  }
} finally {
  await postgres.remove()
}

if (values.json) console.log(JSON.stringify({ code: values.code, measured }, null, 2))
else {
  const line = (cells: readonly string[]): string =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(36) : cell.padStart(14))).join('')
  console.log(line(['', 'perSecond', 'cpuMicros', 'perSecond', 'cpuMicros', 'perSecond', 'cpuMicros']))
  console.log(line(['', 'one process', '', 'two processes', '', 'two : one', '']))
  for (const { name, one, two } of measured) {
    const [a, b] = [one, two].map(all => ({
      perSecond: median(all.map(({ perSecond }) => perSecond)),
      cpuMicros: median(all.map(({ cpuMicros }) => cpuMicros)),
    })) as [Measured, Measured]
    const counts = [a.perSecond, a.cpuMicros, b.perSecond, b.cpuMicros].map(one => one.toFixed(0))
    const ratios = [b.perSecond / a.perSecond, b.cpuMicros / a.cpuMicros].map(one => `${one.toFixed(2)} x`)
    console.log(line([name, ...counts, ...ratios]))
  }
}
