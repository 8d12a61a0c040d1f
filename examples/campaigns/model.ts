/**
 * The model that the agent asks: a service of its own that splits a budget over channels.
 * Each channel returns less for every further unit spent (a·ln(1 + spend/b)); the best split spends the next unit where
 * it returns most. Found by bisection on the common marginal return, not by a table of answers.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metric } from './store.ts'

interface Channel {
  channel: string
  /** How strongly it answers to each metric, and where its returns begin to fall. */
  strength: Record<Metric, number>
  saturation: number
}

const channels: readonly Channel[] = [
  { channel: 'search', strength: { ctr: 9, cpl: 12, conversion_rate: 14, lead_quality: 10 }, saturation: 4000 },
  { channel: 'social', strength: { ctr: 13, cpl: 8, conversion_rate: 6, lead_quality: 4 }, saturation: 2500 },
  { channel: 'video', strength: { ctr: 7, cpl: 4, conversion_rate: 3, lead_quality: 3 }, saturation: 6000 },
  { channel: 'newsletter', strength: { ctr: 4, cpl: 9, conversion_rate: 8, lead_quality: 11 }, saturation: 900 },
]

export interface Allocation {
  channel: string
  spend: number
  expected: number
}

/** The best split of a budget for a metric. */
export function allocate(budget: number, metric: Metric): Allocation[] {
  const spendAt = (marginal: number) =>
    channels.map(({ strength, saturation }) => Math.max(0, strength[metric] / marginal - saturation))
  let low = 1e-9
  let high = Math.max(...channels.map(({ strength, saturation }) => strength[metric] / saturation))
  for (let round = 0; round < 200; round++) {
    const middle = (low + high) / 2
    const total = spendAt(middle).reduce((sum, spend) => sum + spend, 0)
    if (total > budget) low = middle
    else high = middle
  }
  return spendAt(high).map((spend, index) => {
    const { channel, strength, saturation } = channels[index] as Channel
    const rounded = Math.round(spend * 100) / 100
    return {
      channel,
      spend: rounded,
      expected: Math.round(strength[metric] * Math.log1p(spend / saturation) * 1000) / 1000,
    }
  })
}

/** Starts the model service on any free port. */
export async function startModel(delayMs = 0): Promise<{ url: string; close(): Promise<void>; server: Server }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { budget, metric } = JSON.parse(Buffer.concat(chunks).toString()) as { budget: number; metric: Metric }
    await new Promise(resolve => setTimeout(resolve, delayMs))
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ allocations: allocate(budget, metric) }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>(resolve => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { url: `http://127.0.0.1:${port}`, close, server }
}
