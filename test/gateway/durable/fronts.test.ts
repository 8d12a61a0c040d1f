/** Tools and skills in front of routes that are durable, or whose answers are kept. */
import { describe, expect, it } from 'vitest'
import { connect } from '../../interop/mcp/clients.ts'
import { gateway, pool, route, sendJson } from '../kit.ts'
import { knownCallerEntry } from './caller-plugin.ts'
import { ada, completed, countingUpstream, get, newStore } from './kit.ts'

const approval = { approval: { options: { rules: [{ action: 'Spend' }] } } }
const headers = { ...ada, authorization: 'Bearer x' }

describe('/mcp before a durable route', () => {
  it('does not offer a route that asks for an approval, and does not forward a call of it', async () => {
    const agents = await countingUpstream()
    const routes = [route({ id: 'spend', plugins: approval }), route({ id: 'read', path: '/reports' })]
    const { url } = await gateway({
      auth: 'required',
      plugins: [knownCallerEntry],
      pools: [pool(agents.url)],
      routes,
      store: await newStore(),
      mcp: { hosts: [] },
    })
    const client = await connect('v1', { url: `${url}/mcp`, headers })
    await client.call('spend', { campaignId: '7', budget: 500 }).catch(() => {})
    expect(agents.received).toHaveLength(0)
    expect((await client.tools()).map(({ name }) => name)).toEqual(['read'])
    await client.close()
  })

  it.each(['mcp', 'a2a'] as const)('does not start where %s names such a route', async front => {
    const opening = gateway({
      auth: 'required',
      plugins: [knownCallerEntry],
      routes: [route({ id: 'spend', plugins: approval })],
      store: await newStore(),
      [front]: { hosts: [], routes: ['spend'] },
    })
    await expect(opening).rejects.toThrow('remove spend from the routes of mcp and a2a')
  })
})

describe('/mcp before a route whose answers are kept', () => {
  it('a call with arguments does not get the answer to a request without them', async () => {
    const agents = await countingUpstream((received, response, count) =>
      sendJson(response, 200, completed(received, { count }), 'application/json', { 'cache-control': 'max-age=60' }),
    )
    const plugins = { cache: { enabled: true, options: {} } }
    const { url } = await gateway({
      auth: 'required',
      plugins: [knownCallerEntry],
      pools: [pool(agents.url)],
      routes: [route({ id: 'list', method: 'GET', path: '/reports', effects: 'none', plugins })],
      mcp: { hosts: [] },
    })
    const whole = await get(`${url}/reports`, { ...headers, accept: 'application/json' })
    expect(whole.body).toMatchObject({ result: { count: 1 } })
    const client = await connect('v1', { url: `${url}/mcp`, headers })
    await client.call('list', { status: 'draft' })
    expect(agents.received.map(({ path }) => path)).toEqual(['/reports', '/reports?status=draft'])
    await client.close()
  })
})
