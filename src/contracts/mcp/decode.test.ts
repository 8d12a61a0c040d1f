import { describe, expect, test } from 'vitest'
import type { Json } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import { mcpWire } from '../../wire/mcp.ts'
import { decode } from './decode.ts'

const words = (text: string) => ({ type: 'text', text })
const read = (body: Json) => decode(mcpWire(body), '2026-07-28').outcome

describe('a tool result', () => {
  test('of one plain text is what the tool produced', () => {
    expect(read({ resultType: 'complete', content: [words('22 °C')] })).toEqual({
      kind: 'completed',
      payload: { kind: 'text', text: '22 °C' },
    })
  })

  test('of several blocks is content', () => {
    expect(read({ resultType: 'complete', content: [words('a'), words('b')] })).toEqual({
      kind: 'completed',
      content: [
        { kind: 'text', text: 'a' },
        { kind: 'text', text: 'b' },
      ],
    })
  })

  test('of one annotated text is content, and the annotation stays', () => {
    const block = { ...words('a'), annotations: { audience: ['user'] } }
    expect(read({ resultType: 'complete', content: [block] })).toEqual({
      kind: 'completed',
      content: [{ kind: 'text', text: 'a', extra: { mcp: { annotations: { audience: ['user'] } } } }],
    })
  })

  test('does not tell the mirror of structuredContent a second time', () => {
    const content = [words('Here:'), words('{ "b": 2, "a": 1 }')]
    expect(read({ resultType: 'complete', content, structuredContent: { a: 1, b: 2 } })).toEqual({
      kind: 'completed',
      payload: { kind: 'value', value: { a: 1, b: 2 } },
      content: [{ kind: 'text', text: 'Here:' }],
    })
  })

  test.each<[string, Json, object]>([
    ['an array is rows', [1, 2], { kind: 'rows', rows: [1, 2] }],
    ['a string is a value', 'ready', { kind: 'value', value: 'ready' }],
    ['null is a value', null, { kind: 'value', value: null }],
  ])('structuredContent: %s', (_, structuredContent, payload) => {
    expect(read({ resultType: 'complete', content: [], structuredContent })).toEqual({ kind: 'completed', payload })
  })

  test.each<[string, Json, object]>([
    [
      'an image is bytes',
      { type: 'image', data: 'AAEC', mimeType: 'image/png' },
      { kind: 'bytes', base64: 'AAEC', mediaType: 'image/png' },
    ],
    [
      'a link keeps what it says',
      { type: 'resource_link', uri: 'file:///a', name: 'a', size: 3 },
      { kind: 'link', url: 'file:///a', name: 'a', extra: { mcp: { size: 3 } } },
    ],
    [
      'an embedded text keeps its uri',
      { type: 'resource', resource: { uri: 'file:///a', text: 'x' } },
      { kind: 'text', text: 'x', extra: { mcp: { resource: { uri: 'file:///a' } } } },
    ],
    [
      'an embedded blob keeps its uri',
      { type: 'resource', resource: { uri: 'file:///a', blob: 'AAEC', mimeType: 'a/b' } },
      { kind: 'bytes', base64: 'AAEC', mediaType: 'a/b', extra: { mcp: { resource: { uri: 'file:///a' } } } },
    ],
    [
      'an unknown block is kept whole as data',
      { type: 'video', frames: 3 },
      { kind: 'data', data: { type: 'video', frames: 3 } },
    ],
  ])('of two blocks: %s', (_, block, part) => {
    expect(read({ resultType: 'complete', content: [words('a'), block] }).content?.[1]).toEqual(part)
  })
})

describe('a tool error', () => {
  test('in words lets the caller correct the call', () => {
    expect(read({ resultType: 'complete', content: [words('The date is past.')], isError: true })).toEqual({
      kind: 'failed',
      fault: {
        category: 'internal',
        code: 'TOOL_ERROR',
        message: 'The date is past.',
        recovery: 'correct',
        issues: [],
      },
    })
  })

  test('with an error object is read by it', () => {
    const error = { code: 'NOT_FOUND', message: 'No such campaign.', category: 'not-found', retryAfterMs: 'soon' }
    expect(read({ resultType: 'complete', content: [], structuredContent: { error }, isError: true })).toEqual({
      kind: 'failed',
      fault: {
        category: 'not-found',
        code: 'NOT_FOUND',
        message: 'No such campaign.',
        recovery: 'correct',
        issues: [],
        extra: { mcp: { retryAfterMs: 'soon' } },
      },
    })
  })

  test('with data of its own keeps them as the payload', () => {
    const structuredContent = { reason: 'quota' }
    expect(read({ resultType: 'complete', content: [words('No.')], structuredContent, isError: true })).toMatchObject({
      kind: 'failed',
      fault: { message: 'No.' },
      payload: { kind: 'value', value: { reason: 'quota' } },
    })
  })
})

describe('a JSON-RPC error', () => {
  test.each<[number, string, string]>([
    [-32700, 'PARSE_ERROR', 'invalid'],
    [-32600, 'INVALID_REQUEST', 'invalid'],
    [-32601, 'METHOD_NOT_FOUND', 'not-found'],
    [-32602, 'INVALID_PARAMS', 'invalid'],
    [-32603, 'INTERNAL_ERROR', 'internal'],
    [-32002, 'RESOURCE_NOT_FOUND', 'not-found'],
    [-32020, 'HEADER_MISMATCH', 'invalid'],
    [-32021, 'MISSING_REQUIRED_CLIENT_CAPABILITY', 'invalid'],
    [-32022, 'UNSUPPORTED_PROTOCOL_VERSION', 'invalid'],
    [-32050, 'JSON_RPC_ERROR', 'internal'],
  ])('%i is %s', (number, code, category) => {
    expect(read({ error: { code: number, message: 'x' } })).toMatchObject({
      kind: 'failed',
      fault: { code, category, message: 'x' },
    })
  })

  test('keeps a number that its name does not tell', () => {
    expect(read({ error: { code: -32602, message: 'x' } })).toMatchObject({
      fault: { extra: { mcp: { code: -32602 } } },
    })
    expect(read({ error: { code: -32020, message: 'x' } })).not.toMatchObject({ fault: { extra: {} } })
  })

  test('-32042 is a pause for credentials', () => {
    const elicitations = [{ mode: 'url', elicitationId: 'e-1', url: 'https://auth.example/', message: 'Sign in.' }]
    expect(read({ error: { code: -32042, message: 'First sign in.', data: { elicitations } } })).toEqual({
      kind: 'paused',
      message: 'First sign in.',
      needs: [
        {
          kind: 'credentials',
          url: 'https://auth.example/',
          extra: { mcp: { elicitationId: 'e-1', message: 'Sign in.' } },
        },
      ],
    })
  })

  test('keeps its data as details', () => {
    const read32 = read({ error: { code: -32602, message: 'x', data: { field: 'age' } } })
    expect(read32).toMatchObject({ fault: { details: { field: 'age' } } })
    expect(read({ error: { code: -32602, message: 'x', data: 'age' } })).toMatchObject({
      fault: { extra: { mcp: { data: 'age' } } },
    })
  })
})

describe('input that is required', () => {
  const form = (message: string, properties: object, required: string[] = []) => ({
    method: 'elicitation/create',
    params: { message, requestedSchema: { type: 'object', properties, required } },
  })
  const request = (inputRequests: object) => read({ resultType: 'input_required', inputRequests } as Json)

  test('in one field is asked by the message', () => {
    expect(request({ input: form('Which metric?', { metric: { type: 'string' } }, ['metric']) })).toEqual({
      kind: 'paused',
      needs: [
        {
          kind: 'input',
          name: 'metric',
          location: 'body',
          schema: { type: 'string' },
          required: true,
          question: 'Which metric?',
        },
      ],
    })
  })

  test('in several fields is asked by their descriptions, and the message stands for itself', () => {
    const properties = { a: { type: 'string', description: 'First?' }, b: { type: 'number', title: 'Second' } }
    expect(request({ input: form('Two things.', properties) })).toMatchObject({
      message: 'Two things.',
      needs: [
        { name: 'a', question: 'First?', required: false },
        { name: 'b', question: 'Second', schema: { type: 'number', title: 'Second' } },
      ],
    })
  })

  test('under a key of its own keeps the key, which the answer must have', () => {
    expect(request({ github: form('Who?', { name: { type: 'string' } }) })).toMatchObject({
      needs: [{ name: 'name', extra: { mcp: { request: 'github' } } }],
    })
  })

  test('as a yes or a no is an approval', () => {
    expect(request({ spend: form('Spend 25000?', { approve: { type: 'boolean' } }) })).toEqual({
      kind: 'paused',
      needs: [{ kind: 'approval', key: 'spend', action: 'Spend 25000?' }],
    })
  })

  test('on a page is credentials', () => {
    const params = { mode: 'url', message: 'Sign in', url: 'https://auth.example/' }
    expect(request({ login: { method: 'elicitation/create', params } })).toEqual({
      kind: 'paused',
      message: 'Sign in',
      needs: [{ kind: 'credentials', url: 'https://auth.example/', extra: { mcp: { request: 'login' } } }],
    })
  })

  test('from the host itself is kept whole', () => {
    const params = { messages: [], maxTokens: 7 }
    expect(request({ ask: { method: 'sampling/createMessage', params } })).toMatchObject({
      needs: [{ kind: 'reply', extra: { mcp: { request: 'ask', method: 'sampling/createMessage', params } } }],
    })
  })

  test('of nobody means that the call is to be repeated with its state', () => {
    expect(read({ resultType: 'input_required', requestState: 's' })).toEqual({
      kind: 'pending',
      phase: 'queued',
      extra: { mcp: { requestState: 's' } },
    })
  })
})

describe('a task', () => {
  const task = {
    taskId: 't-1',
    createdAt: '2026-01-31T12:00:00Z',
    lastUpdatedAt: '2026-01-31T12:05:00Z',
    ttlMs: 60_000,
    pollIntervalMs: 5000,
  }

  test('in place of a result is pending, and its times are kept', () => {
    const { outcome, exchange } = decode(mcpWire({ resultType: 'task', ...task, status: 'working' }), '2026-07-28')
    expect(outcome).toEqual({
      kind: 'pending',
      phase: 'working',
      task: { id: 't-1', pollAfterMs: 5000 },
      extra: { mcp: { createdAt: '2026-01-31T12:00:00Z', ttlMs: 60_000 } },
    })
    expect(exchange).toEqual({ at: '2026-01-31T12:05:00Z' })
  })

  test.each<[string, object, object]>([
    [
      'completed tells its result',
      { result: { content: [words('22 °C')] } },
      { kind: 'completed', payload: { text: '22 °C' } },
    ],
    [
      'failed tells its error',
      { error: { code: -32603, message: 'It died.' } },
      { kind: 'failed', fault: { message: 'It died.' } },
    ],
    ['cancelled is canceled', {}, { kind: 'canceled' }],
    [
      'input_required tells its questions',
      { inputRequests: { go: { method: 'elicitation/create', params: { message: 'Go on?' } } } },
      { kind: 'paused', needs: [{ kind: 'approval', key: 'go', action: 'Go on?' }] },
    ],
    ['working is pending', {}, { kind: 'pending' }],
  ])('that is %s', (what, members, outcome) => {
    const [status] = what.split(' ')
    expect(read({ resultType: 'complete', ...task, status, ...members } as Json)).toMatchObject({
      ...outcome,
      task: { id: 't-1' },
    })
  })

  test('of revision 2025-11-25 is read alike', () => {
    const { ttlMs, pollIntervalMs, ...rest } = task
    const body = { task: { ...rest, status: 'working', ttl: ttlMs, pollInterval: pollIntervalMs } }
    expect(decode(mcpWire(body), '2025-11-25')).toMatchObject({
      outcome: { kind: 'pending', task: { id: 't-1', pollAfterMs: 5000 }, extra: { mcp: { ttl: 60_000 } } },
      findings: [],
    })
  })
})

describe('whatever comes', () => {
  test.each<[string, Json]>([
    ['null', null],
    ['a number', 7],
    ['an empty object', {}],
    ['a content of nothing', { content: [null, 7, [], 'a'] }],
    ['an error of nothing', { error: null }],
    ['a task of nothing', { task: {} }],
    ['requests of nothing', { resultType: 'input_required', inputRequests: { a: null, b: { method: 7 } } }],
    ['a member named __proto__', JSON.parse('{"__proto__": {"content": []}, "content": [{"__proto__": 1}]}')],
  ])('%s is read, and found wanting', (_, body) => {
    const { outcome, findings } = decode(mcpWire(body), '2025-06-18')
    expect(outcome.kind).toBeTypeOf('string')
    expect(findings.length).toBeGreaterThan(0)
  })

  test('bytes that are no JSON are a failure', () => {
    expect(decode(mcpWire(Body.ofText('<html>')), '2026-07-28')).toMatchObject({
      outcome: { kind: 'failed', fault: { category: 'integrity', code: 'UNREADABLE_ANSWER' } },
      findings: [{ rule: 'json/readable' }],
    })
  })

  test('messages of findings never quote what was sent', () => {
    const { findings } = decode(
      mcpWire({ content: [{ type: 'sesame', text: 'sesame' }], isError: 'sesame' }),
      '2025-06-18',
    )
    expect(findings.map(({ message }) => message).join()).not.toContain('sesame')
  })
})
