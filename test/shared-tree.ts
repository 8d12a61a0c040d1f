/** The repository where another user can read it: tests that root runs as somebody else start their processes there. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { afterEachFile } from './after-file.ts'

const root = resolve(import.meta.dirname, '..')
const parts = ['src', 'test', 'package.json', 'node_modules']
let copy: string | undefined

/** A path of the repository, as another user can reach it. */
export function reachable(path: string): string {
  const inside = relative(root, path)
  if (inside.startsWith('..') || isOpen(root)) return path
  copy ??= makeCopy()
  return join(copy, inside)
}

afterEachFile(() => {
  if (copy !== undefined) rmSync(copy, { recursive: true, force: true })
  copy = undefined
})

/** Whether others may enter a folder and all above it. */
function isOpen(folder: string): boolean {
  const mayEnter = (statSync(folder).mode & 0o001) !== 0
  return mayEnter && (folder === dirname(folder) || isOpen(dirname(folder)))
}

/** Links, which cost next to nothing; where the temporary folder is on another disk, copies. */
function makeCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'replywire-shared-'))
  chmodSync(folder, 0o755)
  const from = parts.map(part => join(root, part))
  try {
    execFileSync('cp', ['-al', ...from, folder], { stdio: 'ignore' })
  } catch {
    execFileSync('cp', ['-a', ...from, folder])
  }
  return folder
}
