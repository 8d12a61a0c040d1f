/** Makes the pictures of the console in `docs/images`, from a real server in a real browser. */
import { writeFileSync } from 'node:fs'
import { agency } from '../test/console/agent.ts'
import { clarification } from '../test/console/clarification.ts'
import { startServer } from '../test/console/served.ts'
import { closeBrowser, startTab } from '../test/console/tabs.ts'

const server = await startServer(
  agency({ gate: step => (step === 'write' ? new Promise(() => {}) : Promise.resolve()) }),
)
const booking = {
  campaign: 'Spring launch',
  budget: 25_000,
  channel: 'video',
  audience: { country: 'SE', ages: [25, 40] },
}
await server.post('/bookings', booking)
await server.post('/bookings', { ...booking, campaign: 'Summer sale', budget: 4200, channel: 'search' })
await server.post('/briefs', { campaign: 'Autumn collection' })
const { operationId: report } = await server.post('/reports', { quarter: '2026-Q3' })

async function shoot(name: string, place: string, ready: string): Promise<void> {
  const { page, close } = await startTab({ width: 1240, height: 800 })
  await page.goto(server.link(place))
  if (place === '/inbox') await page.getByRole('link', { name: 'Spring launch' }).click()
  await page.getByText(ready).first().waitFor()
  writeFileSync(`docs/images/${name}.png`, await page.screenshot())
  await close()
}

/** A message with a finding, below its line. */
async function shootPlayground(): Promise<void> {
  const { page, close } = await startTab({ width: 1240, height: 940 })
  await page.goto(server.link('/playground'))
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(clarification)
  await page.locator('.translation').nth(6).waitFor()
  writeFileSync('docs/images/playground.png', await page.screenshot())
  await close()
}

await shoot('console-inbox', '/inbox', 'Channel prices of this week')
await shoot('console-task', `/tasks/${report}`, 'Search did best.')
await shootPlayground()
await closeBrowser()
// The report never ends.
process.exit(0)
