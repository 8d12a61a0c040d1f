import { describe, expect, test } from 'vitest'
import { checkUrl, type Lookup, pinned, resolveUrl } from './guard.ts'

const answer =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses.map(address => ({ address }))

/** What is refused stands in test/faults/ssrf-vectors.ts. */
describe('an address as it is written', () => {
  test.each([
    ['https://hooks.example.com/a?b=c#d', 'https://hooks.example.com/a?b=c'],
    ['HTTPS://Hooks.Example.COM:443', 'https://hooks.example.com/'],
    ['https://hooks.example.com:8443/a//b', 'https://hooks.example.com:8443/a//b'],
    ['https://hooks.example.com/@a?x=@b', 'https://hooks.example.com/@a?x=@b'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://8.8.8.8:8443/', 'https://8.8.8.8:8443/'],
    ['https://[2606:4700:0::1]/', 'https://[2606:4700::1]/'],
    ['https://127.0.0.1.example.com/', 'https://127.0.0.1.example.com/'],
  ])('%s may be asked for, without its fragment', (text, href) => {
    const checked = checkUrl(text)
    expect(checked.ok && checked.url.href).toBe(href)
  })

  test.each(['http://localhost:8080/', 'http://127.0.0.1:8080/', 'http://[::1]:8080/', 'https://localhost/'])(
    '%s may be asked for when loopback is allowed, and only then',
    text => {
      expect(checkUrl(text, { allowLoopback: true }).ok).toBe(true)
      expect(checkUrl(text).ok).toBe(false)
    },
  )

  test('anything but a text of whole characters is no address', () => {
    for (const value of [
      undefined,
      null,
      7,
      {},
      new URL('https://hooks.example.com'),
      'https://hooks.example.com/\ud800',
    ]) {
      expect(checkUrl(value as string)).toEqual({ ok: false, reason: 'bad-url' })
    }
  })
})

describe('an address as it resolves', () => {
  test('every public answer is kept, in order, with its family', async () => {
    const target = await resolveUrl('https://hooks.example.com/', { lookup: answer('2606:4700::1', '8.8.8.8') })
    expect(target.ok && target.addresses).toEqual([
      { address: '2606:4700::1', family: 6 },
      { address: '8.8.8.8', family: 4 },
    ])
  })

  test('one answer that is not public is one too many', async () => {
    const lookup = answer('8.8.8.8', '8.8.4.4', '10.0.0.1')
    expect(await resolveUrl('https://hooks.example.com/', { lookup })).toEqual({
      ok: false,
      reason: 'reserved-address',
    })
  })

  test('an address in figures is not looked up', async () => {
    const lookup = () => Promise.reject(new Error('asked'))
    const target = await resolveUrl('https://[2606:4700::1]:8443/', { lookup })
    expect(target.ok && target.addresses).toEqual([{ address: '2606:4700::1', family: 6 }])
  })

  test.each([
    ['no answer', answer()],
    ['a failure', () => Promise.reject(new Error('ENOTFOUND'))],
    [
      'a throw',
      () => {
        throw new Error('broken')
      },
    ],
    ['nonsense', (() => Promise.resolve(undefined)) as unknown as Lookup],
  ])('%s is a failed lookup', async (_, lookup) => {
    expect(await resolveUrl('https://hooks.example.com/', { lookup })).toEqual({ ok: false, reason: 'lookup-failed' })
  })

  test('loopback is reached by its own name', async () => {
    const target = await resolveUrl('http://localhost:80/', { allowLoopback: true, lookup: answer('::1', '127.0.0.1') })
    expect(target.ok).toBe(true)
  })
})

test('a pinned lookup answers what was checked, whatever it is asked', () => {
  const lookup = pinned([
    { address: '8.8.8.8', family: 4 },
    { address: '2606:4700::1', family: 6 },
  ])
  const seen: unknown[] = []
  lookup('other.example', {}, (...answers) => seen.push(answers))
  lookup('other.example', { all: true, family: 6 }, (...answers) => seen.push(answers))
  expect(seen).toEqual([
    [null, '8.8.8.8', 4],
    [
      null,
      [
        { address: '8.8.8.8', family: 4 },
        { address: '2606:4700::1', family: 6 },
      ],
    ],
  ])
})
