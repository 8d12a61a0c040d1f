/** A real browser for tests of the console. */
import chromium from '@sparticuz/chromium'
import { type Browser, type BrowserContextOptions, type Page, chromium as playwright } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'

/** A browser that ends with the test. */
export async function openBrowser(): Promise<Browser> {
  // The rules about origins are part of what is tested.
  const args = chromium.args.filter(arg => !/web-security|site-isolation/.test(arg))
  const browser = await playwright.launch({ executablePath: await chromium.executablePath(), args })
  onTestFinished(() => browser.close())
  return browser
}

/** A page; at the end of the test nothing may have been reported on it. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const reports = reportsOf(page)
  onTestFinished(() => expect(reports).toEqual([]))
  return page
}

/** Errors on the console, uncaught errors and dialogs: a script of somebody else would open one. */
export function reportsOf(page: Page): string[] {
  const reports: string[] = []
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') reports.push(message.text())
  })
  page.on('pageerror', error => reports.push(error.message))
  page.on('dialog', dialog => {
    reports.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return reports
}
