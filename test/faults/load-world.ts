/** What the scripts on load share: one run without the attacker, one with, and what each cost the others. */
import { fileURLToPath } from 'node:url'
import type { WebhookSettings } from '../../src/server/durable/durable.ts'
import { start } from '../server/processes.ts'

export interface LoadSettings {
  store: string
  webhooks?: WebhookSettings
  /** Of the listener. */
  sendTimeoutMs?: number
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
  calm: Figures
  attacked: Figures
  problems: string[]
}

const child = fileURLToPath(new URL('./load-child.ts', import.meta.url))

/** The most memory that an attack may cost, above the run without it. */
const mostMb = 64

/** Runs a server, measures what the work of its callers costs, and ends it. `work` returns the delays of a tenant. */
export async function measure(
  settings: LoadSettings,
  work: (victim: Victim) => Promise<readonly number[]>,
): Promise<Figures> {
  const server = await start([child, JSON.stringify(settings)])
  const url = server.line
  const send = (tenant: string, path: string, body?: object) =>
    fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-me': tenant, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      ...(body === undefined ? undefined : { body: JSON.stringify(body) }),
    })
  const figures = async () =>
    (await (await send('north', '/figures')).json()) as { peakMb: number; stallMs: number; held: number }
  try {
    const delays = (await work({ url, send, held: async () => (await figures()).held })).toSorted((a, b) => a - b)
    const { peakMb, stallMs } = await figures()
    const middle = delays[Math.floor(delays.length / 2)] ?? 0
    const rounded = (value: number) => Math.round(value * 10) / 10
    return {
      peakMb: rounded(peakMb),
      stallMs: rounded(stallMs),
      delayMs: [rounded(middle), rounded(delays.at(-1) ?? 0)],
    }
  } finally {
    server.child.kill('SIGKILL')
    await server.exited
  }
}

/** What an attack cost above the calm run; one of the others may not wait longer than so long. */
export function compare(calm: Figures, attacked: Figures, mostDelayMs: number): LoadResult {
  const problems: string[] = []
  const more = attacked.peakMb - calm.peakMb
  if (more > mostMb) problems.push(`${Math.round(more)} MB more than without the attacker.`)
  const [, longest] = attacked.delayMs
  if (longest > mostDelayMs) problems.push(`Another tenant waited ${longest} ms.`)
  return { calm, attacked, problems }
}

/** How long some work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
