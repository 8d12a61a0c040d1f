/** ARCHITECTURE.md against the code: its picture of one call, and the files that it and CONTRIBUTING.md name. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { stages } from '../src/server/pipeline/stages.ts'

const page = readFileSync('ARCHITECTURE.md', 'utf8')
const code = readFileSync('src/server/pipeline/stages.ts', 'utf8')

/** The picture of one call. */
function pictureIn(text: string): string {
  return /^## One call$.*?^```$(.*?)^```$/ms.exec(text)?.[1] ?? ''
}

/** The stages in the box of the picture, each as `NAME FILE`, in their order. */
function drawnStages(text: string): string[] {
  return [...pictureIn(text).matchAll(/^│ (\w+) +(\S+\.ts) /gm)].map(([, name, file]) => `${name} ${file}`)
}

/** The stages of the code, each with the file that it is imported from. */
function writtenStages(text: string): string[] {
  const imports = [...text.matchAll(/^import \{ ([^}]+) \} from '(\.[^']+)'$/gm)]
  const files = new Map(
    imports.flatMap(([, names = '', from = '']) =>
      names.split(', ').map((name): [string, string] => [name, join('server/pipeline', from)]),
    ),
  )
  const [, table = ''] = /^export const stages = \{\n(.*?)^\}/ms.exec(text) ?? []
  return table
    .trim()
    .split(',\n')
    .map(line => {
      const [, name = '', stage = name] = /^\s*(\w+)(?:: (?:ofAgent\()?(\w+)\)?)?,?$/.exec(line) ?? []
      return `${name} ${files.get(stage)}`
    })
}

const expected = [
  'identify server/pipeline/identify.ts',
  'resolve server/pipeline/input.ts',
  'limit server/pipeline/limit.ts',
  'signed server/pipeline/signed.ts',
  'input server/pipeline/input.ts',
  'announce server/pipeline/announce.ts',
  'redeem runtime/redeem.ts',
  'check server/pipeline/run.ts',
  'claim runtime/claim.ts',
  'govern server/pipeline/govern.ts',
  'audit runtime/audit-call.ts',
  'approve runtime/use-approvals.ts',
  'handOver runtime/hand-over.ts',
  'run server/pipeline/run.ts',
]

describe('the picture of one call', () => {
  test('shows the stages of the code, in their order, with the files that hold them', () => {
    expect(writtenStages(code)).toEqual(expected)
    expect(drawnStages(page)).toEqual(expected)
    expect(Object.keys(stages)).toEqual(expected.map(line => line.split(' ')[0]))
  })

  test('names files that exist', () => {
    const files = [...pictureIn(page).matchAll(/[\w/-]+\.ts/g)].map(([file]) => file)
    expect(files.length).toBeGreaterThan(20)
    expect(files.filter(file => !existsSync(join('src', file)))).toEqual([])
  })

  test('ends with what happens to every result', () => {
    const ends = [...pictureIn(page).matchAll(/^ {2}(finish|write|account) +(\S+)/gm)].map(([, name, file]) => [
      name,
      file,
    ])
    expect(ends).toEqual([
      ['finish', 'server/pipeline/finish.ts'],
      ['write', 'server/http/write.ts'],
      ['account', 'server/pipeline/account.ts'],
    ])
  })

  test.each([
    [
      'another order in the code',
      () => writtenStages(code.replace('  identify,\n  resolve,', '  resolve,\n  identify,')),
    ],
    ['a stage fewer in the code', () => writtenStages(code.replace('  check,\n', ''))],
    ['another file in the code', () => writtenStages(code.replace("'./limit.ts'", "'./limits.ts'"))],
    ['another order on the page', () => drawnStages(page.replace('│ check ', '│ claim '))],
    ['a stage fewer on the page', () => drawnStages(page.replace(/^│ limit .*\n/m, ''))],
  ])('would differ by %s', (_, changed) => {
    expect(changed()).not.toEqual(expected)
  })
})

test('the words of a contract for an outcome are asked for in one place, the list of passes', () => {
  const asking = globSync('src/**/*.ts').filter(file => /\.present\?\.\(/.test(readFileSync(file, 'utf8')))
  expect(asking).toEqual(['src/server/pipeline/finish.ts'])
})

test('stages are reported in one place', () => {
  const reporting = globSync('src/**/*.ts').filter(file => /\bonStage\?\.\(/.test(readFileSync(file, 'utf8')))
  expect(reporting).toEqual(['src/server/pipeline/stages.ts'])
})

test('every path that the page names exists', () => {
  const named = [...page.matchAll(/`((?:src|test|docs)\/[\w./-]+)`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(path => !existsSync(path))).toEqual([])
})

test('what CONTRIBUTING.md says to edit is where it says', () => {
  const contributing = readFileSync('CONTRIBUTING.md', 'utf8')
  const table = /^## Where does it go$.*?^## /ms.exec(contributing)?.[0] ?? ''
  const places = [...table.matchAll(/`(\w+)` in `(src\/[\w./<>-]+)`/g)].map(([, name = '', file = '']) => ({
    name,
    file: file.replace('<name>', 'yaagents'),
  }))
  expect(places.map(({ name }) => name)).toEqual([
    'withCommonHead',
    'answerLine',
    'createMetrics',
    'journalEntry',
    'openServerContext',
    'HttpCall',
    'stages',
    'passes',
    'serving',
    'Serving',
  ])
  const missing = places.filter(
    ({ name, file }) =>
      !new RegExp(`^(?:export )?(?:function|const|class|interface) ${name}\\b`, 'm').test(readFileSync(file, 'utf8')),
  )
  expect(missing).toEqual([])
})
