import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSqlite } from '../../store/sqlite/open.ts'
import type { Store } from '../../store/store.ts'
import { SharedPlaces } from './shared-places.ts'
import { StoreLink } from './store-link.ts'

const leaseMs = 400
let folder = ''
let file = ''
let store: Store
const opened: SharedPlaces[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'places-'))
  file = join(folder, 'store.db')
  store = await openSqlite(file)
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map(one => one.close()))
  await store.close()
  rmSync(folder, { recursive: true })
})

function places(lease = leaseMs): SharedPlaces {
  const link = new StoreLink({ store, now: Date.now, onAnswer: () => {} })
  const made = new SharedPlaces(link, async () => false, lease)
  opened.push(made)
  return made
}

async function until(look: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await look())) await delay(10)
}

const never = () => {}

describe('places of streams', () => {
  test('are kept by renewing their leases, for as long as their streams last', async () => {
    const one = places(5000)
    let lost = 0
    const leave = await one.enter('acme', 1, () => {
      lost += 1
    })
    const [first = 0] = leases()
    await until(() => (leases()[0] ?? 0) > first)
    expect([lost, await places().enter('acme', 1, never)]).toEqual([0, undefined])
    leave?.()
    await until(async () => (await places().enter('acme', 1, never)) !== undefined)
  })

  test('end their streams when the leases could not be renewed, before another may have them', async () => {
    let lost = 0
    await places().enter('acme', 1, () => {
      lost += 1
    })
    renameSync(file, `${file}.away`)
    await until(() => lost === 1)
    renameSync(`${file}.away`, file)
    await until(async () => (await places().enter('acme', 1, never)) !== undefined)
    expect(lost).toBe(1)
  })

  test('that the store has given to others end their streams', async () => {
    let lost = 0
    await places().enter('acme', 1, () => {
      lost += 1
    })
    // As another does, whose clock is far ahead.
    const now = Date.now() + 60_000
    const other = { id: 'other', key: 'acme', most: 1, holder: 'b', process: 'p', now, leaseUntil: now + 60_000 }
    expect(await store.do('takePlace', other)).toBe(true)
    await until(() => lost === 1)
  })

  test('that nobody waits for any more are given back', async () => {
    const one = places()
    await one.enter('acme', 9, never)
    // As a question whose answer came too late.
    const [holder = ''] = holders()
    const now = Date.now()
    const late = { id: 'late', key: 'acme', most: 9, holder, process: 'p', now, leaseUntil: now + 60_000 }
    expect(await store.do('takePlace', late)).toBe(true)
    await until(() => holders().length === 1)
  })
})

const holders = () => rows().map(({ holder }) => String(holder))
const leases = () => rows().map(row => Number(row.lease_until))

function rows(): Record<string, unknown>[] {
  const db = new DatabaseSync(file)
  try {
    return db.prepare('SELECT holder, lease_until FROM stream_place').all()
  } finally {
    db.close()
  }
}
