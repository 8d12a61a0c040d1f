/** The test in the guide to contracts runs as it is printed, but that the package is this source. */
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { blocksIn } from '../docs/markdown.ts'

const folder = mkdtempSync(join(tmpdir(), 'replywire-laws-page-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('the laws test of the page passes, a test per law', () => {
  const [block] = blocksIn('docs/guide/contract-of-your-own.md').filter(({ language }) => language === 'js')
  const source = (block?.text ?? '').replaceAll(
    /'replywire(\/\w+)?'/g,
    (_, entry = '') => `'${resolve(`src${entry}/index.ts`)}'`,
  )
  writeFileSync(join(folder, 'laws.test.ts'), source)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  cpSync('examples/jsend-contract', join(folder, 'jsend-contract'), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  for (const file of globSync(join(folder, 'jsend-contract/*.ts'))) {
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('../../src/', `${resolve('src')}/`))
  }
  const words = ['--test', '--test-reporter=tap', 'laws.test.ts']
  const { status, stdout } = spawnSync(process.execPath, words, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  })
  expect(status, stdout).toBe(0)
  expect(stdout.match(/^ok \d+ - .*$/gm)?.map(line => line.replace(/^ok \d+ - jsend 1(?: http)?: /, ''))).toEqual([
    'an answer is written without a finding, and read the same less the named losses',
    'an unknown member of an answer is read or found, and written or named',
    'every value of an answer is read, or found where it is, whatever its type',
    'an answer with any value in any place is read, and can be written in every contract',
    'translated to any contract, an answer is valid there, and what does not arrive is named',
    'a stack trace in a message of an answer is found, and none is written',
    'every fixture has the findings that it expects, and a valid one is written again',
    'every rule has a good example without it, and a bad one that breaks it',
  ])
})
