/** Notifications of a real browser: for readers who ask for them, on every page, and said so where they are blocked. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { agency } from './agent.ts'
import { served } from './served.ts'
import { openTab } from './tabs.ts'

const spring = { campaign: 'Spring launch', budget: 25_000, channel: 'video' }

/** Notes what the browser is asked to show; it shows it all the same. */
async function noteNotifications(page: Page) {
  await page.addInitScript(() => {
    const shown: Notification[] = []
    Object.assign(window, {
      shown,
      Notification: class extends Notification {
        constructor(title: string, options?: NotificationOptions) {
          super(title, options)
          shown.push(this)
        }
        // A headless browser grants what it is asked for, and has `denied` here all the same.
        static override get permission(): NotificationPermission {
          return 'granted'
        }
      },
    })
  })
  return () =>
    page.evaluate(() => (window as unknown as { shown: Notification[] }).shown.map(({ title, body }) => [title, body]))
}

test('what is new is notified, also on another page, and a click leads to it', async () => {
  const server = await served(agency())
  await server.post('/briefs', { campaign: 'Old' })
  const { page, reports } = await openTab()
  await page.context().grantPermissions(['notifications'], { origin: server.url })
  const shown = await noteNotifications(page)
  await page.goto(server.link('/inbox'))
  await page.locator('.item-title').first().waitFor()
  await page.getByRole('button', { name: 'Notify me' }).click()
  await page.getByRole('button', { name: 'Notifying', pressed: true }).waitFor()
  await page.goto(`${server.url}/console/#/playground`)
  await page.getByRole('heading', { name: 'Playground' }).waitFor()
  // What was there before is no news.
  const loaded = page.waitForResponse(response => response.url().includes('/approvals?'))
  await page.reload()
  await loaded
  // The tab goes to the background.
  const hide = (value: boolean) =>
    page.evaluate(isHidden => {
      Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, value)
  await hide(true)
  await server.post('/bookings', spring)
  await expect.poll(shown, { timeout: 20_000 }).toEqual([['Spend €25,000 on “Spring launch”', 'book']])
  await page.evaluate(() =>
    (window as unknown as { shown: Notification[] }).shown[0]?.dispatchEvent(new Event('click')),
  )
  await page.getByRole('heading', { name: 'Spend €25,000' }).waitFor()
  await hide(false)
  await page.getByRole('button', { name: 'Notifying' }).click()
  await page.getByRole('button', { name: 'Notify me', pressed: false }).waitFor()
  await server.post('/bookings', { ...spring, budget: 300 })
  await page.getByRole('link', { name: 'Spend €300' }).waitFor()
  expect(await shown()).toHaveLength(1)
  expect(reports).toEqual([])
})

test('a browser that blocks them is named, and nothing is switched on', async () => {
  const server = await served(agency())
  const { page } = await openTab()
  await page.context().clearPermissions()
  await page.goto(server.link('/inbox'))
  await page.getByRole('button', { name: 'Notify me' }).click()
  await page.getByText('Your browser blocks notifications of this page.').waitFor()
  expect(await page.getByRole('button', { name: 'Notify me' }).getAttribute('aria-pressed')).toBe('false')
})
