/** Routes whose callers and upstreams speak different contracts, over real sockets. */
import { describe, expect, it } from 'vitest'
import type { RouteConfig } from '../../src/gateway/config.ts'
import { readSse } from '../../src/wire/sse.ts'
import { closedPort, gateway, pool, type Received, route, sendJson, sendRaw, upstream } from './kit.ts'

/** A service with the one envelope of agent-run. */
async function runService(outputs: object = { plan: 'b' }, more: object = {}) {
  return upstream((received, response) => {
    const { request_id, task_type } = JSON.parse(received.body)
    sendJson(response, 200, { request_id, task_type, status: 'ok', outputs, ...more })
  })
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': 'req-1', 'x-correlation-id': 'cor-1', ...headers },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text === '' ? undefined : JSON.parse(text) }
}

const toRun = (more: Partial<RouteConfig> = {}) => route({ contract: 'agent-run', offers: ['yaagents'], ...more })

describe('requests', () => {
  it('of a caller of the profile reach an agent-run service as its own', async () => {
    const agents = await runService()
    const { url } = await gateway({ pools: [pool(agents.url)], routes: [toRun({ operation: 'PLAN_CAMPAIGN' })] })
    const answer = await post(
      `${url}/campaigns/c-7/optimizations?dry=yes`,
      { goal: 'reach' },
      {
        'idempotency-key': 'key-1',
        'x-approval-token': 't1, t2',
        'x-yaagents-profile': 'v0.3',
        'x-tenant-id': 'forged',
        'x-own': 'kept',
      },
    )
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ plan: 'b', trace: { requestId: 'req-1', correlationId: 'cor-1' } })
    const [{ path, body, headers } = {} as Received] = agents.received
    expect(path).toBe('/agents/run/sync')
    expect(JSON.parse(body)).toMatchObject({
      request_id: 'req-1',
      task_type: 'PLAN_CAMPAIGN',
      inputs: { campaignId: 'c-7', goal: 'reach' },
    })
    expect(headers).toMatchObject({
      'x-request-id': 'req-1',
      'x-correlation-id': 'cor-1',
      'idempotency-key': 'key-1',
      'x-approval-token': 't1, t2',
      'x-own': 'kept',
      'x-forwarded-for': '127.0.0.1',
    })
    expect(headers['x-tenant-id']).toBeUndefined()
  })

  it('name the id of the route as a task type where the route names none', async () => {
    const agents = await runService()
    const { url } = await gateway({ pools: [pool(agents.url)], routes: [toRun({ id: 'optimize-all' })] })
    await post(`${url}/campaigns/c/optimizations`, {})
    expect(JSON.parse(agents.received[0]?.body ?? '')).toMatchObject({ task_type: 'OPTIMIZE_ALL' })
  })

  it('of an agent-run caller reach a route of a REST service', async () => {
    const agents = await upstream((received, response) =>
      sendJson(response, 200, { saved: JSON.parse(received.body), trace: ids(received) }),
    )
    const routes = [
      route({
        id: 'save',
        path: '/agents/run/sync',
        contract: 'yaagents',
        offers: ['agent-run'],
        operation: 'PUT /things/{thing}',
      }),
    ]
    const { url } = await gateway({ pools: [pool(agents.url)], routes })
    const envelope = { request_id: 'r-9', task_type: 'SAVE', inputs: { thing: 'a/b', size: 3 } }
    const answer = await post(`${url}/agents/run/sync`, envelope, { 'x-request-id': 'r-9' })
    expect(answer.body).toMatchObject({ request_id: 'r-9', task_type: 'SAVE', status: 'ok' })
    expect(answer.body.outputs).toMatchObject({ saved: { size: 3 } })
    expect(agents.received[0]).toMatchObject({ method: 'PUT', path: '/things/a%2Fb', body: '{"size":3}' })
    const unknown = await post(`${url}/agents/run/sync`, { ...envelope, task_type: 'DROP' }, { 'x-request-id': 'r-9' })
    expect(unknown.body.status).not.toBe('ok')
    expect(agents.received).toHaveLength(1)
  })

  it('with arguments that the schema of the route refuses are not sent', async () => {
    const agents = await runService()
    const input = { type: 'object', properties: { limit: { type: 'integer' } }, required: ['limit'] }
    const routes = [toRun({ method: 'GET', path: '/plans', input, effects: 'none' })]
    const { url } = await gateway({ pools: [pool(agents.url)], routes })
    const refused = await fetch(`${url}/plans`)
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ code: 'VALIDATION_FAILED' })
    expect(agents.received).toHaveLength(0)
    await fetch(`${url}/plans?limit=3`)
    expect(JSON.parse(agents.received[0]?.body ?? '')).toMatchObject({ inputs: { limit: 3 } })
  })

  it('with a body that is no JSON, or too long, are refused in the contract of the caller', async () => {
    const agents = await runService()
    const { url } = await gateway({ pools: [pool(agents.url)], routes: [toRun({ maxBodyBytes: 64 })] })
    const to = `${url}/campaigns/c/optimizations`
    const broken = await fetch(to, { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } })
    expect([broken.status, broken.headers.get('x-yaagents-profile')]).toEqual([422, 'v0.3'])
    const long = await post(to, { text: 'x'.repeat(100) })
    expect([long.status, long.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect(agents.received).toHaveLength(0)
  })
})

describe('the contract of the answer', () => {
  const offering = { offers: ['problem', 'yaagents', 'agent-run'] }

  it('is the one that the caller asks for', async () => {
    const agents = await runService()
    const { url } = await gateway({ pools: [pool(agents.url)], routes: [toRun(offering)] })
    const to = `${url}/campaigns/c/optimizations`
    const mount = await post(to, {})
    expect(mount.body).toEqual({ plan: 'b' })
    expect(mount.headers.get('vary')).toContain('Accept')
    expect((await post(`${to}?envelope=yaagents`, {})).body).toMatchObject({ plan: 'b', trace: { requestId: 'req-1' } })
    const accept = 'application/vnd.replywire.agent-run+json'
    expect((await post(to, {}, { accept })).body).toMatchObject({ outputs: { plan: 'b' } })
    expect((await post(to, {}, { 'x-yaagents-profile': 'v0.3' })).status).toBe(200)
    // Neither the envelope nor what chose it is an argument.
    expect(JSON.parse(agents.received[1]?.body ?? '').inputs ?? {}).toEqual({ campaignId: 'c' })
  })

  it('is refused where none of those that are accepted is offered', async () => {
    const agents = await runService()
    const { url } = await gateway({ pools: [pool(agents.url)], routes: [toRun(offering)] })
    const to = `${url}/campaigns/c/optimizations`
    expect((await post(to, {}, { accept: 'text/html' })).status).toBe(406)
    expect((await post(`${to}?envelope=adcp`, {})).status).toBe(422)
    expect(agents.received).toHaveLength(0)
  })

  it('that both sides speak passes bytes as they are', async () => {
    const body = '{ "data": {"n": 12345678901234567890}, "trace": {"requestId":"req-1","correlationId":"cor-1"} }'
    const agents = await upstream((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    )
    const routes = [route({ contract: 'yaagents', offers: ['yaagents', 'problem'] })]
    const { url } = await gateway({ pools: [pool(agents.url)], routes })
    const to = `${url}/campaigns/c/optimizations`
    expect((await post(to, {})).text).toBe(body)
    expect(agents.received[0]?.path).toBe('/campaigns/c/optimizations')
    expect((await post(`${to}?envelope=problem`, {})).text).not.toBe(body)
  })
})

describe('losses', () => {
  it('are named by pointers in a header, and counted', async () => {
    const agents = await runService(undefined, { 'x-secret-value': 'never shown' })
    const opened = await gateway({ pools: [pool(agents.url)], routes: [toRun({ offers: ['problem'] })] })
    const { headers } = await post(`${opened.url}/campaigns/c/optimizations`, {})
    const named = headers.get('x-replywire-losses') ?? ''
    expect(named).toContain('/extra/agent-run')
    expect(named).not.toContain('never shown')
    const labels = { route: 'optimize', contract: 'problem' }
    expect(await opened.metric('replywire_gateway_translation_losses_total', labels)).toBeGreaterThan(0)
  })

  it('are bounded in number and in length', async () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`citation${n}`, 'x']))
    const agents = await runService(undefined, { citations: [{ source_id: 'a', ...many, ['é,'.repeat(300)]: 1 }] })
    const { url } = await gateway({
      pools: [pool(agents.url)],
      routes: [toRun({ offers: ['adcp'], enforce: 'report' })],
    })
    const { headers } = await post(`${url}/campaigns/c/optimizations`, { idempotency_key: 'key-0123456789abcdef' })
    const items = (headers.get('x-replywire-losses') ?? '').split(', ')
    expect(items.length).toBeLessThanOrEqual(21)
    for (const item of items) expect(item.length).toBeLessThanOrEqual(203)
  })
})

describe('an answer that breaks the contract of the upstream', () => {
  const broken = () =>
    upstream((_, response) =>
      sendJson(response, 200, { request_id: 'another', task_type: 'OPTIMIZE', status: 'ok', outputs: [1] }),
    )

  it('is refused in the contract of the caller, unless findings are only reported', async () => {
    const agents = await broken()
    const opened = await gateway({
      pools: [pool(agents.url)],
      routes: [toRun(), toRun({ id: 'lenient', path: '/lenient', enforce: 'report' })],
    })
    const refused = await post(`${opened.url}/campaigns/c/optimizations`, {})
    expect([refused.status, refused.body.code]).toEqual([500, 'UPSTREAM_CONTRACT_VIOLATION'])
    expect((await post(`${opened.url}/lenient`, {})).status).toBe(200)
    expect(await opened.metric('replywire_gateway_findings_total', { route: 'optimize' })).toBeGreaterThan(0)
    expect(await opened.metric('replywire_gateway_findings_total', { route: 'lenient' })).toBeGreaterThan(0)
    const labels = { route: 'optimize', code: 'UPSTREAM_CONTRACT_VIOLATION' }
    expect(await opened.metric('replywire_gateway_refusals_total', labels)).toBe(1)
  })
})

describe('an upstream that gives no answer', () => {
  it('is a failure in the contract of the caller, without its address', async () => {
    const port = await closedPort()
    const { url } = await gateway({ pools: [pool(`http://127.0.0.1:${port}`)], routes: [toRun()] })
    const { status, body, text } = await post(`${url}/campaigns/c/optimizations`, {})
    expect([status, body.code]).toEqual([424, 'UPSTREAM_UNAVAILABLE'])
    expect(text).not.toContain(String(port))
  })
})

describe('streams', () => {
  const streamed = (more: Partial<RouteConfig> = {}) =>
    route({ contract: 'problem', offers: ['agent-run'], mode: 'sse', ...more })
  const head = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }
  const first = 'event: progress\ndata: {"fraction":0.5}\n\n'
  const events = (text: string) => readSse(text).events

  async function read(url: string) {
    const response = await fetch(`${url}/campaigns/c/optimizations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: '{}',
    })
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
  }

  it('that break off end with exactly one failure in the contract of the caller', async () => {
    for (const end of ['', 'event: progress\ndata: {"frac']) {
      const agents = await upstream((_, response) => {
        response.writeHead(200, head)
        response.write(first + end, () => setTimeout(() => response.destroy(), 20))
      })
      const opened = await gateway({ pools: [pool(agents.url)], routes: [streamed()] })
      const { text } = await read(opened.url)
      const ends = events(text).filter(({ event }) => event === 'error' || event === 'final')
      expect(ends.map(({ event }) => event)).toEqual(['final'])
      expect(events(text).at(-1)?.data).toContain('UPSTREAM_BROKEN')
      expect(await opened.metric('yaagents_gateway_sse_connections_active', { route_id: 'optimize' })).toBe(0)
      expect(await opened.metric('yaagents_gateway_sse_errors_total', { error_kind: 'upstream_error' })).toBe(1)
    }
  })

  it('count against the ceiling of their tenant, and free their place once', async () => {
    const open: (() => void)[] = []
    const agents = await upstream((_, response) => {
      response.writeHead(200, head)
      response.write(first)
      open.push(() => response.end('event: outcome\ndata: {"n":1}\n\n'))
    })
    const opened = await gateway({
      pools: [pool(agents.url)],
      routes: [streamed()],
      limits: { maxSseConnectionsPerTenant: 1 },
    })
    const reading = read(opened.url)
    await expect.poll(() => open.length).toBe(1)
    expect((await read(opened.url)).status).toBe(429)
    open[0]?.()
    expect(events((await reading).text).at(-1)?.event).toBe('final')
    const again = read(opened.url)
    await expect.poll(() => open.length).toBe(2)
    open[1]?.()
    await again
    await expect.poll(() => opened.metric('yaagents_gateway_sse_connections_active', { route_id: 'optimize' })).toBe(0)
  })

  it('are kept open while the upstream is silent', async () => {
    let finish = () => {}
    const agents = await upstream((_, response) => {
      response.writeHead(200, head)
      response.write(first)
      finish = () => response.end('event: outcome\ndata: {"n":1}\n\n')
    })
    const opened = await gateway({ pools: [pool(agents.url)], routes: [streamed()], limits: { keepAliveMs: 30 } })
    const text = await sendRaw(
      opened.port,
      'POST /campaigns/c/optimizations HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
      seen => {
        if (seen.includes(': keep-alive')) finish()
        return seen.includes('event: final')
      },
    )
    expect(text).toContain(': keep-alive')
    expect(text).toContain('event: final')
  })

  it('stop at the upstream when their reader leaves', async () => {
    let isClosed = false
    const agents = await upstream((_, response) => {
      response.writeHead(200, head)
      response.write(first)
      response.on('close', () => {
        isClosed = true
      })
    })
    const opened = await gateway({ pools: [pool(agents.url)], routes: [streamed()] })
    const leaving = new AbortController()
    const response = await fetch(`${opened.url}/campaigns/c/optimizations`, {
      method: 'POST',
      headers: { accept: 'text/event-stream' },
      signal: leaving.signal,
    })
    expect(response.status).toBe(200)
    leaving.abort()
    await expect.poll(() => isClosed).toBe(true)
    await expect.poll(() => opened.gateway.openCalls).toBe(0)
  })

  it('reach a service that has an endpoint of its own for them', async () => {
    const agents = await upstream((received, response) => {
      expect(received.path).toBe('/agents/run/stream')
      response.writeHead(200, head)
      const final = { request_id: 'req-2', task_type: 'OPTIMIZE', status: 'ok', outputs: { n: 1 } }
      response.end(`event: final\ndata: ${JSON.stringify(final)}\n\n`)
    })
    const { url } = await gateway({ pools: [pool(agents.url)], routes: [toRun({ mode: 'sse', enforce: 'report' })] })
    const { text } = await read(url)
    expect(events(text).map(({ event }) => event)).toEqual(['outcome'])
    expect(agents.received).toHaveLength(1)
  })
})

function ids({ headers }: Received) {
  return { requestId: String(headers['x-request-id']), correlationId: String(headers['x-correlation-id']) }
}
