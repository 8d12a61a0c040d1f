/** Every command line of the pages: Replywire's against the command table, npm's against the scripts, files by name. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { scaffold } from '../../src/cli/agents/scaffold.ts'
import { parse } from '../../src/cli/parse.ts'
import { findCommand } from '../../src/cli/table.ts'
import { splitWords } from '../../src/client/address.ts'
import { commandsOf } from './commands.ts'
import { type Block, blocksIn, blocksOf, pages } from './markdown.ts'

const newAgent = scaffold('greeter', 'replywire')
const ofNewAgent = newAgent.flatMap(([file, text]) => (file.endsWith('.md') ? blocksOf(`greeter/${file}`, text) : []))
const blocks = [...pages().flatMap(blocksIn), ...blocksIn('docs/reference/cli.md'), ...ofNewAgent]

const manifests = [
  readFileSync('package.json', 'utf8'),
  newAgent.find(([file]) => file === 'package.json')?.[1] ?? '{}',
]
const scripts = new Set(manifests.flatMap(text => Object.keys(JSON.parse(text).scripts)))
const printedFiles = new Set(blocks.map(({ file }) => file))

/** A value for a word that stands for one. */
function filledIn(word: string): string {
  if (word === '$DATABASE_URL') return 'postgres://db'
  if (word === '@token.txt') return 'a-token'
  return word === '@secret.txt' ? 'whsec_c2VjcmV0' : word
}

/** What the words behind `replywire` have wrong. */
function problemOf(words: readonly string[]): string | undefined {
  if (/^(?:COMMAND|--help|--version)$/.test(words[0] ?? '') || /\bCOMMAND\]?(?: |$)/.test(words[1] ?? ''))
    return undefined
  try {
    const { command, rest } = findCommand(words)
    parse(command, rest.map(filledIn))
  } catch (error) {
    return (error as Error).message
  }
  return undefined
}

function missing(file: string): string | undefined {
  return existsSync(file) || printedFiles.has(file) ? undefined : `no file ${file}`
}

/** The kinds of command that pages have; a kind of its own is looked at here before a page may use it. */
const kinds: readonly (readonly [pattern: RegExp, check: (rest: string) => string | undefined])[] = [
  // What follows `>` is the file that the shell writes to.
  [/^(?:\w+=\S+ )*(?:npx )?replywire (.*?)(?: > \S+)?$/, rest => problemOf(splitWords(rest))],
  [/^source <\(replywire (.*)\)$/, rest => problemOf(splitWords(rest))],
  [/^npx node src\/cli\/main\.ts (.*)$/, rest => problemOf(splitWords(rest))],
  // An example that was copied from the installed package; `npm run package` runs these lines.
  [/^node (jsend-contract\/\S+)$/, file => missing(`examples/${file}`)],
  [/^cp -r node_modules\/replywire\/(\S+) \.$/, missing],
  [/^export (\w+)=/, () => undefined],
  [/^perl -pi -e ".*" (\S+)$/, () => undefined],
  [/^(?:npx )?node (\S+)/, missing],
  [/^npm (?:run )?(?!install|ci|init|pkg)(\S+)$/, script => (scripts.has(script) ? undefined : `no script ${script}`)],
  [/^npm (?:install|ci|init|pkg)(.*)$/, () => undefined],
  [/^(?:cd|curl|grep|head|source|as|as\(\)) ?(.*)$/, () => undefined],
]

function problemsOf(of: readonly Block[]): string[] {
  return of.flatMap(commandsOf).flatMap(({ at, text }) => {
    if (text.startsWith('as() ')) return []
    return text.split(/ (?:\||&&) /).flatMap(part => {
      for (const [pattern, check] of kinds) {
        const [, rest] = pattern.exec(part) ?? []
        if (rest === undefined) continue
        const problem = check(rest)
        return problem === undefined ? [] : [`${at} ${problem}`]
      }
      return [`${at} is a command that no check knows`]
    })
  })
}

test('each is one that exists, with options that exist', () => {
  expect(blocks.flatMap(commandsOf).length).toBeGreaterThan(80)
  expect(problemsOf(blocks)).toEqual([])
})

test('each block of a shell can be read by one', () => {
  for (const { page, line, text } of blocks.filter(({ language }) => language === 'sh')) {
    const shell = /<\(/.test(text) ? 'bash' : 'sh'
    expect(spawnSync(shell, ['-n'], { input: text, encoding: 'utf8' }).stderr, `${page}:${line}`).toBe('')
  }
})

test('each block of JSON can be parsed, and what a host of MCP starts exists', () => {
  const started = blocks
    .filter(({ language }) => language === 'json')
    .flatMap(({ text }) => Object.values(JSON.parse(text).mcpServers ?? {}) as { command: string; args: string[] }[])
  expect(started.map(({ command, args: [name] }) => [command, name])).toEqual([['npx', 'replywire']])
  expect(started.map(({ args }) => problemOf(args.slice(1)))).toEqual([undefined])
})

test('one that is broken is found, at its place in the page', () => {
  expect(problemsOf(blocksIn('test/docs/broken.md'))).toEqual([
    'test/docs/broken.md:10 There is no command "validat". Did you mean validate?',
    'test/docs/broken.md:11 There is no option "--contrat". Did you mean --contract?',
    'test/docs/broken.md:12 There is no command "file aks". Did you mean file ask?',
    'test/docs/broken.md:13 no script tour',
    'test/docs/broken.md:14 no file examples/hello/main.ts',
    'test/docs/broken.md:15 is a command that no check knows',
    'test/docs/broken.md:19 There is no option "--strict". See replywire validate --help.',
  ])
})
