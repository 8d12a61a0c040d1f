/** The fenced blocks of Markdown pages. */
import { globSync, readFileSync } from 'node:fs'

export interface Block {
  /** The page, as a path. */
  readonly page: string
  /** The line of its first line, counted from 1. */
  readonly line: number
  readonly language: string
  readonly text: string
  /** The file to save it as: `<!-- file: NAME -->` on the line before the block, or one line above that. */
  readonly file?: string
}

const fenced = /(?:^<!-- file: (\S+) -->\n\n?)?^```(\w*)\n([\s\S]*?)^```$/gm

export function blocksOf(page: string, text: string): Block[] {
  return [...text.matchAll(fenced)].map(match => {
    const [whole, file, language = '', content = ''] = match
    const before = match.index + whole.indexOf('```')
    const line = text.slice(0, before).split('\n').length + 1
    return { page, line, language, text: content, ...(file === undefined ? undefined : { file }) }
  })
}

/** The pages whose samples are compiled and whose commands are checked. */
export function pages(): string[] {
  return [
    'README.md',
    'CONTRIBUTING.md',
    'docs/upgrading.md',
    ...globSync('docs/guide/*.md').sort(),
    ...globSync('docs/recipes/*.md').sort(),
    ...globSync('examples/*/README.md').sort(),
  ]
}

export function blocksIn(page: string): Block[] {
  return blocksOf(page, readFileSync(page, 'utf8'))
}
