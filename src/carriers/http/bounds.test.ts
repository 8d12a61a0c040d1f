import { expect, test } from 'vitest'
import { boundedEvents, readWhole, sizeOf } from './bounds.ts'

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** What comes through, or the error that it ends with. */
async function through(pieces: readonly string[], maxBytes: number): Promise<string> {
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(bytes(piece))
      controller.close()
    },
  })
  return new Response(source.pipeThrough(boundedEvents(maxBytes) as never)).text()
}

test('a stream may be as long as it likes when its events are small', async () => {
  const event = 'data: 12345\n\n'
  expect(
    await through(
      Array.from({ length: 50 }, () => event),
      20,
    ),
  ).toHaveLength(50 * event.length)
  expect(await through(['data: 1\r\n', '\r\ndata: 2\r\n\r', '\ndata: 3\r\n\r\n'], 20)).toContain('data: 3')
})

test.each([[['data: '.padEnd(30, 'x')]], [['data: 1\n', 'data: 2\n', 'data: 3\n']]])(
  'an event that never ends breaks it: %s',
  async pieces => {
    await expect(through(pieces, 20)).rejects.toThrow('The answer is larger than 20 bytes.')
  },
)

test('a whole answer is read up to its bound', async () => {
  expect(await readWhole(new Response('12345'), 5)).toEqual(new TextEncoder().encode('12345'))
  await expect(readWhole(new Response('123456'), 5)).rejects.toThrow('The answer is larger than 5 bytes.')
})

test.each([
  [64 * 1024 * 1024, '64 MiB'],
  [1024, '1 KiB'],
  [1500, '1500 bytes'],
])('%i bytes are %s', (size, words) => {
  expect(sizeOf(size)).toBe(words)
})
