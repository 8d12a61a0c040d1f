import { expect, test } from 'vitest'
import { prettyJson } from './pretty.ts'

test('indented, with numbers as they were spelled and members as they are named', () => {
  expect(prettyJson('{"n":1.50,"__proto__":[12345678901234567890]}')).toBe(
    '{\n  "n": 1.50,\n  "__proto__": [\n    12345678901234567890\n  ]\n}',
  )
})

test('what is not JSON stays as it is', () => {
  expect(prettyJson('data: x\n')).toBe('data: x\n')
})
