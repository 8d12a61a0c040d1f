/** Try it in a real browser: forms, every carrier, streams, questions and approvals. */
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { ask, delta, progress, requireApproval } from '../../src/agent/answers.ts'
import { defineAgent, operation } from '../../src/agent/define.ts'
import { serve } from '../../src/server/serve.ts'
import { axeViolations } from './axe.ts'
import { openPage } from './checked-page.ts'

const evil = `<script>alert(1)</script><img src=x onerror=alert(2)>`

const agent = defineAgent({
  name: 'shop',
  version: '1.0.0',
  title: `Shop ${evil}`,
  operations: {
    add: operation({
      title: 'Add two numbers',
      route: 'POST /sums',
      input: z.object({
        a: z.number().min(0).describe('The first number'),
        b: z.int(),
        unit: z.enum(['m', 'km']).default('km'),
        tags: z.array(z.string()).optional(),
        more: z.object({ isExact: z.boolean().optional(), day: z.iso.date().optional() }).optional(),
        either: z.union([z.object({ x: z.number() }), z.string()]).optional(),
      }),
      handler: input => ({ ...input, sum: input.a + input.b }),
    }),
    order: operation({
      title: 'Order',
      route: 'POST /orders',
      effects: 'destructive',
      input: z.object({ size: z.string().optional() }),
      handler({ size }, context) {
        if (size === undefined) return ask([{ name: 'size', question: 'Which size?', allowed: ['small', 'large'] }])
        if (context.approval('buy') === undefined) return requireApproval('buy', { action: `Buy ${size} ${evil}` })
        return { bought: size }
      },
    }),
    tell: operation({
      title: 'Tell a story',
      route: 'POST /stories',
      input: z.object({ words: z.int().default(3) }),
      async *handler({ words }) {
        for (let n = 1; n <= words; n++) {
          yield progress(n / words, `word ${n}`)
          yield delta(`word-${n} `)
        }
        return { words }
      },
    }),
    cite: operation({
      title: 'Cite',
      route: 'POST /citations',
      input: z.object({}),
      handler: () => ({
        kind: 'completed' as const,
        message: evil,
        payload: { kind: 'value' as const, value: { text: evil } },
        citations: [
          { id: 'c1', title: evil, url: 'javascript:alert(3)', publisher: evil, excerpt: evil },
          { id: 'c2', title: 'Good', url: 'https://example.com/good' },
        ],
        notices: [{ severity: 'warning' as const, message: evil }],
      }),
    }),
  },
})

async function openTryIt(operationName: string, options: Parameters<typeof openPage>[0] = {}) {
  const server = serve(agent, { authenticate: false, approvals: { allowOwn: true } })
  const { url, close } = await server.listen({ port: 0 })
  onTestFinished(() => close())
  const page = await openPage(options)
  const token = server.operatorToken?.value ?? ''
  await page.goto(`${url}/console/#token=${token}&to=/try-it/${operationName}`)
  await page.getByRole('button', { name: 'Call', exact: true }).waitFor()
  return { page, url, token }
}

const answer = (page: Page) => page.getByRole('region', { name: 'Answer', exact: true })
const call = (page: Page) => page.getByRole('button', { name: 'Call', exact: true }).click()
const field = (page: Page, name: string) => page.getByLabel(name)

test('a form from the schema: what is missing is said at its field, what is filled in is sent as typed', async () => {
  const { page, token } = await openTryIt('add')
  await field(page, 'a required').fill('-1')
  await field(page, 'b required').fill('1.5')
  await call(page)
  const problems = () => page.locator('.field-problem').allInnerTexts()
  await expect.poll(problems).toEqual(['At least 0.', 'Write a whole number.'])
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')
  await field(page, 'a required').fill('2')
  await field(page, 'b required').fill('3')
  await page.getByRole('button', { name: 'Add to tags' }).click()
  await field(page, 'tags 1').fill('red')
  await field(page, 'isExact').selectOption('true')
  await field(page, 'day').fill('2026-01-31')
  await field(page, 'either: which').selectOption({ label: 'x' })
  await field(page, 'x required').fill('1')
  await call(page)
  const data = page.getByRole('region', { name: 'Data' })
  expect(JSON.parse(await data.innerText())).toEqual({
    a: 2,
    b: 3,
    unit: 'km',
    tags: ['red'],
    more: { isExact: true, day: '2026-01-31' },
    either: { x: 1 },
    sum: 5,
  })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  expect(command).toContain('-X POST')
  expect(command).toContain('-H "authorization: Bearer $TOKEN"')
  expect(command).toContain(`--data-raw '{"a":2,"b":3`)
  expect(command).not.toContain(token)
  expect(await axeViolations(page)).toEqual([])
})

test('JSON is the way out: what was typed goes there and back, and is checked by the same schema', async () => {
  const { page } = await openTryIt('add')
  await field(page, 'a required').fill('2')
  await page.getByLabel('JSON', { exact: true }).check()
  const json = page.getByRole('textbox', { name: 'Input' })
  expect(JSON.parse(await json.inputValue())).toEqual({ a: 2, unit: 'km' })
  await json.fill('{"a": -2, "b": 3, "either": {"x": "y"}}')
  await call(page)
  await page.getByText('At least 0.').waitFor()
  expect(await page.locator('.try-form .problem').innerText()).toMatch(/\/a\s+At least 0\./)
  // The server checks it again.
  await page.getByLabel('Check the input first').uncheck()
  await call(page)
  await expect.poll(() => answer(page).innerText()).toContain('failed')
  await json.fill('{"a": 1, "b": 3, "either": {"x": 4}}')
  await page.getByLabel('Form', { exact: true }).check()
  expect(await field(page, 'x required').inputValue()).toBe('4')
  await call(page)
  await expect.poll(() => answer(page).innerText()).toContain('"sum": 4')
})

test.each(['REST', 'MCP', 'A2A'])('over %s', async carrier => {
  const { page } = await openTryIt('add')
  await page.getByLabel(carrier, { exact: true }).check()
  await field(page, 'a required').fill('2')
  await field(page, 'b required').fill('40')
  await call(page)
  await expect.poll(() => answer(page).innerText()).toContain('"sum": 42')
  expect(await answer(page).innerText()).toContain('completed')
  expect(await answer(page).innerText()).toContain('The answer keeps its contract.')
})

test('in a contract of the choice of the reader', async () => {
  const { page } = await openTryIt('add')
  await page.getByRole('combobox', { name: 'Contract' }).selectOption('jpcite@v2')
  await field(page, 'a required').fill('2')
  await field(page, 'b required').fill('40')
  await call(page)
  await expect.poll(() => answer(page).innerText()).toContain('jpcite v2')
  await page.getByRole('button', { name: 'As it was sent' }).click()
  expect(await page.getByRole('region', { name: 'The answer as it was sent' }).innerText()).toContain('"query_echo"')
})

test('a stream is shown while it comes', async () => {
  const { page } = await openTryIt('tell')
  await page.getByRole('combobox', { name: 'Ask for' }).selectOption('stream')
  await call(page)
  const events = page.getByRole('region', { name: 'Progress', exact: true })
  await expect.poll(() => events.innerText()).toContain('word-1 word-2 word-3')
  await expect.poll(() => answer(page).innerText()).toContain('"words": 3')
})

test('a question is answered and an approval is given in place', async () => {
  const { page } = await openTryIt('order', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
  await call(page)
  await field(page, 'Which size?').selectOption({ label: 'large' })
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await page.getByText('Buy large').first().waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Approve and go on' }).click()
  await expect.poll(() => answer(page).innerText()).toContain('"bought": "large"')
  expect(await page.locator('main img, main script').count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('a question in the middle of a call over MCP', async () => {
  const { page } = await openTryIt('order')
  await page.getByLabel('MCP', { exact: true }).check()
  await call(page)
  await field(page, 'Which size?').selectOption({ label: 'small' })
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await page.getByText('Buy small').first().waitFor()
})

test('a task is waited for', async () => {
  const { page } = await openTryIt('tell')
  await page.getByRole('combobox', { name: 'Ask for' }).selectOption('task')
  await call(page)
  await page.getByRole('button', { name: 'Wait for the result' }).click()
  await expect.poll(() => answer(page).innerText()).toContain('"words": 3')
})

test('markup in every member is text, and a link that is no web address is none', async () => {
  const { page } = await openTryIt('cite')
  for (const carrier of ['REST', 'MCP', 'A2A']) {
    await page.getByLabel(carrier, { exact: true }).check()
    if (carrier === 'REST') await page.getByRole('combobox', { name: 'Contract' }).selectOption('jpcite@v2')
    // The answer before this one is gone when the call is made.
    const made = page.waitForResponse(response => response.request().method() === 'POST')
    await call(page)
    await made
    await expect.poll(() => answer(page).innerText()).toContain('<script>alert(1)</script>')
    await answer(page).getByRole('link', { name: 'Good' }).waitFor()
    const links = await answer(page)
      .getByRole('link')
      .evaluateAll(all => all.map(one => (one as HTMLAnchorElement).href))
    // That of a task leads into the console.
    expect(links.filter(link => !link.includes('/console/#/tasks/'))).toEqual(['https://example.com/good'])
    expect(await page.locator('main img, main script').count()).toBe(0)
  }
})
