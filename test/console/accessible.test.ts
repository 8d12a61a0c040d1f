/** What axe-core finds on every page and its dialogs, in light and dark, on wide and narrow screens. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { agency } from './agent.ts'
import { axeViolations } from './axe.ts'
import { served } from './served.ts'
import { openTab } from './tabs.ts'

/** What is wrong with each page that was looked at. */
function lookAt(page: Page) {
  const found: Record<string, string[]> = {}
  const look = async (name: string) => {
    found[name] = await axeViolations(page)
    // Nothing is wider than the screen, and every page of the console is in reach.
    const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
    if (wide === true) found[name]?.push('wider than the screen')
    const links = (await page
      .locator('.nav a')
      .evaluateAll(all => all.map(one => one.getBoundingClientRect().right))) as number[]
    if (links.some(right => right > (page.viewportSize()?.width ?? 0))) found[name]?.push('a page is out of reach')
  }
  return { found, look }
}

const screens = [
  { dark: false, width: 1280 },
  { dark: true, width: 1280 },
  { dark: false, width: 360 },
  { dark: true, width: 360 },
]

test.each(screens)('no page has a serious violation: %o', async options => {
  const server = await served(agency())
  const { operationId: booked } = await server.post('/bookings', { campaign: 'Spring', budget: 5, channel: 'video' })
  const { operationId: asked } = await server.post('/briefs', { campaign: 'Spring' })
  await server.post('/prices', {})
  const list = `${server.url}/approvals?envelope=problem`
  const headers = { authorization: `Bearer ${server.token}` }
  const approvals = async () => (await (await fetch(list, { headers })).json()) as { id: string }[]
  await expect.poll(async () => (await approvals()).length).toBe(1)
  const [approval] = await approvals()
  const { page } = await openTab(options)
  const { found, look } = lookAt(page)
  await page.goto(`${server.url}/console/#token=wrong`)
  await page.getByRole('heading', { name: 'Sign in to Replywire' }).waitFor()
  await look('sign-in')
  await page.goto('about:blank')
  await page.goto(server.link('/inbox'))
  await page.locator('.item-title').first().waitFor()
  await look('inbox')
  const at = (place: string) => page.goto(`${server.url}/console/#${place}`)
  await at(`/inbox/${approval?.id}`)
  await page.getByRole('button', { name: 'Approve a' }).click()
  await page.getByRole('dialog').waitFor()
  await look('approve')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await look('approval')
  await page.getByRole('button', { name: 'Edit e' }).click()
  await page.getByRole('dialog').getByLabel('budget').waitFor()
  await look('edit')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await at(`/inbox/${asked}`)
  await page.getByLabel('For how many days?').waitFor()
  await look('question')
  await at('/tasks')
  await page.locator('.task-row').first().waitFor()
  await look('tasks')
  await at(`/tasks/${booked}`)
  await page.getByText('Channel prices of this week').waitFor()
  await look('task')
  await at('/nowhere')
  await page.getByText('There is no such page').waitFor()
  await look('nowhere')
  expect(found).toEqual({
    'sign-in': [],
    inbox: [],
    approve: [],
    approval: [],
    edit: [],
    question: [],
    tasks: [],
    task: [],
    nowhere: [],
  })
})

test.each(screens)('no page for operators and authors has a serious violation: %o', async options => {
  const server = await served(agency(), { journal: { bodies: true }, conformance: { allowLoopback: true } })
  await server.post('/bookings', { campaign: '' }, { 'x-request-id': '9b2f6c1e-0d57-4c0e-9a4d-5f0b7a3c1e11' })
  await server.post('/agents/run/sync', { task_type: 5 })
  const { page, reports } = await openTab(options)
  const { found, look } = lookAt(page)
  await page.goto(server.link('/traffic'))
  await page.getByRole('region', { name: 'Findings by rule' }).getByRole('button').first().click()
  await page.locator('.explanation').waitFor()
  await page.getByText('As a table').first().click()
  await page.getByRole('region', { name: 'Requests as a table' }).waitFor()
  await look('traffic')
  const at = (place: string) => page.goto(`${server.url}/console/#${place}`)
  await at('/traffic/9b2f6c1e-0d57-4c0e-9a4d-5f0b7a3c1e11')
  await page.getByRole('heading', { name: 'Stages' }).waitFor()
  await look('request')
  await at('/try-it/book')
  await page.getByRole('button', { name: 'Add to ages' }).click()
  await page.getByRole('button', { name: 'Call', exact: true }).click()
  await page.locator('.field-problem').first().waitFor()
  await look('form with problems')
  await page.getByLabel('JSON', { exact: true }).check()
  await page.getByRole('textbox', { name: 'Input' }).fill('{"campaign":"Spring","budget":5,"channel":"video"}')
  await page.getByRole('button', { name: 'Call', exact: true }).click()
  await page.getByRole('region', { name: 'Answer', exact: true }).waitFor()
  await look('answer')
  await at('/conformance')
  await page.getByLabel('Address').fill(server.url)
  await page.getByLabel('Contract').selectOption('yaagents')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByRole('region', { name: 'Report' }).waitFor()
  await look('conformance')
  await at('/playground')
  await page.getByRole('button', { name: 'Show a sample' }).click()
  await page.locator('.translation').nth(6).waitFor()
  await look('playground')
  // Where there is a keyboard.
  await page.locator('h1').click()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await look('keys')
  await page.keyboard.press('Escape')
  await page.evaluate("location.replace('#token=somebody-elses')")
  await page.getByRole('button', { name: 'Stay signed in' }).waitFor()
  await look('other sign-in')
  expect(found).toEqual({
    traffic: [],
    request: [],
    'form with problems': [],
    answer: [],
    conformance: [],
    playground: [],
    keys: [],
    'other sign-in': [],
  })
  expect(reports).toEqual([])
})
