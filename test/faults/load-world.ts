/**
 * What the scripts on load share: a run without the attacker, one with, and one in which the attacker's rows are long;
 * what each needed, and how long another tenant waited.
 *
 * Memory is the peak of the resident set of the server process, from its start to the end of the work. Its heap is limited
 * to 96 MB and its allocator gives freed memory back (small-memory.ts).
 */
import { fileURLToPath } from 'node:url'
import type { WebhookSettings } from '../../src/server/durable/durable-settings.ts'
import { start } from '../server/processes.ts'
import { mostMbAbove, smallMemory } from './small-memory.ts'

export interface LoadSettings {
  store: string
  webhooks?: WebhookSettings
  /** Of the listener. */
  sendTimeoutMs?: number
  /** False: tasks are queued and not run. */
  worker?: false
  /** The limit of the heap. Default: that of small-memory.ts. */
  heapMb?: number | undefined
}

export interface Figures {
  peakMb: number
  stallMs: number
  /** Of another tenant: the middle one, and the longest. */
  delayMs: [number, number]
}

export interface Victim {
  url: string
  send(tenant: string, path: string, body?: object): Promise<Response>
  /** Handlers that are at work. */
  held(): Promise<number>
}

export interface LoadResult {
  /** What long rows took above those of 1 KB, at the peak. */
  mbAbove: number
  calm: Figures
  attacked: Figures
  long: Figures
  problems: string[]
}

const child = fileURLToPath(new URL('./load-child.ts', import.meta.url))

/** Queues tasks by a server that runs none and then ends: what it needed is not measured. */
export async function fill(settings: LoadSettings, work: (victim: Victim) => Promise<void>): Promise<void> {
  await withServer({ ...settings, worker: false }, work)
}

/** Runs a server, measures what the work of its callers costs, and ends it. `work` returns the delays of a tenant. */
export function measure(
  settings: LoadSettings,
  work: (victim: Victim) => Promise<readonly number[]>,
): Promise<Figures> {
  return withServer(settings, async (victim, figures) => {
    const delays = (await work(victim)).toSorted((a, b) => a - b)
    const { peakMb, stallMs } = await figures()
    const middle = delays[Math.floor(delays.length / 2)] ?? 0
    const rounded = (value: number) => Math.round(value * 10) / 10
    return {
      peakMb: rounded(peakMb),
      stallMs: rounded(stallMs),
      delayMs: [rounded(middle), rounded(delays.at(-1) ?? 0)],
    }
  })
}

interface Needed {
  peakMb: number
  stallMs: number
  held: number
}

async function withServer<T>(
  settings: LoadSettings,
  work: (victim: Victim, figures: () => Promise<Needed>) => Promise<T>,
): Promise<T> {
  const larger = settings.heapMb === undefined ? [] : [`--max-old-space-size=${settings.heapMb}`]
  const server = await start([...smallMemory.execArgv, ...larger, child, JSON.stringify(settings)], smallMemory.env)
  const url = server.line
  const send = (tenant: string, path: string, body?: object) =>
    fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-me': tenant, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      ...(body === undefined ? undefined : { body: JSON.stringify(body) }),
    })
  const figures = async () => (await (await send('north', '/figures')).json()) as Needed
  try {
    return await work({ url, send, held: async () => (await figures()).held }, figures)
  } finally {
    server.child.kill('SIGKILL')
    await server.exited
  }
}

export interface Runs {
  /** Without the attacker. */
  calm: Figures
  /** The attacker has rows of 1 KB. */
  attacked: Figures
  /** The attacker has rows of 0.95 MB. */
  long: Figures
}

/** What the attacks cost above the calm run, and long rows above short ones; no other tenant may wait longer than so long. */
export function compare({ calm, attacked, long }: Runs, mostDelayMs: number): LoadResult {
  const problems: string[] = []
  const more = Math.round(attacked.peakMb - calm.peakMb)
  const mbAbove = Math.round(long.peakMb - attacked.peakMb)
  if (more > mostMbAbove) problems.push(`${more} MB more than without the attacker.`)
  if (mbAbove > mostMbAbove) problems.push(`Long rows took ${mbAbove} MB more than short ones.`)
  const longest = Math.max(attacked.delayMs[1], long.delayMs[1])
  if (longest > mostDelayMs) problems.push(`Another tenant waited ${longest} ms.`)
  return { mbAbove, calm, attacked, long, problems }
}

/** How long some work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
