import { describe, expect, test } from 'vitest'
import { check } from '../../codec/check.ts'
import type { FixFacts } from '../../codec/contract.ts'
import { isValid } from '../../codec/rule.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { readFixtures, wireOf } from '../../testing/fixture.ts'
import { Body } from '../../wire/body.ts'
import { type FileWire, fileWire } from '../../wire/file.ts'
import { httpWire } from '../../wire/http.ts'
import { decode } from './decode.ts'
import { fix } from './fix.ts'
import { agentFile } from './index.ts'
import { decodeRequest } from './request.ts'

const success: JsonObject = {
  request_id: 'r-1',
  version: '1.0',
  status: 'success',
  response: '{"answer": 42}',
  error_message: null,
  error_type: null,
  created_at: '2025-11-24T14:22:45Z',
  duration_seconds: 1.5,
  metadata: {},
}
const timeout: JsonObject = {
  ...success,
  status: 'timeout',
  response: null,
  error_message: 'Late.',
  error_type: 'timeout',
}
const known: FixFacts = { requestId: 'r-9', createdAt: '2025-11-24T15:00:00Z' }
const asText = { form: 'text', content_type: 'text/plain' }
const output = { sections: ['a'], a: '## A' }

function without(file: JsonObject, ...names: string[]): JsonObject {
  return Object.fromEntries(Object.entries(file).filter(([name]) => !names.includes(name)))
}

function fixText(text: string, more?: FixFacts) {
  const wire = fileWire(Body.ofText(text), '.agent-response.json')
  return { wire, fixed: fix(wire, 'response', more) }
}
const fixBody = (body: Json, more?: FixFacts) => fixText(JSON.stringify(body), more).fixed

/** The file as it was fixed; it must be valid. */
function fixedFile(body: Json, more?: FixFacts): JsonObject {
  const wire = fixBody(body, more)?.wire as FileWire
  expect(decode(wire).findings.filter(({ level }) => level === 'must')).toEqual([])
  return JSON.parse(wire.body.text())
}

describe('a mistake that can be fixed', () => {
  test.each<[string, JsonObject, JsonObject, string[]]>([
    [
      'result instead of response',
      { ...without(success, 'response'), result: '{"answer": 42}' },
      success,
      ['Renamed "result" to "response".'],
    ],
    [
      'result beside a response that is null',
      { ...success, response: null, result: { answer: 42 } },
      { ...success, response: '{"answer":42}' },
      ['Renamed "result" to "response", and its value to JSON text.'],
    ],
    [
      'result beside the null of a failure',
      { ...timeout, result: { answer: 42 } },
      { ...timeout, metadata: { other_fields: { result: { answer: 42 } } } },
      ['Moved a field that the envelope does not have to metadata.other_fields.'],
    ],
    [
      'an object in result',
      { ...without(success, 'response'), result: { answer: 42 } },
      { ...success, response: '{"answer":42}' },
      ['Renamed "result" to "response", and its value to JSON text.'],
    ],
    [
      'an object instead of JSON text',
      { ...success, response: output },
      { ...success, response: '{"sections":["a"],"a":"## A"}' },
      ['Encoded "response" as JSON text.'],
    ],
    [
      'an array instead of JSON text',
      { ...success, response: [1] },
      { ...success, response: '[1]' },
      ['Encoded "response" as JSON text.'],
    ],
    [
      'an object that is declared as a text',
      { ...success, response: { a: 1 }, metadata: { model: 'm', content_type: 'text/markdown' } },
      { ...success, response: '{"a":1}', metadata: { model: 'm', other_fields: { content_type: 'text/markdown' } } },
      ['Encoded "response" as JSON text, and moved content_type, which said otherwise, to metadata.other_fields.'],
    ],
    [
      'an object in result that is declared as bytes',
      {
        ...without(success, 'response'),
        result: { a: 1 },
        metadata: { form: 'bytes', content_type: 'image/png', other_fields: { form: 'x' } },
      },
      {
        ...success,
        response: '{"a":1}',
        metadata: { other_fields: { content_type: 'image/png', form: 'bytes', other_fields: { form: 'x' } } },
      },
      [
        'Renamed "result" to "response", and its value to JSON text, and moved content_type and form, which said otherwise, to metadata.other_fields.',
      ],
    ],
    [
      'a list that is declared as one value of JSON',
      { ...success, response: [1], metadata: { form: 'value', content_type: 'application/json' } },
      { ...success, response: '[1]', metadata: { form: 'value', content_type: 'application/json' } },
      ['Encoded "response" as JSON text.'],
    ],
    [
      'missing null fields',
      without(success, 'error_message', 'error_type'),
      success,
      ['Added null for error_message, error_type.'],
    ],
    ['a failure without response', without(timeout, 'response'), timeout, ['Added null for response.']],
    ['a missing version', without(success, 'version'), success, ['Set the version to "1.0".']],
    ['a version that is a number', { ...success, version: 1 }, success, ['Set the version to "1.0".']],
    ['missing metadata', without(success, 'metadata'), success, ['Set metadata to {}.']],
    ['metadata that are null', { ...success, metadata: null }, success, ['Set metadata to {}.']],
    [
      'a duration that is a string',
      { ...success, duration_seconds: '1.5' },
      success,
      ['Wrote duration_seconds as a number.'],
    ],
    [
      'a missing duration',
      without(success, 'duration_seconds'),
      { ...success, duration_seconds: 0 },
      ['Set duration_seconds to 0: it was not measured.'],
    ],
    [
      'a code fence around the inner JSON',
      { ...success, response: '```json\n{"answer": 42}\n```\n' },
      success,
      ['Removed the code fence around the inner JSON.'],
    ],
    [
      'front matter among the sections',
      { ...success, response: '{"sections":["a","frontmatter_metadata"],"a":"## A"}' },
      { ...success, response: '{"sections":["a"],"a":"## A"}' },
      ['Took frontmatter_metadata off the list of sections.'],
    ],
    [
      'a code fence around what is declared as JSON',
      { ...success, response: '```json\n{"answer": 42}\n```', metadata: { content_type: 'application/json' } },
      { ...success, metadata: { content_type: 'application/json' } },
      ['Removed the code fence around the inner JSON.'],
    ],
    [
      'a code fence around the inner JSON, and NaN in it',
      { ...success, response: '```json\n{"answer": NaN}\n```' },
      { ...success, response: '{"answer": null}' },
      ['Removed the code fence around the inner JSON.', 'Wrote null for NaN and Infinity in the inner JSON.'],
    ],
    [
      'front matter among the sections of what is declared as JSON',
      { ...success, response: '{"sections":["frontmatter_metadata"]}', metadata: { content_type: 'application/json' } },
      { ...success, response: '{"sections":[]}', metadata: { content_type: 'application/json' } },
      ['Took frontmatter_metadata off the list of sections.'],
    ],
    [
      'front matter among the sections, beside a number that a double cannot hold',
      {
        ...success,
        response: '{"sections": ["a", "frontmatter_metadata"], "frontmatter_metadata": {"n": 12345678901234567890}}',
      },
      { ...success, response: '{"sections": ["a"], "frontmatter_metadata": {"n": 12345678901234567890}}' },
      ['Took frontmatter_metadata off the list of sections.'],
    ],
    ['a status in upper case', { ...success, status: 'SUCCESS' }, success, ['Wrote the status in lower case.']],
    [
      'empty error fields on a success',
      { ...success, error_message: '', error_type: '' },
      success,
      ['Wrote null for the empty error_message and error_type of a success.'],
    ],
    [
      'a tenth field',
      { ...success, model: 'sonnet-4' },
      { ...success, metadata: { other_fields: { model: 'sonnet-4' } } },
      ['Moved a field that the envelope does not have to metadata.other_fields.'],
    ],
    [
      'a tenth field whose name is taken in other_fields',
      { ...success, extra: 1, metadata: { other_fields: { extra: 2 } } },
      { ...success, metadata: { other_fields: { extra: 1, other_fields: { extra: 2 } } } },
      ['Moved a field that the envelope does not have to metadata.other_fields.'],
    ],
    [
      'a tenth field where other_fields is no object',
      { ...success, other_fields: 1, metadata: { other_fields: [2] } },
      { ...success, metadata: { other_fields: { other_fields: 1, other_fields_: [2] } } },
      ['Moved a field that the envelope does not have to metadata.other_fields.'],
    ],
    [
      'a byte order mark in the inner text',
      { ...success, response: '\ufeff{"answer": 42}' },
      success,
      ['Removed the byte order mark of the inner text.'],
    ],
    [
      'NaN in the inner JSON',
      { ...success, response: '{"score": NaN}' },
      { ...success, response: '{"score": null}' },
      ['Wrote null for NaN and Infinity in the inner JSON.'],
    ],
  ])('%s', (_, bad, good, done) => {
    expect(fixedFile(bad)).toEqual(good)
    expect(fixBody(bad)?.done).toEqual(done)
  })

  test.each<[string, string, JsonObject]>([
    ['an object', '{"hello": 1}', { response: '{"hello":1}', metadata: {} }],
    ['a list', '[{"id": 1}]', { response: '[{"id":1}]', metadata: {} }],
    ['a list in a JSON string', '"[1]"', { response: '[1]', metadata: {} }],
    ['an object in a code fence', '```json\n{"hello": 1}\n```\n', { response: '{"hello":1}', metadata: {} }],
    ['a number that a double cannot hold', '{"id":12345678901234567890}', { response: '{"id":12345678901234567890}' }],
    ['a JSON string', '"All is well."', { response: 'All is well.', metadata: asText }],
    ['a text', '# All is well\n', { response: '# All is well\n', metadata: asText }],
  ])('an output without its envelope: %s', (_, text, result) => {
    const { fixed } = fixText(text, known)
    expect(fixed?.done).toContain('Put the output of the agent into an envelope, with the status success.')
    expect(decode(fixed?.wire as FileWire).findings.filter(({ level }) => level === 'must')).toEqual([])
    expect(JSON.parse(fixed?.wire.body.text() ?? '')).toMatchObject({ status: 'success', request_id: 'r-9', ...result })
  })

  test.each<[string, JsonObject, string]>([
    ['a result', { result: {} }, 'success'],
    ['a response', without(success, 'status'), 'success'],
    ['an error', { ...without(timeout, 'status'), error_type: 'conflict' }, 'error'],
    ['an error of the type timeout', without(timeout, 'status'), 'timeout'],
  ])('a missing status that the rest tells: %s', (_, bad, status) => {
    expect(fixedFile(bad, known).status).toBe(status)
  })

  test('an envelope in a JSON string', () => {
    expect(fixedFile(JSON.stringify(success))).toEqual(success)
    expect(fixBody(JSON.stringify(success))?.done).toEqual(['Took the object out of the JSON string that held it.'])
  })

  test('a byte order mark', () => {
    const { fixed } = fixText(`\ufeff${JSON.stringify(success)}`)
    expect(fixed?.wire.body.text()).toBe(JSON.stringify(success, null, 2))
    expect(fixed?.done).toEqual(['Removed the byte order mark.'])
  })

  test('NaN', () => {
    const text = JSON.stringify({ ...success, metadata: { score: 0 } })
    const { fixed } = fixText(text.replace(':1.5', ':NaN').replace('"score":0', '"score":-Infinity'))
    expect(JSON.parse(fixed?.wire.body.text() ?? '')).toEqual({
      ...success,
      duration_seconds: 0,
      metadata: { score: null },
    })
    expect(fixed?.done).toEqual([
      'Wrote null for NaN and Infinity, which JSON does not have.',
      'Set duration_seconds to 0: it was not measured.',
    ])
  })

  test('NaN in a code fence', () => {
    const text = JSON.stringify({ ...success, metadata: { score: 0 } }).replace('"score":0', '"score":NaN')
    const { fixed } = fixText(`\`\`\`json\n${text}\n\`\`\``)
    expect(JSON.parse(fixed?.wire.body.text() ?? '')).toEqual({ ...success, metadata: { score: null } })
    expect(fixed?.done).toEqual([
      'Removed the code fence around the JSON.',
      'Wrote null for NaN and Infinity, which JSON does not have.',
    ])
  })

  test('many at once, in the order of the fields', () => {
    const bad = { note: 'x', status: 'Success', result: output, duration_seconds: '2', request_id: 'r-1' }
    const wire = fixBody(bad, { createdAt: '2025-11-24T15:00:00Z' })?.wire
    expect(wire?.body.text()).toBe(`{
  "request_id": "r-1",
  "version": "1.0",
  "status": "success",
  "response": "{\\"sections\\":[\\"a\\"],\\"a\\":\\"## A\\"}",
  "error_message": null,
  "error_type": null,
  "created_at": "2025-11-24T15:00:00Z",
  "duration_seconds": 2,
  "metadata": {
    "other_fields": {
      "note": "x"
    }
  }
}`)
  })

  test('keeps the name of the file', () => {
    const { fixed } = fixText(JSON.stringify({ ...success, status: 'SUCCESS' }))
    expect(fixed?.wire).toHaveProperty('name', '.agent-response.json')
  })
})

describe('what the file does not tell', () => {
  test('is taken from the caller', () => {
    expect(fixedFile(output, known)).toEqual({
      ...success,
      request_id: 'r-9',
      created_at: '2025-11-24T15:00:00Z',
      duration_seconds: 0,
      response: '{"sections":["a"],"a":"## A"}',
    })
    expect(fixedFile({ status: 'success', response: '{}' }, { ...known, durationSeconds: 3 })).toEqual({
      ...success,
      request_id: 'r-9',
      created_at: '2025-11-24T15:00:00Z',
      duration_seconds: 3,
      response: '{}',
    })
    expect(fixedFile({ ...success, request_id: 'auto-wrapped' }, known).request_id).toBe('r-9')
  })

  test('is taken from the output where that says it', () => {
    const result = { ...output, request_id: 'r-7', created_at: '2025-11-24T15:00:00Z' }
    expect(fixedFile(result)).toMatchObject({ request_id: 'r-7', created_at: '2025-11-24T15:00:00Z' })
  })

  test.each<[string, Json, string]>([
    ['an output without an envelope', output, '/request_id, /created_at: the file does not contain it'],
    [
      'two fields of nine',
      { status: 'success', response: '{}' },
      '/request_id, /created_at: the file does not contain it',
    ],
    ['no time', without(success, 'created_at'), '/created_at: the file does not contain it'],
    ['no timezone', { ...success, created_at: '2025-11-24T14:22:45' }, '/created_at: the intended time is unknown'],
    [
      'a stand-in for the id',
      { ...success, request_id: 'auto-wrapped' },
      '/request_id: the request that it answers is unknown',
    ],
  ])('is never invented: %s', (_, body, reason) => {
    const { wire, fixed } = fixText(JSON.stringify(body))
    expect(fixed?.wire).toBe(wire)
    expect(fixed?.done[0]).toContain('Not fixed: ')
    expect(fixed?.done.join('\n')).toContain(reason)
  })
})

describe('a time that the file tells', () => {
  test.each<[Json, string]>([
    ['2026-01-02 03:04:05+00:00', '2026-01-02T03:04:05+00:00'],
    ['2026-01-02 03:04:05.25 UTC', '2026-01-02T03:04:05.25Z'],
    ['2026-01-02t03:04:05z', '2026-01-02T03:04:05Z'],
    [' 2026-01-02T03:04:05+09:00\n', '2026-01-02T03:04:05+09:00'],
    [1735689600, '2025-01-01T00:00:00.000Z'],
    [1735689600.123456, '2025-01-01T00:00:00.123456Z'],
    ['1735689600', '2025-01-01T00:00:00.000Z'],
    [1735689600123, '2025-01-01T00:00:00.123Z'],
  ])('%j is written as that instant, not as when the file was written', (at, instant) => {
    expect(fixedFile({ ...success, created_at: at }, known)).toEqual({ ...success, created_at: instant })
    expect(fixBody({ ...success, created_at: at }, known)?.done).toEqual([
      'Wrote created_at as the ISO 8601 timestamp of its instant.',
    ])
  })

  test.each<Json>(['2026-01-02T03:04:05', '2026-02-30T03:04:05Z', '2026-02-30 03:04:05Z', 'yesterday', 20260102, {}])(
    '%j tells no instant, and is not replaced',
    at => {
      const { wire, fixed } = fixText(JSON.stringify({ ...success, created_at: at }), known)
      const done = ['Not fixed: /created_at: the intended time is unknown.']
      expect(fixed).toEqual({ wire, done })
    },
  )

  test.each<Json>([null, ''])('%j tells nothing: the caller does', at => {
    expect(fixedFile({ ...success, created_at: at }, known).created_at).toBe('2025-11-24T15:00:00Z')
  })
})

describe('a mistake that cannot be fixed safely', () => {
  test.each<[string, string]>([
    ['no response on a success', JSON.stringify({ ...success, response: null })],
    ['a cut response', JSON.stringify({ ...success, response: '{"answer": 4' })],
    ['an error message on a success', JSON.stringify({ ...success, error_message: 'It broke.' })],
    ['an unknown status', JSON.stringify({ ...success, status: 'completed' })],
    ['another version', JSON.stringify({ ...success, version: '2.0' })],
    ['a negative duration', JSON.stringify({ ...success, duration_seconds: -1 })],
    ['a duration in words', JSON.stringify({ ...success, duration_seconds: 'long' })],
    ['an output that tells of an error', '{"error": "It broke."}'],
    ['an output that tells of an error in capitals', '{"Error": "It broke."}'],
    ['an output with an item that tells of an error', '[{"error": "It broke."}]'],
    ['a tool result that is an error', '{"isError": true, "content": []}'],
    ['an output with a traceback', '{"traceback": "Traceback (most recent call last): …"}'],
    ['an output with a stack trace', '{"stack_trace": ["at main"]}'],
    ['an output that did not succeed', '{"ok": false, "hello": 1}'],
    ['sections beside a status that is an error', '{"sections": ["a"], "a": "x", "status": "error"}'],
    ['sections beside a status that is a timeout', '{"sections": ["a"], "a": "x", "Status": "Timed out"}'],
    ['sections beside an error', '{"sections": [], "error": "failed"}'],
    ['sections beside an error_type', '{"sections": [], "error_type": "conflict"}'],
    ['sections of a run whose success is the text "False"', '{"sections": [], "success": "False"}'],
    ['sections of a run without success', '{"sections": ["a"], "a": "x", "success": false}'],
    ['an error in words', 'Traceback (most recent call last):'],
    ['no status, and an output that tells of an error', '{"result": {"error": "It broke."}}'],
    [
      'no status, a response and an error',
      JSON.stringify({ ...without(success, 'status'), error_message: 'It broke.' }),
    ],
    ['some of the nine fields and no answer', '{"version": "1.0", "hello": 1}'],
    ['an empty object', '{}'],
    ['null', 'null'],
    ['a blank text', '" "'],
    ['a request', '{"agent_name": "enhancer", "prompt": "Enhance."}'],
    ['an envelope among other text', `Here it is: ${JSON.stringify(success)}`],
    ['a field given twice in a code fence', '```json\n{"a": 1, "a": 2}\n```'],
    ['a cut file', JSON.stringify(success).slice(0, 50)],
    ['a field given twice', JSON.stringify(success).replace('{', '{"status":"error",')],
  ])('%s is left as it is, and the reason is told', (_, text) => {
    const { wire, fixed } = fixText(text, known)
    expect(fixed?.wire).toBe(wire)
    expect(fixed?.done.length).toBeGreaterThan(0)
    for (const line of fixed?.done ?? []) expect(line).toMatch(/^Not fixed: .+\./)
  })

  test.each(['{"ERROR": "x"}', '[{"n": 1}, {"errors": ["x"]}]', '{"is_error": true, "content": []}'])(
    '%s tells of an error',
    text => {
      const why = 'Not fixed: it contains an error, and the intended status is not known.'
      expect(fixText(text, known).fixed?.done).toEqual([why])
    },
  )

  test.each([
    '{"error": null, "n": 1}',
    '[{"errors": []}]',
    '{"isError": false}',
    '{"terror": "x"}',
    '{"sections": [], "status": "draft"}',
  ])('%s does not', text => expect(fixText(text, known).fixed?.done[0]).toMatch(/^Put the output/))

  test('Latin-1 is left as it is: which characters were meant is not known', () => {
    const wire = fileWire(Body.ofBytes(Buffer.from(JSON.stringify({ ...success, response: '"ß"' }), 'latin1')))
    expect(fix(wire, 'response')).toEqual({
      wire,
      done: ['Not fixed: which characters were meant is not known.'],
    })
  })

  test('a number that would change keeps the file as it is, unless it ends up in a text', () => {
    const inMetadata = JSON.stringify({ ...success, status: 'SUCCESS', metadata: { id: 0 } })
    const { wire, fixed } = fixText(inMetadata.replace('"id":0', '"id":12345678901234567890'))
    expect(fixed).toEqual({ wire, done: ['Not fixed: a number that a double cannot hold would change.'] })
    const moved = JSON.stringify({ ...timeout, result: 0 }).replace('"result":0', '"result":12345678901234567890')
    expect(fixText(moved).fixed?.done).toEqual(['Not fixed: a number that a double cannot hold would change.'])
    const inResponse = JSON.stringify({ ...success, response: { id: 0 } })
    const kept = fixText(inResponse.replace('"id":0', '"id":12345678901234567890')).fixed
    expect(JSON.parse(kept?.wire.body.text() ?? '').response).toBe('{"id":12345678901234567890}')
  })
})

test('every invalid file of the corpus is made valid, or left alone with a reason', () => {
  const broken = readFixtures(agentFile, 'src/contracts/agent-file/fixtures').filter(({ valid }) => !valid)
  const left = broken.filter(fixture => {
    const wire = wireOf(fixture)
    const fixed = fix(wire, fixture.message, known)
    if (fixed?.wire !== wire) expect(isValid(check(agentFile, fixed?.wire ?? wire, fixture))).toBe(true)
    return fixed?.wire === wire
  })
  expect(left.length).toBeLessThan(broken.length / 2)
})

describe('nothing to fix', () => {
  test('is undefined', () => {
    expect(fixBody(success)).toBeUndefined()
    expect(fixBody({ ...success, response: 'a plain text' })).toBeUndefined()
    expect(fix(httpWire({ body: { ...success, status: 'SUCCESS' } }), 'response')).toBeUndefined()
    expect(fix(fileWire({ ...success, status: 'SUCCESS' }), 'stream')).toBeUndefined()
  })

  test('a text that is declared as one is not touched', () => {
    const text = { ...success, response: '```json\n{}\n```', metadata: { content_type: 'text/markdown' } }
    expect(fixBody(text)).toBeUndefined()
  })
})

describe('a request', () => {
  const request: JsonObject = {
    request_id: 'r-1',
    version: '1.0',
    phase: 8,
    phase_name: 'agent_enhancement',
    agent_name: 'enhancer',
    prompt: 'Enhance.',
    timeout_seconds: 120,
    created_at: '2025-11-24T14:20:45Z',
    context: {},
    model: null,
  }

  test.each<[JsonObject, string]>([
    [without(request, 'version'), 'Set the version to "1.0".'],
    [{ ...request, phase: '8' }, 'Wrote phase as a number.'],
    [{ ...request, timeout_seconds: '120' }, 'Wrote timeout_seconds as a number.'],
    [without(request, 'timeout_seconds'), 'Set timeout_seconds to 120, the default.'],
    [{ ...request, context: null }, 'Set context to {}.'],
  ])('is fixed too: %#', (bad, done) => {
    const fixed = fix(fileWire(bad), 'request')
    expect(fixed?.done).toEqual([done])
    expect(JSON.parse(fixed?.wire.body.text() ?? '')).toEqual(request)
    expect(isValid(decodeRequest(fixed?.wire as FileWire).findings)).toBe(true)
  })

  test('without a prompt is left as it is', () => {
    const wire = fileWire(without(request, 'prompt'))
    expect(fix(wire, 'request')).toEqual({
      wire,
      done: ['Not fixed: /prompt: the file does not contain it, and it cannot be guessed.'],
    })
  })
})
