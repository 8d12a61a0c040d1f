/** Every way into the package reads odd JSON texts whole; the client loads that part for such a text only. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

async function printed(program: string): Promise<string> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: process.cwd() })
  return stdout.trim()
}

test.each(['src/index.ts', 'src/codec/index.ts'])('%s', async entry => {
  const program = `
    import { Body } from './${entry}'
    const { notes } = Body.ofText('{"a":1,"a":2,"b":1e400}').json()
    console.log(notes.map(({ code, pointer }) => code + ' ' + pointer).join(), Body.ofText('{').json().problem.message)`
  expect(await printed(program)).toBe(
    'duplicate-key /a,inexact-number /b Not JSON: the text ends too early at line 1, column 2.',
  )
})

test('the client', async () => {
  const program = `
    import { connect } from './src/client/index.ts'
    import { hasSlowJson } from './src/wire/json-quick.ts'
    import { reader } from './src/contracts/yaagents/reader.ts'
    const client = connect('http://127.0.0.1', { contracts: [reader] })
    const headers = { 'content-type': 'application/json', 'x-yaagents-profile': 'v0.3' }
    const read = async text => (await client.read(new Response(text, { headers }))).findings.map(({ rule }) => rule)
    console.log(await read('{"trace":{"correlationId":"c","requestId":"r"}}'), hasSlowJson())
    console.log(await read('{"a":1,"a":2}'), hasSlowJson(), await read('{'), await read('\\ufeff{"trace":1}'))`
  expect((await printed(program)).split('\n')).toEqual([
    '[] false',
    "[ 'json/unique-keys', 'yaagents/trace-recommended' ] true [ 'json/readable' ] [ 'json/no-bom' ]",
  ])
})
