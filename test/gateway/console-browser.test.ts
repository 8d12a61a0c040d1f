/** The console of a gateway in a real browser: a person decides a call that waits, an operator opens a request. */
import { expect, test } from 'vitest'
import { axeViolations } from '../console/axe.ts'
import { openPage } from '../console/checked-page.ts'
import { consoleGateway, headersOf, tokenOf } from './console-kit.ts'
import { send } from './durable/kit.ts'

test('a call that waits is approved in the inbox, and forwarded as it was approved', async () => {
  const { url, received } = await consoleGateway()
  const ada = await headersOf('ada')
  const asked = await send(`${url}/bookings`, ada, { budget: 500 })
  const page = await openPage()
  await page.goto(`${url}/console/#token=${await tokenOf('boss')}&to=/inbox`)
  await page.getByRole('link', { name: 'Spend more than 100' }).click()
  const detail = page.getByRole('article')
  await expect.poll(() => detail.locator('.arguments').innerText()).toContain('500')
  // What a gateway has nothing to show for is not offered; requests are for operators.
  expect(await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts()).toEqual([
    'Inbox',
    'Tasks',
    'Playground',
  ])
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Approve a' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Nothing waits for you').waitFor()
  expect(received).toEqual([])
  const [approved = ''] = /apr_[\w-]+/.exec(asked.text) ?? []
  const done = await send(`${url}/bookings`, { ...ada, 'x-approval-token': approved }, { budget: 500 })
  expect([done.status, received.map(({ body }) => body)]).toEqual([200, ['{"budget":500}']])
})

test('the request of a translated call shows its plugins, its upstream and what was lost', async () => {
  const { url, hidden } = await consoleGateway()
  await send(`${url}/plans`, { ...(await headersOf('ada')), 'x-request-id': 'plan-1' }, { goal: 'reach' })
  const page = await openPage()
  await page.goto(`${url}/console/#token=${await tokenOf('op')}&to=/traffic`)
  await page.getByRole('link', { name: 'plan' }).last().click()
  const story = page.getByRole('article', { name: 'The request' })
  await story.waitFor()
  expect(page.url()).toContain('#/traffic/plan-1')
  expect(await story.locator('.stages li > span:first-child').allInnerTexts()).toEqual([
    'plugin token-validator',
    'plugin rate-limit',
    'identity',
    'read',
    'verify',
    'forward',
  ])
  const upstream = story.getByRole('region', { name: 'Upstream' })
  expect(await upstream.locator('dd').first().innerText()).toBe('route:plan')
  expect(await upstream.innerText()).toMatch(/Answered after\s+[\d.]+ ms/)
  await story.getByRole('heading', { name: 'Lost in translation to problem' }).waitFor()
  expect(await story.locator('.losses').innerText()).toContain('/outcome/extra/agent-run')
  expect(await page.content()).not.toContain(new URL(hidden).host)
  // The journal of a gateway has no path to make a command of, and no bodies.
  expect(await story.getByRole('button', { name: 'Copy as curl' }).count()).toBe(0)
  expect(await story.getByText('Bodies are not kept').count()).toBe(0)
  expect(await axeViolations(page)).toEqual([])
})
