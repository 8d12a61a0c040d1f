/** The entry pages: their commands in their order, as they are printed, with the source in place of the package. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { scaffold } from '../../src/cli/agents/scaffold.ts'
import { openDemo } from '../../src/cli/demo/open-demo.ts'
import { screenLines } from '../../src/cli/demo/show-demo.ts'
import { folder, main } from '../cli/run-cli.ts'
import { freePort } from '../free-port.ts'
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

/** A program that stays, and its first line. */
async function begun(
  cwd: string,
  words: readonly string[],
  prints = true,
): Promise<[line: string, stop: () => Promise<void>]> {
  const child = spawn(process.execPath, words, { cwd, stdio: ['ignore', 'pipe', 'ignore'] })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  closing.push(stop)
  if (!prints) return ['', stop]
  const ended = exited.then(() => {
    throw new Error(`${words.join(' ')} ended.`)
  })
  ended.catch(() => {})
  const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])) as [string]
  return [line, stop]
}

async function started(cwd: string, words: readonly string[]): Promise<string> {
  const [line] = await begun(cwd, [main, ...words, '--port', '0', '--json'])
  return (JSON.parse(line) as { url: string }).url
}

function fileIn(page: string, name: string): string {
  const block = blocksIn(page).find(({ file }) => file === name)
  if (block === undefined) throw new Error(`${page} has no ${name}.`)
  return block.text
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
  writeFileSync(join(cwd, 'agent.ts'), fileIn(page, 'agent.ts'))
  // As `npm test` of the generated package does.
  const tests = spawn(process.execPath, ['--test'], { cwd, stdio: 'ignore' })
  expect(await once(tests, 'exit')).toEqual([0, null])
  const url = await started(cwd, ['dev', 'agent.ts'])
  const all = await outputs(page, cwd, url)
  const expected = [
    /^\{"text":"Hello, Ada!","trace":/,
    /^\{"status":"ok",.*Hello, Ada!/,
    /^\{"status":"\w+",.*Hello, Ada!/,
    /Hello, Ada!/,
    /Hello, Ada!/,
    /In which tone\?/,
    /"operationId":"tsk_/,
    /Greet 500 guests|No open requests/,
  ]
  expect(all).toHaveLength(expected.length)
  for (const [index, pattern] of expected.entries()) expect(all[index]).toMatch(pattern)
})

test('for authors: an API key', async () => {
  const page = 'docs/guide/start-author.md'
  const cwd = newAgent()
  writeFileSync(join(cwd, 'agent.ts'), fileIn(page, 'agent.ts'))
  const port = await freePort()
  writeFileSync(join(cwd, 'server.ts'), fileIn(page, 'server.ts').replace('8080', String(port)))
  const [line] = await begun(cwd, ['server.ts'])
  const key = / ([^ ]+)$/.exec(line)?.[1] ?? ''
  const call = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"Ada","tone":"warm"}' }
  const url = `http://127.0.0.1:${port}/greetings`
  await expect.poll(() => fetch(url, call).then(({ status }) => status, String)).toBe(401)
  const headers = { ...call.headers, 'x-api-key': key }
  expect((await fetch(url, { ...call, headers })).status).toBe(201)
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

test('for platforms: a broken answer is counted, then replaced', async () => {
  const page = 'docs/guide/start-platform.md'
  const cwd = folder()
  const [service, listen, admin] = [await freePort(), await freePort(), await freePort()]
  const own = (text: string): string =>
    text.replaceAll('9000', String(service)).replaceAll('8120', String(listen)).replaceAll('9120', String(admin))
  for (const file of ['service.mjs', 'gateway.yaml']) writeFileSync(join(cwd, file), own(fileIn(page, file)))
  await begun(cwd, ['service.mjs'], false)
  await expect.poll(() => fetch(`http://127.0.0.1:${service}/`).then(({ status }) => status, String)).toBe(200)
  const lines = blocksIn(page).flatMap(commandsOf)
  const [check, report, enforce] = lines.flatMap(({ text }) => /^npx replywire (gateway .*)$/.exec(text)?.[1] ?? [])
  const curls = lines.flatMap(({ text }) => (text.startsWith('curl') ? [own(text)] : []))
  const call = async (command = ''): Promise<string> => (await promisify(execFile)('sh', ['-c', command])).stdout
  expect(check).toBe('gateway check')
  const checked = spawn(process.execPath, [main, 'gateway', 'check'], { cwd, stdio: 'ignore' })
  expect(await once(checked, 'exit')).toEqual([0, null])

  const [, stop] = await begun(cwd, [main, ...(report ?? '').split(' ')])
  expect(await call(curls[0])).toBe('{"pages":12}')
  expect(await call(curls[1])).toBe('{"type":"conflict","code":"REPORT_BUSY","message":"The report is being written."}')
  expect(await call(curls[2])).toMatch(/rule="yaagents\/table",level="must"\} 1$/m)
  await stop()
  await begun(cwd, [main, ...(enforce ?? '').split(' ')])
  expect(await call(curls[0])).toBe('{"pages":12}')
  expect(await call(curls[1])).toMatch(/"code":"UPSTREAM_CONTRACT_VIOLATION".*"trace":/)
})

test('for platforms: a configuration from what a service publishes', async () => {
  const cwd = newAgent()
  const url = await started(cwd, ['serve', 'agent.ts', '--no-auth'])
  for (const words of [['init', '--probe', url], ['check']]) {
    const child = spawn(process.execPath, [main, 'gateway', ...words], { cwd, stdio: 'ignore' })
    expect(await once(child, 'exit')).toEqual([0, null])
  }
  expect(readFileSync(join(cwd, 'gateway.yaml'), 'utf8')).toContain('/greetings')
})

test('for approvers: what the demo prints is all that the commands need', async () => {
  const demo = await openDemo({ port: 0 })
  closing.push(() => demo.close())
  const same = (text: string): string => text
  const style = { good: same, bad: same, warn: same, dim: same, strong: same, name: same }
  const screen = screenLines(demo, { style, columns: undefined })
  const [, exports = ''] = /^ {2}Terminal +export (.*); .* inbox$/m.exec(screen.join('\n')) ?? []
  const env = Object.fromEntries(exports.split(' ').map(pair => pair.split('=') as [string, string]))
  const all = blocksIn('docs/guide/start-approver.md').flatMap(commandsOf)
  const shown = all.map(({ text }) => text.replace('$ ', '')).filter(text => text.startsWith('replywire '))
  const act = async (text = '', id = '') => {
    const command = text.replace('apv_…', id).replace(/^replywire/, `${process.execPath} ${main}`)
    return (await promisify(execFile)('sh', ['-c', command], { env: { ...process.env, ...env } })).stdout
  }
  const [inbox, show, approve] = shown
  const [id = ''] = /apv_\S+(?=.*Spend 40000)/.exec(await act(inbox)) ?? []
  expect(await act(show, id)).toContain('40000')
  expect(await act(approve, id)).toContain(`Approved ${id}`)
  expect(shown.at(-1)).toBe('replywire tasks')
})
