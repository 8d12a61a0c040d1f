import { describe, expect, test } from 'vitest'
import { seal } from '../../outcome/exchange.ts'
import { type FaultCategory, fault } from '../../outcome/fault.ts'
import { canceled, completed, failed, type Outcome, paused, pending } from '../../outcome/outcome.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'

const source = { id: () => 'minted', now: () => new Date(0) }
const exchange = seal({ requestId: 'r-1', operation: 'LIT_RETRIEVAL', durationMs: 7 }, source)

function written(outcome: Outcome, given = exchange) {
  const { wire, losses } = encode(outcome, given)
  const reading = wire.body.json()
  if (!reading.ok) throw new Error(reading.problem.message)
  const lost = losses.map(({ pointer }) => pointer).filter(pointer => !pointer.startsWith('/exchange'))
  return { wire, body: reading.value, lost, findings: decode(wire).findings }
}

test('a success is the listed members and nothing that is null', () => {
  expect(written(completed({ count: 2 })).body).toEqual({
    status: 'ok',
    request_id: 'r-1',
    task_type: 'LIT_RETRIEVAL',
    outputs: { count: 2 },
    usage: { duration_ms: 7 },
  })
})

test('a partial success is degraded where that is asked for, and ok otherwise', () => {
  const degraded = { partial: true, extra: { 'agent-run': { status: 'degraded' } } }
  expect(written(completed({}, degraded)).body).toMatchObject({ status: 'degraded', partial: true })
  expect(written(completed({}, { partial: true })).body).toMatchObject({ status: 'ok', partial: true })
  expect(written(completed({}, { extra: degraded.extra }))).toMatchObject({
    body: { status: 'ok' },
    lost: ['/outcome/extra/agent-run/status', '/outcome/extra/agent-run'],
  })
})

test('rows and text are wrapped, and that is named', () => {
  expect(written(completed([1, 2]))).toMatchObject({ body: { outputs: { rows: [1, 2] } }, lost: ['/outcome/payload'] })
  expect(written(completed('Hello'))).toMatchObject({
    body: { outputs: { text: 'Hello' } },
    lost: ['/outcome/payload'],
  })
})

test('what only this contract knows comes back, and cannot take the place of another member', () => {
  const extra = { 'agent-run': { x_cache: 1, status: 'error', grounding: { chunks: [] } } }
  const { body, lost } = written(completed({}, { extra }))
  expect(body).toMatchObject({ status: 'ok', x_cache: 1, grounding: { chunks: [] } })
  expect(lost).toEqual(['/outcome/extra/agent-run/status'])
})

describe('an outcome that is no success', () => {
  test.each<[FaultCategory, string, number]>([
    ['invalid', 'VALIDATION_ERROR', 422],
    ['unauthenticated', 'UNAUTHORIZED', 401],
    ['forbidden', 'FORBIDDEN', 403],
    ['license-blocked', 'FORBIDDEN', 403],
    ['not-found', 'NOT_FOUND', 404],
    ['conflict', 'CONFLICT', 409],
    ['rate-limited', 'RATE_LIMITED', 429],
    ['quota-exceeded', 'RATE_LIMITED', 429],
    ['dependency', 'TASK_FAILED', 424],
    ['timeout', 'TIMEOUT', 504],
    ['integrity', 'TASK_FAILED', 500],
    ['unavailable', 'UNAVAILABLE', 503],
    ['internal', 'TASK_FAILED', 500],
  ])('of the category %s is %s, at 200, or at %i when it was refused', (category, code, status) => {
    const ran = written(failed(fault(category, 'm')))
    expect(ran.wire.status).toBe(200)
    expect(ran.body).toMatchObject({ status: 'error', outputs: {}, error: { code, message: 'm' } })
    const refused = encode(failed(fault(category, 'm', { began: false })), exchange).wire
    expect(refused.status).toBe(status)
    expect(decode(refused).outcome).toMatchObject({ fault: { category, began: false } })
  })

  test('keeps an agent’s own code', () => {
    const { body } = written(failed(fault('not-found', 'Nothing matches.', { code: 'NO_PAPERS_FOUND' })))
    expect(body).toMatchObject({ error: { code: 'NO_PAPERS_FOUND', message: 'Nothing matches.' } })
  })

  test('refused for a while says so in a header as well', () => {
    const { wire } = written(failed(fault('rate-limited', 'm', { began: false, retryAfterMs: 2500 })))
    expect(wire.headers['retry-after']).toBe('3')
    expect(decode(wire).outcome).toMatchObject({ fault: { retryAfterMs: 2500 } })
  })

  test('does not let details be mistaken for members of the fault', () => {
    const details = { category: 'conflict', issues: [{ pointer: '/a', message: 'm' }], own: 1 }
    const { lost, findings } = written(failed(fault('internal', 'm', { code: 'X', details })))
    expect(lost).toContain('/outcome/fault/details/issues')
    expect(lost).toContain('/outcome/fault/details/category')
    expect(findings).toEqual([])
  })

  test('is never taken for a pause because of its code', () => {
    const { wire } = written(failed(fault('forbidden', 'm', { code: 'APPROVAL_REQUIRED' })))
    expect(decode(wire).outcome).toMatchObject({ kind: 'failed', fault: { category: 'forbidden' } })
  })

  test('asks for what it waits for, where no message is given', () => {
    const reply = written(paused([{ kind: 'reply', question: 'Which cohort?' }]))
    expect(reply.body).toMatchObject({ error: { code: 'CLARIFICATION_REQUIRED', message: 'Which cohort?' } })
    expect(reply.lost).toEqual(['/outcome/message'])
    const key = written(paused([{ kind: 'credentials' }]))
    expect(key.body).toMatchObject({ error: { code: 'UNAUTHORIZED', message: 'Credentials are required.' } })
  })

  test('spells out no identifier of a patient', () => {
    const { body, lost } = written(failed(fault('not-found', 'No encounter for MRN: 4471123.')))
    expect(body).toMatchObject({ error: { message: 'The run failed.' } })
    expect(lost).toContain('/outcome/fault/message')
    const asks = written(paused([{ kind: 'reply', question: 'Is 123-45-6789 right?' }], { message: 'DOB 1970-01-02?' }))
    expect(asks.body).toMatchObject({ error: { message: 'Additional information is required.' } })
    expect(asks.findings).toEqual([])
  })

  test('that was canceled says so', () => {
    expect(written(canceled({ message: 'Stopped.' })).body).toMatchObject({
      error: { code: 'CANCELED', message: 'Stopped.' },
    })
  })

  test('of an unknown kind is a failure that tells the status', () => {
    const { body, lost } = written({ kind: 'unknown', status: 'lost-in-space' })
    expect(body).toMatchObject({ error: { code: 'TASK_FAILED', details: { reported_status: 'lost-in-space' } } })
    expect(lost).toEqual(['/outcome/kind'])
  })
})

describe('a run that goes on', () => {
  test('is ok with a reference to its task', () => {
    const { body, lost } = written(pending({ id: 't-1', statusUrl: '/t/1' }))
    expect(body).toMatchObject({ status: 'ok', outputs: { task: { id: 't-1', status: 'queued', status_url: '/t/1' } } })
    expect(lost).toEqual(['/outcome/kind'])
  })

  test('is not what a success with such outputs is meant to be, and that is named', () => {
    const { lost } = written(completed({ task: { id: 't-1', status: 'queued' } }, { emptyReason: 'x' }))
    expect(lost).toContain('/outcome/kind')
    expect(lost).toContain('/outcome/payload')
    expect(lost).toContain('/outcome/emptyReason')
  })
})

describe('citations', () => {
  const cited = (citations: NonNullable<Outcome['citations']>, sources?: NonNullable<Outcome['sources']>) =>
    written(completed({}, { citations, ...(sources === undefined ? {} : { sources }) }))

  test('are keys; what else is known of them stands among the sources', () => {
    const { body, wire } = cited([
      { id: 'c1', url: 'https://example.org/1', fetchedAt: '2026-01-01T00:00:00Z' },
      { id: 'c2' },
    ])
    expect(body).toMatchObject({
      grounding: {
        citations: ['c1', 'c2'],
        sources: [{ citation_id: 'c1', url: 'https://example.org/1', fetched_at: '2026-01-01T00:00:00Z' }],
      },
    })
    const { outcome } = decode(wire)
    expect(outcome.sources).toBeUndefined()
    expect(outcome.citations?.[0]).toEqual({
      id: 'c1',
      url: 'https://example.org/1',
      fetchedAt: '2026-01-01T00:00:00Z',
    })
  })

  test('without a key get one, which is named', () => {
    const { body, lost } = cited([{ url: 'https://example.org/1' }, { title: 'T' }])
    expect(body).toMatchObject({ grounding: { citations: ['https://example.org/1', 'citation-2'] } })
    expect(lost).toEqual(['/outcome/citations/0/id', '/outcome/citations/1/id'])
  })

  test('of one key twice cannot tell more', () => {
    expect(cited([{ id: 'c', title: 'A' }, { id: 'c' }]).lost).toEqual(['/outcome/citations/0/title'])
  })

  test('are not mixed up with sources that name a key of their own accord', () => {
    const { lost } = cited([{ id: 'c1' }], [{ citation_id: 'c1', text: 't' }])
    expect(lost).toEqual(['/outcome/sources', '/outcome/citations'])
  })
})

test('an id that cannot stand in a header stays behind, and one that is empty is replaced', () => {
  const odd = { ...exchange, requestId: '', correlationId: 'a b\r\nx: y', operation: '' }
  const { wire, losses } = encode(completed({}), odd)
  expect(wire.headers['x-correlation-id']).toBeUndefined()
  expect(wire.body.text()).toContain('"request_id":"unknown"')
  expect(wire.body.text()).not.toContain('task_type')
  expect(losses.map(({ pointer }) => pointer)).toEqual(
    expect.arrayContaining(['/exchange/requestId', '/exchange/correlationId', '/exchange/operation']),
  )
})

test('a run that took less than no time took none, and that is named', () => {
  const { wire, losses } = encode(completed({ a: 1 }), { ...exchange, durationMs: -1 })
  expect(wire.body.json()).toMatchObject({ value: { usage: { duration_ms: 0 } } })
  expect(losses.map(({ pointer }) => pointer)).toContain('/exchange/durationMs')
})

test('a wait that no header holds is told as the longest that it does', () => {
  const refused = failed(fault('rate-limited', 'Slow down.', { retryAfterMs: 1e300, began: false }))
  expect(written(refused).wire.headers['retry-after']).toBe('999999999')
})

test('members of an error whose names are taken are named together', () => {
  const extra = { 'agent-run': { error: { details: { needs: 5 } } } }
  expect(written(canceled({ message: 'Stopped.', extra })).lost).toContain('/outcome/extra/agent-run/error')
})
