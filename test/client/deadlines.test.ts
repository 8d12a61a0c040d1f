/** Time limits and signals cover everything that a call does, and only the call of their caller. Over real sockets. */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { connect, type Moment } from '../../src/client/index.ts'
import { answering, clientAt, sockets, testClock } from './servers.ts'

const late = { category: 'timeout', message: 'The agent did not answer in time.' }

const document = { openapi: '3.1.0', paths: { '/x': { get: { operationId: 'look', responses: {} } } } }

/** An agent whose OpenAPI document is sent when the test says so. */
async function slowDocument() {
  const asked: ServerResponse[] = []
  const arrived: (() => void)[] = []
  const url = await answering(({ url: target }, response) => {
    if (target !== '/openapi.json') return void response.setHeader('content-type', 'application/json').end('{"a":1}')
    asked.push(response)
    for (const wake of arrived.splice(0)) wake()
  })
  // A caller that has called joins those who wait within a few turns.
  const joined = () => new Promise(resolve => setTimeout(resolve, 100))
  const request = () => (asked.length > 0 ? undefined : new Promise<void>(resolve => arrived.push(resolve)))
  const send = () => asked[0]?.setHeader('content-type', 'application/json').end(JSON.stringify(document))
  return { url, asked, request, joined, send }
}

describe('callers that share the loading of a document', () => {
  test('a caller who stops does not stop the others', async () => {
    const { url, asked, request, joined, send } = await slowDocument()
    const client = clientAt(url, { attempts: 1, timeoutMs: 20_000 })
    const leaving = new AbortController()
    const stopped = client.call('look', { thingId: 'x' }, { signal: leaving.signal })
    await request()
    const other = client.call('look', { thingId: 'x' })
    await joined()
    leaving.abort()
    expect((await stopped).outcome.kind).toBe('canceled')
    send()
    expect((await other).outcome).toMatchObject({ kind: 'completed' })
    expect(asked).toHaveLength(1)
  })

  test('a caller whose time is up does not stop the others', async () => {
    const { url, asked, request, send } = await slowDocument()
    const client = clientAt(url, { attempts: 1, timeoutMs: 20_000 })
    const short = client.call('look', { thingId: 'x' }, { timeoutMs: 500 })
    await request()
    const other = client.call('look', { thingId: 'x' })
    expect((await short).outcome).toMatchObject({ kind: 'failed', fault: late })
    send()
    expect((await other).outcome).toMatchObject({ kind: 'completed' })
    expect(asked).toHaveLength(1)
  })

  test('a request that nobody waits for any longer is stopped, and made again for the next caller', async () => {
    const { url, asked, request } = await slowDocument()
    const client = clientAt(url, { attempts: 1 })
    const short = client.call('look', { thingId: 'x' }, { timeoutMs: 50 })
    await request()
    const closed = once(asked[0] as ServerResponse, 'close')
    expect((await short).outcome).toMatchObject({ fault: late })
    await closed
    expect((await client.call('look', { thingId: 'x' }, { timeoutMs: 50 })).outcome).toMatchObject({ fault: late })
    expect(asked).toHaveLength(2)
  })

  test.each(['mcp+', 'a2a+'])('connecting over %s goes on for the others', async carrier => {
    const url = await sockets(() => {})
    const client = connect(`${carrier}${url}`, { attempts: 1, breaker: false, connectMs: 300 })
    const leaving = new AbortController()
    const stopped = client.call('look', {}, { signal: leaving.signal })
    const other = client.call('look', {})
    leaving.abort()
    expect((await stopped).outcome.kind).toBe('canceled')
    // Its own end, and not that of the caller who left.
    expect((await other).outcome).toMatchObject({ kind: 'failed' })
    await client.close()
  })
})

describe('a silent agent', () => {
  test.each(['', 'mcp+', 'a2a+'])('does not hold up a list (%s)', async carrier => {
    const client = connect(`${carrier}${await sockets(() => {})}`, { breaker: false })
    await expect(client.list({ timeoutMs: 50 })).rejects.toMatchObject({ fault: late })
    const leaving = new AbortController()
    const listing = client.list({ signal: leaving.signal })
    leaving.abort(new Error('enough'))
    await expect(listing).rejects.toThrow('enough')
    await client.close()
  })

  test.each(['', 'mcp+', 'a2a+'])('does not hold up a call by name (%s)', async carrier => {
    const client = connect(`${carrier}${await sockets(() => {})}`, { breaker: false, timeoutMs: 50 })
    expect((await client.call('look', {})).outcome).toMatchObject({ kind: 'failed', fault: late })
    await client.close()
  })

  test('does not hold up a task that is stopped', async () => {
    const client = clientAt(await sockets(() => {}))
    const task = { id: 't', statusUrl: '/status' }
    expect((await client.cancel(task, { timeoutMs: 50 })).outcome).toMatchObject({ kind: 'failed', fault: late })
  })
})

test('headers that never come do not hold up a call', async () => {
  const url = await answering((_, response) => void response.end('{}'))
  const client = clientAt(url, { headers: () => new Promise(() => {}), attempts: 1 })
  const { outcome } = await client.call('POST /x' as 'fail', {}, { timeoutMs: 50 })
  expect(outcome).toMatchObject({ kind: 'failed', fault: late })
})

describe('an answer that was obtained elsewhere', () => {
  async function silent(type: string): Promise<Response> {
    const url = await answering((_, response) => {
      response.writeHead(200, { 'content-type': type })
      response.flushHeaders()
    })
    return fetch(url)
  }

  test.each(['text/event-stream', 'application/json'])('and is silent ends by idleMs (%s)', async type => {
    const client = clientAt('http://127.0.0.1', { idleMs: 50 })
    expect((await client.read(await silent(type))).outcome).toMatchObject({
      kind: 'failed',
      fault: { category: 'timeout', message: 'The agent sent nothing for too long.' },
    })
  })

  test.each(['text/event-stream', 'application/json'])('ends by timeoutMs, and by a signal (%s)', async type => {
    const client = clientAt('http://127.0.0.1')
    const timed = await client.read(await silent(type), { timeoutMs: 50 })
    expect(timed.outcome).toMatchObject({ kind: 'failed', fault: late })
    const reply = await client.read(await silent(type), { signal: AbortSignal.timeout(50) })
    expect(reply.outcome.kind).toBe('canceled')
  })

  test('and was read before has a clear reason', async () => {
    const response = new Response('{}')
    await response.text()
    expect((await clientAt('http://127.0.0.1').read(response)).outcome).toMatchObject({
      kind: 'failed',
      fault: { message: 'The answer was read before.' },
    })
  })
})

describe('numbers that make no sense', () => {
  const refused = { code: 'ERR_MISUSE', message: 'timeoutMs is a positive number; Infinity means no limit.' }

  test.each([Number.NaN, 0, -5, '5' as unknown as number])('timeoutMs %s is refused', async timeoutMs => {
    const client = clientAt('http://127.0.0.1')
    await expect(client.call('POST /x' as 'fail', {}, { timeoutMs })).rejects.toMatchObject(refused)
    await expect(client.list({ timeoutMs })).rejects.toMatchObject(refused)
    await expect(client.read(new Response('{}'), { timeoutMs })).rejects.toMatchObject(refused)
    const moments: Moment[] = []
    const loop = async () => {
      for await (const moment of client.stream('POST /x' as 'fail', {}, { timeoutMs })) moments.push(moment)
    }
    await expect(loop()).rejects.toMatchObject(refused)
    expect(() => connect('http://127.0.0.1', { timeoutMs })).toThrow(expect.objectContaining(refused))
  })

  test.each(['idleMs', 'connectMs', 'maxBytes', 'attempts'])('%s: NaN is refused', name => {
    expect(() => connect('http://127.0.0.1', { [name]: Number.NaN })).toThrow(`${name} is a positive number`)
  })

  test('a breaker of no failures is refused', () => {
    expect(() => connect('http://127.0.0.1', { breaker: { failures: 0 } })).toThrow('failures is a positive number')
  })

  test.each(['', 'mcp+', 'a2a+'])('Infinity is no limit, over every carrier (%s)', async carrier => {
    const url = await answering((_, response) => void response.writeHead(500).end('{}'))
    const client = connect(`${carrier}${url}`, { attempts: 1, breaker: false })
    const timeoutMs = Number.POSITIVE_INFINITY
    expect((await client.call('POST /x', {}, { timeoutMs })).outcome.kind).toBe('failed')
    await client.close()
  })

  test('Infinity is not sent as a budget', async () => {
    let sent = ''
    const url = await answering(async (request, response) => {
      for await (const piece of request) sent += piece
      response.setHeader('content-type', 'application/json')
      response.end('{"status":"ok","request_id":"r","outputs":{}}')
    })
    const client = clientAt(url, { contract: 'agent-run', idleMs: Number.POSITIVE_INFINITY })
    const { outcome } = await client.call('LOOK' as 'look', { thingId: 'x' }, { timeoutMs: Number.POSITIVE_INFINITY })
    expect(outcome.kind).toBe('completed')
    expect(JSON.parse(sent).budgets).toBeUndefined()
  })
})

describe('a task whose agent fails now and then', () => {
  const task = { id: 't', statusUrl: '/status', pollAfterMs: 100 }
  type Answer = (response: ServerResponse, request: IncomingMessage) => void
  const dies: Answer = response => void response.destroy()
  const json =
    (body: object, status = 200, headers = {}): Answer =>
    response =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  const gateway: Answer = response => void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502</h1>')
  const links = json({ links: { result: '/result' } })
  const working = json({ state: 'running' })

  /** Answers requests in order, the last one again and again. */
  async function inOrder(...answers: Answer[]) {
    let count = 0
    const targets: (string | undefined)[] = []
    const url = await answering((request, response) => {
      targets.push(request.url)
      answers[Math.min(count++, answers.length - 1)]?.(response, request)
    })
    const clock = testClock()
    return { targets, clock, client: clientAt(url, { clock, breaker: false, attempts: 1 }) }
  }

  test('is followed to its end, after longer and longer pauses', async () => {
    const { client, clock, targets } = await inOrder(dies, dies, links, working, dies, gateway, dies, json({ done: 1 }))
    const { outcome, notes } = await client.wait(task)
    expect(outcome).toMatchObject({ kind: 'completed', payload: { value: { done: 1 } } })
    expect(notes).toEqual([])
    expect(targets).toEqual(['/status', '/status', '/status', '/result', '/result', '/result', '/result', '/result'])
    // As the task asks, then the back-off, from the start after every look that came through.
    expect(clock.waits).toEqual([100, 250, 100, 250, 500, 1000])
  })

  test('is what it was last when time is up, with a note', async () => {
    const { client } = await inOrder(links, dies)
    const { outcome, notes } = await client.wait(task, { timeoutMs: 3000 })
    expect(outcome.kind).toBe('pending')
    expect(notes).toEqual(['The last looks at the task failed: the agent could not be reached.'])
  })

  test('and is gone for good ends with the reason, without a time limit', async () => {
    const { client, clock } = await inOrder(links, dies)
    expect((await client.wait(task)).outcome).toMatchObject({ kind: 'failed', fault: { code: 'UNREACHABLE' } })
    expect(clock.waits).toHaveLength(15)
    expect(clock.waits.reduce((sum, ms) => sum + ms, 0)).toBe(241_850)
  })

  test('an error of the agent itself is the end', async () => {
    const profile = { 'x-yaagents-profile': 'v0.3', 'content-type': 'application/vnd.yaagents.error+json' }
    const trace = { correlationId: 'c', requestId: 'r' }
    const error = json({ type: 'error', code: 'UNAVAILABLE', message: 'x', trace }, 503, profile)
    const { client, targets } = await inOrder(links, error)
    expect((await client.wait(task)).outcome).toMatchObject({ kind: 'failed', fault: { category: 'unavailable' } })
    expect(targets).toHaveLength(2)
  })

  test('a stop that does not get through says so', async () => {
    const { client } = await inOrder(dies)
    expect((await client.cancel(task)).outcome).toMatchObject({ kind: 'failed', fault: { code: 'UNREACHABLE' } })
  })

  test('over A2A is followed to its end', async () => {
    const states: (string | undefined)[] = ['TASK_STATE_WORKING', undefined, undefined, 'TASK_STATE_COMPLETED']
    const url = await answering(({ url: target }, response) => {
      response.setHeader('content-type', 'application/json')
      if (target !== '/rpc') {
        const supportedInterfaces = [{ url: '/rpc', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }]
        return void response.end(JSON.stringify({ name: 'x', skills: [], supportedInterfaces }))
      }
      const state = states.shift()
      if (state === undefined) return void response.destroy()
      const one = { id: 't', contextId: 'c', status: { state } }
      const result = states.length === 3 ? { task: one } : one
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
    })
    const client = connect(`a2a+${url}`, { breaker: false })
    expect((await client.call('look', {}, { wait: true, timeoutMs: 20_000 })).outcome.kind).toBe('completed')
    expect(states).toEqual([])
    await client.close()
  })
})
