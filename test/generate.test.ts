/** `npm run generate` in a copy of the repository: for a contract whose folder was just created. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const copy = mkdtempSync(join(tmpdir(), 'replywire-generate-'))

function generate(...words: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/generate.ts', ...words], {
    cwd: copy,
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

beforeAll(() => {
  for (const name of ['src', 'scripts', 'schemas', 'openapi', 'docs', 'package.json']) {
    cpSync(name, join(copy, name), { recursive: true })
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
  const folder = join(copy, 'src/contracts/copied')
  cpSync(join(copy, 'src/contracts/problem'), folder, { recursive: true })
  for (const kind of ['js', 'd.ts']) rmSync(join(folder, `validators.generated.${kind}`))
  const edit = (path: string, from: string, to: string) => {
    const at = join(copy, path)
    writeFileSync(at, readFileSync(at, 'utf8').replaceAll(from, to))
  }
  edit(
    'src/contracts/copied/index.ts',
    "export const problem: Contract = {\n  id: 'problem'",
    "export const copied: Contract = {\n  id: 'copied'",
  )
  edit(
    'src/contracts/registry.ts',
    "import { mcp } from './mcp/index.ts'",
    "import { copied } from './copied/index.ts'\nimport { mcp } from './mcp/index.ts'",
  )
  edit('src/contracts/registry.ts', 'a2a, problem]', 'a2a, problem, copied]')
})

afterAll(() => rmSync(copy, { recursive: true }))

test('a folder without generated files is named, then given all of them', () => {
  const before = generate('--check')
  expect(before.status).toBe(1)
  expect(before.output).toContain('src/contracts/copied/validators.generated.js')
  expect(generate()).toMatchObject({ status: 0 })
  expect(generate('--check')).toEqual({ status: 0, output: '' })
  expect(readFileSync(join(copy, 'src/contracts/rows.generated.ts'), 'utf8')).toContain('copied/index.ts')
  expect(readFileSync(join(copy, 'docs/reference/contracts/copied.md'), 'utf8')).toContain('`copied`')
})
