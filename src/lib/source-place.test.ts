import { expect, test } from 'vitest'
import { frameIn, isAuthors, placesIn, placeText } from './source-place.ts'

test('places of a stack are found, innermost first', () => {
  const stack = [
    'TypeError: x (/not/a/place.ts:1:1)',
    '    at emailOf (file:///work/my%20agent/agent.ts:7:22)',
    '    at async Object.handler (/work/lib.ts:17:3)',
    '    at node:internal/process/task_queues:104:5',
    '    at new Promise (<anonymous>)',
  ].join('\n')
  expect(placesIn(stack)).toEqual([
    { file: '/work/my agent/agent.ts', line: 7, column: 22 },
    { file: '/work/lib.ts', line: 17, column: 3 },
  ])
})

test('the place of a syntax error stands before its stack', () => {
  const stack = `/work/agent.ts:4\n  c: 1\n  d: 2\n  ^\n}\n\nSyntaxError: Expected ','\n    at parse (node:internal/x:1:2)`
  expect(placesIn(stack)).toEqual([{ file: '/work/agent.ts', line: 4, column: 3 }])
})

test('packages and Replywire itself are not the author', () => {
  const at = (file: string) => isAuthors({ file, line: 1, column: 1 })
  expect(at('/work/agent.ts')).toBe(true)
  expect(at('/work/node_modules/zod/index.js')).toBe(false)
  expect(at(import.meta.filename)).toBe(false)
})

test('a place is relative to the folder of the process', () => {
  expect(placeText({ file: `${process.cwd()}/a/b.ts`, line: 3, column: undefined })).toBe('a/b.ts:3')
  expect(placeText({ file: '/elsewhere/b.ts', line: 3, column: 4 })).toBe('/elsewhere/b.ts:3:4')
})

const source = 'one\n\ttwo\nthree\nfour\n\n\nseven'

test.each([
  [{ line: 2, column: 2 }, ['  1 | one', '> 2 |  two', '    |  ^', '  3 | three', '  4 | four']],
  [{ line: 4, column: undefined }, ['  2 |  two', '  3 | three', '> 4 | four']],
  [{ line: 7, column: 500 }, ['  5 |', '  6 |', '> 7 | seven']],
  [{ line: 8, column: 1 }, []],
])('the lines around %o, the line itself marked', (place, expected) => {
  expect(frameIn(source, place)).toEqual(expected)
})

test('numbers of lines stand below each other, and long lines are cut', () => {
  const long = `${'\n'.repeat(9)}${'x'.repeat(500)}`
  expect(frameIn(long, { line: 10, column: 1 })).toEqual(['   8 |', '   9 |', `> 10 | ${'x'.repeat(120)}`, '     | ^'])
})
