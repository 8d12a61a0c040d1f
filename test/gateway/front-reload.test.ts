/** A reload under open sessions of `/mcp` and `/a2a`: new requests meet the new configuration. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { GatewayConfig } from '../../src/gateway/config.ts'
import { call, clientOf, sent, state } from '../interop/a2a-kit.ts'
import { handshake, inSession, type RawAnswer } from '../interop/mcp/raw.ts'
import { callerEntry } from './caller-plugin.ts'
import { gateway, pool, route, sendJson, sendRaw, type TestConfig, traceOf, upstream } from './kit.ts'

const hash = (key: string) => createHash('sha256').update(key).digest('hex')
const keysOf = (...keys: [key: string, subject: string, roles: string[]][]) => ({
  name: 'token-validator',
  enabled: true,
  options: {
    api_keys: { keys: keys.map(([key, subject, roles]) => ({ hash: hash(key), subject, tenant: 'acme', roles })) },
  },
})

async function opened(more: TestConfig) {
  const agents = await upstream((received, response) => sendJson(response, 200, { ok: true, trace: traceOf(received) }))
  const one = await gateway({
    pools: [pool(agents.url)],
    routes: [route({ id: 'greet', path: '/greetings' })],
    mcp: { hosts: [] },
    a2a: { hosts: [] },
    ...more,
  })
  const reload = (changes: Partial<GatewayConfig>) => one.gateway.reload({ ...one.gateway.config, ...changes })
  return { ...one, agents, mcp: `${one.url}/mcp`, reload }
}

const key = (value: string) => ({ 'x-api-key': value })
const greet = (mcp: string, session: string, headers = {}): Promise<RawAnswer> =>
  inSession(mcp, session, 'tools/call', { name: 'greet', arguments: {} }, headers)

describe('a session of /mcp', () => {
  it('needs credentials that are still good', async () => {
    const all = keysOf(['of-ada', 'ada', []], ['of-bob', 'bob', []])
    const { mcp, reload } = await opened({ auth: 'required', plugins: [all] })
    const { session } = await handshake(mcp, { headers: key('of-ada') })
    expect((await greet(mcp, session, key('of-ada'))).status).toBe(200)
    await reload({ plugins: [keysOf(['of-bob', 'bob', []], ['of-ada-2', 'ada', []])] })
    expect((await greet(mcp, session, key('of-ada'))).status).toBe(401)
    // It is hers, whatever key she has.
    expect((await greet(mcp, session, key('of-ada-2'))).status).toBe(200)
    expect((await greet(mcp, session, key('of-bob'))).status).toBe(404)
  })

  it('has the roles that its caller has now, and what a route asks for now', async () => {
    const { mcp, reload, agents } = await opened({ auth: 'required', plugins: [keysOf(['of-ada', 'ada', ['writer']])] })
    const { session } = await handshake(mcp, { headers: key('of-ada') })
    await reload({ routes: [route({ id: 'greet', path: '/greetings', roles: ['writer'] })] })
    expect((await greet(mcp, session, key('of-ada'))).body.result?.isError).toBeUndefined()
    await reload({ plugins: [keysOf(['of-ada', 'ada', ['reader']])] })
    expect((await greet(mcp, session, key('of-ada'))).body.result).toMatchObject({ isError: true })
    expect(agents.received).toHaveLength(1)
  })

  it('ends when callers have to say who they are, and when they need not any more', async () => {
    const one = await opened({})
    const { session } = await handshake(one.mcp)
    expect((await greet(one.mcp, session)).status).toBe(200)
    const keys = keysOf(['of-ada', 'ada', []], ['of-bob', 'bob', []])
    await one.reload({ auth: 'required', plugins: [keys] })
    expect((await greet(one.mcp, session)).status).toBe(401)
    expect((await greet(one.mcp, session, key('of-ada'))).status).toBe(404)
    const adas = (await handshake(one.mcp, { headers: key('of-ada') })).session
    expect((await greet(one.mcp, adas, key('of-ada'))).status).toBe(200)
    expect((await greet(one.mcp, adas, key('of-bob'))).status).toBe(404)
    await one.reload({ auth: 'none', plugins: [] })
    expect((await greet(one.mcp, adas)).status).toBe(404)
    expect((await greet(one.mcp, (await handshake(one.mcp)).session)).status).toBe(200)
  })

  it('is reached by the names that it has now', async () => {
    const { port, reload } = await opened({})
    const ask = async () =>
      (
        await sendRaw(
          port,
          'POST /mcp HTTP/1.1\r\nHost: agents.example\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
        )
      ).slice(9, 12)
    expect(await ask()).toBe('403')
    await reload({ mcp: { hosts: ['agents.example'] } })
    expect(await ask()).not.toBe('403')
    await reload({ mcp: { hosts: [] } })
    expect(await ask()).toBe('403')
  })
})

describe('tasks of /a2a', () => {
  it("are each caller's own once callers have to say who they are", async () => {
    const { url, reload } = await opened({})
    await reload({ auth: 'required', plugins: [callerEntry] })
    const as = (subject: string) =>
      clientOf(url, 'JSON-RPC 1.0', 'x', { 'test-tenant': 'acme', 'test-subject': subject })
    const { id } = await sent(await as('ada'), call('greet', {}))
    expect(state(await (await as('ada')).getTask({ id, tenant: '' }))).toBe('TASK_STATE_COMPLETED')
    await expect((await as('bob')).getTask({ id, tenant: '' })).rejects.toMatchObject({ name: 'TaskNotFoundError' })
  })
})
