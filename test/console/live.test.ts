/** News by a stream: lists follow it without asking, fall back to asking, and it ends with the sign-in of its reader. */
import { expect, test } from 'vitest'
import { agency } from './agent.ts'
import { as, believe, type Served, served, startServer } from './served.ts'
import { openTab } from './tabs.ts'

const spring = { campaign: 'Spring launch', budget: 25_000, channel: 'video' }

const marksOf = async ({ url }: Served, headers = {}) =>
  (await (await fetch(`${url}/console/changes?envelope=problem`, { headers })).json()) as Record<string, string>

/** Reads the messages of the stream as they come. */
async function follow({ url }: Served, headers: Record<string, string>) {
  const response = await fetch(`${url}/console/changes?envelope=problem`, {
    headers: { ...headers, accept: 'text/event-stream' },
  })
  const messages: string[] = []
  const ended = (async () => {
    for await (const text of response.body as ReadableStream<Uint8Array>) {
      for (const [, message = ''] of Buffer.from(text)
        .toString()
        .matchAll(/"message":"([^"]*)"/g))
        messages.push(message)
    }
  })()
  return { status: response.status, type: response.headers.get('content-type'), messages, ended }
}

test('the inbox and the tasks follow what happens without asking from time to time', async () => {
  const server = await served(agency())
  const { page, reports } = await openTab()
  // The timers of polling never fire.
  await page.addInitScript(() => {
    const { setTimeout } = window
    window.setTimeout = ((run: () => void, ms = 0) => (ms < 1500 ? setTimeout(run, ms) : 0)) as typeof setTimeout
  })
  await page.goto(server.link('/inbox'))
  await page.getByText('Nothing waits for you').waitFor()
  await server.post('/bookings', spring)
  await page.getByRole('link', { name: 'Spend €25,000' }).waitFor()
  await page.goto(`${server.url}/console/#/tasks`)
  await page.locator('.task-row').getByText('paused').waitFor()
  const headers = { authorization: `Bearer ${server.token}` }
  const list = await fetch(`${server.url}/approvals?state=open&envelope=problem`, { headers })
  const [approval] = (await list.json()) as { id: string }[]
  await server.post(`/approvals/${approval?.id}:decide`, { decision: 'approve' }, headers)
  await page.locator('.task-row').getByText('completed').waitFor()
  expect(reports).toEqual([])
})

test('where no stream comes through, the lists ask from time to time', async () => {
  const server = await served(agency())
  const { page } = await openTab()
  await page.route('**/console/changes*', route => route.abort())
  await page.goto(server.link('/inbox'))
  await page.getByText('Nothing waits for you').waitFor()
  await server.post('/bookings', spring)
  await page.getByRole('link', { name: 'Spend €25,000' }).waitFor()
})

test('a reader notices what they may list, and nothing of another tenant', async () => {
  const server = await served(agency(), { authenticate: believe })
  const [boss, ann, bob, eve] = [as('boss_acme_approver'), as('ann_acme_'), as('bob_acme_'), as('eve_evil_operator')]
  const all = () => Promise.all([boss, ann, bob, eve].map(headers => marksOf(server, headers)))
  const before = await all()
  const stream = await follow(server, ann)
  const other = await follow(server, eve)
  expect([stream.status, stream.type]).toEqual([200, 'text/event-stream'])
  await expect.poll(() => [stream.messages, other.messages]).toEqual([['tasks approvals'], ['tasks approvals']])
  await server.post('/bookings', spring, ann)
  await expect.poll(() => stream.messages.join(' ')).toMatch(/^tasks approvals .*approvals/)
  const after = await all()
  const changed = before.map((marks, index) => [
    marks.tasks !== after[index]?.tasks,
    marks.approvals !== after[index]?.approvals,
  ])
  // The approver sees the approval and no task; a colleague without the role sees neither.
  expect(changed).toEqual([
    [false, true],
    [true, true],
    [false, false],
    [false, false],
  ])
  expect(other.messages).toEqual(['tasks approvals'])
})

test('an open server tells of approvals to the holder of its token alone', async () => {
  const server = await served(agency())
  const token = { authorization: `Bearer ${server.token}` }
  const before = [await marksOf(server), await marksOf(server, token)]
  await server.post('/bookings', spring)
  await expect.poll(async () => (await marksOf(server, token)).approvals).not.toBe(before[1]?.approvals)
  expect((await marksOf(server)).approvals).toBe(before[0]?.approvals)
})

test('callers without credentials get none where they need some', async () => {
  const server = await served(agency(), { authenticate: believe })
  expect((await fetch(`${server.url}/console/changes`)).status).toBe(401)
})

test('the stream ends with the sign-in of its reader, and the page says so', async () => {
  const ending = Promise.withResolvers<number>()
  const server = await served(agency(), {
    authenticate: async ({ headers }) => {
      if (headers.get('authorization') === null) return undefined
      const expiresAt = await Promise.race([ending.promise, Date.now() + 1500])
      return expiresAt < Date.now() ? undefined : { subject: 'ann', tenant: 'acme', roles: [], expiresAt }
    },
  })
  const stream = await follow(server, as('ann'))
  await stream.ended
  expect(stream.messages).toEqual(['tasks approvals'])
  const { page } = await openTab()
  await page.goto(`${server.url}/console/#token=ann&to=/tasks`)
  await page.getByText('No tasks yet').waitFor()
  ending.resolve(0)
  await page.getByText('Your sign-in has ended.').waitFor()
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await page.getByRole('heading', { name: 'Sign in to Replywire' }).waitFor()
})

test('one caller has no more streams than others', async () => {
  const server = await served(agency(), { authenticate: believe, perCaller: { streams: 2 } })
  const ann = as('ann_acme_')
  const open = [await follow(server, ann), await follow(server, ann)]
  expect(open.map(({ status }) => status)).toEqual([200, 200])
  expect((await follow(server, ann)).status).toBe(429)
  expect((await follow(server, as('bob_acme_'))).status).toBe(200)
})

test('a server that stops does not wait for its readers', { timeout: 20_000 }, async () => {
  const server = await startServer(agency(), { authenticate: believe })
  const stream = await follow(server, as('ann_acme_'))
  await Promise.all([server.close(), stream.ended])
})
