/** The playground in a real browser: as one file without a server, and in the console of a server. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { samples } from '../../console/src/pages/playground/samples.generated.ts'
import { buildPlaygroundFile } from '../../scripts/build/playground-file.ts'
import { defineAgent, operation } from '../../src/agent/define.ts'
import { serve } from '../../src/server/serve.ts'
import { axeViolations } from './axe.ts'
import { openPage } from './checked-page.ts'
import { clarification } from './clarification.ts'
import { sharedBrowser } from './tabs.ts'

async function playgroundFile(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'playground-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await buildPlaygroundFile(folder)
  return pathToFileURL(join(folder, 'playground.html')).href
}

const agentOf = () =>
  defineAgent({
    name: 'quiet',
    version: '1.0.0',
    title: 'Quiet',
    operations: { ping: operation({ title: 'Ping', input: {}, handler: () => ({}) }) },
  })

const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const verdict = (page: Page) => page.getByRole('region', { name: 'Result', exact: true })

test('one file, opened from a disk without a network: every sample of every contract, in every other contract', async () => {
  const url = await playgroundFile()
  const page = await openPage()
  await page.context().setOffline(true)
  await page.goto(url)
  await page.getByRole('button', { name: 'Show a sample' }).click()
  const choice = page.getByRole('combobox', { name: 'Sample' })
  for (const [index, { contract, title }] of samples.entries()) {
    await choice.selectOption(String(index))
    const heading = verdict(page).getByRole('heading')
    await expect.poll(() => heading.count(), { message: `${contract} ${title}` }).toBe(1)
    await expect.poll(() => page.locator('.translation').count()).toBeGreaterThanOrEqual(7)
  }
  expect(await page.locator('.translations .problem').count()).toBe(0)
})

test('a finding is below its line, with its rule; other contracts name what they lose', async () => {
  const page = await openPage({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
  await page.goto(await playgroundFile())
  await message(page).fill(clarification)
  await expect.poll(() => verdict(page).innerText()).toContain('YAAgents Agentic REST Response Profile 0.3')
  expect(await verdict(page).innerText()).toContain('Recognised: the header X-YAAgents-Profile.')
  const line = page.locator('.code-lines > li', { hasText: '"name": "city"' })
  expect(await line.locator('.finding').innerText()).toContain('The member "question" is missing.')
  await line.getByRole('button', { name: 'yaagents/required-inputs' }).click()
  await line.getByText('A caller cannot answer an empty or incomplete list.').waitFor()
  const file = page.locator('.translation', { hasText: 'Agent Response Format' })
  expect(await file.locator('.losses').innerText()).toContain('/exchange/durationMs')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await axeViolations(page)).toEqual([])
})

test('in the console of a server it goes on when the network is cut', async () => {
  const server = serve(agentOf())
  const { url, close } = await server.listen({ port: 0 })
  onTestFinished(() => close())
  const page = await openPage()
  await page.goto(`${url}/console/#/playground`)
  await page.getByRole('button', { name: 'Show a sample' }).click()
  await expect.poll(() => page.locator('.translation').count()).toBeGreaterThanOrEqual(7)
  await page.context().setOffline(true)
  await message(page).fill('{"type":"about:blank","title":"Gone","status":410}')
  await expect.poll(() => verdict(page).innerText()).toContain('Problem details for HTTP APIs')
  await expect.poll(() => page.locator('.translation', { hasText: 'jpcite' }).count()).toBe(1)
  expect(await axeViolations(page)).toEqual([])
})

test('a text that no contract recognises has a nearest one; one that is no message says why', async () => {
  const page = await openPage()
  await page.goto(await playgroundFile())
  await message(page).fill('{"outputs":{},"usage":{},"grounding":{},"x":1}')
  await expect.poll(() => verdict(page).innerText()).toContain('The nearest is agent-run 1')
  await page.getByRole('combobox', { name: 'Contract' }).selectOption('agent-run')
  await expect.poll(() => verdict(page).innerText()).toContain('Read as the contract that you chose.')
  await page.getByRole('combobox', { name: 'Contract' }).selectOption('')
  await message(page).fill(`HTTP/1.1 200 OK\nno header\n\n{}`)
  await expect.poll(() => page.getByRole('alert').innerText()).toContain('Line 2 of a head is no header.')
})

test('markup and script addresses in every member are text', async () => {
  const page = await openPage()
  await page.goto(await playgroundFile())
  const evil = `"></pre><img src=x onerror=alert(1)><script>alert(2)</script><a href='javascript:alert(3)'>x</a>`
  for (const { text } of samples.filter(({ title }) => !title.includes('broken'))) {
    const hostile = text.replaceAll(/("[^"\n]+": )"([^"\n]*)"/g, (whole, name: string) =>
      /status|type|role|kind|code|state|task|version|jsonrpc/i.test(name) ? whole : `${name}${JSON.stringify(evil)}`,
    )
    await message(page).fill(hostile)
    await expect.poll(() => page.locator('.code-lines').innerText()).toContain('alert(2)')
    await page.waitForFunction(
      () => document.querySelectorAll('.translation').length >= 7 || !document.querySelector('.translations'),
    )
    expect(await page.locator('main img, main script, main a[href^="javascript"]').count()).toBe(0)
  }
})

test('a text that takes too long is ended, and the page goes on meanwhile', async () => {
  const server = serve(agentOf())
  const { url, close } = await server.listen({ port: 0 })
  onTestFinished(() => close())
  const page = await openPage()
  // A worker that never answers: its thread is busy, as with a text that is made for that.
  await page.route('**/examine-worker-*.js', route =>
    route.fulfill({ contentType: 'text/javascript', body: 'onmessage = () => { for (;;); }' }),
  )
  await page.goto(`${url}/console/#/playground`)
  await message(page).fill('{"type":"about:blank"}')
  await page.getByRole('combobox', { name: 'Contract' }).selectOption('problem')
  await page.getByRole('button', { name: 'Keys' }).click()
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await page.keyboard.press('Escape')
  await expect
    .poll(() => page.getByRole('alert').allInnerTexts(), { timeout: 20_000 })
    .toEqual(['This text takes longer than 5 seconds. Use replywire validate FILE for it.'])
  // The next one has a worker of its own.
  await page.unroute('**/examine-worker-*.js')
  await message(page).fill('{"type":"about:blank","title":"Gone","status":410}')
  await expect.poll(() => verdict(page).innerText()).toContain('Problem details for HTTP APIs')
})

test('a worker is one of the files of the console: no other address starts one', async () => {
  const server = serve(agentOf())
  const { url, close } = await server.listen({ port: 0 })
  onTestFinished(() => close())
  const context = await (await sharedBrowser()).newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(`${url}/console/#/playground`)
  await page.getByRole('heading', { name: 'Playground' }).waitFor()
  const tried = await page.evaluate(() =>
    ['data:text/javascript,1', 'assets/x.js', 'https://evil.example/x.js'].map(address => {
      try {
        new Worker(address)
        return 'started'
      } catch (error) {
        return (error as Error).name
      }
    }),
  )
  expect(tried).toEqual(['TypeError', 'TypeError', 'TypeError'])
  const file = await (await fetch(`${url}/console/`)).text()
  const [, script = ''] = /src="\.\/(assets\/[\w.-]+\.js)"/.exec(file) ?? []
  const policy = (await fetch(`${url}/console/${script}`)).headers.get('content-security-policy')
  expect(policy).toBe("default-src 'none'; script-src 'self'")
})

/** Texts that cost most, as long as the page takes them. */
const heavy: readonly (readonly [name: string, text: string])[] = [
  ['deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['wide', `{"type":"about:blank",${'"a":1,'.repeat(40_000)}"b":2}`],
  ['one long line', `{"type":"about:blank","detail":"${'x'.repeat(260_000)}"}`],
  ['many events', 'event: progress\ndata: {"fraction":1}\n\n'.repeat(6000)],
  ['many answers', JSON.stringify({ jsonrpc: '2.0', id: 1, result: { content: Array(9000).fill({ type: 'text' }) } })],
  ['blanks', `${' '.repeat(130_000)}${'\n'.repeat(130_000)}x`],
  ['too long', 'x'.repeat(2_000_000)],
]

test('long and hostile texts are pasted, and leave the page answering', async () => {
  const server = serve(agentOf())
  const { url, close } = await server.listen({ port: 0 })
  onTestFinished(() => close())
  const page = await openPage()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${url}/console/#/playground`)
  for (const [name, text] of heavy) {
    await page.evaluate(pasted => navigator.clipboard.writeText(pasted), text)
    await message(page).focus()
    await page.keyboard.press('Control+V')
    // The page answers while its worker has the text.
    await page.getByRole('combobox', { name: 'Contract' }).selectOption('problem')
    await page.getByRole('combobox', { name: 'Contract' }).selectOption('')
    await expect
      .poll(() => page.getByRole('alert').or(verdict(page)).count(), { message: name, timeout: 20_000 })
      .toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect.poll(() => page.getByRole('alert').or(verdict(page)).count()).toBe(0)
  }
})
