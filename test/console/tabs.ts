/** Tabs of one real browser for all tests of a file. */
import type { Browser, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { afterEachFile } from '../after-file.ts'
import { reportsOf } from './browser.ts'

let browser: Promise<Browser> | undefined

async function launch(): Promise<Browser> {
  const { default: chromium } = await import('@sparticuz/chromium')
  const { chromium: playwright } = await import('playwright-core')
  // Origins are part of what is tested. A single process would end with the first tab that is closed.
  const args = chromium.args.filter(arg => !/web-security|site-isolation|single-process/.test(arg))
  return playwright.launch({ executablePath: await chromium.executablePath(), args })
}

/** One browser for each test file. */
export function sharedBrowser(): Promise<Browser> {
  browser ??= launch()
  return browser
}

export async function closeBrowser(): Promise<void> {
  const open = browser
  browser = undefined
  await (await open)?.close()
}

afterEachFile(closeBrowser)

export interface TabOptions {
  width?: number
  height?: number
  dark?: boolean
}

/** A page with a storage of its own, and what the browser reports on it. */
export async function startTab({ width = 1280, height = 860, dark = false }: TabOptions = {}) {
  const context = await (await sharedBrowser()).newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  const page: Page = await context.newPage()
  return { page, reports: reportsOf(page), close: () => context.close() }
}

/** The same, closed with the test. */
export async function openTab(options: TabOptions = {}): Promise<{ page: Page; reports: string[] }> {
  const { page, reports, close } = await startTab(options)
  onTestFinished(close)
  return { page, reports }
}
