import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, test } from 'vitest'
import { migrationsFrom, migrationTable } from '../migrations.ts'
import { openStore } from '../open.ts'
import { StoreUnavailableError } from '../store.ts'
import { Engine, type Request } from './engine.ts'
import { openDatabase } from './file.ts'
import { openSqlite } from './open.ts'

const folder = mkdtempSync(join(tmpdir(), 'replywire-sqlite-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const newFile = () => {
  files += 1
  return join(folder, `${files}.db`)
}

const claim = (key: string) => ({
  scope: 's',
  key,
  fingerprint: 'f',
  runId: key,
  now: 1,
  leaseUntil: 2,
  expiresAt: 3,
  expired: 'refuse' as const,
})

describe('opening a file', () => {
  test('makes missing folders and a file that only its owner may read', async () => {
    const file = join(folder, 'a', 'b', 'store.db')
    const store = await openSqlite(file)
    await store.do('claim', claim('k'))
    const modes = [join(folder, 'a'), file, `${file}-wal`, `${file}-shm`].map(path => statSync(path).mode & 0o777)
    expect(modes).toEqual([0o700, 0o600, 0o600, 0o600])
    await store.close()
  })

  test('keeps what was there', async () => {
    const file = newFile()
    const first = await openStore(`sqlite:${file}`)
    await first.do('claim', claim('k'))
    await first.close()
    const second = await openStore(`sqlite:${file}`, { migrate: false })
    expect((await second.do('stats', {})).claims_running).toBe(1)
    await second.close()
  })

  test('a store in memory works, and each is its own', async () => {
    const stores = [await openStore('sqlite::memory:'), await openStore('sqlite::memory:')]
    await stores[0]?.do('claim', claim('k'))
    const counts = await Promise.all(stores.map(store => store.do('stats', {})))
    expect(counts.map(({ claims_running }) => claims_running)).toEqual([1, 0])
    await Promise.all(stores.map(store => store.close()))
    expect(existsSync(':memory:')).toBe(false)
  })

  test.each([
    ['no path', 'sqlite:', { code: 'ERR_USAGE', message: 'A store needs a file: sqlite:PATH, or sqlite::memory:.' }],
    ['no known scheme', 'mysql://x', { code: 'ERR_USAGE' }],
  ])('%s is refused', async (_, url, error) => {
    await expect(openStore(url)).rejects.toMatchObject(error)
  })

  test('a file that is no database is told', async () => {
    const file = newFile()
    writeFileSync(file, 'not a database at all, but long enough to be taken for one'.repeat(20))
    await expect(openSqlite(file)).rejects.toMatchObject({
      code: 'ERR_STORE_UNAVAILABLE',
      message: `The store ${file} cannot be opened: SQLite 26: file is not a database.`,
    })
  })

  test('a folder in place of the file is told', async () => {
    const file = newFile()
    mkdirSync(file)
    await expect(openSqlite(file)).rejects.toMatchObject({
      code: 'ERR_STORE_UNAVAILABLE',
      message: `The store ${file} cannot be opened: EISDIR.`,
    })
  })

  test('a file in place of its folder is told', async () => {
    const file = newFile()
    writeFileSync(file, '')
    await expect(openSqlite(join(file, 'store.db'))).rejects.toMatchObject({ code: 'ERR_STORE_UNAVAILABLE' })
  })

  test('a thread that cannot start names its reason', async () => {
    const copy = join(folder, 'no-worker', 'src')
    for (const part of ['store', 'lib', 'errors.ts']) {
      cpSync(new URL(`../../${part}`, import.meta.url), join(copy, part), { recursive: true })
    }
    rmSync(join(copy, 'store', 'sqlite', 'worker.ts'))
    const { openSqlite: openCopy }: { openSqlite: typeof openSqlite } = await import(
      /* @vite-ignore */ join(copy, 'store', 'sqlite', 'open.ts')
    )
    const file = newFile()
    await expect(openCopy(file)).rejects.toMatchObject({
      code: 'ERR_STORE_UNAVAILABLE',
      message: expect.stringMatching(
        /^The store .+ cannot be opened: its thread failed \(\w*MODULE_NOT_FOUND: Cannot find module '.+worker\.ts'.*\)\.$/,
      ),
    })
  })

  test('a database of another program is left as it is', async () => {
    const file = newFile()
    const db = new DatabaseSync(file)
    db.exec('CREATE TABLE customer (id INTEGER)')
    await expect(openSqlite(file)).rejects.toMatchObject({
      code: 'ERR_STORE_VERSION',
      message: expect.stringContaining('tables of another program (customer)'),
    })
    expect(db.prepare('SELECT name FROM sqlite_master').all()).toEqual([{ name: 'customer' }])
    db.close()
  })

  test('a store of the first version is brought up to date with what it holds', async () => {
    const file = newFile()
    const db = new DatabaseSync(file)
    const [first] = migrationsFrom(0, 'sqlite')
    db.exec(`CREATE TABLE ${migrationTable} (version INTEGER PRIMARY KEY, at INTEGER NOT NULL)`)
    for (const statement of first?.statements ?? []) db.exec(statement)
    db.exec(`INSERT INTO ${migrationTable} (version, at) VALUES (1, 0)`)
    db.exec(`INSERT INTO endpoint (id, tenant, url, place, scheme, created_at) VALUES ('e', 't', 'u', 'p', 's', 1)`)
    db.close()
    await (await openSqlite(file)).close()
    const after = new DatabaseSync(file)
    expect(after.prepare('SELECT id, held_until FROM endpoint').all()).toEqual([{ id: 'e', held_until: 0 }])
    after.close()
  })

  test('a store of a later version is refused, with or without migrating', async () => {
    const file = newFile()
    await (await openSqlite(file)).close()
    const db = new DatabaseSync(file)
    db.exec('INSERT INTO replywire_migration (version, at) VALUES (99, 0)')
    db.close()
    for (const migrate of [true, false]) {
      await expect(openSqlite(file, { migrate })).rejects.toMatchObject({
        code: 'ERR_STORE_VERSION',
        message: 'The store has version 99, made by a later Replywire; this one knows 8.',
      })
    }
  })

  test('an empty file without migrating says what to run', async () => {
    await expect(openSqlite(newFile(), { migrate: false })).rejects.toMatchObject({
      code: 'ERR_STORE_VERSION',
      message: 'The store has version 0; this Replywire needs 8. Run: replywire store migrate',
    })
  })
})

describe('bad days', () => {
  const request = (id: number, name: Request['name'], input: unknown): Request => ({ id, name, input })

  test('a full disk fails what needs room, keeps what had it, and is over when there is room', () => {
    const db = openDatabase(newFile())
    const engine = new Engine(db)
    const pages = Number(db.prepare('PRAGMA page_count').get()?.page_count)
    db.exec(`PRAGMA max_page_count = ${pages + 10}`)
    const body = new Uint8Array(200_000)
    const big = { scope: 's', key: 'k1', runId: 'k1', epoch: 1, answer: body, expiresAt: 9 }
    const { replies } = engine.run([
      request(1, 'claim', claim('k1')),
      request(2, 'finishClaim', big),
      request(3, 'claim', claim('k2')),
      request(4, 'renewClaim', { ...big, epoch: 7, leaseUntil: 1 }),
    ])
    const failures = replies.map(reply => ('failure' in reply ? reply.failure : undefined))
    expect(failures[1]).toEqual({ code: 'ERR_STORE_UNAVAILABLE', cause: 'SQLite 13: database or disk is full' })
    expect(failures[3]?.code).toMatch(/ERR_FENCED|ERR_STORE_UNAVAILABLE/)
    // Whatever was promised is there, and nothing else.
    const kept = [0, 2].filter(index => failures[index] === undefined).length
    const [answer] = engine.run([request(5, 'stats', {})]).replies
    expect(answer).toMatchObject({ result: { claims_running: kept, claims_done: 0 } })
    db.exec('PRAGMA max_page_count = 1000000')
    const after = engine.run([request(6, 'claim', claim('k1')), request(7, 'finishClaim', big)]).replies
    expect(after).toMatchObject([{ result: { kind: 'fresh' } }, { id: 7 }])
    expect(after.every(reply => 'result' in reply)).toBe(true)
    engine.close()
  })

  test('a writer that holds the file longer than anybody waits is told of, and nothing is half done', () => {
    const file = newFile()
    const engine = new Engine(openDatabase(file, 20))
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    const { replies } = engine.run([request(1, 'claim', claim('k')), request(2, 'ping', {})])
    expect(replies).toMatchObject([
      { id: 1, failure: { code: 'ERR_STORE_UNAVAILABLE', cause: 'SQLite 5: database is locked' } },
      { id: 2, failure: { code: 'ERR_STORE_UNAVAILABLE' } },
    ])
    other.exec('ROLLBACK')
    other.close()
    expect(engine.run([request(3, 'claim', claim('k'))]).replies).toMatchObject([{ result: { kind: 'fresh' } }])
    engine.close()
  })

  test('a thread that dies fails what was under way and what comes later, and can be closed', async () => {
    const thread = Promise.withResolvers<Worker>()
    process.once('worker', thread.resolve)
    const store = await openSqlite(newFile())
    const worker = await thread.promise
    const work = Array.from({ length: 20 }, (_, n) => store.do('claim', claim(`k${n}`)))
    const fates = Promise.allSettled(work)
    await worker.terminate()
    for (const fate of await fates) {
      if (fate.status === 'rejected') expect(fate.reason).toBeInstanceOf(StoreUnavailableError)
    }
    await expect(store.do('ping', {})).rejects.toBeInstanceOf(StoreUnavailableError)
    await store.close()
  })

  test('an input that cannot cross to the thread is refused alone', async () => {
    const store = await openSqlite(newFile())
    const bad = { ...claim('k'), key: (() => 'k') as unknown as string }
    const [refused, kept] = await Promise.allSettled([store.do('claim', bad), store.do('claim', claim('k'))])
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'ERR_MISUSE' } })
    expect(kept).toMatchObject({ status: 'fulfilled', value: { kind: 'fresh' } })
    await store.close()
  })
})

describe('lists', () => {
  test('do not hold up a write, and see what was committed before them', async () => {
    const file = newFile()
    const store = await openSqlite(file)
    await store.do('claim', claim('k'))
    expect((await store.do('stats', {})).claims_running).toBe(1)
    const db = openDatabase(file)
    db.exec(`INSERT INTO event (task_id, seq, kind, at, body)
      WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 200000)
      SELECT 't', n, 'k', n, x'' FROM counted`)
    db.close()
    const done: string[] = []
    const lists = Array.from({ length: 50 }, () => store.do('stats', {}).then(() => done.push('list')))
    const write = store.do('claim', claim('k2')).then(() => done.push('write'))
    await Promise.all([...lists, write])
    expect([done.length, done.at(-1)]).toEqual([51, 'list'])
    expect((await store.do('stats', {})).claims_running).toBe(2)
    await store.close()
    expect(existsSync(`${file}-wal`)).toBe(false)
  })

  test('of another file that took the name of the open one are refused', async () => {
    const file = newFile()
    const store = await openSqlite(file)
    await store.do('claim', claim('k'))
    rmSync(file)
    const other = new DatabaseSync(file)
    other.exec('CREATE TABLE t (x)')
    other.close()
    await expect(store.do('stats', {})).rejects.toMatchObject({ code: 'ERR_STORE_UNAVAILABLE' })
    await store.close()
  })

  test('work on while another process brings the tables to a later version', async () => {
    const file = newFile()
    const store = await openSqlite(file)
    const db = openDatabase(file)
    db.exec(`INSERT INTO ${migrationTable} (version, at) VALUES (99, 0)`)
    db.close()
    expect((await store.do('stats', {})).claims_running).toBe(0)
    await store.close()
  })
})
