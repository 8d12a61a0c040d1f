import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pointer } from '../lib/pointer.ts'
import { Body } from './body.ts'
import { isExact, readJsonBytes, readJsonText, writeJson } from './json.ts'
import { sourceAt } from './json-walk.ts'

const problem = (text: string) => {
  const reading = readJsonText(text)
  return reading.ok ? undefined : reading.problem
}
const notes = (text: string) => {
  const reading = readJsonText(text)
  return reading.ok ? reading.notes.map(({ code, pointer }) => `${code} ${pointer}`) : undefined
}

describe('a text that cannot be read', () => {
  test.each([
    ['nothing', '', { code: 'empty', message: 'There is no text.' }],
    ['white space', ' \n\t', { code: 'empty', message: 'There is no text.' }],
    ['a bare word', 'hello', { code: 'not-json', message: 'Not JSON: unexpected character at line 1, column 1.' }],
    [
      'a truncated object',
      '{"a":1',
      { code: 'not-json', message: 'Not JSON: the text ends too early at line 1, column 7.' },
    ],
    [
      'a trailing comma',
      '{\n  "a": 1,\n}',
      { code: 'not-json', message: 'Not JSON: unexpected character at line 3, column 1.' },
    ],
    ['two values', '{} {}', { code: 'not-json', message: 'Not JSON: unexpected character at line 1, column 4.' }],
    [
      'a control character in a string',
      '"a\nb"',
      { code: 'not-json', message: 'Not JSON: unexpected character at line 1, column 1.' },
    ],
    ['a bad escape', '"\\x41"', { code: 'not-json', message: 'Not JSON: unexpected character at line 1, column 1.' }],
    ['a leading zero', '[01]', { code: 'not-json', message: 'Not JSON: unexpected character at line 1, column 3.' }],
  ])('%s is refused with the place', (_, text, expected) => {
    expect(problem(text)).toEqual(expected)
  })

  test('never quotes the text', () => {
    expect(problem('{"token": canary-secret}')?.message).not.toContain('canary')
  })

  test.each([
    ['arrays', '['.repeat(100_000)],
    ['closed arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects', '{"a":'.repeat(100_000)],
  ])('100,000 nested %s are refused before they are parsed', (_, text) => {
    expect(problem(text)?.code).toBe('too-deep')
  })

  test('64 levels are read, 65 are not', () => {
    expect(problem('['.repeat(64) + ']'.repeat(64))).toBeUndefined()
    expect(problem('['.repeat(65) + ']'.repeat(65))?.code).toBe('too-deep')
  })

  test('brackets inside strings do not nest', () => {
    expect(problem(JSON.stringify('['.repeat(1000)))).toBeUndefined()
  })

  test('50 MB are refused without being decoded', () => {
    const reading = readJsonBytes(new Uint8Array(50 * 1024 * 1024).fill(0x20))
    expect(reading).toMatchObject({ ok: false, problem: { code: 'too-large' } })
  })

  test('Latin-1 and cut-off UTF-8 are refused', () => {
    expect(readJsonBytes(Uint8Array.of(0x22, 0xe4, 0x22))).toMatchObject({ problem: { code: 'not-utf8' } })
    expect(readJsonBytes(Uint8Array.of(0x22, 0xe3, 0x81, 0x22))).toMatchObject({ problem: { code: 'not-utf8' } })
  })
})

describe('a text that readers understand differently', () => {
  test.each([
    ['a byte order mark', '\ufeff{}', ['bom ']],
    ['a key twice', '{"a":1,"b":{"c":1,"c":2},"a":3}', ['duplicate-key /b/c', 'duplicate-key /a']],
    ['a key twice in an array', '[{"a":1,"\\u0061":2}]', ['duplicate-key /0/a']],
    ['__proto__ twice', '{"__proto__":1,"__proto__":2}', ['duplicate-key /__proto__']],
    ['a number above 2^53', '{"n":9007199254740993}', ['inexact-number /n']],
    ['a number beyond all doubles', '[1e400,-1e400]', ['inexact-number /0', 'inexact-number /1']],
    ['more digits than a double has', '0.10000000000000000001', ['inexact-number ']],
    ['a lone surrogate', '{"a~/b":"\\ud800"}', ['lone-surrogate /a~0~1b']],
    ['a lone surrogate in a key', '{"\\udc00":1}', ['lone-surrogate /\udc00']],
    ['nothing odd', '{"a":[1,2.50,1e3,-0,9007199254740991,"\\ud83d\\ude00"]}', []],
  ])('%s', (_, text, expected) => {
    expect(notes(text)).toEqual(expected)
  })

  test('a long string beside an odd number is walked without exhausting the stack', () => {
    expect(notes(`["${'a'.repeat(5_000_000)}",1e400]`)).toEqual(['inexact-number /1'])
  })

  test('__proto__ is data and changes no prototype', () => {
    const reading = readJsonText('{"__proto__":{"polluted":true}}')
    expect(reading.ok && Object.keys(reading.value as object)).toEqual(['__proto__'])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

test('a trusted text is parsed as it is', () => {
  expect(Body.ofTrusted('{"a":1,"a":2}').json()).toEqual({ ok: true, value: { a: 2 }, notes: [] })
})

describe('exactness', () => {
  test.each([
    ['0', true],
    ['-0.0', true],
    ['1.0', true],
    ['1E5', true],
    ['0.1', true],
    ['123456789012345680000', true],
    ['12345678901234567890', false],
    ['1e-400', false],
    ['5e-324', true],
  ])('%s: %s', (literal, expected) => {
    expect(isExact(literal)).toBe(expected)
  })

  test('every double that JavaScript writes is exact', () => {
    fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), n => isExact(JSON.stringify(n))))
  })
})

describe('source text', () => {
  test('is found at any pointer, to the letter', () => {
    const text = ' {"a" : { "n": 1.0 , "s":"\\u0041" }, "b":[ 1e3 ,{"x/y":null}]} '
    expect(sourceAt(text, '/a')).toBe('{ "n": 1.0 , "s":"\\u0041" }')
    expect(sourceAt(text, '/b/0')).toBe('1e3')
    expect(sourceAt(text, '/b/1/x~1y')).toBe('null')
    expect(sourceAt(text, '/c')).toBeUndefined()
  })

  test('of a member given twice is the last one, and odd keys are found', () => {
    expect(sourceAt('{"a":1,"\\u0061":[2] ,"b":"}"}', '/a')).toBe('[2]')
    expect(sourceAt('{"":{"x\\"y":-1.50}}', '//x"y')).toBe('-1.50')
    expect(sourceAt('[]', '/0')).toBeUndefined()
    expect(sourceAt('[[],{}, 7 ]', '/2')).toBe('7')
    expect(sourceAt('{}', '/a')).toBeUndefined()
    expect(sourceAt('7', '')).toBe('7')
  })

  test('is the same value that JSON.parse finds there', () => {
    const walked = (value: unknown, at: string, seen: (at: string, value: unknown) => void): void => {
      seen(at, value)
      if (typeof value !== 'object' || value === null) return
      for (const [key, member] of Object.entries(value)) walked(member, at + pointer(key), seen)
    }
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        walked(JSON.parse(text), '', (at, member) => expect(JSON.parse(sourceAt(text, at) ?? '')).toEqual(member))
      }),
    )
  })

  test('can be placed anywhere in what is written', () => {
    const verbatim = new Map([
      ['/result/context', '{ "n": 1.0 }'],
      ['/list/1/a~1b', '1e400'],
    ])
    expect(writeJson({ result: { context: 0, ok: true }, list: [1, { 'a/b': 0 }] }, verbatim)).toBe(
      '{"result":{"context":{ "n": 1.0 },"ok":true},"list":[1,{"a/b":1e400}]}',
    )
  })

  test('every JSON value keeps its spelling through body and back', () => {
    fc.assert(
      fc.property(fc.json(), text => {
        const body = Body.ofJson({ context: null }, new Map([['/context', text]]))
        return body.source('/context') === text
      }),
    )
  })
})

test('the reader accepts just what JSON.parse accepts', () => {
  const pieces = ['{', '}', '[', ']', ',', ':', '"a"', '"', '1', '-', '1.', 'e5', 'true', 'nul', ' ', '\\', '\n', '0']
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...pieces), { maxLength: 9 }).map(list => list.join('')),
      text => {
        let parsed = true
        try {
          JSON.parse(text)
        } catch {
          parsed = false
        }
        const reading = readJsonText(text)
        return reading.ok === parsed && (parsed || !reading.ok)
      },
    ),
    { numRuns: 20_000 },
  )
})
