import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Postgres, startPostgres } from '../../../test/postgres.ts'
import { openStore } from '../open.ts'
import { StoreUnavailableError } from '../store.ts'
import { openPostgres } from './open.ts'

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.remove())

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

async function sql(url: string, text: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(text)
  await client.end()
}

/** Again and again, as a runtime does, until the store can be reached. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
}

describe('opening a database', () => {
  test('one connection is enough', async () => {
    const store = await openPostgres(await postgres.database(), { connections: 1 })
    const results = await Promise.all(Array.from({ length: 20 }, (_, n) => store.do('claim', claim(`k${n}`))))
    expect(results.every(({ kind }) => kind === 'fresh')).toBe(true)
    await store.close()
  })

  test('one that does not answer is told', async () => {
    await expect(openStore('postgres://nobody@127.0.0.1:1/none')).rejects.toMatchObject({
      code: 'ERR_STORE_UNAVAILABLE',
      message: expect.stringContaining('ECONNREFUSED'),
    })
  })

  test('one that does not exist is told', async () => {
    const url = await postgres.database()
    await expect(openStore(`${url}_missing`)).rejects.toMatchObject({
      code: 'ERR_STORE_UNAVAILABLE',
      message: expect.stringContaining('does not exist, 3D000'),
    })
  })

  test('tables of another program are left as they are', async () => {
    const url = await postgres.database()
    await sql(url, 'CREATE TABLE task (mine INT); CREATE TABLE customer (id INT)')
    await expect(openPostgres(url)).rejects.toMatchObject({
      code: 'ERR_STORE_VERSION',
      message: expect.stringContaining('tables of another program (task)'),
    })
    await sql(url, 'SELECT mine FROM task')
  })

  test('a store of a later version is refused, with or without migrating', async () => {
    const url = await postgres.database()
    await (await openPostgres(url)).close()
    await sql(url, 'INSERT INTO replywire_migration (version, at) VALUES (99, 0)')
    for (const migrate of [true, false]) {
      await expect(openPostgres(url, { migrate })).rejects.toMatchObject({
        code: 'ERR_STORE_VERSION',
        message: 'The store has version 99, made by a later Replywire; this one knows 8.',
      })
    }
  })

  test('an empty database without migrating says what to run', async () => {
    await expect(openPostgres(await postgres.database(), { migrate: false })).rejects.toMatchObject({
      code: 'ERR_STORE_VERSION',
      message: 'The store has version 0; this Replywire needs 8. Run: replywire store migrate',
    })
  })
})

describe('bad days', () => {
  test('columns that a later version adds do not stop the one that runs', async () => {
    const url = await postgres.database()
    const store = await openPostgres(url)
    await Promise.all(Array.from({ length: 30 }, () => store.do('claim', claim('k'))))
    await sql(url, 'ALTER TABLE claim ADD COLUMN later TEXT')
    const results = await Promise.all(Array.from({ length: 30 }, () => store.do('claim', claim('k'))))
    expect(results.every(({ kind }) => kind === 'fresh')).toBe(true)
    await store.close()
  })

  test('connections that are cut are replaced', async () => {
    const url = await postgres.database()
    const store = await openPostgres(url)
    await Promise.all(Array.from({ length: 10 }, (_, n) => store.do('claim', claim(`k${n}`))))
    const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`
    await sql(url, cut)
    const work = Array.from({ length: 40 }, (_, n) => insist(() => store.do('claim', claim(`k${n}`))))
    await sql(url, cut)
    expect((await Promise.all(work)).every(({ kind }) => kind === 'fresh')).toBe(true)
    await store.close()
  })

  test('every write that is repeated after a power cut took place once', async () => {
    const url = await postgres.database()
    const store = await openPostgres(url)
    const woken = new Set<string>()
    store.onWake(topic => woken.add(topic))
    const now = 1000
    const body = new TextEncoder().encode('x')
    const one = async (n: number) => {
      const key = `key-${n}`
      const fence = { scope: 's', key, runId: key, epoch: 1 }
      const claimed = { ...fence, fingerprint: 'f', now, leaseUntil: 1e9, expiresAt: 1e9, expired: 'refuse' } as const
      expect(await insist(() => store.do('claim', claimed))).toEqual({ kind: 'fresh', runId: key, epoch: 1 })
      const task = {
        id: key,
        tenant: 't',
        subject: 's',
        operation: 'o',
        version: '1',
        contract: 'c',
        call: body,
        maxAttempts: 1,
        dueAt: now,
        now,
        claim: { ...fence, answer: body, expiresAt: 1e9 },
      }
      const event = { kind: 'e', body }
      await insist(() => store.do('adoptTask', { task, leaseUntil: 1e9, epoch: 1, steps: [], events: [event] }))
      for (let after = 1; after < 6; after++) {
        await insist(() => store.do('appendEvents', { id: key, epoch: 1, events: [event], after, now }))
      }
      await insist(() => store.do('endTask', { id: key, epoch: 1, state: 'completed', outcome: body, event, now }))
      const events = await insist(() => store.do('readEvents', { id: key, after: 0, limit: 100 }))
      expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7])
    }
    const work = Promise.all(Array.from({ length: 60 }, (_, n) => one(n)))
    for (let cuts = 0; cuts < 3; cuts++) {
      await store.do('ping', {}).catch(() => {})
      await postgres.stop('immediate')
      await postgres.start()
    }
    await work
    expect((await insist(() => store.do('stats', {}))).tasks_ended).toBe(60)
    await store.close()
  })

  test('whoever listens hears again after the server was away', async () => {
    const url = await postgres.database()
    const [teller, listener] = [await openPostgres(url), await openPostgres(url)]
    let heard = Promise.withResolvers<void>()
    const wait = async () => {
      await heard.promise
      heard = Promise.withResolvers()
    }
    listener.onWake(() => heard.resolve())
    await wait()
    await postgres.stop('immediate')
    await postgres.start()
    await wait()
    await insist(() => teller.do('releaseClaim', { scope: 's', key: 'none', runId: 'r', epoch: 1 }))
    const approval = {
      id: 'a',
      tenant: 't',
      requester: 'r',
      operation: 'o',
      key: 'k',
      digest: 'd',
      action: 'a',
      input: new Uint8Array(),
      tokenHash: 'h',
      taskId: null,
      now: 1,
      expiresAt: 2,
    }
    await insist(() => teller.do('askApproval', approval))
    await wait()
    await teller.close()
    await listener.close()
  })
})

describe('lists', () => {
  test('that wait for a lock leave connections to writes, and are given up', async () => {
    const url = await postgres.database()
    const store = await openPostgres(url)
    const blocker = new pg.Client(url)
    await blocker.connect()
    await blocker.query('BEGIN')
    await blocker.query('LOCK TABLE task IN ACCESS EXCLUSIVE MODE')
    const lists = Array.from({ length: 20 }, () =>
      store.do('listTasks', { tenant: 'acme', limit: 9 }).then(
        () => 'listed',
        error => error.code,
      ),
    )
    const waiting = `SELECT COUNT(*) AS n FROM pg_locks WHERE NOT granted AND database = (
      SELECT oid FROM pg_database WHERE datname = current_database())`
    await expect.poll(async () => Number((await blocker.query(waiting)).rows[0]?.n)).toBe(3)
    expect(await store.do('claim', claim('k'))).toMatchObject({ kind: 'fresh' })
    expect(new Set(await Promise.all(lists))).toEqual(new Set(['ERR_STORE_UNAVAILABLE']))
    await blocker.query('ROLLBACK')
    await blocker.end()
    expect(await store.do('listTasks', { tenant: 'acme', limit: 9 })).toEqual([])
    await store.close()
  })
})
