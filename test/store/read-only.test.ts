/** A store that its user may read and not write. */
import { spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { reachable } from '../shared-tree.ts'

test('a file that may only be read is reported as unavailable', () => {
  const nobody = 65_534
  // Permissions do not bind root.
  const as = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  const home = mkdtempSync(join(tmpdir(), 'replywire-readonly-'))
  if (as.uid !== undefined) chownSync(home, nobody, nobody)
  const child = reachable(fileURLToPath(new URL('read-only-child.ts', import.meta.url)))
  const words = [child, join(home, 'store.db')]
  const { stdout } = spawnSync(reachable(process.execPath), words, { ...as, cwd: home, encoding: 'utf8' })
  rmSync(home, { recursive: true, force: true })
  expect(stdout).toBe('ERR_STORE_UNAVAILABLE\n')
})
