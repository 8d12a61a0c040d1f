/** What a peer sent cannot steer the terminal of whoever looks at it. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../../src/cli/commands/translate.ts'
import type { OutputStream, Terminal } from '../../src/cli/terminal.ts'
import { callCli as cli } from './call-cli.ts'
import { agentResponse, folder } from './run-cli.ts'

/** CSI of C1, right-to-left override, isolate, line separator, a tag beyond the first plane. */
const steering = 'a\u009b31m\u202eb\u2066c\u2028d\u{e0041}é漢👍'
const cwd = folder({
  'value.json': { ...agentResponse, response: JSON.stringify({ [steering]: steering }) },
  'text.json': { ...agentResponse, response: `one\n${steering}`, metadata: { content_type: 'text/plain' } },
  'finding.json': { ...agentResponse, [steering]: 1 },
})
const raw = /[\u0080-\u009f\u2028\u202e\u2066\u{e0041}]/u

const same = (text: string): string => text
const style = { good: same, bad: same, warn: same, dim: same, strong: same, name: same }

function screen(): OutputStream & { text(): string } {
  let all = ''
  const write = (text: string | Uint8Array): void => {
    all += typeof text === 'string' ? text : Buffer.from(text).toString()
  }
  return { write, line: (text = '') => write(`${text}\n`), style, isTerminal: true, columns: 80, text: () => all }
}

const terminalOf = (out: OutputStream, err: OutputStream): Terminal => ({ out, err, json: false, result: () => {} })

test.each([
  ['value.json', 'a JSON value'],
  ['text.json', 'a text'],
])('translate on a terminal: %s, %s', async file => {
  const out = screen()
  const err = screen()
  const values = { to: 'yaagents' }
  await run({ values, given: new Set(), positionals: [join(cwd, file)], terminal: terminalOf(out, err) })
  expect(out.text()).toContain('\\u009b31m\\u202eb\\u2066c\\u2028d\\udb40\\udc41é漢👍')
  expect(out.text()).not.toMatch(raw)
  expect(err.text()).not.toMatch(raw)
})

test('translate prints a wire file to a terminal as safely', async () => {
  const out = screen()
  const values = { to: 'yaagents', wire: true }
  const wire = join(
    folder({ 'wire.json': { face: 'file', body: { ...agentResponse, response: `"${steering}"` } } }),
    'wire.json',
  )
  await run({ values, given: new Set(), positionals: [wire], terminal: terminalOf(out, screen()) })
  expect(out.text()).toContain('\\u009b31m')
  expect(out.text()).not.toMatch(raw)
})

test('JSON spells them, and its values stay what they are', async () => {
  const { out } = await cli(['translate', '--json', 'value.json', '--to', 'yaagents'], { cwd })
  expect(out).not.toMatch(raw)
  expect(JSON.parse(out).wire.body).toMatchObject({ [steering]: steering })
  const judged = await cli(['validate', '--json', 'finding.json'], { cwd })
  expect(judged.out).not.toMatch(raw)
  expect(JSON.parse(judged.out).files[0].findings[0].pointer).toBe(`/${steering}`)
})

test('a pipe gets the bytes as they are', async () => {
  const { out } = await cli(['translate', 'value.json', '--to', 'yaagents'], { cwd })
  expect(JSON.parse(out)).toMatchObject({ [steering]: steering })
  expect(out).toMatch(raw)
})

test('an error in JSON spells the name of a file', async () => {
  const { err } = await cli(['translate', '--to', 'problem', '--json', 'no\u202esuch.json'], { cwd })
  expect(err).not.toMatch(raw)
  expect(JSON.parse(err).error.code).toBe('ERR_UNREADABLE')
})
