import { describe, expect, test } from 'vitest'
import { acceptsV2, languageOf, mergeVary, negotiate } from './negotiation.ts'

const vendor = 'application/vnd.jpcite.v2+json'
const version = (requested: Partial<Parameters<typeof negotiate>[0]>) => {
  const { version: served, invalid } = negotiate({ phase: 'opt-in', ...requested })
  return invalid === undefined ? served : `${served} invalid`
}

describe('while v2 is opt-in', () => {
  test.each([
    [undefined, undefined, 'v1'],
    ['v2', undefined, 'v2'],
    ['V2', undefined, 'v2'],
    [' v2 ', undefined, 'v2'],
    ['v1', undefined, 'v1'],
    ['v1', vendor, 'v1'],
    ['v2', 'text/html', 'v2'],
    ['v3', undefined, 'v1 invalid'],
    ['v3', vendor, 'v2 invalid'],
    ['', undefined, 'v1 invalid'],
    ['2', undefined, 'v1 invalid'],
  ])('envelope=%s with Accept %s is %s', (envelope, accept, expected) => {
    expect(version({ envelope, accept })).toBe(expected)
  })

  test.each([
    [vendor, 'v2'],
    ['Application/VND.jpcite.V2+JSON', 'v2'],
    [`  ${vendor} ; charset=utf-8 `, 'v2'],
    [`text/html, ${vendor};q=0.1`, 'v2'],
    [`${vendor};q=0.1, application/json`, 'v2'],
    [`${vendor}; q = 0.5`, 'v2'],
    [`${vendor};q=0`, 'v1'],
    [`${vendor};q=0.000, */*`, 'v1'],
    [`${vendor};q=nonsense`, 'v1'],
    [`${vendor};q=2`, 'v1'],
    ['*/*', 'v1'],
    ['application/*', 'v1'],
    ['application/json', 'v1'],
    [`${vendor}x`, 'v1'],
    [`text/html;profile="${vendor}"`, 'v1'],
    [`text/html;profile="a,${vendor}"`, 'v1'],
    ['', 'v1'],
    [',,;;"', 'v1'],
  ])('Accept: %s is %s', (accept, expected) => {
    expect(version({ accept })).toBe(expected)
  })
})

describe('after the flip', () => {
  test.each([
    ['default-v2', undefined, undefined, 'v2'],
    ['default-v2', undefined, `${vendor};q=0`, 'v2'],
    ['default-v2', 'v1', undefined, 'v1'],
    ['default-v2', 'V1', vendor, 'v1'],
    ['default-v2', 'v2', undefined, 'v2'],
    ['default-v2', 'v3', undefined, 'v2 invalid'],
    ['removed', undefined, undefined, 'v2'],
    ['removed', 'v2', undefined, 'v2'],
    ['removed', 'v1', undefined, 'v2 invalid'],
    ['removed', 'v0', undefined, 'v2 invalid'],
  ] as const)('in %s, envelope=%s with Accept %s is %s', (phase, envelope, accept, expected) => {
    expect(version({ phase, envelope, accept })).toBe(expected)
  })
})

test.each(['opt-in', 'default-v2', 'removed'] as const)('a route that is not migrated is legacy in %s', phase => {
  expect(version({ phase, envelope: 'v2', accept: vendor, migrated: false })).toBe('v1')
  expect(version({ phase, envelope: 'v3', migrated: false })).toBe('v1')
  expect(negotiate({ phase, envelope: 'v2', migrated: false }).headers['x-envelope-version']).toBe('v1')
})

describe('the headers', () => {
  test('of a v2 answer state the version and what was looked at', () => {
    expect(negotiate({ phase: 'opt-in', envelope: 'v2' }).headers).toEqual({
      'x-envelope-version': 'v2',
      vary: 'Accept, X-Envelope-Version',
    })
  })

  test('of a legacy answer also say when it ends', () => {
    expect(negotiate({ phase: 'opt-in', vary: 'Origin' }).headers).toEqual({
      'x-envelope-version': 'v1',
      vary: 'Accept, Origin, X-Envelope-Version',
      deprecation: '@1785769200',
      sunset: 'Thu, 03 Sep 2026 15:00:00 GMT',
      link: expect.stringContaining('<https://jpcite.com/docs/api-reference/response_envelope>; rel="deprecation"'),
    })
  })

  test.each([
    [undefined, 'Accept, X-Envelope-Version'],
    ['', 'Accept, X-Envelope-Version'],
    ['accept,x-envelope-version', 'Accept, X-Envelope-Version'],
    ['Origin, Accept-Encoding , ,Origin', 'Accept, Accept-Encoding, Origin, X-Envelope-Version'],
    ['*', '*'],
    ['Origin, *', '*'],
  ])('merge into Vary: %s', (existing, merged) => {
    expect(mergeVary(existing)).toBe(merged)
  })
})

test.each([
  [undefined, undefined, 'ja'],
  ['en', 'ja', 'en'],
  [' EN-gb ', undefined, 'en'],
  ['fr', 'en', 'en'],
  [undefined, 'en-US,en;q=0.9', 'en'],
  [undefined, 'en;q=0.4, ja;q=0.8', 'ja'],
  [undefined, 'fr, en;q=0.2', 'en'],
  [undefined, 'en;q=0', 'ja'],
  [undefined, '*', 'ja'],
  [undefined, 'ja;q=0, *', 'en'],
  [undefined, 'ja;q=x, *', 'ja'],
  [undefined, 'ja;q=0, en;q=0', 'ja'],
  [undefined, '*;q=0.9, en;q=0.1', 'ja'],
] as const)('lang=%s with Accept-Language %s is %s', (lang, accept, language) => {
  expect(languageOf(lang, accept)).toBe(language)
})

describe('a header of any size', () => {
  test.each([
    ['quotes that never close', '"'.repeat(16_000)],
    ['quotes and commas', '",'.repeat(8000)],
    ['escapes', `"${'\\'.repeat(16_000)}`],
    ['items', 'fr,'.repeat(100_000)],
    ['white space', `en${' '.repeat(100_000)};q=1`],
  ])('is read to a bound: %s', (_, hostile) => {
    // So often that a reader which goes over it again and again would not come back.
    for (let calls = 0; calls < 500; calls++) expect(languageOf(undefined, hostile)).toBe('ja')
    expect(acceptsV2(hostile)).toBe(false)
  })

  test('counts for what stands in its first 64 items and 4,096 characters', () => {
    expect(languageOf(undefined, `${'fr,'.repeat(63)}en,`)).toBe('en')
    expect(languageOf(undefined, `${'fr,'.repeat(64)}en`)).toBe('ja')
    expect(languageOf(undefined, `${' '.repeat(4090)}en,fr`)).toBe('en')
    expect(languageOf(undefined, `${' '.repeat(4094)}english,fr`)).toBe('ja')
  })

  test('may hold a comma inside quotes', () => {
    expect(acceptsV2(`text/html;p="a\\",b", ${vendor}`)).toBe(true)
    expect(acceptsV2(`text/html;p="a, ${vendor}"`)).toBe(false)
  })
})
