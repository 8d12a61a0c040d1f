/** `replywire console`: a decision over a store while no server runs; and the links that `serve` and `dev` print. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { cli, folder, main } from '../cli/run-cli.ts'
import { agency } from './agent.ts'
import { served, startServer } from './served.ts'
import { openTab } from './tabs.ts'

/** The first line of a command that stays, that has something. */
async function lineOf(words: readonly string[], cwd: string, wanted: RegExp): Promise<string> {
  const child = spawn(process.execPath, [main, ...words], { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill())
  for await (const line of createInterface({ input: child.stdout })) if (wanted.test(line)) return line
  throw new Error('The command ended.')
}

test('a person decides over a store while its server is away; the server goes on with it', async () => {
  const cwd = folder()
  const store = `sqlite:${cwd}/agent.db`
  const before = await startServer(agency(), { store, worker: { pollMs: 50 } })
  const { operationId } = await before.post('/bookings', { campaign: 'Spring launch', budget: 5, channel: 'video' })
  const open = async () => {
    const headers = { authorization: `Bearer ${before.token}` }
    const response = await fetch(`${before.url}/approvals?state=open&envelope=problem`, { headers })
    return ((await response.json()) as unknown[]).length
  }
  await expect.poll(open).toBe(1)
  await before.close()

  const [link = ''] = /http:\S+/.exec(await lineOf(['console', '--store', store], cwd, /http:/)) ?? []
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/console\/#token=[\w-]{22,}$/)
  const { page, reports } = await openTab()
  await page.goto(link)
  await page.getByRole('link', { name: 'Spend €5' }).click()
  await page.getByRole('button', { name: 'Approve a' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Nothing waits for you').waitFor()
  // It has no agent: nothing runs yet.
  await page.goto(link.replace(/#.*/, `#/tasks/${operationId}`))
  await page.locator('.detail-head').getByText('queued').waitFor()
  expect(reports).toEqual([])

  const after = await served(agency(), { store })
  const state = async () => {
    const response = await fetch(`${after.url}/operations/${operationId}?envelope=problem`)
    return ((await response.json()) as { state: string }).state
  }
  await expect.poll(state).toBe('completed')
})

test('a store that is not there is not made', async () => {
  const { code, err } = await cli(['console', '--store', 'sqlite:none.db'], { cwd: folder() })
  expect([code, err]).toEqual([
    2,
    'replywire: There is no store at none.db. Go to the folder of its server, name it with --store URL, or create one: replywire store migrate\n',
  ])
})

test('`dev` prints a link that signs in; `serve` prints one without a token', async () => {
  const cwd = folder()
  const agent = new URL('../server/agent-module.ts', import.meta.url).pathname
  const dev = await lineOf(['dev', agent, '--port', '0'], cwd, /Console/)
  expect(dev).toMatch(/^Console at http:\/\/127\.0\.0\.1:\d+\/console\/#token=[\w-]{22,}$/)
  const serve = await lineOf(['serve', agent, '--port', '0'], folder(), /Console/)
  expect(serve).toMatch(/^Console at http:\/\/127\.0\.0\.1:\d+\/console\/$/)
})
