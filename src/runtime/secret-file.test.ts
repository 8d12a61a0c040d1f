import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadSecret } from './secret-file.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'replywire-secret-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const long = 'a secret of thirty-two characters'
const env = {}

describe('a SQLite file', () => {
  test('gets a key beside it on first use, that only its owner reads, and keeps it', () => {
    const url = `sqlite:${join(home, 'deep', 'replywire.db')}`
    const sealed = loadSecret(url, { env }).seal('x')
    const key = join(home, 'deep', 'replywire.db.key')
    expect(statSync(key).mode & 0o777).toBe(0o600)
    expect(statSync(join(home, 'deep')).mode & 0o777).toBe(0o700)
    expect(readFileSync(key, 'utf8')).toMatch(/^[\w-]{43}\n$/)
    expect(readdirSync(join(home, 'deep'))).toEqual(['replywire.db.key'])
    expect(loadSecret(url, { env }).unseal(sealed)).toBe('x')
  })

  test('whose key is empty or short is refused, not given a new one', () => {
    writeFileSync(join(home, 'a.db.key'), '\n', { mode: 0o600 })
    expect(() => loadSecret(`sqlite:${join(home, 'a.db')}`, { env })).toThrow('at least 32 characters')
    expect(readFileSync(join(home, 'a.db.key'), 'utf8')).toBe('\n')
  })
})

describe('a key that others could have made or read is refused', () => {
  const at = () => ({ url: `sqlite:${join(home, 'a.db')}`, key: join(home, 'a.db.key') })
  const refused = (why: string) =>
    expect(() => loadSecret(at().url, { env })).toThrow(
      expect.objectContaining({
        code: 'ERR_UNREADABLE',
        message: `${at().key} is refused: ${why}.`,
      }),
    )

  test('a symbolic link', () => {
    writeFileSync(join(home, 'elsewhere'), long, { mode: 0o600 })
    symlinkSync(join(home, 'elsewhere'), at().key)
    refused('it is a symbolic link')
  })

  test.each([0o640, 0o604, 0o620, 0o602])('mode %o', mode => {
    writeFileSync(at().key, long)
    chmodSync(at().key, mode)
    refused(`others have access to it; run: chmod 600 ${at().key}`)
  })

  test('another user', () => {
    writeFileSync(at().key, long, { mode: 0o600 })
    const ours = process.getuid?.() ?? 0
    // Only root can give a file away; to others the file seems foreign when they are somebody else.
    if (ours === 0) chownSync(at().key, 12_345, 12_345)
    else vi.spyOn(process, 'getuid').mockReturnValue(ours + 1)
    refused('it belongs to another user')
    vi.restoreAllMocks()
  })

  test('a folder or a pipe', () => {
    mkdirSync(at().key)
    refused('it is not a regular file')
    rmSync(at().key, { recursive: true })
    execFileSync('mkfifo', ['-m', '600', at().key])
    refused('it is not a regular file')
  })
})

describe('a secret that is said', () => {
  const url = 'postgres://nobody@127.0.0.1/none'

  test('goes before a file, a file before the environment, and no key is made', () => {
    const file = join(home, 'secret.txt')
    writeFileSync(file, `${long} in a file\n`)
    const sqlite = `sqlite:${join(home, 'a.db')}`
    const sealed = (source: Parameters<typeof loadSecret>[1]) => loadSecret(sqlite, source).seal('x')
    const said = { secret: long, file, env: { REPLYWIRE_SECRET: `${long} of the environment` } }
    expect(loadSecret(url, { secret: long }).unseal(sealed(said))).toBe('x')
    expect(loadSecret(url, { secret: `${long} in a file` }).unseal(sealed({ ...said, secret: undefined }))).toBe('x')
    const fromEnv = sealed({ env: said.env })
    expect(loadSecret(url, { secret: `${long} of the environment` }).unseal(fromEnv)).toBe('x')
    expect(existsSync(join(home, 'a.db.key'))).toBe(false)
  })

  test.each([
    ['nothing is said', { env: {} }],
    ['the variable is empty', { env: { REPLYWIRE_SECRET: '' } }],
  ])('is demanded for PostgreSQL: %s', (_, source) => {
    expect(() => loadSecret(url, source)).toThrow(
      expect.objectContaining({ code: 'ERR_USAGE', message: expect.stringContaining('REPLYWIRE_SECRET') }),
    )
  })

  test('in a file that is not there is an error that names no path', () => {
    expect(() => loadSecret(url, { file: join(home, 'none') })).toThrow(
      'The file of the secret cannot be read (ENOENT).',
    )
  })
})

test('a store in memory needs none that lasts', () => {
  expect(
    loadSecret('sqlite::memory:', { env }).unseal(loadSecret('sqlite::memory:', { env }).seal('x')),
  ).toBeUndefined()
})
