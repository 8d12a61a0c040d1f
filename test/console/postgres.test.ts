/** The lists of the console on PostgreSQL: the same pages as on SQLite. */
import { expect, onTestFinished, test } from 'vitest'
import { openDatabases } from '../postgres.ts'
import { agency } from './agent.ts'
import { served } from './served.ts'

test('approvals by expiry, tasks by what they wait for, and requests are listed', async () => {
  const databases = await openDatabases()
  onTestFinished(() => databases.remove())
  const store = await databases.database()
  const server = await served(agency(), { store, secret: 'a secret of thirty-two characters' })
  for (const budget of [10, 20, 30]) {
    await server.post('/bookings', { campaign: 'Spring', budget, channel: 'video' })
  }
  const { operationId } = await server.post('/briefs', { campaign: 'Spring' })
  const headers = { authorization: `Bearer ${server.token}` }
  const list = async (path: string) => {
    const response = await fetch(`${server.url}${path}&envelope=problem`, { headers })
    return { rows: (await response.json()) as Record<string, unknown>[], link: response.headers.get('link') }
  }
  const open = '/approvals?state=open&sort=expiry&inputs=false'
  await expect.poll(async () => (await list(open)).rows.length).toBe(3)
  const all = (await list(open)).rows
  expect(all.map(row => 'input' in row)).toEqual([false, false, false])
  const expiries = all.map(({ expiresAt }) => String(expiresAt))
  expect(expiries).toEqual(expiries.toSorted())
  const first = await list(`${open}&limit=2`)
  const [, next = ''] = /<([^>]+)>/.exec(first.link ?? '') ?? []
  const second = await list(next)
  expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(all.map(({ id }) => id))
  await expect.poll(async () => (await list('/operations?waitsFor=input')).rows.length).toBe(1)
  expect((await list('/operations?waitsFor=input')).rows[0]).toMatchObject({
    operationId,
    state: 'paused',
    waitsFor: 'input',
    requester: '~anybody',
  })
  const requests = (await list('/requests?operation=book&status=2xx')).rows
  expect(requests.map(({ status }) => status)).toEqual([202, 202, 202])
  expect((await list(`/requests?cursor=${requests[0]?.seq}&operation=book`)).rows).toHaveLength(2)
})
