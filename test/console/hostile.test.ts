/** Data of others is text: scripts in every field, links that are no links, and names of members that are code. */
import { expect, test } from 'vitest'
import { ask, defineAgent, operation, requireApproval } from '../../src/index.ts'
import { axeViolations } from './axe.ts'
import { served } from './served.ts'
import { openTab } from './tabs.ts'

const attack = `<script>alert(1)</script><img src=x onerror=alert(1)>`
const script = 'javascript:alert(1)'

const hostile = defineAgent({
  name: 'hostile',
  version: '1.0.0',
  title: attack,
  operations: {
    spend: operation({
      title: attack,
      description: attack,
      route: 'POST /spend',
      async: true,
      input: {
        type: 'object',
        additionalProperties: true,
        properties: {
          name: { type: 'string', description: attack },
          pay: {
            oneOf: [
              { type: 'string', title: `${attack}1`, pattern: '^(a+)+$' },
              { type: 'object', title: `${attack}2`, properties: { [attack]: { type: 'string', title: attack } } },
            ],
          },
        },
      },
      async handler(_, ctx) {
        ctx.cite({ url: script, title: attack, publisher: attack, excerpt: attack, license: attack })
        ctx.cite({ url: 'data:text/html,<script>alert(1)</script>', title: 'data' })
        ctx.warn(attack)
        await ctx.progress(0.5, attack)
        await ctx.text(attack)
        await ctx.step(attack, () => attack)
        if (ctx.approval('spend') === undefined) return requireApproval('spend', { action: attack, message: attack })
        return { [attack]: attack }
      },
    }),
    brief: operation({
      title: attack,
      route: 'POST /brief',
      async: true,
      input: { type: 'object', properties: {} },
      handler: () => ask([{ name: 'metric', question: attack, allowed: [attack] }], attack),
    }),
  },
})

test('scripts in every field and `javascript:` links do nothing but appear', async () => {
  const server = await served(hostile)
  const spend = await server.post('/spend', { [attack]: attack, __proto__: { x: attack }, name: attack })
  const brief = await server.post('/brief', {})
  const { page, reports } = await openTab()
  await page.goto(server.link('/inbox'))
  await page.locator('.item-title').first().waitFor()
  await page.keyboard.press('j')
  const detail = page.getByRole('article')
  await detail.getByRole('heading', { name: attack }).first().waitFor()
  await detail.getByText('data', { exact: true }).waitFor()
  expect(await page.locator('a[href^="javascript"], a[href^="data"]').count()).toBe(0)
  for (const text of await detail.getByText(attack).all()) await text.click({ timeout: 2000 }).catch(() => {})
  await page.getByRole('button', { name: 'Edit e' }).click()
  await page.getByRole('dialog').getByText(attack).first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Approve a' }).click()
  await page.getByRole('dialog').getByLabel('Note (optional)').fill(attack)
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await page.goto(`${server.url}/console/#/inbox/${brief.operationId}`)
  await page.getByRole('article').getByText(attack).first().waitFor()
  await page.goto(`${server.url}/console/#/tasks/${spend.operationId}`)
  await page.locator('.detail-head').getByText('completed').waitFor()
  await page.locator('.timeline').getByText(attack).first().waitFor()
  await page.locator('.json').getByText(attack).first().waitFor()
  await page.goto(`${server.url}/console/#/tasks`)
  await page.locator('.task-row').first().waitFor()
  await page.goto(`${server.url}/console/#/inbox/${encodeURIComponent(attack)}`)
  await page.getByText('There is no such approval.').waitFor()
  expect(await page.locator('main script, main img').count()).toBe(0)
  expect(reports.filter(text => !text.includes('404'))).toEqual([])
})

test('a schema is text in every form, and a pattern that takes for ever does not hold up the page', async () => {
  const server = await served(hostile)
  const { page, reports } = await openTab()
  // A server would hang on a pattern that its own author wrote: here it is the page that must not.
  await page.route('**/spend*', route => route.fulfill({ json: { done: true } }))
  await page.goto(server.link('/try-it/spend'))
  const which = page.getByLabel('pay: which')
  await which.selectOption({ label: `${attack}2` })
  await page.getByText(attack).first().waitFor()
  expect(await page.locator('main script, main img').count()).toBe(0)
  await which.selectOption({ label: `${attack}1` })
  await page.getByLabel(`${attack}1 required`).fill(`${'a'.repeat(40)}!`)
  await page.getByRole('button', { name: 'Call', exact: true }).click()
  // It is left to the server after a second; the page answers meanwhile.
  await page.getByLabel('Check the input first').uncheck()
  await page.getByRole('region', { name: 'Answer', exact: true }).waitFor()
  expect(reports.filter(text => !text.includes('404'))).toEqual([])
})

test('a link with a token takes only a token: nothing else of it is used', async () => {
  const server = await served(hostile)
  const { page, reports } = await openTab()
  await page.goto(`${server.url}/console/#token=${encodeURIComponent(`x${attack}`)}&to=javascript:alert(1)`)
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await expect.poll(() => page.url()).toBe(`${server.url}/console/#/inbox`)
  await page.goto('about:blank')
  await page.goto(`${server.url}/console/#token=wrong`)
  await page.getByText('The server did not accept these credentials.').waitFor()
  expect(await page.evaluate('JSON.stringify(sessionStorage)')).toBe('{}')
  expect(reports).toEqual([])
})

test('a link does not replace another sign-in by itself, and its token is nowhere at once', async () => {
  const server = await served(hostile)
  const { page, reports } = await openTab()
  const kept = () => page.evaluate('sessionStorage.getItem(sessionStorage.key(0))')
  await page.goto(server.link('/tasks'))
  await page.getByText('No tasks yet').waitFor()
  const before = await kept()
  const steps = await page.evaluate('history.length')
  // Followed in the same tab: nothing is loaded again.
  await page.evaluate("location.replace('#token=somebody-elses&to=/inbox')")
  await page.getByRole('heading', { name: 'Sign in as somebody else?' }).waitFor()
  expect(page.url()).toBe(`${server.url}/console/#/inbox`)
  expect(await page.evaluate('history.length')).toBe(steps)
  expect(await axeViolations(page)).toEqual([])
  expect(await kept()).toBe(before)
  await page.keyboard.press('Enter')
  await page.getByText('Nothing waits for you').waitFor()
  expect(await kept()).toBe(before)
  // The same link once more, in a page that is loaded, and taken.
  await page.goto('about:blank')
  await page.goto(`${server.url}/console/#token=somebody-elses&to=/inbox`)
  await page.getByRole('button', { name: 'Use the link' }).click()
  await page.getByText('The server did not accept these credentials.').waitFor()
  // The link that it is signed in with asks nothing.
  await page.goto('about:blank')
  await page.goto(server.link('/inbox'))
  await page.getByText('Nothing waits for you').waitFor()
  await page.goto('about:blank')
  await page.goto(server.link('/tasks'))
  await page.getByText('No tasks yet').waitFor()
  expect(reports).toEqual([])
})
