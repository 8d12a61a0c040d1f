/**
 * Before the first event of a stream, an outcome that is not completed is a plain answer with its own status; afterwards
 * it is the last event. So for runs of this process and for tasks. Agent-run is always `started` … `final`.
 */
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { yaagents } from '../../src/contracts/yaagents/index.ts'
import { ask, defineAgent, delta, operation, progress, refuse, requireApproval } from '../../src/index.ts'
import { type ServeOptions, serve } from '../../src/server/index.ts'
import { type Ask, readStream } from './streamed-tasks-kit.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const Input = z.object({ ending: z.string(), eventFirst: z.boolean().default(false) })

/** An agent whose runs end as they are asked to, when they are let go. */
async function started(options: ServeOptions = {}, isHeld = false) {
  const gate = Promise.withResolvers<void>()
  if (!isHeld) gate.resolve()
  const act = (more: object) =>
    operation({
      title: 'Act',
      input: Input,
      retry: { attempts: 1 },
      async handler({ ending, eventFirst }, ctx) {
        if (eventFirst) await ctx.emit(progress(0.5, 'half'))
        await gate.promise
        if (ending === 'clarify') return ask([{ name: 'city', question: 'Which city?' }])
        if (ending === 'approve') return requireApproval('spend', { action: 'Spend' })
        if (ending === 'conflict') return refuse('conflict', 'It is taken.')
        if (ending === 'depend') return refuse('dependency', 'The model is away.')
        if (ending === 'throw') throw new Error('canary')
        return { ending }
      },
      ...more,
    })
  const agent = defineAgent({
    name: 'endings',
    version: '1.0.0',
    operations: {
      act: act({ route: 'POST /acts' }),
      later: act({ route: 'POST /laters', async: true }),
      burst: operation({
        title: 'Burst',
        route: 'POST /bursts',
        syncBudgetMs: 3_600_000,
        input: z.object({ pieces: z.number() }),
        async handler({ pieces }, ctx) {
          for (let n = 1; n <= pieces; n++) await ctx.emit(delta(`${n} `.padEnd(1000, 'x')))
          return { pieces }
        },
      }),
    },
  })
  const { url, close } = await serve(agent, { authenticate: false, streamStartMs: 3_600_000, ...options }).listen({
    port: 0,
  })
  closing.push(close, () => gate.resolve())
  const call = (path: string, body: object, more: Ask = {}) =>
    readStream(`${url}${path}`, { method: 'POST', body, ...more })
  return { url, call, release: () => gate.resolve() }
}

const routes = ['/acts', '/laters']

describe.each(routes)('at %s, before the first event', route => {
  test.each<[string, string, number, object]>([
    ['yaagents', 'clarify', 400, { type: 'clarification_required' }],
    ['yaagents', 'approve', 412, { type: 'approval_required' }],
    ['yaagents', 'conflict', 409, { type: 'conflict' }],
    ['yaagents', 'depend', 424, { type: 'failed_dependency' }],
    ['yaagents', 'throw', 500, { type: 'error' }],
    ['jpcite', 'clarify', 422, { status: 'error', error: { code: 'VALIDATION_ERROR' } }],
    ['jpcite', 'throw', 500, { status: 'error', error: { code: 'INTERNAL_ERROR' } }],
    ['adcp', 'clarify', 200, { status: 'input-required' }],
    ['adcp', 'throw', 500, { status: 'failed' }],
    ['problem', 'conflict', 409, { code: 'CONFLICT' }],
    ['problem', 'throw', 500, { code: 'INTERNAL_ERROR' }],
  ])('%s answers what ends as %s with the JSON of its row', async (envelope, ending, status, body) => {
    const { url, call } = await started()
    const key = envelope === 'adcp' ? { idempotency_key: crypto.randomUUID() } : {}
    const streamed = await call(`${route}?envelope=${envelope}`, { ending, ...key })
    expect([streamed.status, JSON.parse(streamed.text)]).toMatchObject([status, body])
    expect(streamed.headers['content-type']).not.toContain('event-stream')
    // It is what a caller gets who accepts no stream.
    const plain = await fetch(`${url}/acts?envelope=${envelope}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ending, ...key, ...(envelope === 'adcp' && { idempotency_key: crypto.randomUUID() }) }),
    })
    expect([plain.status, plain.headers.get('content-type')]).toEqual([status, streamed.headers['content-type']])
    expect(Object.keys((await plain.json()) as object)).toEqual(Object.keys(JSON.parse(streamed.text)))
  })

  test('an approval that is asked for is linked, as without a stream', async () => {
    const { url, call } = await started()
    const { headers, status } = await call(route, { ending: 'approve' })
    const [, link = ''] = /<([^>]+)>; rel="approval"/.exec(headers.link ?? '') ?? []
    expect([status, (await fetch(`${url}${link}`)).status]).toEqual([412, 200])
  })

  test('what is completed is a stream of its end alone', async () => {
    const { call } = await started()
    const { status, headers, events } = await call(route, { ending: 'well' })
    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream'])
    expect(events.map(({ id, event }) => `${id} ${event}`)).toEqual(['1 outcome'])
  })
})

describe.each(routes)('at %s, after the first event', route => {
  test.each([
    ['clarify', 'outcome', { type: 'clarification_required' }],
    ['approve', 'outcome', { type: 'approval_required' }],
    ['depend', 'error', { type: 'failed_dependency' }],
    ['throw', 'error', { type: 'error' }],
    ['well', 'outcome', { ending: 'well' }],
  ])('what ends as %s is the last event', async (ending, name, body) => {
    const { call } = await started()
    const { status, events } = await call(route, { ending, eventFirst: true })
    expect([status, events.map(({ event }) => event)]).toEqual([200, ['progress', name]])
    expect(JSON.parse(events[1]?.data ?? '')).toMatchObject(body)
  })
})

test.each(routes)('at %s a stream that waited long enough for an event begins without one', async route => {
  const { url, release } = await started({ streamStartMs: 1 }, true)
  const reading = await fetch(`${url}${route}`, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ ending: 'clarify' }),
  })
  expect([reading.status, reading.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  release()
  expect(await reading.text()).toContain('event: outcome\n')
})

describe('at the run endpoint', () => {
  test.each([
    ['ACT', 'clarify', 'CLARIFICATION_REQUIRED'],
    ['ACT', 'throw', 'TASK_FAILED'],
    ['LATER', 'clarify', 'CLARIFICATION_REQUIRED'],
    ['LATER', 'approve', 'APPROVAL_REQUIRED'],
    ['LATER', 'throw', 'TASK_FAILED'],
  ])('%s that ends as %s is started and final', async (task_type, ending, code) => {
    const { call } = await started()
    const { status, events } = await call('/agents/run/stream', { request_id: 'r', task_type, inputs: { ending } })
    expect([status, events.map(({ event }) => event)]).toEqual([200, ['started', 'final']])
    expect(JSON.parse(events[1]?.data ?? '')).toMatchObject({ status: 'error', error: { code } })
  })

  test('a task is started before anything has come of it', async () => {
    const { call, release } = await started({}, true)
    const body = { request_id: 'r', task_type: 'LATER', inputs: { ending: 'well' } }
    const { events, headers } = await call('/agents/run/stream', body, { mostEvents: 1 })
    expect(events.map(({ id, event }) => `${id} ${event}`)).toEqual(['0 started'])
    expect(headers['content-location']).toMatch(/^\/operations\/tsk_[\w-]+\/events\?envelope=agent-run@1$/)
    release()
  })
})

describe('a call with a key', () => {
  const headers = { 'idempotency-key': 'k-1' }

  test.each(['/laters', '/laters?envelope=agent-run'])('at %s is read again from the log of its task', async path => {
    const { call } = await started()
    const body = { ending: 'well', eventFirst: true }
    const [first, second] = [await call(path, body, { headers }), await call(path, body, { headers })]
    const seen = (one: typeof first) => one.events.map(({ id, event }) => `${id} ${event}`)
    expect(seen(second)).toEqual(seen(first))
    expect(first.events).toHaveLength(path === '/laters' ? 2 : 3)
    expect(second.headers['content-location']).toBe(first.headers['content-location'])
  })
})

test('the server stops before the first event of a task: the caller gets its reference, and the task goes on', async () => {
  const agent = defineAgent({
    name: 'queue',
    version: '1',
    operations: {
      wait: operation({ title: 'Wait', route: 'POST /waits', async: true, input: {}, handler: () => ({}) }),
    },
  })
  const server = serve(agent, { authenticate: false, streamStartMs: 3_600_000, worker: false, shutdownMs: 1 })
  const { url, close, adminUrl } = await server.listen({ port: 0, admin: { port: 0 } })
  const reading = readStream(`${url}/waits`, { method: 'POST', body: {} })
  const open = async () => /^replywire_calls_open 1$/m.test(await (await fetch(`${adminUrl}/metrics`)).text())
  await expect.poll(open).toBe(true)
  const tasks = async () => ((await (await fetch(`${url}/operations`)).json()) as object[]).length
  await expect.poll(tasks).toBe(1)
  await close()
  const { status, text } = await reading
  expect([status, JSON.parse(text)]).toMatchObject([202, { type: 'operation_accepted' }])
})

test('a call that sends more than a process keeps becomes a task before its budget is over, and no event is missing', async () => {
  const { url, call } = await started()
  const { events, headers, status } = await call('/bursts', { pieces: 1000 })
  expect(status).toBe(200)
  expect(events.map(({ id }) => id)).toEqual(Array.from({ length: 1001 }, (_, index) => index + 1))
  const again = await readStream(`${url}${headers['content-location']}`, { headers: { 'last-event-id': '500' } })
  expect(again.events.map(({ id, data }) => `${id} ${data}`)).toEqual(
    events
      .slice(500, 1000)
      .map(({ id, data }) => `${id} ${data}`)
      .concat(`1001 ${again.events.at(-1)?.data}`),
  )
})

describe('a contract whose stream cannot begin', () => {
  const editions = Object.entries(yaagents.editions).map(([version, edition]) => {
    const { stream } = edition
    if (stream === undefined) return [version, edition]
    const writer = () => {
      throw new Error('canary')
    }
    return [version, { ...edition, stream: { ...stream, writer } }]
  })
  const contracts = [{ ...yaagents, editions: Object.fromEntries(editions) }]

  test('is answered 500 at the end of a run', async () => {
    const { call } = await started({ contracts })
    const { status, text } = await call('/acts', { ending: 'well' })
    expect([status, JSON.parse(text)]).toMatchObject([500, { type: 'error' }])
    expect(text).not.toContain('canary')
  })

  test('is answered 500 while a run goes on', async () => {
    const { call } = await started({ contracts, streamStartMs: 1 }, true)
    expect(await call('/acts', { ending: 'well' })).toMatchObject({ status: 500 })
  })
})
