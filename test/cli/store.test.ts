import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import { type Postgres, startPostgres } from '../postgres.ts'
import { callCli as cli } from './call-cli.ts'
import { folder } from './run-cli.ts'

const day = 86_400_000
const bytes = new Uint8Array()

/** Puts keys into a store that expired so long ago, and a task that nobody takes. */
async function fill(url: string, ago: number): Promise<void> {
  const store = await openStore(url)
  const then = Date.now() - ago
  await Promise.all(
    Array.from({ length: 450 }, (_, n) => {
      const claim = { scope: 's', key: `k${n}`, runId: `r${n}`, fingerprint: 'f', expired: 'refuse' } as const
      return store.do('claim', { ...claim, now: then, leaseUntil: then, expiresAt: then })
    }),
  )
  const task = { tenant: 't', subject: 's', operation: 'o', version: '1', contract: 'c', maxAttempts: 1, call: bytes }
  await store.do('createTask', { ...task, id: 'waits', dueAt: then, now: then })
  await store.do('adoptTask', {
    task: { ...task, id: 'ended', dueAt: then, now: then },
    leaseUntil: then,
    epoch: 1,
    steps: [],
    events: [],
  })
  const event = { kind: 'outcome', body: bytes }
  await store.do('endTask', { id: 'ended', epoch: 1, state: 'completed', outcome: bytes, event, now: then })
  await store.close()
}

async function checksOf(url: string, cwd: string): Promise<{ code: number | null; bad: Record<string, string> }> {
  const { code, out } = await cli(['store', 'doctor', '--json', '--store', url], { cwd })
  const { checks } = JSON.parse(out) as { checks: { name: string; ok: boolean; found: string; fix?: string }[] }
  expect(checks.filter(({ ok, fix }) => ok !== (fix === undefined))).toEqual([])
  return { code, bad: Object.fromEntries(checks.filter(({ ok }) => !ok).map(({ name, found }) => [name, found])) }
}

describe('a store in a file', () => {
  test('is made by migrate, which says from and to, and once more changes nothing', async () => {
    const cwd = folder()
    expect(await cli(['store', 'migrate'], { cwd })).toEqual({ code: 0, out: '✓ version 0 → 8\n', err: '' })
    expect(statSync(join(cwd, '.replywire', 'replywire.db')).mode & 0o777).toBe(0o600)
    expect((await cli(['store', 'migrate'], { cwd })).out).toBe('The store is up to date: version 8.\n')
    expect(JSON.parse((await cli(['store', 'migrate', '--json'], { cwd })).out)).toEqual({ from: 8, to: 8 })
    const { code, out } = await cli(['store', 'doctor'], { cwd })
    expect(code).toBe(0)
    expect(out).toMatch(/^✓ {2}integrity {2,}whole$/m)
  })

  test('is not made by looking at it', async () => {
    const cwd = folder()
    for (const verb of ['stats', 'prune']) {
      const { code, err } = await cli(['store', verb], { cwd })
      expect(code).toBe(2)
      expect(err).toBe(
        'replywire: There is no store at .replywire/replywire.db. Go to the folder of its server, name it with --store URL, or create one: replywire store migrate\n',
      )
    }
    const { code, out } = await cli(['store', 'doctor'], { cwd })
    expect(code).toBe(1)
    expect(out).toBe(
      '✗  reachable  there is no file .replywire/replywire.db\n  Run: replywire store migrate, or name another store.\n',
    )
    expect(existsSync(join(cwd, '.replywire'))).toBe(false)
  })

  test('is counted', async () => {
    const cwd = folder()
    const file = `sqlite:${join(cwd, 'a.db')}`
    await fill(file, 0)
    const store = await openStore(file)
    const now = Date.now()
    const claim = { scope: 's', key: 'alive', runId: 'alive', fingerprint: 'f', expired: 'refuse' } as const
    await store.do('claim', { ...claim, now, leaseUntil: now + day, expiresAt: now + day })
    const asked = { tenant: 't', requester: 's', operation: 'o', key: 'spend', action: 'Spend', input: bytes }
    const approval = { ...asked, digest: 'd', taskId: null, now }
    await store.do('askApproval', { ...approval, id: 'open', tokenHash: '1', expiresAt: now + day })
    await store.do('askApproval', { ...approval, id: 'over', tokenHash: '2', digest: 'e', expiresAt: now - 1 })
    await store.close()
    const stats = JSON.parse((await cli(['store', 'stats', '--json', '--store', 'sqlite:a.db'], { cwd })).out)
    expect(stats).toMatchObject({ claims_running: 1, claims_interrupted: 450, approvals_open: 1, approvals: 2 })
    expect(stats).toMatchObject({ tasks_queued: 1, tasks_ended: 1, events: 1, audit: 0 })
    expect((await cli(['store', 'stats', '--store', 'sqlite:a.db'], { cwd })).out).toMatch(/^claims running {2,}1$/m)
  })

  test('is pruned by age, each kind by its own', async () => {
    const cwd = folder()
    await fill(`sqlite:${join(cwd, 'a.db')}`, 2 * day)
    const prune = (...words: string[]) => cli(['store', 'prune', '--store', 'sqlite:a.db', ...words], { cwd })
    expect((await prune('--keep-claims', '3d')).out).toBe('Nothing to remove.\n')
    expect((await prune()).out).toBe('450 rows removed.\n')
    expect(JSON.parse((await prune('--keep', '1d', '--keep-tasks', '1w', '--json')).out)).toEqual({ removed: 0 })
    expect(JSON.parse((await prune('--keep', '47h', '--json')).out)).toEqual({ removed: 2 })
  })

  test('that is not well is told of, with what to do', async () => {
    const cwd = folder()
    const file = join(cwd, 'a.db')
    await fill(`sqlite:${file}`, day)
    chmodSync(file, 0o644)
    expect(await checksOf('sqlite:a.db', cwd)).toEqual({
      code: 1,
      bad: {
        permissions: 'mode 644: others can read it',
        queue: '1 tasks that have been due for over 10 minutes',
      },
    })
    const db = new DatabaseSync(file)
    db.exec('PRAGMA journal_mode = DELETE; INSERT INTO replywire_migration (version, at) VALUES (99, 0)')
    db.close()
    const later = await checksOf('sqlite:a.db', cwd)
    expect(later.bad).toMatchObject({ version: 'version 99', journal: 'journal mode delete' })
    const { code, err } = await cli(['store', 'migrate', '--store', 'sqlite:a.db'], { cwd })
    expect([code, err]).toEqual([
      2,
      'replywire: The store has version 99, made by a later Replywire; this one knows 8.\n',
    ])
  })

  test('that is damaged is told of', async () => {
    const cwd = folder({ 'foreign.db': 'nothing like a database'.repeat(100) })
    const file = join(cwd, 'a.db')
    await fill(`sqlite:${file}`, 0)
    const content = readFileSync(file)
    for (let page = 3; page * 4096 < content.length; page += 2) content.fill(0x55, page * 4096, page * 4096 + 2000)
    writeFileSync(file, content)
    const { code, bad } = await checksOf('sqlite:a.db', cwd)
    expect(code).toBe(1)
    expect(Object.keys(bad).filter(name => name === 'integrity' || name === 'reachable')).toHaveLength(1)
    expect(await checksOf('sqlite:foreign.db', cwd)).toEqual({
      code: 1,
      bad: { reachable: 'SQLite 26: file is not a database' },
    })
  })

  test.each([
    [['store', 'mend'], 'There is no command "store mend". See replywire store --help.'],
    [['store', 'prune', '--keep', '7 days'], '--keep takes a duration such as 7d, 24h, 30m or 90s.'],
    [['store', 'prune', '--keep-tasks', '-1d'], '--keep-tasks needs a value'],
    [['store', 'stats', '--keep', '1d'], 'replywire store stats has no option "--keep"; it belongs to store prune.'],
    [
      ['store', 'doctor', '--store', 'mysql://x:secret@y'],
      '--store: mysql: is not supported. A store is sqlite:PATH or postgres://USER@HOST/NAME.',
    ],
    [
      ['tasks', '--store', 'mysql://x'],
      '--store: mysql: is not supported. A store is sqlite:PATH or postgres://USER@HOST/NAME.',
    ],
    [['store', 'doctor', '--store', 'sqlite:'], 'A store is sqlite:PATH or postgres://USER@HOST/NAME.'],
  ])('%j says what is wrong', async (words, message) => {
    const { code, err } = await cli(words, { cwd: folder() })
    expect(code).toBe(2)
    expect(err).toContain(message)
  })
})

describe('a store in PostgreSQL', () => {
  let postgres: Postgres
  beforeAll(async () => {
    postgres = await startPostgres({ max_connections: '20' })
  })
  afterAll(() => postgres.remove())

  test('is migrated, judged, counted and pruned', async () => {
    const store = await postgres.database()
    const run = (verb: string, ...words: string[]) => cli(['store', verb, '--store', store, ...words])
    const missing = await checksOf(store, '/')
    expect(missing).toEqual({ code: 1, bad: { version: 'version 0' } })
    expect((await run('stats')).err).toContain('Run: replywire store migrate')
    expect(JSON.parse((await run('migrate', '--json')).out)).toEqual({ from: 0, to: 8 })
    expect((await run('migrate')).out).toBe('The store is up to date: version 8.\n')
    const { code, out } = await run('doctor')
    expect(code).toBe(0)
    expect(out).toMatch(/^✓ {2}server {2,}PostgreSQL \d+$/m)
    expect(out).toMatch(/^✓ {2}clock {2,}-?\d+ ms from this machine's$/m)
    expect(out).toMatch(/^✓ {2}connections {2,}\d+ of 20 connections$/m)
    await fill(store, 2 * day)
    expect((await checksOf(store, '/')).bad).toEqual({ queue: '1 tasks that have been due for over 10 minutes' })
    expect(JSON.parse((await run('stats', '--json')).out)).toMatchObject({
      claims_running: 0,
      claims_interrupted: 450,
      tasks_ended: 1,
    })
    expect((await run('prune', '--keep', '1d')).out).toBe('452 rows removed.\n')
  })

  test('with too many connections is told of', async () => {
    const store = await postgres.database()
    await cli(['store', 'migrate', '--store', store])
    const clients = Array.from({ length: 16 }, () => new pg.Client(store))
    await Promise.all(clients.map(client => client.connect()))
    const { code, bad } = await checksOf(store, '/')
    await Promise.all(clients.map(client => client.end()))
    expect(code).toBe(1)
    expect(bad.connections).toMatch(/^\d+ of 20 connections$/)
  })

  test('that does not answer is told of, without its password', async () => {
    const { code, out, err } = await cli(['store', 'doctor', '--store', 'postgres://me:hush@127.0.0.1:1/none'])
    expect(code).toBe(1)
    expect(out).toContain('ECONNREFUSED')
    expect(out + err).not.toContain('hush')
  })
})
