import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { post } from './post.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** The URL of a server that answers so, and what it was sent. */
async function serving(answer: Answer): Promise<{ url: URL; got: { headers: object; body: string }[] }> {
  const got: { headers: object; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    got.push({ headers: request.headers, body })
    answer(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/x?y=1`), got }
}

const send = (url: URL, signal = new AbortController().signal) =>
  post(url, { headers: { 'content-type': 'application/json' }, body: Buffer.from('{"ü":1}'), signal })

test('what is sent arrives whole, and what is answered comes back with its status and headers', async () => {
  const { url, got } = await serving((_, response) => {
    response.writeHead(412, { 'content-type': 'application/x+json', 'set-cookie': ['a=1', 'b=2'] }).end('{"n":1}')
  })
  const answered = await send(url)
  expect(got).toMatchObject([{ headers: { 'content-type': 'application/json' }, body: '{"ü":1}' }])
  if (!('wire' in answered)) throw new Error('No answer.')
  expect(answered.wire).toMatchObject({
    status: 412,
    headers: { 'content-type': 'application/x+json', 'set-cookie': 'a=1, b=2' },
  })
  expect(answered.wire.body.text()).toBe('{"n":1}')
})

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
] as const)('an answer in %s is read', async (encoding, compress) => {
  const { url } = await serving((_, response) => {
    response.writeHead(200, { 'content-encoding': encoding }).end(compress('{"n":1}'))
  })
  const answered = await send(url)
  expect('wire' in answered && answered.wire.body.text()).toBe('{"n":1}')
})

test('an answer larger than a body usually may be is read, up to 64 MiB', async () => {
  const text = JSON.stringify('x'.repeat(40 * 1024 * 1024))
  const { url } = await serving((_, response) => void response.end(text))
  const answered = await send(url)
  expect('wire' in answered && answered.wire.body.json().ok).toBe(true)
})

test.each<[string, Answer, string, string]>([
  [
    'a redirect',
    (_, response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
    'dependency',
    'The remote agent redirects; give its real address.',
  ],
  [
    'an answer without end',
    (_, response) => {
      const piece = Buffer.alloc(1024 * 1024)
      const more = () => {
        while (response.write(piece));
      }
      response.on('drain', more)
      more()
    },
    'dependency',
    'The remote answer is larger than 64 MiB.',
  ],
  [
    'a small answer that expands without end',
    (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(80 << 20))),
    'dependency',
    'The remote answer is larger than 64 MiB.',
  ],
  [
    'an answer that is cut',
    (_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"half', () => response.socket?.destroy())
    },
    'dependency',
    'The remote agent broke its answer off.',
  ],
  [
    'an answer that is not what its encoding says',
    (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain'),
    'dependency',
    'The remote agent broke its answer off.',
  ],
  [
    'no answer at all',
    (request, _) => void request.socket.destroy(),
    'unavailable',
    'The remote agent cannot be reached.',
  ],
])('%s is a fault', async (_, answer, category, message) => {
  const { url } = await serving(answer)
  expect(await send(url)).toMatchObject({ fault: { category, message } })
})

test('whoever stops waiting is heard, before the answer and in the middle of it', async () => {
  for (const begin of [false, true]) {
    const stop = new AbortController()
    const { url } = await serving((_, response) => {
      if (begin) response.write('{')
      setTimeout(() => stop.abort(), 50)
    })
    await expect(send(url, stop.signal)).rejects.toThrow()
  }
})
