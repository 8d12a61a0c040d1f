import { expect, test } from 'vitest'
import { Body } from './body.ts'

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
