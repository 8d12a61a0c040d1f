/** A process that is told to stop: real sockets, real signals. */
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { readSse } from '../../src/wire/sse.ts'
import { answerOf, caller, type Running, readSlowly, start, startStopping } from './processes.ts'

const started: Running[] = []
afterEach(() => {
  for (const { child } of started.splice(0)) child.kill('SIGKILL')
})

async function stopping(env: Record<string, string> = {}) {
  const running = await startStopping(env)
  started.push(running)
  return running
}

const large = 24 * 1024 * 1024
const upload = JSON.stringify({ text: 'y'.repeat(200_000) })
const uploadHead = `POST /measures HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${upload.length}\r\n\r\n`

test('finishes 100 requests and 100 streams, answers that are read slowly and bodies that come slowly', async () => {
  const { url, open, stop, exited } = await stopping()
  const readers = await Promise.all(Array.from({ length: 5 }, () => caller(url)))
  for (const socket of readers) {
    socket.write(`GET /large?bytes=${large} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    await once(socket, 'readable')
  }
  await open(0)
  const outlast = (accept: string) =>
    Array.from({ length: 100 }, () =>
      fetch(`${url}/outlast`, { headers: { accept } }).then(response => response.text()),
    )
  const requests = outlast('application/json')
  const streams = outlast('text/event-stream')
  const uploaders = await Promise.all(Array.from({ length: 20 }, () => caller(url)))
  for (const socket of uploaders) socket.write(uploadHead + upload.slice(0, 1000))
  await open(220)
  await stop()
  await expect(fetch(`${url}/health`)).rejects.toThrow()
  for (const socket of uploaders) socket.write(upload.slice(1000))
  for (const text of await Promise.all(requests)) expect(JSON.parse(text)).toMatchObject({ outlasted: true })
  for (const text of await Promise.all(streams)) expect(readSse(text).events.at(-1)?.event).toBe('outcome')
  for (const text of await Promise.all(uploaders.map(socket => readSlowly(socket)))) {
    expect(answerOf(text)).toMatchObject({ status: 200, body: expect.stringContaining('"length":200000') })
  }
  for (const text of await Promise.all(readers.map(socket => readSlowly(socket)))) {
    const { status, length, body } = answerOf(text)
    expect([status, body.length]).toEqual([200, length])
    expect(length).toBeGreaterThan(large)
  }
  expect(await exited).toEqual([0, null])
})

test('waits for the head of a request that has begun to come, and says that it will close', async () => {
  const { url, stop, exited } = await stopping()
  const socket = await caller(url)
  socket.write('GET /large?bytes=5 HTTP/1.1\r\nhost')
  // Another call is answered after these bytes came.
  await fetch(`${url}/large?bytes=5`)
  await stop()
  socket.write(': localhost\r\n\r\n')
  const { status, head } = answerOf(await readSlowly(socket))
  expect(status).toBe(200)
  expect(head).toContain('connection: close')
  expect(await exited).toEqual([0, null])
})

test('goes on with a stream that is read slowly until its terminal event', async () => {
  const { url, open, stop, exited } = await stopping()
  const socket = await caller(url)
  socket.write('GET /floods?events=20000 HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n\r\n')
  await once(socket, 'readable')
  await open(1)
  await stop()
  expect(await readSlowly(socket)).toContain('event: outcome')
  expect(await exited).toEqual([0, null])
})

test('does not wait for connections that nothing is going on at', async () => {
  const { url, stop, exited } = await stopping()
  const silent = await caller(url)
  const idle = await caller(url)
  idle.write('GET /large?bytes=5 HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await once(idle, 'readable')
  await stop().catch(() => {})
  expect(await exited).toEqual([0, null])
  silent.destroy()
  idle.destroy()
})

test('waits no longer than it may: bodies that never come get an answer, readers who never read are cut off', async () => {
  const { url, open, stop, exited } = await stopping({ SHUTDOWN_MS: '500' })
  const reader = await caller(url)
  reader.write(`GET /large?bytes=${large} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  await once(reader, 'readable')
  await open(0)
  const uploader = await caller(url)
  uploader.write(uploadHead + upload.slice(0, 1000))
  await open(1)
  await stop()
  const { status, head, body } = answerOf(await readSlowly(uploader))
  expect(status).toBe(503)
  expect(head).toContain('retry-after: 5')
  expect(JSON.parse(body)).toMatchObject({ code: 'SHUTTING_DOWN' })
  expect(await exited).toEqual([0, null])
  reader.destroy()
})

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('ends at once at a second signal, %s', async (signal, code) => {
  const { url, child, open, stop, exited } = await stopping()
  const request = fetch(`${url}/slow`, {
    method: 'POST',
    body: '{"ms":60000}',
    headers: { 'content-type': 'application/json' },
  })
  await open(1)
  await stop()
  child.kill(signal)
  await expect(request).rejects.toThrow()
  expect(await exited).toEqual([code, null])
})

test.each([
  ['replywire serve', ['src/cli/main.ts', 'serve', 'test/server/busy/agent.ts', '--port', '0', '--json']],
  ['replywire dev', ['src/cli/main.ts', 'dev', 'test/server/busy/agent.ts', '--port', '0', '--json']],
  ['an example beside a model of its own', ['examples/campaigns/main.ts']],
] as const)('%s ends with 0, whatever else is open', async (_, words) => {
  const running = await start(words, { PORT: '0' })
  started.push(running)
  running.child.kill('SIGINT')
  expect(await running.exited).toEqual([0, null])
})
