/**
 * Every ordered pair of contracts over HTTP, over real sockets: what an upstream answers in one arrives in the other as
 * the direct translation of its bytes says.
 */
import { expect, it } from 'vitest'
import { editionOf, faceOf } from '../../src/codec/check.ts'
import { readStream } from '../../src/codec/stream.ts'
import { translate } from '../../src/codec/translate.ts'
import { translateStream } from '../../src/codec/translate-stream.ts'
import { contract } from '../../src/contracts/registry.ts'
import { seal } from '../../src/outcome/exchange.ts'
import { fault } from '../../src/outcome/fault.ts'
import type { Moment } from '../../src/outcome/moment.ts'
import { completed, failed, type Outcome, paused, pending } from '../../src/outcome/outcome.ts'
import { Body } from '../../src/wire/body.ts'
import { type HttpWire, httpWire } from '../../src/wire/http.ts'
import { writeSse } from '../../src/wire/sse.ts'
import { gateway, pool, type Received, route, upstream } from './kit.ts'

const ids = ['yaagents', 'agent-run', 'jpcite', 'adcp', 'problem'] as const

const outcomes: Readonly<Record<string, Outcome>> = {
  success: completed({ campaignId: 'c-1', impressions: 1200 }, { message: 'Optimized.' }),
  question: paused([
    {
      kind: 'input',
      name: 'budget',
      location: 'body',
      schema: { type: 'number' },
      required: true,
      question: 'Which budget?',
    },
  ]),
  approval: paused([{ kind: 'approval', key: 'spend', action: 'Spend 500 EUR' }]),
  failure: failed(fault('conflict', 'The campaign has ended.', { code: 'CAMPAIGN_ENDED' })),
  'rate limit': failed(fault('rate-limited', 'Too many calls.', { retryAfterMs: 7000 })),
  'long task': pending({ id: 'op-7', statusUrl: '/operations/op-7' }),
}

const moments: readonly Moment[] = [
  { kind: 'progress', fraction: 0.5 },
  { kind: 'progress', fraction: 0.75 },
  { kind: 'outcome', outcome: completed({ campaignId: 'c-1' }) },
]

const pairs = ids.flatMap(from => ids.filter(to => to !== from).map(to => [from, to] as const))

/** The exchange that an upstream answers in: the ids that it was sent. */
function exchangeOf({ headers }: Received) {
  const requestId = String(headers['x-request-id'])
  return seal({ requestId, correlationId: String(headers['x-correlation-id']), at: '2026-05-04T10:00:00Z' })
}

function wireOf(id: string, outcome: Outcome, received: Received): HttpWire {
  const one = contract(id)
  return faceOf<HttpWire>(one, editionOf(one), 'http').encode(outcome, exchangeOf(received)).wire
}

async function call(url: string, accept = 'application/json') {
  const response = await fetch(`${url}/campaigns/c-1/optimizations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, 'x-request-id': 'req-1', 'x-correlation-id': 'cor-1' },
    body: JSON.stringify({ goal: 'reach', idempotency_key: 'key-0123456789abcdef' }),
  })
  const { status } = response
  return { status, headers: Object.fromEntries(response.headers), text: await response.text() }
}

/** What callers learn: without what belongs to one exchange, or was written at another time. */
function read(id: string, wire: HttpWire) {
  const one = contract(id)
  return faceOf<HttpWire>(one, editionOf(one), 'http').decode(wire)
}

it.each(pairs)('answers of %s arrive in %s', async (from, to) => {
  for (const [name, outcome] of Object.entries(outcomes)) {
    let sent: HttpWire | undefined
    const agents = await upstream((received, response) => {
      sent = wireOf(from, outcome, received)
      response.writeHead(sent.status ?? 200, { ...sent.headers }).end(sent.body.bytes)
    })
    // What a task names is reached through a route of its own.
    const progress = route({ id: 'operations', method: 'GET', path: '/operations/{id}', contract: from, offers: [to] })
    const routes = [route({ contract: from, offers: [to] }), progress]
    const { url } = await gateway({ pools: [pool(agents.url)], routes })
    const { status, headers, text } = await call(url)
    const answer = httpWire({ status, headers, body: Body.ofText(text) })
    const direct = translate(sent as HttpWire, { from: contract(from), to: contract(to) })
    const [arrived, expected] = [read(to, answer), read(to, direct.wire as HttpWire)]
    expect.soft(arrived.outcome, name).toEqual(expected.outcome)
    expect.soft(status, name).toBe((direct.wire as HttpWire).status)
    expect
      .soft(
        arrived.findings.filter(({ level }) => level === 'must'),
        name,
      )
      .toEqual([])
    expect.soft(headers['x-request-id'], name).toBe('req-1')
    const named = (headers['x-replywire-losses'] ?? '').split(', ').filter(Boolean)
    expect.soft(named.toSorted(), name).toEqual([...new Set(direct.losses.map(({ pointer }) => pointer))].toSorted())
  }
})

it.each(pairs)('streams of %s arrive in %s', async (from, to) => {
  const source = contract(from)
  const target = contract(to)
  if (editionOf(source).stream === undefined || editionOf(target).stream === undefined) throw new Error('No stream.')
  let sent = ''
  const agents = await upstream((received, response) => {
    const writer = editionOf(source).stream?.writer(exchangeOf(received))
    const events = [...(writer?.start() ?? []), ...moments.flatMap(moment => writer?.write(moment).events ?? [])]
    sent = events.map(writeSse).join('')
    const { 'content-length': _, ...headers } = wireOf(from, { kind: 'pending', phase: 'working' }, received).headers
    const own = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }
    response.writeHead(200, { ...headers, ...own }).end(sent)
  })
  const routes = [route({ contract: from, offers: [to], mode: 'sse' })]
  const { url } = await gateway({ pools: [pool(agents.url)], routes })
  const { status, headers, text } = await call(url, 'text/event-stream')
  expect([status, headers['content-type']]).toEqual([200, 'text/event-stream'])
  const direct = translateStream(sent, { from: source, to: target })
  const arrived = readStream(target, editionOf(target), text)
  const expected = readStream(target, editionOf(target), (direct.wire as HttpWire).body.text())
  expect(arrived.moments.map(withoutId)).toEqual(expected.moments.map(withoutId))
  expect(arrived.moments.filter(({ kind }) => kind === 'outcome')).toHaveLength(1)
  expect(arrived.findings.filter(({ level }) => level === 'must')).toEqual([])
})

/** Events are numbered by who writes them. */
function withoutId(moment: Moment): Moment {
  if (moment.kind !== 'opaque') return moment
  const { id: _, ...rest } = moment
  return rest
}
