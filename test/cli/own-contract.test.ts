/** A contract of the user's own, named by the path of its module wherever a contract is named. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callCli as cli } from './call-cli.ts'
import { agentResponse, folder, main } from './run-cli.ts'

const index = JSON.stringify(resolve('src/index.ts'))
const cwd = folder({
  'mine.ts': `export { jsend } from ${JSON.stringify(resolve('examples/jsend-contract/index.ts'))}\nexport const other = 1\n`,
  'several.ts': `import { jsend } from './mine.ts'\nexport const a = jsend\nexport const b = { ...jsend, id: 'b' }\n`,
  'chosen.ts': `import { jsend } from './mine.ts'\nexport const b = { ...jsend, id: 'b' }\nexport default jsend\n`,
  'none.ts': 'export const contract = { id: "x" }\n',
  'throws.ts': 'throw new Error("no luck")\n',
  'agent.ts': `import { defineAgent, operation } from ${index}
export default defineAgent({ name: 'x', version: '1', operations: {
  say: operation({ title: 'Say', route: 'GET /word', input: {}, handler: () => ({ text: 'hello' }) }) } })`,
  'good.json': { status: 'success', data: { a: 1 } },
  'bad.json': { status: 'ok', data: {} },
  'file.json': { ...agentResponse, metadata: {} },
})
const run = (...words: string[]) => cli(words, { cwd })

describe('messages', () => {
  test('are validated by it', async () => {
    expect((await run('validate', 'good.json', '--contract', './mine.ts')).out).toMatch(/^✓ good\.json {2}jsend 1/)
    const { code, out } = await run('validate', 'bad.json', '--contract', './mine.ts@1', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out).files[0]).toMatchObject({ contract: 'jsend', findings: [{ rule: 'jsend/status' }] })
  })

  test('are detected by it', async () => {
    const { code, out } = await run('detect', 'good.json', '--contract', 'mine.ts')
    expect(code).toBe(0)
    expect(out).toMatch(/ {2}jsend@1 {2}http /)
    expect((await run('detect', 'file.json', '--contract', 'mine.ts')).code).toBe(2)
  })

  test('are translated from it and into it', async () => {
    const from = await run('translate', 'good.json', '--from', './mine.ts', '--to', 'agent-run')
    expect(JSON.parse(from.out)).toMatchObject({ outputs: { a: 1 } })
    const to = await run('translate', 'file.json', '--to', join(cwd, 'chosen.ts'))
    expect(JSON.parse(to.out)).toMatchObject({ status: 'success', data: { answer: 42 } })
  })

  test('as an option where it is an argument, it is answered with the usage', async () => {
    const { code, err } = await run('explain', 'jsend/status', '--contract', './mine.ts')
    expect(code).toBe(2)
    expect(err).toContain('CONTRACT is an argument, not the option "--contract": replywire explain RULE CONTRACT.')
    expect((await run('rules', '--contract=./mine.ts')).err).toContain('replywire rules CONTRACT.')
  })

  test('its rules are listed and explained', async () => {
    expect((await run('rules', './mine.ts')).out).toMatch(
      /^must {4}jsend\/status {2,}`status` is success, fail or error\. /m,
    )
    const { out } = await run('explain', 'jsend/status', './mine.ts')
    expect(out).toMatch(/^jsend\/status {2}must\n`status` is success, fail or error\./)
    expect(out).toContain('\nSpec   JSend, https://github.com/omniti-labs/jsend\n')
    expect((await run('explain', 'jsend/status')).code).toBe(2)
    expect((await run('schema', './mine.ts')).err).toBe('replywire: jsend 1 has no published schemas.\n')
  })
})

describe('a server', () => {
  const children: ChildProcess[] = []
  let url = ''
  beforeAll(async () => {
    const words = ['serve', 'agent.ts', '--port', '0', '--default-contract', './mine.ts', '--json']
    const child = spawn(process.execPath, [main, ...words], { cwd, stdio: ['ignore', 'pipe', 'ignore'] })
    children.push(child)
    const lines = createInterface({ input: child.stdout as never })[Symbol.asyncIterator]()
    url = JSON.parse((await lines.next()).value ?? '{}').url
  })
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL')
  })

  test('answers in it, and in others for those who ask', async () => {
    expect(await (await fetch(`${url}/word`)).json()).toMatchObject({ status: 'success', data: { text: 'hello' } })
    expect(await (await fetch(`${url}/word?envelope=agent-run`)).json()).toMatchObject({ outputs: { text: 'hello' } })
  })

  test('is called in it', async () => {
    const { code, out } = await run('call', url, 'say', '--contract', './mine.ts', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      outcome: { kind: 'completed', payload: { value: { text: 'hello' } } },
      wire: { body: { status: 'success', data: { text: 'hello' } } },
    })
  })
})

test.each([
  ['./none.ts', './none.ts: it exports no contract: an object with id, title, current, editions and detect.'],
  ['./several.ts', './several.ts: it exports several contracts (a, b); make one of them the default export.'],
  ['./missing.ts', './missing.ts: there is no such file; check the path.'],
  ['./throws.ts', './throws.ts: it cannot be loaded: no luck.'],
  ['./mine.ts@9', 'jsend has no version "9". It has 1.'],
])('%s is one line that says why', async (path, line) => {
  expect(await run('validate', 'good.json', '--contract', path)).toEqual({
    code: 2,
    out: '',
    err: `replywire: ${line}\n`,
  })
})
