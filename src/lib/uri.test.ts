import { expect, test } from 'vitest'
import { uriReference, uriSegment } from './uri.ts'

test.each([
  ['/operations/7?a=%20b#c', '/operations/7?a=%20b#c'],
  ['/plän 7\r\nx: y', '/pl%C3%A4n%207%0D%0Ax:%20y'],
  ['/補助', '/%E8%A3%9C%E5%8A%A9'],
  ['/{a}|"b"\\^`<c>', '/%7Ba%7D%7C%22b%22%5C%5E%60%3Cc%3E'],
  ['/\ud800', '/%EF%BF%BD'],
])('a reference is printable ASCII: %j', (text, expected) => {
  expect(uriReference(text)).toBe(expected)
})

test('a segment holds any text, half a character too', () => {
  expect(uriSegment('a/b\udc00')).toBe('a%2Fb%EF%BF%BD')
})
