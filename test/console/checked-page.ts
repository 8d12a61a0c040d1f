/** Pages of a real browser on which nothing may be reported: no error, no violation of the policy, no dialog. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { reportsOf } from './browser.ts'
import { sharedBrowser } from './tabs.ts'

/** A page with a storage of its own. It fails its test if anything was reported on it. */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await (await sharedBrowser()).newContext({ locale: 'en-GB', timezoneId: 'UTC', ...options })
  const page = await context.newPage()
  const reports = reportsOf(page)
  onTestFinished(async () => {
    await context.close()
    expect(reports).toEqual([])
  })
  return page
}
