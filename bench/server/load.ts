/** The load, in a process of its own: kept connections, bounded in number, calls and time. Prints what it measured. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { type CallName, type Calls, calls } from './calls.ts'
import { send } from './send.ts'

export interface LoadOptions {
  readonly origin: string
  readonly headers: Readonly<Record<string, string>>
  readonly calls: CallName
  /** The process whose CPU time and memory are read. */
  readonly pid: number
  readonly connections: number
  /** How long is measured, after as long a warm-up; longer on a slow machine, until there were `leastCalls`. */
  readonly seconds: number
  readonly leastCalls: number
  /** How many calls the warm-up has at least: code that is still being compiled is no measure. Default: `leastCalls`. */
  readonly leastWarmUp?: number | undefined
}

export interface Load {
  readonly calls: number
  readonly cpuMicros: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly rssMb: number
}

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Seconds of CPU that a process has used, all threads, in user and kernel mode. */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

function rssMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

const options = JSON.parse(process.argv[2] ?? '') as LoadOptions
const agent = new Agent({ keepAlive: true, maxSockets: options.connections })
const kind: Calls = calls[options.calls]
const session = await kind.open?.(sent =>
  send(agent, options.origin, { ...sent, headers: { ...sent.headers, ...options.headers } }),
)
const more = { ...options.headers, ...session }
let number = 0

const most = { seconds: 20, calls: 100_000 }

/** The times of all calls, in milliseconds. */
async function press(leastCalls: number): Promise<number[]> {
  const times: number[] = []
  const begun = performance.now()
  const goesOn = (): boolean => {
    const seconds = (performance.now() - begun) / 1000
    const wanted = seconds < options.seconds || times.length < leastCalls
    return wanted && seconds < most.seconds && times.length < most.calls
  }
  const worker = async () => {
    while (goesOn()) {
      number += 1
      const call = kind.call(number, options.origin)
      const start = performance.now()
      const answered = await send(agent, options.origin, { ...call, headers: { ...call.headers, ...more } })
      times.push(performance.now() - start)
      if (!kind.isRight(answered)) throw new Error(`Wrong answer: ${answered.status} ${answered.body.slice(0, 300)}`)
    }
  }
  await Promise.all(Array.from({ length: options.connections }, worker))
  return times
}

await press(options.leastWarmUp ?? options.leastCalls)
const cpu = cpuSeconds(options.pid)
const start = performance.now()
const times = (await press(options.leastCalls)).toSorted((a, b) => a - b)
const seconds = (performance.now() - start) / 1000
const at = (part: number): number => times[Math.floor(times.length * part)] ?? Number.NaN
const load: Load = {
  calls: times.length,
  cpuMicros: ((cpuSeconds(options.pid) - cpu) * 1e6) / times.length,
  perSecond: times.length / seconds,
  p50Ms: at(0.5),
  p99Ms: at(0.99),
  rssMb: rssMb(options.pid),
}
console.log(JSON.stringify(load))
agent.destroy()
