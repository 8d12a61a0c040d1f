import { expect, test } from 'vitest'
import { fingerprint, isFingerprint } from './fingerprint.ts'
import type { Json } from './json-value.ts'

test('a fingerprint is the same wherever it is taken', () => {
  expect(fingerprint('Which city?')).toBe('56b1d41b')
  expect(fingerprint({ b: [1, 2.5, null, true], a: { c: '都市' } })).toBe('5107fb96')
  expect(fingerprint('n1680')).toBe('000f5d71')
})

test.each<[Json, Json]>([
  [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
  ],
  [[{ a: [null] }], [{ a: [null] }]],
])('%j and %j have the same', (one, other) => {
  expect(fingerprint(one)).toBe(fingerprint(other))
})

test.each<[Json, Json]>([
  [1, '1'],
  [null, 'null'],
  [[], {}],
  [
    [1, 2],
    [2, 1],
  ],
  [
    ['ab', 'c'],
    ['a', 'bc'],
  ],
  [[[1], 2], [[1, 2]]],
  [{ a: { b: 1 } }, { a: {}, b: 1 }],
])('%j and %j differ', (one, other) => {
  expect(fingerprint(one)).not.toBe(fingerprint(other))
})

test.each<[Json, boolean]>([
  ['56b1d41b', true],
  ['56B1D41B', false],
  ['56b1d41b0', false],
  [12345678, false],
])('%j is one: %s', (value, expected) => {
  expect(isFingerprint(value)).toBe(expected)
})
