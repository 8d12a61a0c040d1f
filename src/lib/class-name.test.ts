import { expect, test } from 'vitest'
import { classNameOf } from './class-name.ts'

test('a class is named as in its source', () => {
  expect(classNameOf(new TypeError('secret'))).toBe('TypeError')
  expect(classNameOf('secret')).toBe('string')
})

test('a class that is named by a text of its own is an Error', () => {
  class Made extends Error {}
  Object.defineProperty(Made, 'name', { value: 'No order for ann@example.com' })
  expect(classNameOf(new Made('secret'))).toBe('Error')
})
