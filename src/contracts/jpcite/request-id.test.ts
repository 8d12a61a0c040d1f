import { describe, expect, test } from 'vitest'
import { isRequestId, isUlid, mintUlid, requestIdFrom } from './request-id.ts'

const source = (time: number, byte: number) => ({
  now: () => new Date(time),
  random: (size: number) => new Uint8Array(size).fill(byte),
})

describe('a ULID', () => {
  test.each([
    [0, 0, '00000000000000000000000000'],
    [1469918176385, 0, '01ARYZ6S410000000000000000'],
    [1469918176385, 255, '01ARYZ6S41ZZZZZZZZZZZZZZZZ'],
    [2 ** 48 - 1, 255, '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'],
    [-5, 0, '00000000000000000000000000'],
  ])('at %i with bytes %i is %s', (time, byte, id) => {
    expect(mintUlid(source(time, byte))).toBe(id)
    expect(isUlid(id)).toBe(true)
  })

  test.each([
    '01KQ3XQ77RR7J8XWZ8C0YR2JN',
    '01KQ3XQ77RR7J8XWZ8C0YR2JN22',
    '81KQ3XQ77RR7J8XWZ8C0YR2JN2',
    '01KQ3XQ77RR7J8XWZ8C0YR2JNI',
    '01kq3xq77rr7j8xwz8c0yr2jn2',
    '',
  ])('is not %s', text => {
    expect(isUlid(text)).toBe(false)
  })

  test('sorts by time', () => {
    expect(mintUlid(source(1000, 255)) < mintUlid(source(1001, 0))).toBe(true)
  })
})

test.each([
  ['a', true],
  ['req-456', true],
  ['x'.repeat(128), true],
  ['x'.repeat(129), false],
  ['', false],
  ['a b', false],
  ['a\n', false],
  ['補助', false],
])('%s is an acceptable id: %s', (id, accepted) => {
  expect(isRequestId(id)).toBe(accepted)
})

test.each([
  ['caller-7', 'caller-7'],
  [undefined, '00000000000000000000000000'],
  ['bad id', '00000000000000000000000000'],
  ['unknown', '00000000000000000000000000'],
  ['unset', '00000000000000000000000000'],
])('the header %s gives the id %s', (header, id) => {
  expect(requestIdFrom(header, source(0, 0))).toBe(id)
})
