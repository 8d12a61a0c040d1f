/** Text that is safe to print: no character in it steers a terminal. */

/** Control, format and lone surrogate characters, and what else shows nothing. The style of an emoji may be chosen. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u2800]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/gu

const plain = /^[\x20-\x7e]*$/

/** A text in which unprintable characters are spelled as escapes. */
export function printable(text: string): string {
  // Most texts are plain, and the other pattern takes its time to be compiled.
  if (plain.test(text)) return text
  return text.replaceAll(unprintable, character => {
    return `\\u{${character.codePointAt(0)?.toString(16)}}`
  })
}

/** A JSON text in which the same characters are spelled as JSON spells them: its value stays what it is. */
export function printableJson(text: string): string {
  if (plain.test(text)) return text
  return text.replaceAll(unprintable, character => {
    if (character === '\n' || character === '\t' || character === '\r') return character
    return Array.from(character.split(''), unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
  })
}

/** A text of several lines in which unprintable characters are spelled as escapes. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}
