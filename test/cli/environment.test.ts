/** Environment variables for what is repeated, and secrets that stand in files. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { callCli as cli } from './call-cli.ts'
import { folder } from './run-cli.ts'

/** A server that notes the authorization and other headers that it receives, and answers with a plain object. */
async function receiver() {
  const received: Record<string, unknown>[] = []
  const server = createServer((request, response) => {
    received.push(request.headers)
    const isDocument = request.url === '/openapi.json'
    const operation = { operationId: 'say', responses: {} }
    const body = isDocument ? { openapi: '3.1.0', paths: { '/word': { get: operation } } } : { word: 'hello' }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

describe('REPLYWIRE_STORE', () => {
  test('is the store of every command that has one, and --store goes before it', async () => {
    const cwd = folder()
    const env = { REPLYWIRE_STORE: 'sqlite:named.db' }
    expect((await cli(['store', 'migrate'], { cwd, env })).code).toBe(0)
    expect((await cli(['tasks'], { cwd, env })).out).toBe('No tasks found.\n')
    expect((await cli(['tasks'], { cwd })).err).toContain('There is no store at .replywire/replywire.db.')
    expect((await cli(['inbox', '--store', 'sqlite:other.db'], { cwd, env })).err).toContain('no store at other.db')
  })

  test('that is no store is reported by its name', async () => {
    const { code, err } = await cli(['tasks'], { cwd: folder(), env: { REPLYWIRE_STORE: 'mysql://u:secret@x' } })
    expect({ code, err }).toEqual({
      code: 2,
      err: 'replywire: REPLYWIRE_STORE: mysql: is not supported. A store is sqlite:PATH or postgres://USER@HOST/NAME.\n',
    })
  })
})

describe('REPLYWIRE_URL and REPLYWIRE_TOKEN', () => {
  test('are the agent that is called, and its token', async () => {
    const { url, received } = await receiver()
    const env = { REPLYWIRE_URL: url, REPLYWIRE_TOKEN: 't0ken' }
    const { code, out } = await cli(['call', 'say'], { env })
    expect({ code, out: JSON.parse(out) }).toEqual({ code: 0, out: { word: 'hello' } })
    expect(received.map(({ authorization }) => authorization)).toEqual(['Bearer t0ken', 'Bearer t0ken'])
    expect((await cli(['call'], { env })).out).toContain('say')
  })

  test('the token of one agent is not sent to another', async () => {
    const { url, received } = await receiver()
    const env = { REPLYWIRE_URL: 'https://agents.example', REPLYWIRE_TOKEN: 't0ken' }
    expect((await cli(['call', url, 'say'], { env })).code).toBe(0)
    expect(received.map(({ authorization }) => authorization)).toEqual([undefined, undefined])
    expect((await cli(['call', url, 'say', '--token', 'other'], { env })).code).toBe(0)
    expect(received.at(-1)?.authorization).toBe('Bearer other')
  })

  test('without either the URL is missing', async () => {
    expect(await cli(['call'])).toEqual({
      code: 2,
      out: '',
      err: 'replywire: URL is missing: name the agent, or set REPLYWIRE_URL. See replywire call --help.\n',
    })
  })

  test('a file that has no agent of its own is answered by the one of REPLYWIRE_URL', async () => {
    const cwd = folder()
    const { code, err } = await cli(['file', 'answer'], { cwd, env: { REPLYWIRE_URL: 'http://127.0.0.1:1' } })
    expect({ code, err }).toEqual({
      code: 2,
      err: 'replywire: --contract is missing: name the contract of the agent at --url.\n',
    })
  })
})

describe('@FILE', () => {
  test('gives headers and a token', async () => {
    const { url, received } = await receiver()
    const cwd = folder({ 'headers.txt': 'X-One: 1\n\nX-Two: 2\r\n', 'token.txt': 't0ken\n', 'empty.txt': '' })
    const words = ['call', url, 'say', '--header', '@headers.txt', '--header', 'x-three:3', '--token', '@token.txt']
    expect((await cli(words, { cwd })).code).toBe(0)
    expect(received.at(-1)).toMatchObject({
      'x-one': '1',
      'x-two': '2',
      'x-three': '3',
      authorization: 'Bearer t0ken',
    })
    expect((await cli(['call', url, 'say', '--token', '@empty.txt'], { cwd })).err).toBe(
      'replywire: --token: empty.txt is empty.\n',
    )
    expect((await cli(['call', url, 'say', '--header', '@none.txt'], { cwd })).err).toBe(
      'replywire: none.txt: there is no such file; check the path.\n',
    )
  })

  test.each([
    [['--token', 'a b'], 'A token is one word of printable ASCII characters.'],
    [
      ['--token', 'a', '--header', 'Authorization: b'],
      '--token and an authorization header exclude each other: leave one out.',
    ],
    [['--header', 'a: b\nc: d'], 'A header is NAME:VALUE, in Latin letters and on one line.'],
  ])('%j is refused', async (words, line) => {
    const { url, received } = await receiver()
    expect(await cli(['call', url, 'say', ...words])).toEqual({ code: 2, out: '', err: `replywire: ${line}\n` })
    expect(received).toEqual([])
  })
})

test('a spent request state of MCP is no running claim in store stats', async () => {
  const { listenToCallers, headersOf } = await import('../interop/mcp/callers.ts')
  const { modern } = await import('../interop/mcp/raw.ts')
  const store = `sqlite:${join(folder(), 'a.db')}`
  const server = await listenToCallers({ store })
  onTestFinished(() => server.close())
  const call = (more: object) => {
    const params = { name: 'optimize', arguments: { campaign: 'spring' }, ...more }
    return modern(server.mcp, 'tools/call', params, { headers: headersOf('ada') })
  }
  const { body } = await call({})
  const inputResponses = { input: { action: 'accept', content: { metric: 'ctr' } } }
  const again = { inputResponses, requestState: String(body.result?.requestState) }
  expect((await call(again)).body.result).toMatchObject({ structuredContent: { metric: 'ctr' } })
  const stats = JSON.parse((await cli(['store', 'stats', '--json', '--store', store])).out)
  expect(stats).toMatchObject({ claims_running: 0, claims_done: 1 })
  expect((await call(again)).body.error).toMatchObject({ data: { reason: 'invalid_request_state' } })
})
