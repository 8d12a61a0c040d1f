import { expect, test } from 'vitest'
import { plainJson } from './plain-json.ts'

const cycle: { self?: unknown } = {}
cycle.self = cycle

test('what is JSON stays the very same value', () => {
  const value = { a: [1, 'x', null, true, { b: {} }] }
  expect(plainJson(value)).toBe(value)
})

test.each([
  [{ at: new Date(0), none: undefined }, { at: '1970-01-01T00:00:00.000Z' }],
  [
    [Number.NaN, Number.POSITIVE_INFINITY],
    [null, null],
  ],
  [{ f() {}, a: 1 }, { a: 1 }],
  [new Map([[1, 2]]), {}],
])('%j becomes what JSON makes of it', (value, expected) => {
  expect(plainJson(value)).toEqual(expected)
})

test.each([
  ['a bigint', { n: 1n }],
  ['a cycle', cycle],
  ['a function', () => 1],
  ['a symbol', Symbol('x')],
  ['what is nested too deep', Array.from({ length: 80 }).reduce<unknown>(inner => [inner], 1)],
])('%s is none', (_, value) => {
  expect(plainJson(value)).toBeUndefined()
})
