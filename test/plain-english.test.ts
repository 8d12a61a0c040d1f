import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesIn } from './files-in.ts'
import { commentsOf, oddLines, oddPhrases, stringsOf } from './plain-english.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const inFolders = (folders: readonly string[], ending: string) =>
  folders
    .flatMap(folder => filesIn(join(root, folder)))
    .filter(file => file.endsWith(ending) && !file.includes('node_modules'))
    .map(file => relative(root, file))

const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'SECURITY.md', 'CHANGELOG.md', 'llms.txt'],
  ...inFolders(['docs', 'examples', 'templates', 'test'], '.md'),
]

/** Texts that reach people: messages, rule texts, help, schema descriptions, examples, the pages of the console. */
const sources = [
  ...inFolders(['src', 'examples', 'scripts', 'console'], '.ts'),
  ...inFolders(['console'], '.tsx'),
].filter(file => !file.endsWith('.test.ts'))

function oddIn(file: string, parts: (source: string) => string[]): string[] {
  const source = read(file)
  return parts(source).flatMap(part => oddLines(file, source, part))
}

describe('plain English', () => {
  it('is what every page is written in', () => {
    expect(pages.length).toBeGreaterThan(150)
    for (const folder of ['docs/guide/', 'docs/recipes/', 'docs/reference/', 'docs/decisions/', 'examples/']) {
      expect(pages.filter(file => file.startsWith(folder)).length, folder).toBeGreaterThan(5)
    }
    expect(pages.flatMap(file => oddLines(file, read(file)))).toEqual([])
  })

  it('is what messages, help and rule texts are written in', () => {
    expect(sources.length).toBeGreaterThan(800)
    for (const folder of ['src/', 'examples/', 'scripts/', 'console/']) {
      expect(sources.filter(file => file.startsWith(folder)).length, folder).toBeGreaterThan(1)
    }
    expect(sources.flatMap(file => oddIn(file, stringsOf))).toEqual([])
  })

  it('is what comments are written in', () => {
    expect(sources.flatMap(file => oddIn(file, commentsOf))).toEqual([])
  })
})

describe('the test of plain English', () => {
  it.each([
    ['Five attempts unless said.', ['unless said']],
    ['Whoever calls it is told so.', ['Whoever', 'told']],
    ['Callers are told.', ['told']],
    ['A tool that there is not is an error.', ['that there is not']],
    ['Mend it: mended files are judged again.', ['Mend', 'mended', 'judged']],
    ['What lasts is in the store; a reader goes on at the next event.', ['What lasts', 'goes on at']],
    ['A webhook tells of it; nobody hears it.', ['tells', 'hears']],
    ['The file stands beside the store.', ['beside']],
    ['A task goes on in the next process.', ['goes on in']],
    ['Operators look after tasks; nobody gets around a rule.', ['look after', 'gets around']],
    ['Amend the file; judgment; besides; retold; a shear.', []],
    ['Run `replywire file mend`.', []],
    ['```\nwhoever\n```', []],
  ])('%s', (text, expected) => {
    expect(oddPhrases(text)).toEqual(expected)
  })

  it('names the line, the phrase and what to write instead', () => {
    expect(oddLines('a.md', '# A\n\n```\nx\n```\n\nWhoever\ncalls.')).toEqual([
      'a.md:7: "Whoever"; write: callers, anyone, the client',
    ])
    const source = "/**\n * None. */\n/**\n * One.\n * Mend it.\n */\nconst b = 'it is told'\n"
    expect(commentsOf(source).flatMap(part => oddLines('a.ts', source, part))).toEqual(['a.ts:5: "Mend"; write: fix'])
    expect(stringsOf(source).flatMap(part => oddLines('a.ts', source, part))).toEqual([
      'a.ts:7: "told"; write: is sent, is reported, receives',
    ])
  })

  it('reads string literals and no comments', () => {
    const source = "// whoever\nconst judge = 'It is told.' // mend\n/** beside */\nthrow new Error(`whoever calls`)\n"
    expect(stringsOf(source)).toEqual(['It is told.', 'whoever calls'])
  })

  it('reads comments, and no string literals', () => {
    const source =
      "// who's there\nconst judge = '// It is told.' // mend\n/**\n * said\n * beside */\nthrow new Error('/* x */')\n"
    expect(commentsOf(source)).toEqual(["// who's there", '// mend', '/**\nsaid\nbeside */'])
  })
})
