import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freshDirectory } from '../../test/faults/files-world.ts'
import { type WatchOptions, watchDirectory } from './watch-directory.ts'

function watching(dir: string, more: Partial<WatchOptions> = {}) {
  const watch = watchDirectory(dir, { concerns: name => name.startsWith('a'), everyMs: 600_000, ...more })
  onTestFinished(() => watch.close())
  return watch
}

test('a file that is written, and one that is renamed into place, is told', async () => {
  const dir = freshDirectory()
  const watch = watching(dir)
  writeFileSync(join(dir, 'a1'), 'x')
  await watch.changed()
  writeFileSync(join(dir, 'b'), 'x')
  renameSync(join(dir, 'b'), join(dir, 'a2'))
  await watch.changed()
})

test('what happened before anybody waited is told at once, and once', async () => {
  const watch = watching(freshDirectory())
  watch.touch()
  watch.touch()
  await watch.changed()
  const again = watch.changed().then(() => 'told')
  expect(await Promise.race([again, Promise.resolve('silent')])).toBe('silent')
  watch.close()
  expect(await again).toBe('told')
})

test('where one change follows the other, signals and timers have their turn', async () => {
  const watch = watching(freshDirectory())
  let isTurned = false
  setImmediate(() => {
    isTurned = true
  })
  watch.touch()
  await watch.changed()
  expect(isTurned).toBe(true)
})

test('names of no interest wake nobody', async () => {
  const dir = freshDirectory()
  const seen: string[] = []
  const watch = watching(dir, {
    concerns: name => {
      seen.push(name)
      return name === 'a'
    },
  })
  writeFileSync(join(dir, 'b'), 'x')
  writeFileSync(join(dir, 'a'), 'x')
  await watch.changed()
  expect(seen).toContain('b')
})

test('a directory that the system does not watch is told, and waking still works', async () => {
  const codes: string[] = []
  const watch = watching(join(freshDirectory(), 'nowhere'), { onBlind: code => codes.push(code) })
  expect(codes).toEqual(['ENOENT'])
  watch.touch()
  await watch.changed()
})
