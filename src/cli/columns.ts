/** Text for a terminal: safe to print, measured, padded and wrapped. */
import { util } from './builtins.ts'

export { printable, printableJson, printableLines } from '../lib/printable.ts'

/** Characters that take two columns. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u

/** How many columns a text takes, colours not counted. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of util.stripVTControlCharacters(text)) {
    width += character > '\u10ff' && wide.test(character) ? 2 : 1
  }
  return width
}

/** A text with spaces up to a width. */
export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}

/** The width of a column: its widest text, at most `most`. */
export function columnWidth(texts: readonly string[], most = 40): number {
  return Math.min(
    most,
    texts.reduce((widest, text) => Math.max(widest, widthOf(text)), 0),
  )
}

/** Rows with every column but the last padded alike. */
export function alignRows(rows: readonly (readonly string[])[], gap = 2, most = 40): string[] {
  const columns = rows.reduce((widest, row) => Math.max(widest, row.length), 0)
  const widths = Array.from({ length: columns }, (_, index) =>
    columnWidth(
      rows.map(row => row[index] ?? ''),
      most,
    ),
  )
  return rows.map(row =>
    row
      .map((cell, index) => (index === row.length - 1 ? cell : pad(cell, widths[index] ?? 0) + ' '.repeat(gap)))
      .join(''),
  )
}

/** Breaks a text at spaces to a width; without one it stays a line. A word that is too long stays whole. */
export function wrap(text: string, width: number | undefined): string[] {
  if (width === undefined || width < 20) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** `1 file`, `2 files`, `1,000 files`. */
export function count(number: number, noun: string, nouns = `${noun}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? noun : nouns}`
}
