/** A server removes what is past its time, while it runs. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defineAgent, operation } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'

const home = mkdtempSync(join(tmpdir(), 'replywire-retention-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const day = 24 * 60 * 60 * 1000
const agent = defineAgent({
  name: 'retention',
  version: '1.0.0',
  operations: {
    plan: operation({ title: 'Plan', route: 'POST /plans', async: true, input: z.object({}), handler: () => ({}) }),
  },
})

const bytes = new TextEncoder().encode('{}')

/** A task that ended so long ago, and a key that expired so long ago. */
async function ended(store: Store, id: string, ageMs: number): Promise<void> {
  const at = Date.now() - ageMs
  const common = { id, tenant: '', subject: 's', operation: 'plan', version: '1', contract: 'yaagents@0.3' }
  const end = { state: 'completed' as const, outcome: bytes, event: { kind: 'outcome', body: bytes } }
  await store.do('recordTask', { ...common, call: bytes, maxAttempts: 1, dueAt: at, now: at, end })
}

async function expired(store: Store, key: string, ageMs: number): Promise<void> {
  const at = Date.now() - ageMs
  const claim = { scope: 's', key, runId: key }
  await store.do('claim', { ...claim, fingerprint: 'f', now: at, leaseUntil: at, expiresAt: at, expired: 'refuse' })
  await store.do('finishClaim', { ...claim, epoch: 1, answer: bytes, expiresAt: at })
}

test('ended tasks go after 30 days, keys an hour after they expired, and nothing before', async () => {
  const url = `sqlite:${join(home, 'store.db')}`
  const store = await openStore(url)
  for (let n = 0; n < 50; n++) await ended(store, `old${n}`, 31 * day)
  await ended(store, 'young', 29 * day)
  await expired(store, 'old', 2 * 60 * 60 * 1000)
  await expired(store, 'young', 30 * 60 * 1000)
  // A server that leaves its tasks to workers looks after the store too.
  const listening = await serve(agent, { store: url, worker: false, retention: { everyMs: 20 } }).listen({ port: 0 })
  const counts = async () => {
    const { tasks_ended, events, claims_done } = await store.do('stats', {})
    return { tasks_ended, events, claims_done }
  }
  await expect.poll(counts).toEqual({ tasks_ended: 1, events: 1, claims_done: 1 })
  expect((await store.do('getTask', { id: 'young', tenant: '' }))?.id).toBe('young')
  await listening.close()
  await store.close()
})

test('how long tasks are kept can be said', async () => {
  const url = `sqlite:${join(home, 'short.db')}`
  const retention = { tasksMs: 60_000, everyMs: 20 }
  const listening = await serve(agent, { store: url, worker: { pollMs: 20 }, retention }).listen({ port: 0 })
  const store = await openStore(url)
  await ended(store, 'gone', 61_000)
  const headers = { 'content-type': 'application/json' }
  const made = await fetch(`${listening.url}/plans`, { method: 'POST', headers, body: '{}' })
  const { pathname } = new URL(made.headers.get('location') ?? '', listening.url)
  const status = async (path: string) => (await fetch(listening.url + path)).status
  await expect.poll(() => status('/operations/gone/status')).toBe(404)
  expect(await status(pathname)).toBe(200)
  await listening.close()
  await store.close()
})
