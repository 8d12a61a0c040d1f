/** What axe-core finds wrong with the page that is open. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The serious and critical violations, each with the first element that has it. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(`${source}; undefined`)
  const found = await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 200) + ' ' + nodes[0].failureSummary))`,
  )
  return found as string[]
}
