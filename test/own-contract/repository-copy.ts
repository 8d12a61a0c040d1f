/** A copy of this repository with one contract more: the folder of the example, and one row. */
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface RepositoryCopy {
  readonly folder: string
  node(...words: string[]): { status: number | null; output: string }
  read(path: string): string
  /** Replaces a text that must be there. */
  edit(path: string, from: string, to: string): void
}

const parts: readonly string[] = [
  ...['src', 'scripts', 'schemas', 'openapi', 'docs', 'examples', 'test', 'bench', 'templates'],
  ...[
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.options.json',
    'vitest.config.ts',
    'README.md',
    'CHANGELOG.md',
  ],
  ...['CONTRIBUTING.md', 'ARCHITECTURE.md', 'SECURITY.md'],
]

export function copyWithJsend(): RepositoryCopy {
  const folder = mkdtempSync(join(tmpdir(), 'replywire-generate-'))
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const edit = (path: string, from: string, to: string): void => {
    const before = read(path)
    if (!before.includes(from)) throw new Error(`${path} does not contain ${from}`)
    writeFileSync(join(folder, path), before.replaceAll(from, to))
  }
  for (const name of parts) cpSync(name, join(folder, name), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  // The folder of a contract: the same files, but that it imports from the source.
  cpSync('examples/jsend-contract', join(folder, 'src/contracts/jsend'), {
    recursive: true,
    filter: path => !/(?:main|check-laws|\.test)\.ts$/.test(path),
  })
  for (const path of globSync('src/contracts/jsend/*.ts', { cwd: folder })) {
    if (read(path).includes('../../src/codec/')) edit(path, '../../src/codec/', '../../codec/')
  }
  // The row.
  const registry = 'src/contracts/registry.ts'
  edit(registry, 'import { mcp } from', "import { jsend } from './jsend/index.ts'\nimport { mcp } from")
  edit(registry, 'a2a, problem]', 'a2a, problem, jsend]')
  return {
    folder,
    read,
    edit,
    node(...words) {
      const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' })
      return { status, output: stdout + stderr }
    },
  }
}
