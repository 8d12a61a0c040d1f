/** The command lines of Markdown pages. */
import type { Block } from './markdown.ts'

/** One command line, without its prompt and its comment. */
export interface DocumentedCommand {
  /** The page and line where it begins. */
  readonly at: string
  readonly text: string
}

/** A comment begins with `#` after at least one space, or at the start of the line, outside of quotes. */
const comment = /^((?:'[^']*'|"[^"]*"|[^'"#]|(?<=\S)#)*?)(?:^|\s+)#.*$/

/** The commands of a `sh` or `console` block; of a `console` block only the lines with a prompt. */
export function commandsOf({ page, line, language, text }: Block): DocumentedCommand[] {
  if (language !== 'sh' && language !== 'console') return []
  return text.split('\n').flatMap((raw, index) => {
    const isTyped = language === 'sh' || raw.startsWith('$ ')
    const command = raw.replace(/^\$ /, '').replace(comment, '$1').trim()
    return isTyped && command !== '' ? [{ at: `${page}:${line + index}`, text: command }] : []
  })
}
