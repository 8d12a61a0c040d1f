import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editionOf, faceOf } from '../../codec/check.ts'
import { isValid } from '../../codec/rule.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { seal } from '../../outcome/exchange.ts'
import { json } from '../../testing/arbitrary.ts'
import { silentLoss } from '../../testing/less-losses.ts'
import { Body } from '../../wire/body.ts'
import { type FileWire, fileWire } from '../../wire/file.ts'
import { decode } from './decode.ts'
import { agentFile } from './index.ts'

const success: JsonObject = {
  request_id: '32ecfadc-2b66-4daa-a7c0-a03c449fcea5',
  version: '1.0',
  status: 'success',
  response: '{"answer": 42}',
  error_message: null,
  error_type: null,
  created_at: '2025-11-24T14:22:45.123456+00:00',
  duration_seconds: 1.5,
  metadata: {},
}
const error: JsonObject = { ...success, status: 'error', response: null, error_message: 'It broke.', error_type: 'x' }

const read = (body: Json) => decode(fileWire(body))
const readText = (text: string) => decode(fileWire(Body.ofText(text)))
const outcomeOf = (change: JsonObject, base = success) => read({ ...base, ...change }).outcome
const rulesOf = (body: Json) => read(body).findings.map(({ rule, pointer }) => `${rule} ${pointer}`)

test.each(['Here it is:\n```json\n{"a":1}\n```\nbye', 'Sure! {"a":1} done'])(
  'JSON among other words is read as text, and said to be there: %j',
  response => {
    const { outcome, findings } = read({ ...success, response })
    expect(outcome).toMatchObject({ kind: 'completed', payload: { kind: 'text', text: response } })
    expect(findings).toMatchObject([
      {
        rule: 'agent-file/content-type',
        message: 'The response is text with JSON in it: it is unknown which of the two is the answer.',
      },
    ])
  },
)

describe('NaN and Infinity are read as null, and kept beside', () => {
  const [text, inner] = [
    JSON.stringify(success),
    JSON.stringify({ ...success, response: '{"a": [NaN], "b": -Infinity}' }),
  ]
  const outer = text.replace('"metadata":{}', '"metadata":{"score":NaN}')

  test('of the inner JSON', () => {
    expect(readText(inner).outcome).toEqual({
      kind: 'completed',
      payload: { kind: 'value', value: { a: [null], b: null } },
      extra: {
        'agent-file': { other_fields: { not_numbers: { '/response/a/0': 'NaN', '/response/b': '-Infinity' } } },
      },
    })
  })

  test('of the file', () => {
    expect(readText(outer).outcome.extra).toEqual({
      'agent-file': { score: null, other_fields: { not_numbers: { '/metadata/score': 'NaN' } } },
    })
    expect(readText('{"sections": [NaN]}').outcome.extra).toEqual({
      'agent-file': { other_fields: { not_numbers: { '/sections/0': 'NaN' } } },
    })
    expect(readText('[Infinity]').outcome.extra).toEqual({
      'agent-file': { other_fields: { not_numbers: { '/0': 'Infinity' } } },
    })
  })

  test('so that they come back', () => {
    const { outcome } = readText(inner)
    const exchange = seal({ requestId: 'r' }, { id: () => 'x', now: () => new Date(0) })
    const { wire, losses } = agentFile.editions['1.0']?.file?.encode(outcome, exchange) ?? {}
    expect(losses?.map(({ pointer }) => pointer)).toEqual(['/exchange/durationMs'])
    expect(decode(wire as FileWire).outcome).toEqual(outcome)
  })
})

describe('an envelope', () => {
  test('is read as what happened and in which exchange', () => {
    expect(read({ ...success, metadata: { agent_name: 'enhancer', model: 'sonnet-4' } })).toEqual({
      outcome: {
        kind: 'completed',
        payload: { kind: 'value', value: { answer: 42 } },
        extra: { 'agent-file': { model: 'sonnet-4' } },
      },
      exchange: {
        requestId: '32ecfadc-2b66-4daa-a7c0-a03c449fcea5',
        operation: 'enhancer',
        at: '2025-11-24T14:22:45.123456+00:00',
        durationMs: 1500,
      },
      findings: [],
    })
  })

  test('keeps a field that it does not have', () => {
    expect(outcomeOf({ model: 'sonnet-4', metadata: { other_fields: { a: 1 } } }).extra).toEqual({
      'agent-file': { other_fields: { a: 1, model: 'sonnet-4' } },
    })
  })

  test('has its answer in result when its response is null, unless it is a failure', () => {
    expect(outcomeOf({ response: null, result: { answer: 7 } })).toEqual({
      kind: 'completed',
      payload: { kind: 'value', value: { answer: 7 } },
    })
    expect(outcomeOf({ result: 7 }, error).extra).toEqual({ 'agent-file': { other_fields: { result: 7 } } })
  })

  test('keeps both when a field of that name was kept before', () => {
    expect(outcomeOf({ model: 'sonnet-4', metadata: { other_fields: { model: 'opus' } } }).extra).toEqual({
      'agent-file': { other_fields: { model: 'sonnet-4', other_fields: { model: 'opus' } } },
    })
  })

  test('keeps what it cannot understand', () => {
    expect(outcomeOf({ version: 2, error_message: { text: 'It broke.' }, duration_seconds: '1.5' }).extra).toEqual({
      'agent-file': {
        other_fields: { version: 2, error_message: { text: 'It broke.' }, duration_seconds: '1.5' },
      },
    })
    expect(outcomeOf({ status: 'strange', error_type: 'MoonPhaseError' }).extra).toEqual({
      'agent-file': { other_fields: { error_type: 'MoonPhaseError' } },
    })
  })

  test('keeps metadata that are no object', () => {
    expect(outcomeOf({ metadata: 'sonnet-4' }).extra).toEqual({
      'agent-file': { other_fields: { metadata: 'sonnet-4' } },
    })
  })

  test('keeps what a success says of an error as a notice', () => {
    expect(outcomeOf({ error_message: 'One source failed.', error_type: 'partial' })).toMatchObject({
      kind: 'completed',
      notices: [{ severity: 'error', message: 'One source failed.', code: 'partial' }],
    })
  })

  test('reads what stands in "result" as the response', () => {
    const { response: _, ...rest } = success
    expect(read({ ...rest, result: { a: 1 } }).outcome.payload).toEqual({ kind: 'value', value: { a: 1 } })
    expect(read({ ...rest, result: '[1]' }).outcome.payload).toEqual({ kind: 'rows', rows: [1] })
  })

  test('turns seconds into milliseconds without a rounding error', () => {
    expect(read({ ...success, duration_seconds: 0.57 }).exchange.durationMs).toBe(570)
    expect(read({ ...success, duration_seconds: 66.123456 }).exchange.durationMs).toBe(66123.456)
    expect(read({ ...success, duration_seconds: 1e-7 }).exchange.durationMs).toBe(0.0001)
  })

  test('without a status is what it holds', () => {
    const { status: _, ...rest } = success
    expect(read(rest).outcome.kind).toBe('completed')
    expect(read({ ...rest, response: null }).outcome.kind).toBe('failed')
    expect(read({ ...rest, error_message: 'It broke.' }).outcome.kind).toBe('failed')
  })
})

describe('a failure', () => {
  test.each([
    ['timeout', 'timeout', { category: 'timeout', code: 'TIMEOUT' }],
    ['timeout', 'TimeoutError', { category: 'timeout', code: 'TimeoutError' }],
    ['timeout', null, { category: 'timeout', code: 'TIMEOUT' }],
    ['error', 'timeout', { category: 'timeout', code: 'TIMEOUT' }],
    ['error', 'validation', { category: 'invalid', code: 'VALIDATION_ERROR' }],
    ['error', 'VALIDATION_ERROR', { category: 'invalid', code: 'VALIDATION_ERROR' }],
    ['error', 'AGENT_NOT_FOUND', { category: 'not-found', code: 'AGENT_NOT_FOUND' }],
    ['error', 'AgentInvocationError', { category: 'internal', code: 'AgentInvocationError' }],
    ['error', 'license_blocked', { category: 'license-blocked', code: 'LICENSE_BLOCKED' }],
    ['error', 'MoonPhaseError', { category: 'internal', code: 'MoonPhaseError' }],
    ['error', null, { category: 'internal', code: 'INTERNAL_ERROR' }],
    ['invalid_request', 'validation', { category: 'invalid', code: 'VALIDATION_ERROR' }],
    ['invalid_request', 'x', { category: 'invalid', code: 'x' }],
  ])('with status %s and error_type %s is told apart', (status, error_type, fault) => {
    expect(outcomeOf({ status, error_type }, error)).toMatchObject({
      kind: 'failed',
      fault: { ...fault, message: 'It broke.' },
    })
  })

  test('of a draft or of nobody is read as what it is', () => {
    expect(outcomeOf({ status: 'cancelled' }, error)).toMatchObject({ kind: 'canceled', message: 'It broke.' })
    expect(outcomeOf({ status: 'paused-by-moon' }, error)).toMatchObject({ kind: 'unknown', status: 'paused-by-moon' })
  })

  test('in upper case is read as meant', () => {
    expect(outcomeOf({ status: 'ERROR' }, error).kind).toBe('failed')
    expect(outcomeOf({ status: 'Success' }).kind).toBe('completed')
  })

  test('that waits for something says for what, if only in its message', () => {
    const said = { error_message: 'Which metric?' }
    expect(outcomeOf({ ...said, error_type: 'clarification_required' }, error)).toEqual({
      kind: 'paused',
      needs: [{ kind: 'reply', question: 'Which metric?' }],
    })
    expect(outcomeOf({ ...said, error_type: 'approval_required' }, error)).toEqual({
      kind: 'paused',
      needs: [{ kind: 'approval', key: 'approval', action: 'Which metric?' }],
    })
    expect(outcomeOf({ ...said, error_type: 'unauthorized' }, error)).toEqual({
      kind: 'paused',
      needs: [{ kind: 'credentials' }],
      message: 'Which metric?',
    })
  })

  test('keeps a response that it should not have', () => {
    expect(outcomeOf({ response: '[1]' }, error).payload).toEqual({ kind: 'rows', rows: [1] })
  })
})

describe('a file that is no envelope', () => {
  test('but an output is read as the output', () => {
    expect(read({ sections: ['a'], a: '## A', request_id: 'r-7' })).toMatchObject({
      outcome: { kind: 'completed', payload: { kind: 'value', value: { sections: ['a'], a: '## A' } } },
      exchange: { requestId: 'r-7' },
    })
  })

  test('but a string that holds one is read as meant', () => {
    expect(read(JSON.stringify(success)).outcome.payload).toEqual({ kind: 'value', value: { answer: 42 } })
  })

  test.each([
    ['nothing', '', undefined],
    ['half a file', '{"request_id": "r', undefined],
    ['a number', '7', { kind: 'value', value: 7 }],
    ['a text', '"no sections"', { kind: 'value', value: 'no sections' }],
    ['something else', '{"hello": 1}', { kind: 'value', value: { hello: 1 } }],
  ])('but %s is a failure that keeps what there was', (_, text, payload) => {
    const { outcome } = readText(text)
    expect(outcome).toMatchObject({ kind: 'failed', fault: { category: 'integrity', code: 'UNREADABLE_ANSWER' } })
    expect(outcome.payload).toEqual(payload)
  })

  test('but Latin-1 is found as such', () => {
    const bytes = Buffer.from(JSON.stringify({ ...success, response: '"Straße"' }), 'latin1')
    const { findings } = decode(fileWire(Body.ofBytes(bytes)))
    expect(findings.map(({ rule, pointer }) => [rule, pointer])).toEqual([['json/utf8', '']])
  })

  test('but a request is told to be one', () => {
    const [found] = read({ agent_name: 'a', prompt: 'p' }).findings
    expect(found).toMatchObject({ rule: 'agent-file/envelope', message: 'This is a request, not a response.' })
  })
})

describe('the inner text', () => {
  const innerOf = (response: string, metadata: JsonObject = {}) => read({ ...success, response, metadata })

  test.each<[string, string, JsonObject, object | undefined]>([
    ['an object', '{"a": 1}', {}, { kind: 'value', value: { a: 1 } }],
    ['an array', '[1]', {}, { kind: 'rows', rows: [1] }],
    ['an array that is a value', '[1]', { form: 'value' }, { kind: 'value', value: [1] }],
    ['rows of a page', '[1]', { page: { total: 9 } }, { kind: 'rows', rows: [1], page: { total: 9 } }],
    ['a string', '"a"', {}, { kind: 'value', value: 'a' }],
    ['null', 'null', {}, { kind: 'value', value: null }],
    ['nothing', 'null', { form: 'none' }, undefined],
    ['Markdown', '# A', { content_type: 'text/markdown' }, { kind: 'text', text: '# A', mediaType: 'text/markdown' }],
    ['text', '{"a": 1}', { content_type: 'text/plain', form: 'text' }, { kind: 'text', text: '{"a": 1}' }],
    [
      'bytes',
      'AAEC',
      { content_type: 'image/png', form: 'bytes' },
      { kind: 'bytes', base64: 'AAEC', mediaType: 'image/png' },
    ],
  ])('comes back as %s', (_, response, metadata, payload) => {
    const { outcome, findings } = innerOf(response, metadata)
    expect(findings).toEqual([])
    expect(outcome.payload).toEqual(payload)
    expect(outcome.extra).toBeUndefined()
  })

  test('in a code fence is read as meant', () => {
    expect(innerOf('```json\n{"a": 1}\n```').outcome.payload).toEqual({ kind: 'value', value: { a: 1 } })
  })

  test('that is no JSON is kept as text', () => {
    expect(innerOf('{"a": ').outcome.payload).toEqual({ kind: 'text', text: '{"a": ' })
    expect(innerOf('All is well.').outcome.payload).toEqual({ kind: 'text', text: 'All is well.' })
  })

  test('reads NaN as null', () => {
    expect(innerOf('{"a": NaN, "b": "NaN"}').outcome.payload).toEqual({ kind: 'value', value: { a: null, b: 'NaN' } })
  })

  test('is found broken at a place that the message tells, apart from the envelope', () => {
    const [found, ...others] = innerOf('{"a": 1,\n "b": tru').findings
    expect(others).toEqual([])
    expect(found).toMatchObject({ rule: 'agent-file/inner-whole', pointer: '/response' })
    expect(found?.message).toContain('line 2, column 7')
    expect(innerOf('{"x": {"y": 1, "y": 2}}').findings[0]).toMatchObject({
      rule: 'json/unique-keys',
      pointer: '/response',
      message: 'Inner JSON at /x/y: This member is given twice.',
    })
  })

  test.each([
    ['{', 'inner-whole'],
    ['[1, 2', 'inner-whole'],
    ['{"a": "b\\', 'inner-whole'],
    ['{"a": -', 'inner-whole'],
    ['{"a": 1.', 'inner-whole'],
    ['{"a": 1} and so on', 'inner-json'],
    ['["a" "b"]', 'inner-json'],
    ['{bad', 'inner-json'],
    ['{a:1}', 'inner-json'],
    ['[bad]', 'inner-json'],
    ['{{template}}', 'inner-json'],
    ['[[wiki]]', 'inner-json'],
    ['[1] A reference', 'inner-json'],
    ['[ ] to do', 'inner-json'],
  ])('%j breaks %s', (response, rule) => {
    expect(rulesOf({ ...success, response })).toEqual([`agent-file/${rule} /response`])
  })

  test.each(['{bad', '{a:1}', '[bad]'])('%j is a text where the metadata says so', response => {
    const { outcome, findings } = read({ ...success, response, metadata: { content_type: 'text/markdown' } })
    expect(findings).toEqual([])
    expect(outcome).toMatchObject({ payload: { kind: 'text', text: response, mediaType: 'text/markdown' } })
  })

  test('never turns up in a message', () => {
    const secret = 'hunter2'
    const bodies = [
      { ...success, response: `{"a": "${secret}` },
      { ...success, response: secret },
      { ...success, status: secret, version: secret, created_at: secret, duration_seconds: secret },
    ]
    for (const { message, fix } of bodies.flatMap(body => read(body).findings)) {
      expect(message + fix).not.toContain(secret)
    }
  })
})

describe('whatever comes', () => {
  const field = (...values: Json[]) => fc.oneof(fc.constantFrom(...values), json)
  const names = fc.constantFrom(
    'warnings',
    'needs',
    'fault',
    'task',
    'page',
    'form',
    'message',
    'query',
    'payload',
    'x',
  )
  const envelopes = fc.record(
    {
      request_id: field('r-1', '', 'auto-wrapped'),
      version: field('1.0'),
      status: field('success', 'error', 'timeout', 'ERROR', 'strange'),
      response: fc.oneof(
        field(null, '{"a": NaN}', '```\n1\n```', '{'),
        json.map(value => JSON.stringify(value)),
      ),
      error_message: field(null, 'It broke.'),
      error_type: field(null, 'pending', 'timeout', 'canceled', 'clarification_required', '__proto__'),
      created_at: field('2025-11-24T14:22:45Z', 'nope'),
      duration_seconds: field(1.5, '1'),
      metadata: fc.oneof(fc.dictionary(names, json, { noNullPrototype: true }), json),
      tenth: json,
    },
    { requiredKeys: [] },
  )

  test('is read, and what is written of it has no finding and says the same', () => {
    fc.assert(
      fc.property(envelopes, envelope => {
        const first = decode(fileWire(Body.ofText(JSON.stringify(envelope))))
        const exchange = seal(first.exchange, { id: () => 'x', now: () => new Date(0) })
        const { wire, losses } = faceOf<FileWire>(agentFile, editionOf(agentFile), 'file').encode(
          first.outcome,
          exchange,
        )
        const second = decode(fileWire(wire.body.reread()))
        expect(second.findings).toEqual([])
        expect(silentLoss({ ...first, exchange }, second, losses)).toBeUndefined()
      }),
      { numRuns: 500 },
    )
  })

  test('is read when it is not even JSON', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), bytes => {
        const { outcome, findings } = decode(fileWire(Body.ofBytes(bytes)))
        expect(outcome.kind).toBe('failed')
        expect(isValid(findings)).toBe(false)
      }),
      { numRuns: 500 },
    )
  })
})
