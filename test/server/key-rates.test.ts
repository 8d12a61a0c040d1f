/** How many new idempotency keys a caller may use: AdCP's figure in AdCP, a larger one in the other contracts. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Authenticate } from '../../src/auth/index.ts'
import { defineAgent, operation } from '../../src/index.ts'
import { type Listening, serve } from '../../src/server/index.ts'

const agent = defineAgent({
  name: 'shop',
  version: '1.0.0',
  operations: {
    add: operation({ title: 'Add', route: 'POST /things', input: z.object({}), handler: () => ({ added: true }) }),
  },
})

const byHeader: Authenticate = async request => {
  const subject = request.headers.get('x-me')
  return subject === null ? undefined : { subject, tenant: 'north', roles: [] }
}

let listening: Listening
// The clock stands still: no bucket fills up again while the test runs, however slow the machine is.
const now = Date.now()

beforeAll(async () => {
  const options = { authenticate: byHeader, now: () => now, keyInserts: { adcp: { burst: 20 } } }
  listening = await serve(agent, options).listen({ port: 0, admin: { port: 0 } })
})
afterAll(() => listening.close())

let count = 0
async function addMany(calls: number, envelope: string, me: string): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  const add = async () => {
    count += 1
    const response = await fetch(`${listening.url}/things?envelope=${envelope}`, {
      method: 'POST',
      headers: { 'x-me': me, 'content-type': 'application/json', 'idempotency-key': `key-of-the-test-${count}` },
      body: '{}',
    })
    await response.text()
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
  }
  for (let sent = 0; sent < calls; sent += 20) await Promise.all(Array.from({ length: 20 }, add))
  return statuses
}

test('400 new keys at once are no load outside AdCP', async () => {
  expect(await addMany(400, 'yaagents', 'ann')).toEqual({ 200: 400 })
})

test('in AdCP the smaller rate counts, for each caller, and the settings change it', async () => {
  expect(await addMany(40, 'adcp', 'ann')).toEqual({ 200: 20, 429: 20 })
  expect(await addMany(20, 'adcp', 'bob')).toEqual({ 200: 20 })
  expect(await addMany(20, 'yaagents', 'ann')).toEqual({ 200: 20 })
})

test('new keys are counted in a metric, and so are those that were refused', async () => {
  const metrics = await (await fetch(`${listening.adminUrl}/metrics`)).text()
  expect(metrics.split('\n').filter(line => line.startsWith('replywire_idempotency_keys_total'))).toEqual([
    'replywire_idempotency_keys_total{rate="others",result="accepted"} 420',
    'replywire_idempotency_keys_total{rate="adcp",result="accepted"} 40',
    'replywire_idempotency_keys_total{rate="adcp",result="refused"} 20',
  ])
})
