/** A contract that is new in a copy of the repository: one folder and one row, `npm run generate`, and all laws. */
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const copy = mkdtempSync(join(tmpdir(), 'replywire-generate-'))

function node(...words: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: copy, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

const read = (path: string) => readFileSync(join(copy, path), 'utf8')

function edit(path: string, from: string, to: string): void {
  const before = read(path)
  expect(before).toContain(from)
  writeFileSync(join(copy, path), before.replaceAll(from, to))
}

beforeAll(() => {
  for (const name of ['src', 'scripts', 'schemas', 'openapi', 'docs', 'package.json']) {
    cpSync(name, join(copy, name), { recursive: true })
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
  // The folder of a contract: the same files, but that it imports from the source.
  cpSync('examples/jsend-contract', join(copy, 'src/contracts/jsend'), {
    recursive: true,
    filter: path => !/(?:main|check-laws|\.test)\.ts$/.test(path),
  })
  for (const path of globSync('src/contracts/jsend/*.ts', { cwd: copy })) {
    if (read(path).includes('../../src/codec/')) edit(path, '../../src/codec/', '../../codec/')
  }
  // The row.
  edit(
    'src/contracts/registry.ts',
    'import { mcp } from',
    "import { jsend } from './jsend/index.ts'\nimport { mcp } from",
  )
  edit('src/contracts/registry.ts', 'a2a, problem]', 'a2a, problem, jsend]')
})

afterAll(() => rmSync(copy, { recursive: true }))

test('its files are named as missing, then generated', () => {
  const before = node('scripts/generate.ts', '--check')
  expect(before.status).toBe(1)
  expect(before.output).toContain('src/contracts/jsend/validators.generated.js')
  expect(node('scripts/generate.ts')).toMatchObject({ status: 0 })
  expect(node('scripts/generate.ts', '--check')).toEqual({ status: 0, output: '' })
  expect(read('src/contracts/rows.generated.ts')).toContain("import('./jsend/detect.ts')")
  expect(read('docs/reference/contracts/jsend.md')).toContain('| `jsend/fail-data` |')
  expect(JSON.parse(read('schemas/jsend/1/error.json'))).toMatchObject({ required: ['status', 'message'] })
})

test('the library has it, and it keeps all laws', () => {
  const script = `
    import { contract, contracts } from './src/index.ts'
    import { laws, readFixtures } from './src/testing/index.ts'
    const jsend = contract('jsend')
    const fixtures = readFixtures(jsend, 'src/contracts/jsend/fixtures')
    for (const { name, run } of laws(jsend, { runs: 200, fixtures, others: contracts })) {
      run()
      console.log(name.replace('jsend 1 http: ', ''))
    }`
  expect(node('--input-type=module', '--eval', script)).toEqual({
    status: 0,
    output: `${[
      'an answer is written without a finding, and read the same less the named losses',
      'an unknown member of an answer is read or found, and written or named',
      'every value of an answer is read, or found where it stands, whatever its type',
      'an answer with any value in any place is read, and can be written in every contract',
      'translated to any contract, an answer is valid there, and what does not arrive is named',
    ].join('\n')}\n`,
  })
})

test('a server answers in it, for callers who ask and as the default', () => {
  const script = `
    import { defineAgent, operation } from './src/index.ts'
    import { serve } from './src/server/index.ts'
    const greet = operation({ title: 'Greet', route: 'GET /greet', input: {}, handler: () => ({ a: 1 }) })
    const agent = defineAgent({ name: 'a', version: '1.0.0', operations: { greet } })
    for (const [options, query] of [[{}, '?envelope=jsend'], [{ contract: 'jsend' }, '']]) {
      const { url, close } = await serve(agent, options).listen({ port: 0 })
      console.log(await (await fetch(url + '/greet' + query)).text())
      await close()
    }`
  const answer = '{"status":"success","data":{"a":1}}\n'
  expect(node('--input-type=module', '--eval', script)).toEqual({ status: 0, output: answer + answer })
})

test('the command line recognises it, explains it and translates it', () => {
  const at = join(copy, 'message.json')
  writeFileSync(at, '{ "status": "fail", "data": { "title": "A title is required" } }')
  expect(node('src/cli/main.ts', 'detect', at).output).toContain('jsend')
  expect(node('src/cli/main.ts', 'explain', 'jsend/code')).toMatchObject({
    status: 0,
    output: expect.stringContaining('The `code` of an error is a number.'),
  })
  expect(node('src/cli/main.ts', 'validate', at)).toMatchObject({ status: 0 })
  expect(node('src/cli/main.ts', 'translate', at, '--to', 'problem').output).toContain('A title is required')
})
