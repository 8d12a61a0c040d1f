/** The plugin `resume`: a stream of an upstream that has no resume goes on after the last event, anywhere. */
import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { sendJson, upstream } from '../kit.ts'
import { ada, bob, durableGateway, get, newStore, send, until } from './kit.ts'

const on = { resume: { options: { credentials: 'none' } } }
const streams = { id: 'completions', path: '/llm/completions', mode: 'sse' as const }
const sse = { accept: 'text/event-stream' }

/** An upstream whose streams the test writes. */
async function streaming() {
  const open: ServerResponse[] = []
  const agents = await upstream((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    open.push(response)
  })
  return { agents, next: (at: number) => until(() => open[at]) }
}

interface Reading {
  readonly response: Response
  text(): string
  leave(): void
  readonly whole: Promise<string>
}

async function read(url: string, headers: Record<string, string>): Promise<Reading> {
  const leaving = new AbortController()
  const response = await fetch(`${url}/llm/completions`, {
    method: 'POST',
    headers,
    body: '{}',
    signal: leaving.signal,
  })
  let text = ''
  const reading = async (): Promise<string> => {
    try {
      for await (const chunk of response.body ?? []) text += new TextDecoder().decode(chunk)
    } catch {
      // The test has left.
    }
    return text
  }
  return { response, text: () => text, leave: () => leaving.abort(), whole: reading() }
}

const dataOf = (text: string): string[] => [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => data)
const lastIdOf = (text: string): string => [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? ''

describe.each(['sqlite', 'postgres'] as const)('kept streams on %s', kind => {
  test('a reader who lost the connection goes on at another process, without a loss and without a repeat', async () => {
    const { agents, next } = await streaming()
    const store = await newStore(kind)
    const one = await durableGateway(agents.url, on, { store, route: streams })
    const other = await durableGateway(agents.url, on, { store, route: streams })
    const reading = read(one.url, { ...ada, ...sse })
    const source = await next(0)
    for (let at = 1; at <= 5; at++) source.write(`event: token\ndata: {"n":${at}}\n\n`)
    const first = await reading
    await until(() => dataOf(first.text()).length >= 5 || undefined)
    expect(dataOf(first.text())).toEqual(['{"n":1}', '{"n":2}', '{"n":3}', '{"n":4}', '{"n":5}'])
    expect(first.text()).toContain('event: token\n')
    first.leave()
    for (let at = 6; at <= 9; at++) source.write(`data: {"n":${at}}\n\n`)
    const second = await read(other.url, { ...ada, ...sse, 'last-event-id': lastIdOf(first.text()) })
    source.end('data: [DONE]\n\n')
    expect(dataOf(await second.whole)).toEqual(['{"n":6}', '{"n":7}', '{"n":8}', '{"n":9}', '[DONE]'])
    const all = await read(one.url, { ...ada, ...sse, 'last-event-id': `${lastIdOf(first.text()).split('.')[0]}.0` })
    expect(dataOf(await all.whole)).toHaveLength(10)
    expect(agents.received).toHaveLength(1)
  })
})

describe('resume', () => {
  test('the text of events is the same, with line breaks and with data that is not JSON', async () => {
    const { agents, next } = await streaming()
    const { url } = await durableGateway(agents.url, on, { route: streams })
    const reading = read(url, { ...ada, ...sse })
    const source = await next(0)
    source.end('data: one\ndata: two\n\ndata: {"a": 1}\n\ndata: "text"\n\ndata: {"b":1.0}\n\n')
    expect(dataOf(await (await reading).whole)).toEqual(['one', 'two', '{"a": 1}', '"text"', '{"b":1.0}'])
  })

  test('the stream of another caller is not found, nor one that there never was', async () => {
    const { agents, next } = await streaming()
    const { url } = await durableGateway(agents.url, on, { route: streams })
    const reading = read(url, { ...ada, ...sse })
    ;(await next(0)).end('data: 1\n\n')
    const id = lastIdOf(await (await reading).whole)
    const refused = { status: 404, body: { code: 'STREAM_NOT_FOUND' } }
    for (const headers of [
      { ...bob, 'last-event-id': id },
      { ...ada, 'last-event-id': '7' },
    ]) {
      expect(await send(`${url}/llm/completions`, { ...headers, ...sse }, {})).toMatchObject(refused)
    }
    expect(agents.received).toHaveLength(1)
  })

  test('an event that has not been sent is not found: nobody waits for what follows it', async () => {
    const { agents, next } = await streaming()
    const { url } = await durableGateway(agents.url, on, { route: streams })
    const reading = read(url, { ...ada, ...sse })
    const source = await next(0)
    source.write('data: 1\n\n')
    const first = await reading
    await until(() => dataOf(first.text()).length === 1 || undefined)
    const later = { 'last-event-id': `${lastIdOf(first.text()).split('.')[0]}.99` }
    const asked = await read(url, { ...ada, ...sse, ...later })
    source.end('data: 2\n\n')
    await first.whole
    expect(asked.response.status).toBe(404)
    expect(await asked.whole).toContain('STREAM_NOT_FOUND')
  })

  test('a reader who has all of it gets 204: a browser does not come again', async () => {
    const { agents, next } = await streaming()
    const { url } = await durableGateway(agents.url, on, { route: streams })
    const reading = read(url, { ...ada, ...sse })
    ;(await next(0)).end('data: 1\n\n')
    const id = lastIdOf(await (await reading).whole)
    const end = `${id.split('.')[0]}.2`
    expect((await send(`${url}/llm/completions`, { ...ada, ...sse, 'last-event-id': end }, {})).status).toBe(204)
  })

  test('an upstream that breaks off ends the stream with an event that says so', async () => {
    const { agents, next } = await streaming()
    const { url } = await durableGateway(agents.url, on, { route: streams })
    const reading = read(url, { ...ada, ...sse })
    const source = await next(0)
    source.write('data: 1\n\n')
    const first = await reading
    await until(() => dataOf(first.text()).length === 1 || undefined)
    source.destroy()
    const text = await first.whole
    expect(dataOf(text)[0]).toBe('1')
    expect(text).toContain('UPSTREAM_BROKEN')
    expect(agents.received).toHaveLength(1)
  })

  test('an answer that is no stream is a plain answer', async () => {
    const agents = await upstream((_, response) =>
      sendJson(
        response,
        422,
        { type: 'https://example.test/p', title: 'Wrong', status: 422 },
        'application/problem+json',
      ),
    )
    const { url } = await durableGateway(agents.url, on, { route: { ...streams, enforce: 'off' } })
    const reply = await send(`${url}/llm/completions`, { ...ada, ...sse }, {})
    expect(reply.status).toBe(422)
    expect(reply.headers.get('content-type')).not.toContain('event-stream')
  })

  test('the stream goes on when its reader has left; the task shows it', async () => {
    const { agents, next } = await streaming()
    const { url } = await durableGateway(agents.url, on, { route: streams })
    const reading = read(url, { ...ada, ...sse })
    const source = await next(0)
    source.write('data: 1\n\n')
    const first = await reading
    await until(() => dataOf(first.text()).length === 1 || undefined)
    first.leave()
    source.end('data: 2\n\n')
    await until(async () => ((await get(`${url}/operations`, ada)).text.includes('"completed"') ? true : undefined))
  })

  test('as many streams are open as the tenant may have', async () => {
    const { agents, next } = await streaming()
    const limits = { maxSseConnectionsPerTenant: 1 }
    const { url } = await durableGateway(agents.url, on, { route: streams, limits })
    const reading = read(url, { ...ada, ...sse })
    const source = await next(0)
    source.write('data: 1\n\n')
    const first = await reading
    expect(await send(`${url}/llm/completions`, { ...ada, ...sse }, {})).toMatchObject({ status: 429 })
    source.end()
    await first.whole
    const again = read(url, { ...ada, ...sse })
    ;(await next(1)).end('data: 1\n\n')
    expect((await again).response.status).toBe(200)
  })
})
