import { spawn } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { bearer, call, counted, guarded, plugin, service, withSecret } from './kit.ts'

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[]
  events: { name: string }[]
}

/** A collector that keeps what it is sent. */
async function collector() {
  const spans: Span[] = []
  const types: (string | undefined)[] = []
  const one = await service((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      types.push(request.headers['content-type'])
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString())
      spans.push(...resourceSpans[0].scopeSpans[0].spans)
      response.end('{}')
    })
  })
  return { ...one, spans, types }
}

const valuesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

describe('otel-audit', () => {
  test('sends one span agentic.request for each answer, refusals included', async () => {
    const otlp = await collector()
    const options = { exporter: 'otlp', otlp_endpoint: otlp.url }
    const caller = await guarded({ plugins: [withSecret, plugin('otel-audit', options)] })
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await caller.call({ ...(await bearer()), traceparent, 'x-correlation-id': 'corr-1', 'x-request-id': 'req-1' })
    await caller.call()
    await call(`${caller.gate.url}/nowhere`)
    await expect.poll(() => otlp.spans.length).toBe(3)
    expect(otlp.requests[0]?.url).toBe('/v1/traces')
    expect(otlp.types[0]).toBe('application/json')
    const [first, second, third] = otlp.spans as [Span, Span, Span]
    expect(first).toMatchObject({
      name: 'agentic.request',
      traceId: '0af7651916cd43dd8448eb211c80319c',
      parentSpanId: 'b7ad6b7169203331',
      events: [{ name: 'agentic.request.received' }],
    })
    expect(valuesOf(first)).toEqual({
      tenant_id: 'acme',
      actor_id: 'ada',
      request_id: 'req-1',
      correlation_id: 'corr-1',
      operation: 'optimize',
      outcome: 'completed',
      timestamp: expect.stringMatching(/Z$/),
      'http.request.method': 'POST',
      'http.response.status_code': '200',
    })
    expect(valuesOf(second)).toMatchObject({ operation: 'optimize', outcome: 'failed', error_code: 'MISSING_TOKEN' })
    expect(second.traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(valuesOf(third)).toMatchObject({ operation: '', error_code: 'ROUTE_NOT_FOUND' })
    await expect
      .poll(() => counted(caller, 'yaagents_plugin_otelaudit_emit_total', { exporter: 'otlp', outcome: 'sent' }))
      .toBe(3)
    expect(
      await counted(caller, 'yaagents_plugin_otelaudit_emit_duration_seconds_count', { exporter: 'otlp' }),
    ).toBeGreaterThan(0)
  })

  test('a body only where it is asked for', async () => {
    for (const [include_request_body, expected] of [
      [false, undefined],
      [true, '{"p":1}'],
    ] as const) {
      const otlp = await collector()
      const options = { endpoint: `${otlp.url}/custom`, include_request_body }
      const caller = await guarded({ plugins: [plugin('otel-audit', options)] })
      await caller.call({ 'content-type': 'application/json' }, { body: '{"p":1}' })
      await expect.poll(() => otlp.spans.length).toBe(1)
      expect(otlp.requests[0]?.url).toBe('/custom')
      expect(valuesOf(otlp.spans[0] as Span).request_body).toBe(expected)
      expect(caller.agents.received[0]?.body).toBe('{"p":1}')
    }
  })

  test('a collector that fails affects no call; the log says so once', async () => {
    const otlp = await service((_, response) => void response.writeHead(500).end())
    const caller = await guarded({ plugins: [plugin('otel-audit', { otlp_endpoint: otlp.url })] })
    expect((await caller.call()).status).toBe(200)
    await expect.poll(() => counted(caller, 'yaagents_plugin_otelaudit_emit_total', { outcome: 'failed' })).toBe(1)
    otlp.answer = (_, response) => response.destroy()
    expect((await caller.call()).status).toBe(200)
    await expect.poll(() => counted(caller, 'yaagents_plugin_otelaudit_emit_total', { outcome: 'failed' })).toBe(2)
    expect(caller.gate.lines.filter(({ message }) => message === 'audit events cannot be sent').length).toBe(1)
  })

  test('what waits is sent when the gateway closes', async () => {
    const otlp = await collector()
    const caller = await guarded({ plugins: [plugin('otel-audit', { otlp_endpoint: otlp.url })] })
    await caller.call()
    await caller.gate.gateway.close()
    expect(otlp.spans.length).toBe(1)
  })

  test('on standard output, names are in camel case', async () => {
    const script = `
      import { otelAudit } from './src/gateway/plugins/otel-audit/index.ts'
      const metrics = { count() {}, observeSeconds() {}, gauge() {} }
      const plugin = await otelAudit.create({}, { metrics, now: () => 0, log: { info() {}, warn() {} } })
      const call = {
        http: { method: 'POST', path: '/x' }, exchange: { correlationId: 'c', requestId: 'r' }, tenant: 'acme',
        principal: { subject: 'ada' }, gatewayRoute: { id: 'optimize' }, started: 0,
      }
      plugin.onAnswer(call, { status: 200, outcome: 'completed', code: '', duration_ms: 1 })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let text = ''
    for await (const chunk of child.stdout) text += chunk
    expect(JSON.parse(text)).toEqual({
      eventType: 'agentic.request.received',
      tenantId: 'acme',
      actorId: 'ada',
      requestId: 'r',
      correlationId: 'c',
      operation: 'optimize',
      outcome: 'completed',
      statusCode: 200,
      timestamp: '1970-01-01T00:00:00.000Z',
    })
  })

  test('an endpoint is needed, and must be an address', async () => {
    await expect(guarded({ plugins: [plugin('otel-audit', { exporter: 'otlp' })] })).rejects.toThrow(
      'needs otlp_endpoint',
    )
    await expect(guarded({ plugins: [plugin('otel-audit', { endpoint: 'collector:4317' })] })).rejects.toThrow(
      'otlp_endpoint is not an http address.',
    )
  })
})
