/** The inbox in a real browser: decisions, questions, the keyboard, and what cannot be decided. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { agency } from './agent.ts'
import { as, believe, type Served, served } from './served.ts'
import { openTab } from './tabs.ts'

const spring = { campaign: 'Spring launch', budget: 25_000, channel: 'video' }

/** A task by its id, as the server has it. */
async function taskOf({ url }: Served, id: unknown): Promise<Record<string, unknown>> {
  return (await (await fetch(`${url}/operations/${id}?envelope=problem`)).json()) as Record<string, unknown>
}

/** What the call would have answered. */
async function resultOf({ url }: Served, id: unknown): Promise<Record<string, unknown>> {
  return (await (await fetch(`${url}/operations/${id}/result?envelope=problem`)).json()) as Record<string, unknown>
}

const stateOf = async (server: Served, id: unknown) => (await taskOf(server, id)).state

async function openInbox(server: Served) {
  const tab = await openTab()
  await tab.page.goto(server.link('/inbox'))
  return tab
}

const item = (page: Page, title: string) => page.getByRole('link', { name: title })
const button = (page: Page, name: string) => page.getByRole('button', { name })
const dialog = (page: Page) => page.getByRole('dialog')

test('an approval is shown with its reasons, and approved', async () => {
  const server = await served(agency())
  const { operationId } = await server.post('/bookings', spring)
  const { page, reports } = await openInbox(server)
  // The token has left the address.
  expect(page.url()).not.toContain(server.token)
  await item(page, 'Spend €25,000 on “Spring launch”').click()
  const detail = page.getByRole('article')
  await detail.getByText('Book a campaign').waitFor()
  await detail.getByRole('link', { name: 'Spring audiences in the Nordics' }).waitFor()
  expect(await detail.getByRole('link', { name: 'Spring audiences in the Nordics' }).getAttribute('rel')).toBe(
    'noopener noreferrer',
  )
  expect(await detail.locator('.arguments').innerText()).toContain('25000')
  await button(page, 'Approve a').click()
  await dialog(page).getByLabel('Note (optional)').fill('For the fair.')
  await dialog(page).getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Nothing waits for you').waitFor()
  await expect.poll(() => stateOf(server, operationId)).toBe('completed')
  expect(await resultOf(server, operationId)).toMatchObject({ booked: 'Spring launch', approvedBy: '~operator' })
  expect(reports).toEqual([])
})

test('other arguments are checked by the server and run in place of those that were asked for', async () => {
  const server = await served(agency())
  const { operationId } = await server.post('/bookings', spring)
  const { page, reports } = await openInbox(server)
  await item(page, 'Spend €25,000').click()
  await button(page, 'Edit e').click()
  await dialog(page).getByLabel('budget').fill('250000')
  await dialog(page).getByRole('button', { name: 'Approve with changes' }).click()
  // The schema of the operation allows 100,000 at most.
  await dialog(page).getByText('At most 100000.').waitFor()
  expect(await dialog(page).getByLabel('budget').getAttribute('aria-invalid')).toBe('true')
  expect(await stateOf(server, operationId)).toBe('paused')
  await dialog(page).getByLabel('budget').fill('9000')
  expect(await dialog(page).locator('.diff').innerText()).toMatch(/^budget\s+before:\s+25000\s+after:\s+9000$/)
  await dialog(page).getByRole('button', { name: 'Approve with changes' }).click()
  await expect.poll(() => stateOf(server, operationId)).toBe('completed')
  expect(await resultOf(server, operationId)).toMatchObject({ budget: 9000, price: 23_000 })
  // The refusal of the first try is the only thing that the browser reports.
  expect(reports.filter(text => !text.includes('422'))).toEqual([])
})

test('arguments are edited as JSON, too', async () => {
  const server = await served(agency())
  const { operationId } = await server.post('/bookings', spring)
  const { page } = await openInbox(server)
  await item(page, 'Spend €25,000').click()
  await button(page, 'Edit e').click()
  await dialog(page).getByLabel('JSON').check()
  await dialog(page).getByLabel('Arguments').fill('{"campaign":"Spring launch","budget":1,"channel":')
  await dialog(page).getByRole('button', { name: 'Approve with changes' }).click()
  await dialog(page).getByText('This is not JSON. Texts have double quotes.').waitFor()
  await dialog(page).getByLabel('Arguments').fill('{"campaign":"Spring launch","budget":7,"channel":"search"}')
  await dialog(page).getByRole('button', { name: 'Approve with changes' }).click()
  await expect.poll(() => stateOf(server, operationId)).toBe('completed')
  expect(await resultOf(server, operationId)).toMatchObject({ budget: 7, channel: 'search' })
})

test('a rejection ends the task, and its note reaches the requester', async () => {
  const server = await served(agency())
  const { operationId } = await server.post('/bookings', spring)
  const { page } = await openInbox(server)
  await item(page, 'Spend €25,000').click()
  await button(page, 'Reject r').click()
  await dialog(page).getByLabel('Note to the requester (optional)').fill('Too much.')
  await dialog(page).getByRole('button', { name: 'Reject' }).click()
  await expect.poll(() => stateOf(server, operationId)).toBe('failed')
  expect(JSON.stringify(await resultOf(server, operationId))).toContain('Too much.')
})

test('an approver asks back, the requester replies, and the approval waits again', async () => {
  const server = await served(agency())
  await server.post('/bookings', spring)
  const { page, reports } = await openInbox(server)
  await item(page, 'Spend €25,000').click()
  await button(page, 'Ask back q').click()
  await dialog(page).getByLabel('Your question').fill('For which client?')
  await dialog(page).getByRole('button', { name: 'Send the question' }).click()
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await item(page, 'Spend €25,000').click()
  await page.getByText('For which client?').first().waitFor()
  await page.getByLabel('Your reply').fill('For Acme.')
  await button(page, 'Reply').click()
  await button(page, 'Approve a').waitFor()
  expect(await page.getByRole('article').innerText()).toContain('For Acme.')
  expect(reports).toEqual([])
})

test('the questions of a paused task are answered, and it goes on', async () => {
  const server = await served(agency())
  const { operationId } = await server.post('/briefs', { campaign: 'Spring launch' })
  const { page, reports } = await openInbox(server)
  await item(page, 'Waits for an answer').click()
  await page.getByLabel('Which metric should be optimized?').selectOption('clicks')
  await page.getByLabel('For how many days?').fill('0')
  await button(page, 'Answer').click()
  await page.getByText('At least 1.').waitFor()
  await page.getByLabel('For how many days?').fill('30')
  await button(page, 'Answer').click()
  await expect.poll(() => stateOf(server, operationId)).toBe('completed')
  expect(await resultOf(server, operationId)).toEqual({ brief: 'Spring launch: clicks for 30 days' })
  expect(reports).toEqual([])
})

test('the keyboard alone approves what is selected with it', async () => {
  const server = await served(agency())
  const first = await server.post('/bookings', spring)
  const second = await server.post('/bookings', { ...spring, campaign: 'Summer sale', budget: 300 })
  const { page } = await openInbox(server)
  await item(page, 'Spend €300').waitFor()
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'Spend €25,000' }).waitFor()
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'Spend €300' }).waitFor()
  await page.keyboard.press('k')
  await page.getByRole('heading', { name: 'Spend €25,000' }).waitFor()
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'Spend €300' }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).getByText('Approve', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' })
  await button(page, 'Approve a').waitFor()
  await page.keyboard.press('a')
  await page.getByRole('dialog', { name: 'Approve this?' }).waitFor()
  expect(await stateOf(server, second.operationId)).toBe('paused')
  await page.keyboard.press('Enter')
  await expect.poll(() => stateOf(server, second.operationId)).toBe('completed')
  expect(await stateOf(server, first.operationId)).toBe('paused')
})

test('the keyboard alone edits and rejects', async () => {
  const server = await served(agency())
  const first = await server.post('/bookings', spring)
  const { page, reports } = await openInbox(server)
  await item(page, 'Spend €25,000').waitFor()
  const focused = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText ?? '')
  const tabTo = async (text: string) => {
    for (let n = 0; n < 40 && (await focused()) !== text; n++) await page.keyboard.press('Tab')
    expect(await focused()).toBe(text)
  }
  await page.keyboard.press('j')
  await button(page, 'Edit e').waitFor()
  await page.keyboard.press('e')
  await dialog(page).getByLabel('budget').waitFor()
  for (let n = 0; n < 40; n++) {
    if (
      await dialog(page)
        .getByLabel('budget')
        .evaluate(one => one === document.activeElement)
    )
      break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Control+A')
  await page.keyboard.type('8000')
  await tabTo('Approve with changes')
  await page.keyboard.press('Space')
  await expect.poll(() => stateOf(server, first.operationId)).toBe('completed')
  expect(await resultOf(server, first.operationId)).toMatchObject({ budget: 8000 })
  const second = await server.post('/bookings', { ...spring, budget: 300 })
  await item(page, 'Spend €300').waitFor()
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'Spend €300' }).waitFor()
  await button(page, 'Reject r').waitFor()
  await page.keyboard.press('r')
  await page.getByRole('dialog', { name: 'Reject this?' }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => stateOf(server, second.operationId)).toBe('failed')
  expect(reports).toEqual([])
})

test('what is new appears by itself, what expires first is first, and a link leads to one of them', async () => {
  const server = await served(agency())
  const { page } = await openInbox(server)
  await page.getByText('Nothing waits for you').waitFor()
  await server.post('/bookings', spring)
  await item(page, 'Spend €25,000').waitFor()
  await server.post('/bookings', { ...spring, budget: 300 })
  await item(page, 'Spend €300').waitFor()
  const titles = await page.locator('.item-title').allInnerTexts()
  expect(titles).toEqual(['Spend €25,000 on “Spring launch”', 'Spend €300 on “Spring launch”'])
  await item(page, 'Spend €300').click()
  await page.getByRole('heading', { name: 'Spend €300' }).waitFor()
  const address = page.url()
  await page.goto('about:blank')
  await page.goto(address)
  await page.getByRole('heading', { name: 'Spend €300' }).waitFor()
})

test('where callers have credentials, roles decide what a reader may do', async () => {
  const server = await served(agency(), { authenticate: believe })
  await server.post('/bookings', spring, as('ann_acme_'))
  const { page } = await openTab()
  await page.goto(`${server.url}/console`)
  await page.getByRole('heading', { name: 'Sign in to Replywire' }).waitFor()
  const signIn = async (said: string) => {
    await page.getByLabel('Operator token or bearer token').fill(said)
    await button(page, 'Sign in').click()
  }
  await signIn('ann_acme_')
  await item(page, 'Spend €25,000').click()
  await page.getByText('somebody else decides').waitFor()
  expect(await button(page, 'Approve a').count()).toBe(0)
  await button(page, 'Sign out').click()
  await signIn('bob_acme_approver')
  await item(page, 'Spend €25,000').click()
  await page.getByText('ann', { exact: true }).waitFor()
  await button(page, 'Approve a').waitFor()
})

test('nothing of another tenant appears, not even by its address', async () => {
  const server = await served(agency(), { authenticate: believe })
  const { operationId } = await server.post('/bookings', spring, as('ann_acme_'))
  const list = `${server.url}/approvals?state=open&envelope=problem`
  const [approval] = (await (await fetch(list, { headers: as('bob_acme_approver') })).json()) as { id: string }[]
  const stranger = as('eve_evil_approver,operator')
  const { page } = await openTab()
  await page.goto(`${server.url}/console/#token=eve_evil_approver&to=/inbox`)
  await page.getByText('Nothing waits for you').waitFor()
  await page.goto(`${server.url}/console/#/inbox/${approval?.id}`)
  await page.getByText('There is no such approval.').waitFor()
  await page.goto(`${server.url}/console/#/tasks/${operationId}`)
  await page.getByText('There is no such task.').waitFor()
  const paths = [
    `/approvals/${approval?.id}/review`,
    `/operations/${operationId}/story`,
    `/operations/${operationId}/events`,
    `/requests/seq-1`,
  ]
  const statuses = await Promise.all(
    paths.map(async path => (await fetch(`${server.url}${path}`, { headers: stranger })).status),
  )
  expect(statuses).toEqual([404, 404, 404, 404])
  const requests = await fetch(`${server.url}/requests?envelope=problem`, { headers: stranger })
  expect(await requests.text()).not.toContain('acme')
  const ours = await fetch(`${server.url}/requests?envelope=problem`, { headers: as('bob_acme_operator') })
  expect(await ours.json()).toContainEqual(expect.objectContaining({ subject: 'ann', operation: 'book', status: 202 }))
})

test('only operators read requests and send webhooks again', async () => {
  const server = await served(agency(), { authenticate: believe })
  const ask = async (path: string, said: string, method = 'GET') => {
    const response = await fetch(`${server.url}${path}?envelope=problem`, { method, headers: as(said) })
    return [response.status, ((await response.json()) as { code?: string }).code]
  }
  const roles: (readonly [string, unknown[]])[] = [
    ['/requests', [403, 'INSUFFICIENT_ROLES']],
    ['/requests/stats', [403, 'INSUFFICIENT_ROLES']],
    ['/requests/abc', [403, 'INSUFFICIENT_ROLES']],
  ]
  for (const [path, refused] of roles) expect(await ask(path, 'bob_acme_approver')).toEqual(refused)
  expect(await ask('/deliveries/msg_1:resend', 'bob_acme_approver', 'POST')).toEqual([403, 'INSUFFICIENT_ROLES'])
  expect(await ask('/deliveries/msg_1:resend', 'bob_acme_operator', 'POST')).toEqual([404, 'DELIVERY_NOT_FOUND'])
  expect(await ask('/requests/abc', 'bob_acme_operator')).toEqual([404, 'REQUEST_NOT_FOUND'])
})
