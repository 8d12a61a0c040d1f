/** Who speaks must be said: a message without a role, with an unknown one, or in the agent's name is refused. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/lib/json-value.ts'
import { serving } from './a2a-kit.ts'

let server: Awaited<ReturnType<typeof serving>>
beforeAll(async () => {
  server = await serving()
})
afterAll(() => server.close())

const data = { skill: 'greet', parameters: { name: 'Ada' } }

/** How each binding spells a message and its answer. */
const bindings = {
  'JSON-RPC 1.0': {
    version: '1.0',
    path: (stream: boolean) => (stream ? 'SendStreamingMessage' : 'SendMessage'),
    isRpc: true,
    message: { messageId: 'm', parts: [{ data }] },
    user: ['ROLE_USER', 1],
    wrong: [undefined, null, '', 'user', 'ROLE_UNSPECIFIED', 0, 7, 'assistant', 'ROLE_AGENT'],
  },
  'HTTP+JSON 1.0': {
    version: '1.0',
    path: (stream: boolean) => (stream ? '/message:stream' : '/message:send'),
    isRpc: false,
    message: { messageId: 'm', parts: [{ data }] },
    user: ['ROLE_USER', 1],
    wrong: [undefined, null, '', 'user', 'ROLE_UNSPECIFIED', 0, 7, 'assistant', 'ROLE_AGENT'],
  },
  'JSON-RPC 0.3': {
    version: '0.3',
    path: (stream: boolean) => (stream ? 'message/stream' : 'message/send'),
    isRpc: true,
    message: { kind: 'message', messageId: 'm', parts: [{ kind: 'data', data }] },
    user: ['user'],
    wrong: [undefined, null, '', 'ROLE_USER', 1, 'assistant', 'agent'],
  },
  'HTTP+JSON 0.3': {
    version: '0.3',
    path: (stream: boolean) => (stream ? '/v1/message:stream' : '/v1/message:send'),
    isRpc: false,
    message: { messageId: 'm', content: [{ data: { data } }] },
    user: ['ROLE_USER', 1, 'user'],
    wrong: [undefined, null, '', 'ROLE_UNSPECIFIED', 0, 7, 'assistant', 'ROLE_AGENT', 'agent'],
  },
} as const

type Binding = (typeof bindings)[keyof typeof bindings]

async function send({ isRpc, version, path, message }: Binding, role: Json | undefined, stream: boolean) {
  const params = { message: { ...message, ...(role === undefined ? undefined : { role }) } }
  const body = isRpc ? { jsonrpc: '2.0', id: 7, method: path(stream), params } : params
  const response = await fetch(`${server.url}/a2a${isRpc ? '' : path(stream)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': version },
    body: JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}

describe.each(Object.entries(bindings))('over %s', (_, binding) => {
  test.each(binding.user.map(role => [role]))('the role %j is the user', async role => {
    expect(await send(binding, role, false)).toMatchObject({
      status: 200,
      text: expect.stringContaining('Hello, Ada'),
    })
  })

  test.each(binding.wrong.flatMap(role => [[role, false] as const, [role, true] as const]))(
    'the role %j is refused (stream: %j)',
    async (role, stream) => {
      const { status, text } = await send(binding, role, stream)
      const body = JSON.parse(text) as JsonObject
      if (binding.isRpc) {
        expect({ status, body }).toMatchObject({ status: 200, body: { id: 7, error: { code: -32602 } } })
      } else if (binding.version === '0.3')
        expect({ status, body }).toMatchObject({ status: 400, body: { code: -32602 } })
      else {
        expect({ status, body }).toMatchObject({
          status: 400,
          body: { error: { code: 400, status: 'INVALID_ARGUMENT' } },
        })
      }
      expect(text).toContain('role')
    },
  )
})
