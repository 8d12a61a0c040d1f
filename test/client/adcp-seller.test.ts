/** The media seller as its callers see it: one outcome, whichever way it was called. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { mediaSeller } from '../../examples/media-seller/agent.ts'
import type { Outcome } from '../../src/outcome/outcome.ts'
import { serve } from '../../src/server/index.ts'
import { connectionAt } from './calls.ts'

async function seller(reserve: () => Promise<void>): Promise<string> {
  const agent = mediaSeller({ reserve, patienceMs: 10 })
  const server = await serve(agent, {
    contract: 'adcp',
    contractOptions: { adcp: { supportedProtocols: ['media_buy'] } },
  }).listen({
    port: 0,
  })
  onTestFinished(() => server.close())
  return server.url
}

const input = { packages: [{ product_id: 'station-boards-main', budget: 9000 }], end_time: '2027-06-30T00:00:00Z' }

const addresses = [
  ['MCP', (url: string) => `mcp+${url}/mcp`],
  ['A2A', (url: string) => `a2a+${url}`],
] as const

describe.each(addresses)('a task over %s that is waited for', (_, addressOf) => {
  async function called(reserve: () => Promise<void>): Promise<{ outcome: Outcome; operation: string | undefined }> {
    const upstream = await connectionAt(addressOf(await seller(reserve)))
    const exchange = { requestId: 'req-1' }
    const { outcome, exchange: came } = await upstream.call(
      { operation: 'create_media_buy', input: { ...input, context: { n: 1 } }, exchange },
      { wait: true },
    )
    expect(came.context).toBe('{"n":1}')
    return { outcome, operation: came.operation }
  }

  test('is the outcome of the work, not of the question how it stands', async () => {
    const { outcome, operation } = await called(() => new Promise(resolve => setTimeout(resolve, 100)))
    expect(operation).toBe('create_media_buy')
    expect(outcome).toMatchObject({ kind: 'completed', created: {}, task: { id: expect.stringMatching(/^tsk_/) } })
    expect(Object.keys(outcome.payload?.kind === 'value' ? (outcome.payload.value as object) : {})).toEqual([
      'media_buy_id',
      'media_buy_status',
      'start_time',
      'end_time',
      'confirmed_at',
      'currency',
      'total_budget',
      'packages',
      'revision',
    ])
  })

  test('is its failure, and nothing else', async () => {
    const { outcome, operation } = await called(async () => {
      throw new Error('The boards are gone.')
    })
    expect(operation).toBe('create_media_buy')
    expect(outcome).toMatchObject({ kind: 'failed', fault: { category: 'internal' } })
    expect(outcome.payload).toBeUndefined()
  })
})
