/** MCP servers and A2A agents behind routes of the gateway, over real sockets. */
import { describe, expect, it } from 'vitest'
import { editionOf, faceOf } from '../../src/codec/check.ts'
import { readStream } from '../../src/codec/stream.ts'
import { translate } from '../../src/codec/translate.ts'
import { contract } from '../../src/contracts/registry.ts'
import type { RouteConfig } from '../../src/gateway/config.ts'
import { seal } from '../../src/outcome/exchange.ts'
import { Body } from '../../src/wire/body.ts'
import { type HttpWire, httpWire } from '../../src/wire/http.ts'
import { readSse } from '../../src/wire/sse.ts'
import { a2aAgent } from '../client/a2a-agent.ts'
import { legacyServer, modernServer } from '../client/mcp-servers.ts'
import { clientAt, served } from '../client/servers.ts'
import { callerEntry } from './caller-plugin.ts'
import { closedPort, gateway, pool, route, sendJson, upstream } from './kit.ts'

const callers = ['yaagents', 'agent-run', 'jpcite', 'adcp', 'problem'] as const

/** A route to a tool or a skill. */
function to(carrier: 'mcp' | 'a2a', operation: string, more: Partial<RouteConfig> = {}): RouteConfig {
  const offers = ['problem', ...callers.filter(id => id !== 'problem')]
  return route({ id: operation, path: `/${operation}`, contract: carrier, offers, operation, ...more })
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': 'req-1', ...headers },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, headers: Object.fromEntries(response.headers), text }
}

const kinds = [
  ['success', 'add', { a: 2, b: 3 }],
  ['question', 'plan', {}],
  ['approval', 'spend', { amount: 5 }],
  ['failure', 'fail', {}],
] as const

describe.each(['mcp', 'a2a'] as const)('an agent over %s', carrier => {
  it.each(callers)('answers callers of %s as the direct translation says', async id => {
    const { url: agents } = await served()
    const address = `${carrier}+${agents}${carrier === 'mcp' ? '/mcp' : ''}`
    const routes = kinds.map(([kind, operation]) =>
      to(carrier, operation, { id: kind, path: `/${kind}`, offers: [id] }),
    )
    const { url } = await gateway({ pools: [pool(address)], routes })
    const client = clientAt(address)
    const one = contract(id)
    const face = faceOf<HttpWire>(one, editionOf(one), 'http')
    for (const [kind, operation, input] of kinds) {
      const reply = await client.call(operation, input as never)
      if (reply.wire === undefined || reply.contract === undefined) throw new Error('No answer.')
      const from = contract(reply.contract.id)
      const options = { from, fromVersion: reply.contract.version, to: one, carrier: 'http' as const }
      const direct = face.decode(translate(reply.wire, options).wire as HttpWire)
      const key = id === 'adcp' ? { idempotency_key: 'key-0123456789abcdef' } : {}
      const { status, headers, text } = await post(`${url}/${kind}`, { ...input, ...key })
      const arrived = face.decode(httpWire({ status, headers, body: Body.ofText(text) }))
      expect.soft(withoutTask(arrived.outcome), kind).toEqual(withoutTask(direct.outcome))
      expect
        .soft(
          arrived.findings.filter(({ level }) => level === 'must'),
          kind,
        )
        .toEqual([])
    }
  })
})

describe.each(['mcp', 'a2a'] as const)('long work of an agent over %s', carrier => {
  it.each(callers)('is a task, or a stream with its end, for callers of %s', async id => {
    const { url: agents } = await served()
    const address = `${carrier}+${agents}${carrier === 'mcp' ? '/mcp' : ''}`
    const more = { offers: [id], mode: 'sse' as const }
    const { url } = await gateway({
      pools: [pool(address)],
      routes: [to(carrier, 'long', more), to(carrier, 'count', more)],
    })
    const one = contract(id)
    const edition = editionOf(one)
    const key = id === 'adcp' ? { idempotency_key: 'key-0123456789abcdef' } : {}
    const begun = await post(`${url}/long`, { until: 'done', ...key }, { prefer: 'respond-async' })
    const wire = httpWire({ status: begun.status, headers: begun.headers, body: Body.ofText(begun.text) })
    const { outcome, findings } = faceOf<HttpWire>(one, edition, 'http').decode(wire)
    // A carrier that waits for a task has its result; one that does not has the task, as the contract says it.
    const direct = faceOf<HttpWire>(one, edition, 'http').decode(
      faceOf<HttpWire>(one, edition, 'http').encode(
        { kind: 'pending', phase: 'working', task: { id: 'tsk_1' } },
        sealed,
      ).wire,
    ).outcome
    expect([direct.kind, 'completed']).toContain(outcome.kind)
    expect(findings.filter(({ level }) => level === 'must')).toEqual([])
    const streamed = await post(`${url}/count`, { to: 3, ...key }, { accept: 'text/event-stream' })
    expect([streamed.status, streamed.headers['content-type']]).toEqual([200, 'text/event-stream'])
    const read = readStream(one, edition, streamed.text)
    expect(read.findings.filter(({ level }) => level === 'must')).toEqual([])
    const ends = read.moments.filter(({ kind }) => kind === 'outcome')
    expect(ends).toMatchObject([{ outcome: { kind: 'completed' } }])
    expect(JSON.stringify(ends)).toContain('"counted":3')
  })
})

const sealed = seal({ requestId: 'req-1', correlationId: 'cor-1', at: '2026-05-04T10:00:00Z' })

/** Each call of A2A has a task of its own. */
function withoutTask<T extends object>(outcome: T): unknown {
  return JSON.parse(
    JSON.stringify(outcome)
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|tsk_[\w-]+/g, 'task')
      .replaceAll(/ap\w*_[\w-]{20,}/g, 'token')
      .replaceAll(/"expiresAt":"[^"]*"/g, '"expiresAt":"later"'),
  )
}

describe('an MCP server', () => {
  it('of either era answers calls of a route, over one connection', async () => {
    for (const server of [await modernServer(), await legacyServer()]) {
      const pools = [pool(`mcp+${server.origin}/mcp`)]
      const { url } = await gateway({ pools, routes: [to('mcp', 'greet')] })
      const [first, second] = await Promise.all([
        post(`${url}/greet`, { name: 'Ada' }),
        post(`${url}/greet`, { name: 'Bo' }),
      ])
      expect([first.status, JSON.parse(first.text)]).toEqual([200, { greeting: 'Hello, Ada.' }])
      expect(JSON.parse(second.text)).toEqual({ greeting: 'Hello, Bo.' })
    }
  })

  it('gets who calls, and nothing that the caller sent', async () => {
    const server = await modernServer()
    const { url } = await gateway({ pools: [pool(`mcp+${server.origin}/mcp`)], routes: [to('mcp', 'greet')] })
    await post(
      `${url}/greet`,
      { name: 'Ada' },
      { authorization: 'Bearer secret', cookie: 'a=b', 'x-tenant-id': 'forged' },
    )
    const last = server.headers.at(-1)
    expect(last).toMatchObject({ 'x-request-id': 'req-1', 'x-forwarded-for': '127.0.0.1' })
    expect([last?.authorization, last?.cookie, last?.['x-tenant-id']]).toEqual([undefined, undefined, undefined])
  })

  it('is not told that a session of all callers is that of the first', async () => {
    const server = await legacyServer()
    const { url } = await gateway({
      auth: 'required',
      plugins: [callerEntry],
      pools: [pool(`mcp+${server.origin}/mcp`)],
      routes: [to('mcp', 'greet')],
    })
    for (const subject of ['ada', 'bob'])
      await post(`${url}/greet`, { name: 'x' }, { 'test-tenant': 'acme', 'test-subject': subject })
    const [opening] = server.headers
    expect(opening).toMatchObject({ 'content-type': 'application/json' })
    expect([opening?.['x-actor-subject'], opening?.['x-tenant-id']]).toEqual([undefined, undefined])
    expect(server.headers.at(-1)).toMatchObject({ 'x-actor-subject': 'bob', 'x-tenant-id': 'acme' })
    const kept = server.headers.filter(one => one.accept === 'text/event-stream')
    expect(kept.map(one => one['x-actor-subject']).filter(one => one !== undefined)).toEqual([])
  })

  it('that asks gets its answer with the repeated call', async () => {
    const server = await modernServer()
    const { url } = await gateway({ pools: [pool(`mcp+${server.origin}/mcp`)], routes: [to('mcp', 'order')] })
    const asked = await post(`${url}/order?envelope=yaagents`, {})
    expect(asked.status).toBe(400)
    expect(JSON.parse(asked.text)).toMatchObject({ code: 'CLARIFICATION_REQUIRED' })
    const answered = await post(`${url}/order?envelope=yaagents`, { size: 'large' })
    expect([answered.status, answered.text]).toEqual([200, expect.stringContaining('large')])
  })

  it('that asks in the middle of a call asks the caller, and is answered from the arguments', async () => {
    const server = await legacyServer()
    const { url } = await gateway({
      pools: [pool(`mcp+${server.origin}/mcp`)],
      routes: [to('mcp', 'order'), to('mcp', 'insist')],
    })
    const asked = await post(`${url}/insist?envelope=yaagents`, {})
    expect(JSON.parse(asked.text)).toMatchObject({ code: 'CLARIFICATION_REQUIRED' })
    expect((await post(`${url}/insist?envelope=yaagents`, { size: 'large' })).text).toContain('size: large')
    const order = `${url}/order?envelope=yaagents`
    // A tool that goes on without an answer has answered.
    expect((await post(order, {})).text).toContain('nothing: decline')
    const answered = await post(order, { size: 'large' })
    expect([answered.status, answered.text]).toEqual([200, expect.stringContaining('ordered large')])
    // Over the stream of the session such questions do not say whose they are.
    const both = await Promise.all([post(order, { size: 'large' }), post(order, {}), post(order, {})])
    for (const other of both.slice(1)) expect(other.text).not.toContain('large')
  })

  it('that asks in the streams of several calls at once is answered from the arguments of each', async () => {
    const server = await legacyServer()
    const routes = [to('mcp', 'order-by-stream')]
    const { url } = await gateway({ pools: [pool(`mcp+${server.origin}/mcp`)], routes })
    const order = `${url}/order-by-stream?envelope=yaagents`
    const all = await Promise.all([{ size: 'large' }, {}, { size: 'small' }, {}].map(input => post(order, input)))
    expect(all.map(({ text }) => /ordered \w+|nothing: \w+/.exec(text)?.[0])).toEqual([
      'ordered large',
      'nothing: decline',
      'ordered small',
      'nothing: decline',
    ])
  })

  it('that begins a task is pending', async () => {
    const server = await modernServer()
    const { url } = await gateway({ pools: [pool(`mcp+${server.origin}/mcp`)], routes: [to('mcp', 'long')] })
    const { status } = await post(`${url}/long?envelope=yaagents`, {})
    expect(status).toBe(202)
  })

  it('that is away, hangs or says too much is a failure that names nothing of it', async () => {
    const port = await closedPort()
    const away = await gateway({ pools: [pool(`mcp+http://127.0.0.1:${port}/mcp`)], routes: [to('mcp', 'greet')] })
    const refused = await post(`${away.url}/greet?envelope=yaagents`, {})
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([424, 'UPSTREAM_UNAVAILABLE'])
    expect(refused.text).not.toContain(String(port))

    const server = await modernServer()
    const address = `mcp+${server.origin}/mcp`
    const routes = [to('mcp', 'hang'), to('mcp', 'huge')]
    const slow = await gateway({ pools: [pool(address, { totalTimeoutMs: 150, tries: 1 })], routes })
    const late = await post(`${slow.url}/hang?envelope=yaagents`, {})
    expect([late.status, JSON.parse(late.text).code]).toEqual([424, 'UPSTREAM_TIMEOUT'])
    const patient = await gateway({ pools: [pool(address, { tries: 1 })], routes })
    const huge = await post(`${patient.url}/huge?envelope=yaagents`, {})
    expect([huge.status, JSON.parse(huge.text).code]).toEqual([424, 'UPSTREAM_BROKEN'])
    expect(await slow.metric('replywire_gateway_upstream_tries_total', { result: 'timeout' })).toBe(1)
  })

  it('takes as many calls as its pool allows, and is left alone when it is away', async () => {
    const server = await modernServer()
    const address = `mcp+${server.origin}/mcp`
    const pools = [pool(address, { maxConcurrent: 1, totalTimeoutMs: 300, tries: 1 })]
    const busy = await gateway({ pools, routes: [to('mcp', 'hang'), to('mcp', 'greet')] })
    const first = post(`${busy.url}/hang`, {})
    await expect.poll(() => server.headers.length).toBeGreaterThan(0)
    expect((await post(`${busy.url}/greet?envelope=yaagents`, {})).status).toBe(503)
    await first

    const port = await closedPort()
    const breaker = { failures: 1, openMs: 60_000 }
    const gone = pool(`mcp+http://127.0.0.1:${port}/mcp`, { breaker, tries: 1 })
    const away = await gateway({ pools: [gone], routes: [to('mcp', 'greet')] })
    await post(`${away.url}/greet`, {})
    const { headers } = await post(`${away.url}/greet?envelope=yaagents`, {})
    expect(headers['retry-after']).toBe('60')
  })

  it('sends its progress as events', async () => {
    const server = await modernServer()
    const routes = [to('mcp', 'slow', { mode: 'sse', offers: ['agent-run'] })]
    const { url } = await gateway({ pools: [pool(`mcp+${server.origin}/mcp`)], routes })
    const { text } = await post(`${url}/slow`, {}, { accept: 'text/event-stream' })
    const { events } = readSse(text)
    expect(events.filter(({ data }) => data.includes('step '))).toHaveLength(2)
    expect(events.at(-1)?.event).toBe('final')
  })
})

describe('an A2A agent', () => {
  it('answers calls of a route, streamed or not', async () => {
    const agent = await a2aAgent([['JSONRPC', '1.0']], { streaming: true })
    const routes = [to('a2a', 'act', { mode: 'sse', offers: ['agent-run'] })]
    const { url } = await gateway({ pools: [pool(`a2a+${agent.origin}`)], routes })
    const { status, text } = await post(`${url}/act`, { act: 'work' }, { 'x-tenant-id': 'forged' })
    expect([status, JSON.parse(text).status]).toEqual([200, 'ok'])
    const streamed = await post(`${url}/act`, { act: 'work' }, { accept: 'text/event-stream' })
    const { events } = readSse(streamed.text)
    expect(events.length).toBeGreaterThan(1)
    expect(events.at(-1)?.event).toBe('final')
    const failed = await post(`${url}/act`, { act: 'fail' })
    expect(JSON.parse(failed.text).status).not.toBe('ok')
  })
})

describe('an A2A agent whose card names another place', () => {
  it('is called at the address of the route, and nothing is sent to that place', async () => {
    const elsewhere = await upstream((_, response) => sendJson(response, 200, {}))
    const { url: agent } = await served()
    const agents = await upstream(async ({ method, path, headers, body }, response) => {
      const kept = ['content-type', 'accept', 'a2a-version'].flatMap(name => [[name, String(headers[name] ?? '')]])
      const init = { method, headers: Object.fromEntries(kept), body: body || null }
      const answer = await fetch(`${agent}${path}`, init)
      const text = (await answer.text()).replaceAll(agent, elsewhere.url)
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(text)
    })
    const { url } = await gateway({
      pools: [pool(`a2a+${agents.url}`)],
      routes: [to('a2a', 'add', { offers: ['yaagents'] })],
    })
    const { status, text } = await post(`${url}/add`, { a: 2, b: 3 }, { authorization: 'Bearer secret' })
    expect([status, JSON.parse(text)]).toMatchObject([200, { sum: 5 }])
    expect(agents.received.map(({ method }) => method)).toContain('POST')
    expect(elsewhere.received).toEqual([])
  })
})
