/** `replywire call --stream` over plain HTTP: what a task sends is shown while it comes, through cuts too. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ask, defineAgent, operation } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { callCli as cli } from './call-cli.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function writer(): Promise<string> {
  const agent = defineAgent({
    name: 'writer',
    version: '1.0.0',
    operations: {
      write: operation({
        title: 'Write',
        route: 'POST /texts',
        async: true,
        input: z.object({ about: z.string().optional() }),
        async handler({ about }, ctx) {
          if (about === undefined) return ask([{ name: 'about', question: 'About what?' }])
          await ctx.progress(0.5, 'thinking')
          return { text: await ctx.pipe(['All ', 'about ', about]) }
        },
      }),
    },
  })
  const { url, close } = await serve(agent, { authenticate: false }).listen({ port: 0 })
  closing.push(close)
  return url
}

describe('a task of a real server', () => {
  test.each([
    ['by its name', 'write', []],
    ['in another contract', 'write', ['--contract', 'jpcite']],
    ['by its task type', 'WRITE', []],
  ])('called %s is shown from acceptance to outcome', async (_, name, more) => {
    const { code, out, err } = await cli(['call', await writer(), name, 'about=owls', '--stream', ...more])
    expect(err).toContain(' 50 % thinking\nAll about owls\n✓ completed')
    expect([code, out]).toEqual([0, expect.stringContaining('"text": "All about owls"')])
  })

  test('in JSON is a line for each moment', async () => {
    const { out } = await cli(['call', await writer(), 'write', 'about=owls', '--stream', '--json'])
    const lines = out
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(lines.map(({ kind, part, outcome }) => kind + (part?.text ?? outcome?.kind ?? ''))).toEqual([
      'progress',
      'deltaAll ',
      'deltaabout ',
      'deltaowls',
      'undefinedcompleted',
    ])
  })

  test('that asks before it has sent anything asks as it does without a stream', async () => {
    const { code, err } = await cli(['call', await writer(), 'write', '--stream'])
    expect([code, err]).toEqual([4, expect.stringContaining('? about: About what?')])
  })
})

/** A server whose answers are written by hand; what was asked is noted. */
async function scripted(...answers: ((response: ServerResponse) => void)[]) {
  const asked: string[] = []
  const server = createServer((request: IncomingMessage, response) => {
    if (request.url === '/openapi.json') return void response.writeHead(404).end()
    asked.push(`${request.method} ${request.url} ${request.headers['last-event-id'] ?? '-'} ${request.headers['x-me']}`)
    const answer = answers.shift()
    if (answer === undefined) response.writeHead(404).end()
    else answer(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const event = (id: number, name: string, data: object) =>
  `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify({ type: name, request_id: 'r', task_type: 'ADD', ...data })}\n\n`
const delta = (id: number, text: string) => event(id, 'delta', { mode: 'append', part: { type: 'text', text } })
const final = (id: number) => event(id, 'final', { status: 'ok', success: true, outputs: { sum: 3 } })

const answering =
  (text: string, { location = '/operations/tsk_1/events?envelope=agent-run@1', cut = false } = {}) =>
  (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', ...(location && { 'content-location': location }) })
    response.write(text, () => (cut ? response.destroy() : response.end()))
  }

describe('a stream that breaks off', () => {
  const call = (url: string) => cli(['call', url, 'ADD', '--stream', '--header', 'x-me: ann'])

  test('is taken up after the last event, again and again', async () => {
    const { url, asked: request } = await scripted(
      answering(event(0, 'started', {}) + delta(1, 'One ') + delta(2, 'two ').slice(0, 20), { cut: true }),
      answering(delta(2, 'two '), { location: '' }),
      response => void response.writeHead(503).end(),
      answering(delta(3, 'three') + final(4), { location: '' }),
    )
    const { code, err, out } = await call(url)
    expect(err).toContain('One two three\n✓ completed')
    expect([code, JSON.parse(out)]).toEqual([0, { sum: 3 }])
    expect(request).toEqual([
      'POST /agents/run/stream - ann',
      'GET /operations/tsk_1/events?envelope=agent-run@1 1 ann',
      'GET /operations/tsk_1/events?envelope=agent-run@1 2 ann',
      'GET /operations/tsk_1/events?envelope=agent-run@1 2 ann',
    ])
  })

  test('is not taken up at another origin, which would get the headers', async () => {
    const other = await scripted(answering(final(4)))
    const { url, asked: request } = await scripted(
      answering(delta(1, 'One '), { location: `${other.url}/x`, cut: true }),
    )
    expect((await call(url)).err).toContain('The answer broke off; whether the call took effect is unknown.')
    expect([request.length, other.asked]).toEqual([1, []])
  })

  test('and cannot be taken up is one clear line', async () => {
    const { url, asked: request } = await scripted(answering(delta(1, 'One '), { cut: true }))
    const { code, err } = await call(url)
    expect([code, err]).toEqual([2, expect.stringContaining('The answer broke off')])
    expect(request).toHaveLength(6)
  }, 60_000)
})
