import { expect, test } from 'vitest'
import { Body } from './body.ts'
// Reads what is odd.
import './json.ts'

test('bytes that are not UTF-8 are a problem, even after somebody asked for the text', () => {
  const body = Body.ofBytes(Uint8Array.of(0x22, 0xfc, 0x22))
  expect(body.text()).toBe('"\ufffd"')
  expect(body.json()).toMatchObject({ ok: false, problem: { code: 'not-utf8' } })
})

test('a text is read as it is, even after somebody asked for its bytes', () => {
  const body = Body.ofText('"\ud800"')
  expect(body.bytes.byteLength).toBe(5)
  expect(body.json()).toMatchObject({ ok: true, notes: [{ code: 'lone-surrogate' }] })
})

test.each([
  [Body.ofText(''), true],
  [Body.ofBytes(new Uint8Array()), true],
  [Body.ofText(' '), false],
  [Body.ofBytes(Uint8Array.of(0xff)), false],
  [Body.ofJson(null), false],
])('whether a body is empty, of a text and of bytes', (body, expected) => {
  expect(body.isEmpty).toBe(expected)
  // Asked for its text or its bytes before, it is the same.
  body.text()
  expect(body.isEmpty).toBe(expected)
  expect(body.bytes.byteLength === 0).toBe(expected)
  expect(body.isEmpty).toBe(expected)
})
