import { expect, test } from 'vitest'
import { alignRows, count, pad, printable, widthOf, wrap } from './columns.ts'

test('characters that would steer a terminal are spelled out', () => {
  expect(printable('a\u001b[31mb\u0007\u009b\u202e\ud800\n')).toBe('a\\u{1b}[31mb\\u{7}\\u{9b}\\u{202e}\\u{d800}\\u{a}')
  expect(printable('a\u3164b\u115fc\u2800d\u034fe\u{e0100}')).toBe('a\\u{3164}b\\u{115f}c\\u{2800}d\\u{34f}e\\u{e0100}')
  expect(printable('Zürich 顧問先 😀 ❤\ufe0f ~/x')).toBe('Zürich 顧問先 😀 ❤\ufe0f ~/x')
})

test('width counts columns: wide characters twice, colours not at all', () => {
  expect(widthOf('abc')).toBe(3)
  expect(widthOf('顧問先')).toBe(6)
  expect(widthOf('\u001b[31mred\u001b[39m')).toBe(3)
  expect(pad('顧', 4)).toBe('顧  ')
})

test('columns are aligned, and one that is too wide keeps its gap', () => {
  expect(
    alignRows([
      ['a', 'b', 'c'],
      ['aaa', 'bb', 'c'],
    ]),
  ).toEqual(['a    b   c', 'aaa  bb  c'])
  expect(
    alignRows(
      [
        ['a', 'x'],
        ['a'.repeat(9), 'x'],
      ],
      2,
      4,
    ),
  ).toEqual(['a     x', `${'a'.repeat(9)}  x`])
})

test('text is wrapped at spaces, and left alone where there is no width', () => {
  expect(wrap('one two three four five six', 20)).toEqual(['one two three four', 'five six'])
  expect(wrap(`${'x'.repeat(30)} y`, 20)).toEqual(['x'.repeat(30), 'y'])
  expect(wrap('one two', undefined)).toEqual(['one two'])
})

test('counts in words', () => {
  expect(count(1, 'file')).toBe('1 file')
  expect(count(1000, 'loss', 'losses')).toBe('1,000 losses')
})
