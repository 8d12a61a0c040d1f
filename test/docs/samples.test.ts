/** Every TypeScript sample of the pages, and the files of a new agent, in one run of the compiler. */
import { spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { scaffold } from '../../src/cli/agents/scaffold.ts'
import { folder } from '../cli/run-cli.ts'
import { type Block, blocksIn, blocksOf, pages } from './markdown.ts'

const newAgent = scaffold('greeter', 'replywire')
const generated = newAgent.flatMap(([file, text]) => (file.endsWith('.md') ? blocksOf(`greeter/${file}`, text) : []))
const samples = [...pages().flatMap(blocksIn), ...generated].filter(({ language }) => language === 'ts')
const broken = blocksIn('test/docs/broken.md').filter(({ language }) => language === 'ts')

/** `replywire/…` as the package exports it, from the source. */
function sourcePaths(): Record<string, string[]> {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    exports: Record<string, { types?: string }>
  }
  return Object.fromEntries(
    Object.entries(exports).flatMap(([name, { types }]) =>
      types === undefined
        ? []
        : [[name.replace(/^\./, 'replywire'), [resolve(types.replace('./dist/', 'src/').replace('.d.ts', '.ts'))]]],
    ),
  )
}

let errors: string[]

beforeAll(() => {
  const named = new Map<string, Block>()
  for (const block of [...samples, ...broken]) named.set(`${block.page.replaceAll(/\W/g, '-')}-${block.line}.ts`, block)
  const cwd = folder({
    // Samples import `./agent.ts`: that of a new agent.
    ...Object.fromEntries(newAgent.filter(([file]) => /\.ts$|^package/.test(file))),
    ...Object.fromEntries([...named].map(([file, { text }]) => [file, text])),
  })
  symlinkSync(resolve('node_modules'), join(cwd, 'node_modules'))
  writeFileSync(
    join(cwd, 'tsconfig.json'),
    JSON.stringify({
      extends: resolve('tsconfig.json'),
      compilerOptions: { paths: sourcePaths() },
      include: ['*.ts'],
    }),
  )
  const { stdout } = spawnSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '--pretty', 'false'], {
    cwd,
    encoding: 'utf8',
  })
  errors = stdout
    .split('\n')
    .filter(line => line.includes('error TS'))
    .map(line =>
      line.replace(/^(.*?)\((\d+),\d+\): error TS\d+: /, (_, file: string, at: string) => {
        const block = named.get(file)
        return block === undefined ? `${file}:${at} ` : `${block.page}:${block.line + Number(at) - 1} `
      }),
    )
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
