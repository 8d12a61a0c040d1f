/**
 * Every contract over HTTP behind `/mcp` and `/a2a`, over real sockets: what an upstream answers arrives at the client of
 * a tool or a skill as the direct translation of its bytes says.
 */
import { expect, it } from 'vitest'
import { editionOf, faceOf } from '../../src/codec/check.ts'
import { contract } from '../../src/contracts/registry.ts'
import { seal } from '../../src/outcome/exchange.ts'
import { fault } from '../../src/outcome/fault.ts'
import type { Moment } from '../../src/outcome/moment.ts'
import { completed, failed, type Outcome, paused, pending } from '../../src/outcome/outcome.ts'
import type { HttpWire } from '../../src/wire/http.ts'
import { writeSse } from '../../src/wire/sse.ts'
import { clientAt } from '../client/servers.ts'
import { gateway, pool, type Received, route, upstream } from './kit.ts'

const ids = ['yaagents', 'agent-run', 'jpcite', 'adcp', 'problem'] as const
const fronts = ['mcp', 'a2a'] as const
const pairs = ids.flatMap(from => fronts.map(to => [from, to] as const))

const budget = { type: 'number' }
const question = { kind: 'input' as const, name: 'budget', location: 'body' as const, required: true }
const outcomes: Readonly<Record<string, Outcome>> = {
  success: completed({ campaignId: 'c-1', impressions: 1200 }, { message: 'Optimized.' }),
  question: paused([{ ...question, schema: budget, question: 'Which budget?' }]),
  approval: paused([{ kind: 'approval', key: 'spend', action: 'Spend 500 EUR' }]),
  failure: failed(fault('conflict', 'The campaign has ended.', { code: 'CAMPAIGN_ENDED' })),
  'long task': pending({ id: 'op-7', statusUrl: '/operations/op-7' }),
}

function exchangeOf({ headers }: Received) {
  const requestId = String(headers['x-request-id'])
  return seal({ requestId, correlationId: String(headers['x-correlation-id']), at: '2026-05-04T10:00:00Z' })
}

function faceIn(id: string) {
  const one = contract(id)
  return faceOf<HttpWire>(one, editionOf(one), 'http')
}

async function opened(from: string, answer: Parameters<typeof upstream>[0], mode: 'json' | 'sse' = 'json') {
  const agents = await upstream(answer)
  const routes = [route({ id: 'optimize', path: '/optimizations', contract: from, offers: ['problem'], mode })]
  return gateway({ pools: [pool(agents.url)], routes, mcp: { hosts: [] }, a2a: { hosts: [] } })
}

const clientOf = (to: 'mcp' | 'a2a', url: string) => clientAt(to === 'mcp' ? `mcp+${url}/mcp` : `a2a+${url}`)
const input = { goal: 'reach', idempotency_key: 'key-0123456789abcdef' }

/** What a client has to learn, whatever the front: kind, data, needs, category, code, words. */
function learned(outcome: Outcome): unknown {
  switch (outcome.kind) {
    case 'completed':
      return { kind: 'completed', payload: outcome.payload }
    case 'paused':
      return {
        kind: 'paused',
        needs: outcome.needs.map(need =>
          need.kind === 'approval' ? { kind: need.kind, action: need.action } : { kind: need.kind, name: nameOf(need) },
        ),
      }
    case 'failed':
      return {
        kind: 'failed',
        category: outcome.fault.category,
        code: outcome.fault.code,
        message: outcome.fault.message,
      }
    default:
      return { kind: outcome.kind }
  }
}

const nameOf = (need: object) => ('name' in need ? need.name : undefined)

it.each(pairs)('answers of %s arrive over %s', async (from, to) => {
  for (const [name, outcome] of Object.entries(outcomes)) {
    let sent: HttpWire | undefined
    const { url } = await opened(from, (received, response) => {
      sent = faceIn(from).encode(outcome, exchangeOf(received)).wire
      response.writeHead(sent.status ?? 200, { ...sent.headers }).end(sent.body.bytes)
    })
    const reply = await clientOf(to, url).call('optimize' as never, input as never)
    const expected = faceIn(from).decode(sent as HttpWire).outcome
    expect.soft(learned(reply.outcome), name).toEqual(learned(expected))
  }
})

const moments: readonly Moment[] = [
  { kind: 'progress', fraction: 0.5, message: 'half' },
  { kind: 'outcome', outcome: completed({ campaignId: 'c-1' }) },
]

it.each(pairs)('streams of %s arrive over %s', async (from, to) => {
  const { url } = await opened(
    from,
    (received, response) => {
      const writer = editionOf(contract(from)).stream?.writer(exchangeOf(received))
      const events = [...(writer?.start() ?? []), ...moments.flatMap(one => writer?.write(one).events ?? [])]
      const { headers } = faceIn(from).encode({ kind: 'pending', phase: 'working' }, exchangeOf(received)).wire
      const { 'content-length': _, ...others } = headers
      const own = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }
      response.writeHead(200, { ...others, ...own }).end(events.map(writeSse).join(''))
    },
    'sse',
  )
  const seen: string[] = []
  const onMoment = (moment: Moment) => void seen.push(moment.kind)
  const reply = await clientOf(to, url).call('optimize' as never, input as never, { onMoment } as never)
  expect(reply.outcome).toMatchObject({ kind: 'completed' })
  expect(JSON.stringify(reply.outcome)).toContain('c-1')
  expect(seen).toContain('progress')
})
