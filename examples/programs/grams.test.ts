import { expect, test } from 'vitest'
import { gramsOf, phraseOf } from './grams.ts'

test('a sentence is cut into pairs; Latin words and numbers stay whole', () => {
  expect(gramsOf('ＩＴ導入補助金 2026')).toEqual(['it', '導入', '入補', '補助', '助金', '金', '2026'])
  expect(gramsOf('𠮷野家')).toEqual(['𠮷野', '野家', '家'])
})

test.each([
  ['補助', '"補助"'],
  ['補助金', '"補助 助金"'],
  ['IT導入', '"it 導入"'],
  ['導入IT', '"導入 入 it"'],
  ['金', '"金"*'],
  ['IT導', '"it 導"*'],
  ['DX', '"dx"'],
  ['ﾛﾎﾞｯﾄ', '"ロボ ボッ ット"'],
])('%s is looked for as %s', (word, phrase) => {
  expect(phraseOf(word)).toBe(phrase)
})

test('signs alone cannot be looked for, and none of them reaches the query', () => {
  expect(phraseOf('"*()')).toBeUndefined()
  expect(phraseOf('補助" OR *')).toBe('"補助 助 or"')
})
