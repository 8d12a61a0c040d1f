/** The entry pages: their commands in their order, as they are printed, with the source in place of the package. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from 'vitest'
import { scaffold } from '../../src/cli/agents/scaffold.ts'
import { folder, main } from '../cli/run-cli.ts'
import { commandsOf } from './commands.ts'
import { blocksIn } from './markdown.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** The folder of a new agent, in which `replywire` is the source. */
function newAgent(): string {
  const cwd = folder()
  for (const [file, text] of scaffold('greeter', 'replywire')) writeFileSync(join(cwd, file), text)
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    exports: Record<string, { default?: string }>
  }
  const sources = Object.entries(exports).flatMap(([name, { default: file }]) =>
    file?.startsWith('./dist/') ? [[name, file.replace('./dist/', './src/').replace('.js', '.ts')]] : [],
  )
  const shim = join(cwd, 'node_modules/replywire')
  mkdirSync(shim, { recursive: true })
  writeFileSync(
    join(shim, 'package.json'),
    JSON.stringify({ name: 'replywire', type: 'module', exports: Object.fromEntries(sources) }),
  )
  symlinkSync(resolve('src'), join(shim, 'src'))
  symlinkSync(resolve('node_modules/zod'), join(cwd, 'node_modules/zod'))
  return cwd
}

async function started(cwd: string, words: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [main, ...words, '--port', '0', '--json'], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  closing.push(async () => {
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`replywire ${words.join(' ')} ended.`)
  })
  const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])) as [string]
  ended.catch(() => {})
  return (JSON.parse(line) as { url: string }).url
}

/** Runs the calls of a page; npm's commands and those that stay are left out. */
async function outputs(page: string, cwd: string, url: string): Promise<string[]> {
  const lines = blocksIn(page).flatMap(commandsOf)
  const calls = lines.filter(({ text }) => /^(?:curl|npx replywire (?!init|dev|serve|gateway))/.test(text))
  const found: string[] = []
  for (const { text } of calls) {
    const line = text
      .replaceAll('http://127.0.0.1:8080', url)
      .replaceAll('npx replywire', `${process.execPath} ${main}`)
    const { stdout, stderr } = await new Promise<{ stdout: string; stderr: string }>((done, fail) =>
      execFile('sh', ['-c', line], { cwd }, (error, out, err) =>
        error === null ? done({ stdout: out, stderr: err }) : fail(new Error(`${text}: ${out}${err}`)),
      ),
    )
    found.push(stdout + stderr)
  }
  return found
}

test('for authors: three contracts, two more carriers, a question and an approval', async () => {
  const page = 'docs/guide/start-author.md'
  const cwd = newAgent()
  const agent = blocksIn(page).find(({ file }) => file === 'agent.ts')
  writeFileSync(join(cwd, 'agent.ts'), agent?.text ?? '')
  const url = await started(cwd, ['dev', 'agent.ts'])
  const all = await outputs(page, cwd, url)
  const expected = [
    /^\{"text":"Hello, Ada","trace":/,
    /^\{"status":"ok",.*Hello, Ada/,
    /^\{"status":"\w+",.*Hello, Ada/,
    /Hello, Ada/,
    /Hello, Ada/,
    /Whom shall I greet\?/,
    /"operationId":"tsk_/,
    /Greet 500 guests|No open requests/,
  ]
  expect(all).toHaveLength(expected.length)
  for (const [index, pattern] of expected.entries()) expect(all[index]).toMatch(pattern)
})

test('for integrators: what it offers, a call, a validated answer, a check and types', async () => {
  const cwd = newAgent()
  const url = await started(cwd, ['serve', 'agent.ts', '--no-auth'])
  const [offered, called, validated, checked, saved, types] = await outputs('docs/guide/start-integrator.md', cwd, url)
  expect(offered).toMatch(/^greet /m)
  expect(called).toContain('Ada')
  expect(validated).toContain('✓')
  expect(checked).toContain('✓ conforms')
  expect(saved).toBe('')
  expect(types).toMatch(/\bgreet\b/)
})

test('for platforms: a configuration from what the service publishes, without a mistake', async () => {
  const cwd = newAgent()
  const url = await started(cwd, ['serve', 'agent.ts', '--no-auth'])
  const lines = blocksIn('docs/guide/start-platform.md').flatMap(commandsOf)
  const found = lines.filter(({ text }) => /^npx replywire gateway (?:init|check)/.test(text))
  expect(found).toHaveLength(2)
  for (const { text } of found) {
    const words = text.replace('http://127.0.0.1:8080', url).split(' ').slice(2)
    const child = spawn(process.execPath, [main, ...words], { cwd, stdio: 'ignore' })
    expect(await once(child, 'exit'), text).toEqual([0, null])
  }
  expect(readFileSync(join(cwd, 'gateway.yaml'), 'utf8')).toContain('/greetings')
})
