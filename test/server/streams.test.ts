/** Streams under bad readers, bad handlers and bad moments. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serve } from '../../src/server/serve.ts'
import { readSse } from '../../src/wire/sse.ts'
import { agent } from './agent.ts'
import { carriers, type Door, listenOn } from './carriers/listen.ts'

const talk = (body: object): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
})

describe.each(carriers)('a stream over the %s carrier', carrier => {
  let server: Door
  beforeAll(async () => {
    server = await listenOn(carrier, serve(agent, { authenticate: false, keepAliveMs: 20, streamStartMs: 0 }))
  })
  afterAll(() => server.close())

  test('numbers its events, says when to retry, and is not to be cached or buffered', async () => {
    const response = await fetch(`${server.url}/talks`, talk({ words: 3 }))
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
      'x-yaagents-profile': 'v0.3',
    })
    const { events } = readSse(await response.text())
    expect(events.map(({ id, event }) => `${id} ${event}`)).toEqual([
      '1 progress',
      '2 delta',
      '3 progress',
      '4 outcome',
    ])
    expect(events[0]?.retry).toBe(3000)
  })

  test('is kept alive by comments while the handler is silent', async () => {
    const response = await fetch(`${server.url}/talks`, talk({ words: 1, everyMs: 120 }))
    expect(await response.text()).toContain(': keep-alive\n\n')
  })

  test('of a handler that throws midway still ends with its terminal event', async () => {
    const text = await (await fetch(`${server.url}/talks`, talk({ words: 2, thenThrow: true }))).text()
    const { events } = readSse(text)
    expect(events.map(({ event }) => event)).toEqual(['progress', 'delta', 'error'])
    expect(JSON.parse(events.at(-1)?.data ?? '')).toMatchObject({ type: 'error', code: 'INTERNAL_ERROR' })
    expect(text).not.toContain('canary')
  })

  test('is refused as a plain answer when the input is wrong', async () => {
    const response = await fetch(`${server.url}/talks`, talk({ words: 'many' }))
    expect(response.status).toBe(422)
    expect(response.headers.get('content-type')).toBe('application/vnd.yaagents.validation-error+json')
  })

  test('does not run ahead of a reader who does not read', async () => {
    let written = 0
    const { defineAgent, operation } = await import('../../src/agent/define.ts')
    const { delta } = await import('../../src/agent/answers.ts')
    const flood = defineAgent({
      name: 'flood',
      version: '1',
      operations: {
        flood: operation({
          title: 'Flood',
          route: 'POST /floods',
          input: {},
          async *handler() {
            for (; written < 100_000; written++) yield delta('x'.repeat(1000))
            return { written }
          },
        }),
      },
    })
    const own = await listenOn(carrier, serve(flood, { authenticate: false }))
    const { port } = new URL(own.url)
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    socket.pause()
    socket.write(
      'POST /floods HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\ncontent-length: 2\r\ncontent-type: application/json\r\n\r\n{}',
    )
    let before = -1
    while (written !== before || written === 0) {
      before = written
      await sleep(300)
    }
    expect(written).toBeLessThan(20_000)
    socket.destroy()
    await own.close()
  })
})
