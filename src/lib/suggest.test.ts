import { expect, test } from 'vitest'
import { didYouMean, suggest } from './suggest.ts'

const commands = ['validate', 'translate', 'detect', 'rules', 'explain']

test.each([
  ['val', ['validate']],
  ['VALIDATE', ['validate']],
  ['valdiate', ['validate']],
  ['detec', ['detect']],
  ['ruels', ['rules']],
  ['plain', ['explain']],
  ['banana', []],
  ['', []],
])('%s suggests %j', (word, expected) => {
  expect(suggest(word, commands)).toEqual(expected)
})

test('the nearest only, and no more than three', () => {
  expect(suggest('a/trase', ['a/trace', 'a/table', 'a/close'])).toEqual(['a/trace'])
  expect(suggest('a', ['a1', 'a2', 'a3', 'a4'])).toEqual(['a1', 'a2', 'a3'])
})

test('a word of any length is like none, without a look at each of its letters', () => {
  // Looking at each letter for each name would take hours.
  const names = Array.from({ length: 10_000 }, (_, index) => `name-${index}`)
  expect(suggest('a'.repeat(2_000_000), names)).toEqual([])
})

test('the question names them all', () => {
  expect(didYouMean('tra', ['trace', 'trade', 'other'])).toBe('Did you mean trace or trade?')
  expect(didYouMean('zzz', ['trace'])).toBeUndefined()
})
