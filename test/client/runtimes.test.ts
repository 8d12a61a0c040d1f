/** The client in Node, Bun, Deno and a real browser, against a real server. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { folder } from '../cli/run-cli.ts'
import { runtimes } from '../runtimes/programs.ts'
import { served } from './servers.ts'

const expected = [
  'odd: ["completed",["json/unique-keys","yaagents/trace-recommended"]]',
  'completed: [{"sum":3},{"id":"yaagents","version":"0.3","reason":"the header X-YAAgents-Profile"},0]',
  'orThrow: {"sum":4}',
  'paused: [{"kind":"input","name":"metric","location":"body","schema":{"type":"string"},"required":true,"question":"Which metric?"}]',
  'answered: {"metric":"ctr"}',
  'failed: "conflict"',
  'stream: ["delta","delta","delta","outcome"]',
  'task: {"until":"done"}',
  'canceled: "canceled"',
  'jpcite: ["completed","jpcite"]',
  'agent-run: ["completed","agent-run"]',
  'problem: ["completed","problem"]',
  'late: "failed"',
]

const run = promisify(execFile)
const program = 'test/client/run-scenario.ts'

describe('the client', () => {
  test('runs in Node', async () => {
    const { url } = await served()
    const { stdout } = await run(process.execPath, [program, url])
    expect(JSON.parse(stdout)).toEqual(expected)
  })

  test.skipIf(runtimes.bun?.program === undefined)('runs in Bun', async () => {
    const { url } = await served()
    const env = { ...process.env, BUN_RUNTIME_TRANSPILER_CACHE_PATH: '0' }
    const { stdout } = await run(runtimes.bun?.program as string, ['--no-install', program, url], { env })
    expect(JSON.parse(stdout)).toEqual(expected)
  })

  test.skipIf(runtimes.deno?.program === undefined)('runs in Deno', async () => {
    const { url } = await served()
    const words = ['run', '--allow-net', '--allow-read', '--no-check', '--no-lock', '--no-remote']
    const env = { ...process.env, DENO_DIR: resolve('node_modules/.cache/deno'), DENO_NO_UPDATE_CHECK: '1' }
    const { stdout } = await run(
      runtimes.deno?.program as string,
      [...words, '--node-modules-dir=manual', program, url],
      { env },
    )
    expect(JSON.parse(stdout)).toEqual(expected)
  })

  test('runs in a browser, from another origin', async () => {
    const { bundleClient } = await import('./bundle-client.ts')
    const files = await bundleClient('test/client/scenario.ts', folder())
    const page = await serveFiles(files)
    const { url } = await served({ cors: { origins: [page] } })
    const { default: chromium } = await import('@sparticuz/chromium')
    const { chromium: playwright } = await import('playwright-core')
    // CORS is part of what is tested.
    const args = chromium.args.filter(arg => !/web-security|site-isolation/.test(arg))
    const browser = await playwright.launch({ executablePath: await chromium.executablePath(), args })
    onTestFinished(() => browser.close())
    const tab = await browser.newPage()
    await tab.goto(`${page}/`)
    const lines = await tab.evaluate(`import('/main.js').then(({ scenario }) => scenario(${JSON.stringify(url)}))`)
    expect(lines).toEqual(expected)
  }, 120_000)
})

/** The files of a folder, and an empty page. */
async function serveFiles(at: string): Promise<string> {
  const server = createServer((request, response) => {
    const name = request.url ?? '/'
    if (!/^\/[\w.-]+\.js$/.test(name))
      return void response.setHeader('content-type', 'text/html').end('<!doctype html>')
    response.setHeader('content-type', 'text/javascript').end(readFileSync(`${at}${name}`))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
