/** Servers that end a stream again and again, over real sockets: pauses and bounds. */
import { describe, expect, test } from 'vitest'
import { answering, clientAt, testClock } from './servers.ts'

/** Answers each request with one event; the requests by their `Last-Event-ID`. */
async function oneEventEach(eventOf: (n: number) => string) {
  const asked: (string | undefined)[] = []
  const url = await answering((request, response) => {
    asked.push(request.headers['last-event-id'] as string | undefined)
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-location': '/ev' })
    response.end(eventOf(asked.length))
  })
  const clock = testClock()
  const call = () => clientAt(url, { attempts: 1, clock, timeoutMs: 3000 }).call('POST /x' as 'fail', {})
  return { asked, clock, call }
}

describe('a stream that ends after each event', () => {
  test('without an id is opened again 4 times, after longer and longer pauses', async () => {
    const { asked, clock, call } = await oneEventEach(() => 'data: {}\n\n')
    expect((await call()).outcome).toMatchObject({ kind: 'failed', fault: { code: 'STREAM_CUT' } })
    expect(asked).toHaveLength(5)
    expect(clock.waits).toEqual([500, 1000, 2000, 4000])
  })

  test('with a new id is opened again after a pause each', async () => {
    const { asked, clock, call } = await oneEventEach(n => (n < 9 ? `id: ${n}\n` : '').concat('data: {}\n\n'))
    expect((await call()).outcome).toMatchObject({ kind: 'failed', fault: { code: 'STREAM_CUT' } })
    expect(asked.slice(0, 9)).toEqual([undefined, '1', '2', '3', '4', '5', '6', '7', '8'])
    expect(clock.waits).toEqual([...Array(8).fill(250), 500, 1000, 2000, 4000])
    expect(asked).toHaveLength(13)
  })

  test.each([
    [700, 700],
    [1, 250],
    [99_999_999, 5000],
  ])('and asks for a pause of %d ms is opened again after %d ms', async (retry, waited) => {
    const { clock, call } = await oneEventEach(n => `retry: ${retry}\nid: ${n < 3 ? n : 1}\ndata: {}\n\n`)
    await call()
    expect(clock.waits.slice(0, 2)).toEqual([waited, waited])
  })

  test('with an id of more than 1024 characters is not opened again', async () => {
    const { asked, call } = await oneEventEach(n => `id: ${n}${'x'.repeat(1024)}\ndata: {}\n\n`)
    expect((await call()).outcome).toMatchObject({ kind: 'failed', fault: { code: 'STREAM_CUT' } })
    expect(asked).toEqual([undefined])
  })
})
