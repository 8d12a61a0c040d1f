/** `node main.ts [OUT]`: both sides as processes of their own, until the template is written. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'template-writer-'))
const out = process.argv[2] ?? join(dir, 'template')
const needsAgent = 42

const start = (...words: string[]): number | null =>
  spawnSync(process.execPath, [...words, '--dir', dir], { stdio: 'inherit' }).status

for (;;) {
  const status = start(here('orchestrator.ts'), here('sample'), out)
  console.log(`orchestrator ended with ${status}\n`)
  if (status !== needsAgent) {
    process.exitCode = status ?? 1
    break
  }
  if (start(here('host.ts')) !== 0) {
    process.exitCode = 1
    break
  }
}
