/** §11 of the profile: streams of events through the gateway. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { callerEntry } from './caller-plugin.ts'
import {
  closedPort,
  gateway,
  pool,
  rawUpstream,
  route,
  sendJson,
  sendRaw,
  type TestConfig,
  traceOf,
  upstream,
} from './kit.ts'

const sse = { accept: 'text/event-stream' }
const completions = route({ id: 'completions', path: '/llm/completions', mode: 'sse' })

const errors = (kind: string, tenant = '') => ({ tenant_id: tenant, route_id: 'completions', error_kind: kind })
const errorsTotal = 'yaagents_gateway_sse_errors_total'
const active = 'yaagents_gateway_sse_connections_active'

async function until(isTrue: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isTrue())) await wait(5)
}

interface Opened {
  readonly response: Response
  readonly reader: ReadableStreamDefaultReader<string>
  leave(): void
}

async function open(url: string, headers: Record<string, string> = sse): Promise<Opened> {
  const leaving = new AbortController()
  const response = await fetch(`${url}/llm/completions`, {
    method: 'POST',
    headers,
    body: '{}',
    signal: leaving.signal,
  })
  const reader = (response.body as ReadableStream).pipeThrough(new TextDecoderStream()).getReader()
  return { response, reader, leave: () => leaving.abort() }
}

/** Upstream streams whose writing the test decides. */
async function streaming(settings: TestConfig = {}) {
  const open: import('node:http').ServerResponse[] = []
  const agents = await upstream((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-yaagents-profile': 'v0.2' })
    response.flushHeaders()
    open.push(response)
  })
  const opened = await gateway({ routes: [completions], ...settings, pools: [pool(agents.url)] })
  const next = async (at: number) => {
    await until(() => open.length > at)
    return open[at] as import('node:http').ServerResponse
  }
  return { agents, next, ...opened }
}

describe('§11.1 and 11.2: when there is a stream', () => {
  const counting = async (mode: 'json' | 'sse') => {
    const agents = await upstream((received, response) => {
      if (/event-stream(?!;q=0$)/i.test(received.headers.accept ?? '') && mode === 'sse') {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.end('data: [DONE]\n\n')
      } else sendJson(response, 200, { text: 'whole' })
    })
    return gateway({ pools: [pool(agents.url)], routes: [{ ...completions, mode }] })
  }

  test.each([
    ['sse', 'text/event-stream', 'text/event-stream'],
    ['sse', 'application/json, text/event-stream;q=0.9', 'text/event-stream'],
    ['sse', 'Text/Event-Stream', 'text/event-stream'],
    ['sse', 'application/json', 'application/json'],
    ['sse', '*/*', 'application/json'],
    ['sse', 'application/json, text/event-stream;q=0', 'application/json'],
    ['json', 'text/event-stream', 'application/json'],
  ] as const)('mode %s and Accept: %s is %s', async (mode, accept, type) => {
    const { url, metric } = await counting(mode)
    const response = await fetch(`${url}/llm/completions`, { method: 'POST', headers: { accept }, body: '{}' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    await response.text()
    expect(await metric(active)).toBe(type === 'text/event-stream' ? 0 : undefined)
    expect(response.headers.get('vary')).toBe(mode === 'sse' ? 'Accept' : null)
  })
})

describe('§11.3: the answer', () => {
  test('has its head before the first event, and each piece as it comes', async () => {
    const { url, next } = await streaming()
    const { response, reader } = await open(url)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.get('x-yaagents-profile')).toBe('v0.3')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    const source = await next(0)
    for (const piece of ['data: one\n\n', 'event: odd\ndata: {"half":', ' 1}\n\n', 'data: [DONE]\n\n']) {
      source.write(piece)
      expect(await reader.read()).toEqual({ done: false, value: piece })
    }
    source.end()
    expect((await reader.read()).done).toBe(true)
  })

  test('any vocabulary passes byte by byte, the profile header once', async () => {
    const text =
      ': comment\r\n\r\nid: 7\rretry: 10\rdata: x\r\rdata: ü\ndata: y\n\nevent: final\ndata\n\ndata: [DONE]\n\n'
    const agents = await upstream((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'x-yaagents-profile': 'v0.2' })
      response.end(text)
    })
    const { port } = await gateway({ pools: [pool(agents.url)], routes: [completions] })
    const head = 'POST /llm/completions HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\nContent-Length: 0\r\n'
    const raw = Buffer.from(await sendRaw(port, `${head}Connection: close\r\n\r\n`), 'latin1').toString()
    expect(raw.match(/x-yaagents-profile/gi)).toHaveLength(1)
    expect(raw).toContain(text)
  })

  test('the plugins run first: who may not call opens no stream', async () => {
    const { url, agents, metric } = await streaming({
      routes: [{ ...completions, tenantRequired: true }],
      plugins: [callerEntry],
    })
    const { response } = await open(url)
    expect(response.status).toBe(403)
    expect(response.headers.get('content-type')).toBe('application/vnd.yaagents.error+json')
    expect(agents.received).toHaveLength(0)
    expect(await metric(active)).toBeUndefined()
    const opened = await open(url, { ...sse, 'test-tenant': 'acme' })
    expect(opened.response.status).toBe(200)
    expect(agents.received[0]?.headers['x-tenant-id']).toBe('acme')
    expect(agents.received[0]?.headers['x-actor-subject']).toBe('ada')
    opened.leave()
  })

  test('an upstream that answers with JSON is verified as JSON', async () => {
    const agents = await upstream((received, response) =>
      received.headers['x-request-id'] === 'good'
        ? sendJson(response, 200, { text: 'whole', trace: traceOf(received) })
        : sendJson(response, 422, { type: 'validation_failed' }, 'application/vnd.yaagents.validation-error+json'),
    )
    const { url, metric } = await gateway({ pools: [pool(agents.url)], routes: [completions] })
    const good = await fetch(`${url}/llm/completions`, { method: 'POST', headers: { ...sse, 'x-request-id': 'good' } })
    expect(good.headers.get('content-type')).toBe('application/json')
    expect(((await good.json()) as { text: string }).text).toBe('whole')
    const bad = await fetch(`${url}/llm/completions`, { method: 'POST', headers: sse })
    expect(bad.status).toBe(500)
    expect(((await bad.json()) as { code: string }).code).toBe('TRACE_MISSING')
    expect(await metric(active, { route_id: 'completions' })).toBe(0)
  })

  test('a stream that nobody asked for breaks the contract at once', async () => {
    const agents = await upstream((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: endless\n\n')
    })
    const { url } = await gateway({ pools: [pool(agents.url)] })
    const response = await fetch(`${url}/campaigns/7/optimizations`, { method: 'POST' })
    expect(response.status).toBe(500)
    expect(((await response.json()) as { code: string }).code).toBe('UPSTREAM_CONTRACT_VIOLATION')
  })

  test('a compressed stream is refused: where its events end cannot be seen', async () => {
    const agents = await upstream((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' })
      response.write('x')
    })
    const { url } = await gateway({ pools: [pool(agents.url)], routes: [completions] })
    const { response, reader } = await open(url)
    expect(response.status).toBe(424)
    expect((await reader.read()).value).toContain('"code":"UPSTREAM_BROKEN"')
    expect(agents.received[0]?.headers['accept-encoding']).toBe('identity')
  })
})

describe('§11.4 and 11.5: the ceiling', () => {
  test('is exact for each tenant: the next one is 429 LIMIT_EXCEEDED with retryAfter', async () => {
    const { url, metric, next } = await streaming({ plugins: [callerEntry], limits: { maxSseConnectionsPerTenant: 3 } })
    const acme = { ...sse, 'test-tenant': 'acme' }
    const opened = await Promise.all([open(url, acme), open(url, acme), open(url, acme)])
    expect(opened.map(({ response }) => response.status)).toEqual([200, 200, 200])
    const { response } = await open(url, acme)
    expect(response.status).toBe(429)
    expect(response.headers.get('content-type')).toBe('application/vnd.yaagents.error+json')
    expect(response.headers.get('retry-after')).toBe('60')
    expect(response.headers.get('x-yaagents-profile')).toBe('v0.3')
    expect((await open(url, { ...sse, 'test-tenant': 'globex' })).response.status).toBe(200)
    expect(await metric(active, { tenant_id: 'acme', route_id: 'completions' })).toBe(3)
    expect(await metric(errorsTotal, errors('limit_exceeded', 'acme'))).toBe(1)
    // A place is free again when its reader leaves, and when its stream ends.
    opened[0]?.leave()
    await until(async () => (await metric(active, { tenant_id: 'acme' })) === 2)
    expect((await open(url, acme)).response.status).toBe(200)
    expect((await open(url, acme)).response.status).toBe(429)
    const source = await next(1)
    source.end('data: [DONE]\n\n')
    await until(async () => (await metric(active, { tenant_id: 'acme' })) === 2)
    expect((await open(url, acme)).response.status).toBe(200)
  })

  test('its body has the shape of §7.10', async () => {
    const { url } = await streaming({ limits: { maxSseConnectionsPerTenant: 0 } })
    const { reader } = await open(url, { ...sse, 'x-request-id': 'r', 'x-correlation-id': 'c' })
    expect(JSON.parse((await reader.read()).value ?? '')).toEqual({
      type: 'error',
      code: 'LIMIT_EXCEEDED',
      message: 'As many streams are open as are allowed at once.',
      retryAfter: 60,
      trace: { correlationId: 'c', requestId: 'r' },
    })
  })

  test('calls of the same route without Accept do not count', async () => {
    const { url } = await gateway({
      routes: [completions],
      limits: { maxSseConnectionsPerTenant: 0 },
      pools: [pool((await upstream((_, response) => sendJson(response, 200, {}))).url)],
    })
    const response = await fetch(`${url}/llm/completions`, { method: 'POST' })
    expect(response.status).toBe(200)
  })
})

describe('§11.6: the execution timeout', () => {
  test('before the head of a JSON answer: 500 EXECUTION_TIMEOUT', async () => {
    const agents = await upstream(() => {})
    const { url } = await gateway({ pools: [pool(agents.url)], routes: [route({ executionTimeoutSeconds: 0.05 })] })
    const response = await fetch(`${url}/campaigns/7/optimizations`, { method: 'POST' })
    expect(response.status).toBe(500)
    expect(response.headers.get('content-type')).toBe('application/vnd.yaagents.error+json')
    expect(((await response.json()) as { code: string }).code).toBe('EXECUTION_TIMEOUT')
  })

  test('zero is none', async () => {
    const agents = await upstream((_, response) => setTimeout(() => sendJson(response, 200, {}), 100))
    const { url } = await gateway({ pools: [pool(agents.url)], routes: [route({ executionTimeoutSeconds: 0 })] })
    expect((await fetch(`${url}/campaigns/7/optimizations`, { method: 'POST' })).status).toBe(200)
  })

  test('of a stream there are thirty seconds more, in all', async () => {
    const { url, next, metric, lines } = await streaming({
      routes: [{ ...completions, executionTimeoutSeconds: -29.8 }],
    })
    const { response, reader } = await open(url, { ...sse, 'x-request-id': 'r', 'x-correlation-id': 'c' })
    expect(response.status).toBe(200)
    const source = await next(0)
    source.write('data: one\n\n')
    expect((await reader.read()).value).toBe('data: one\n\n')
    const last = (await reader.read()).value ?? ''
    expect(last).toMatch(/^event: error\ndata: .*\n\n$/)
    expect(JSON.parse(last.slice('event: error\ndata: '.length))).toEqual({
      type: 'error',
      code: 'EXECUTION_TIMEOUT',
      message: 'The call took longer than this route allows.',
      trace: { correlationId: 'c', requestId: 'r' },
    })
    expect((await reader.read()).done).toBe(true)
    expect(await metric(errorsTotal, errors('timeout'))).toBe(1)
    expect(await metric(active, { route_id: 'completions' })).toBe(0)
    expect(lines.at(-1)).toMatchObject({
      status: 200,
      stream: true,
      code: 'EXECUTION_TIMEOUT',
      operation: 'completions',
    })
  })

  test('of a stream before its head: 500, counted as timeout', async () => {
    const agents = await upstream(() => {})
    const { url, metric } = await gateway({
      pools: [pool(agents.url)],
      routes: [{ ...completions, executionTimeoutSeconds: -29.95 }],
    })
    const { response } = await open(url)
    expect(response.status).toBe(500)
    expect(response.headers.get('content-type')).toBe('application/vnd.yaagents.error+json')
    expect(await metric(errorsTotal, errors('timeout'))).toBe(1)
  })
})

describe('§11.7 and after the start', () => {
  test('client_disconnect: the upstream learns that the reader has left', async () => {
    const { url, next, metric, lines } = await streaming()
    const { leave } = await open(url)
    const source = await next(0)
    leave()
    await once(source, 'close')
    await until(async () => (await metric(errorsTotal, errors('client_disconnect'))) === 1)
    expect(await metric(active, { route_id: 'completions' })).toBe(0)
    expect(lines.at(-1)).toMatchObject({ status: 499, code: 'CLIENT_GONE' })
  })

  test('client_disconnect before the head', async () => {
    const agents = await upstream(() => {})
    const { url, metric } = await gateway({ pools: [pool(agents.url)], routes: [completions] })
    const leaving = new AbortController()
    const response = fetch(`${url}/llm/completions`, { method: 'POST', headers: sse, signal: leaving.signal })
    await until(() => agents.received.length === 1)
    leaving.abort()
    await response.catch(() => {})
    await until(async () => (await metric(errorsTotal, errors('client_disconnect'))) === 1)
    expect(await metric(active, { route_id: 'completions' })).toBe(0)
  })

  test('upstream_error: a terminal event between events, then the end', async () => {
    const { url, next, metric } = await streaming()
    const { reader } = await open(url)
    const source = await next(0)
    source.write('data: one\n\n')
    await reader.read()
    source.destroy()
    const last = (await reader.read()).value ?? ''
    expect(last).toMatch(/^event: error\ndata: \{"type":"failed_dependency","code":"UPSTREAM_BROKEN",.*\}\n\n$/)
    expect((await reader.read()).done).toBe(true)
    expect(await metric(errorsTotal, errors('upstream_error'))).toBe(1)
  })

  test('upstream_error in the middle of an event: the connection is cut, so that no half event is taken for a whole', async () => {
    const { url, next, metric } = await streaming()
    const { reader } = await open(url)
    const source = await next(0)
    source.write('data: {"half":')
    expect((await reader.read()).value).toBe('data: {"half":')
    source.destroy()
    await expect(reader.read()).rejects.toThrow()
    expect(await metric(errorsTotal, errors('upstream_error'))).toBe(1)
  })

  test('upstream_error before the head: 424 in the contract', async () => {
    const url = `http://127.0.0.1:${await closedPort()}`
    const { url: own, metric } = await gateway({ pools: [pool(url)], routes: [completions] })
    const { response } = await open(own)
    expect(response.status).toBe(424)
    expect(response.headers.get('content-type')).toBe('application/vnd.yaagents.error+json')
    expect(await metric(errorsTotal, errors('upstream_error'))).toBe(1)
  })

  test('keep-alive comments come between events, never inside one', async () => {
    const { url, next } = await streaming({ limits: { keepAliveMs: 20 } })
    const { reader } = await open(url)
    const source = await next(0)
    expect((await reader.read()).value).toBe(': keep-alive\n\n')
    source.write('data: half')
    let text = ''
    while (!text.endsWith('half')) text += (await reader.read()).value
    await wait(100)
    source.write(' and half\n\n')
    expect((await reader.read()).value).toBe(' and half\n\n')
    expect((await reader.read()).value).toBe(': keep-alive\n\n')
  })

  test('a gateway that stops ends its streams with the reason', async () => {
    const { url, gateway: opened, metric } = await streaming()
    const { reader } = await open(url)
    await opened.close()
    expect((await reader.read()).value).toMatch(/^event: error\ndata: \{"type":"error","code":"SHUTTING_DOWN"/)
    expect((await reader.read()).done).toBe(true)
    expect(opened.openCalls).toBe(0)
    expect(await metric(active, { route_id: 'completions' })).toBe(0)
  })

  test('a reader that takes nothing stops the upstream, not the memory of the gateway', async () => {
    const piece = Buffer.from(`data: ${'x'.repeat(64 * 1024)}\n\n`)
    let sent = 0
    const agents = await rawUpstream(socket => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n')
        const more = () => {
          while (sent < 64 * 1024 * 1024) {
            sent += piece.byteLength
            if (!socket.write(piece)) break
          }
        }
        socket.on('drain', more)
        more()
      })
    })
    const { port, gateway: opened } = await gateway({ pools: [pool(agents.url)], routes: [completions] })
    const socket = connect(port, '127.0.0.1')
    socket.pause()
    socket.write('POST /llm/completions HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\nContent-Length: 0\r\n\r\n')
    let before = -1
    await until(async () => {
      const isSame = sent === before && sent > 0
      before = sent
      await wait(50)
      return isSame
    })
    expect(sent).toBeLessThan(32 * 1024 * 1024)
    expect(opened.openCalls).toBe(1)
    socket.destroy()
    await until(() => opened.openCalls === 0)
  })
})
