/** With 100,000 requests and 1,000 approvals that wait, a list is one query, a short answer and few rows, on both stores. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { toBytes } from '../../src/runtime/bytes.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { openDatabases } from '../postgres.ts'
import { agency } from './agent.ts'
import { served } from './served.ts'
import { openTab } from './tabs.ts'

const day = 86_400_000
/** Nothing else is done with the store, and the journal keeps what is in it. */
const quiet = { worker: false, retention: false, journal: { entries: 200_000, total: 200_000 } } as const

type Kind = 'sqlite' | 'postgres'

async function openEmpty(kind: Kind): Promise<Store> {
  if (kind === 'postgres') {
    const databases = await openDatabases()
    const store = await openStore(await databases.database())
    onTestFinished(async () => {
      await store.close()
      await databases.remove()
    })
    return store
  }
  const folder = mkdtempSync(join(tmpdir(), 'console-'))
  const store = await openStore(`sqlite:${join(folder, 'many.db')}`)
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })
  return store
}

async function filledStore(kind: Kind, requests = 100_000): Promise<Store> {
  const store = await openEmpty(kind)
  const now = Date.now()
  const long = 'x'.repeat(7000)
  for (let n = 0; n < 1000; n++) {
    await store.do('askApproval', {
      id: `apv_${String(n).padStart(6, '0')}`,
      tenant: '',
      requester: 'ann',
      operation: 'book',
      key: `key${n}`,
      digest: `digest${n}`,
      action: `Spend ${n} ${'on a long line '.repeat(60)}`,
      input: toBytes({ long }),
      tokenHash: `hash${n}`,
      taskId: null,
      now: now + n,
      // The later ones expire first.
      expiresAt: now + day + (1000 - n) * 1000,
    })
  }
  const detail = {
    durationMs: 12,
    traceId: '',
    subject: 'ann',
    carrier: 'http',
    method: 'POST',
    route: '/bookings',
    edition: '0.3',
    outcome: 'completed',
    stream: false,
    stages: [{ stage: 'run', ms: 3 }],
    findings: [{ rule: 'yaagents/trace-recommended', level: 'may', pointer: '/trace' }],
    losses: [],
  }
  for (let at = 0; at < requests; at += 1000) {
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      tenant: '',
      at: now - 100_000 + at + index,
      expiresAt: now + day,
      requestId: `request-${at + index}`,
      correlationId: 'c',
      taskId: '',
      operation: index % 2 === 0 ? 'book' : 'brief',
      contract: 'yaagents',
      status: index % 10 === 0 ? 500 : 200,
      code: '',
      detail: toBytes({
        ...detail,
        durationMs: index,
        // More of each than a page shows.
        route: `/bookings/${index % 70}`,
        findings: [...detail.findings, { rule: `mine/rule-${index % 70}`, level: 'should', pointer: '/x' }],
      }),
      bodies: null,
      bodiesUntil: 0,
    }))
    await store.do('addRequests', { rows, perTenant: 200_000, total: 200_000, bodies: 0, now })
  }
  return store
}

interface StatsShape {
  readonly isPartial: boolean
  readonly totals: Readonly<Record<'calls' | 'errors' | 'findings', number>>
  readonly routes: readonly object[]
  readonly rules: readonly object[]
  readonly buckets: readonly object[]
}

test.each<Kind>(['sqlite', 'postgres'])('the first page of each list, and the traffic, on %s', async kind => {
  const store = await filledStore(kind)
  const until = new Date().toISOString()
  const asked: string[] = []
  const counted: Store = {
    kind: store.kind,
    processFolder: store.processFolder,
    do: (name, input) => {
      asked.push(name)
      return store.do(name, input)
    },
    onWake: listener => store.onWake(listener),
    close: () => store.close(),
  }
  const server = await served(agency(), { ...quiet, store: counted, secret: 'a secret of thirty-two characters' })
  const headers = { authorization: `Bearer ${server.token}` }
  const ask = async (path: string) => {
    asked.length = 0
    const response = await fetch(`${server.url}${path}&envelope=problem`, { headers })
    const text = await response.text()
    const lists = asked.filter(name => /^(list|get|read|count|stats)/.test(name) && name !== 'listDeliveries')
    return {
      status: response.status,
      bytes: Buffer.byteLength(text),
      lists,
      rows: JSON.parse(text) as { id: string }[],
    }
  }
  const pages = {
    approvals: await ask('/approvals?state=open&sort=expiry&inputs=false&limit=50'),
    requests: await ask('/requests?limit=200'),
    tasks: await ask('/operations?limit=40'),
  }
  for (const [name, { status, bytes, rows }] of Object.entries(pages)) {
    console.log(`${name}: ${rows.length} rows, ${bytes} bytes`)
    expect(status).toBe(200)
    expect(bytes).toBeLessThanOrEqual(200_000)
  }
  expect(pages.approvals.lists).toEqual(['listApprovals'])
  expect(pages.requests.lists).toEqual(['listRequests'])
  expect(pages.tasks.lists).toEqual(['listTasks'])
  expect([pages.approvals.rows.length, pages.requests.rows.length]).toEqual([50, 200])
  expect(pages.approvals.rows.slice(0, 2).map(({ id }) => id)).toEqual(['apv_000999', 'apv_000998'])

  // Before the calls of this test.
  const stats = await ask(`/requests/stats?since=2020-01-01T00:00:00Z&until=${until}`)
  expect(stats.lists).toEqual(['listRequests'])
  expect(stats.bytes).toBeLessThanOrEqual(200_000)
  const { totals, routes, rules, buckets, isPartial } = stats.rows as unknown as StatsShape
  // Of the newest 10,000.
  expect([isPartial, totals.calls, totals.errors, totals.findings]).toEqual([true, 10_000, 1000, 20_000])
  expect([routes.length, rules.length]).toEqual([50, 50])
  expect(buckets.length).toBeLessThanOrEqual(60)
  expect(rules[0]).toMatchObject({ rule: 'yaagents/trace-recommended', calls: 10_000 })
  // A filter that fits few of them reads the journal once, too.
  const rare = await ask(`/requests/stats?since=2020-01-01T00:00:00Z&until=${until}&contract=problem`)
  expect([rare.lists, (rare.rows as unknown as StatsShape).totals.calls]).toEqual([['listRequests'], 0])

  const { page } = await openTab()
  await page.goto(server.link('/inbox'))
  const rows = page.locator('.inbox-list > li')
  await rows.nth(49).waitFor()
  for (const count of [100, 150, 200]) {
    await page.getByRole('button', { name: 'Show more' }).click()
    await rows.nth(count - 1).waitFor()
  }
  await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' })
  expect(await rows.count()).toBe(200)

  asked.length = 0
  const answers: Promise<Buffer>[] = []
  page.on('response', response => {
    if (response.url().includes('/requests')) answers.push(response.body())
  })
  await page.goto(`${server.url}/console/#/traffic?minutes=10080`)
  await page.getByText('Only the newest 10,000 requests').waitFor()
  await page.locator('.requests > li').nth(49).waitFor()
  expect(asked.filter(name => name === 'listRequests')).toHaveLength(2)
  const sizes = (await Promise.all(answers)).map(body => body.byteLength)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(200_000)
  expect(await page.locator('main tr, main li').count()).toBeLessThanOrEqual(200)
  expect(await page.locator('main svg *').count()).toBeLessThanOrEqual(400)
})

test('pages of approvals by expiry follow one another without gaps', async () => {
  const server = await served(agency(), { ...quiet, store: await filledStore('sqlite', 0) })
  const headers = { authorization: `Bearer ${server.token}` }
  const ids: string[] = []
  let path: string | undefined = '/approvals?state=open&sort=expiry&inputs=false&limit=100&envelope=problem'
  while (path !== undefined) {
    const response: Response = await fetch(`${server.url}${path}`, { headers })
    ids.push(...((await response.json()) as { id: string }[]).map(({ id }) => id))
    path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1]
    if (path !== undefined) path = `${path}&envelope=problem`
  }
  expect(ids).toHaveLength(1000)
  expect(ids).toEqual(ids.toSorted().toReversed())
  const other = await fetch(`${server.url}/approvals?state=approved&sort=expiry&envelope=problem`, { headers })
  expect(other.status).toBe(422)
})
