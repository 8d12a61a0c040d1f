/** What may be kept of an answer, and by which request headers answers differ. */
import { describe, expect, test } from 'vitest'
import { firstOf } from '../../../src/auth/principal.ts'
import { a2aHeaders, agent, byKey, hello, key, mcpHeaders, sendMessage } from './agent.ts'
import { type Ask, httpCarriers } from './carriers.ts'

const varyOf = ({ headers }: Awaited<ReturnType<Ask>>) => (headers.vary ?? '').split(', ')

describe.each(httpCarriers)('over %s', (_, open) => {
  describe('what an identified caller is answered', () => {
    test('is theirs alone and is asked for again', async () => {
      const ask = await open(agent, { authenticate: byKey })
      for (const asked of [{}, { method: 'HEAD' }, { body: {} }]) {
        const { status, headers } = await ask('/notes', { ...asked, headers: key })
        expect([status < 300, headers['cache-control']]).toEqual([true, 'private, no-cache'])
      }
    })

    test('may be kept as its operation says', async () => {
      const ask = await open(agent, { authenticate: byKey })
      expect((await ask('/kept', { headers: key })).headers['cache-control']).toBe('private, max-age=60')
    })

    test('is not kept as a stream', async () => {
      const ask = await open(agent, { authenticate: byKey })
      const { headers } = await ask('/notes', { headers: { ...key, accept: 'text/event-stream' } })
      expect([headers['content-type'], headers['cache-control']]).toEqual(['text/event-stream', 'no-cache'])
    })

    test('over MCP is theirs alone, over A2A it is not stored', async () => {
      const ask = await open(agent, { authenticate: byKey })
      const mcp = await ask('/mcp', { headers: { ...key, accept: 'application/json, text/event-stream' }, body: hello })
      expect(mcp.status).toBe(200)
      expect(mcp.headers['cache-control']).toMatch(/^(private, )?no-cache/)
      const ping = { jsonrpc: '2.0', id: 2, method: 'ping' }
      const session = { 'mcp-session-id': mcp.headers['mcp-session-id'] ?? '' }
      const pong = await ask('/mcp', { headers: { ...key, ...mcpHeaders, ...session }, body: ping })
      expect(pong.headers['cache-control']).toMatch(/no-cache/)
      for (const asked of [
        await ask('/a2a', { headers: { ...key, ...a2aHeaders }, body: sendMessage }),
        await ask('/a2a/tasks', { headers: { ...key, ...a2aHeaders } }),
      ]) {
        expect([asked.status, asked.headers['cache-control']]).toEqual([200, 'no-store'])
      }
    })
  })

  test('tasks and approvals are not stored, whatever their operation says; their events are not kept', async () => {
    const ask = await open(agent, { authenticate: byKey })
    const { text } = await ask('/later', { headers: key, body: {} })
    const at = `/operations/${(JSON.parse(text) as { operationId: string }).operationId}`
    await expect.poll(async () => (await ask(`${at}/result`, { headers: key })).status).toBe(200)
    for (const path of ['/operations', at, `${at}/result`, `${at}/events`, '/approvals']) {
      const { status, headers } = await ask(path, { headers: key })
      expect([path, status, headers['cache-control']]).toEqual([path, 200, 'no-store'])
    }
    expect((await ask('/operations/none', { headers: key })).headers['cache-control']).toBe('no-store')
    const events = await ask(`${at}/events`, { headers: { ...key, accept: 'text/event-stream' } })
    expect(events.headers['cache-control']).toBe('no-cache')
  })

  test('callers whom nobody asks who they are may keep what they want', async () => {
    const ask = await open(agent, {})
    const answer = await ask('/notes')
    expect(answer.headers['cache-control']).toBeUndefined()
    expect(varyOf(answer)).not.toContain('Authorization')
    expect((await ask('/approvals')).headers['cache-control']).toBe('no-store')
  })

  test('cards, documents and pages say for themselves how long they may be kept, and by what they differ', async () => {
    const ask = await open(agent, { authenticate: byKey })
    for (const [path, cacheControl, vary] of [
      ['/.well-known/agent-card.json', 'public, max-age=3600', 'A2A-Version, Host'],
      ['/docs', 'no-cache', undefined],
      ['/console/', 'no-cache', 'Accept-Encoding'],
      ['/openapi.json', undefined, undefined],
      ['/health', 'no-store', undefined],
    ] as const) {
      const { headers } = await ask(path, { headers: key })
      expect([path, headers['cache-control'], headers.vary]).toEqual([path, cacheControl, vary])
    }
  })

  describe('Vary', () => {
    test('names the header that credentials are read from, whether they are good, wrong or missing', async () => {
      const ask = await open(agent, { authenticate: byKey })
      for (const headers of [key, {}] as Record<string, string>[]) {
        expect(varyOf(await ask('/notes', { headers }))).toEqual(['Accept', 'X-Key', 'X-YAAgents-Profile'])
        expect(varyOf(await ask('/a2a/tasks', { headers: { ...headers, ...a2aHeaders } }))).toContain('X-Key')
        expect(varyOf(await ask('/mcp', { headers: { ...headers, ...mcpHeaders }, body: hello }))).toContain('X-Key')
      }
      expect(varyOf(await ask('/notes', { headers: { ...key, accept: 'text/event-stream' } }))).toContain('X-Key')
    })

    test('names all of several, and Authorization for an authenticator that says nothing of itself', async () => {
      const silent = async () => undefined
      const several = await open(agent, { authenticate: firstOf(byKey, silent) })
      expect(varyOf(await several('/notes'))).toEqual(['Accept', 'Authorization', 'X-Key', 'X-YAAgents-Profile'])
      const one = await open(agent, { authenticate: silent })
      expect(varyOf(await one('/notes'))).toEqual(['Accept', 'Authorization', 'X-YAAgents-Profile'])
    })

    test('does not name what was not looked at', async () => {
      const ask = await open(agent, { authenticate: byKey })
      expect(varyOf(await ask('/nowhere'))).not.toContain('X-Key')
    })
  })
})
