/** How a call in a session is answered: as JSON where there is nothing else to send, else as an event stream. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defineAgent, operation } from '../../../src/index.ts'
import type { JsonObject } from '../../../src/lib/json-value.ts'
import { type Listening, serve } from '../../../src/server/index.ts'
import { agent } from './agent.ts'
import { connect } from './clients.ts'
import { handshake, inSession } from './raw.ts'

const both = 'application/json, text/event-stream'
const rpc = (method: string, params: JsonObject, id = 7) => ({ jsonrpc: '2.0', id, method, params })

function send(url: string, session: string, message: object, accept: string | null = both): Promise<Response> {
  const headers = new Headers({ 'content-type': 'application/json', 'mcp-session-id': session })
  if (accept !== null) headers.set('accept', accept)
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(message) })
}

describe('a call', () => {
  let listening: Listening
  let url: string
  let session: string

  beforeAll(async () => {
    listening = await serve(agent, { authenticate: false }).listen({ port: 0 })
    url = `${listening.url}/mcp`
  })

  beforeEach(async () => {
    session = (await handshake(url, { capabilities: { elicitation: {} } })).session
  })

  afterAll(() => listening.close())

  test.each([both, 'application/json;q=1, text/event-stream;q=0.1', 'application/json', '*/*'])(
    'that sends nothing else is answered as JSON (Accept: %s)',
    async accept => {
      const response = await send(
        url,
        session,
        rpc('tools/call', { name: 'greet', arguments: { name: 'Ada' } }),
        accept,
      )
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
      expect(response.headers.get('mcp-session-id')).toBe(session)
      expect(await response.json()).toMatchObject({ id: 7, result: { structuredContent: { text: 'Hello, Ada' } } })
    },
  )

  test('of a client that reads streams alone is a stream of one event', async () => {
    const message = rpc('tools/call', { name: 'greet', arguments: { name: 'Ada' } })
    const response = await send(url, session, message, 'text/event-stream')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    const text = await response.text()
    expect(text).toMatch(/^event: message\ndata: \{.*\}\n\n$/)
    expect(JSON.parse(text.slice('event: message\ndata: '.length))).toMatchObject({ id: 7, result: {} })
  })

  test('of a client that reads JSON alone reports no progress, and its question is in the result', async () => {
    const large = { name: 'large', arguments: { events: 3 }, _meta: { progressToken: 1 } }
    const quiet = await send(url, session, rpc('tools/call', large), 'application/json')
    expect(await quiet.json()).toMatchObject({ id: 7, result: {} })
    const optimize = { name: 'optimize', arguments: { campaign: 'spring' } }
    const asked = await send(url, session, rpc('tools/call', optimize), 'application/json')
    expect(await asked.json()).toMatchObject({ result: { structuredContent: { status: 'input_required' } } })
  })

  test('that asks the client streams the question and then the result', async () => {
    const message = rpc('tools/call', { name: 'optimize', arguments: { campaign: 'spring' } })
    const response = await send(url, session, message)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    let text = ''
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece
      const question = /"id":(\d+).*"elicitation\/create"|"elicitation\/create".*"id":(\d+)/.exec(text)
      if (question === null || text.includes('"result"')) continue
      const answer = { jsonrpc: '2.0', id: Number(question[1] ?? question[2]), result: accepted }
      expect((await send(url, session, answer)).status).toBe(202)
    }
    const result = JSON.parse(text.slice(text.lastIndexOf('data: ') + 6))
    expect(result).toMatchObject({ id: 7, result: { structuredContent: { campaign: 'spring', metric: 'ctr' } } })
  })

  const accepted = { action: 'accept', content: { metric: 'ctr' } }

  test.each(['v1', 'v2 2025-11-25', 'v2 2026-07-28'] as const)(
    'of the official client %s works both ways',
    async era => {
      const peer = await connect(era, { url }, { answer: () => ({ action: 'accept', content: { metric: 'cpl' } }) })
      expect((await peer.call('greet', { name: 'Ada' })).structuredContent).toEqual({ text: 'Hello, Ada' })
      expect((await peer.call('optimize', { campaign: 'x' })).structuredContent).toEqual({
        campaign: 'x',
        metric: 'cpl',
      })
      const progress: number[] = []
      await peer.call('large', { events: 4 }, { onprogress: ({ progress: value }) => void progress.push(value) })
      expect(progress).toEqual([0.25, 0.5, 0.75, 1])
      await peer.close()
    },
  )

  test('with the id of one that is being answered is refused; that one goes on', async () => {
    const stall = await send(
      url,
      session,
      rpc('tools/call', { name: 'stall', arguments: {}, _meta: { progressToken: 1 } }),
    )
    const again = await send(url, session, rpc('ping', {}))
    expect([again.status, await again.json()]).toMatchObject([400, { id: 7, error: { code: -32600 } }])
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } }
    expect((await send(url, session, cancel)).status).toBe(202)
    // Nothing more is sent for it: its stream ends.
    expect(await stall.text()).not.toContain('"id":7')
    expect((await send(url, session, rpc('ping', {}))).status).toBe(200)
  })
})

describe('a call that takes long', () => {
  let began: PromiseWithResolvers<AbortSignal>
  let gate: PromiseWithResolvers<void>
  const slow = defineAgent({
    name: 'slow',
    version: '1.0.0',
    operations: {
      wait: operation({
        title: 'Wait',
        input: {},
        async handler(_, ctx) {
          began.resolve(ctx.signal)
          await gate.promise
          return { at: 'last' }
        },
      }),
    },
  })
  const wait = rpc('tools/call', { name: 'wait', arguments: {} })

  beforeEach(() => {
    began = Promise.withResolvers()
    gate = Promise.withResolvers()
  })

  async function opened(keepAliveMs = 600_000) {
    const listening = await serve(slow, { authenticate: false, keepAliveMs }).listen({ port: 0 })
    const url = `${listening.url}/mcp`
    const { session } = await handshake(url)
    return { url, session, close: () => listening.close() }
  }

  test('is answered as a stream before it ends, so that its connection is seen to live', async () => {
    const { url, session, close } = await opened(20)
    const response = await send(url, session, wait)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toMatch(/^(?:: keepalive\n\n)+$/)
    gate.resolve()
    let rest = ''
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done) break
      rest += value
    }
    expect(rest).toContain('"structuredContent":{"at":"last"}')
    await close()
  })

  test('and is canceled is answered with nothing', async () => {
    const { url, session, close } = await opened()
    const answering = send(url, session, wait)
    const signal = await began.promise
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } }
    expect((await send(url, session, cancel)).status).toBe(202)
    const answer = await answering
    expect([answer.status, await answer.text()]).toEqual([202, ''])
    await expect.poll(() => signal.aborted).toBe(true)
    gate.resolve()
    await close()
  })

  test('and whose session ends is answered that it has', async () => {
    const { url, session, close } = await opened()
    const answering = send(url, session, wait)
    await began.promise
    expect((await fetch(url, { method: 'DELETE', headers: { 'mcp-session-id': session } })).status).toBe(200)
    expect(await (await answering).json()).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: { code: -32000, message: 'The session ended before there was an answer.' },
    })
    gate.resolve()
    await close()
  })

  test('goes on when its caller leaves', async () => {
    const { url, session, close } = await opened()
    const leaving = new AbortController()
    const headers = { 'content-type': 'application/json', 'mcp-session-id': session }
    const answering = fetch(url, { method: 'POST', headers, body: JSON.stringify(wait), signal: leaving.signal })
    const signal = await began.promise
    leaving.abort()
    await expect(answering).rejects.toThrow()
    expect((await inSession(url, session, 'ping', {})).status).toBe(200)
    expect(signal.aborted).toBe(false)
    gate.resolve()
    await close()
  })
})
