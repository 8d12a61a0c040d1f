/** Data of others is text: scripts in every field, links that are no links, and names of members that are code. */
import { expect, test } from 'vitest'
import { ask, defineAgent, operation, requireApproval } from '../../src/index.ts'
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
        properties: { name: { type: 'string', description: attack } },
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
