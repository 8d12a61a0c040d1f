import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LinearMatcher } from './linear-matcher.ts'
import { PatternError, parsePattern } from './parse-pattern.ts'

const matcher = (source: string) => new LinearMatcher(parsePattern(source))
const found = (source: string, text: string) => matcher(source).test(text)
const parts = (source: string, text: string) =>
  matcher(source)
    .spans(text)
    .map(([from, to]) => text.slice(from, to))

/** Every part of a text that the engine of the language matches, alone and in its place: slow, and surely right. */
function expectedSpans(source: string, text: string): [number, number][] {
  const covered = new Set<number>()
  const ends = new Set<number>()
  for (let from = 0; from < text.length; from++) {
    for (let to = from + 1; to <= text.length; to++) {
      const whole = new RegExp(`(?<=^[^]{${from}})(?:${source})(?=[^]{${text.length - to}}$)`)
      if (!whole.test(text)) continue
      for (let at = from; at < to; at++) covered.add(at)
      for (let at = from + 1; at < to; at++) ends.add(at)
    }
  }
  const spans: [number, number][] = []
  for (const at of [...covered].toSorted((one, other) => one - other)) {
    const last = spans.at(-1)
    if (last !== undefined && last[1] === at && ends.has(at)) last[1] = at + 1
    else spans.push([at, at + 1])
  }
  return spans
}

const { pattern } = fc.letrec<{ pattern: string }>(tie => ({
  pattern: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '\\W', '\\d', ' ', '\\b', '\\B', '^', '$', 'é'),
    fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `${one}${other}`),
    fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `(?:${one}|${other})`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{2,}', '*?'))
      .map(([one, repeat]) => `(?:${one})${repeat}`),
  ),
}))
const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '1', '\n', 'é', '😀'), maxLength: 7 })

describe('a linear matcher', () => {
  test('finds what the engine of the language finds', () => {
    fc.assert(
      fc.property(pattern, text, (source, subject) => {
        // Code units and code points differ there: the oracle counts units.
        fc.pre(!subject.includes('😀') || !/[.W^]/.test(source))
        const one = matcher(source)
        const expected = expectedSpans(source, subject)
        expect(one.spans(subject)).toEqual(expected)
        expect(one.test(subject)).toBe(expected.length > 0)
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['(?i)ignore (all|previous)', 'please IGNORE Previous', true],
    ['(?i)straße', 'STRASSE', false],
    ['(?i)k', '\u212a', true],
    ['(?i)[^k]', 'K', false],
    ['(?i:a)b', 'Ab', true],
    ['(?i:a)b', 'AB', false],
    ['a(?i)b|c', 'C', true],
    ['(a(?i)b)c', 'aBC', false],
    ['\\bcat\\b', 'concat', false],
    ['\\bcat\\b', 'a cat.', true],
    ['^a$', 'b\na', false],
    ['(?m)^a$', 'b\na', true],
    ['a.b', 'a\nb', false],
    ['(?s)a.b', 'a\nb', true],
    ['\\Aab\\z', 'ab', true],
    ['[[:digit:]]{3}-[[:^alpha:]]', '123-4', true],
    ['\\p{Greek}', 'λ', true],
    ['\\pN', '٣', true],
    ['\\P{L}', 'x', false],
    ['\\x41\\x{1F600}\\u0042', 'A😀B', true],
    ['\\Q[a]*\\E+', '[a]**', true],
    ['(?P<year>\\d{4})-(?<month>\\d\\d)', 'in 2026-11', true],
    ['[]a]', ']', true],
    ['[a\\]-]', '-', true],
    ['x*', 'y', false],
    ['', 'y', false],
    ['a{,2}', 'a{,2}', true],
  ])('%s in %j: %s', (source, subject, isFound) => {
    expect(found(source, subject)).toBe(isFound)
  })

  test('names every part of a text that belongs to a match, once', () => {
    expect(parts('\\d{2,}', 'a 12 b 345')).toEqual(['12', '345'])
    expect(parts('ab|bc', 'abcd')).toEqual(['abc'])
    expect(parts('aa', 'aaaaa')).toEqual(['aaaaa'])
    expect(parts('(?i)key-\\w+', 'KEY-1 key-2')).toEqual(['KEY-1', 'key-2'])
  })

  test.each([
    ['(a+)+$', 'a'.repeat(200_000)],
    ['(a|aa)+$', `${'a'.repeat(200_000)}!`],
    ['a*b', 'a'.repeat(200_000)],
    ['(x+x+)+y', 'x'.repeat(200_000)],
    ['(.*)(.*)(.*)(.*)(.*)[^ab]', 'ab'.repeat(100_000)],
    ['(?:a?){50}a{50}b', 'a'.repeat(200_000)],
  ])('does not run away on %s', (source, subject) => {
    expect(found(source, subject)).toBe(source === '(a+)+$')
    if (subject.length <= 200_000) matcher(source).spans(subject.slice(0, 2000))
  })

  test('forgets states when a text makes too many, and still finds the match', () => {
    const source = '[ab]*a[ab]{14}c'
    const random = fc.sample(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 30_000, maxLength: 30_000 }), {
      numRuns: 1,
      seed: 7,
    })[0] as string
    expect(found(source, random)).toBe(false)
    expect(found(source, `${random}a${'b'.repeat(14)}c`)).toBe(true)
  })

  test('stops now and then on a long text, with the same result', () => {
    const subject = `${'ab'.repeat(20_000)}abbbc`
    const search = matcher('ab{3}c$').search(subject)
    const spans = matcher('ab{3}c$').searchSpans(subject)
    expect([1, 2, 3, 4, 5].map(() => search.next().value)).toEqual([undefined, undefined, undefined, undefined, true])
    expect([1, 2, 3, 4, 5].map(() => spans.next().value)).toEqual([
      ...[undefined, undefined, undefined, undefined],
      [[40_000, 40_005]],
    ])
  })

  test.each([
    ['(a', 'a parenthesis that is not closed at character 1'],
    ['a)', 'a parenthesis that was not opened at character 2'],
    ['[a', 'a bracket that is not closed at character 1'],
    ['*a', 'nothing to repeat at character 1'],
    ['a**', 'a repetition of a repetition at character 4'],
    ['a{2000}', 'a repetition of more than 1000, or the wrong way round at character 2'],
    ['(?=a)', 'lookahead and lookbehind are not supported at character 1'],
    ['(?<!a)', 'lookahead and lookbehind are not supported at character 1'],
    ['(a)\\1', 'backreferences are not supported at character 4'],
    ['\\p{Nope}', 'a Unicode class that is not known at character 1'],
    ['[b-a]', 'a range that is not valid at character 2'],
    ['(?x)a', 'a flag that is not known at character 3'],
    ['((a{100}){100}){100}', 'more than 5000 steps, because of repetitions, at character 1'],
    ['a\\', 'a backslash at the end at character 2'],
    ['\\j', '\\j is not known at character 1'],
  ])('refuses %s', (source, message) => {
    expect(() => matcher(source)).toThrow(
      new PatternError(message.replace(/ at character \d+$/, ''), Number(/\d+$/.exec(message)?.[0]) - 1),
    )
  })
})
