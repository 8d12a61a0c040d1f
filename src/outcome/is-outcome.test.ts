import { describe, expect, test } from 'vitest'
import { fault } from './fault.ts'
import { isInterim, isOutcome, outcomeOf } from './is-outcome.ts'
import { canceled, completed, created, failed, partial, paused, pending } from './outcome.ts'

describe('an outcome', () => {
  test.each([
    completed(),
    completed({ a: 1 }, { citations: [{ id: 'x' }] }),
    created([1], { location: '/1' }),
    partial('text', ['the rest']),
    pending({ id: 't' }, { progress: { fraction: 0.5 } }),
    paused([{ kind: 'reply', question: 'Which?' }]),
    failed(fault('internal', 'No.'), { message: 'Sorry.' }),
    canceled({ message: 'Stopped.' }),
    { kind: 'unknown', status: 'moonlit' },
    { kind: 'canceled', message: undefined },
    { ...completed({ when: new Date(0) }), message: 'copied' },
  ])('is one however it was made: %j', value => {
    expect(isOutcome(value)).toBe(true)
    expect(outcomeOf(value)).toBe(value)
  })
})

describe('data that have a kind', () => {
  test.each([
    { kind: 'canceled', amount: 5 },
    { kind: 'failed', fault: 5 },
    { kind: 'failed', fault: { line: 7 } },
    { kind: 'paused', needs: [] },
    { kind: 'pending', phase: 'queued', order: 7 },
    { kind: 'completed', payload: 'a parcel' },
    { kind: 'unknown' },
    { kind: 'meeting' },
  ])('are data: %j', value => {
    expect(isOutcome(value)).toBe(false)
    expect(outcomeOf(value)).toEqual({ kind: 'completed', payload: { kind: 'value', value } })
  })
})

describe('an outcome that is malformed', () => {
  test.each([
    { kind: 'failed', fault: { category: 'nonsense', code: 'X', message: 'x', recovery: 'stop', issues: [] } },
    { kind: 'failed', fault: { category: 'internal' } },
    { kind: 'paused', needs: [{ kind: 'input', name: 'x' }] },
    { kind: 'paused', needs: [{ kind: 'reply', question: 'x' }, null] },
    { kind: 'pending', phase: 'queued', task: { id: 5 } },
    { kind: 'completed', payload: { kind: 'table', rows: [] } },
    { kind: 'completed', payload: { kind: 'value', value: 1 }, citations: [5] },
    { kind: 'completed', payload: { kind: 'value', value: 1 }, citation: [] },
  ])('is an internal failure: %j', value => {
    expect(isOutcome(value)).toBe(false)
    expect(outcomeOf(value)).toMatchObject({ kind: 'failed', fault: { category: 'internal', code: 'OUTPUT_INVALID' } })
  })

  test('is read as JSON would have it first', () => {
    const fetchedAt = new Date(0) as unknown as string
    expect(outcomeOf(completed(1, { citations: [{ fetchedAt }] }))).toMatchObject({
      citations: [{ fetchedAt: '1970-01-01T00:00:00.000Z' }],
    })
  })
})

test.each([
  [{ kind: 'progress', fraction: 0.5 }, true],
  [{ kind: 'delta', mode: 'append', part: { kind: 'text', text: 'a' } }, true],
  [{ kind: 'opaque', contract: 'x', event: 'y', data: null }, true],
  [{ kind: 'progress', fraction: 'half' }, false],
  [{ kind: 'delta', mode: 'append', part: { kind: 'text' } }, false],
  [{ kind: 'outcome', outcome: completed() }, false],
  [{ kind: 'toString' }, false],
  [null, false],
])('a moment is one when it looks like one: %j', (value, expected) => {
  expect(isInterim(value)).toBe(expected)
})
