/** A process of each command family: it prints and ends as the same words do within the process of a test. */
import { expect, test } from 'vitest'
import { callCli } from './call-cli.ts'
import { agentResponse, cli, codeless, conflict, conflictWire, folder, type RunOptions } from './run-cli.ts'

const files = {
  'good.json': conflict,
  'bad.json': codeless,
  'wire.json': conflictWire,
  '.agent-response.json': agentResponse,
}
const env = { REPLYWIRE_SECRET: 'thirty-two characters, or a few more' }

const families: [number, string[], Pick<RunOptions, 'input' | 'env'>?][] = [
  [2, []],
  [2, ['valdate']],
  [0, ['--version']],
  [0, ['help', 'validate']],
  [0, ['validate', 'good.json']],
  [1, ['validate', '--json', 'good.json', 'bad.json']],
  [0, ['validate', '-'], { input: JSON.stringify(conflict) }],
  [0, ['validate', 'good.json'], { env: { FORCE_COLOR: '1' } }],
  [0, ['translate', 'wire.json', '--wire', '--to', 'problem']],
  [0, ['detect', 'good.json']],
  [0, ['contracts']],
  [0, ['rules', '--json']],
  [0, ['explain', 'yaagents/trace']],
  [0, ['schema', 'yaagents', 'conflict']],
  [0, ['completion', 'bash']],
  [2, ['init', '../x']],
  [2, ['call', 'http://127.0.0.1:1', 'add']],
  [2, ['file', 'ask', '--prompt', 'p']],
  [0, ['file', 'status']],
  [0, ['store', 'migrate']],
  [2, ['tasks', 'list'], { env }],
  [2, ['inbox'], { env }],
  [2, ['approve', 'apv_x'], { env }],
  [2, ['webhooks', 'list'], { env }],
]

test.each(families)('%i: replywire %j', async (code, words, options) => {
  const [within, outside] = [folder(files), folder(files)]
  const called = await callCli(words, { cwd: within, ...options })
  const ran = await cli(words, { cwd: outside, ...options })
  const plain = (text: string): string =>
    text.replaceAll(outside, within).replaceAll(/"\d{4}-\d\d-\d\dT[^"]+Z"/g, '"NOW"')
  expect({ out: plain(ran.out), err: plain(ran.err) }).toEqual({ out: plain(called.out), err: plain(called.err) })
  expect([ran.code, called.code]).toEqual([code, code])
})
