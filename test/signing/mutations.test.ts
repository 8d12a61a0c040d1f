/**
 * Generated attacks on signed messages: every covered byte of headers and body is changed, the window is moved, keys,
 * purposes and digests are swapped, headers are doubled and put in another order. Nothing is accepted, and each refusal
 * has the code of its step.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { requestProfile, webhookProfile } from '../../src/contracts/adcp/signing/profiles.ts'
import type { KeyDirectory, PublishedJwk } from '../../src/wire/signature/key-directory.ts'
import { memoryNonces } from '../../src/wire/signature/nonce-cache.ts'
import type { SignatureProfile } from '../../src/wire/signature/profile.ts'
import { signMessage } from '../../src/wire/signature/sign-message.ts'
import type { SignedMessage } from '../../src/wire/signature/signed-message.ts'
import type { MessageSigner } from '../../src/wire/signature/signer.ts'
import { verifyMessage } from '../../src/wire/signature/verify-message.ts'
import { directory, newKey, type TestKey } from './keys.ts'

const agent = 'https://signer.example/agent'
const now = 1_776_520_800_000
const url = 'https://verifier.example/adcp/create_media_buy?b=2&a=1'
const body = '{"plan_id":"plan_001","budget":1000}'
const contentType = 'application/json; charset=utf-8'

interface Sent {
  method: string
  url: string
  authority?: string
  headers: [string, string][]
  body: string
}

type Header = 'content-type' | 'content-digest' | 'signature-input' | 'signature'

function messageOf({ method, url, authority, headers, body }: Sent): SignedMessage {
  const bytes = new TextEncoder().encode(body)
  const values = (name: string) => headers.filter(([key]) => key === name).map(([, value]) => value)
  return { method, url, authority, values, hasBody: bytes.length > 0, readBody: async () => bytes }
}

const profiles: readonly [string, SignatureProfile][] = [
  ['requests of 3.1', requestProfile('3.1', 'required')],
  ['requests of 3.2', requestProfile('3.2')],
  ['webhooks', webhookProfile],
]

describe.each(profiles)('%s', (_, profile) => {
  let key: TestKey
  let other: TestKey
  let keys: KeyDirectory

  beforeAll(async () => {
    key = await newKey('k1')
    other = await newKey('k2')
    keys = directory(agent, [key.jwk, other.jwk])
  })

  interface Making {
    at?: number
    seconds?: number
    signer?: MessageSigner
    as?: Partial<SignatureProfile>
  }

  async function made({ at = now, seconds, signer = key.signer, as = {} }: Making = {}): Promise<Sent> {
    const bytes = new TextEncoder().encode(body)
    const message = { method: 'POST', url, contentType, body: bytes }
    const headers = await signMessage(message, { ...profile, ...as }, signer, { now: at, seconds })
    return { method: 'POST', url, headers: Object.entries({ 'content-type': contentType, ...headers }), body }
  }

  /** What comes of a message: `accepted`, or why not. */
  async function result(sent: Sent, more: { keys?: KeyDirectory; nonces?: ReturnType<typeof memoryNonces> } = {}) {
    const tools = { keys, nonces: memoryNonces(), now: () => now, signer: agent, ...more }
    const verdict = await verifyMessage(messageOf(sent), profile, tools)
    return verdict.ok ? 'accepted' : verdict.failure
  }

  const sentValue = ({ headers }: Sent, name: Header) => headers.find(([key]) => key === name)?.[1] ?? ''
  const withHeader = (sent: Sent, name: Header, value: string): Sent => ({
    ...sent,
    headers: sent.headers.map(([key, old]) => [key, key === name ? value : old]),
  })

  test('as it was signed it is accepted', async () => expect(await result(await made())).toBe('accepted'))

  /** Every text that differs from another in one letter: by one bit each, and with each letter left out. */
  function* changed(text: string): Generator<string> {
    for (let at = 0; at < text.length; at++) {
      for (let bit = 0; bit < 7; bit++) {
        const letter = String.fromCharCode(text.charCodeAt(at) ^ (1 << bit))
        if (/[\x20-\x7e]/.test(letter)) yield text.slice(0, at) + letter + text.slice(at + 1)
      }
      yield text.slice(0, at) + text.slice(at + 1)
    }
  }

  /** How often each result occurs among all changes of one header. */
  async function resultsOf(name: Header): Promise<string[]> {
    const sent = await made()
    const results = new Set<string>()
    for (const value of changed(sentValue(sent, name))) results.add(await result(withHeader(sent, name, value)))
    return [...results].sort()
  }

  test('every byte of Content-Type', async () => {
    // A comma makes two values of it; at the ends there is white space, which does not count.
    expect(await resultsOf('content-type')).toEqual(['header_malformed', 'invalid'])
  })

  test('every byte of Content-Digest', async () => {
    expect(await resultsOf('content-digest')).toEqual(['header_malformed', 'invalid'])
  })

  test('every byte of Signature', async () => {
    expect(await resultsOf('signature')).toEqual(['header_malformed', 'invalid'])
  })

  test('every byte of Signature-Input', async () => {
    const sent = await made()
    const input = sentValue(sent, 'signature-input')
    /** By what is changed: the label, the list of components, and each parameter. */
    const expected: Readonly<Record<string, readonly string[]>> = {
      label: ['header_malformed'],
      list: ['components_incomplete', 'header_malformed', 'invalid'],
      created: ['header_malformed', 'invalid', 'params_incomplete', 'window_invalid'],
      expires: ['header_malformed', 'invalid', 'params_incomplete', 'window_invalid'],
      nonce: ['header_malformed', 'invalid', 'params_incomplete'],
      keyid: ['header_malformed', 'key_unknown', 'params_incomplete', 'invalid'],
      alg: ['alg_not_allowed', 'header_malformed', 'params_incomplete', 'invalid'],
      tag: ['header_malformed', 'invalid', 'params_incomplete', 'tag_invalid'],
    }
    const partOf = (at: number): string => {
      if (at < 5) return 'label'
      const names = [...input.slice(0, at + 1).matchAll(/;([a-z]+)=?/g)]
      return names.at(-1)?.[1] ?? 'list'
    }
    const wrong: string[] = []
    let count = 0
    for (const value of changed(input)) {
      const at = [...input].findIndex((letter, index) => letter !== value[index])
      const part = partOf(at === -1 ? input.length - 1 : at)
      const found = await result(withHeader(sent, 'signature-input', value))
      count++
      const allowed = Object.entries(expected).find(([name]) => name.startsWith(part))?.[1] ?? expected[part] ?? []
      if (!allowed.includes(found)) wrong.push(`${part}: ${found}: ${value}`)
    }
    expect(wrong).toEqual([])
    expect(count).toBeGreaterThan(1000)
  })

  test('every byte of the body', async () => {
    const sent = await made()
    const results = new Set<string>()
    for (const text of changed(body)) results.add(await result({ ...sent, body: text }))
    expect([...results]).toEqual(['digest_mismatch'])
    expect(await result({ ...sent, body: `${body} ` })).toBe('digest_mismatch')
  })

  test('every byte of the URL and of the method', async () => {
    const sent = await made()
    const results = new Set<string>()
    for (const text of changed(url)) {
      // These mean the same host or path: case does not count, and the fragment is not sent.
      const isSame = text.replace(/#.*/, '').replace(/^[^/]*\/\/[^/?]*/, part => part.toLowerCase()) === url
      if (!isSame) results.add(await result({ ...sent, url: text }))
    }
    for (const method of ['PUT', 'POSTS', 'POS', 'GET']) results.add(await result({ ...sent, method }))
    expect([...results].sort()).toEqual(['invalid', 'target_uri_malformed'])
    for (const authority of ['other.example', 'verifier.example:8443', 'user@verifier.example', '']) {
      expect(await result({ ...sent, authority })).toBe('target_uri_malformed')
    }
    expect(await result({ ...sent, authority: 'verifierü.example' })).toBe('header_malformed')
    expect(await result({ ...sent, authority: 'VERIFIER.example:443' })).toBe('accepted')
  })

  test.each([
    ['too old', { at: now - 361_000 }, 'window_invalid'],
    ['just not too old', { at: now - 360_000 }, 'accepted'],
    ['from the future', { at: now + 61_000 }, 'window_invalid'],
    ['of a clock that is a minute ahead', { at: now + 60_000 }, 'accepted'],
    ['for too long', { as: { longestSeconds: 301 }, seconds: 301 }, 'window_invalid'],
    ['with another tag', { as: { tag: 'adcp/other-signing/v1' } }, 'tag_invalid'],
    ['under another label', { as: { label: 'sig2' } }, 'header_malformed'],
    ['without the digest', { as: { digest: 'forbidden' as const } }, 'components_incomplete'],
  ])('a signature that is %s', async (_, making, failure) => {
    expect(await result(await made(making))).toBe(failure)
  })

  test('a window that ends before it begins, or at once', async () => {
    const sent = await made()
    const input = sentValue(sent, 'signature-input')
    const created = /created=(\d+)/.exec(input)?.[1] ?? ''
    for (const expires of [created, String(Number(created) - 1)]) {
      const value = input.replace(/expires=\d+/, `expires=${expires}`)
      expect(await result(withHeader(sent, 'signature-input', value))).toBe('window_invalid')
    }
  })

  test('a signature that is used again, at once or at the end of its time', async () => {
    const nonces = memoryNonces()
    const sent = await made()
    expect(await result(sent, { nonces })).toBe('accepted')
    expect(await result(sent, { nonces })).toBe('replayed')
    const late = { keys, nonces, now: () => now + 360_000, signer: agent }
    expect(await verifyMessage(messageOf(sent), profile, late)).toEqual({ ok: false, failure: 'replayed' })
    expect(await result(await made({ signer: other.signer }), { nonces })).toBe('accepted')
  })

  test('the same nonce 1,000 times at once is accepted once', async () => {
    const nonces = memoryNonces()
    const sent = await made()
    const results = await Promise.all(Array.from({ length: 1000 }, () => result(sent, { nonces })))
    expect(results.filter(one => one === 'accepted')).toHaveLength(1)
    expect(results.filter(one => one === 'replayed')).toHaveLength(999)
  })

  test('a key that has used too many nonces, before its signature is looked at', async () => {
    const nonces = memoryNonces({ most: 1 })
    expect(await result(await made(), { nonces })).toBe('accepted')
    expect(await result(withHeader(await made(), 'signature', 'sig1=:AAAA:'), { nonces })).toBe('rate_abuse')
  })

  describe('keys', () => {
    const withJwk = (jwk: PublishedJwk, revocation?: Parameters<typeof directory>[2]) =>
      directory(agent, [jwk], revocation)

    test.each([
      ['another key under the same id', () => ({ ...other.jwk, kid: 'k1' }), 'invalid'],
      ['another purpose', () => ({ ...key.jwk, adcp_use: 'governance-signing' }), 'key_purpose_invalid'],
      ['no purpose', () => ({ ...key.jwk, adcp_use: undefined }), 'key_purpose_invalid'],
      ['encryption', () => ({ ...key.jwk, use: 'enc' }), 'key_purpose_invalid'],
      ['signing only', () => ({ ...key.jwk, key_ops: ['sign'] }), 'key_purpose_invalid'],
      ['no operations', () => ({ ...key.jwk, key_ops: undefined }), 'key_purpose_invalid'],
      ['another algorithm', () => ({ ...key.jwk, alg: 'ES256' }), 'key_purpose_invalid'],
      ['no algorithm', () => ({ ...key.jwk, alg: undefined }), 'key_purpose_invalid'],
      ['another curve', () => ({ ...key.jwk, crv: 'X25519' }), 'key_purpose_invalid'],
      ['no point of the curve', () => ({ ...key.jwk, x: 'AAAA' }), 'key_purpose_invalid'],
    ])('%s', async (_, jwk, failure) => {
      expect(await result(await made(), { keys: withJwk(jwk() as PublishedJwk) })).toBe(failure)
    })

    test('a directory that answers with another key than the one that was asked for', async () => {
      const wrong: KeyDirectory = { resolveKey: async () => ({ ok: true, key: { jwk: other.jwk, signer: agent } }) }
      expect(await result(await made(), { keys: wrong })).toBe('key_unknown')
    })

    test('a key of another agent', async () => {
      expect(await result(await made(), { keys: directory('https://other.example', [key.jwk]) })).toBe('key_unknown')
    })

    test('a key that is revoked, or whose list is too old: before the signature is looked at', async () => {
      const broken = withHeader(await made(), 'signature', 'sig1=:AAAA:')
      expect(await result(broken, { keys: withJwk(key.jwk, () => 'revoked') })).toBe('key_revoked')
      expect(await result(broken, { keys: withJwk(key.jwk, () => 'stale') })).toBe('revocation_stale')
    })

    test('a key of the other algorithm', async () => {
      const es256 = await newKey('k1', { alg: 'ecdsa-p256-sha256' })
      expect(await result(await made(), { keys: withJwk(es256.jwk) })).toBe('key_purpose_invalid')
      const sent = await made({ signer: es256.signer })
      expect(await result(sent, { keys: withJwk(es256.jwk) })).toBe('accepted')
    })
  })

  test('each header twice, and each left out', async () => {
    const sent = await made()
    const doubled: string[] = []
    const missing: string[] = []
    for (const name of ['content-type', 'content-digest', 'signature-input', 'signature'] as const) {
      doubled.push(await result({ ...sent, headers: [...sent.headers, [name, sentValue(sent, name)]] }))
      missing.push(await result({ ...sent, headers: sent.headers.filter(([key]) => key !== name) }))
    }
    expect(doubled).toEqual(Array(4).fill('header_malformed'))
    expect(missing).toEqual(Array(4).fill('header_malformed'))
    expect(await result({ ...sent, headers: sent.headers.toReversed() })).toBe('accepted')
  })

  test('components and parameters in another order, doubled or more', async () => {
    const sent = await made()
    const input = sentValue(sent, 'signature-input')
    const [, list = '', parameters = ''] = /^sig1=\(([^)]*)\);(.*)$/.exec(input) ?? []
    const names = list.split(' ')
    const shuffled = parameters.split(';').toReversed().join(';')
    const results = []
    for (const value of [
      `sig1=(${names.toReversed().join(' ')});${parameters}`,
      `sig1=(${list});${shuffled}`,
      `sig1=(${list} "@method");${parameters}`,
      `sig1=(${list} "authorization");${parameters}`,
      `sig1=(${names.join(' ').replace('"@method"', '"@method";req')});${parameters}`,
      `sig1=(${names.slice(1).join(' ')});${parameters}`,
      `sig1=(${list});${parameters};created=1`,
      `sig1=(${list});${parameters}, sig1=();tag="x"`,
      `sig1=(${list});${parameters};tag="x"`,
    ]) {
      results.push(await result(withHeader(sent, 'signature-input', value)))
    }
    expect(results).toEqual([
      'invalid',
      'invalid',
      'header_malformed',
      'components_unexpected',
      'components_incomplete',
      'components_incomplete',
      'header_malformed',
      'header_malformed',
      'header_malformed',
    ])
  })

  test.each([
    ['short', 'nonce="KXYnfEfJ0PBRZXQyVXfV"'],
    ['padded', 'nonce="KXYnfEfJ0PBRZXQyVXfVQA=="'],
    ['of standard base64', 'nonce="KXYnfEfJ0PBRZXQyVX+/QAAA"'],
    ['a token', 'nonce=KXYnfEfJ0PBRZXQyVXfVQA'],
    ['endless', `nonce="${'A'.repeat(1000)}"`],
  ])('a nonce that is %s', async (_, nonce) => {
    const sent = await made()
    const value = sentValue(sent, 'signature-input').replace(/nonce="[^"]*"/, nonce)
    expect(await result(withHeader(sent, 'signature-input', value))).toBe('header_malformed')
  })

  test.each([
    ['text/plain; a="x,y"', 'invalid'],
    ['text/plain; a="\\","', 'invalid'],
    ['text/plain; a="x", text/html', 'header_malformed'],
    ['text/plain; a="x', 'header_malformed'],
    ['text/plain; a="\u00e9"', 'header_malformed'],
    [' ', 'header_malformed'],
    // As many quotes as a header can have are read once, not once for each of them.
    [`"${'\\"'.repeat(8000)}`, 'header_malformed'],
  ])('the Content-Type %s', async (value, failure) => {
    expect(await result(withHeader(await made(), 'content-type', value))).toBe(failure)
  })

  test('parameters of the signature itself, which nothing covers', async () => {
    const sent = await made()
    const value = `${sentValue(sent, 'signature')};x=1`
    expect(await result(withHeader(sent, 'signature', value))).toBe('header_malformed')
  })

  test.each(['/a b', '/a\n', '/a?b c', '/a?b\n', '/%zz'])('the address %j, which is none as it is', async path => {
    const sent = { ...(await made()), url: `https://verifier.example${path}` }
    expect(await result(sent)).toBe('target_uri_malformed')
  })

  test('a digest that is no SHA-256', async () => {
    const sent = withHeader(await made(), 'content-digest', 'sha-256=:AAAA:')
    expect(await result(sent)).toBe('header_malformed')
  })

  test('fields and addresses that are longer than 8 KiB', async () => {
    const sent = await made()
    expect(await result({ ...sent, url: `${url}?${'y'.repeat(8192)}` })).toBe('target_uri_malformed')
    const value = `${sentValue(sent, 'signature-input')}, x=("${'y'.repeat(9000)}")`
    expect(await result(withHeader(sent, 'signature-input', value))).toBe('header_malformed')
  })
})
