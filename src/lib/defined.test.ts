import { expect, test } from 'vitest'
import { defined } from './defined.ts'
import { equalJson } from './json-value.ts'

test('absent members are left out, and one named __proto__ is a member like any other', () => {
  const odd = JSON.parse('{"__proto__":{"polluted":true},"a":1}') as Record<string, unknown>
  const kept = defined<object>({ ...odd, b: undefined })
  expect(JSON.stringify(kept)).toBe('{"__proto__":{"polluted":true},"a":1}')
  expect(Object.getPrototypeOf(kept)).toBe(Object.prototype)
  expect(equalJson(kept, odd)).toBe(true)
  expect(equalJson(kept, { a: 1 })).toBe(false)
  expect(equalJson({ a: 1 }, kept)).toBe(false)
})
