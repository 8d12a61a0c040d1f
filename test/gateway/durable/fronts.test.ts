/** Tools and skills in front of routes that are durable, or whose answers are kept. */
import { TaskState } from '@a2a-js/sdk'
import { afterEach, describe, expect, it, test } from 'vitest'
import type { JsonObject } from '../../../src/lib/json-value.ts'
import { clientOf, request, result, said, sent, call as skillCall, state } from '../../interop/a2a-kit.ts'
import { connect, type Era, type Peer, type PeerOptions } from '../../interop/mcp/clients.ts'
import { gateway, pool, route, sendJson } from '../kit.ts'
import { knownCallerEntry } from './caller-plugin.ts'
import { type DurableFront, durableFront, forms } from './front-upstreams.ts'
import { ada, bob, completed, countingUpstream, ended, get, newStore, send } from './kit.ts'

const bearer = { authorization: 'Bearer x' }
const boss = { 'test-tenant': 'acme', 'test-subject': 'boss', 'test-roles': 'approver' }
const above = {
  approval: { options: { rules: [{ action: 'Spend a lot', when: [{ argument: '/body/budget', above: 100 }] }] } },
}
const eras: readonly Era[] = ['v1', 'v2 2025-11-25', 'v2 2026-07-28']

const open: (DurableFront | Peer)[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

async function fronted(...parts: Parameters<typeof durableFront>): Promise<DurableFront> {
  const one = await durableFront(...parts)
  open.push(one)
  return one
}

async function peerAs(era: Era, url: string, who: Record<string, string>, options?: PeerOptions): Promise<Peer> {
  const peer = await connect(era, { url: `${url}/mcp`, headers: { ...who, ...bearer } }, options)
  open.push(peer)
  return peer
}

const large = { campaign: '7', budget: 500 }

describe.each(forms)('an approval in front of an upstream over %s', form => {
  test.each(eras)('is asked of a client that may decide, and the call is forwarded once (%s)', async era => {
    const front = await fronted(form, above)
    const questions: string[] = []
    const peer = await peerAs(era, front.url, boss, {
      answer: ({ message }) => {
        questions.push(message)
        return { action: 'accept', content: { approve: true } }
      },
    })
    expect((await peer.tools()).map(({ name }) => name)).toContain('spend')
    expect((await peer.call('spend', { campaign: '7', budget: 5 })).structuredContent).toMatchObject({ spent: 5 })
    expect(questions).toEqual([])
    expect((await peer.call('spend', large)).structuredContent).toMatchObject({ spent: 500 })
    expect(questions).toEqual(['Spend a lot'])
    expect(front.runs).toEqual([{ campaign: '7', budget: 5 }, large])
  })

  test('of a client that may not decide waits in the inbox of the gateway, and its token is good afterwards', async () => {
    const front = await fronted(form, above)
    const peer = await peerAs('v2 2025-11-25', front.url, ada)
    const asked = await peer.call('spend', large)
    expect(asked.structuredContent).toMatchObject({ status: 'input_required', needs: [{ kind: 'approval' }] })
    expect(front.runs).toEqual([])
    const waiting = JSON.parse((await get(`${front.url}/approvals?state=open`, boss)).text)
    expect(waiting).toMatchObject([
      { operation: 'spend', input: { path: '/campaigns/7/spend', params: { campaign: '7' }, body: { budget: 500 } } },
    ])
    const decided = await send(`${front.url}/approvals/${waiting[0].id}:decide`, boss, { decision: 'approve' })
    expect(decided.status).toBe(200)
    const token = /apr_[\w-]+/.exec(JSON.stringify(asked))?.[0] ?? ''
    const call = { name: 'spend', arguments: large, _meta: { 'replywire/call': { approvalTokens: [token] } } }
    const approved = await peer.request('tools/call', call)
    expect(approved.structuredContent).toMatchObject({ spent: 500 })
    expect(front.runs).toEqual([large])
    expect((await peer.request('tools/call', call)).isError).toBe(true)
    expect(front.runs).toHaveLength(1)
  })

  test.each(['JSON-RPC 1.0', 'HTTP+JSON 0.3'] as const)('is given by a message on the task (%s)', async wire => {
    const front = await fronted(form, above)
    const client = await clientOf(front.url, wire, 'x', boss)
    const asked = await sent(client, skillCall('spend', large))
    expect(state(asked)).toBe('TASK_STATE_INPUT_REQUIRED')
    expect(said(asked)[1]).toMatchObject({ needs: [{ kind: 'approval', action: 'Spend a lot' }] })
    expect(front.runs).toEqual([])
    const done = await sent(client, request({ approve: true }, { taskId: asked.id }))
    expect(state(done)).toBe(TaskState[TaskState.TASK_STATE_COMPLETED])
    expect(result(done)).toMatchObject({ spent: 500 })
    expect(front.runs).toEqual([large])
  })

  test('that is rejected over A2A ends the task, and nothing is forwarded', async () => {
    const front = await fronted(form, above)
    const client = await clientOf(front.url, 'JSON-RPC 1.0', 'x', boss)
    const asked = await sent(client, skillCall('spend', large))
    const done = await sent(client, request({ approve: false }, { taskId: asked.id }))
    expect(state(done)).toBe('TASK_STATE_REJECTED')
    expect(front.runs).toEqual([])
  })
})

describe.each(forms)('a key in front of an upstream over %s', form => {
  test('is that of the route: a repeat gets the stored answer, over either front and over HTTP', async () => {
    const front = await fronted(form, { idempotency: { enabled: true, options: {} } })
    const peer = await peerAs('v2 2026-07-28', front.url, ada)
    const call = { name: 'spend', arguments: large, _meta: { 'replywire/call': { idempotencyKey: 'key-1' } } }
    const first = await peer.request('tools/call', call)
    expect(first.structuredContent).toMatchObject({ spent: 500, run: 1 })
    expect((await peer.request('tools/call', call)).structuredContent).toMatchObject({ spent: 500, run: 1 })
    const other = { ...call, arguments: { ...large, budget: 6 } }
    expect(await peer.request('tools/call', other)).toMatchObject({ isError: true })
    const overHttp = await send(
      `${front.url}/campaigns/7/spend`,
      { ...ada, 'idempotency-key': 'key-1' },
      { budget: 500 },
    )
    expect(overHttp).toMatchObject({ status: 200, body: { run: 1 } })
    expect(front.runs).toEqual([large])
    const others = await peerAs('v2 2026-07-28', front.url, bob)
    expect((await others.request('tools/call', call)).structuredContent).toMatchObject({ run: 2 })
  })
})

describe.each(forms)('tasks in front of an upstream over %s', form => {
  const always = { 'respond-async': { enabled: true, options: { always: true, credentials: 'none' } } }

  test.each(eras)('are followed for clients that cannot follow them (%s)', async era => {
    const front = await fronted(form, always)
    const peer = await peerAs(era, front.url, ada)
    expect((await peer.call('spend', large)).structuredContent).toMatchObject({ spent: 500 })
    expect(front.runs).toEqual([large])
  })

  test('are handles for clients that can, and tasks of the gateway', async () => {
    const front = await fronted(form, always)
    const peer = await peerAs('v2 2026-07-28', front.url, ada, { tasks: true })
    const handle = await peer.call('spend', large)
    expect(handle).toMatchObject({ status: 'working' })
    const status = await ended(front.url, `/operations/${String(handle.taskId)}/status`, ada)
    expect(status.body).toMatchObject({ state: 'completed' })
    const task = await peer.request('tasks/get', { taskId: String(handle.taskId) })
    expect(task).toMatchObject({ status: 'completed', result: { structuredContent: { spent: 500 } } })
    const others = await peerAs('v2 2026-07-28', front.url, bob, { tasks: true })
    await expect(others.request('tasks/get', { taskId: String(handle.taskId) })).rejects.toMatchObject({ code: -32602 })
  })

  test('that wait for an input are answered over A2A', async () => {
    const front = await fronted(form, always)
    const client = await clientOf(front.url, 'JSON-RPC 1.0', 'x', ada)
    const asked = await sent(client, skillCall('plan', { campaign: '7' }))
    expect(state(asked)).toBe('TASK_STATE_INPUT_REQUIRED')
    const done = await sent(client, request({ budget: 7 }, { taskId: asked.id }))
    expect([state(done), result(done)]).toEqual(['TASK_STATE_COMPLETED', { planned: 7 }])
  })

  test('show their answers to the plugins of the route', async () => {
    const sanitize = { 'prompt-sanitize': { enabled: true, options: { patterns: [{ name: 'banned', regex: '666' }] } } }
    const front = await fronted(form, { ...always, ...sanitize })
    const client = await clientOf(front.url, 'JSON-RPC 1.0', 'x', ada)
    const asked = await sent(client, skillCall('plan', { campaign: '7' }))
    await expect(sent(client, request({ budget: 666 }, { taskId: asked.id }))).rejects.toThrow()
    const peer = await peerAs('v2 2026-07-28', front.url, ada, { tasks: true })
    const inputResponses: JsonObject = { input: { action: 'accept', content: { budget: 666 } } }
    await expect(peer.request('tasks/update', { taskId: asked.id, inputResponses })).rejects.toMatchObject({
      code: -32602,
    })
    expect(front.runs).toHaveLength(1)
    await peer.request('tasks/update', {
      taskId: asked.id,
      inputResponses: { input: { action: 'accept', content: { budget: 7 } } },
    })
    await expect.poll(() => front.runs).toHaveLength(2)
  })
})

describe('/mcp before a route whose answers are kept', () => {
  it('a call with arguments does not get the answer to a request without them', async () => {
    const agents = await countingUpstream((received, response, count) =>
      sendJson(response, 200, completed(received, { count }), 'application/json', { 'cache-control': 'max-age=60' }),
    )
    const plugins = { cache: { enabled: true, options: {} } }
    const { url } = await gateway({
      auth: 'required',
      plugins: [knownCallerEntry],
      pools: [pool(agents.url)],
      routes: [route({ id: 'list', method: 'GET', path: '/reports', effects: 'none', plugins })],
      mcp: { hosts: [] },
    })
    const headers = { ...ada, ...bearer }
    const whole = await get(`${url}/reports`, { ...headers, accept: 'application/json' })
    expect(whole.body).toMatchObject({ result: { count: 1 } })
    const client = await connect('v1', { url: `${url}/mcp`, headers })
    await client.call('list', { status: 'draft' })
    expect(agents.received.map(({ path }) => path)).toEqual(['/reports', '/reports?status=draft'])
    await client.close()
  })
})

it('a front without a durable route keeps its tasks in the store of the gateway', async () => {
  const store = await newStore()
  const front = await fronted('mcp', {}, { store })
  const client = await clientOf(front.url, 'JSON-RPC 1.0', 'x', ada)
  const { id } = await sent(client, skillCall('spend', large))
  const other = await gateway({ ...front.gateway.config, store })
  const elsewhere = await clientOf(other.url, 'JSON-RPC 1.0', 'x', ada)
  expect(result(await elsewhere.getTask({ id, tenant: '' }))).toMatchObject({ spent: 500 })
})
