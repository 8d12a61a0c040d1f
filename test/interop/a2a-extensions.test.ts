/** Extensions over A2A: declared in the card, activated by callers; a request without a required one is refused. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defineAgent, operation } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { isOld, type WireName, wires } from './a2a-kit.ts'

const agent = defineAgent({
  name: 'messenger',
  version: '1.0.0',
  operations: {
    look: operation({
      title: 'Look',
      effects: 'none',
      input: {},
      handler: (_, { message }) => ({ extensions: message?.extensions ?? [] }),
    }),
  },
})

describe('extensions', () => {
  const wanted = 'https://example.com/ext/trace/v1'
  const optional = 'https://example.com/ext/tone/v1'
  const extensions = [
    { uri: wanted, required: true, description: 'Traces.' },
    { uri: optional, params: { tones: ['warm'] } },
  ]
  let url: string
  let stop: () => Promise<void>
  beforeAll(async () => {
    const listening = await serve(agent, { authenticate: false, a2a: { extensions } }).listen({ port: 0 })
    url = listening.url
    stop = () => listening.close()
  })
  afterAll(() => stop())

  const bindings: Record<WireName, { path: string; body: unknown; header: string; refused: unknown; status: number }> =
    {
      'JSON-RPC 1.0': {
        path: '/a2a',
        body: {
          jsonrpc: '2.0',
          id: 7,
          method: 'SendMessage',
          params: { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ data: { skill: 'look' } }] } },
        },
        header: 'A2A-Extensions',
        refused: { jsonrpc: '2.0', id: 7, error: { code: -32008 } },
        status: 200,
      },
      'HTTP+JSON 1.0': {
        path: '/a2a/message:send',
        body: { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ data: { skill: 'look' } }] } },
        header: 'A2A-Extensions',
        refused: { error: { code: 400, details: [{ reason: 'EXTENSION_SUPPORT_REQUIRED' }] } },
        status: 400,
      },
      'JSON-RPC 0.3': {
        path: '/a2a',
        body: {
          jsonrpc: '2.0',
          id: 7,
          method: 'message/send',
          params: {
            message: {
              kind: 'message',
              messageId: 'm',
              role: 'user',
              parts: [{ kind: 'data', data: { skill: 'look' } }],
            },
          },
        },
        header: 'X-A2A-Extensions',
        refused: { jsonrpc: '2.0', id: 7, error: { code: -32008 } },
        status: 200,
      },
      'HTTP+JSON 0.3': {
        path: '/a2a/v1/message:send',
        body: { message: { messageId: 'm', role: 'ROLE_USER', content: [{ data: { data: { skill: 'look' } } }] } },
        header: 'X-A2A-Extensions',
        refused: { code: -32008 },
        status: 400,
      },
    }

  async function post(wire: WireName, named?: string) {
    const { path, body, header } = bindings[wire]
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'a2a-version': isOld(wire) ? '0.3' : '1.0',
        ...(named === undefined ? undefined : { [header]: named }),
      },
      body: JSON.stringify(body),
    })
    return { status: response.status, active: response.headers.get(header), body: await response.text() }
  }

  test.each(wires)('a caller who does not activate a required one is refused over %s', async wire => {
    for (const named of [undefined, '', optional, 'https://example.com/ext/other']) {
      const answer = await post(wire, named)
      expect(answer.status).toBe(bindings[wire].status)
      expect(JSON.parse(answer.body)).toMatchObject(bindings[wire].refused as object)
      expect(answer.body).toContain(wanted)
    }
  })

  test.each(wires)('a caller who does is answered over %s, and the handler knows which are active', async wire => {
    const one = await post(wire, ` ${wanted} `)
    expect(one).toMatchObject({ status: 200, active: wanted })
    expect(one.body).toContain(`"extensions":["${wanted}"]`)
    const both = await post(wire, `${optional},${wanted},https://example.com/ext/other`)
    expect(both).toMatchObject({ status: 200, active: `${wanted}, ${optional}` })
  })

  test('a list of tasks needs it too; the card does not, and declares them', async () => {
    const headers = { 'a2a-version': '1.0' }
    expect((await fetch(`${url}/a2a/tasks`, { headers })).status).toBe(400)
    expect((await fetch(`${url}/a2a/tasks`, { headers: { ...headers, 'a2a-extensions': wanted } })).status).toBe(200)
    const card = await (await fetch(`${url}/.well-known/agent-card.json`, { headers })).json()
    expect(card).toMatchObject({ capabilities: { extensions: [{ uri: expect.any(String) }, ...extensions] } })
    const old = await (await fetch(`${url}/.well-known/agent-card.json`)).json()
    expect(old).toMatchObject({
      capabilities: { extensions: [{}, { uri: wanted, required: true }, { uri: optional }] },
    })
  })

  test.each([
    ['no URI', [{ uri: 'trace' }]],
    ['a comma', [{ uri: 'https://example.com/a,b' }]],
    ['twice the same', [{ uri: wanted }, { uri: wanted }]],
  ])('a declaration that cannot be one is refused when the server is made: %s', (_, wrong) => {
    expect(() => serve(agent, { authenticate: false, a2a: { extensions: wrong } })).toThrow(/a2a\.extensions/)
  })
})
