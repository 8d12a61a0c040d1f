/** A stream whose reader loses the connection, and reads on where it was. */
import { check, curl, type Step, short } from '../step.ts'

interface Event {
  readonly id: string
  readonly data: string
}

const accept = { accept: 'text/event-stream' }

export const stream: Step = {
  title: 'A stream, cut in the middle and resumed',
  about: 'Each event has an id. After a cut the reader gets the rest: nothing twice, nothing missing.',
  async run({ demo }) {
    const url = `${demo.stories}/stories`
    const post = { method: 'POST', headers: { 'content-type': 'application/json', ...accept }, body: '{}' }
    const response = await fetch(url, post)
    const first = await readEvents(response, 3)
    const place = response.headers.get('content-location') ?? ''
    const last = first.at(-1)?.id ?? ''
    check(first.length === 3 && place !== '' && last !== '', 'the stream cannot be resumed')
    const headers = { ...accept, 'last-event-id': last }
    const rest = await readEvents(await fetch(new URL(place, demo.stories), { headers }))
    const ids = [...first, ...rest].map(({ id }) => Number(id))
    check(
      new Set(ids).size === ids.length && ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? 0)),
      'an event came twice or late',
    )
    const end = rest.at(-1)?.data ?? ''
    check(end.includes('read the letter twice'), 'the end of the stream is not the story')
    return {
      lines: [
        ...first.map(({ id, data }) => `event ${id}  ${short(data)}`),
        '—— the connection is cut ——',
        `resumed with Last-Event-ID: ${last}; ${rest.length} more events, each once and in order`,
        `event ${rest.at(-1)?.id}  ${short(end)}`,
      ],
      commands: [curl('POST', url, { body: {}, headers: accept }), curl('GET', `${demo.stories}${place}`, { headers })],
    }
  },
}

/** Events of a stream; the connection is cut after so many. */
async function readEvents({ body }: Response, most = Number.POSITIVE_INFINITY): Promise<Event[]> {
  const events: Event[] = []
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
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
