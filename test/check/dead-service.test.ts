/** A service that is dead, dies or lies is never a pass: in every contract, over every carrier that the contract has. */
import { createServer, type RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { contracts } from '../../src/contracts/registry.ts'
import { carriers } from '../../src/wire/wire.ts'
import { callCli as cli } from '../cli/call-cli.ts'
import { folder } from '../cli/run-cli.ts'
import { listen, start } from './kit.ts'
import { answerMcp } from './mcp-server.ts'

const cases = 'cases:\n  - { name: ping, operation: ping, route: GET /ping, input: { size: 1 }, effects: none }\n'

/** The exit code of a check of one case without effects, and the summary. */
async function check(address: string, contract: string) {
  const words = ['check', address, '--contract', contract, '--cases', 'c.yaml', '--timeout', '0.2', '--json']
  const { code, out, err } = await cli(words, { cwd: folder({ 'c.yaml': cases }) })
  expect(err).toBe('')
  return { code, summary: JSON.parse(out).summary }
}

const faces = contracts.flatMap(({ id, current, editions }) =>
  carriers.filter(carrier => editions[current]?.[carrier] !== undefined).map(carrier => [id, carrier] as const),
)

test('every contract and carrier is here', () => {
  expect(faces.map(([id, carrier]) => `${id} ${carrier}`)).toEqual([
    'adcp http',
    'adcp mcp',
    'adcp a2a',
    'agent-file file',
    'agent-run http',
    'jpcite http',
    'jpcite mcp',
    'yaagents http',
    'mcp mcp',
    'a2a a2a',
    'problem http',
  ])
})

async function closedPort(): Promise<string> {
  const server = createServer()
  const url = await listen(server)
  await new Promise(resolve => server.close(resolve))
  return url
}

const served = (handler: RequestListener) => () => listen(createServer(handler))

/** Services that give no answer: exit code 2, and no statement about the contract. */
const silent: Record<string, () => Promise<string>> = {
  'nothing listens': closedPort,
  'it never answers': served(() => {}),
  'it closes every connection': served(request => request.socket.destroy()),
  'it closes its half, and sends nothing': served(request => request.socket.end()),
  'it speaks another protocol': served(request => request.socket.end('SSH-2.0-OpenSSH_9.6\r\n')),
  'every answer breaks off': served((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
    response.write('{"a":', () => response.destroy())
  }),
  'every head breaks off': served(request => request.socket.end('HTTP/1.1 200 OK\r\ncontent-ty')),
  'every answer drips, and does not end': served((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  }),
}

/** Services that answer, with something else: never exit code 0. */
const wrong: Record<string, () => Promise<string>> = {
  'a page for every path': served((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome</title>')
  }),
  '500 without content': served((_, response) => response.writeHead(500).end()),
  '200 without content': served((_, response) => response.writeHead(200).end()),
  '404 with {}': served((_, response) => {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
  }),
  '200 with {}': served((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }),
  'a redirect to itself': served((request, response) => {
    response.writeHead(302, { location: request.url ?? '/' }).end()
  }),
  'JSON of more than 16 MiB': served((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const piece = `"${'x'.repeat(1024 * 1024)}",`
    const more = (): void => {
      while (!response.destroyed) if (!response.write(piece)) return void response.once('drain', more)
    }
    response.write('[')
    more()
  }),
}

const overNetwork = faces.filter(([, carrier]) => carrier !== 'file')
const addressOf = (url: string, carrier: string): string =>
  carrier === 'http' ? url : `${carrier}+${url}${carrier === 'mcp' ? '/mcp' : ''}`

describe.each(overNetwork)('%s over %s', (id, carrier) => {
  test.each(Object.entries(silent))('%s', async (_, open) => {
    const { code, summary } = await check(addressOf(await open(), carrier), id)
    expect(summary).toMatchObject({ passed: 0, failed: 0, advised: 0 })
    expect(code).toBe(2)
  })

  test.each(Object.entries(wrong))('%s', async (_, open) => {
    const { code } = await check(addressOf(await open(), carrier), id)
    expect([1, 2]).toContain(code)
  })
})

const card = (url: string) => ({
  name: 'dying',
  description: 'Dies.',
  version: '1',
  protocolVersion: '0.3.0',
  url,
  preferredTransport: 'JSONRPC',
  capabilities: {},
  defaultInputModes: [],
  defaultOutputModes: [],
  skills: [{ id: 'ping', name: 'ping', description: 'ping', tags: [] }],
})

describe('it dies at the first call', () => {
  test.each(overNetwork.filter(([, carrier]) => carrier === 'mcp'))('%s over %s', async (id, carrier) => {
    const server = createServer()
    const url = await listen(server)
    const inner = await start(request => answerMcp(request, [{ name: 'ping', inputSchema: {} }], () => ({})))
    server.on('request', async (request, response) => {
      const pieces: Buffer[] = []
      for await (const piece of request) pieces.push(piece as Buffer)
      const body = Buffer.concat(pieces).toString()
      if (body.includes('tools/call')) return void request.socket.destroy()
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
      const { method = '' } = request
      const answer = await fetch(inner, { method, headers, ...(method === 'POST' ? { body } : undefined) })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    })
    const { code, summary } = await check(addressOf(url, carrier), id)
    expect(summary).toMatchObject({ passed: 0, failed: 0, advised: 0 })
    expect(code).toBe(2)
  })

  test.each(overNetwork.filter(([, carrier]) => carrier === 'a2a'))('%s over %s', async (id, carrier) => {
    const url: string = await listen(
      createServer((request, response) => {
        if (request.method === 'GET') response.end(JSON.stringify(card(`${url}/a2a`)))
        else request.socket.destroy()
      }),
    )
    const { code, summary } = await check(addressOf(url, carrier), id)
    expect(summary).toMatchObject({ passed: 0, failed: 0, advised: 0 })
    expect(code).toBe(2)
  })
})

const node = `"${process.execPath}" -e`
/** Commands instead of services. */
const commands: Record<string, string> = {
  'cannot be started': '/nowhere/command',
  'ends at once': `${node} "process.exit(0)"`,
  'fails at once': `${node} "process.exit(7)"`,
  'does nothing': `${node} "setInterval(() => {}, 1000)"`,
}

describe.each(Object.entries(commands))('a command that %s', (_, command) => {
  test.each(faces.filter(([, carrier]) => carrier === 'mcp'))('%s over stdio', async id => {
    const { code, summary } = await check(`mcp+stdio:${command}`, id)
    expect(summary).toMatchObject({ passed: 0, failed: 0, advised: 0 })
    expect(code).toBe(2)
  })

  test.each(faces.filter(([, carrier]) => carrier === 'file'))('%s over files', async id => {
    const { code, summary } = await check(`file+host:${command}`, id)
    expect(summary).toMatchObject({ passed: 0, advised: 0 })
    expect([1, 2]).toContain(code)
  })
})
