import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { seal } from '../../outcome/exchange.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { a2aWire } from '../../wire/a2a.ts'
import type { Body } from '../../wire/body.ts'
import { mcpWire } from '../../wire/mcp.ts'
import { decodeA2a } from './decode-a2a.ts'
import { decodeMcp } from './decode-mcp.ts'
import { encodeA2a, encodeHttp, encodeMcp } from './encode.ts'

const task = {
  id: 't',
  contextId: 'c',
  vendor: 1,
  metadata: { 'vendor/trace': 'x' },
  history: [{ messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'Find.' }] }],
  status: { state: 'TASK_STATE_COMPLETED', vendor: 2 },
  artifacts: [
    {
      artifactId: 'a',
      name: 'products',
      description: 'Found.',
      metadata: { x: 3 },
      vendor: 4,
      parts: [
        { text: 'Done.', metadata: { lang: 'en' } },
        { data: { products: [] }, metadata: { p: 5 }, vendor: 6 },
      ],
    },
  ],
}

const kept = {
  task: { vendor: 1, metadata: task.metadata, history: task.history },
  status: { vendor: 2 },
  artifact: { artifactId: 'a', name: 'products', description: 'Found.', metadata: { x: 3 }, vendor: 4 },
  data: { metadata: { p: 5 }, vendor: 6 },
  text: { metadata: { lang: 'en' } },
}

const result = {
  content: [
    { type: 'text', text: '{"status":"completed"}', annotations: { priority: 1 }, vendor: 1 },
    { type: 'text', text: 'Done.', vendor: 2 },
  ],
  structuredContent: { status: 'completed' },
  _meta: { 'vendor/x': 3 },
  vendor: 4,
}

const exchange = seal({ requestId: 'r', conversationId: 'c' })
const bodyOf = (wire: { body: Body }): Json => JSON.parse(wire.body.text())
const a2a = (body: Json) => decodeA2a(a2aWire(body)).outcome
const mcp = (body: Json) => decodeMcp(mcpWire(body)).outcome
const withExtra = (adcp: JsonObject): Outcome => ({ kind: 'completed', message: 'Done.', extra: { adcp } })

describe('over A2A', () => {
  test('members of a task that nobody knows are kept by the object they stood in', () => {
    expect(a2a(task).extra).toEqual({ adcp: { a2a: kept } })
  })

  test('a status message keeps what it says of itself', () => {
    const message = { messageId: 'm', role: 'ROLE_AGENT', contextId: 'c', taskId: 't', parts: [], vendor: 1 }
    const outcome = a2a({ id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING', message } })
    expect(outcome.extra).toEqual({ adcp: { a2a: { message: { messageId: 'm', vendor: 1 } } } })
  })

  test('what a task has members for is sent there, and the rest in its metadata', () => {
    const { wire, losses } = encodeA2a(a2a(task), exchange, '1.0')
    const written = bodyOf(wire)
    expect(losses).toEqual([])
    expect(written).toMatchObject({
      metadata: {
        'vendor/trace': 'x',
        replywire: { requestId: 'r', frame: { status: { vendor: 2 }, data: { metadata: { p: 5 }, vendor: 6 } } },
      },
      history: task.history,
      artifacts: [{ artifactId: 'a', name: 'products', description: 'Found.', metadata: { x: 3 } }],
    })
    expect(a2a(written).extra).toEqual({ adcp: { a2a: kept } })
  })

  test('a history in the spelling of another version travels in the metadata', () => {
    const written = bodyOf(encodeA2a(a2a(task), exchange, '0.3').wire)
    expect(written).not.toHaveProperty('history')
    expect(a2a(written).extra).toEqual({ adcp: { a2a: kept } })
  })

  test('members that fit no place come back all the same', () => {
    const odd = { task: { metadata: { replywire: 1 }, history: 7 }, artifact: { name: 7, artifactId: '' }, other: [1] }
    const { wire, losses } = encodeA2a(withExtra({ a2a: odd }), exchange, '1.0')
    expect(losses.filter(({ pointer }) => pointer.includes('extra'))).toEqual([])
    expect(a2a(bodyOf(wire)).extra).toEqual({ adcp: { a2a: odd } })
  })

  test('a further artifact and its parts keep their members', () => {
    const other = { artifactId: 'b', vendor: 1, parts: [{ text: 'x', data: { y: 1 }, vendor: 2 }] }
    expect(a2a({ ...task, artifacts: [...task.artifacts, other] }).artifacts).toEqual([
      {
        id: 'b',
        parts: [{ kind: 'text', text: 'x', extra: { adcp: { data: { y: 1 }, vendor: 2 } } }],
        extra: { adcp: { vendor: 1 } },
      },
    ])
  })

  test('a file of 0.3 keeps its further members', () => {
    const file = { uri: 'https://a.example/x', bytes: 'eA==', vendor: 1 }
    const parts = [{ kind: 'file', file }, { data: { products: [] } }]
    expect(a2a({ ...task, artifacts: [{ artifactId: 'result', parts }] }).content).toEqual([
      { kind: 'bytes', base64: 'eA==', extra: { adcp: { file: { uri: 'https://a.example/x', vendor: 1 } } } },
    ])
  })
})

describe('over MCP', () => {
  const members = {
    result: { vendor: 4 },
    meta: { 'vendor/x': 3 },
    mirror: { annotations: { priority: 1 }, vendor: 1 },
    message: { vendor: 2 },
  }

  test('members of a result that nobody knows are kept and sent again', () => {
    expect(mcp(result).extra).toEqual({ adcp: { mcp: members } })
    const { wire, losses } = encodeMcp(mcp(result), exchange)
    expect(losses).toEqual([])
    expect(bodyOf(wire)).toMatchObject({
      content: [{ type: 'text', annotations: { priority: 1 } }],
      _meta: { 'vendor/x': 3, 'replywire/frame': { message: { vendor: 2 } } },
      vendor: 4,
    })
    expect(mcp(bodyOf(wire)).extra).toEqual({ adcp: { mcp: members } })
  })

  test('a second text that repeats the data stays when it says more', () => {
    const twice = { ...result, content: [result.content[0], result.content[0]] as Json[] }
    expect(mcp(twice).content).toMatchObject([{ kind: 'text', extra: { adcp: { vendor: 1 } } }])
  })

  test('members in the place of what is read there do not stand there', () => {
    const odd = { result: { isError: 'yes', error: { data: {} }, structuredContent: 7 } }
    const written = bodyOf(encodeMcp(withExtra({ mcp: odd }), exchange).wire)
    expect(written).toMatchObject({ structuredContent: { status: 'completed' } })
    expect(written).not.toHaveProperty('isError')
    expect(mcp(written)).toMatchObject({ kind: 'completed', extra: { adcp: { mcp: odd } } })
  })

  test('a refusal keeps what JSON-RPC says beside the error', () => {
    const error = { code: 'RATE_LIMITED', message: 'Slow down.', recovery: 'transient' }
    const data = { adcp_error: error, vendor: 1 }
    const refusal = { vendor: 2, error: { code: -32029, message: 'No.', data, vendor: 3 } }
    expect(mcp(refusal).extra).toEqual({
      adcp: { rpc: { answer: { vendor: 2 }, error: { message: 'No.', vendor: 3 }, data: { vendor: 1 } } },
    })
  })
})

test('on another carrier the members are named as lost', () => {
  const lost = (list: readonly { pointer: string }[]) =>
    list.map(({ pointer }) => pointer).filter(at => /extra/.test(at))
  const outcome = withExtra({ a2a: { status: { x: 1 } }, mcp: { meta: { y: 1 } } })
  expect(lost(encodeHttp(outcome, exchange).losses)).toEqual(['/outcome/extra/adcp'])
  expect(lost(encodeMcp(outcome, exchange).losses)).toEqual(['/outcome/extra/adcp/a2a'])
  expect(lost(encodeA2a(outcome, exchange, '1.0').losses)).toEqual(['/outcome/extra/adcp/mcp'])
})
