/** Slow readers, and readers who leave in the middle of an answer. */
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineAgent, delta, operation } from '../../../src/index.ts'
import { serve } from '../../../src/server/index.ts'
import { readSse } from '../../../src/wire/sse.ts'
import { callsOpen } from '../calls-open.ts'
import { answerOf, caller, readSlowly } from '../processes.ts'
import { carriers, type Door, listenOn } from './listen.ts'

const agent = defineAgent({
  name: 'long',
  version: '1',
  operations: {
    talk: operation({
      title: 'A long stream',
      route: 'GET /talk',
      effects: 'none',
      input: z.object({ events: z.number() }),
      async *handler({ events }) {
        for (let n = 1; n <= events; n++) yield delta(`${n} `.padEnd(1000, 'x'))
        return { events }
      },
    }),
    large: operation({
      title: 'A large answer',
      route: 'GET /large',
      effects: 'none',
      input: z.object({ bytes: z.number() }),
      handler: ({ bytes }) => ({ text: 'x'.repeat(bytes) }),
    }),
  },
})

describe.each(carriers)('over the %s carrier', carrier => {
  const server = serve(agent, { authenticate: false, newId: () => 'id-1' })
  let door: Door
  beforeAll(async () => {
    door = await listenOn(carrier, server)
  })
  afterAll(() => door.close())

  const send = async (path: string, accept: string) => {
    const socket = await caller(door.url)
    socket.on('error', () => {})
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\naccept: ${accept}\r\n\r\n`)
    await once(socket, 'readable')
    return socket
  }

  test('a slow reader gets all of a long stream, in its order', async () => {
    const text = await readSlowly(await send('/talk?events=3000', 'text/event-stream'))
    // Chunks of the transfer stand between events, never within one.
    const { events } = readSse(text.slice(text.indexOf('\r\n\r\n') + 4).replaceAll(/^[0-9a-f]+\r\n|\r\n/gm, ''))
    const order = events.slice(0, -1).map(({ data }) => Number.parseInt(JSON.parse(data).part.text, 10))
    expect(order).toEqual(Array.from({ length: 3000 }, (_, n) => n + 1))
    expect(events.at(-1)?.event).toBe('outcome')
  })

  test('a slow reader gets all of a large answer', async () => {
    const { status, length, body } = answerOf(await readSlowly(await send('/large?bytes=5000000', 'application/json')))
    expect([status, body.length]).toEqual([200, length])
    expect(JSON.parse(body).text).toHaveLength(5_000_000)
  })

  test.each([
    ['a large answer', '/large?bytes=20000000', 'application/json'],
    ['a long stream', '/talk?events=100000', 'text/event-stream'],
  ])('a reader who leaves in the middle of %s leaves nothing open', async (_, path, accept) => {
    const socket = await send(path, accept)
    socket.destroy()
    await expect.poll(() => callsOpen(server)).toBe(0)
    expect((await fetch(`${door.url}/large?bytes=1`)).status).toBe(200)
  })
})
