import { expect, test } from 'vitest'
import { flatten } from './envelope.ts'

test('a nested envelope is flattened', () => {
  expect(flatten({ status: 'completed', context_id: 'c', payload: { products: [1], errors: [] } })).toEqual({
    status: 'completed',
    context_id: 'c',
    products: [1],
    errors: [],
  })
})

test('a flat one stays', () => {
  expect(flatten({ status: 'completed', products: [] })).toEqual({ status: 'completed', products: [] })
  expect(flatten([1])).toEqual([1])
})

test("the envelope's status wins, the body's is renamed", () => {
  expect(flatten({ status: 'completed', payload: { status: 'active', message: 'x' } })).toEqual({
    status: 'completed',
    media_buy_status: 'active',
    message: 'x',
  })
})

test('what the envelope hides stays where it was', () => {
  const context = { a: 1 }
  expect(
    flatten({ status: 'completed', message: 'mine', context, payload: { message: 'theirs', context, a: 1 } }),
  ).toEqual({
    status: 'completed',
    message: 'mine',
    context,
    a: 1,
    payload: { message: 'theirs' },
  })
})

test('a payload that is no object stays where it is', () => {
  expect(flatten({ status: 'completed', payload: [1] })).toEqual({ status: 'completed', payload: [1] })
})

test('__proto__ is data', () => {
  const flat = flatten(JSON.parse('{"status":"completed","payload":{"__proto__":{"x":1}}}'))
  expect(JSON.stringify(flat)).toBe('{"status":"completed","__proto__":{"x":1}}')
})
