/** A new member of the hub: the compiler lists every place that must say what becomes of it. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'replywire-member-'))

beforeAll(() => {
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  cpSync('src', join(folder, 'src'), { recursive: true, filter: path => !path.includes('fixtures') })
  const { compilerOptions } = JSON.parse(readFileSync('tsconfig.json', 'utf8'))
  const project = { compilerOptions, files: ['src/index.ts', 'src/contracts/registry.ts', 'src/testing/arbitrary.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The files that do not compile once a text in a file is another. */
function broken(file: string, text: string, other: string): string[] {
  const path = join(folder, file)
  const source = readFileSync(path, 'utf8')
  expect(source).toContain(text)
  writeFileSync(path, source.replace(text, other))
  try {
    execFileSync(process.execPath, [resolve('node_modules/typescript/bin/tsc')], { cwd: folder, encoding: 'utf8' })
    return []
  } catch (error) {
    const { stdout } = error as { stdout: string }
    return [...new Set(stdout.matchAll(/^([\w/.-]+)\(\d+,\d+\): error/gm).map(([, name]) => String(name)))].toSorted()
  } finally {
    writeFileSync(path, source)
  }
}

test('a new optional member of a citation is missed by its table, and by each contract that maps citations', () => {
  const member = 'export interface Citation {\n  author?: string\n'
  expect(broken('src/outcome/outcome.ts', 'export interface Citation {\n', member)).toEqual([
    'src/contracts/adcp/nodes.ts',
    'src/contracts/agent-file/nodes.ts',
    'src/contracts/agent-run/nodes.ts',
    'src/contracts/jpcite/nodes.ts',
    'src/outcome/tables.ts',
  ])
})

test('so is a new member of every outcome', () => {
  const member = 'export interface OutcomeBase {\n  mood?: string\n'
  expect(broken('src/outcome/outcome.ts', 'export interface OutcomeBase {\n', member)).toEqual(
    expect.arrayContaining([
      'src/contracts/adcp/nodes.ts',
      'src/contracts/agent-file/nodes.ts',
      'src/contracts/agent-run/nodes.ts',
      'src/contracts/jpcite/legacy/nodes.ts',
      'src/contracts/jpcite/nodes.ts',
      'src/contracts/problem/nodes.ts',
      'src/contracts/yaagents/nodes.ts',
      'src/outcome/tables.ts',
    ]),
  )
})
