/**
 * What serving costs: the same validated operation on bare node:http, three frameworks and Replywire, and on the
 * official MCP and A2A servers. Each round starts every contender in a fresh process, one after the other; the median
 * of the rounds is printed, with the CPU time per call as a ratio. The CPU time is that of the server's process alone,
 * from /proc: it hardly depends on what else the machine does, while calls per second and waiting times do. Where a
 * contender takes more than it should, a profile of it follows.
 *
 * node bench/server.ts [--rounds 3] [--seconds 2] [--only NAME,NAME]... [--code dist|src] [--json]
 */
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { startPostgres } from '../test/postgres.ts'
import { type Calls, calls } from './server/calls.ts'
import { type Contender, contenderNames, contenders } from './server/contenders.ts'
import type { Load, LoadOptions } from './server/load.ts'
import { profileRows } from './server/profile.ts'
import { send } from './server/send.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', multiple: true, default: [] },
    code: { type: 'string', default: 'dist' },
    json: { type: 'boolean', default: false },
  },
})
if (values.code === 'dist' && !existsSync('dist/index.js')) throw new Error('There is no dist: run `npm run build`.')

interface Round extends Load {
  /** From the start of the process to its first answer. */
  readonly firstMs: number
}

async function measure(
  name: string,
  contender: Contender,
  { postgres, profileTo }: { postgres?: string | undefined; profileTo?: string },
): Promise<Round> {
  const begun = performance.now()
  const words = [name, values.code, ...(postgres === undefined ? [] : [postgres])]
  const execArgv = profileTo === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileTo}`]
  const child = fork('bench/server/child.ts', words, { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const exited = once(child, 'exit')
  try {
    const ended = exited.then(() => Promise.reject(new Error(`${name} ended before it listened.`)))
    ended.catch(() => {})
    const [ready] = await Promise.race([once(child, 'message'), ended])
    const { origin, headers = {} } = ready as { origin: string; headers?: Record<string, string> }
    await firstAnswer(contender, origin, headers)
    const firstMs = performance.now() - begun
    const options: LoadOptions = {
      origin,
      headers,
      calls: contender.calls,
      pid: child.pid ?? 0,
      connections: 16,
      seconds: Number(values.seconds),
      // As many again come before, so that both sides are compiled when they are measured.
      leastCalls: 8000,
    }
    const words = ['bench/server/load.ts', JSON.stringify(options)]
    const { stdout } = await promisify(execFile)(process.execPath, words, { timeout: 120_000 })
    return { ...(JSON.parse(stdout) as Load), firstMs }
  } finally {
    if (child.connected) child.disconnect()
    // A server that still waits for its kept connections need not be waited for.
    const impatient = setTimeout(() => child.kill('SIGKILL'), 2000)
    await exited
    clearTimeout(impatient)
  }
}

async function firstAnswer(contender: Contender, origin: string, headers: Record<string, string>): Promise<void> {
  const agent = new Agent({ keepAlive: false })
  const kind: Calls = calls[contender.calls]
  const session = await kind.open?.(sent => send(agent, origin, sent))
  const call = kind.call(0, origin)
  const answered = await send(agent, origin, { ...call, headers: { ...call.headers, ...headers, ...session } })
  if (!kind.isRight(answered)) throw new Error(`Wrong answer: ${answered.status} ${answered.body.slice(0, 300)}`)
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN
}

const only = values.only.length === 0 ? Object.keys(contenders) : values.only.flatMap(contenderNames)
const chosen = Object.entries(contenders).filter(([name]) => only.includes(name))
const postgres = chosen.some(([, { needsPostgres }]) => needsPostgres) ? await startPostgres() : undefined
const rounds = new Map<string, Round[]>(chosen.map(([name]) => [name, []]))
try {
  for (let round = 1; round <= Number(values.rounds); round++) {
    for (const [name, contender] of chosen) {
      process.stderr.write(`round ${round}: ${name}\n`)
      const database = contender.needsPostgres ? await postgres?.database() : undefined
      rounds.get(name)?.push(await measure(name, contender, { postgres: database }))
    }
  }
} finally {
  await postgres?.remove()
}

const columns = ['cpuMicros', 'perSecond', 'p50Ms', 'p99Ms', 'rssMb', 'firstMs'] as const
type Row = Record<(typeof columns)[number] | 'ratio', number> & { name: string; base: string }
const of = (name: string, column: (typeof columns)[number]): number =>
  median((rounds.get(name) ?? []).map(round => round[column]))
const rows = chosen.map(([name, { base }]): Row => {
  const numbers = Object.fromEntries(columns.map(column => [column, of(name, column)])) as Record<
    (typeof columns)[number],
    number
  >
  return { name, base, ...numbers, ratio: numbers.cpuMicros / of(base, 'cpuMicros') }
})

if (values.json) console.log(JSON.stringify({ code: values.code, rows, rounds: Object.fromEntries(rounds) }, null, 2))
else {
  const line = (cells: readonly string[]): string =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(29) : cell.padStart(10))).join('')
  console.log(line(['', 'CPU µs', 'calls/s', 'p50 ms', 'p99 ms', 'RSS MB', 'first ms', 'CPU ratio']))
  for (const row of rows) {
    const cells = [row.cpuMicros, row.perSecond].map(number => number.toFixed(0))
    const rest = [row.p50Ms, row.p99Ms].map(number => number.toFixed(2))
    const last = [row.rssMb, row.firstMs].map(number => number.toFixed(0))
    console.log(`${line([row.name, ...cells, ...rest, ...last, row.ratio.toFixed(2)])} x ${row.base}`)
  }
  for (const [name, contender] of chosen) await explain(name, contender)
}

/** Prints where the time goes of a contender that takes more than it should. */
async function explain(name: string, contender: Contender): Promise<void> {
  const missed = Object.entries(contender.aims ?? {}).flatMap(([base, most]) => {
    const ratio = of(name, 'cpuMicros') / of(base, 'cpuMicros')
    return ratio > most ? [`${ratio.toFixed(2)} x ${base} (aim: ${most})`] : []
  })
  if (missed.length === 0) return
  console.log(`\n${name}: ${missed.join(', ')}. Its busy time:`)
  const folder = mkdtempSync(join(tmpdir(), 'replywire-profile-'))
  await measure(name, contender, { profileTo: folder })
  for (const row of profileRows(folder)) console.log(row)
  rmSync(folder, { recursive: true })
}
