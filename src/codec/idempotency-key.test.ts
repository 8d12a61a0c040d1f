import { expect, test } from 'vitest'
import { readIdempotencyKey } from './idempotency-key.ts'

test.each([
  ['k', 'k'],
  ['"k"', 'k'],
  [' "k" ', 'k'],
  ['"a\\"b\\\\c"', 'a"b\\c'],
  ['""', ''],
  ['"k', '"k'],
  ['"a"b"', '"a"b"'],
  ['"a\\b"', '"a\\b"'],
  [undefined, undefined],
])('the header %j holds the key %j', (header, key) => {
  expect(readIdempotencyKey(header)).toBe(key)
})
