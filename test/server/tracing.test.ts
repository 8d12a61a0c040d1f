/** Spans, by the real SDK: one for each call, below its caller's, with names and codes and nothing else. */
import { spawnSync } from 'node:child_process'
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineAgent, operation } from '../../src/index.ts'
import { type ServeOptions, serve } from '../../src/server/index.ts'
import { openSqlite } from '../../src/store/sqlite/open.ts'

let exporter = new InMemorySpanExporter()
const closing: (() => unknown)[] = []

beforeEach(() => {
  exporter = new InMemorySpanExporter()
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  provider.register()
  closing.push(() => provider.shutdown())
})

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  trace.disable()
  context.disable()
  propagation.disable()
})

const canary = 'a-text-that-no-span-may-hold'
let traceparent: string | undefined

const agent = defineAgent({
  name: 'traced',
  version: '1',
  operations: {
    greet: operation({
      title: 'Greet',
      route: 'POST /people/{name}/greetings',
      input: z.object({ name: z.string(), secret: z.string() }),
      handler({ name, secret }, ctx) {
        traceparent = ctx.traceparent
        trace.getTracer('author').startSpan('look up').end()
        return { name, secret }
      },
    }),
    fail: operation({
      title: 'Fail',
      route: 'POST /failures',
      input: {},
      handler() {
        throw new Error(canary)
      },
    }),
    work: operation({
      title: 'Work',
      route: 'POST /works',
      async: true,
      input: {},
      handler(_, ctx) {
        traceparent = ctx.traceparent
        return {}
      },
    }),
  },
})

async function started(options: ServeOptions = {}) {
  const { url, close } = await serve(agent, options).listen({ port: 0 })
  closing.push(close)
  return (path: string, headers: Record<string, string> = {}, body: object = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
}

function spanNamed(name: string): ReadableSpan {
  const found = exporter.getFinishedSpans().find(span => span.name === name)
  if (found === undefined) {
    throw new Error(`There is no span ${name} among ${exporter.getFinishedSpans().map(span => span.name)}.`)
  }
  return found
}

const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }

describe('a call', () => {
  test('has a span below the one that its caller names, and its handler one below that', async () => {
    const post = await started()
    const headers = { traceparent: `00-${caller.traceId}-${caller.spanId}-01`, 'x-correlation-id': 'corr-1' }
    await (await post('/people/ann/greetings', headers, { secret: canary })).text()
    const span = spanNamed('POST /people/{name}/greetings')
    expect(span.kind).toBe(SpanKind.SERVER)
    expect(span.parentSpanContext).toMatchObject({ ...caller, isRemote: true })
    expect(span.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/people/{name}/greetings',
      'http.response.status_code': 200,
      'replywire.correlation_id': 'corr-1',
      'replywire.operation': 'greet',
      'replywire.contract': 'yaagents',
      'replywire.edition': '0.3',
      'replywire.outcome': 'completed',
    })
    const run = spanNamed('run greet')
    expect(run.parentSpanContext?.spanId).toBe(span.spanContext().spanId)
    expect(spanNamed('look up').parentSpanContext?.spanId).toBe(run.spanContext().spanId)
    // What a handler sends along names the server's span.
    expect(traceparent).toBe(`00-${caller.traceId}-${span.spanContext().spanId}-01`)
  })

  test('keeps the trace of its caller where the tracer does not record', async () => {
    const header = `00-${caller.traceId}-${caller.spanId}-01`
    const traceIds: unknown[] = []
    const log = pino({ base: null }, { write: line => void traceIds.push(JSON.parse(line).trace_id) })
    trace.disable()
    const none = trace.wrapSpanContext({ traceId: '0'.repeat(32), spanId: '0'.repeat(16), traceFlags: 0 })
    trace.setGlobalTracerProvider({
      getTracer: () => ({ startSpan: () => none, startActiveSpan: () => expect.unreachable('it is not used') }),
    })
    const post = await started({ log })
    await (await post('/people/ann/greetings', { traceparent: header }, { secret: canary })).text()
    expect(traceparent).toBe(header)
    await (await post('/people/bob/greetings', {}, { secret: canary })).text()
    expect(traceparent).toBeUndefined()
    expect(traceIds).toEqual([caller.traceId, undefined])
  })

  test('that fails is an error; one that is wrong is not', async () => {
    const post = await started()
    await post('/failures')
    await post('/people/ann/greetings')
    await post('/nowhere')
    const failed = spanNamed('POST /failures')
    expect(failed.status.code).toBe(SpanStatusCode.ERROR)
    expect(failed.attributes).toMatchObject({ 'error.type': 'INTERNAL_ERROR', 'http.response.status_code': 500 })
    const wrong = spanNamed('POST /people/{name}/greetings')
    expect(wrong.status.code).toBe(SpanStatusCode.UNSET)
    expect(wrong.attributes).toMatchObject({ 'http.response.status_code': 422 })
    expect(spanNamed('POST').attributes).toMatchObject({ 'error.type': 'ROUTE_NOT_FOUND' })
  })

  test('is below a span that is active already, such as that of another framework', async () => {
    const { fetch: answer, close } = serve(agent)
    closing.push(close)
    await trace.getTracer('framework').startActiveSpan('outer', async outer => {
      const request = new Request('http://localhost/people/ann/greetings', {
        method: 'POST',
        headers: { 'content-type': 'application/json', host: 'localhost' },
        body: '{"secret":"x"}',
      })
      await (await answer(request)).text()
      expect(spanNamed('POST /people/{name}/greetings').parentSpanContext).toEqual(outer.spanContext())
      outer.end()
    })
  })

  test('over MCP is named by its tool', async () => {
    const post = await started()
    const call = { name: 'greet', arguments: { name: 'ann', secret: canary } }
    const headers = { accept: 'application/json, text/event-stream' }
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }
    await (await post('/mcp', headers, message)).text()
    expect(spanNamed('tools/call greet').attributes).toMatchObject({
      'rpc.system': 'mcp',
      'rpc.method': 'tools/call',
      'replywire.operation': 'greet',
    })
  })

  test('shows what it asked of the store; a task has a span of its own', async () => {
    const store = await openSqlite(':memory:')
    closing.push(() => store.close())
    const post = await started({ store })
    await (await post('/works', { 'idempotency-key': 'a-key-of-one-call' })).text()
    const call = spanNamed('POST /works')
    const claim = spanNamed('store claim')
    expect(claim.kind).toBe(SpanKind.CLIENT)
    expect(claim.parentSpanContext?.spanId).toBe(call.spanContext().spanId)
    expect(claim.attributes).toEqual({ 'db.system.name': 'sqlite', 'db.operation.name': 'claim' })
    expect(call.attributes['replywire.task_id']).toMatch(/^tsk_/)
    await expect
      .poll(() => exporter.getFinishedSpans().some(span => span.name === 'task work'), { timeout: 60_000 })
      .toBe(true)
    const task = spanNamed('task work')
    expect(task.kind).toBe(SpanKind.CONSUMER)
    expect(task.parentSpanContext?.spanId).toBe(call.spanContext().spanId)
    expect(traceparent).toBe(`00-${call.spanContext().traceId}-${task.spanContext().spanId}-01`)
    expect(task.attributes).toEqual({
      'replywire.operation': 'work',
      'replywire.task_id': call.attributes['replywire.task_id'],
    })
    // What the worker asks of the store between tasks is no part of a trace.
    expect(exporter.getFinishedSpans().filter(span => span.name === 'store leaseTasks')).toEqual([])
  })

  test('leaves nothing of its input, its output or an exception in its spans', async () => {
    const post = await started()
    await post(`/people/${canary}/greetings`, {}, { secret: canary })
    await post('/failures', {}, { secret: canary })
    const texts = exporter
      .getFinishedSpans()
      .map(({ name, attributes, status, events }) => JSON.stringify([name, attributes, status, events]))
    expect(texts.length).toBeGreaterThan(3)
    expect(texts.filter(text => text.includes(canary))).toEqual([])
  })
})

test('without a provider there is no span, and the package is not loaded', async () => {
  trace.disable()
  const post = await started()
  expect((await post('/people/ann/greetings', {}, { secret: 'x' })).status).toBe(200)
  expect(exporter.getFinishedSpans()).toEqual([])
  const program = `
    import { registerHooks } from 'node:module'
    registerHooks({ resolve(name, context, next) {
      if (name === '@opentelemetry/api' && context.parentURL?.endsWith('/tracing.ts')) console.log('loaded')
      return next(name, context)
    } })
    const { defineAgent, operation } = await import('./src/index.ts')
    const { serve } = await import('./src/server/index.ts')
    const greet = operation({ title: 'Greet', route: 'GET /', effects: 'none', input: {}, handler: () => ({}) })
    const server = serve(defineAgent({ name: 'a', version: '1', operations: { greet } }))
    const call = async () => console.log((await server.fetch(new Request('http://localhost/'))).status)
    await call()
    globalThis[Symbol.for('opentelemetry.js.api.1')] = { trace: { getTracer: () => { throw new Error('unused') } } }
    await call().catch(() => console.log('used'))
    process.exit()`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect(stdout.split('\n').slice(0, 2)).toEqual(['200', 'loaded'])
})
