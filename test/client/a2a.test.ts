import { describe, expect, onTestFinished, test } from 'vitest'
import { readAddress } from '../../src/client/address.ts'
import type { ConnectOptions } from '../../src/client/client.ts'
import type { Connection } from '../../src/client/connection.ts'
import { openCarrier } from '../../src/client/open-carrier.ts'
import type { Json } from '../../src/lib/json-value.ts'
import type { Call } from '../../src/outcome/call.ts'
import type { Interim } from '../../src/outcome/moment.ts'
import type { Paused } from '../../src/outcome/outcome.ts'
import { a2aAgent, type Way } from './a2a-agent.ts'
import { listening } from './mcp-servers.ts'

const to = (input: Json, operation = 'act'): Call => ({ operation, input, exchange: {} })

async function connectionAt(origin: string, options: ConnectOptions = {}): Promise<Connection> {
  const upstream = await openCarrier(readAddress(`a2a+${origin}`), options)
  onTestFinished(() => upstream.close())
  return upstream
}

const ways: readonly Way[] = [
  ['JSONRPC', '1.0'],
  ['HTTP+JSON', '1.0'],
  ['JSONRPC', '0.3'],
  ['HTTP+JSON', '0.3'],
]

describe.each(ways)('%s %s', (binding, version) => {
  const serve = (streaming = false) => a2aAgent([[binding, version]], { streaming })

  test('an input is sent as it is, and the answer is read', async () => {
    const { origin, agent } = await serve()
    const upstream = await connectionAt(origin)
    expect(await upstream.operations()).toEqual([{ name: 'act', title: 'act', description: 'Does act.' }])
    const { outcome, exchange, findings, contract } = await upstream.call(to({ n: 1 }))
    expect(outcome).toMatchObject({ kind: 'completed', payload: { kind: 'value', value: { got: { n: 1 } } } })
    expect(exchange.conversationId).toMatch(/./)
    expect(findings.filter(({ level }) => level === 'must')).toEqual([])
    expect(contract).toMatchObject({ id: 'a2a', version })
    expect(agent.metadata).toMatchObject([{ skillId: 'act' }])
  })

  test('words are sent as words, and a message is an answer too', async () => {
    const upstream = await connectionAt((await serve()).origin)
    expect((await upstream.call(to({ text: 'hello' }))).outcome).toMatchObject({
      kind: 'completed',
      content: [{ kind: 'text', text: 'Hello yourself.' }],
    })
  })

  test('a failure is one', async () => {
    const upstream = await connectionAt((await serve()).origin)
    expect((await upstream.call(to({ act: 'fail' }))).outcome).toMatchObject({
      kind: 'failed',
      fault: { message: 'Out of paper.' },
    })
  })

  test('a question is a pause, and a message on the task answers it', async () => {
    const upstream = await connectionAt((await serve()).origin)
    const { outcome, exchange } = await upstream.call(to({ act: 'ask' }))
    expect(outcome).toMatchObject({ kind: 'paused', needs: [{ kind: 'reply', question: 'Which size?' }] })
    const answered = await upstream.call(
      { ...to({ act: 'ask' }), exchange },
      { pause: outcome as Paused, answers: { reply: 'large' } },
    )
    expect(answered.outcome).toMatchObject({ payload: { value: { got: { text: 'large' } } } })
    expect(answered.exchange.conversationId).toBe(exchange.conversationId)
  })

  test('a task that goes on is pending; waited for, it is followed to its end', async () => {
    const upstream = await connectionAt((await serve()).origin)
    const call: Call = { ...to({ act: 'long' }), prefer: { async: true } }
    expect((await upstream.call(call)).outcome).toMatchObject({ kind: 'pending', task: { id: expect.any(String) } })
    expect((await upstream.call(call, { wait: true })).outcome).toMatchObject({
      kind: 'completed',
      payload: { value: { got: { act: 'long' } } },
    })
  })

  test('a stream is heard while it comes, and its answer is whole', async () => {
    const upstream = await connectionAt((await serve(true)).origin)
    const moments: Interim[] = []
    const { outcome } = await upstream.call(to({ n: 2 }), { onMoment: moment => moments.push(moment) })
    expect(outcome).toMatchObject({ kind: 'completed', payload: { value: { got: { n: 2 } } } })
    expect(moments).toContainEqual({ kind: 'progress', message: 'half of it' })
    expect(moments).toContainEqual(
      expect.objectContaining({ kind: 'delta', artifact: 'a', part: { kind: 'data', data: { got: { n: 2 } } } }),
    )
  })

  test('a task whose caller leaves is stopped', async () => {
    const { origin, agent } = await serve()
    const upstream = await connectionAt(origin)
    const controller = new AbortController()
    const left = upstream.call(
      { ...to({ act: 'hang' }), prefer: { async: true } },
      { wait: true, signal: controller.signal, onMoment: () => controller.abort(new Error('enough')) },
    )
    await expect(left).rejects.toThrow('enough')
    expect(agent.cancelled).toHaveLength(1)
  })
})

describe('an answer', () => {
  test('that is larger than allowed is refused', async () => {
    const upstream = await connectionAt((await a2aAgent([['JSONRPC', '1.0']])).origin, { maxBytes: 1024 * 1024 })
    expect((await upstream.call(to({ act: 'huge' }))).outcome).toMatchObject({
      fault: { category: 'dependency', message: "The A2A agent's answer is larger than 1 MiB." },
    })
  })

  test('that does not come in time is a timeout', async () => {
    const upstream = await connectionAt((await a2aAgent([['JSONRPC', '1.0']])).origin)
    await upstream.open()
    expect((await upstream.call(to({ act: 'hang' }), { timeoutMs: 300 })).outcome).toMatchObject({
      fault: { category: 'timeout' },
    })
  })

  test.each<[string, Json | string, object]>([
    [
      'an error of JSON-RPC',
      { jsonrpc: '2.0', id: 1, error: { code: -32001, message: 'x' } },
      { code: 'TASK_NOT_FOUND' },
    ],
    ['a task of nothing', { jsonrpc: '2.0', id: 1, result: { task: { status: 7 } } }, {}],
    ['a page', '<html>', { code: 'UNREADABLE_ANSWER' }],
  ])('that is %s is read, and what is wrong is named', async (name, body, fault) => {
    const { origin } = await listening((request, response) => {
      const card = {
        name: 'x',
        skills: [],
        supportedInterfaces: [{ url: '/rpc', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
      }
      const said = request.url === '/rpc' ? body : card
      response.setHeader('content-type', 'application/json').end(typeof said === 'string' ? said : JSON.stringify(said))
    })
    const upstream = await connectionAt(origin)
    const { outcome, findings } = await upstream.call(to({}))
    if (outcome.kind === 'failed') expect(outcome.fault).toMatchObject(fault)
    expect(findings.some(({ level }) => level === 'must')).toBe(!name.startsWith('an error'))
  })

  test('in AdCP is read as AdCP, and asked for as AdCP asks', async () => {
    const { origin } = await a2aAgent([['JSONRPC', '1.0']], { skills: ['get_adcp_capabilities', 'create_media_buy'] })
    const upstream = await connectionAt(origin)
    const { outcome, notes, contract } = await upstream.call(to({ budget: 5, context: { n: 1 } }, 'create_media_buy'))
    expect(contract?.id).toBe('adcp')
    expect(notes).toMatchObject([expect.stringMatching(/^The idempotency key is [0-9a-f-]{36}: /)])
    expect(outcome).toMatchObject({
      kind: 'completed',
      payload: {
        value: {
          got: {
            skill: 'create_media_buy',
            parameters: { budget: 5, context: { n: 1 }, idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/) },
          },
        },
      },
    })
  })
})

describe('an agent that is none', () => {
  test.each<[string, () => Promise<string>, object]>([
    ['nothing listens', async () => 'http://127.0.0.1:1', { category: 'unavailable' }],
    [
      'no card',
      async () => (await listening((_, response) => void response.writeHead(404).end())).origin,
      { category: 'dependency', message: expect.stringMatching(/^There is no A2A agent at http/) },
    ],
    [
      'a refusal',
      async () => (await listening((_, response) => void response.writeHead(401).end())).origin,
      { category: 'unauthenticated' },
    ],
    [
      'a card that names nothing to be spoken',
      async () =>
        (await a2aAgent([], { card: () => ({ supportedInterfaces: [{ url: 'x', protocolBinding: 'GRPC' }] }) })).origin,
      { category: 'dependency' },
    ],
  ])('%s', async (_, origin, fault) => {
    const upstream = await connectionAt(await origin())
    expect((await upstream.call(to({}))).outcome).toMatchObject({ kind: 'failed', fault })
    await expect(upstream.open()).rejects.toMatchObject({ code: 'ERR_UNREADABLE' })
  })

  test('headers go to the origin that they were given for, and to no other', async () => {
    const other = await listening((_, response) => void response.end('{}'))
    const card = () => ({
      supportedInterfaces: [{ url: other.origin, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    })
    const { origin } = await a2aAgent([], { card })
    const upstream = await connectionAt(origin, { headers: { authorization: 'Bearer abc' } })
    expect((await upstream.call(to({}))).outcome).toMatchObject({
      fault: { message: `The card sends callers to ${other.origin}; headers go to ${origin} only. Give that address.` },
    })
    expect(other.headers).toEqual([])
  })

  test('the card is looked for below the address, then at the root, and the query is asked with', async () => {
    const asked: (string | undefined)[] = []
    const { origin } = await listening(
      (request, response) => void response.writeHead(asked.push(request.url) && 404).end(),
    )
    const upstream = await connectionAt(`${origin}/a2a?envelope=adcp`)
    await expect(upstream.open()).rejects.toThrow('There is no A2A agent at ')
    expect(asked).toEqual([
      '/a2a/.well-known/agent-card.json?envelope=adcp',
      '/.well-known/agent-card.json?envelope=adcp',
      '/a2a/.well-known/agent.json?envelope=adcp',
      '/.well-known/agent.json?envelope=adcp',
    ])
  })
})
