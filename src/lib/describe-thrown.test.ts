import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { describeThrown } from './describe-thrown.ts'

const folder = mkdtempSync(join(tmpdir(), 'replywire-thrown-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** An error with the stack of a program in a folder of its own. */
function errorAt(file: string, line: number, column: number, message = 'boom'): Error {
  const error = new TypeError(message)
  error.stack = `TypeError: ${message}\n    at f (${pathToFileURL(file)}:${line}:${column})\n    at node:internal/x:1:2`
  return error
}

test('an error is described by message, place, lines of source and calls', () => {
  const file = join(folder, 'agent.ts')
  writeFileSync(file, 'const a = 1\nthrow new TypeError("boom")\n')
  expect(describeThrown(errorAt(file, 2, 7))).toEqual({
    title: ['TypeError: boom'],
    place: { file, line: 2, column: 7 },
    frame: ['  1 | const a = 1', '> 2 | throw new TypeError("boom")', '    |       ^'],
    calls: [`at f (${file}:2:7)`],
  })
})

test('what is no source is not read', () => {
  const file = join(folder, 'secret.env')
  writeFileSync(file, 'TOKEN=1')
  expect(describeThrown(errorAt(file, 1, 1)).frame).toEqual([])
  expect(describeThrown(errorAt(join(folder, 'missing.ts'), 1, 1)).frame).toEqual([])
})

test('causes follow, and no character steers a terminal', () => {
  const error = new Error('outer \u001b[31m', { cause: new Error('inner\nsecond line', { cause: 'text' }) })
  expect(describeThrown(error).title).toEqual([
    'Error: outer \\u{1b}[31m',
    'caused by Error: inner',
    'second line',
    'caused by a string was thrown: text',
  ])
})

test.each<[unknown, string]>([
  ['text', 'a string was thrown: text'],
  [undefined, 'undefined was thrown'],
  [null, 'null was thrown: null'],
  [{ code: 1 }, 'object was thrown: {"code":1}'],
  [10n, 'Something that cannot be read was thrown.'],
])('%o is described without throwing again', (thrown, title) => {
  expect(describeThrown(thrown).title).toEqual([title])
})

test('an error that throws when it is read is named as such', () => {
  const hostile = Object.defineProperty(new Error('x'), 'message', {
    get() {
      throw new Error('no')
    },
  })
  expect(describeThrown(hostile).title).toEqual(['Something that cannot be read was thrown.'])
})
