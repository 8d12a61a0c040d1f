import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesIn } from './files-in.ts'
import { oddPhrases, stringsOf } from './plain-english.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const inFolders = (folders: readonly string[], ending: string) =>
  folders
    .flatMap(folder => filesIn(join(root, folder)))
    .filter(file => file.endsWith(ending) && !file.includes('node_modules'))
    .map(file => relative(root, file))

const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...inFolders(['docs/guide', 'docs/reference', 'examples', 'templates'], '.md'),
]

/** Texts that reach people: messages, rule texts, help, schema descriptions, the demo. */
const sources = inFolders(['src', 'demo', 'examples', 'scripts'], '.ts').filter(
  file => !file.endsWith('.test.ts') && !file.startsWith('src/contracts/jpcite/'),
)

describe('plain English', () => {
  it('is what every page is written in', () => {
    expect(pages.length).toBeGreaterThan(30)
    expect(pages.flatMap(file => oddPhrases(read(file)).map(odd => `${file}: ${odd}`))).toEqual([])
  })

  it('is what messages, help and rule texts are written in', () => {
    expect(sources.length).toBeGreaterThan(500)
    expect(
      sources.flatMap(file => stringsOf(read(file)).flatMap(text => oddPhrases(text).map(odd => `${file}: ${odd}`))),
    ).toEqual([])
  })
})

describe('the test of plain English', () => {
  it.each([
    ['Five attempts unless said.', ['unless said']],
    ['Whoever calls it is told so.', ['Whoever', 'is told']],
    ['Callers are told.', ['are told']],
    ['A tool that there is not is an error.', ['that there is not']],
    ['Mend it: mended files are judged again.', ['Mend', 'mended', 'judged']],
    ['What lasts is in the store; a reader goes on at the next event.', ['What lasts', 'goes on at']],
    ['A webhook tells of it.', ['tells of']],
    ['The file stands beside the store.', ['beside']],
    ['Amend the file; a judgement; besides; unless it is told.', ['is told']],
    ['Run `replywire file mend`.', []],
    ['```\nwhoever\n```', []],
  ])('%s', (text, expected) => {
    expect(oddPhrases(text)).toEqual(expected)
  })

  it('reads string literals and no comments', () => {
    const source = "// whoever\nconst judge = 'It is told.' // mend\n/** beside */\nthrow new Error(`whoever calls`)\n"
    expect(stringsOf(source)).toEqual(['It is told.', 'whoever calls'])
  })
})
