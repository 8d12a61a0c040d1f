/** Readers of many streams, in a process of their own. Prints how late events came, or how many streams stayed open. */
import { readFileSync } from 'node:fs'
import { Agent, type ClientRequest, request } from 'node:http'
import { preciseNow } from './upstream.ts'

export interface StreamOptions {
  readonly origin: string
  readonly headers: Readonly<Record<string, string>>
  readonly pid: number
  readonly streams: number
  /** Between two events of one stream; 0: one event, then silence. */
  readonly everyMs: number
  readonly seconds: number
}

export interface StreamLoad {
  readonly events: number
  /** From the moment an event was written to the moment it was read. */
  readonly p50Ms: number
  readonly p99Ms: number
  readonly open: number
  readonly dropped: number
  readonly rssMb: number
}

const { origin, headers, pid, streams, everyMs, seconds } = JSON.parse(process.argv[2] ?? '') as StreamOptions
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })
const delays: number[] = []
let isMeasured = false
let dropped = 0
const opened: ClientRequest[] = []

function open(): Promise<void> {
  return new Promise((resolve, reject) => {
    const all = { ...headers, accept: 'text/event-stream', 'x-every-ms': String(everyMs), 'content-length': '0' }
    const sent = request(`${origin}/streams`, { agent, method: 'POST', headers: all }, response => {
      if (response.statusCode !== 200) reject(new Error(`A stream was answered with ${response.statusCode}.`))
      response.on('data', (chunk: Buffer) => {
        const now = preciseNow()
        resolve()
        if (!isMeasured) return
        for (const [, at] of chunk.toString('latin1').matchAll(/"at":([\d.]+)/g)) delays.push(now - Number(at))
      })
      response.on('close', () => {
        dropped += 1
      })
      response.on('error', () => {})
    })
    sent.on('error', reject)
    opened.push(sent)
    sent.end()
  })
}

for (let left = streams; left > 0; left -= 100) await Promise.all(Array.from({ length: Math.min(100, left) }, open))
isMeasured = true
await new Promise(resolve => setTimeout(resolve, seconds * 1000))
isMeasured = false
const sorted = delays.toSorted((a, b) => a - b)
const at = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? Number.NaN
const rssMb = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
const load: StreamLoad = {
  events: sorted.length,
  p50Ms: at(0.5),
  p99Ms: at(0.99),
  open: streams - dropped,
  dropped,
  rssMb,
}
console.log(JSON.stringify(load))
process.exit(0)
