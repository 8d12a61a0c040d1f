import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { seal } from '../../outcome/exchange.ts'
import { completed } from '../../outcome/outcome.ts'
import { fileWire } from '../../wire/file.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { fix } from './fix.ts'
import { compress } from './gzip.ts'

const exchange = seal({ requestId: 'r-1', at: '2025-11-24T14:22:45Z' }, { id: () => 'x', now: () => new Date(0) })
const large = completed({ sections: ['examples'], examples: '## Examples ✅\n'.repeat(500) })
const { wire } = encode(large, exchange)

const compressedFile = (response: string) => ({
  ...JSON.parse(wire.body.text()),
  response,
  metadata: { content_encoding: 'gzip+base64' },
})

afterEach(() => {
  vi.restoreAllMocks()
})

describe('a compressed response', () => {
  test('is smaller, declared, and read as if it were not compressed', () => {
    const packed = compress(wire)
    expect(packed.body.bytes.length).toBeLessThan(wire.body.bytes.length / 10)
    expect(JSON.parse(packed.body.text()).metadata.content_encoding).toBe('gzip+base64')
    expect(decode(packed)).toEqual(decode(wire))
  })

  test('keeps the name of its file', () => {
    expect(compress(fileWire(wire.body, '.agent-response-phase8.json')).name).toBe('.agent-response-phase8.json')
  })

  test('is made of text and of bytes too', () => {
    for (const payload of [
      { kind: 'text', text: 'well '.repeat(500), mediaType: 'text/markdown' } as const,
      { kind: 'bytes', base64: 'AAAA'.repeat(500), mediaType: 'image/png' } as const,
    ]) {
      const plain = encode({ kind: 'completed', payload }, exchange).wire
      expect(compress(plain).body.bytes.length).toBeLessThan(plain.body.bytes.length)
      expect(decode(compress(plain))).toEqual(decode(plain))
    }
  })

  test('is not made twice, not made larger, and not made of what is no success', () => {
    const packed = compress(wire)
    expect(compress(packed)).toBe(packed)
    const small = encode(completed({ a: 1 }), exchange).wire
    expect(compress(small)).toBe(small)
    const canceled = encode({ kind: 'canceled' }, exchange).wire
    expect(compress(canceled)).toBe(canceled)
    const broken = fileWire([1])
    expect(compress(broken)).toBe(broken)
  })

  test('is never made by writing alone', () => {
    expect(wire.body.text()).not.toContain('gzip')
  })

  test('that expands beyond the bound is found and not held', () => {
    const member = gzipSync(Buffer.alloc(1024 * 1024, ' '))
    const bomb = Buffer.concat(Array.from({ length: 65 }, () => member)).toString('base64')
    expect(bomb.length).toBeLessThan(100_000)
    const { outcome, findings } = decode(fileWire(compressedFile(bomb)))
    expect(findings).toMatchObject([{ rule: 'agent-file/content-encoding', pointer: '/response', level: 'must' }])
    expect(findings[0]?.message).toBe('The response expands to more than 67108864 bytes.')
    expect(outcome.payload).toEqual({ kind: 'text', text: bomb })
  })

  test('is bounded by what the reader says', () => {
    const packed = compress(wire)
    expect(decode(packed, { maxExpandedBytes: 1000 }).findings[0]?.message).toBe(
      'The response expands to more than 1000 bytes.',
    )
    expect(decode(packed, { maxExpandedBytes: 10_000 }).findings).toEqual([])
  })

  test.each([
    ['no base64', '!'],
    ['no gzip', 'AAEC'],
    ['cut gzip', gzipSync('x'.repeat(100)).toString('base64').slice(0, 12)],
    ['no UTF-8', gzipSync(Buffer.from([0xff, 0xfe])).toString('base64')],
  ])('that is %s is found', (_, response) => {
    expect(decode(fileWire(compressedFile(response))).findings).toMatchObject([
      { rule: 'agent-file/content-encoding', message: 'The response is not what gzip+base64 declares.' },
    ])
  })

  const packed = gzipSync('{"a": 1}').toString('base64')
  const whole = { kind: 'completed', payload: { kind: 'value', value: { a: 1 } } }

  test.each([
    ['other characters around it', `!!${packed}\n**`],
    ['other characters in it', `${packed.slice(0, 8)}@@@@${packed.slice(8)}`],
    ['no padding', gzipSync('{"a": 1 }').toString('base64').replace(/=+$/, '')],
  ])('that is base64 with %s is read, and found', (_, response) => {
    const { outcome, findings } = decode(fileWire(compressedFile(response)))
    expect(outcome).toEqual(whole)
    expect(findings).toMatchObject([
      {
        rule: 'agent-file/content-encoding',
        pointer: '/response',
        message: 'The response holds what base64 does not have, or lacks its padding.',
      },
    ])
  })

  test.each(['GZIP+BASE64', 'gzip', 'gzip-base64'])('that is declared as %s is read, found and fixed', encoding => {
    const file = { ...compressedFile(packed), metadata: { content_encoding: encoding } }
    const { outcome, findings } = decode(fileWire(file))
    expect(outcome).toEqual(whole)
    expect(findings).toMatchObject([{ rule: 'agent-file/content-encoding', pointer: '/metadata/content_encoding' }])
    const fixed = fix(fileWire(file), 'response')
    expect(JSON.parse(fixed?.wire.body.text() ?? '')).toEqual(compressedFile(packed))
    expect(fixed?.done).toEqual(['Declared the response as gzip+base64, which it is.'])
  })

  test.each(['br+base64', 'base64', ['gzip+base64'], 1])('that is declared as %j is found, and not fixed', encoding => {
    const metadata = { content_encoding: encoding, content_type: 'text/plain' }
    const file = fileWire({ ...compressedFile(packed), metadata })
    expect(decode(file).findings).toMatchObject([
      { rule: 'agent-file/content-encoding', pointer: '/metadata/content_encoding', level: 'must' },
    ])
    expect(fix(file, 'response')).toEqual({
      wire: file,
      done: ['Not fixed: /metadata/content_encoding: how the response is encoded is not known here, or it is damaged.'],
    })
  })

  test('is found, not read, where there is no zlib', () => {
    const packed = compress(wire)
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never)
    expect(decode(packed).findings.map(({ message }) => message)).toEqual([
      'The response is compressed and cannot be expanded here: node:zlib is missing.',
    ])
    expect(() => compress(wire)).toThrow('A response cannot be compressed without node:zlib.')
  })
})
