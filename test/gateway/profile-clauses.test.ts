import { expect, test } from 'vitest'
import { missingTests } from '../named-tests.ts'
import { profileClauses } from './profile-clauses.ts'

test('every clause of §§5 and 11 is here, with at least one test each', () => {
  const sections = new Set(profileClauses.map(([clause]) => clause.split(' ')[0]))
  expect([...sections].filter(section => /^(?:5|11)/.test(section ?? ''))).toEqual([
    ...['5', '5.1.1', '5.1.2', '5.1.3', '5.1.4', '5.1.5'],
    ...['11.1', '11.2', '11.3', '11.4', '11.5', '11.6', '11.7'],
  ])
  expect(profileClauses.filter(([, , ...tests]) => tests.length === 0)).toEqual([])
})

test('the tests that they name exist', () => {
  expect(missingTests(profileClauses.flatMap(([, , ...tests]) => tests))).toEqual([])
})
