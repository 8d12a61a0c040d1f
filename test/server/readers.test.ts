/** Clients who take nothing of their answer are let go; handlers that are slow to answer are not their clients' fault. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { delta } from '../../src/agent/answers.ts'
import { defineAgent, operation } from '../../src/index.ts'
import { type ListenOptions, type ServeOptions, serve } from '../../src/server/index.ts'
import { answerOf, caller, readSlowly } from './processes.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function started(listen: ListenOptions, options: ServeOptions = {}) {
  const ended: string[] = []
  const release = Promise.withResolvers<void>()
  const agent = defineAgent({
    name: 'readers',
    version: '1',
    operations: {
      talk: operation({
        title: 'Talk',
        route: 'GET /talk',
        effects: 'none',
        input: {},
        async handler(_, ctx) {
          ctx.signal.addEventListener('abort', () => ended.push('talk'))
          while (!ctx.signal.aborted) await ctx.emit(delta('x'.repeat(10_000)))
          return {}
        },
      }),
      report: operation({
        title: 'Report',
        route: 'GET /report',
        effects: 'none',
        async: true,
        input: {},
        async handler(_, ctx) {
          ctx.signal.addEventListener('abort', () => ended.push('report'))
          for (let n = 0; n < 1500; n++) await ctx.text('x'.repeat(10_000))
          return { reported: true }
        },
      }),
      large: operation({
        title: 'Large',
        route: 'GET /large',
        effects: 'none',
        input: z.object({ bytes: z.coerce.number() }),
        handler: ({ bytes }) => ({ text: 'x'.repeat(bytes) }),
      }),
      wait: operation({
        title: 'Wait',
        route: 'GET /wait',
        effects: 'none',
        input: {},
        async handler(_, ctx) {
          ctx.signal.addEventListener('abort', () => ended.push('wait'))
          await Promise.race([release.promise, once(ctx.signal, 'abort')])
          return { waited: true }
        },
      }),
    },
  })
  const server = serve(agent, { authenticate: false, keepAliveMs: 20, ...options })
  const { url, adminUrl, close } = await server.listen({ port: 0, admin: { port: 0 }, ...listen })
  closing.push(close)
  closing.push(() => release.resolve())
  const metric = async (name: string) => {
    const text = await (await fetch(`${adminUrl}/metrics`)).text()
    return Number(
      text
        .split('\n')
        .find(line => line.startsWith(`${name} `))
        ?.split(' ')
        .at(-1) ?? 0,
    )
  }
  const send = async (path: string, accept = 'application/json') => {
    const socket = await caller(url)
    closing.push(() => socket.destroy())
    socket.on('error', () => {})
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\naccept: ${accept}\r\n\r\n`)
    return socket
  }
  return { url, ended, release: () => release.resolve(), metric, send }
}

const soon = { timeout: 300_000 }
const stalled = 'replywire_connections_closed_total{reason="stalled"}'

test.each([
  ['a stream', '/talk', 'text/event-stream', ['talk']],
  ['a plain answer', '/large?bytes=20000000', 'application/json', []],
])('%s of which nothing is taken is ended, and its handler with it', async (_, path, accept, handlers) => {
  const { ended, metric, send } = await started({ sendTimeoutMs: 300 })
  await Promise.all(Array.from({ length: 3 }, () => send(path, accept)))
  await expect.poll(() => metric(stalled), soon).toBe(3)
  await expect.poll(() => metric('replywire_calls_open'), soon).toBe(0)
  expect(new Set(ended)).toEqual(new Set(handlers))
})

test('a stream of a task of which nothing is taken is ended, and the task goes on', async () => {
  const { url, ended, metric, send } = await started({ sendTimeoutMs: 300 })
  await send('/report', 'text/event-stream')
  await expect.poll(() => metric(stalled), soon).toBe(1)
  await expect.poll(() => metric('replywire_calls_open'), soon).toBe(0)
  const done = async () => ((await (await fetch(`${url}/operations?state=completed`)).json()) as object[]).length
  await expect.poll(done, soon).toBe(1)
  expect(ended).toEqual([])
})

test('a handler that is slow, or a stream on which little comes, is no slow reader', async () => {
  const { ended, release, metric, send } = await started({ sendTimeoutMs: 50 })
  const [plain, stream] = [await send('/wait'), await send('/wait', 'text/event-stream')]
  // The others are given up meanwhile: several times the limit has passed.
  for (let n = 1; n <= 3; n++) {
    await send('/talk', 'text/event-stream')
    await expect.poll(() => metric(stalled), soon).toBe(n)
  }
  expect(ended).not.toContain('wait')
  release()
  expect(answerOf(await readSlowly(plain)).status).toBe(200)
  expect(await readSlowly(stream)).toContain('event: outcome')
})

test('connections beyond the limit are closed at once, and those that are open go on', async () => {
  const { url, release, send, metric } = await started({ maxConnections: 2 })
  const open = [await send('/wait'), await send('/wait')]
  await expect.poll(() => metric('replywire_calls_open'), soon).toBe(2)
  const third = connect(Number(new URL(url).port), '127.0.0.1')
  third.on('error', () => {})
  third.resume()
  await once(third, 'close')
  expect(await metric('replywire_connections_closed_total{reason="over-limit"}')).toBe(1)
  release()
  for (const socket of open) expect(answerOf(await readSlowly(socket)).status).toBe(200)
})

test('a run has a time limit though its operation sets none: one for calls, one for tasks', async () => {
  const { url } = await started({}, { timeoutMs: 20, taskTimeoutMs: 40 })
  const call = await fetch(`${url}/wait?envelope=problem`)
  expect([call.status, await call.json()]).toMatchObject([504, { code: 'TIMEOUT' }])
  const task = await fetch(`${url}/wait`, { headers: { prefer: 'respond-async' } })
  expect(task.status).toBe(202)
  const { operationId } = (await task.json()) as { operationId: string }
  const result = async () => (await fetch(`${url}/operations/${operationId}/result?envelope=problem`)).status
  await expect.poll(result, soon).toBe(504)
})
