import { expect, test } from 'vitest'
import { isClientTag, readClientTag, writeClientTag } from './client-tag.ts'

test.each([
  ['desk-1', 'desk-1'],
  [' desk 1 ', 'desk 1'],
  ['%E9%A1%A7%E5%95%8F%E5%85%88-001', '顧問先-001'],
  ['顧問先-001', '顧問先-001'],
  // The bytes of 顧, handed over as Latin-1.
  ['\u00e9\u00a1\u00a7', '顧'],
  ['caf\u00e9', 'café'],
  ['100%', '100%'],
  ['%E9%A1', '%E9%A1'],
  ['x'.repeat(64), 'x'.repeat(64)],
  ['🜚'.repeat(64), '🜚'.repeat(64)],
  ['x'.repeat(65), undefined],
  ['a%0Ab', undefined],
  ['a\u0000b', undefined],
  ['%20', undefined],
  ['', undefined],
  [undefined, undefined],
])('the header %j gives the tag %j', (header, tag) => {
  expect(readClientTag(header)).toBe(tag)
})

test.each(['顧問先-001', 'desk 1', '100% x', 'café', 'a%41b', '🜚'])('%s comes back from its header', tag => {
  expect(writeClientTag(tag)).toMatch(/^[\x20-\x7e]+$/)
  expect(readClientTag(writeClientTag(tag))).toBe(tag)
})

test.each(['a\u2028b', 'a\u007fb', '   ', '\ud800'])('%j is no tag', tag => {
  expect(isClientTag(tag)).toBe(false)
})
