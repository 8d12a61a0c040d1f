import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { processFolder } from './process-folder.ts'
import { processId } from './process-id.ts'
import { deadProcesses, holdProcessLock } from './process-lock.ts'

const stranger = '00000000-0000-4000-8000-000000000001.lock'

function home(): string {
  const made = mkdtempSync(join(tmpdir(), 'replywire-locks-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

function dead(folder: string): string[] {
  return [...deadProcesses(folder)].map(({ id, remove, close }) => {
    remove()
    close()
    return id
  })
}

test('a file without a lock is of a dead process; other names are left alone', () => {
  const folder = join(home(), 'processes')
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(join(folder, stranger), '')
  writeFileSync(join(folder, 'note.lock'), '')
  symlinkSync('/etc/hostname', join(folder, stranger.replace('1.lock', '2.lock')))
  expect(dead(folder)).toEqual(['00000000-0000-4000-8000-000000000001'])
  expect(readdirSync(folder)).toEqual(['00000000-0000-4000-8000-000000000002.lock', 'note.lock'])
})

test('a process is not dead to itself, and its file goes with its last store', () => {
  const folder = join(home(), 'processes')
  const leave = [holdProcessLock(folder), holdProcessLock(folder)]
  expect(dead(folder)).toEqual([])
  leave[0]?.()
  leave[0]?.()
  expect(readdirSync(folder)).toEqual([`${processId()}.lock`])
  leave[1]?.()
  expect(existsSync(folder)).toBe(false)
})

test('a folder that others can write into proves nothing, and is not used', () => {
  const folder = join(home(), 'processes')
  mkdirSync(folder)
  chmodSync(folder, 0o770)
  writeFileSync(join(folder, stranger), '')
  holdProcessLock(folder)()
  expect(dead(folder)).toEqual([])
  expect(readdirSync(folder)).toEqual([stranger])
  const link = join(home(), 'link')
  chmodSync(folder, 0o700)
  symlinkSync(folder, link)
  expect(dead(link)).toEqual([])
  expect(dead(join(folder, 'nothing'))).toEqual([])
})

test('the folder is beside a file, among the temporary files for a database, and nowhere for memory', () => {
  expect(processFolder('sqlite:/data/replywire.db')).toBe('/data/replywire.db-processes')
  expect(processFolder('sqlite::memory:')).toBeUndefined()
  const [one, same, other] = ['ann:x@db:5432/a', 'bob:y@db:5432/a', 'ann:x@db:5432/b'].map(rest =>
    processFolder(`postgres://${rest}`),
  )
  expect(one).toBe(same)
  expect(one).not.toBe(other)
  expect(one).toContain(tmpdir())
})
