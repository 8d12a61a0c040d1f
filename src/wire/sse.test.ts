import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSse, type SseEvent, SseReader, writeSse } from './sse.ts'

describe('reading events', () => {
  test.each<[string, string, SseEvent[]]>([
    ['one event', 'event: a\ndata: x\n\n', [{ event: 'a', data: 'x' }]],
    ['several data lines', 'data: x\ndata:\ndata:  y\n\n', [{ event: 'message', data: 'x\n\n y' }]],
    [
      'CRLF and CR',
      'data: x\r\n\r\ndata: y\r\r',
      [
        { event: 'message', data: 'x' },
        { event: 'message', data: 'y' },
      ],
    ],
    ['comments and unknown fields', ': ping\nfoo: bar\ndata: x\n\n', [{ event: 'message', data: 'x' }]],
    ['id and retry', 'id: 7\nretry: 100\ndata: x\n\n', [{ event: 'message', data: 'x', id: '7', retry: 100 }]],
    [
      'an id that stays',
      'id: 7\ndata: x\n\ndata: y\n\n',
      [
        { event: 'message', data: 'x', id: '7' },
        { event: 'message', data: 'y', id: '7' },
      ],
    ],
    ['a byte order mark', '\ufeffdata: x\n\n', [{ event: 'message', data: 'x' }]],
    ['an event without data', 'event: a\n\n', []],
    ['a field without colon', 'data\n\n', [{ event: 'message', data: '' }]],
    ['a bad retry', 'retry: soon\ndata: x\n\n', [{ event: 'message', data: 'x' }]],
  ])('%s', (_, text, expected) => {
    expect(readSse(text)).toEqual({ events: expected, unterminated: false })
  })

  test('an event that no blank line ends is dropped and told', () => {
    expect(readSse('data: x\n\ndata: y')).toEqual({ events: [{ event: 'message', data: 'x' }], unterminated: true })
  })

  test('an event larger than the limit is refused', () => {
    const reader = new SseReader({ maxEvent: 10 })
    expect(() => reader.read('data: 0123456789abc')).toThrow('larger than 10')
  })

  test('empty data lines without an end are refused', () => {
    const reader = new SseReader({ maxEvent: 10 })
    expect(() => reader.read('data\n'.repeat(11))).toThrow('larger than 10')
  })

  test('a long line in many pieces is searched once', () => {
    const reader = new SseReader()
    reader.read('data: ')
    for (let n = 0; n < 60_000; n++) reader.read('x'.repeat(256))
    expect(reader.read('\n\n')[0]?.data).toHaveLength(60_000 * 256)
  })

  test('a line break after one that came in two pieces is a blank line', () => {
    const reader = new SseReader()
    const events = ['data: x\r', '\n', '\n'].flatMap(piece => reader.read(piece))
    expect(events).toEqual([{ event: 'message', data: 'x' }])
  })

  test('it does not matter where the text is cut', () => {
    const text = 'event: a\r\ndata: x\r\n\r\nid: 1\ndata: y\ndata: z\n\n: c\rdata: w\r\r'
    const whole = readSse(text).events
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 6 }), cuts => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), text.length]
        const reader = new SseReader()
        const events = places.slice(1).flatMap((end, index) => reader.read(text.slice(places[index], end)))
        expect(events).toEqual(whole)
      }),
    )
  })
})

describe('writing events', () => {
  test('puts every line of the data behind its field', () => {
    expect(writeSse({ event: 'a', data: 'x\ny\r\nz', id: '7', retry: 5 })).toBe(
      'id: 7\nevent: a\nretry: 5\ndata: x\ndata: y\ndata: z\n\n',
    )
  })

  test.each([
    { event: 'a\ndata: forged', data: '' },
    { event: 'a', data: '', id: 'x\r\ny' },
    { event: 'a', data: '', id: 'x\0' },
  ])('refuses a name or an id that breaks its line', event => {
    expect(() => writeSse(event)).toThrow('line break')
  })

  test('what is written is read', () => {
    const event = fc.record({ event: fc.constantFrom('message', 'final', 'x y'), data: fc.string() })
    fc.assert(
      fc.property(fc.array(event), events => {
        const text = events.map(writeSse).join('')
        expect(readSse(text).events).toEqual(events.map(e => ({ ...e, data: e.data.replaceAll(/\r\n|\r/g, '\n') })))
      }),
    )
  })
})
