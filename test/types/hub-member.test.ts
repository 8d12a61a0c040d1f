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
  const { compilerOptions } = JSON.parse(readFileSync('tsconfig.options.json', 'utf8'))
  const project = { compilerOptions, files: ['src/index.ts', 'src/contracts/registry.ts', 'src/testing/arbitrary.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What happens in the copy while a text in some of its files is another. */
function patched<T>(patches: readonly Patch[], run: () => T): T {
  const sources = patches.map(([file, text, other]) => {
    const path = join(folder, file)
    const source = readFileSync(path, 'utf8')
    expect(source).toContain(text)
    writeFileSync(path, source.replace(text, other))
    return [path, source] as const
  })
  try {
    return run()
  } finally {
    for (const [path, source] of sources) writeFileSync(path, source)
  }
}

type Patch = readonly [file: string, text: string, other: string]

/** The files of the copy that do not compile. */
function broken(): string[] {
  try {
    execFileSync(process.execPath, [resolve('node_modules/typescript/bin/tsc')], { cwd: folder, encoding: 'utf8' })
    return []
  } catch (error) {
    const { stdout } = error as { stdout: string }
    return [...new Set(stdout.matchAll(/^([\w/.-]+)\(\d+,\d+\): error/gm).map(([, name]) => String(name)))].toSorted()
  }
}

const author: Patch = [
  'src/outcome/outcome.ts',
  'export interface Citation {\n',
  'export interface Citation {\n  author?: string\n',
]

test('a new optional member of a citation is missed by its table, and by each contract that maps citations', () => {
  expect(patched([author], broken)).toEqual([
    'src/contracts/agent-file/nodes.ts',
    'src/contracts/agent-run/nodes.ts',
    'src/contracts/jpcite/nodes.ts',
    'src/outcome/tables.ts',
  ])
})

/** An answer with a citation that has an author, written and read back in one edition; prints what was read and lost. */
const roundTrip = `
import { faceOf } from './src/codec/check.ts'
import { contracts } from './src/contracts/registry.ts'
import { completed } from './src/outcome/outcome.ts'

for (const [id, carrier] of [['adcp', 'http'], ['adcp', 'mcp'], ['adcp', 'a2a'], ['mcp', 'mcp'], ['a2a', 'a2a']]) {
  const contract = contracts.find(one => one.id === id)
  const face = faceOf(contract, contract.editions[contract.current], carrier)
  const outcome = completed({ n: 1 }, { citations: [{ id: 's', author: 'Ada' }] })
  const { wire, losses } = face.encode(outcome, { requestId: 'r', correlationId: 'c', at: '2026-01-01T00:00:00.000Z' })
  const lost = losses.filter(({ pointer }) => pointer.startsWith('/outcome/citations'))
  console.log(id, carrier, JSON.stringify(face.decode(wire).outcome.citations), lost.length)
}
`

test('contracts that carry citations as the hub has them carry the new member too, once its table has it', () => {
  const table: Patch = ['src/outcome/tables.ts', 'node<Citation>({\n', 'node<Citation>({\n  author: text,\n']
  writeFileSync(join(folder, 'round-trip.ts'), roundTrip)
  const printed = patched([author, table], () => {
    expect(broken()).toEqual([
      'src/contracts/agent-file/nodes.ts',
      'src/contracts/agent-run/nodes.ts',
      'src/contracts/jpcite/nodes.ts',
    ])
    return execFileSync(process.execPath, ['round-trip.ts'], { cwd: folder, encoding: 'utf8' })
  })
  const citation = '[{"id":"s","author":"Ada"}] 0'
  const expected = ['adcp http', 'adcp mcp', 'adcp a2a', 'mcp mcp', 'a2a a2a'].map(name => `${name} ${citation}`)
  expect(printed.trim().split('\n')).toEqual(expected)
})

test('so is a new member of every outcome', () => {
  const text = 'export interface OutcomeBase {\n'
  expect(patched([['src/outcome/outcome.ts', text, `${text}  mood?: string\n`]], broken)).toEqual(
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
