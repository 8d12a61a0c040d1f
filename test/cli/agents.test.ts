/** init, serve, dev and call, as processes. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, globSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callCli as cli } from './call-cli.ts'
import { folder, main } from './run-cli.ts'

/** An agent of one operation that says one word. */
const source = (text: string) =>
  `import { defineAgent, operation } from ${JSON.stringify(resolve('src/index.ts'))}
export default defineAgent({ name: 'x', version: '1', operations: {
  say: operation({ title: 'Say', route: 'GET /word', input: {}, handler: () => ({ text: '${text}' }) }) } })`

const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

/** Starts a command that stays, and waits for its first line. */
async function start(
  words: readonly string[],
  cwd: string,
): Promise<{ child: ChildProcess; lines: AsyncIterator<string> }> {
  const child = spawn(process.execPath, [main, ...words], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  const lines = createInterface({ input: child.stdout as never })[Symbol.asyncIterator]()
  return { child, lines }
}

/** Serves `agent.ts`, runs as many calls as are expected through a shell as they are printed, and stops it. */
async function printedCalls(words: readonly string[], cwd: string, expected: number): Promise<string[]> {
  const { child, lines } = await start([...words, 'agent.ts', '--port', '0'], cwd)
  const printed: string[] = []
  while (printed.length < 2 * expected) {
    const { value = '', done } = await lines.next()
    if (done) throw new Error('The server ended before it printed its calls.')
    if (/^(?:# |curl )/.test(value)) printed.push(value)
  }
  const answered: string[] = []
  for (let at = 0; at < printed.length; at += 2) {
    const { stdout } = await promisify(execFile)('sh', ['-c', `${printed[at + 1]} -w '\\n%{http_code}'`])
    const [, greeting, status] = /"text":"(.*?),.*\n(\d+)$/s.exec(stdout) ?? ['', stdout]
    answered.push(`${printed[at]}: ${status} ${greeting}`)
  }
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
  return answered
}

async function served(lines: AsyncIterator<string>): Promise<string> {
  const { value } = await lines.next()
  return (JSON.parse(value) as { url: string }).url
}

describe('a new agent', () => {
  const home = folder()
  const agent = join(home, 'greeter')

  test('is written whole, with the profile that it declares', async () => {
    const { code, out } = await cli(['init', 'greeter', '--json'], { cwd: home })
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual({
      folder: agent,
      created: ['package.json', 'tsconfig.json', 'agent.ts', 'agent.test.ts', 'README.md', '.gitignore'],
      replywire: `file:${process.cwd()}`,
    })
    const manifest = JSON.parse(readFileSync(join(agent, 'package.json'), 'utf8'))
    expect(manifest.dependencies.replywire).toBe(`file:${process.cwd()}`)
    expect(Object.keys(manifest.scripts)).toEqual(['start', 'dev', 'test', 'types'])
    expect(JSON.parse(readFileSync(join(agent, 'tsconfig.json'), 'utf8')).compilerOptions.skipLibCheck).toBe(true)
    expect(manifest.yaagents).toEqual({ profile: 'v0.3', declaration: 'Supports YAAgents Profile v0.3' })
  })

  test('is not written over another', async () => {
    const { code, err } = await cli(['init', 'greeter'], { cwd: home })
    expect(code).toBe(2)
    expect(err).toContain('is not empty')
  })

  test.each(['', '../x', 'A', 'a b', '.'])('cannot be named %j', async name => {
    expect((await cli(['init', name], { cwd: home })).code).toBe(2)
  })

  test('passes its own test and the compiler against the package as it is built', () => {
    const installed = join(agent, 'node_modules', 'replywire')
    mkdirSync(installed, { recursive: true })
    execFileSync(process.execPath, [
      'node_modules/typescript/bin/tsc',
      '-p',
      'tsconfig.build.json',
      '--outDir',
      join(installed, 'dist'),
    ])
    // The compiler leaves generated JavaScript where it is; the build copies it.
    for (const file of globSync('src/**/*.generated.js')) cpSync(file, join(installed, file.replace('src', 'dist')))
    cpSync('package.json', join(installed, 'package.json'))
    symlinkSync(resolve('schemas'), join(installed, 'schemas'))
    symlinkSync(resolve('node_modules'), join(installed, 'node_modules'))
    symlinkSync(resolve('node_modules/zod'), join(agent, 'node_modules', 'zod'))
    const report = execFileSync(process.execPath, ['--test'], {
      cwd: agent,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: '' },
    })
    expect(report).toContain('pass 3')
    symlinkSync(resolve('node_modules/@types'), join(agent, 'node_modules', '@types'))
    expect(
      execFileSync(process.execPath, [resolve('node_modules/typescript/bin/tsc')], { cwd: agent, encoding: 'utf8' }),
    ).toBe('')
  })

  test('answers every call that dev prints with success, and the one that serve prints', async () => {
    expect(await printedCalls(['dev'], agent, 7)).toEqual([
      '# greet: 201 Hello Ada',
      '# read: 200 Hello Grace',
      '# greet in adcp: 201 Hello Ada',
      '# greet in agent-run: 200 Hello Ada',
      '# greet in jpcite: 201 Hello Ada',
      '# greet in yaagents: 201 Hello Ada',
      '# greet in problem: 201 Hello Ada',
    ])
    expect(await printedCalls(['serve'], agent, 1)).toEqual(['# greet: 201 Hello Ada'])
  })
})

describe('serve and call', () => {
  let url: string
  let child: ChildProcess
  beforeAll(async () => {
    const started = await start(
      ['serve', resolve('test/server/agent-module.ts'), '--port', '0', '--no-auth', '--json'],
      process.cwd(),
    )
    child = started.child
    url = await served(started.lines)
  })

  test('a call answers with its data', async () => {
    const { code, out, err } = await cli(['call', url, 'add', 'a=20', 'b=22'])
    expect(err).toContain('✓ completed')
    expect(JSON.parse(out)).toEqual({ sum: 42 })
    expect(code).toBe(0)
  })

  test.each(['yaagents', 'agent-run', 'jpcite', 'adcp', 'problem'])('the same in %s', async contract => {
    const { code, out } = await cli(['call', url, 'add', 'a=20', 'b:=22', '--contract', contract, '--json'])
    expect(code).toBe(0)
    expect(JSON.stringify(JSON.parse(out).outcome.payload)).toContain('"sum":42')
  })

  test('inputs go where they belong', async () => {
    const { out } = await cli(['call', url, 'find', 'thingId=a/b', 'depth=3', 'tag=x', 'apiVersion=9'])
    expect(JSON.parse(out)).toEqual({ found: { thingId: 'a/b', depth: 3, tag: ['x'], apiVersion: '9' } })
  })

  test('an input that is given again is a list', async () => {
    const found = async (...words: string[]) =>
      JSON.parse((await cli(['call', url, 'find', 'thingId=a', ...words])).out).found.tag
    expect(await found('tag=x', 'tag=y', 'tag=z')).toEqual(['x', 'y', 'z'])
    expect(await found('tag:="x"', 'tag:="y"')).toEqual(['x', 'y'])
  })

  test('any number of headers is sent', async () => {
    const words = ['call', url, 'find', 'thingId=a', '--header', 'api-version: 9', '--header', 'X-Request-ID:req-7']
    const { out } = await cli([...words, '--json'])
    const { outcome, wire } = JSON.parse(out)
    expect(outcome.payload.value.found).toEqual({ thingId: 'a', apiVersion: '9' })
    expect(wire.headers['x-request-id']).toBe('req-7')
  })

  test('inputs come from a file and from standard input', async () => {
    const cwd = folder({ 'in.json': { a: 1, b: 2 } })
    expect(JSON.parse((await cli(['call', url, 'add', '@in.json'], { cwd })).out)).toEqual({ sum: 3 })
    expect(JSON.parse((await cli(['call', url, 'add', '-'], { input: '{"a":2,"b":2}' })).out)).toEqual({ sum: 4 })
  })

  test('a stream is shown while it runs', async () => {
    const { code, out, err } = await cli(['call', url, 'talk', 'words=3', '--stream'])
    expect(err).toContain('33 % word 1')
    expect(err).toContain('word 2')
    expect(JSON.parse(out)).toEqual({ words: 3 })
    expect(code).toBe(0)
  })

  test('an operation without a route is called by its task type', async () => {
    expect(JSON.parse((await cli(['call', url, 'HIDDEN'])).out)).toEqual({ hidden: true })
  })

  test.each([
    ['a question', ['happen', 'what=ask'], 4, '? metric: Which metric? (ctr, cpl)'],
    ['a failure', ['happen', 'what=conflict'], 1, 'One is running.'],
    ['a wrong input', ['add', 'a=x', 'b=1'], 1, '/a'],
    ['an unknown operation', ['ad'], 2, 'Did you mean add'],
    ['an input that is none', ['add', 'a'], 2, 'key=value'],
    ['a path without its input', ['find', 'depth=3'], 2, 'thingId is missing: GET /things/{thingId} needs it'],
    [
      'a number that would change',
      ['add', 'a:=12345678901234567890'],
      2,
      'a:= takes JSON. It is a number that cannot be read exactly',
    ],
    ['an input in two ways', ['add', 'a=1', 'a:=1'], 2, 'a is given both as a= and as a:=.'],
    ['a header that is none', ['add', '--header', 'x'], 2, 'A header is NAME:VALUE'],
    ['a header of two lines', ['add', '--header', 'x: a\nb'], 2, 'A header is NAME:VALUE'],
  ])('%s has its exit code', async (_, words, code, text) => {
    const ran = await cli(['call', url, ...words])
    expect(ran.err).toContain(text)
    expect(ran.code).toBe(code)
  })

  test('nobody there is one clear line', async () => {
    const { code, err } = await cli(['call', 'http://127.0.0.1:1', 'add'])
    expect(code).toBe(2)
    expect(err).toContain('does not answer')
  })

  test.each([
    ['an answer', 'application/json', []],
    ['a stream', 'text/event-stream', ['--stream']],
  ])('%s that is cut off is one clear line', async (_, contentType, flags) => {
    const server = createServer((request, response) => {
      if (request.url === '/openapi.json') return void response.writeHead(404).end()
      response.writeHead(200, { 'content-type': contentType, 'x-yaagents-profile': 'v0.3' })
      response.write('event: started\ndata: {"request_id"', () => setTimeout(() => response.destroy(), 50))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { code, err } = await cli(['call', `http://127.0.0.1:${port}`, 'ADD', ...flags])
    server.close()
    expect(err).toBe('✗ BROKEN_OFF: The answer broke off; whether the call took effect is unknown.\n')
    expect(code).toBe(2)
  })

  test('a port that is taken is one clear line', async () => {
    const { port } = new URL(url)
    const agent = resolve('test/server/agent-module.ts')
    const cwd = folder({})
    const taken = await cli(['serve', agent, '--no-auth', '--port', port], { cwd })
    expect(taken.err).toBe(
      `replywire: Cannot listen on 127.0.0.1:${port}: the port is taken; give another one, or 0 for any that is free.\n`,
    )
    expect(taken.code).toBe(2)
    const admin = await cli(['serve', agent, '--no-auth', '--port', '0', '--admin-port', port], { cwd })
    expect(admin.err).toContain('the port is taken')
    expect(admin.code).toBe(2)
  })

  test('whoever may not be heard by others is told of --no-auth', async () => {
    const cwd = folder({ 'agent.ts': source('one') })
    const { code, err } = await cli(['serve', 'agent.ts', '--host', '0.0.0.0', '--port', '0'], { cwd })
    expect(err).toContain('--no-auth')
    expect(code).toBe(2)
  })

  test('a file that is no agent is one clear line', async () => {
    const cwd = folder({ 'none.mjs': 'export default 7', 'broken.mjs': 'export default (' })
    expect((await cli(['serve', 'none.mjs'], { cwd })).err).toContain('its default export is not an agent')
    expect((await cli(['serve', 'broken.mjs'], { cwd })).err).toContain('cannot be loaded')
    expect((await cli(['serve', 'missing.mjs'], { cwd })).code).toBe(2)
  })

  test('a module that serves itself is refused, and not left running', async () => {
    const cwd = folder({ 'own.mjs': `import { createServer } from 'node:http'\ncreateServer().listen(0)` })
    const { code, err } = await cli(['serve', 'own.mjs'], { cwd })
    expect(err).toContain('is run by node')
    expect(code).toBe(2)
  })

  test('it stops on SIGTERM', async () => {
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
  })
})

test('dev starts anew when a file is saved, and survives a mistake', async () => {
  const cwd = folder({ 'agent.ts': source('one') })
  const { child, lines } = await start(['dev', 'agent.ts', '--port', '0', '--json'], cwd)
  const word = async (url: string) => ((await (await fetch(`${url}/word`)).json()) as { text: string }).text
  expect(await word(await served(lines))).toBe('one')
  writeFileSync(join(cwd, 'agent.ts'), 'export default (')
  await sleep(1500)
  writeFileSync(join(cwd, 'agent.ts'), source('two'))
  expect(await word(await served(lines))).toBe('two')
  // As editors and `sed -i` do it, more than once; and in a folder that was not there before.
  for (const text of ['three', 'four']) {
    writeFileSync(join(cwd, 'agent.ts.tmp'), source(text))
    renameSync(join(cwd, 'agent.ts.tmp'), join(cwd, 'agent.ts'))
    expect(await word(await served(lines))).toBe(text)
  }
  mkdirSync(join(cwd, 'words'))
  await served(lines)
  writeFileSync(join(cwd, 'words', 'five.ts'), '')
  expect(await word(await served(lines))).toBe('four')
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
})
