import { expect, test } from 'vitest'
import { notJson, plainJson } from './plain-json.ts'

const cycle: { self?: unknown } = {}
cycle.self = cycle

class Point {
  x = 1
  #y = 2
  get sum() {
    return this.x + this.#y
  }
}

class Hidden {
  #y = 2
  get y() {
    return this.#y
  }
}

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
  [new Point(), { x: 1 }],
  [new URL('http://h/a'), 'http://h/a'],
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

test.each<[unknown, string, string, string]>([
  [{ a: [1, new Map([[1, 2]])] }, '/a/1', 'a Map', 'write Object.fromEntries(map)'],
  [{ 'a/b': new Set([1]) }, '/a~1b', 'a Set', 'write [...set]'],
  [{ n: 1n }, '/n', 'a bigint', 'write Number(n), or String(n) when it may be larger than 2^53'],
  [{ f() {}, a: 1 }, '/f', 'a function', 'call it, or leave it out'],
  [{ user: Promise.resolve(1) }, '/user', 'a promise', 'await it'],
  [{ cause: new TypeError('x') }, '/cause', 'an Error', 'write { message: error.message }'],
  [{ h: new Hidden() }, '/h', 'a Hidden without public fields', 'write a plain object, or give it a toJSON()'],
  [{ bytes: new Uint8Array([1]) }, '/bytes', 'a Uint8Array', 'write Array.from(list)'],
  [cycle, '/self', 'an object that holds itself', 'leave it out, or write its id'],
  [Symbol('x'), '', 'a symbol', 'write a string'],
  [{ toJSON: () => ({ n: 1n }) }, '/n', 'a bigint', 'write Number(n), or String(n) when it may be larger than 2^53'],
])('%o is named with its place, and what to write', (value, pointer, found, fix) => {
  expect(notJson(value)).toEqual({ pointer, found, fix })
  expect(plainJson(value)).toBeUndefined()
})

test('a value that is used twice is no cycle', () => {
  const shared = { at: new Date(0) }
  expect(plainJson({ a: shared, b: [shared] })).toEqual({
    a: { at: '1970-01-01T00:00:00.000Z' },
    b: [{ at: '1970-01-01T00:00:00.000Z' }],
  })
  expect(notJson([Object.create(null), {}, [], null, undefined])).toBeUndefined()
})
