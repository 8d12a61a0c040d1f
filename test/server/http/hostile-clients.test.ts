/** Clients that send too much, expect what is unknown, or are older than most; and checks of an author that reject. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineAgent, operation } from '../../../src/agent/define.ts'
import { type Listening, serve } from '../../../src/server/index.ts'

const failing = async (): Promise<boolean> => {
  throw new Error('The database is away.')
}

let calls = 0
const agent = defineAgent({
  name: 'hostile',
  version: '1.0.0',
  operations: {
    greet: operation({
      title: 'Greet',
      route: 'POST /greetings',
      input: z.object({ name: z.string() }),
      handler: ({ name }) => ({ text: `Hello, ${name}` }),
    }),
    reject: operation({
      title: 'Reject',
      route: 'POST /rejections',
      input: z.object({ name: z.string().refine(failing) }),
      handler: () => ({}),
    }),
    look: operation({
      title: 'Look',
      route: 'POST /looks',
      input: z.object({
        name: z.string().refine(async name => {
          calls++
          return name === 'Ada'
        }),
      }),
      handler: () => ({ found: true }),
    }),
  },
})

const lines: object[] = []
let listening: Listening
beforeAll(async () => {
  const log = { info: (line: object) => void lines.push(line), warn: (line: object) => void lines.push(line) }
  listening = await serve(agent, { authenticate: false, maxBodyBytes: 1000, log }).listen({ port: 0 })
})
afterAll(() => listening.close())

const socketTo = async (): Promise<Socket> => {
  const socket = connect(Number(new URL(listening.url).port), '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** What is answered to these bytes until the connection ends. */
async function exchange(bytes: string): Promise<string> {
  const socket = await socketTo()
  let text = ''
  socket.on('data', piece => {
    text += String(piece)
  })
  socket.write(bytes)
  await once(socket, 'close')
  return text
}

describe('a body that goes on after it was refused', () => {
  const piece = Buffer.alloc(64 * 1024, 0x20)
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')])
  /** More than the buffers of two operating systems hold. */
  const mostBytes = 256 * 1024 * 1024

  test.each([
    ['with a length', `content-length: ${mostBytes * 2}`, piece],
    ['in chunks', 'transfer-encoding: chunked', chunk],
  ])('%s is not read to its end: the connection is closed', async (_, framing, part) => {
    const socket = await socketTo()
    let text = ''
    socket.on('data', answered => {
      text += String(answered)
    })
    socket.write(`POST /greetings HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${framing}\r\n\r\n`)
    let sent = 0
    while (!socket.destroyed && sent < mostBytes) {
      sent += part.byteLength
      if (!socket.write(part)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {})
    }
    expect(sent).toBeLessThan(mostBytes)
    expect(text).toMatch(/^HTTP\/1\.1 413 /)
    socket.destroy()
  })

  test('and is short is read, so that the connection can be used again', async () => {
    const socket = await socketTo()
    const post = (body: string) =>
      `POST /greetings HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    let text = ''
    socket.on('data', answered => {
      text += String(answered)
    })
    socket.write(post(`{"name":"${'x'.repeat(100_000)}"}`) + post('{"name":"Ada"}'))
    await expect.poll(() => text).toContain('"text":"Hello, Ada"')
    expect(text).toMatch(/^HTTP\/1\.1 413 /)
    socket.destroy()
  })
})

test.each(['POST /greetings', 'GET /health'])('HTTP/1.0 needs no Host: %s', async line => {
  const body = line.startsWith('POST') ? '{"name":"Ada"}' : ''
  const head = `${line} HTTP/1.0\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  expect(await exchange(head + body)).toMatch(/^HTTP\/1\.1 200 /)
})

test('HTTP/1.0 with the Host of another is refused as ever', async () => {
  const head =
    'POST /greetings HTTP/1.0\r\nhost: evil.example\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n'
  expect(await exchange(`${head}{}`)).toMatch(/^HTTP\/1\.1 403 /)
})

test('an expectation other than 100-continue is 417, with a body, ids and a line in the log', async () => {
  lines.length = 0
  const text = await exchange(
    'POST /greetings HTTP/1.1\r\nhost: localhost\r\nexpect: 200-ok\r\ncontent-type: application/json\r\ncontent-length: 14\r\n\r\n{"name":"Ada"}',
  )
  const [head = '', body = ''] = text.split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 417 Expectation Failed\r\n/)
  expect(head).toContain('content-type: application/problem+json')
  expect(head).toContain('x-content-type-options: nosniff')
  expect(head).toMatch(/x-request-id: \S+/)
  expect(JSON.parse(body)).toEqual({
    type: 'about:blank',
    title: 'Expectation Failed',
    status: 417,
    detail: 'The only expectation that can be met is 100-continue.',
  })
  expect(lines).toEqual([{ request_id: expect.any(String), status: 417 }])
})

describe('a check of an input that waits', () => {
  const post = (path: string, name: string) =>
    fetch(`${listening.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    })

  test('and rejects fails its call, and nothing else', async () => {
    const unhandled: unknown[] = []
    const listener = (reason: unknown) => void unhandled.push(reason)
    process.on('unhandledRejection', listener)
    try {
      const response = await post('/rejections', 'Ada')
      expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('database')])
      for (let turn = 0; turn < 5; turn++) await nextTurn()
      expect(unhandled).toEqual([])
    } finally {
      process.off('unhandledRejection', listener)
    }
    expect((await post('/greetings', 'Ada')).status).toBe(200)
  })

  test('is made once for each call', async () => {
    calls = 0
    expect((await post('/looks', 'Ada')).status).toBe(200)
    expect(calls).toBe(1)
    expect((await post('/looks', 'Bob')).status).toBe(422)
    expect(calls).toBe(2)
  })
})
