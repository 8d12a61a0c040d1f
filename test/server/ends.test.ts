/** What a call leaves behind, and whose it is: ends that are easy to forget. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Contract } from '../../src/codec/contract.ts'
import { contract } from '../../src/contracts/registry.ts'
import { created, defineAgent, delta, operation, runCall } from '../../src/index.ts'
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
  for (let n = 0; n < 10; n++) await runCall(agent, { operation: 'who', input: {}, exchange: {} }, { signal })
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
  const { outcome } = await runCall(waiting, { operation: 'wait', input: {}, exchange: {} })
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

describe('what a handler says of the exchange and JSON cannot hold', () => {
  const odd = defineAgent({
    name: 'odd',
    version: '1',
    operations: {
      find: operation({
        title: 'Find',
        route: 'GET /find',
        input: z.object({}),
        handler(_, ctx) {
          ctx.understood({ input: { n: 10n } } as never)
          return { ok: 1 }
        },
      }),
    },
  })

  test.each(['application/json', 'text/event-stream'])('fails the run, as %s', async accept => {
    const request = new Request('http://localhost/find?envelope=problem', { headers: { accept } })
    const text = await (await serve(odd).fetch(request)).text()
    expect(text).toContain('OUTPUT_INVALID')
  })
})

test('a keyed call whose caller has left ends with the server', async () => {
  let aborted = false
  const begun = Promise.withResolvers<void>()
  const waiting = defineAgent({
    name: 'waiting',
    version: '1',
    operations: {
      wait: operation({
        title: 'Wait',
        route: 'POST /wait',
        input: z.object({}),
        handler: (_, { signal }) =>
          new Promise<object>(resolve => {
            begun.resolve()
            signal.addEventListener('abort', () => {
              aborted = true
              resolve({})
            })
          }),
      }),
    },
  })
  const { url, close } = await serve(waiting, { shutdownMs: 50 }).listen({ port: 0 })
  const caller = new AbortController()
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'k' }
  const asked = fetch(`${url}/wait`, { method: 'POST', headers, body: '{}', signal: caller.signal })
  await begun.promise
  caller.abort()
  await expect(asked).rejects.toThrow()
  await close()
  expect(aborted).toBe(true)
})

test('an authenticate that never answers does not keep the server from stopping', async () => {
  const asking = Promise.withResolvers<void>()
  const authenticate = () => {
    asking.resolve()
    return new Promise<undefined>(() => {})
  }
  const { url, close } = await serve(agent, { authenticate, shutdownMs: 50 }).listen({ port: 0 })
  const asked = fetch(`${url}/who`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  await asking.promise
  await close()
  expect((await asked).status).toBe(503)
})

test('a step that nobody waits for ends no process, and a plain generator is a handler', async () => {
  const loose = defineAgent({
    name: 'loose',
    version: '1',
    operations: {
      step: operation({
        title: 'Step',
        input: z.object({}),
        handler(_, ctx) {
          void ctx.step('late', () => Promise.reject(new Error('canary')))
          return { ok: true }
        },
      }),
      plain: operation({
        title: 'Plain',
        input: z.object({}),
        handler: function* () {
          yield delta('a')
          return { ok: true }
        } as never,
      }),
    },
  })
  for (const name of ['step', 'plain']) {
    const { outcome } = await runCall(loose, { operation: name, input: {}, exchange: {} })
    expect(outcome).toMatchObject({ kind: 'completed', payload: { value: { ok: true } } })
  }
})

test.each([99, 101, 1000, Number.NaN, 200.5])("a status of %d is the contract's own instead", async status => {
  const strange = defineAgent({
    name: 'strange',
    version: '1',
    operations: {
      go: operation({
        title: 'Go',
        route: 'GET /go',
        input: z.object({}),
        status: () => status,
        handler: () => ({ a: 1 }),
      }),
    },
  })
  const { url, close } = await serve(strange).listen({ port: 0 })
  expect((await fetch(`${url}/go`)).status).toBe(200)
  await close()
})
