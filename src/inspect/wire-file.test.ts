import { expect, test } from 'vitest'
import { Body } from '../wire/body.ts'
import { fileWire } from '../wire/file.ts'
import { httpWire } from '../wire/http.ts'
import { mcpWire } from '../wire/mcp.ts'
import { readWireFile, writeWireFile } from './wire-file.ts'

const read = (text: string) => readWireFile(Buffer.from(text), 'x.json')

test('the body keeps its exact text', () => {
  expect(read('{"body": {"n": 1.50, "n": 2e0}}').body.text()).toBe('{"n": 1.50, "n": 2e0}')
  expect(read('\ufeff{"body": [ 1 ]}').body.text()).toBe('[ 1 ]')
})

test('text stands for a body that is not JSON, and a body may be absent', () => {
  expect(read('{"text": "data: x\\n\\n"}').body.text()).toBe('data: x\n\n')
  expect(read('{"status": 204}').body.text()).toBe('')
})

test('members beyond the known ones are not looked at, not even __proto__', () => {
  expect(read('{"body": 1, "about": [], "__proto__": {"status": "x"}}')).toMatchObject({ status: undefined })
})

test.each([
  ['[]', 'It is no object.'],
  ['{"status": 99, "body": 1}', '"status"'],
  ['{"status": 200.5, "body": 1}', '"status"'],
  ['{"headers": [], "body": 1}', '"headers"'],
  ['{"headers": {"a": 1}, "body": 1}', 'headers should be a string'],
  ['{"face": "smtp", "body": 1}', 'one of http, mcp, a2a, file'],
  ['{"text": {}, "status": 200}', '"text"'],
])('%s is refused', (text, why) => {
  expect(() => read(text)).toThrow(why)
})

test('what is written is read back the same', () => {
  const body = Body.ofText('{"n": 1.50}')
  const http = writeWireFile(httpWire({ status: 200, headers: { A: 'b' }, body }))
  expect(http).toBe(
    '{\n  "face": "http",\n  "status": 200,\n  "headers": {\n    "a": "b"\n  },\n  "body": {"n": 1.50}\n}\n',
  )
  expect(read(http)).toMatchObject({ face: 'http', status: 200, headers: { a: 'b' } })
  expect(read(writeWireFile(mcpWire(body))).face).toBe('mcp')
  expect(read(writeWireFile(fileWire(body, 'a.json')))).toMatchObject({ face: 'file', name: 'a.json' })
  expect(read(writeWireFile(httpWire({ body: Body.ofText('not json') }))).body.text()).toBe('not json')
})
