import { afterAll, beforeAll, expect, test } from 'vitest'
import { editionOf, readStream } from '../../src/codec/index.ts'
import { contract } from '../../src/index.ts'
import { type Listening, serve } from '../../src/server/index.ts'
import { SseReader } from '../../src/wire/sse.ts'
import agent from './agent.ts'

let server: Listening
beforeAll(async () => {
  server = await serve(agent).listen({ port: 0 })
})
afterAll(() => server.close())

const post = (path: string, body: object) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(body),
  })

interface Event {
  id: number
  event: string
  data: { part?: { text: string }; story?: string; words?: number }
}

/** Reads so many events of a stream, and leaves. */
async function read(response: Response, most = Number.POSITIVE_INFINITY): Promise<Event[]> {
  const reader = new SseReader()
  const decoder = new TextDecoder()
  const events: Event[] = []
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    for (const { id, event, data } of reader.read(decoder.decode(chunk, { stream: true }))) {
      if (events.length < most) events.push({ id: Number(id), event, data: JSON.parse(data) })
    }
    if (events.length >= most) break
  }
  return events
}

const textOf = (events: readonly Event[]) => events.map(({ data }) => data.part?.text ?? '').join('')

test('a story is read token by token, and the whole is in the answer', async () => {
  const events = await read(await post('/stories', { hero: 'Ada' }))
  const { data } = events.at(-1) as Event
  expect(events.map(({ event }) => event).filter(event => event !== 'delta')).toEqual([
    'progress',
    'progress',
    'outcome',
  ])
  expect(data.story).toMatch(/^Once Ada lived .*\.$/)
  expect(textOf(events)).toBe(data.story)
  expect(data.words).toBe(data.story?.split(' ').length)
})

test('a reader who leaves after every few tokens and comes back reads the same story', async () => {
  const first = await post('/stories', { hero: 'Grace', sentences: 20 })
  const location = first.headers.get('content-location') ?? ''
  const all = await read(first, 5)
  while (all.at(-1)?.event !== 'outcome') {
    const headers = { accept: 'text/event-stream', 'last-event-id': String(all.at(-1)?.id) }
    all.push(...(await read(await fetch(server.url + location, { headers }), 25)))
  }
  expect(all.map(({ id }) => id)).toEqual(all.map((_, index) => index + 1))
  expect(textOf(all)).toBe(all.at(-1)?.data.story)
})

test('without a hero it asks, before there is any event: a plain answer', async () => {
  const response = await post('/stories', {})
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ type: 'clarification_required', requiredInputs: [{ name: 'hero' }] })
})

test('at the run endpoint it is started, told and final, as agent-run has it', async () => {
  const response = await post('/agents/run/stream', { request_id: 'r-1', task_type: 'TELL', inputs: { hero: 'Ada' } })
  const agentRun = contract('agent-run')
  const { moments, findings } = readStream(agentRun, editionOf(agentRun), await response.text())
  expect(findings).toEqual([])
  expect(moments.at(-1)).toMatchObject({
    kind: 'outcome',
    outcome: { payload: { value: { words: expect.any(Number) } } },
  })
})
