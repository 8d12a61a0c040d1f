/** Several processes on one store: a file, and a PostgreSQL. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import { type Databases, openDatabases } from '../postgres.ts'

const run = promisify(execFile)
const child = fileURLToPath(new URL('./store-child.ts', import.meta.url))

/** What each of so many processes says. */
function processes<T>(count: number, url: string, what: string): Promise<T[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const { stdout } = await run(process.execPath, [child, url, String(n), what])
      return JSON.parse(stdout) as T
    }),
  )
}

const folder = mkdtempSync(join(tmpdir(), 'replywire-processes-'))
let postgres: Databases
let files = 0
beforeAll(async () => {
  postgres = await openDatabases()
})
afterAll(async () => {
  await postgres.remove()
  rmSync(folder, { recursive: true, force: true })
})

const backends = {
  SQLite: async () => {
    files += 1
    return `sqlite:${join(folder, `${files}.db`)}`
  },
  PostgreSQL: () => postgres.database(),
}

describe.each(Object.entries(backends))('%s', (_, newStore) => {
  test('eight processes that open a new store at once migrate it once', async () => {
    expect(await processes<number>(8, await newStore(), 'open')).toEqual(Array(8).fill(8))
  })

  test('of the claims of four processes on the same keys each is fresh once', async () => {
    const executed = (await processes<string[]>(4, await newStore(), 'claims')).flat()
    expect(executed).toHaveLength(200)
    expect(new Set(executed).size).toBe(200)
  })

  test('four processes do each task once, never more of a tenant at once than its ceiling', async () => {
    const url = await newStore()
    const store = await openStore(url)
    const base = { tenant: 't', subject: 's', operation: 'o', version: '1', contract: 'c', maxAttempts: 1 }
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        store.do('createTask', { ...base, id: `t${n}`, call: new Uint8Array(), dueAt: 1, now: 1 }),
      ),
    )
    const told = await processes<{ done: string[]; most: number }>(4, url, 'tasks')
    const done = told.flatMap(one => one.done)
    expect(done).toHaveLength(60)
    expect(new Set(done).size).toBe(60)
    expect(Math.max(...told.map(one => one.most))).toBeLessThanOrEqual(5)
    for (const id of done) {
      const events = await store.do('readEvents', { id, after: 0, limit: 9 })
      expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3])
    }
    await store.close()
  })
})
