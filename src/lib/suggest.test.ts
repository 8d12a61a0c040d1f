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

test('the question names them all', () => {
  expect(didYouMean('tra', ['trace', 'trade', 'other'])).toBe('Did you mean trace or trade?')
  expect(didYouMean('zzz', ['trace'])).toBeUndefined()
})
