/** What a gateway counts of tasks, approvals, webhooks and its store: each value is changed by what it counts. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mergeMetrics } from '../../../src/gateway/run/merge-metrics.ts'
import { startReceiver } from '../../faults/receivers.ts'
import { sendJson, upstream } from '../kit.ts'
import { durable } from '../settings.ts'
import { ada, completed, countingUpstream, durableGateway, ended, newStore, send, setSecret, until } from './kit.ts'

const path = '/campaigns/c-1/optimizations'
const tasks = { 'respond-async': { options: { credentials: 'none' } } }
const later = { ...ada, prefer: 'respond-async' }

test('a task that runs, and one that has ended', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const agents = await upstream((received, response) => {
    void held.then(() => sendJson(response, 200, completed(received, {})))
  })
  const { url, metric } = await durableGateway(agents.url, tasks)
  const { body } = await send(`${url}${path}`, later, {})
  await until(async () => (await metric('replywire_worker_slots_used')) === 1 || undefined)
  expect(await metric('replywire_worker_slots')).toBeGreaterThan(0)
  await until(async () => (await metric('replywire_tasks', { state: 'working' })) === 1 || undefined)
  release()
  expect(await ended(url, body.statusUrl, ada)).toMatchObject({ body: { state: 'completed' } })
  await until(async () => (await metric('replywire_task_runs_total', { result: 'completed' })) === 1 || undefined)
  await until(async () => (await metric('replywire_tasks', { state: 'working' })) === 0 || undefined)
  expect(await metric('replywire_store_operation_duration_seconds_count', { operation: 'getTask' })).toBeGreaterThan(0)
})

test('a task that waits for an approval', async () => {
  const agents = await countingUpstream()
  const plugins = { ...tasks, approval: { options: { rules: [{ action: 'Spend' }] } } }
  const { url, metric } = await durableGateway(agents.url, plugins)
  const { body } = await send(`${url}${path}`, later, {})
  expect(await ended(url, body.statusUrl, ada)).toMatchObject({ body: { state: 'paused' } })
  await until(async () => (await metric('replywire_approvals_open')) === 1 || undefined)
  expect(await metric('replywire_tasks', { state: 'paused' })).toBe(1)
  expect(await metric('replywire_oldest_task_age_seconds', { state: 'paused' })).toBeGreaterThan(0)
  expect(await metric('replywire_task_runs_total', { result: 'paused' })).toBe(1)
})

test('a key whose call is running', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const agents = await upstream((received, response) => {
    void held.then(() => sendJson(response, 200, completed(received, {})))
  })
  const { url, metric } = await durableGateway(agents.url, { idempotency: { options: {} } })
  const calling = send(`${url}${path}`, { ...ada, 'idempotency-key': 'k-1' }, {})
  await until(async () => (await metric('replywire_claims_running')) === 1 || undefined)
  release()
  await calling
})

test('webhooks that were delivered, and those that wait', async () => {
  const agents = await countingUpstream()
  const secret = `whsec_${Buffer.from('a secret of the receiver, thirty-two').toString('base64')}`
  let isUp = false
  const receiver = await startReceiver(() => (isUp ? 204 : 503))
  const webhooks = [{ url: receiver.url, secret }]
  const settings = { durable: { ...durable, webhooks, allowLoopback: true } }
  const { url, metric } = await durableGateway(agents.url, tasks, settings)
  await send(`${url}${path}`, later, {})
  const attempts = (result: string) => metric('replywire_delivery_attempts_total', { result })
  await until(async () => (await attempts('retry')) === 1 || undefined)
  await until(async () => (await metric('replywire_deliveries', { state: 'waiting' })) === 1 || undefined)
  isUp = true
  await send(`${url}${path}`, later, {})
  await until(async () => (await attempts('delivered')) === 1 || undefined)
  await receiver.close()
})

test('a store that fails, and none at all', async () => {
  const agents = await countingUpstream()
  setSecret()
  const away = await durableGateway(agents.url, tasks, { store: 'postgres://nobody@127.0.0.1:1/none' })
  await send(`${away.url}${path}`, later, {})
  const { text } = await away.metrics.read()
  const failed = [...text.matchAll(/^replywire_store_failures_total\{[^}]*\} (\d+)$/gm)].map(([, count]) =>
    Number(count),
  )
  expect(failed.some(count => count > 0)).toBe(true)
  expect(text).not.toContain('\nreplywire_approvals_open ')
  const without = await durableGateway(agents.url, {}, { store: 'none' })
  expect((await without.metrics.read()).text).not.toContain('replywire_worker_slots')
})

test('of several processes: what is in the store counts once, runs are added', async () => {
  const agents = await countingUpstream()
  const store = await newStore()
  const plugins = { ...tasks, approval: { options: { rules: [{ action: 'Spend' }] } } }
  const one = await durableGateway(agents.url, plugins, { store })
  const other = await durableGateway(agents.url, plugins, { store })
  const { body } = await send(`${one.url}${path}`, later, {})
  await ended(one.url, body.statusUrl, ada)
  for (const { metric } of [one, other])
    await until(async () => (await metric('replywire_approvals_open')) === 1 || undefined)
  const { text } = await mergeMetrics(await Promise.all([one, other].map(({ metrics }) => metrics.values())))
  expect(text).toContain('\nreplywire_approvals_open 1\n')
  expect(text).toContain('\nreplywire_tasks{state="paused"} 1\n')
  expect(text).toContain('\nreplywire_task_runs_total{result="paused"} 1\n')
})

test('are on the reference page', () => {
  const page = readFileSync('docs/reference/metrics.md', 'utf8')
  for (const name of ['replywire_tasks', 'replywire_delivery_attempts_total', 'replywire_store_failures_total'])
    expect(page).toMatch(new RegExp(`\\| \`${name}\` \\| \\w+ \\| server, worker, gateway \\|`))
})
