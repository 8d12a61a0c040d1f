/** Every TypeScript sample of the pages, and the files of a new agent, in one run of the compiler. */
import { beforeAll, expect, test } from 'vitest'
import { scaffold } from '../../src/cli/agents/scaffold.ts'
import { compileSamples } from './compile.ts'
import { type Block, blocksIn, blocksOf, pages } from './markdown.ts'

const newAgent = scaffold('greeter', 'replywire')
const generated = newAgent.flatMap(([file, text]) => (file.endsWith('.md') ? blocksOf(`greeter/${file}`, text) : []))
const samples = [...pages().flatMap(blocksIn), ...generated].filter(({ language }) => language === 'ts')
const broken = blocksIn('test/docs/broken.md').filter(({ language }) => language === 'ts')

let errors: string[]

beforeAll(() => {
  const named = new Map<string, Block>()
  for (const block of [...samples, ...broken]) named.set(`${block.page.replaceAll(/\W/g, '-')}-${block.line}.ts`, block)
  const found = compileSamples({
    // Samples import `./agent.ts`: that of a new agent.
    ...Object.fromEntries(newAgent.filter(([file]) => /\.ts$|^package/.test(file))),
    // And the model of a recipe.
    'model.ts': "export declare const model: import('ai').LanguageModel\n",
    ...Object.fromEntries([...named].map(([file, { text }]) => [file, text])),
  })
  errors = found.map(({ file, line, message }) => {
    const block = named.get(file)
    return block === undefined ? `${file}:${line} ${message}` : `${block.page}:${block.line + line - 1} ${message}`
  })
})

test('each compiles', () => {
  expect(samples.length).toBeGreaterThan(10)
  expect(errors.filter(error => !error.startsWith('test/docs/broken.md'))).toEqual([])
})

test('one that is broken is found, at its place in the page', () => {
  expect(errors.filter(error => error.startsWith('test/docs/broken.md'))).toEqual([
    "test/docs/broken.md:6 'Body' only refers to a type, but is being used as a value here.",
  ])
})
