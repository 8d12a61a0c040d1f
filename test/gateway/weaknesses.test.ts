/** Every weakness of the list has a row, and every row names tests that exist, or says why there is none. */
import { expect, test } from 'vitest'
import { missingTests } from '../named-tests.ts'
import { weaknesses } from './weaknesses.ts'

test('there are 37 rows, in order', () => {
  expect(weaknesses.map(({ number }) => number)).toEqual(Array.from({ length: 37 }, (_, index) => index + 1))
  expect(weaknesses.filter(({ tests, note }) => tests.length === 0 && note === undefined)).toEqual([])
  expect(weaknesses.filter(({ tests }) => tests.length === 0).map(({ number }) => number)).toEqual([27, 28])
})

test('the tests that they name exist', () => {
  expect(missingTests(weaknesses.flatMap(({ tests }) => tests))).toEqual([])
})

test('a test that does not exist is found', () => {
  expect(missingTests([['test/gateway/weaknesses.test.ts', 'no such test']])).toEqual([
    'test/gateway/weaknesses.test.ts: no such test',
  ])
  expect(missingTests([['test/gateway/nowhere.test.ts', 'x']])).toHaveLength(1)
  expect(missingTests([['test/gateway/weaknesses.test.ts', 'the tests that they name exist']])).toEqual([])
})
