import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldOf, pointer, pointerOf, tokensOf, valueAt } from './pointer.ts'

test.each([
  ['/packages/0/name', 'packages[0].name'],
  ['/budget', 'budget'],
  ['/a/b/12', 'a.b[12]'],
  ['', ''],
])('%s is the field %s, and back', (text, field) => {
  expect(fieldOf(text)).toBe(field)
  expect(pointerOf(field)).toBe(text)
})

test('tokens are escaped and come back', () => {
  expect(pointer('a/b', 'm~n', 0)).toBe('/a~1b/m~0n/0')
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), tokens => {
      expect(tokensOf(pointer(...tokens))).toEqual(tokens)
    }),
  )
})

test('a value is found by its pointer, and only an own one', () => {
  expect(valueAt({ a: [{ 'x/y': 7 }] }, '/a/0/x~1y')).toBe(7)
  expect(valueAt({}, '/constructor')).toBeUndefined()
  expect(valueAt('text', '/length')).toBeUndefined()
})
