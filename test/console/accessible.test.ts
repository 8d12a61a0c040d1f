/** What axe-core finds on the inbox, the tasks and their dialogs, in light and dark, on wide and narrow screens. */
import { expect, test } from 'vitest'
import { agency } from './agent.ts'
import { axeViolations } from './axe.ts'
import { served } from './served.ts'
import { openTab } from './tabs.ts'

test.each([
  { dark: false, width: 1280 },
  { dark: true, width: 1280 },
  { dark: false, width: 360 },
])('no page has a serious violation: %o', async options => {
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
  const found: Record<string, string[]> = {}
  const look = async (name: string) => {
    found[name] = await axeViolations(page)
    // Nothing is wider than the screen.
    const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
    if (wide === true) found[name]?.push('wider than the screen')
  }
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
  await page.getByLabel('days').waitFor()
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
