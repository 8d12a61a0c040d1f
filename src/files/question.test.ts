import { describe, expect, test } from 'vitest'
import { type AgentQuestion, identityOf, requestBytes } from './question.ts'

const question: AgentQuestion = { agent: 'x', prompt: 'p' }
const identity = (context: object, more: Partial<AgentQuestion> = {}) => identityOf({ ...question, context, ...more })
const written = (more: object) =>
  JSON.parse(Buffer.from(requestBytes({ ...question, ...more }, 'r-1', '2026-01-01T00:00:00Z')).toString())

describe('the identity of a question', () => {
  test('does not depend on the order in which its context was built', () => {
    expect(identity({ a: 1, b: [{ c: 1, d: 2 }] })).toBe(identity({ b: [{ d: 2, c: 1 }], a: 1 }))
  })

  test.each<[string, object, object]>([
    ['two dates', { at: new Date(1) }, { at: new Date(2) }],
    ['an object and the list of its members', { a: { b: 1 } }, { a: [['b', 1]] }],
    ['an empty object and an empty list', { a: {} }, { a: [] }],
    ['null and nothing', { a: null }, {}],
    ['a number and its text', { a: 1 }, { a: '1' }],
    ['two lists in another order', { a: [1, 2] }, { a: [2, 1] }],
    ['a member named __proto__ and none', JSON.parse('{"__proto__":{"a":1}}'), {}],
  ])('tells %s apart', (_, one, other) => {
    expect(identity(one)).not.toBe(identity(other))
  })

  test.each<[string, Partial<AgentQuestion>]>([
    ['the agent', { agent: 'y' }],
    ['the prompt', { prompt: 'q' }],
    ['the phase', { phase: 5 }],
    ["the phase's name", { phaseName: 'n' }],
    ['the model', { model: 'm' }],
  ])('depends on %s', (_, more) => {
    expect(identity({}, more)).not.toBe(identity({}))
  })

  test('with a key depends on neither the prompt nor the context, but on the phase', () => {
    expect(identity({ a: 1 }, { key: 'k', prompt: 'q' })).toBe(identity({}, { key: 'k' }))
    expect(identity({}, { key: 'k', phase: 1 })).not.toBe(identity({}, { key: 'k', phase: 5 }))
  })
})

describe('a context', () => {
  test('is written as JSON has it', () => {
    expect(written({ context: { at: new Date(0), none: undefined, n: 1 } }).context).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      n: 1,
    })
    expect(written({ context: null }).context).toEqual({})
  })

  test.each<[string, unknown]>([
    ['a list', [1]],
    ['a bigint', { n: 1n }],
    ['more levels than a host reads', { a: Array.from({ length: 100 }).reduce<unknown>(inner => [inner], 1) }],
    ['a date', new Date(0)],
  ])('that is or holds %s is refused in a line', (_, context) => {
    expect(() => written({ context })).toThrow('A context is an object that JSON can hold, nested 60 levels at most.')
  })
})
