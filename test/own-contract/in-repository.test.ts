/** A contract that is new in a copy of the repository: one folder and one row, `npm run generate`, and all laws. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { copyWithJsend } from './repository-copy.ts'

const { folder: copy, node, read } = copyWithJsend()

const vitest = (...words: string[]) => node('node_modules/vitest/vitest.mjs', 'run', '--no-color', ...words)

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

/** The laws and the tests that CONTRIBUTING.md lists: nothing but the folder and the row was written for them. */
test.each([
  ['keeps all laws', 'test/laws/first-half.test.ts', 'test/laws/second-half.test.ts'],
  // Where CI is set, vitest writes no new file on its own.
  ['passes the golden tests', '--update=new', 'test/golden'],
  ['is served as every contract', 'test/server/every-contract.test.ts'],
])('it %s', (_, ...files) => {
  const { status, output } = vitest('-t', 'jsend', ...files)
  expect(output).toMatch(/Tests .* passed/)
  expect(status, output).toBe(0)
})

test('its entry needs no pin, and no test names the contracts', () => {
  const files = ['test/exports.test.ts', 'test/layering.test.ts', 'test/plain-english.test.ts']
  const { status, output } = vitest(...files)
  expect(status, output).toBe(0)
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
