import { describe, expect, test } from 'vitest'
import { seal } from '../../outcome/exchange.ts'
import { fault } from '../../outcome/fault.ts'
import { canceled, completed, failed, type Outcome, type Payload, paused, pending } from '../../outcome/outcome.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'

const exchange = seal(
  { requestId: 'r-1', correlationId: 'c-1', at: '2025-11-24T14:22:45.123456+00:00', durationMs: 570 },
  { id: () => 'x', now: () => new Date(0) },
)
const write = (outcome: Outcome, more: object = {}) => encode(outcome, { ...exchange, ...more })
const fileOf = (outcome: Outcome, more: object = {}) => JSON.parse(write(outcome, more).wire.body.text())
const lost = (outcome: Outcome, more: object = {}) => write(outcome, more).losses.map(({ pointer }) => pointer)

describe('a file', () => {
  test('has nine fields in their order, an indent of two, and no escaped characters', () => {
    expect(write(completed({ rule: '✅ 補助' })).wire.body.text()).toBe(`{
  "request_id": "r-1",
  "version": "1.0",
  "status": "success",
  "response": "{\\"rule\\":\\"✅ 補助\\"}",
  "error_message": null,
  "error_type": null,
  "created_at": "2025-11-24T14:22:45.123456+00:00",
  "duration_seconds": 0.57,
  "metadata": {
    "correlation_id": "c-1"
  }
}`)
  })

  test('of a failure has the same fields in the same order', () => {
    const names = Object.keys(fileOf(canceled()))
    expect(names).toEqual(Object.keys(fileOf(completed())))
    expect(Object.keys(fileOf(failed(fault('internal', 'It broke.'))))).toEqual(names)
  })

  test('is the same for the same outcome', () => {
    const outcome = completed([{ a: 1 }], { usage: { tokens: 7 } })
    expect(write(outcome).wire.body.text()).toBe(write(structuredClone(outcome)).wire.body.text())
  })
})

describe('a payload', () => {
  test.each<[Payload | undefined, string, object]>([
    [{ kind: 'value', value: { a: 1 } }, '{"a":1}', {}],
    [{ kind: 'value', value: [1] }, '[1]', { form: 'value' }],
    [{ kind: 'value', value: 'a' }, '"a"', {}],
    [{ kind: 'rows', rows: [1] }, '[1]', {}],
    [{ kind: 'rows', rows: [1], page: { total: 9 } }, '[1]', { page: { total: 9 } }],
    [{ kind: 'text', text: '# A' }, '# A', { form: 'text', content_type: 'text/plain' }],
    [{ kind: 'text', text: '# A', mediaType: 'text/markdown' }, '# A', { content_type: 'text/markdown' }],
    [
      { kind: 'text', text: '1', mediaType: 'application/json' },
      '1',
      { form: 'text', content_type: 'application/json' },
    ],
    [{ kind: 'bytes', base64: 'AAEC', mediaType: 'image/png' }, 'AAEC', { form: 'bytes', content_type: 'image/png' }],
    [undefined, 'null', { form: 'none' }],
  ])('%j is written as text that says what it is', (payload, response, declared) => {
    const outcome: Outcome = payload === undefined ? { kind: 'completed' } : { kind: 'completed', payload }
    const { wire, losses } = write(outcome)
    expect(JSON.parse(wire.body.text())).toMatchObject({ response })
    expect(JSON.parse(wire.body.text()).metadata).toEqual({ ...declared, correlation_id: 'c-1' })
    expect(losses).toEqual([])
    expect(decode(wire).outcome).toEqual(outcome)
  })

  test('of a failure stands in the metadata, and the response is null', () => {
    const outcome = failed(fault('dependency', 'The model is down.'), { payload: { kind: 'rows', rows: [1] } })
    expect(fileOf(outcome)).toMatchObject({ response: null, metadata: { payload: { form: 'rows', rows: [1] } } })
  })

  test('does not list the front matter among its sections', () => {
    const value = { sections: ['a', 'frontmatter_metadata'], a: '## A', frontmatter_metadata: {} }
    expect(JSON.parse(fileOf(completed(value)).response).sections).toEqual(['a'])
    expect(lost(completed(value))).toEqual(['/outcome/payload/value/sections/1'])
  })

  test('of bytes that are not base64 is a text, and that is named', () => {
    const outcome: Outcome = { kind: 'completed', payload: { kind: 'bytes', base64: '!', mediaType: 'image/png' } }
    expect(lost(outcome)).toEqual(['/outcome/payload'])
    expect(decode(write(outcome).wire).findings).toEqual([])
  })
})

describe('every kind of outcome', () => {
  test.each<[Outcome, string, string, string]>([
    [failed(fault('timeout', 'Too long.')), 'timeout', 'timeout', 'Too long.'],
    [failed(fault('invalid', 'No.')), 'error', 'validation', 'No.'],
    [failed(fault('unauthenticated', 'Who?')), 'error', 'unauthenticated', 'Who?'],
    [failed(fault('not-found', 'Where?')), 'error', 'not_found', 'Where?'],
    [paused([{ kind: 'reply', question: 'Which?' }]), 'error', 'clarification_required', 'Which?'],
    [paused([{ kind: 'approval', key: 'k', action: 'Spend 7' }]), 'error', 'approval_required', 'Spend 7'],
    [paused([{ kind: 'credentials' }]), 'error', 'unauthorized', 'Credentials are required.'],
    [canceled({ message: 'Stopped.' }), 'error', 'canceled', 'Stopped.'],
    [canceled(), 'error', 'canceled', 'The run was canceled.'],
  ])('%j', (outcome, status, error_type, error_message) => {
    expect(fileOf(outcome)).toMatchObject({ status, error_type, error_message, response: null })
    expect(lost(outcome)).toEqual([])
    expect(decode(write(outcome).wire).outcome).toEqual(outcome)
  })

  test('that a host cannot understand is named, and still comes back', () => {
    const waiting = pending({ id: 't-1' }, { phase: 'working' })
    expect(lost(waiting)).toEqual(['/outcome/kind'])
    expect(decode(write(waiting).wire).outcome).toEqual(waiting)
    const strange: Outcome = { kind: 'unknown', status: 'paused-by-moon' }
    expect(lost(strange)).toEqual(['/outcome/kind'])
    expect(decode(write(strange).wire).outcome).toEqual(strange)
    const refused = failed(fault('invalid', 'No.', { began: false }))
    expect(lost(refused)).toEqual(['/outcome/fault/began'])
    expect(decode(write(refused).wire).outcome).toEqual(refused)
  })

  test('keeps a message that is just what would be said anyway', () => {
    const outcome = canceled({ message: 'The run was canceled.' })
    expect(decode(write(outcome).wire).outcome).toEqual(outcome)
  })

  test('says in metadata only what the category of a fault does not', () => {
    expect(fileOf(failed(fault('conflict', 'No.'))).metadata).toEqual({ correlation_id: 'c-1' })
    const own = failed(fault('conflict', 'No.', { code: 'BUSY', retryAfterMs: 500, resourceId: 'o-1' }))
    expect(fileOf(own).metadata.fault).toEqual({ code: 'BUSY', retry_after_ms: 500, resource_id: 'o-1' })
  })
})

describe('an exchange', () => {
  test('that cannot be written as it is gets stand-ins, and they are named', () => {
    const odd = { requestId: '', at: 'yesterday', durationMs: -1 }
    expect(fileOf(completed(), odd)).toMatchObject({
      request_id: 'c-1',
      created_at: '1970-01-01T00:00:00Z',
      duration_seconds: 0,
    })
    expect(lost(completed(), odd).toSorted()).toEqual(['/exchange/at', '/exchange/durationMs', '/exchange/requestId'])
    expect(decode(write(completed(), odd).wire).findings).toEqual([])
  })

  test('is not taken for one that a reader wrapped', () => {
    expect(fileOf(completed(), { requestId: 'auto-wrapped' }).request_id).toBe('c-1')
  })

  test('spells a time in upper case', () => {
    expect(fileOf(completed(), { at: '2025-11-24t14:22:45z' }).created_at).toBe('2025-11-24T14:22:45Z')
  })

  test('never writes a push registration into a file', () => {
    const push = { url: 'https://buyer.example/hook', authentication: { credentials: 'hunter2' } }
    expect(write(completed(), { push }).wire.body.text()).not.toContain('hunter2')
    expect(lost(completed(), { push })).toEqual(['/exchange/push'])
  })
})

describe('extra members', () => {
  test('come back where they were', () => {
    const outcome = completed(
      { a: 1 },
      { extra: { 'agent-file': { model: 'sonnet-4', content_type: 'application/json' } } },
    )
    expect(fileOf(outcome).metadata).toEqual({
      model: 'sonnet-4',
      content_type: 'application/json',
      correlation_id: 'c-1',
    })
    expect(decode(write(outcome).wire).outcome).toEqual(outcome)
  })

  test.each(['form', 'content_encoding', 'content_type', 'warnings', 'correlation_id'])(
    'with the name %s that would be read as something else are named',
    name => {
      const values: Record<string, string | string[]> = {
        form: 'bytes',
        content_encoding: 'gzip+base64',
        content_type: 'text/markdown',
        warnings: ['a'],
        correlation_id: 'c-2',
      }
      const outcome = completed({ a: 1 }, { extra: { 'agent-file': { kept: 1, [name]: values[name] ?? '' } } })
      expect(lost(outcome)).toEqual([`/outcome/extra/agent-file/${name}`])
    },
  )
})
