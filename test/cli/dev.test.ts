/** `replywire dev` and `serve` as an author meets them: real processes, mistakes, saves. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { freePort } from '../free-port.ts'
import { callCli as cli } from './call-cli.ts'
import { folder, main } from './run-cli.ts'

const patience = { timeout: 60_000, interval: 50 }
const replywire = JSON.stringify(resolve('src/index.ts'))

const children: ChildProcess[] = []
afterAll(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
})

/** A module of one agent. */
const agentOf = (operations: string, before = ''): string =>
  `import { appendFileSync } from 'node:fs'
import { defineAgent, operation, refuse } from ${replywire}
${before}
export default defineAgent({ name: 'x', version: '1', title: 'Tried', operations: {
${operations}
} })
`

interface Running {
  url: string
  child: ChildProcess
  /** What was printed so far, without colours. */
  out(): string
  err(): string
  raw(): string
}

/** Starts `dev` in a folder and waits until the agent answers. */
async function dev(cwd: string, env: Record<string, string> = {}, command = 'dev', flags?: string[]): Promise<Running> {
  const port = await freePort()
  const { FORCE_COLOR: _, NO_COLOR: __, ...rest } = process.env
  const child = spawn(process.execPath, [main, command, 'agent.ts', ...(flags ?? ['--port', String(port)])], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...rest, ...env },
  })
  children.push(child)
  let out = ''
  let err = ''
  child.stdout.on('data', chunk => {
    out += chunk
  })
  child.stderr.on('data', chunk => {
    err += chunk
  })
  await expect.poll(() => out, patience).toContain(flags ? 'http://127.0.0.1:' : `http://127.0.0.1:${port}`)
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(out)?.[0] ?? ''
  return {
    url,
    child,
    raw: () => err,
    out: () => stripVTControlCharacters(out),
    err: () => stripVTControlCharacters(err),
  }
}

async function post(url: string, body: object = {}): Promise<{ status: number; text: string; location: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': 'req-7' },
    body: JSON.stringify(body),
  })
  return { status: response.status, text: await response.text(), location: response.headers.get('location') ?? '' }
}

const mistakes = agentOf(
  `  fail: operation({ title: 'Fail', route: 'POST /fail', input: {}, handler: ({ name }) => {
      return { email: emailOf(name) }
  } }),
  typo: operation({ title: 'Say', route: 'POST /typo', input: {}, handler: () => ({ txt: 1 }),
    output: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } } }),
  wrong: operation({ title: 'Wrong', route: 'POST /wrong', input: {}, handler: () => refuse('notfound', 'no') }),
  steer: operation({ title: 'Steer', route: 'POST /steer', input: {}, handler: () => { throw new Error('\\u001b[2Jgone') } }),`,
  `const users = {}
const emailOf = name => users[name].email`,
)

describe('dev', () => {
  test('passes a store from the environment on there, not on a command line that others can see', async () => {
    const before = "appendFileSync('words.txt', process.argv.slice(2).join(' ') + ' ' + process.env.REPLYWIRE_STORE)"
    const cwd = folder({
      'agent.ts': agentOf("hello: operation({ title: 'Hello', input: {}, handler: () => 1 })", before),
    })
    const { url } = await dev(cwd, { REPLYWIRE_STORE: 'sqlite:secret.db' })
    const { port } = new URL(url)
    expect(readFileSync(join(cwd, 'words.txt'), 'utf8')).toBe(`serve agent.ts --port=${port} sqlite:secret.db`)
  })

  test('lists what can be called and where things are stored', async () => {
    const { out } = await dev(folder({ 'agent.ts': mistakes }))
    await expect.poll(out, patience).toContain('curl')
    const [head, ...lines] = out().split('\n')
    expect(head).toMatch(/^Tried at http:\/\/127\.0\.0\.1:\d+$/)
    expect(lines.slice(0, 8)).toEqual([
      '  POST   /fail   fail: Fail',
      '  POST   /typo   typo: Say',
      '  POST   /wrong  wrong: Wrong',
      '  POST   /steer  steer: Steer',
      '  MCP    /mcp    every operation is a tool',
      '  A2A    /a2a    card: /.well-known/agent-card.json',
      '  Docs   /docs   /openapi.json',
      '  Store  .replywire/replywire.db (new file)',
    ])
  })

  test('shows an exception with its place and source, a wrong answer with its place; callers see neither', async () => {
    const { url, err, raw } = await dev(folder({ 'agent.ts': mistakes }), { FORCE_COLOR: '1' })
    const answers = []
    for (const path of ['/fail', '/typo', '/wrong', '/steer']) answers.push(await post(url + path, { name: 'Ada' }))
    for (const { status, text } of answers) {
      expect(status).toBe(500)
      expect(text).toContain('"message":"The run failed."')
      expect(text).toContain('"requestId":"req-7"')
      expect(text).not.toMatch(/email|notfound|agent\.ts|txt/)
    }
    await expect.poll(err, patience).toContain('POST /steer 500 INTERNAL_ERROR yaagents')
    expect(err()).toContain(
      [
        '✗ fail: handler threw',
        "  TypeError: Cannot read properties of undefined (reading 'email')",
        '  agent.ts:4:37',
        '',
        '    2 | import { defineAgent, operation, refuse } from',
      ].join('\n'),
    )
    expect(err()).toContain('  > 4 | const emailOf = name => users[name].email\n')
    expect(err()).toContain('    at emailOf (agent.ts:4:37)\n    at Object.handler (agent.ts:7:23)\n  request req-7\n')
    expect(err()).toContain(
      [
        '✗ typo: the answer breaks its output schema',
        "    /text  Must have required property 'text'; found nothing (there is txt)",
        '  Return what output declares, or change output.',
        '  request req-7',
      ].join('\n'),
    )
    expect(err()).toContain('ReplywireError: refuse: "notfound" is not a category. Write one of invalid, ')
    expect(err()).toContain("> 11 |   wrong: operation({ title: 'Wrong'")
    expect(err()).toContain('  Error: \\u{1b}[2Jgone\n')
    expect(err()).toMatch(/^POST \/fail 500 INTERNAL_ERROR yaagents \d+ ms req-7$/m)
    expect(raw()).toContain('\u001b[31m500 INTERNAL_ERROR\u001b[39m')
    expect(raw()).not.toContain('\u001b[2J')
  })

  test('writes the same as JSON where nobody looks', async () => {
    const { url, err } = await dev(folder({ 'agent.ts': mistakes }))
    await post(`${url}/fail`, { name: 'Ada' })
    await expect.poll(err, patience).toContain('"msg":"answered"')
    const lines = err()
      .split('\n')
      .filter(line => line.startsWith('{'))
      .map(line => JSON.parse(line))
    expect(lines[0]).toMatchObject({
      msg: 'handler threw',
      error: 'TypeError',
      message: "TypeError: Cannot read properties of undefined (reading 'email')",
      at: 'agent.ts:4:37',
      operation: 'fail',
      request_id: 'req-7',
    })
    expect(lines[1]).toMatchObject({ msg: 'answered', status: 500, route: 'POST /fail', request_id: 'req-7' })
  })

  test('serve shows no text of an exception', async () => {
    const { url, err } = await dev(folder({ 'agent.ts': mistakes }), { FORCE_COLOR: '1' }, 'serve')
    await post(`${url}/fail`, { name: 'Ada' })
    await expect.poll(err, patience).toContain('POST /fail 500 INTERNAL_ERROR')
    expect(err()).toContain('! fail: handler threw error=TypeError req-7\n')
    expect(err()).not.toContain('email')
  })

  const waiting = (end: string): string =>
    agentOf(`  work: operation({ title: 'Work', route: 'POST /work', async: true, input: {}, handler: async (_, ctx) => {
    await ctx.step('first', () => appendFileSync('steps.txt', 'first\\n'))
    ${end}
  } }),`)

  test('a save hands a running task back: the port is up again, and the next process goes on with the task', async () => {
    const cwd = folder({ 'agent.ts': waiting('await new Promise(() => {})') })
    const { url, err, out } = await dev(cwd)
    const { status, location } = await post(`${url}/work`)
    expect(status).toBe(202)
    await expect.poll(() => existsSync(join(cwd, 'steps.txt')), patience).toBe(true)
    writeFileSync(join(cwd, 'agent.ts'), waiting(`return { by: 'the second process' }`))
    await expect.poll(err, patience).toContain('task handed back: another process goes on with it')
    expect(err()).toContain('replywire: agent.ts was saved; restarting.')
    const result = async () => {
      const answer = await fetch(url + location.replace('/status', '/result')).catch(() => undefined)
      return answer?.text()
    }
    await expect.poll(result, patience).toContain('the second process')
    expect(readFileSync(join(cwd, 'steps.txt'), 'utf8')).toBe('first\n')
    // The banner is not repeated: the address is enough.
    expect(out().match(/Tried at /g)).toHaveLength(2)
    expect(out().match(/MCP/g)).toHaveLength(1)
  })

  test('keeps its ports over restarts, where it took any that were free', async () => {
    const agent = agentOf(`  ping: operation({ title: 'Ping', route: 'POST /ping', input: {}, handler: () => 'one' }),`)
    const cwd = folder({ 'agent.ts': agent })
    const { url, out } = await dev(cwd, {}, 'dev', ['--port', '0', '--admin-port', '0'])
    await expect.poll(out, patience).toContain('Metrics at ')
    writeFileSync(join(cwd, 'agent.ts'), agent.replace('one', 'two'))
    const again = () =>
      post(`${url}/ping`)
        .then(({ text }) => text)
        .catch(() => '')
    await expect.poll(again, patience).toContain('two')
    const admin = out().match(/Metrics at \S+/g)
    expect([admin?.length, new Set(admin).size]).toEqual([2, 1])
  })

  test('an agent that never waits is ended, and started with what was saved', async () => {
    const loops = `  spin: operation({ title: 'Spin', route: 'POST /spin', input: {}, handler: () => {
      appendFileSync('began.txt', 'x')
      for (const end = Date.now() + 120_000; Date.now() < end; ) {}
  } }),`
    const cwd = folder({ 'agent.ts': agentOf(loops) })
    const { url, err } = await dev(cwd)
    post(`${url}/spin`).catch(() => {})
    await expect.poll(() => existsSync(join(cwd, 'began.txt')), patience).toBe(true)
    writeFileSync(
      join(cwd, 'agent.ts'),
      agentOf(`  spin: operation({ title: 'Spin', route: 'POST /spin', input: {}, handler: () => 'done' }),`),
    )
    await expect.poll(err, patience).toContain('the agent does not stop by itself; it is ended.')
    const again = () =>
      post(`${url}/spin`)
        .then(({ text }) => text)
        .catch(() => '')
    await expect.poll(again, patience).toContain('done')
  })
})

describe('a module that cannot be loaded is shown with file, line and source', () => {
  const files = {
    'syntax.ts': 'const a: number = 1\nexport default {\n  c: 1\n  d: 2\n}\n',
    'syntax.mjs': 'export default {\n  c: 1\n  d: 2\n}\n',
    'twice.ts': "import './value.ts'\nconst a: number = 1\nconst a: number = 2\n",
    'value.ts': 'export const value = 1\n',
    'throws.ts': "import './inner.ts'\n",
    'inner.ts': "function f() {\n  throw new RangeError('boom')\n}\nf()\n",
    'package.ts': "import { z } from 'zodd'\n",
    'missing.ts': "import { x } from './nothing.ts'\n",
    'ending.ts': "import { value } from './value'\n",
    'export.ts': "import { other } from './value.ts'\n",
    'plain.ts': `import { defineAgent } from ${replywire}\nexport default defineAgent({ name: 'x', version: '1', operations: {\n  greet: { title: 'Greet', input: {}, handler: () => 1 },\n} })\n`,
    'route.ts': `import { operation } from ${replywire}\nexport default operation({\n  title: 'Thing', route: 'GET /things/{id}', input: { type: 'object', properties: {} }, handler: () => 1 })\n`,
  }
  const cwd = folder({ 'package.json': { type: 'module' }, ...files })

  test.each([
    ['syntax.ts', "syntax.ts:4:3: it cannot be loaded: Expected ',', got 'ident'", '> 4 |   d: 2'],
    ['syntax.mjs', "syntax.mjs:3:3: it cannot be loaded: Unexpected identifier 'd'", '> 3 |   d: 2'],
    ['twice.ts', "twice.ts:3:7: it cannot be loaded: Identifier 'a' has already", '> 3 | const a: number = 2'],
    ['throws.ts', 'inner.ts:2:9: throws.ts cannot be loaded: boom', "> 2 |   throw new RangeError('boom')"],
    [
      'package.ts',
      "package.ts:1:19: it cannot be loaded: Cannot find package 'zodd'. Install it: npm install zodd",
      "> 1 | import { z } from 'zodd'",
    ],
    [
      'missing.ts',
      "missing.ts:1:19: it cannot be loaded: Cannot find module 'nothing.ts'. There is no such file.",
      "> 1 | import { x } from './nothing.ts'",
    ],
    [
      'ending.ts',
      "Cannot find module 'value'. There is value.ts: imports name a file with its ending.",
      '> 1 | import',
    ],
    ['export.ts', "export.ts:1:10: it cannot be loaded: The requested module './value.ts' does not", '> 1 | import'],
    [
      'plain.ts',
      'plain.ts:2:16: it cannot be loaded: "greet" is not an operation. Write greet: operation({ … }).',
      '> 2 | export default defineAgent(',
    ],
    ['route.ts', 'its route GET /things/{id} has {id}, its input has no id.', '> 2 | export default operation({'],
  ])('%s', async (file, message, frame) => {
    const { code, err } = await cli(['serve', file, '--port', '0'], { cwd })
    expect(err.split('\n')[0]).toContain(message)
    expect(err).toContain(`  ${frame}`)
    expect(err).not.toContain('Warning')
    expect(code).toBe(2)
    const json = await cli(['serve', file, '--port', '0', '--json'], { cwd })
    expect(JSON.parse(json.err).error.message).toContain(message)
  })
})
