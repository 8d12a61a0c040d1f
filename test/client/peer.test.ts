/** `ctx.client(url)`: a handler calls another agent, over real sockets. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ask, defineAgent, operation, refuse, requireApproval } from '../../src/index.ts'
import { type ServeOptions, serve } from '../../src/server/index.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const planner = defineAgent({
  name: 'planner',
  version: '1.0.0',
  operations: {
    plan: operation({
      title: 'Plan',
      route: 'POST /plans',
      input: z.object({ goal: z.string(), metric: z.string().optional() }),
      handler({ goal, metric }, ctx) {
        if (goal === 'ask' && metric === undefined) return ask([{ name: 'metric', question: 'Which metric?' }])
        if (goal === 'spend' && ctx.approval('spend') === undefined) {
          return requireApproval('spend', { action: 'Spend 5' })
        }
        if (goal === 'busy') throw refuse('rate-limited', 'Secret of the planner.', { retryAfterMs: 5000 })
        if (goal === 'wrong') throw refuse('invalid', 'Secret of the planner.')
        return { goal, metric: metric ?? null, correlationId: ctx.correlationId }
      },
    }),
  },
})

/** An agent whose one operation passes its input on to another agent. */
function boss(url: string, seen: { handled: number } = { handled: 0 }) {
  return defineAgent({
    name: 'boss',
    version: '1.0.0',
    operations: {
      order: operation({
        title: 'Order',
        route: 'POST /orders',
        input: z.object({ goal: z.string(), measure: z.string().optional() }),
        async handler({ goal, measure }, ctx) {
          seen.handled++
          const peer = ctx.client<typeof planner>(url, { contract: 'agent-run' })
          const input = { goal, ...(measure === undefined ? undefined : { metric: measure }) }
          return peer.call('plan', input, { names: { metric: 'measure' } }).orThrow()
        },
      }),
    },
  })
}

async function listen(agent: Parameters<typeof serve>[0], options: ServeOptions = {}): Promise<string> {
  const listening = await serve(agent, options).listen({ port: 0 })
  closing.push(() => listening.close())
  return listening.url
}

function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

/** A server on a store of its own, and its operator's view of approvals. */
async function withApprovals(agent: Parameters<typeof serve>[0]) {
  const folder = await mkdtemp(join(tmpdir(), 'peer-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  const server = serve(agent, { store: `sqlite:${join(folder, 'store.db')}` })
  const { url, close } = await server.listen({ port: 0 })
  closing.push(close)
  const headers = { authorization: `Bearer ${server.operatorToken?.value}` }
  const all = async (): Promise<{ id: string; state: string }[]> =>
    (await (await fetch(`${url}/approvals`, { headers })).json()) as { id: string; state: string }[]
  const open = async () => (await all()).filter(({ state }) => state === 'open')
  const approve = async () => {
    const [{ id } = { id: '' }] = await open()
    const decided = await post(`${url}/approvals/${id}:decide`, { decision: 'approve' }, headers)
    expect(decided.status).toBe(200)
  }
  return { url, all, open, approve }
}

/** A peer that keeps what it was sent, and answers with the next of its answers. */
async function recorder(
  ...answers: object[]
): Promise<{ url: string; got: { headers: IncomingHttpHeaders; body: string }[] }> {
  const got: { headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer(async (request, response) => {
    got.push({ headers: request.headers, body: await text(request) })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answers[Math.min(got.length, answers.length) - 1]))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  closing.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got }
}

const good = { status: 'ok', request_id: 'r-1', outputs: { done: true } }

describe('what a run passes on', () => {
  test('the correlation id, the trace, the tenant, a key and the time that is left', async () => {
    const peer = await recorder(good)
    const authenticate = async () => ({ subject: 'ada', tenant: 'acme', roles: [] })
    const url = await listen(boss(peer.url), { authenticate, timeoutMs: 20_000 })
    const response = await post(
      `${url}/orders`,
      { goal: 'x' },
      {
        'x-correlation-id': 'corr-1',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        authorization: 'Bearer of-the-caller',
      },
    )
    expect(response.status).toBe(200)
    const [{ headers, body } = { headers: {}, body: '' }] = peer.got
    expect(headers['x-correlation-id']).toBe('corr-1')
    expect(headers.traceparent).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-/)
    expect(headers['x-tenant-id']).toBe('acme')
    expect(headers.authorization).toBeUndefined()
    expect(JSON.parse(body).budgets.timeout_ms).toBeGreaterThan(0)
    expect(JSON.parse(body).budgets.timeout_ms).toBeLessThanOrEqual(20_000)
  })
})

describe('a task passes the trace on', () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const traceIds = (peer: Awaited<ReturnType<typeof recorder>>) =>
    peer.got.map(({ headers }) => String(headers.traceparent).split('-')[1])

  test('of the call that asked for it', async () => {
    const peer = await recorder(good)
    const own = await withApprovals(boss(peer.url))
    await post(`${own.url}/orders`, { goal: 'x' }, { traceparent, prefer: 'respond-async' })
    await expect.poll(() => traceIds(peer), { timeout: 10_000 }).toEqual(['0af7651916cd43dd8448eb211c80319c'])
  })

  test('when it goes on with the answer to a question', async () => {
    const question = { name: 'metric', question: 'Which metric?' }
    const error = { code: 'CLARIFICATION_REQUIRED', message: 'Which?', details: { required_inputs: [question] } }
    const peer = await recorder({ status: 'error', request_id: 'r-1', error }, good)
    const own = await withApprovals(boss(peer.url))
    const sent = await post(`${own.url}/orders`, { goal: 'x' }, { traceparent, prefer: 'respond-async' })
    const place = new URL(sent.headers.get('location') ?? '', own.url).href.replace(/\/status$/, '')
    await expect
      .poll(async () => (await (await fetch(`${place}/status`)).json()).state, { timeout: 10_000 })
      .toBe('paused')
    const answered = await post(`${place}:answer`, { inputs: { measure: 'clicks' } })
    expect(answered.status).toBe(200)
    await expect
      .poll(() => traceIds(peer), { timeout: 10_000 })
      .toEqual(['0af7651916cd43dd8448eb211c80319c', '0af7651916cd43dd8448eb211c80319c'])
  })

  test('and none where its caller named none', async () => {
    const peer = await recorder(good)
    const own = await withApprovals(boss(peer.url))
    await post(`${own.url}/orders`, { goal: 'x' }, { prefer: 'respond-async' })
    await expect
      .poll(() => peer.got.map(({ headers }) => headers.traceparent), { timeout: 10_000 })
      .toEqual([undefined])
  })
})

describe('idempotency keys', () => {
  const keysOf = (peer: Awaited<ReturnType<typeof recorder>>) =>
    peer.got.map(({ headers }) => headers['idempotency-key'])

  test('a repeated run sends the same key, for another caller another one', async () => {
    const peer = await recorder({ ...good, status: 'error', error: { code: 'TASK_FAILED', message: 'x' } }, good)
    const authenticate = async ({ headers }: { headers: { get(name: string): string | null } }) => ({
      subject: headers.get('x-who') ?? '',
      tenant: 'acme',
      roles: [],
    })
    const url = await listen(boss(peer.url), { authenticate })
    const order = (who: string) => post(`${url}/orders`, { goal: 'x' }, { 'idempotency-key': 'key-1', 'x-who': who })
    for (const who of ['ada', 'ada', 'bob']) await order(who)
    const [first, again, other] = keysOf(peer)
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(again).toBe(first)
    expect(other).toMatch(/^[0-9a-f]{32}$/)
    expect(other).not.toBe(first)
  })

  test('calls without a key of the caller get new ones, and two calls alike have two', async () => {
    const peer = await recorder(good)
    const agent = defineAgent({
      name: 'twice',
      version: '1.0.0',
      operations: {
        twice: operation({
          title: 'Twice',
          route: 'POST /twice',
          input: {},
          async handler(_, ctx) {
            for (const _ of [1, 2]) await ctx.client(peer.url, { contract: 'agent-run' }).call('plan', {})
            return {}
          },
        }),
      },
    })
    const url = await listen(agent)
    await post(`${url}/twice`, {})
    await post(`${url}/twice`, {})
    expect(new Set(keysOf(peer)).size).toBe(4)
  })
})

describe('what an answer means for the run', () => {
  test('data are given to the handler, and the correlation id is the same everywhere', async () => {
    const url = await listen(boss(await listen(planner)))
    const response = await post(`${url}/orders`, { goal: 'x' }, { 'x-correlation-id': 'corr-2' })
    const { trace: _, ...data } = await response.json()
    expect([response.status, data]).toEqual([200, { goal: 'x', metric: null, correlationId: 'corr-2' }])
  })

  test('a question is asked by this run, with the name that this operation has for it (400)', async () => {
    const url = await listen(boss(await listen(planner)))
    const response = await post(`${url}/orders`, { goal: 'ask' })
    const { requiredInputs } = await response.json()
    expect([response.status, requiredInputs[0].name, requiredInputs[0].question]).toEqual([
      400,
      'measure',
      'Which metric?',
    ])
    const again = await post(`${url}/orders`, { goal: 'ask', measure: 'ctr' })
    expect([again.status, (await again.json()).metric]).toEqual([200, 'ctr'])
  })

  test('an approval is requested by this run (412)', async () => {
    const url = await listen(boss(await listen(planner)))
    const response = await post(`${url}/orders`, { goal: 'spend' })
    expect([response.status, (await response.json()).type]).toEqual([412, 'approval_required'])
  })

  test('an approval of this run is shown to the other agent by its token', async () => {
    const needs = [{ kind: 'approval', key: 'spend', action: 'Spend 5', token: 'tok-1' }]
    const error = { code: 'APPROVAL_REQUIRED', message: 'Spend 5', details: { needs } }
    const wants = { status: 'error', request_id: 'r-1', outputs: {}, error }
    const peer = await recorder(wants, good)
    const server = serve(boss(peer.url))
    const { url, close } = await server.listen({ port: 0 })
    closing.push(close)
    const wanted = await post(`${url}/orders`, { goal: 'x' })
    const { approvalToken } = await wanted.json()
    const operator = { authorization: `Bearer ${server.operatorToken?.value}` }
    const [, place] = /<([^<>]*)>; rel="approval"/.exec(wanted.headers.get('link') ?? '') ?? []
    expect(await (await fetch(`${url}${place}`, { headers: operator })).json()).toMatchObject({ key: 'plan:spend' })
    await post(`${url}${place}:decide`, { decision: 'approve' }, operator)
    const done = await post(`${url}/orders`, { goal: 'x' }, { 'x-approval-token': approvalToken })
    expect([done.status, (await done.json()).done]).toEqual([200, true])
    expect(peer.got.map(({ headers }) => headers['x-approval-token'])).toEqual([undefined, 'tok-1'])
  })

  /** Makes a new approval, with a new token, for every call without one. */
  function payer(done: { count: number }) {
    return defineAgent({
      name: 'payer',
      version: '1.0.0',
      operations: {
        plan: operation({
          title: 'Plan',
          route: 'POST /plans',
          input: z.object({ goal: z.string() }),
          handler(_, ctx) {
            if (ctx.approval('pay') === undefined) return requireApproval('pay', { action: 'Pay 5' })
            return { paid: ++done.count }
          },
        }),
      },
    })
  }

  test('a plain call goes on with the token that the other agent gave first', async () => {
    const done = { count: 0 }
    const peer = await withApprovals(payer(done))
    const own = await withApprovals(boss(peer.url))
    const order = (headers: Record<string, string> = {}) => post(`${own.url}/orders`, { goal: 'x' }, headers)
    const wanted = await order()
    const { approvalToken } = await wanted.json()
    expect([wanted.status, (await peer.open()).length, (await own.open()).length]).toEqual([412, 1, 1])
    await peer.approve()
    // The decision of the other agent is not ours.
    expect([(await order({ 'x-approval-token': approvalToken })).status, done.count]).toEqual([412, 0])
    await own.approve()
    const paid = await order({ 'x-approval-token': approvalToken })
    expect([paid.status, (await paid.json()).paid]).toEqual([200, 1])
    expect([done.count, await own.open()]).toEqual([1, []])
    // It is used once.
    expect((await order({ 'x-approval-token': approvalToken })).status).toBe(403)
    expect(done.count).toBe(1)
  })

  test('a plain call that comes before the decision of the other agent pauses again, and keeps its token', async () => {
    const done = { count: 0 }
    const peer = await withApprovals(payer(done))
    const own = await withApprovals(boss(peer.url))
    const order = (headers: Record<string, string> = {}) => post(`${own.url}/orders`, { goal: 'x' }, headers)
    const { approvalToken } = await (await order()).json()
    await own.approve()
    expect((await order({ 'x-approval-token': approvalToken })).status).toBe(412)
    expect(await peer.all()).toHaveLength(1)
    await peer.approve()
    const paid = await order({ 'x-approval-token': approvalToken })
    expect([paid.status, (await paid.json()).paid, done.count]).toEqual([200, 1, 1])
  })

  test('a token with a changed or foreign text is worth no more than the approval', async () => {
    const done = { count: 0 }
    const peer = await withApprovals(payer(done))
    // Two requests that are not alike, and make the same call.
    const agent = defineAgent({
      name: 'same',
      version: '1.0.0',
      operations: {
        order: operation({
          title: 'Order',
          route: 'POST /orders',
          input: z.object({ n: z.number() }),
          handler: (_, ctx) => ctx.client(peer.url, { contract: 'agent-run' }).call('plan', { goal: 'x' }).orThrow(),
        }),
      },
    })
    const own = await withApprovals(agent)
    const order = async (n: number, headers: Record<string, string> = {}) => {
      const response = await post(`${own.url}/orders`, { n }, headers)
      return { status: response.status, ...((await response.json()) as { approvalToken: string }) }
    }
    const [bare = '', sealed = ''] = (await order(1)).approvalToken.split('.')
    const [, foreign = ''] = (await order(2)).approvalToken.split('.')
    for (const server of [own, peer]) while ((await server.open()).length > 0) await server.approve()
    for (const text of [foreign, `${sealed.slice(0, -4)}AAAA`, 'x', '']) {
      expect(await order(1, { 'x-approval-token': `${bare}.${text}` })).toMatchObject({ status: 412 })
    }
    expect(done.count).toBe(0)
    expect(await order(1, { 'x-approval-token': `${bare}.${sealed}` })).toMatchObject({ status: 200 })
  })

  test.each([
    ['first', ['peer', 'own']],
    // The run goes on at once, finds that the other agent is not approved, and asks once more.
    ['last', ['own', 'peer', 'own']],
  ])('a task goes on with the token it paused with, when the other agent approves %s', async (_, order) => {
    const done = { count: 0 }
    const peer = await withApprovals(payer(done))
    const own = await withApprovals(boss(peer.url))
    const sent = await post(`${own.url}/orders`, { goal: 'x' }, { prefer: 'respond-async' })
    expect(sent.status).toBe(202)
    const place = new URL(sent.headers.get('location') ?? '', own.url).href.replace(/\/status$/, '')
    const task = async () => (await fetch(`${place}/result`)).text()
    for (const who of order) {
      await expect.poll(own.open, { timeout: 10_000 }).toHaveLength(1)
      await (who === 'own' ? own : peer).approve()
    }
    await expect.poll(task, { timeout: 10_000 }).toContain('"paid":1')
    expect([done.count, await own.open(), await peer.open()]).toEqual([1, [], []])
    expect(await peer.all()).toHaveLength(1)
  })

  test.each([
    ['busy', 'RATE_LIMITED', '5'],
    ['wrong', 'VALIDATION_ERROR', null],
  ])('a failure is a failed dependency, without the words of the other agent (424): %s', async (goal, code, after) => {
    const url = await listen(boss(await listen(planner)))
    const response = await post(`${url}/orders`, { goal })
    const body = await response.text()
    expect([response.status, JSON.parse(body).type, response.headers.get('retry-after')]).toEqual([
      424,
      'failed_dependency',
      after,
    ])
    expect(JSON.parse(body).message).toBe(`Another agent failed (${code}).`)
    expect(body).not.toContain('Secret')
  })

  test('an agent that cannot be reached is a failed dependency (424)', async () => {
    const url = await listen(boss('http://127.0.0.1:1'))
    expect((await post(`${url}/orders`, { goal: 'x' })).status).toBe(424)
  })
})

describe('agents that call each other in a circle', () => {
  /** An agent that passes every call on to an address that is known later. */
  function passing(next: () => string, seen: { calls: number }, maxHops?: number) {
    return defineAgent({
      name: 'passing',
      version: '1.0.0',
      operations: {
        plan: operation({
          title: 'Plan',
          route: 'POST /plans',
          input: {},
          async handler(_, ctx) {
            seen.calls++
            return ctx.client(next(), { maxHops }).call('plan', {}).orThrow()
          },
        }),
      },
    })
  }

  test.each([
    ['', 16],
    ['mcp+', 16],
    // Over A2A every call is a task, and a worker runs ten at once.
    ['a2a+', 3],
  ])('over "%s" stop after %i hops, and repeat nothing', async (carrier, most) => {
    const seen = { calls: 0 }
    let next = ''
    const url = await listen(passing(() => next, seen, carrier === 'a2a+' ? most : undefined))
    next = carrier === 'mcp+' ? `mcp+${url}/mcp` : `${carrier}${url}`
    const response = await post(`${url}/plans`, {})
    expect([response.status, seen.calls]).toEqual([424, most + 1])
  })

  test('stop after fewer, with a clear reason', async () => {
    const seen = { calls: 0 }
    let next = ''
    next = await listen(passing(() => next, seen, 1))
    const response = await post(`${next}/plans`, {}, { 'x-replywire-hops': '1' })
    expect([response.status, (await response.json()).message]).toEqual([424, 'Another agent failed (TOO_MANY_HOPS).'])
    expect(seen.calls).toBe(1)
  })

  test('a number that is none counts as none', async () => {
    const peer = await recorder(good)
    const url = await listen(boss(peer.url))
    for (const hops of ['x', '-1', '99999']) await post(`${url}/orders`, { goal: 'x' }, { 'x-replywire-hops': hops })
    await post(`${url}/orders`, { goal: 'x' }, { 'x-replywire-hops': '3' })
    expect(peer.got.map(({ headers }) => headers['x-replywire-hops'])).toEqual(['1', '1', '1', '4'])
  })

  test('a task keeps the number', async () => {
    const peer = await recorder(good)
    const own = await withApprovals(boss(peer.url))
    await post(`${own.url}/orders`, { goal: 'x' }, { 'x-replywire-hops': '3', prefer: 'respond-async' })
    await expect.poll(() => peer.got.length, { timeout: 10_000 }).toBe(1)
    expect(peer.got[0]?.headers['x-replywire-hops']).toBe('4')
  })
})
