/** What a stream may cost: time of others, memory, and its end. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { delta } from '../../src/agent/answers.ts'
import type { Context } from '../../src/agent/context.ts'
import { defineAgent, operation } from '../../src/agent/define.ts'
import { webResponse } from '../../src/carriers/http/web.ts'
import { contract } from '../../src/contracts/registry.ts'
import { seal } from '../../src/outcome/exchange.ts'
import { completed } from '../../src/outcome/outcome.ts'
import { EventStream } from '../../src/server/http/event-stream.ts'
import { httpEdition } from '../../src/server/negotiate.ts'
import { serve } from '../../src/server/serve.ts'
import { readSse } from '../../src/wire/sse.ts'
import { carriers, listenOn } from './carriers/listen.ts'
import { answerOf, caller, readSlowly, startStopping } from './processes.ts'

describe.each(carriers)('over the %s carrier', carrier => {
  async function listening(handler: (context: Context) => unknown, output?: z.ZodType) {
    const lines: string[] = []
    const note = (_: object, message: string) => void lines.push(message)
    const agent = defineAgent({
      name: 'bounds',
      version: '1',
      operations: {
        go: operation({
          title: 'Go',
          route: 'GET /go',
          input: {},
          ...(output === undefined ? undefined : { output }),
          handler: (_, context) => handler(context) as never,
        }),
      },
    })
    const server = await listenOn(carrier, serve(agent, { authenticate: false, log: { info: note, warn: note } }))
    return { ...server, lines }
  }

  const head = 'GET /go HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\naccept: text/event-stream\r\n\r\n'
  const last = (text: string) => readSse(text).events.at(-1)

  test.each(['text/event-stream', 'application/json'])(
    'a handler that never waits keeps nobody else waiting, and ends when its caller leaves (%s)',
    async accept => {
      const { url, child, open } = await startStopping({ CARRIER: carrier })
      onTestFinished(() => void child.kill('SIGKILL'))
      const endless = await caller(url)
      endless.resume()
      endless.write(`GET /endless HTTP/1.1\r\nhost: localhost\r\naccept: ${accept}\r\n\r\n`)
      await open(1)
      expect((await fetch(`${url}/large?bytes=1`)).status).toBe(200)
      endless.destroy()
      await open(0)
    },
  )

  describe('an author who does not wait for emit', () => {
    test('has the run failed before more than the bound is kept for a reader who does not read', async () => {
      const { url, lines, close } = await listening(async context => {
        for (let n = 0; n < 20_000; n++) void context.emit(delta('x'.repeat(1000)))
        await sleep(60_000, undefined, { signal: context.signal })
      })
      const socket = await caller(url)
      socket.write(head)
      await once(socket, 'readable')
      const text = await readSlowly(socket)
      expect(text.length).toBeLessThan(300_000)
      expect(JSON.parse(last(text)?.data ?? '')).toMatchObject({ type: 'error', code: 'STREAM_OVERRUN' })
      expect(lines).toEqual([
        'More than 262144 bytes of a stream are unread: await ctx.emit() and ctx.progress().',
        'answered',
      ])
      await close()
    })

    test('loses nothing below the bound', async () => {
      const { url, close } = await listening(context => {
        for (let n = 0; n < 200; n++) void context.emit(delta('x'.repeat(1000)))
        return { sent: 200 }
      })
      const response = await fetch(`${url}/go`, { headers: { accept: 'text/event-stream' } })
      const { events } = readSse(await response.text())
      expect(events).toHaveLength(201)
      expect(events.at(-1)?.event).toBe('outcome')
      await close()
    })

    test('does not bring the process down with a moment that cannot be written: it is left out', async () => {
      const { url, lines, close } = await listening(context => {
        void context.emit({ kind: 'delta', mode: 'append', part: { kind: 'data', data: 1n as never } })
        return { sent: 0 }
      })
      const response = await fetch(`${url}/go`, { headers: { accept: 'text/event-stream' } })
      expect(readSse(await response.text()).events.map(({ event }) => event)).toEqual(['outcome'])
      expect(lines).toContain('a moment was not sent')
      await close()
    })
  })

  test('several who wait for one slow reader all go on', async () => {
    const { url, close } = await listening(async context => {
      const writer = async () => {
        for (let n = 0; n < 500; n++) await context.emit(delta('x'.repeat(1000)))
      }
      await Promise.all(Array.from({ length: 20 }, writer))
      return { done: true }
    })
    const socket = await caller(url)
    socket.write(head)
    await once(socket, 'readable')
    expect(last(await readSlowly(socket))?.event).toBe('outcome')
    await close()
  })

  test('HEAD is answered with a head, whatever is accepted', async () => {
    const { url, close } = await listening(() => ({ done: true }))
    const socket = await caller(url)
    socket.write(head.replace('GET', 'HEAD'))
    const answer = answerOf(await readSlowly(socket))
    expect(answer).toMatchObject({ status: 200, body: '' })
    expect(answer.head).not.toContain('event-stream')
    expect(answer.length).toBeGreaterThan(0)
    await close()
  })

  describe('a stream ends with its terminal event', () => {
    test('when the output schema throws', async () => {
      const throwing = z.unknown().refine(() => {
        throw new Error('canary')
      })
      const { url, lines, close } = await listening(async context => {
        await context.progress(0.5)
        return { done: true }
      }, throwing)
      const text = await (await fetch(`${url}/go`, { headers: { accept: 'text/event-stream' } })).text()
      expect(JSON.parse(last(text)?.data ?? '')).toMatchObject({ type: 'error', code: 'OUTPUT_INVALID' })
      expect(text).not.toContain('canary')
      expect(lines).toContain('output schema threw')
      await close()
    })

    test('when the outcome cannot be written', async () => {
      const contractEdition = httpEdition(contract('agent-run'))
      if (contractEdition === undefined) throw new Error('agent-run has an HTTP face')
      const events = new EventStream({ contractEdition, exchange: seal({ operation: 'X' }), onGone() {} })
      const unwritable = completed({})
      Object.defineProperty(unwritable, 'payload', {
        enumerable: true,
        get() {
          throw new Error('canary')
        },
      })
      expect(events.end(unwritable)).toMatchObject({ kind: 'failed', fault: { category: 'internal' } })
      const text = await webResponse({ status: 200, headers: {}, body: events }).text()
      expect(last(text)?.event).toBe('final')
      expect(JSON.parse(last(text)?.data ?? '')).toMatchObject({ status: 'error', success: false })
    })
  })
})
