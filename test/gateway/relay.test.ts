/** Calls that are sent to an upstream over HTTP without a request of a caller, over real sockets. */
import { afterEach, expect, it } from 'vitest'
import { editionNamed } from '../../src/gateway/edition-named.ts'
import { createGatewayMetrics } from '../../src/gateway/metrics.ts'
import { HttpRelay } from '../../src/gateway/relay/http-relay.ts'
import type { Relay } from '../../src/gateway/relay/relay.ts'
import { UpstreamPool } from '../../src/gateway/upstream/upstream-pool.ts'
import { Stop } from '../../src/lib/stop.ts'
import type { Interim } from '../../src/outcome/moment.ts'
import { closedPort, pool, sendJson, traceOf, upstream } from './kit.ts'

const opened: UpstreamPool[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

function relayTo(url: string, contract: string, at: { name?: string; method?: string; path?: string } = {}): Relay {
  const to = new UpstreamPool(pool(url), createGatewayMetrics())
  opened.push(to)
  const { name = '', method = 'POST', path = '/campaigns/{campaignId}/optimizations' } = at
  const operation = { contractEdition: editionNamed(contract), name, method, path }
  return new HttpRelay({ pool: to, operation, isEffectFree: method === 'GET', maxBytes: 1024 * 1024 })
}

const call = {
  operation: 'optimize',
  input: { campaignId: 'c 1', goal: 'reach' },
  exchange: { requestId: 'req-1', correlationId: 'cor-1' },
}

it('sends a call to the route of a service, and reads what it answers', async () => {
  const agents = await upstream((received, response) =>
    sendJson(response, 200, { done: true, trace: traceOf(received) }),
  )
  const reply = await relayTo(agents.url, 'yaagents').call(
    { ...call, idempotencyKey: 'key-1', approvalTokens: ['t1', 't2'] },
    { stop: new Stop(), headers: { 'x-tenant-id': 'acme', 'idempotency-key': 'of-the-caller' } },
  )
  expect(reply.outcome).toMatchObject({ kind: 'completed', payload: { kind: 'value', value: { done: true } } })
  expect(reply.author).toBeUndefined()
  expect(agents.received).toMatchObject([
    {
      method: 'POST',
      path: '/campaigns/c%201/optimizations',
      body: '{"goal":"reach"}',
      headers: {
        'x-request-id': 'req-1',
        'x-correlation-id': 'cor-1',
        'idempotency-key': 'key-1',
        'x-approval-token': 't1, t2',
        'x-tenant-id': 'acme',
        'content-type': 'application/json',
      },
    },
  ])
})

it('puts the arguments of a GET into its query', async () => {
  const agents = await upstream((received, response) => sendJson(response, 200, { data: {}, trace: traceOf(received) }))
  const at = { method: 'GET', path: '/campaigns/{id}' }
  await relayTo(agents.url, 'yaagents', at).call(
    { ...call, input: { id: 7, tag: ['a b', 'c'], deep: { x: 1 } } },
    { stop: new Stop() },
  )
  expect(agents.received.map(({ path, body }) => [path, body])).toEqual([
    ['/campaigns/7?tag=a%20b&tag=c&deep=%7B%22x%22%3A1%7D', ''],
  ])
})

it('calls a service whose contract has requests of its own at their path', async () => {
  const agents = await upstream((received, response) => {
    const { request_id, task_type } = JSON.parse(received.body)
    sendJson(response, 200, { request_id, task_type, status: 'ok', outputs: { n: 2 } })
  })
  const reply = await relayTo(agents.url, 'agent-run', { name: 'OPTIMIZE' }).call(call, { stop: new Stop() })
  expect(agents.received[0]).toMatchObject({ path: '/agents/run/sync' })
  expect(JSON.parse(agents.received[0]?.body ?? '')).toMatchObject({
    request_id: 'req-1',
    task_type: 'OPTIMIZE',
    inputs: { campaignId: 'c 1', goal: 'reach' },
  })
  expect(reply.exchange.operation).toBe('OPTIMIZE')
})

it('sends nothing when the arguments do not fit into the path', async () => {
  const agents = await upstream((_, response) => sendJson(response, 200, {}))
  const { outcome } = await relayTo(agents.url, 'yaagents').call(
    { ...call, input: { goal: 'x' } },
    { stop: new Stop() },
  )
  expect(outcome).toMatchObject({ kind: 'failed', fault: { category: 'invalid', began: false } })
  expect(agents.received).toHaveLength(0)
})

it('says nothing of an upstream that cannot be reached', async () => {
  const port = await closedPort()
  const reply = await relayTo(`http://127.0.0.1:${port}`, 'yaagents').call(call, { stop: new Stop() })
  expect(reply).toMatchObject({ author: 'server', failure: 'unreachable' })
  expect(reply.outcome).toMatchObject({ kind: 'failed', fault: { code: 'UPSTREAM_UNAVAILABLE', began: false } })
  expect(JSON.stringify(reply)).not.toContain(String(port))
})

it('takes the address of the upstream out of what it says of a task', async () => {
  const agents = await upstream((received, response) =>
    sendJson(
      response,
      202,
      {
        type: 'operation_accepted',
        code: 'OPERATION_ACCEPTED',
        message: 'Queued.',
        operationId: 'op-1',
        statusUrl: `${agents.url}/operations/op-1`,
        trace: traceOf(received),
      },
      'application/vnd.yaagents.operation+json',
      { location: `${agents.url}/operations/op-1` },
    ),
  )
  const { outcome } = await relayTo(agents.url, 'yaagents').call(call, { stop: new Stop() })
  expect(outcome).toMatchObject({ kind: 'pending', task: { id: 'op-1', statusUrl: '/operations/op-1' } })
  expect(JSON.stringify(outcome)).not.toContain(agents.url)
})

it('is stopped by its stop', async () => {
  const agents = await upstream(() => stop.stop())
  const stop = new Stop()
  const reply = await relayTo(agents.url, 'yaagents').call(call, { stop })
  expect(reply).toMatchObject({ outcome: { kind: 'canceled' }, author: 'server', failure: 'stopped' })
})

it('reads a stream moment by moment, and waits for its receiver', async () => {
  const agents = await upstream((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
    response.write('event: progress\ndata: {"fraction":0.5}\n\nevent: progress\ndata: {"fraction":0.75}\n\n')
    response.end('event: outcome\ndata: {"data":{"done":true}}\n\n')
  })
  const seen: Interim[] = []
  let open = 0
  const reply = await relayTo(agents.url, 'problem').call(call, {
    stop: new Stop(),
    onMoment: async moment => {
      expect(++open).toBe(1)
      await new Promise(resolve => setTimeout(resolve, 5))
      seen.push(moment)
      open -= 1
    },
  })
  expect(agents.received[0]?.headers.accept).toBe('text/event-stream')
  expect(seen).toEqual([
    { kind: 'progress', fraction: 0.5 },
    { kind: 'progress', fraction: 0.75 },
  ])
  expect(reply.outcome.kind).toBe('completed')
})

it('ends a stream that breaks off with one failure', async () => {
  const agents = await upstream((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
    response.write('event: progress\ndata: {"fraction":0.5}\n\n', () => response.destroy())
  })
  const reply = await relayTo(agents.url, 'problem').call(call, { stop: new Stop(), onMoment: () => undefined })
  expect(reply).toMatchObject({ author: 'server', outcome: { kind: 'failed', fault: { code: 'UPSTREAM_BROKEN' } } })
})
