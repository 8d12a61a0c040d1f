/** What both carriers promise of a request. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { HttpRequest } from './message.ts'
import { headOnly, readNodeRequest } from './node.ts'
import { readWebRequest } from './web.ts'

interface Sent {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly pieces?: readonly Uint8Array[]
}

/** A request that has come in; and what ends it from the other side. */
type Arrive = (sent: Sent) => Promise<{ http: HttpRequest; leave(): Promise<void> }>

const overNode: Arrive = async ({ method = 'POST', headers = {}, pieces = [] }) => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const client = send({ port, host: '127.0.0.1', method, headers: { ...headers, host: 'localhost' } })
  client.on('error', () => {})
  for (const piece of pieces) client.write(piece)
  client.end()
  const [incoming, outgoing] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
  return {
    http: readNodeRequest(incoming, outgoing) ?? headOnly(incoming, outgoing),
    async leave() {
      client.destroy()
      await once(outgoing, 'close')
    },
  }
}

const overWeb: Arrive = async ({ method = 'POST', headers = {}, pieces = [] }) => {
  const gone = new AbortController()
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
  const init = { method, headers, signal: gone.signal, duplex: 'half', ...(method === 'GET' ? undefined : { body }) }
  return {
    http: readWebRequest(new Request('http://localhost/', init as RequestInit)),
    leave: async () => gone.abort(),
  }
}

describe.each([
  ['node', overNode],
  ['web', overWeb],
] as const)('%s', (_, arrive) => {
  const piece = (size: number, byte: number) => new Uint8Array(size).fill(byte)
  const chunked = { 'transfer-encoding': 'chunked' }

  test('a body that was too large for one reader is whole for the next, who takes more', async () => {
    const pieces = [piece(10_000, 1), piece(10_000, 2), piece(10_000, 3)]
    const { http } = await arrive({ headers: chunked, pieces })
    expect(await http.read(16_384)).toBeUndefined()
    expect(await http.read(16_384)).toBeUndefined()
    expect(Buffer.concat([(await http.read(30_000)) ?? new Uint8Array()])).toEqual(Buffer.concat(pieces))
    expect((await http.read(30_000))?.byteLength).toBe(30_000)
    expect(await http.read(29_999)).toBeUndefined()
  })

  test('so is one that says how long it is', async () => {
    const { http } = await arrive({ headers: { 'content-length': '20000' }, pieces: [piece(20_000, 1)] })
    expect(await http.read(16_384)).toBeUndefined()
    expect((await http.read(20_000))?.byteLength).toBe(20_000)
  })

  test('a body that is as large as allowed is read', async () => {
    const { http } = await arrive({ headers: chunked, pieces: [piece(100, 1)] })
    expect((await http.read(100))?.byteLength).toBe(100)
  })

  test('no body is empty', async () => {
    expect(await (await arrive({})).http.read(10)).toHaveLength(0)
    expect(await (await arrive({ method: 'GET' })).http.read(10)).toHaveLength(0)
  })

  test('one who has left is reported to those who ask before, and to those who ask after', async () => {
    const { http, leave } = await arrive({})
    const events: string[] = []
    http.onGone(() => events.push('before'))
    expect(http.isGone).toBe(false)
    await leave()
    expect(http.isGone).toBe(true)
    http.onGone(() => events.push('after'))
    expect(events).toEqual(['before', 'after'])
    expect(http.toWeb().signal.aborted).toBe(true)
  })

  test('headers are those that were sent', async () => {
    const { http } = await arrive({ headers: { 'x-a': '1', 'x-empty': '' } })
    expect([http.header('x-a'), http.header('x-empty'), http.header('x-b')]).toEqual(['1', '', undefined])
    expect(http.header('constructor')).toBeUndefined()
    expect(http.headers.get('to-string')).toBeNull()
    expect(http.allHeaders()).toMatchObject({ 'x-a': '1', 'x-empty': '' })
  })
})
