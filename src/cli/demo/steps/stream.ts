/** A stream whose reader loses the connection, and continues where it was. */
import { gatewayKey } from '../open-gateway.ts'
import { short } from '../short-text.ts'
import { check, curl, type DemoStep, expectEqual } from '../step.ts'

interface Event {
  readonly id: string
  readonly data: string
}

const accept = { accept: 'text/event-stream', ...gatewayKey }
const body = { hero: 'Ada', sentences: 1 }

export const stream: DemoStep = {
  title: 'A stream, cut in the middle and resumed',
  about:
    'A storyteller behind the gateway. Each event has an id: after a cut the reader gets the rest, each event once.',
  async run({ demo }) {
    const url = `${demo.gateway}/stories`
    const headers = { 'content-type': 'application/json', ...accept }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    expectEqual('the status of the stream', response.status, 200)
    const first = await readEvents(response, 3)
    const place = response.headers.get('content-location') ?? ''
    check(first.length === 3 && place.startsWith('/operations/'), 'the stream cannot be resumed')
    const resume = { ...accept, 'last-event-id': first.at(-1)?.id ?? '' }
    const rest = await readEvents(await fetch(new URL(place, url), { headers: resume }))
    const all = [...first, ...rest]
    const ids = all.map(({ id }) => Number(id))
    check(
      ids.every((id, at) => id === at + 1),
      `the ids of the events are ${ids}`,
    )
    const story = all.map(({ data }) => (JSON.parse(data) as { part?: { text: string } }).part?.text ?? '').join('')
    const end = rest.at(-1)
    check(story.startsWith('Once Ada lived '), `the story begins with ${short(story, 20)}`)
    check(end?.data.includes(JSON.stringify(story)) === true, 'the end of the stream is not the story')
    return {
      lines: [
        ...first.map(({ id, data }) => `event ${id.padStart(2)}  ${short(data)}`),
        '—— the connection is cut ——',
        `resumed with Last-Event-ID: ${first.at(-1)?.id}; ${rest.length} more events, each once and in order`,
        `event ${end.id}  ${short(end.data)}`,
      ],
      commands: [
        curl('POST', url, { body, headers: accept }),
        curl('GET', `${new URL(place, url)}`, { headers: resume }),
      ],
    }
  },
}

/** Events of a stream; the connection is cut after so many. */
async function readEvents({ body: bytes }: Response, most = Number.POSITIVE_INFINITY): Promise<Event[]> {
  const events: Event[] = []
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of bytes as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, data] = /^data: ?(.*)$/m.exec(block) ?? []
      if (data === undefined) continue
      events.push({ id: /^id: ?(.*)$/m.exec(block)?.[1] ?? '', data })
      if (events.length === most) return events
    }
  }
  return events
}
