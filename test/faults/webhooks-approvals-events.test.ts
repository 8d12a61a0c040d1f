/** The scripts on webhooks, approvals and events, with fewer of everything: `npm run faults` runs them whole. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Databases, openDatabases } from '../postgres.ts'
import { provokeApprovals } from './approvals.ts'
import { onFreshStore } from './both-stores.ts'
import { provokeEvents } from './events.ts'
import { provokeWebhooks } from './webhooks.ts'

let postgres: Databases
beforeAll(async () => {
  postgres = await openDatabases()
})
afterAll(() => postgres.remove())

const stores = {
  SQLite: <T>(work: (url: string) => Promise<T>) => onFreshStore('sqlite', work),
  PostgreSQL: async <T>(work: (url: string) => Promise<T>) => work(await postgres.database()),
}

// These wait for receivers that never answer more than they work: at the same time.
test.concurrent.for(Object.entries(stores))(
  'webhooks on %s reach receivers that fail, and wait for none that is dead',
  async ([, onStore], { expect }) => {
    const result = await onStore(url => provokeWebhooks(url, { seed: 7, calls: 60 }))
    expect(result).toMatchObject({ webhooks: 115, deadAtOnce: 4, problems: [] })
  },
)

test.concurrent('readers whose connections are cut get every event once and in order', async ({ expect }) => {
  const result = await provokeEvents({ seed: 7, tasks: 1, events: 800, readers: 3 })
  expect(result.problems).toEqual([])
  expect(result.cuts).toBeGreaterThan(3)
})

test.each(Object.entries(stores))(
  'of fifty approvers on %s one decides, and what was approved is done once',
  async (_, onStore) => {
    const result = await onStore(url => provokeApprovals(url, { seed: 7, rounds: 12, approvers: 50 }))
    expect(result).toMatchObject({ rounds: 12, problems: [] })
  },
)
