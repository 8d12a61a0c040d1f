/** What a browser reports on a page. */
import type { Page } from 'playwright-core'

/** Errors and warnings on the console, uncaught errors, and dialogs: a script of somebody else would open one. */
export function reportsOf(page: Page): string[] {
  const reports: string[] = []
  page.on('console', message => {
    // The browser notes every status from 400 on, also of answers that the page reads and shows.
    if (/^Failed to load resource: the server responded with a status of [45]/.test(message.text())) return
    if (message.type() === 'error' || message.type() === 'warning') reports.push(message.text())
  })
  page.on('pageerror', error => reports.push(error.message))
  page.on('dialog', dialog => {
    reports.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return reports
}
