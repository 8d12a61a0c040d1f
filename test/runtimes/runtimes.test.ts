/** `server.fetch` under Bun, Deno and workerd answers as Node's listener does. README's table says no more than this. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modern } from '../interop/mcp/raw.ts'
import { runtimes } from './programs.ts'
import { server as reference } from './server.ts'

const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const sum = { a: 1, b: 2 }
const run = { request_id: 'r', task_type: 'ADD', inputs: sum }

type Call = readonly [name: string, status: number, path: string, init: RequestInit]

const calls: readonly Call[] = (
  [
    ['health', 200, '/health'],
    ['an operation in yaagents', 200, '/sums', json(sum)],
    ['an operation in jpcite', 200, '/sums?envelope=jpcite', json(sum)],
    ['an operation as a problem', 200, '/sums?envelope=problem', json(sum)],
    ['an operation in adcp', 200, '/talks?envelope=adcp', json({ words: 1 })],
    ['an operation in agent-run', 200, '/agents/run/sync', json(run)],
    ['a refused input', 422, '/sums', json({ a: 'one' })],
    ['a refused input as a problem', 422, '/sums?envelope=problem', json({ a: 'one' })],
    ['a body that is no JSON', 422, '/sums', json('{"a":')],
    ['a compressed body', 415, '/sums', json(sum, { 'content-encoding': 'br' })],
    // Bun ends the connection after it; a call that came over it next would fail.
    ['a body that is too large', 413, '/sums', json(`"${'x'.repeat(1024 * 1024)}"`, { connection: 'close' })],
    ['no such path', 404, '/nowhere'],
    ['a method that the path does not answer', 405, '/sums'],
    ['HEAD', 200, '/health', { method: 'HEAD' }],
    ['a stream', 200, '/talks', json({ words: 20 }, { accept: 'text/event-stream' })],
    ['a stream in agent-run', 200, '/agents/run/stream', json({ ...run, task_type: 'TALK', inputs: { words: 3 } })],
    ['the way to the operations', 302, '/docs', { redirect: 'manual' }],
  ] as const
).map(([name, status, path, init = {}]) => [name, status, path, init])

/** What the runtimes add, each in its own way. A short stream may be sent with a length. */
const ofRuntime = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'])

/** A contract with ids of its own form would make them at random. */
const ids = { 'x-request-id': '01MCC5RM00HGPKX83ZE0C5AHAT', 'x-correlation-id': '01MCC5RM00GJ7Z79SYN37DSA4W' }

async function answerTo(url: string, path: string, init?: RequestInit) {
  const response = await fetch(`${url}${path}`, { ...init, headers: { ...init?.headers, ...ids } })
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !ofRuntime.has(name)))
  return { status: response.status, headers, body: await response.text() }
}

let node: Awaited<ReturnType<typeof reference.listen>>
beforeAll(async () => {
  node = await reference.listen({ port: 0 })
})
afterAll(() => node.close())

describe.each(Object.entries(runtimes))('%s', (name, { program, start }) => {
  let url: string
  let stop: () => Promise<void>
  const testHere = test.skipIf(program === undefined)
  beforeAll(async () => {
    if (program !== undefined) ({ url, stop } = await start(program))
  })
  afterAll(() => stop?.())

  testHere.each(calls)('%s', async (_, status, path, init) => {
    const answer = await answerTo(url, path, init)
    expect(answer).toEqual(await answerTo(node.url, path, init))
    expect(answer.status).toBe(status)
  })

  testHere('a tool of MCP', async () => {
    const call = (at: string) => modern(`${at}/mcp`, 'tools/call', { name: 'add', arguments: sum })
    const { status, body } = await call(url)
    expect({ status, body }).toMatchObject({ status: 200, body: { result: { structuredContent: { sum: 3 } } } })
    expect(body).toEqual((await call(node.url)).body)
  })

  testHere('a reader who leaves a stream ends its handler', async () => {
    const leave = new AbortController()
    const { body } = await fetch(`${url}/endless`, { headers: { accept: 'text/event-stream' }, signal: leave.signal })
    await body?.getReader().read()
    leave.abort()
    const stopped = async () => JSON.parse((await answerTo(url, '/stopped')).body).stopped
    await expect.poll(stopped, { timeout: 60_000 }).toBe(1)
  })

  if (name === 'workerd') {
    test.each([
      ['tasks: there is no store', 500, '/sums', json(sum, { prefer: 'respond-async' })],
      ['plain JSON Schema: a worker must not make code', 500, '/echoes', json({ text: 'x' })],
      ['the console: a bundle has no files next to it', 404, '/console/', {}],
    ])('does not have %s', async (_, status, path, init) => {
      expect((await answerTo(url, path, init)).status).toBe(status)
    })
    return
  }

  testHere('the document', async () => {
    expect(await answerTo(url, '/openapi.json')).toEqual(await answerTo(node.url, '/openapi.json'))
  })

  testHere('plain JSON Schema', async () => {
    const { status, body } = await answerTo(url, '/echoes', json({ text: 'x' }))
    expect([status, JSON.parse(body)]).toMatchObject([200, { text: 'x' }])
  })

  testHere('A2A', async () => {
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ data: { skill: 'add', parameters: sum } }] }
    const call = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }
    const { body } = await answerTo(url, '/a2a', json(call, { 'a2a-version': '1.0' }))
    const artifacts = [{ parts: [{ data: { sum: 3 } }] }]
    expect(JSON.parse(body)).toMatchObject({
      result: { task: { status: { state: 'TASK_STATE_COMPLETED' }, artifacts } },
    })
  })

  testHere('a key', async () => {
    const keyed = (input: object) => answerTo(url, '/sums', json(input, { 'idempotency-key': 'k-1' }))
    const [first, again] = [await keyed(sum), await keyed(sum)]
    expect([first.status, again.status, JSON.parse(again.body).sum]).toEqual([200, 200, 3])
    expect((await keyed({ a: 2, b: 2 })).status).toBe(409)
  })

  testHere('tasks, in memory', async () => {
    const { status, body } = await answerTo(url, '/sums', json(sum, { prefer: 'respond-async' }))
    expect(status).toBe(202)
    const { operationId } = JSON.parse(body)
    const result = () => answerTo(url, `/operations/${operationId}/result`)
    await expect.poll(async () => (await result()).status, { timeout: 60_000 }).toBe(200)
    expect(JSON.parse((await result()).body)).toMatchObject({ sum: 3 })
  })
})
