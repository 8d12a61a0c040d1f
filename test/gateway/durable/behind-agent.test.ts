/** People behind one agent that is trusted to name them: keys, answers, tasks and sessions are each person's own. */
import { describe, expect, test } from 'vitest'
import { sendJson } from '../kit.ts'
import { completed, countingUpstream, durableGateway, ended, get, send } from './kit.ts'

const path = '/campaigns/7/optimizations'
const agent = { 'test-tenant': 'acme', 'test-subject': 'proxy', 'x-actor-subject': 'agent' }
const ada = { ...agent, 'x-actor-principal': 'ada' }
const bob = { ...agent, 'x-actor-principal': 'bob' }
const trusted = { trustedCallers: ['proxy'] }

const run = ({ body }: { body: Record<string, unknown> }) => (body.result as { count: number } | undefined)?.count

describe('two people behind one agent', () => {
  test('have keys of their own, at the upstream too', async () => {
    const agents = await countingUpstream()
    const { url } = await durableGateway(agents.url, { idempotency: { enabled: true, options: {} } }, trusted)
    const key = { 'idempotency-key': 'key-1' }
    const counts = []
    for (const who of [ada, bob, ada, bob]) counts.push(run(await send(`${url}${path}`, { ...who, ...key }, {})))
    expect(counts).toEqual([1, 2, 1, 2])
    const [first, second] = agents.received.map(({ headers }) => headers['idempotency-key'])
    expect(first).not.toBe(second)
  })

  test('have tasks of their own', async () => {
    const agents = await countingUpstream()
    const always = { 'respond-async': { options: { always: true, credentials: 'none' } } }
    const { url } = await durableGateway(agents.url, always, trusted)
    const { body } = await send(`${url}${path}`, ada, {})
    expect((await ended(url, body.statusUrl, ada)).body).toMatchObject({ state: 'completed' })
    expect((await get(`${url}${String(body.statusUrl)}`, bob)).status).toBe(404)
    expect((await get(`${url}/operations`, bob)).text).not.toContain(String(body.operationId))
    expect((await send(`${url}/operations/${String(body.operationId)}:cancel`, bob, {})).status).toBe(404)
    expect(agents.received[0]?.headers).toMatchObject({ 'x-actor-subject': 'agent', 'x-actor-principal': 'ada' })
  })

  test('have answers of their own', async () => {
    const agents = await countingUpstream((received, response, count) =>
      sendJson(response, 200, completed(received, { count }), 'application/json', { 'cache-control': 'max-age=60' }),
    )
    const { url } = await durableGateway(
      agents.url,
      { cache: { enabled: true, options: {} } },
      { ...trusted, route: { method: 'GET', path: '/reports', effects: 'none' } },
    )
    const counts = []
    for (const who of [ada, bob, ada, bob]) counts.push(run(await get(`${url}/reports`, who)))
    expect(counts).toEqual([1, 2, 1, 2])
  })
})
