import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { callCli as cli } from './call-cli.ts'
import { agentResponse, codeless, folder } from './run-cli.ts'

const { response: _, ...rest } = agentResponse
/** Two mistakes that can be mended: the field is named result, and it is an object. */
const mistaken = { ...rest, result: { answer: 42 } }
const read = (...parts: string[]) => JSON.parse(readFileSync(join(...parts), 'utf8'))

describe('--fix', () => {
  test('mends the file in place, says what it did, keeps its mode and leaves nothing behind', async () => {
    const cwd = folder({ '.agent-response.json': mistaken })
    const path = join(cwd, '.agent-response.json')
    chmodSync(path, 0o640)
    const { code, out, err } = await cli(['validate', '--fix', '.agent-response.json'], { cwd })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^✓ \.agent-response\.json {2}agent-file 1\.0 .*\n( {2}fixed {2}.*\n)+$/)
    expect(read(path)).toEqual(agentResponse)
    expect(statSync(path).mode & 0o777).toBe(0o640)
    expect(readdirSync(cwd)).toEqual(['.agent-response.json'])
    const again = await cli(['validate', '--fix', '.agent-response.json'], { cwd })
    expect(again).toMatchObject({ code: 0, out: expect.not.stringContaining('fixed') })
  })

  test('--dry-run only says what it would do', async () => {
    const cwd = folder({ 'reply.json': mistaken })
    const { code, out } = await cli(['validate', '--fix', '--dry-run', 'reply.json'], { cwd })
    expect(code).toBe(1)
    expect(out).toMatch(/ {2}would fix {2}/)
    expect(out).toContain('/result')
    expect(read(cwd, 'reply.json')).toEqual(mistaken)
    const json = await cli(['validate', '--fix', '--dry-run', '--json', 'reply.json'], { cwd })
    expect(JSON.parse(json.out).files[0]).toMatchObject({ valid: false, wouldFix: [expect.any(String)] })
  })

  test('standard input is mended to standard output, the report goes to standard error', async () => {
    const { code, out, err } = await cli(['validate', '--fix', '-'], { input: JSON.stringify(mistaken) })
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual(agentResponse)
    expect(err).toContain('fixed')
    const json = await cli(['validate', '--fix', '--json', '-'], { input: JSON.stringify(mistaken) })
    const [file] = JSON.parse(json.out).files
    expect(file).toMatchObject({ valid: true, findings: [], fixed: [expect.any(String)] })
    expect(JSON.parse(file.text)).toEqual(agentResponse)
  })

  test('what cannot be mended passes through unchanged, with its findings', async () => {
    const input = JSON.stringify(codeless)
    const { code, out, err } = await cli(['validate', '--fix', '-'], { input })
    expect(code).toBe(1)
    expect(out).toBe(input)
    expect(err).toContain('  not fixed  nothing in the message shows the intended value, and a guess could be wrong.')
  })

  test.each([
    ['{"error":"It broke."}', 'it contains an error, and the intended status is not known.'],
    [
      '{"status":"done","response":"{}"}',
      '/status: the file does not show what was meant, and a guess could be wrong.',
    ],
    ['{"cut', 'it starts as JSON and is none: what was meant is not known.'],
  ])('%s: says why it cannot be mended safely', async (text, why) => {
    const cwd = folder({ '.agent-response.json': text })
    const { out } = await cli(['validate', '--fix', '.agent-response.json'], { cwd })
    expect(out).toContain(`  not fixed  ${why}\n`)
  })

  test('an output without its envelope is put into one', async () => {
    const cwd = folder({ '.agent-response.json': '{"answer":42}', '.agent-request.json': { request_id: 'r-1' } })
    expect(await cli(['validate', '--fix', '.agent-response.json'], { cwd })).toMatchObject({ code: 0 })
    expect(read(cwd, '.agent-response.json')).toMatchObject({
      status: 'success',
      request_id: 'r-1',
      response: '{"answer":42}',
    })
  })

  test('a wire file keeps its other members', async () => {
    const cwd = folder({ 'wire.json': { about: 'seen on Monday', face: 'file', body: mistaken } })
    const { code } = await cli(['validate', '--wire', '--fix', 'wire.json'], { cwd })
    expect(code).toBe(0)
    expect(read(cwd, 'wire.json')).toEqual({ about: 'seen on Monday', face: 'file', body: agentResponse })
  })

  test('a link within the folder stays a link, and its target is mended', async () => {
    const cwd = folder({ 'real/reply.json': mistaken })
    symlinkSync('real/reply.json', join(cwd, 'link.json'))
    expect(await cli(['validate', '--fix', 'link.json'], { cwd })).toMatchObject({ code: 0 })
    expect(lstatSync(join(cwd, 'link.json')).isSymbolicLink()).toBe(true)
    expect(read(cwd, 'real/reply.json')).toEqual(agentResponse)
  })

  test('a link that leads elsewhere is not written through', async () => {
    const elsewhere = folder({ 'reply.json': mistaken })
    const cwd = folder()
    symlinkSync(join(elsewhere, 'reply.json'), join(cwd, 'link.json'))
    const { code, err } = await cli(['validate', '--fix', 'link.json'], { cwd })
    expect(code).toBe(2)
    expect(err).toBe(
      'replywire: link.json: not fixed: it is a symbolic link that leads out of its folder; name the file itself.\n',
    )
    expect(read(elsewhere, 'reply.json')).toEqual(mistaken)
  })

  test('a file that may not be written stays as it was', async () => {
    const cwd = folder({ 'reply.json': mistaken })
    chmodSync(cwd, 0o777)
    chmodSync(join(cwd, 'reply.json'), 0o444)
    const nobody = process.getuid?.() === 0 ? { uid: 65_534 } : {}
    const { code, err } = await cli(['validate', '--fix', 'reply.json'], { cwd, ...nobody })
    expect({ code, err }).toEqual({
      code: 2,
      err: 'replywire: reply.json: not fixed: it may not be written; change its mode first.\n',
    })
    expect(read(cwd, 'reply.json')).toEqual(mistaken)
  })

  test('a folder that cannot be written leaves the file as it was', async () => {
    const cwd = folder({ 'locked/reply.json': mistaken })
    chmodSync(cwd, 0o755)
    chmodSync(join(cwd, 'locked/reply.json'), 0o666)
    chmodSync(join(cwd, 'locked'), 0o555)
    const nobody = process.getuid?.() === 0 ? { uid: 65_534 } : {}
    const { code, err } = await cli(['validate', '--fix', 'locked/reply.json'], { cwd, ...nobody })
    expect(code).toBe(2)
    expect(err).toMatch(/^replywire: locked\/reply\.json: not fixed: it could not be written \(EACCES\).*\n$/)
    expect(read(cwd, 'locked/reply.json')).toEqual(mistaken)
    chmodSync(join(cwd, 'locked'), 0o755)
  })

  test('--dry-run alone is wrong usage', async () => {
    const { code, err } = await cli(['validate', '--dry-run', 'x.json'])
    expect({ code, err }).toEqual({
      code: 2,
      err: 'replywire: --dry-run needs --fix: add it.\n',
    })
  })
})
