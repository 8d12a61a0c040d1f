/** Commands that may take long show what they do: on a terminal, on standard error, and not with `--json`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineAgent, operation } from '../../src/index.ts'
import { type Listening, serve } from '../../src/server/index.ts'
import { openStore } from '../../src/store/open.ts'
import { callCli } from './call-cli.ts'
import { folder, main } from './run-cli.ts'

const look = operation({ title: 'Look', route: 'GET /looks', effects: 'none', input: {}, handler: () => ({ seen: 1 }) })
const cwd = folder(Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`many/${index}.json`, '{}'])))
const store = ['--store', `sqlite:${cwd}/progress.db`]
let listening: Listening

beforeAll(async () => {
  listening = await serve(defineAgent({ name: 'looker', version: '1', operations: { look } })).listen({ port: 0 })
  await (await openStore(`sqlite:${cwd}/progress.db`)).close()
})
afterAll(() => listening.close())

/** What a person sees: both streams, on a terminal. */
async function onTerminal(words: readonly string[]): Promise<string> {
  const command = [process.execPath, main, ...words].map(word => `'${word}'`).join(' ')
  const child = spawn('script', ['-qec', command, '/dev/null'], { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  let out = ''
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', chunk => {
    out += chunk
  })
  await once(child, 'close')
  return out
}

const cases: readonly (readonly [words: () => readonly string[], shown: string])[] = [
  [() => ['check', listening.url, '--contract', 'yaagents'], '1 of '],
  [() => ['validate', 'many'], '25 of 300 files'],
  [() => ['detect', 'many'], '25 of 300 files'],
  [() => ['store', 'doctor', ...store], 'Checking the store …'],
  [() => ['store', 'migrate', ...store], 'Migrating the store …'],
  [() => ['store', 'stats', ...store], 'Counting …'],
  [() => ['doctor', listening.url, ...store], 'Checking …'],
  [() => ['gateway', 'init', '--force', '--probe', listening.url], 'Reading the operations …'],
]

test.each(cases)('%s', async (words, shown) => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what rewrites a line
  const lines = (await onTerminal(words())).split(/\r\x1b\[2K/).map(text => text.replaceAll(/\x1b\[\d+m/g, ''))
  expect(lines.some(text => text.startsWith(shown))).toBe(true)
  expect(await onTerminal([...words(), '--json'])).not.toContain(shown)
  const { out, err } = await callCli(words(), { cwd })
  expect(out + err).not.toContain(shown)
})
