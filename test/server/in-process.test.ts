/** `server.fetch()` in a process that has nothing else to do. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('a handler that hangs is answered 504, and the process ends by itself', () => {
  const child = fileURLToPath(new URL('in-process-child.ts', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [child], { encoding: 'utf8' })
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '504\n', stderr: '' })
})
