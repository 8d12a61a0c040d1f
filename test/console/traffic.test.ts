/** Traffic in a real browser: counts, charts with their tables, findings by rule, and the story of one request. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { filled, niceCeiling, topOf } from '../../console/src/pages/traffic/chart-scale.ts'
import { defineAgent, operation } from '../../src/agent/define.ts'
import { axeViolations } from './axe.ts'
import { openPage } from './checked-page.ts'
import { served } from './served.ts'

const evil = '<script>alert(1)</script><img src=x onerror=alert(2)>'

const agent = defineAgent({
  name: 'sums',
  version: '1.0.0',
  operations: {
    add: operation({
      title: 'Add',
      route: 'POST /sums',
      input: z.object({ a: z.number(), note: z.string().optional() }),
      handler: ({ a }) => ({
        kind: 'completed' as const,
        payload: { kind: 'value' as const, value: { a } },
        citations: [{ id: evil, title: evil }],
      }),
    }),
  },
})

const requestId = '9b2f6c1e-0d57-4c0e-9a4d-5f0b7a3c1e11'

async function withTraffic() {
  const server = await served(agent, { journal: { bodies: true } })
  await server.post('/sums?envelope=problem', { a: 2, note: evil }, { 'x-request-id': requestId })
  await server.post('/sums?envelope=problem', { a: 3 }, { 'x-request-id': requestId })
  await server.post('/sums', { a: 'wrong' })
  return server
}

test('requests per route and contract, over time, as charts and as tables', async () => {
  const { link } = await withTraffic()
  const page = await openPage()
  await page.goto(link('/traffic'))
  await page
    .getByRole('img', { name: 'Requests. answered: at most 2, refused: at most 1, errors: at most 0.' })
    .waitFor()
  const routes = page.getByRole('region', { name: 'Requests by route' })
  expect((await routes.locator('tbody tr').allInnerTexts()).map(row => row.split('\t').slice(1, 5))).toEqual([
    ['problem http', '2', '0', '0'],
    ['yaagents http', '1', '1', '0'],
  ])
  await page.getByText('As a table').first().click()
  const table = page.getByRole('region', { name: 'Requests as a table' })
  expect((await table.locator('tbody tr').last().innerText()).split('\t').slice(1)).toEqual(['2', '1', '0'])
  await page.getByRole('combobox', { name: 'Contract' }).selectOption('yaagents')
  await expect.poll(() => routes.locator('tbody tr').count()).toBe(1)
  expect(await axeViolations(page)).toEqual([])
})

test('one request, opened from the list: each time it was sent, its stages, losses and bodies', async () => {
  const { link, token } = await withTraffic()
  const page = await openPage({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
  await page.goto(link('/traffic'))
  await page.getByRole('link', { name: 'add' }).last().click()
  await page.getByText('This id was sent 2 times').waitFor()
  expect(page.url()).toContain(`#/traffic/${requestId}`)
  const first = page.getByRole('article', { name: 'Time 1' })
  const stages = await first.locator('.stages li > span:first-child').allInnerTexts()
  expect([stages[0], stages.at(-1)]).toEqual(['identify', 'run'])
  expect(await first.getByRole('region', { name: 'Input' }).innerText()).toContain(evil)
  expect(await first.locator('.losses').innerText()).toContain('/outcome/citations')
  expect(await page.locator('main img, main script').count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await axeViolations(page)).toEqual([])
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await first.getByRole('button', { name: 'Copy as curl' }).click()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  expect(command).toContain('/sums')
  expect(command).toContain(`x-request-id: ${requestId}`)
  expect(command).toContain('$TOKEN')
  expect(command).not.toContain(token)
})

test('findings are grouped by rule, with an example and an explanation', async () => {
  const server = await served(agent)
  await server.post('/agents/run/sync', { task_type: 5 })
  const page = await openPage()
  await page.goto(server.link('/traffic'))
  const rules = page.getByRole('region', { name: 'Findings by rule' })
  await rules.getByRole('button').first().click()
  await rules.locator('.explanation').waitFor()
  await rules
    .getByRole('link', { name: /^An example/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Found in the request' }).waitFor()
})

test('a journal that is off says how to switch it on; an id that there is not says so', async () => {
  const off = await served(agent, { journal: false })
  const page = await openPage()
  await page.goto(off.link('/traffic'))
  await page.getByText('journal: true').waitFor()
  expect(await axeViolations(page)).toEqual([])
  const on = await served(agent)
  await page.goto(on.link('/traffic/none'))
  await page.getByText('There is no such request in the journal.').waitFor()
})

test('nobody but an operator has the page', async () => {
  const { url } = await withTraffic()
  const page = await openPage()
  await page.goto(`${url}/console/#/traffic`)
  await page.getByText('There is no such page').waitFor()
})

describe('the scale of a chart', () => {
  test.each([
    [0, 1],
    [1, 1],
    [3, 5],
    [12, 20],
    [101, 200],
    [0.03, 0.05],
  ])('%s ends at %s', (value, top) => {
    expect(niceCeiling(value)).toBeCloseTo(top)
  })

  test('bars are on top of each other, lines are not; a time without calls is a gap', () => {
    const series = [
      { name: 'a', tone: 'good' as const, values: [1, 5] },
      { name: 'b', tone: 'bad' as const, values: [4, 1] },
    ]
    expect([topOf(series, true), topOf(series, false), topOf([], true)]).toEqual([6, 5, 0])
    const at = (second: number) => new Date(second * 1000).toISOString()
    const buckets = [{ at: at(2), calls: 1 }]
    const all = filled({ since: at(0), until: at(4), bucketMs: 1000, buckets })
    expect(all.map(({ bucket }) => bucket?.calls)).toEqual([undefined, undefined, 1, undefined])
  })
})
