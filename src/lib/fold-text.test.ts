import { describe, expect, test } from 'vitest'
import { type Fold, foldsOf, foldText } from './fold-text.ts'

function folded(text: string, fold: Fold) {
  const work = foldText(text, fold)
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
  }
}

describe('folding', () => {
  test.each([
    ['Пароль', 'visible', undefined],
    ['рasswоrd', 'plain', 'password'],
    ['ｐａｓｓ　１', 'visible', 'pass 1'],
    ['pa\u00adss\u200b', 'visible', 'pass'],
    ['cafe\u0301', 'visible', 'café'],
    ['cafe\u0301', 'plain', 'cafe'],
    ['٠٩-९', 'plain', '09-9'],
    ['1‑2−3', 'plain', '1-2-3'],
    ['🇦🅑🅲', 'plain', 'abc'],
    ['ﬁne', 'plain', 'fine'],
    ['a\u{e0062}', 'plain', 'a'],
    ['a\u{e0062}', 'tagged', 'ab'],
    ['a\tb\n', 'plain', undefined],
  ] as const)('%j as %s: %j', (text, fold, result) => {
    expect(folded(text, fold)?.text).toBe(result)
  })

  test('a part leads back to what it stands for, whole characters with their marks', () => {
    const view = folded('x e\u0301\u200b\u{1d4ea}! ﬁ', 'plain')
    expect(view?.text).toBe('x ea! fi')
    expect(view?.sourceOf(2, 3)).toEqual([2, 4])
    expect(view?.sourceOf(3, 4)).toEqual([5, 7])
    expect(view?.sourceOf(6, 7)).toEqual([9, 10])
  })

  test('ASCII needs none, tags need one more', () => {
    expect(foldsOf('plain text\n')).toEqual([])
    expect(foldsOf('naïve')).toEqual(['visible', 'plain'])
    expect(foldsOf('a\u{e0041}')).toEqual(['visible', 'plain', 'tagged'])
  })

  test('marks without end are normalised in parts: their order is not sorted over the whole text', () => {
    const view = folded(`e${'\u0301\u0327'.repeat(20)}`, 'visible')
    expect(view?.text.length).toBeGreaterThan(30)
    expect([...(view?.text ?? '')].lastIndexOf('\u0327')).toBe(34)
  })
})
