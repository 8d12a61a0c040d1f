/** What comes before a contract: paths, Accept, traces, bytes that are no request, callers who leave. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { defineAgent, operation } from '../../src/agent/define.ts'
import { check } from '../../src/codec/check.ts'
import { contract } from '../../src/contracts/registry.ts'
import { serve } from '../../src/server/serve.ts'
import { Body } from '../../src/wire/body.ts'
import { httpWire } from '../../src/wire/http.ts'
import { agent } from './agent.ts'
import { callsOpen } from './calls-open.ts'
import { type Carrier, carriers, listenOn } from './carriers/listen.ts'
import { answerOf, caller, readSlowly } from './processes.ts'

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${trace}-00f067aa0ba902b7-01`
const post = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
})

type Line = Record<string, unknown> & { message: string }

function logged() {
  const lines: Line[] = []
  const note = (fields: object, message: string) => void lines.push({ ...fields, message })
  return { lines, log: { info: note, warn: note } }
}

async function listening(options: object = {}, carrier: Carrier = 'node') {
  const { lines, log } = logged()
  const serving = serve(agent, { authenticate: false, log, ...options })
  const server = await listenOn(carrier, serving)
  onTestFinished(() => server.close())
  return { ...server, lines, open: () => callsOpen(serving) }
}

describe('a path that there is not', () => {
  test.each(['text/html', 'image/png', '*/*;q=0'])(
    'is 404 in the contract of the mount for Accept: %s',
    async accept => {
      const server = serve(agent, { authenticate: false, contract: 'problem' })
      const response = await server.fetch(new Request('http://x/nowhere', { headers: { accept } }))
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toBe('application/problem+json')
    },
  )

  test.each(['/console/assets/nope', '/console/assets/package.json'])(
    'is one in the contract, too, at %s',
    async path => {
      const response = await serve(agent, { authenticate: false }).fetch(new Request(`http://x${path}`))
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ type: 'error', code: 'ROUTE_NOT_FOUND' })
    },
  )
})

describe('Accept', () => {
  const typeFor = async (accept: string) => {
    const response = await serve(agent, { authenticate: false }).fetch(
      new Request('http://x/sums', post({ a: 1, b: 2 }, { accept })),
    )
    await response.text()
    return `${response.status} ${response.headers.get('content-type')?.split(';')[0]}`
  }

  test.each([
    ['text/event-stream', 'text/event-stream'],
    ['text/event-stream, application/json', 'text/event-stream'],
    ['application/json;q=0.9, text/event-stream', 'text/event-stream'],
    ['text/event-stream, */*;q=0.1', 'text/event-stream'],
  ])('%s streams', async (accept, type) => {
    expect(await typeFor(accept)).toBe(`200 ${type}`)
  })

  test.each([
    'text/event-stream;q=0.1, application/json',
    'text/event-stream;q=0.5, */*',
    'text/event-stream;q=0, */*',
    'application/vnd.replywire.yaagents+json, text/event-stream;q=0.9',
  ])('%s does not', async accept => {
    expect(await typeFor(accept)).toMatch(/^200 application\//)
  })
})

describe('a W3C trace', () => {
  const seen: (string | undefined)[] = []
  const tracing = defineAgent({
    name: 'tracing',
    version: '1',
    operations: {
      go: operation({
        title: 'Go',
        route: 'GET /go',
        input: {},
        handler(_, context) {
          seen.push(context.traceparent)
          context.log.info({ step: 1 }, 'on the way')
          return { correlation: context.correlationId }
        },
      }),
      fail: operation({
        title: 'Fail',
        route: 'GET /fail',
        input: z.looseObject({}),
        handler() {
          throw new Error('canary')
        },
      }),
    },
  })
  const ask = async (path: string, headers: Record<string, string>) => {
    const { lines, log } = logged()
    const response = await serve(tracing, { log }).fetch(new Request(`http://x${path}`, { headers }))
    return { lines, response, body: (await response.json()) as { correlation: string } }
  }

  test('is what a caller without a correlation id is correlated by, and stands in every line of the log', async () => {
    const { lines, response, body } = await ask('/go', { traceparent, 'x-request-id': 'r-1' })
    expect(body.correlation).toBe(trace)
    expect(response.headers.get('x-correlation-id')).toBe(trace)
    const ids = { request_id: 'r-1', correlation_id: trace, trace_id: trace, operation: 'go' }
    expect(lines).toMatchObject([
      { message: 'on the way', step: 1, ...ids },
      { message: 'answered', ...ids },
    ])
    expect(seen.at(-1)).toBe(traceparent)
  })

  test('stands beside a correlation id of the caller', async () => {
    const { lines, body } = await ask('/go', { traceparent, 'x-correlation-id': 'c-1' })
    expect(body.correlation).toBe('c-1')
    expect(lines.at(-1)).toMatchObject({ correlation_id: 'c-1', trace_id: trace })
  })

  test('of a later version is read as far as it is known', async () => {
    const { lines } = await ask('/go', { traceparent: `cc-${trace}-00f067aa0ba902b7-01-what-comes` })
    expect(lines.at(-1)).toMatchObject({ trace_id: trace })
    expect(seen.at(-1)).toBe(traceparent)
  })

  test.each([
    traceparent.toUpperCase(),
    `ff-${trace}-00f067aa0ba902b7-01`,
    `${traceparent}-more`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace}-00f067aa0ba902b7`,
    `${traceparent}, ${traceparent}`,
    'nonsense',
  ])('that is malformed is none: %s', async value => {
    const { lines, body } = await ask('/go', { traceparent: value })
    expect(body.correlation).toMatch(/^[0-9a-f]{8}-/)
    expect(lines.at(-1)).not.toHaveProperty('trace_id')
    expect(seen.at(-1)).toBeUndefined()
  })

  test('and the ids stand beside an exception of the handler', async () => {
    const { lines } = await ask('/fail', { traceparent, 'x-request-id': 'r-2' })
    expect(lines[0]).toMatchObject({ message: 'handler threw', error: 'Error', request_id: 'r-2', trace_id: trace })
    expect(JSON.stringify(lines)).not.toContain('canary')
  })
})

describe.each(carriers)('a caller who leaves the %s carrier', carrier => {
  const told = async (lines: Line[]) => {
    while (lines.length === 0) await sleep(10)
    return lines
  }

  test('while the body is coming is no failure of the server', async () => {
    const { url, lines, open } = await listening({}, carrier)
    const socket = await caller(url)
    socket.write(
      'POST /sums HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"a":',
    )
    await expect.poll(open).toBe(1)
    socket.destroy()
    expect(await told(lines)).toMatchObject([
      { message: 'answered', status: 499, outcome: 'canceled', code: 'CLIENT_GONE', operation: 'add' },
    ])
  })

  test('while the handler runs is none either', async () => {
    const { url, lines, open } = await listening({}, carrier)
    const leaving = new AbortController()
    const request = fetch(`${url}/slow`, { ...post({ ms: 60_000 }), signal: leaving.signal })
    await expect.poll(open).toBe(1)
    leaving.abort()
    await expect(request).rejects.toThrow()
    expect(await told(lines)).toMatchObject([{ message: 'answered', status: 499, code: 'CLIENT_GONE' }])
  })
})

/** Node's listener alone: elsewhere the runtime reads the head of a request. */
describe('bytes that no route sees', () => {
  const exchange = async (bytes: string, options: object = {}) => {
    const { url, lines } = await listening(options)
    const socket = await caller(url)
    socket.on('error', () => {})
    socket.write(bytes)
    return { ...answerOf(await readSlowly(socket)), lines }
  }

  test.each([
    ['no Host', ''],
    ['a Host with a path', 'host: x/y\r\n'],
    ['a Host with a space', 'host: a b\r\n'],
    ['a Host with a user', 'host: u@x\r\n'],
  ])('%s is refused in the contract of the mount', async (_, host) => {
    const { status, head, body, lines } = await exchange(
      `GET /sums HTTP/1.1\r\n${host}x-request-id: r-7\r\nconnection: close\r\n\r\n`,
    )
    expect(status).toBe(422)
    const pairs = head
      .split('\r\n')
      .slice(1)
      .map(line => [line.split(': ')[0], line.split(': ')[1]])
    const wire = httpWire({ status, headers: Object.fromEntries(pairs), body: Body.ofText(body) })
    expect(check(contract('yaagents'), wire, { version: '0.3' })).toEqual([])
    expect(head).toContain('x-request-id: r-7')
    expect(lines).toMatchObject([{ message: 'answered', status: 422, request_id: 'r-7' }])
  })

  test.each([
    ['headers that are too large', 431, `GET / HTTP/1.1\r\nhost: localhost\r\na: ${'b'.repeat(40_000)}\r\n\r\n`],
    ['what is no HTTP', 400, 'hello there\r\n\r\n'],
    ['two lengths', 400, 'POST /sums HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n'],
  ])('%s are answered with a problem', async (_, status, bytes) => {
    const answer = await exchange(bytes)
    expect(answer.head).toContain('content-type: application/problem+json')
    expect(answer.head).toContain('connection: close')
    expect(answer.body.length).toBe(answer.length)
    expect(JSON.parse(answer.body)).toMatchObject({ type: 'about:blank', status })
    expect(answer.status).toBe(status)
    expect(answer.lines).toMatchObject([{ message: 'unreadable request', status }])
  })

  test('an answer that has begun is not mixed with another', async () => {
    const { url } = await listening()
    const socket = await caller(url)
    socket.on('error', () => {})
    const body = '{"words":5,"everyMs":50}'
    socket.write(
      `POST /talks HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    await once(socket, 'readable')
    socket.write('\u0000 nonsense\r\n\r\n')
    expect(await readSlowly(socket)).not.toContain('problem+json')
  })
})

describe('a server inside another Hono app', () => {
  const outer = new Hono()
  outer.get('/own', context => context.text('own'))
  const server = serve(agent, { authenticate: false })
  outer.all('/api/v1/*', context => server.fetch(context.req.raw, { base: '/api/v1' }))
  outer.all('/tenants/:tenant/*', context =>
    server.fetch(context.req.raw, { base: `/tenants/${context.req.param('tenant')}` }),
  )

  test.each(['/api/v1', '/tenants/acme'])('answers under %s', async base => {
    expect((await outer.request(`${base}/health`)).status).toBe(200)
    const sum = await outer.request(`${base}/sums`, post({ a: 1, b: 2 }))
    expect(await sum.json()).toMatchObject({ sum: 3 })
    const run = { request_id: 'r', task_type: 'ADD', inputs: { a: 1, b: 2 } }
    expect(await (await outer.request(`${base}/agents/run/sync`, post(run))).json()).toMatchObject({ status: 'ok' })
    const missing = await outer.request(`${base}/nowhere`)
    expect(await missing.json()).toMatchObject({ code: 'ROUTE_NOT_FOUND' })
    expect(await (await outer.request('/own')).text()).toBe('own')
  })

  test.each(['/api/v1', '/tenants/acme'])('names paths as they are under %s', async base => {
    const made = await outer.request(`${base}/happenings`, post({ what: 'created' }))
    expect(made.headers.get('location')).toBe(`${base}/things/x1`)
    const taken = await outer.request(`${base}/happenings`, post({ what: 'accepted' }))
    expect(await taken.json()).toMatchObject({ statusUrl: `${base}/operations/op-1/status` })
    expect((await (await outer.request(`${base}/openapi.json`)).json()) as object).toMatchObject({
      servers: [{ url: base }],
    })
  })

  test('is the same at the root', async () => {
    const made = await server.fetch(new Request('http://localhost/happenings', post({ what: 'created' })))
    expect(made.headers.get('location')).toBe('/things/x1')
  })
})
