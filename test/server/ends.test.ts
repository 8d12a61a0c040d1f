/** What a call leaves behind, and whose it is: ends that are easy to forget. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Contract } from '../../src/codec/contract.ts'
import { contract } from '../../src/contracts/registry.ts'
import { created, defineAgent, delta, operation, run } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { callsOpen } from './calls-open.ts'

const agent = defineAgent({
  name: 'ends',
  version: '1',
  operations: {
    who: operation({
      title: 'Who',
      route: 'POST /who',
      input: z.object({}),
      handler: (_, ctx) => created({ subject: ctx.principal?.subject ?? 'nobody' }),
    }),
    admin: operation({
      title: 'Admin',
      route: 'POST /admin',
      roles: ['operator'],
      input: z.object({}),
      handler: () => ({}),
    }),
    talk: operation({
      title: 'Talk',
      route: 'GET /talk',
      input: z.object({}),
      async *handler() {
        yield delta('a')
        return { done: true }
      },
    }),
    slow: operation({
      title: 'Slow',
      route: 'POST /slow',
      timeoutMs: 20,
      input: z.object({}),
      handler: (_, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    }),
  },
})

describe('HEAD', () => {
  test.each([
    '/mcp',
    '/a2a/tasks',
    '/talk',
    '/health',
    '/docs',
    '/openapi.json',
    '/.well-known/agent-card.json',
    '/none',
  ])('of %s leaves no call open, so that the server stops', async path => {
    const server = serve(agent, { shutdownMs: 60_000 })
    const { url, close } = await server.listen({ port: 0 })
    const headers = { accept: 'text/event-stream, application/json' }
    const response = await fetch(`${url}${path}`, { method: 'HEAD', headers })
    expect(await response.text()).toBe('')
    await expect.poll(() => callsOpen(server)).toBe(0)
    await close()
  })
})

describe('the operator token of an open server', () => {
  const server = serve(agent)
  const ask = (path: string) =>
    server.fetch(
      new Request(`http://localhost${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${server.operatorToken?.value}` },
        body: '{}',
      }),
    )

  test('makes its holder no other caller of the agent', async () => {
    expect(await (await ask('/who')).json()).toMatchObject({ subject: 'nobody' })
  })

  test('gives no role of the agent', async () => {
    expect((await ask('/admin')).status).toBe(401)
  })
})

test('a contract that throws while it presents an outcome ends the stream with a failure', async () => {
  const base = contract('problem')
  const throwing: Contract = {
    ...base,
    id: 'throwing',
    serving: {
      present(outcome, author) {
        if (author === 'handler') throw new Error('canary')
        return outcome
      },
    },
  }
  const server = serve(agent, { contracts: [throwing] })
  const request = new Request('http://localhost/talk?envelope=throwing', { headers: { accept: 'text/event-stream' } })
  const text = await (await server.fetch(request)).text()
  expect(text).toContain('The server failed.')
  expect(text).not.toContain('canary')
})

test('a page that fails is answered, on both carriers', async () => {
  const server = serve(agent, {
    ready: () => {
      throw new Error('canary')
    },
  })
  const { url, close } = await server.listen({ port: 0 })
  expect((await fetch(`${url}/health/ready`)).status).toBe(503)
  await close()
})

test('a signal that many runs share is left by each of them', async () => {
  const shared = new AbortController()
  let listeners = 0
  const { signal } = shared
  const add = signal.addEventListener.bind(signal)
  const remove = signal.removeEventListener.bind(signal)
  signal.addEventListener = ((...words: Parameters<typeof add>) => {
    listeners++
    add(...words)
  }) as typeof add
  signal.removeEventListener = ((...words: Parameters<typeof remove>) => {
    listeners--
    remove(...words)
  }) as typeof remove
  for (let n = 0; n < 10; n++) await run(agent, { operation: 'who', input: {}, exchange: {} }, { signal })
  expect(listeners).toBe(0)
})

test('a handler that runs out of time sees an AbortError, as from any other signal', async () => {
  let seen: unknown
  const waiting = defineAgent({
    name: 'waiting',
    version: '1',
    operations: {
      wait: operation({
        title: 'Wait',
        timeoutMs: 10,
        input: z.object({}),
        handler: (_, { signal }) =>
          new Promise<object>(resolve =>
            signal.addEventListener('abort', () => {
              seen = signal.reason
              resolve({})
            }),
          ),
      }),
    },
  })
  const { outcome } = await run(waiting, { operation: 'wait', input: {}, exchange: {} })
  expect(outcome).toMatchObject({ kind: 'failed', fault: { category: 'timeout' } })
  expect((seen as Error).name).toBe('AbortError')
})

test('refused credentials over A2A are logged once', async () => {
  const lines: { status?: number }[] = []
  const log = { info: (line: object) => void lines.push(line), warn() {} }
  const authenticate = async () => undefined
  const server = serve(agent, { authenticate, log })
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'x' } })
  const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' }
  const response = await server.fetch(new Request('http://localhost/a2a', { method: 'POST', headers, body }))
  expect(response.status).toBe(401)
  expect(response.headers.get('vary')).toContain('A2A-Version')
  expect(lines.map(({ status }) => status)).toEqual([401])
})
