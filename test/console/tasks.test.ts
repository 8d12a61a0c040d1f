/** The tasks of the console in a real browser: live, in every contract, canceled, tried again; and webhooks sent again. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { agency } from './agent.ts'
import { served } from './served.ts'
import { openTab } from './tabs.ts'

/** Steps of the report that wait to be let through. */
function gates() {
  const open = new Map<string, PromiseWithResolvers<void>>()
  const of = (step: string) => {
    const known = open.get(step) ?? Promise.withResolvers<void>()
    open.set(step, known)
    return known
  }
  return { gate: (step: string) => of(step).promise, pass: (step: string) => of(step).resolve() }
}

test('a task is watched until it finishes, and its result is read in every contract', async () => {
  const { gate, pass } = gates()
  const server = await served(agency({ gate }))
  const { operationId } = await server.post('/reports', { quarter: '2026-Q3' })
  const { page, reports } = await openTab()
  await page.goto(server.link('/tasks'))
  await page.getByRole('link', { name: 'report' }).click()
  await page.getByRole('heading', { name: 'Write a report' }).waitFor()
  const timeline = page.locator('.timeline')
  await timeline.getByText('The numbers are collected.').waitFor()
  await page.locator('.detail-head').getByText('working').waitFor()
  pass('collect')
  await timeline.getByText('Sales grew. Search did best.').waitFor()
  pass('write')
  await page.locator('.detail-head').getByText('completed').waitFor()
  await timeline.getByText('Completed').waitFor()
  await page.getByText('collect', { exact: true }).waitFor()
  const result = page.locator('.json').filter({ hasText: 'pages' })
  await result.waitFor()
  for (const contract of ['jpcite', 'agent-run', 'problem', 'adcp']) {
    await page.getByLabel(contract, { exact: true }).check()
    await page
      .getByRole('region', { name: `Result in ${contract}` })
      .getByText('2026-Q3')
      .waitFor()
  }
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  await page.getByText('Copied.').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `curl -i '${server.url}/operations/${operationId}/result?envelope=adcp' \\\n  -H "authorization: Bearer $TOKEN"`,
  )
  expect(page.url()).toContain(String(operationId))
  expect(reports).toEqual([])
})

test('a running task is canceled after a confirmation', async () => {
  const server = await served(agency({ gate: () => new Promise(() => {}) }))
  const { operationId } = await server.post('/reports', { quarter: '2026-Q3' })
  const { page } = await openTab()
  await page.goto(server.link(`/tasks/${operationId}`))
  await page.getByRole('button', { name: 'Cancel' }).click()
  const state = async () =>
    ((await (await fetch(`${server.url}/operations/${operationId}`)).json()) as { cancelRequested: boolean })
      .cancelRequested
  await page.getByRole('dialog', { name: 'Cancel this task?' }).waitFor()
  expect(await state()).toBe(false)
  await page.getByRole('button', { name: 'Cancel the task' }).click()
  await expect.poll(state).toBe(true)
})

test('a task without a try left is tried again; filters are in the address', async () => {
  const server = await served(agency())
  await server.post('/prices', {})
  await server.post('/briefs', { campaign: 'Spring launch' })
  const { page } = await openTab()
  await page.goto(server.link('/tasks'))
  await page.getByRole('link', { name: 'brief' }).waitFor()
  await page.getByLabel('No retries left').check()
  await page.getByRole('link', { name: 'brief' }).waitFor({ state: 'detached' })
  expect(page.url()).toContain('#/tasks?dead=true')
  await page.getByRole('link', { name: 'flaky' }).click()
  await page.getByText('The price list does not answer.').first().waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
  await page.locator('.timeline').getByText('operator tried the task again').waitFor()
  await page.goto(`${server.url}/console/#/tasks?state=paused`)
  await page.getByRole('link', { name: 'brief' }).waitFor()
  expect(await page.locator('.task-row').count()).toBe(1)
})

test('an operator sends a webhook again, with the same id', async () => {
  const ids: unknown[] = []
  const receiver = createServer((request, response) => {
    ids.push(request.headers['webhook-id'])
    request.resume()
    response.writeHead(204).end()
  })
  await new Promise<void>(done => receiver.listen(0, '127.0.0.1', done))
  onTestFinished(() => void receiver.close())
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/news?secret=hidden`
  const secret = `whsec_${Buffer.from('a secret of the receiver, long enough').toString('base64')}`
  const server = await served(agency(), { webhooks: { endpoints: [{ url, secret }], allowLoopback: true } })
  const { operationId } = await server.post('/prices', {})
  const { page } = await openTab()
  await page.goto(server.link(`/tasks/${operationId}`))
  await page.getByText('delivered').waitFor()
  expect(await page.locator('main').innerText()).not.toContain('hidden')
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => ids.length).toBe(2)
  expect(ids[0]).toBe(ids[1])
  // Without the operator token there are no webhooks to see, on an open server too.
  const story = await fetch(`${server.url}/operations/${operationId}/story?envelope=problem`)
  expect(((await story.json()) as { deliveries: unknown[] }).deliveries).toEqual([])
})
