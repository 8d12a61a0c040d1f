/** What an agent or a requester may try so that an approver decides on something else than what would run. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Agent, defineAgent, operation, requireApproval } from '../../src/index.ts'
import type { Citation } from '../../src/outcome/outcome.ts'
import { axeViolations } from './axe.ts'
import { served } from './served.ts'
import { openTab } from './tabs.ts'

interface Words {
  readonly action: string
  readonly citations?: readonly Citation[]
}

/** An agent that may pay whatever its caller says, and describes it in words of its own. */
function payer({ action, citations = [] }: Words): Agent {
  return defineAgent({
    name: 'payer',
    version: '1.0.0',
    operations: {
      pay: operation({
        title: 'Pay an invoice',
        route: 'POST /payments',
        async: true,
        input: { type: 'object', additionalProperties: true },
        handler(_, context) {
          context.cite(...citations)
          return context.approval('pay') === undefined ? requireApproval('pay', { action }) : { paid: true }
        },
      }),
    },
  })
}

/** The request as its approver sees it first. */
async function review(words: Words, input: object): Promise<Page> {
  const server = await served(payer(words))
  await server.post('/payments', input)
  const { page } = await openTab()
  await page.goto(server.link('/inbox'))
  await page.locator('.item-title').first().waitFor()
  await page.keyboard.press('j')
  await page.getByRole('button', { name: 'Approve a' }).waitFor()
  return page
}

const rowOf = (page: Page, name: string) =>
  page.locator('.arguments > div').filter({ has: page.getByText(name, { exact: true }) })
const unseen = /\u034f|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\u3164\ufeff\u{e0000}-\u{e007f}]/u

test('characters that nobody sees, and those that turn the direction of a text, are spelled out', async () => {
  const page = await review(
    {
      action: 'Pay \u202e000,01\u202c to Ada\u200b',
      citations: [{ url: 'https://a.example', title: 'T\u2066itle', publisher: 'P\u200bub', excerpt: 'E\u202excerpt' }],
    },
    {
      amount: '\u202e001',
      'pa\u200byee': 'Ada\u3164',
      deep: { '\u2067key': ['\u202evalue', '\u{e0041}'] },
      'line\nbreak': 1,
    },
  )
  const text = await page.locator('body').innerText()
  expect(text).not.toMatch(unseen)
  expect(text).toContain('Pay \\u{202e}000,01\\u{202c} to Ada\\u{200b}')
  expect(text).toContain('pa\\u{200b}yee')
  expect(text).toContain('Ada\\u{3164}')
  expect(text).toContain('"\\u2067key"')
  expect(text).toContain('"line\\nbreak"')
  expect(text).toContain('E\\u{202e}xcerpt')
})

test('the last look before approving shows the operation and its arguments, beside the words of the agent', async () => {
  const page = await review({ action: 'Pay 9 euros to Ada' }, { payee: 'Mallory', amount: 900_000 })
  await page.getByRole('article').getByText('In the words of the agent').waitFor()
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('What would run: Pay an invoice, with 2 arguments').waitFor()
  expect(await dialog.locator('.arguments').innerText()).toMatch(/payee\s+Mallory\s+amount\s+900000/)
  await dialog.getByText('Pay 9 euros to Ada').waitFor()
})

test('a long text hides neither the decision nor the arguments after it', async () => {
  const page = await review(
    { action: 'Pay. '.repeat(2000) },
    { comment: 'All is well.'.repeat(4000), data: Array.from({ length: 3000 }, () => 'x'), amount: 900_000 },
  )
  const buttons = await page.getByRole('button', { name: 'Approve a' }).boundingBox()
  expect(buttons?.y).toBeLessThan(500)
  await page.getByText('48,000 characters').waitFor()
  await page.getByText('3,002 lines').waitFor()
  const list = await page.locator('.arguments').boundingBox()
  expect(list?.height).toBeLessThan(900)
  await page.keyboard.press('a')
  const last = page.getByRole('dialog').locator('.dialog-arguments dd').last()
  expect(await last.innerText()).toBe('900000')
  // Without scrolling in the list of the dialog.
  const inner = await page.getByRole('dialog').locator('.dialog-arguments').boundingBox()
  const bottom = ((await last.boundingBox())?.y ?? Number.NaN) - (inner?.y ?? 0)
  expect(bottom).toBeLessThan(inner?.height ?? 0)
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Show all 9,999 characters' }).click()
  expect((await page.locator('h2.action').innerText()).length).toBe(9999)
})

test('nothing of a long argument is left out', async () => {
  const page = await review({ action: 'Pay' }, { data: [`${'x'.repeat(150_000)}the end`] })
  expect(await rowOf(page, 'data').innerText()).toContain('the end')
})

test('a change far into a long text, and one after many others, is shown before it is approved', async () => {
  const filler = 'The usual terms apply. '.repeat(100)
  const many = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`m${index}`, index]))
  const page = await review({ action: 'Sign' }, { terms: `${filler}Pay 9.${filler}`, ...many })
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('JSON', { exact: true }).check()
  const other = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`m${index}`, index + 1]))
  await dialog.getByLabel('Arguments').fill(JSON.stringify({ terms: `${filler}Pay 900000.${filler}`, ...other }))
  expect(await dialog.locator('.diff del').first().innerText()).toMatch(/Pay 9\./)
  expect(await dialog.locator('.diff ins').first().innerText()).toMatch(/Pay 900000\./)
  await dialog.getByText('And 51 more changes.').waitFor()
})

test('a citation says where its link leads', async () => {
  const page = await review(
    {
      action: 'Pay',
      citations: [
        { url: 'https://bank.example@evil.example:8443/x', title: 'https://bank.example/approve' },
        { url: 'https://xn--bnk-5cd.example/', title: 'Approve' },
      ],
    },
    {},
  )
  const citations = page.locator('.citations li')
  expect(await citations.nth(0).innerText()).toBe('https://bank.example/approve evil.example:8443')
  expect(await citations.nth(1).innerText()).toBe('Approve xn--bnk-5cd.example')
})

test('a text that could be read as another value, or as nothing, is in quotes', async () => {
  const page = await review({ action: 'Pay' }, { a: '25', b: 25, c: '', d: ' x ', e: 'null', f: null, g: 'plain' })
  expect((await page.locator('.arguments dd').allInnerTexts()).map(text => text.trimEnd())).toEqual([
    '"25"',
    '25',
    '""',
    '" x "',
    '"null"',
    'null',
    'plain',
  ])
})

test('words of letters from two alphabets are marked', async () => {
  const page = await review({ action: 'Pay аpple' }, { payee: 'Pаypal', аmount: 3, other: 'Москва Berlin' })
  expect(await page.getByRole('article').locator('h2').innerText()).toBe('Pay аpple (letters of two alphabets: аpple)')
  expect(await rowOf(page, 'payee').locator('dd').innerText()).toBe('Pаypal (letters of two alphabets: Pаypal)')
  expect(await page.locator('.arguments dt').allInnerTexts()).toContain('аmount (letters of two alphabets: аmount)')
  expect(await rowOf(page, 'other').locator('dd').innerText()).toBe('Москва Berlin')
})

test('a caller who is called like somebody of the console is not taken for them', async () => {
  const server = await served(payer({ action: 'Pay' }), {
    authenticate: async ({ headers }) => {
      const name = headers.get('x-name')
      return name === null
        ? { subject: 'ann', tenant: 'acme', roles: ['approver'] }
        : { subject: decodeURIComponent(name), tenant: 'acme', roles: [] }
    },
  })
  const { page } = await openTab()
  await server.post('/payments', {}, { 'x-name': 'operator' })
  await server.post('/payments', {}, { 'x-name': encodeURIComponent('an\u202en') })
  await page.goto(`${server.url}/console/#/inbox`)
  await page.locator('.item-title').nth(1).waitFor()
  const list = await page.locator('.inbox-list').innerText()
  expect(list).toContain('pay · “operator”')
  expect(list).toContain('pay · an\\u{202e}n')
})

test('the news after a decision say what was decided', async () => {
  const page = await review({ action: 'Pay 9 euros to Ada' }, {})
  await page.keyboard.press('a')
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByText('Approved: Pay 9 euros to Ada').waitFor()
})
