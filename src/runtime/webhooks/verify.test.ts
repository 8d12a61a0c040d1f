import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { sign, type WebhookAuth } from './sign.ts'
import { verifyAdcpHmac, verifyBearer, verifyStandard } from './verify.ts'

const at = 1_700_000_000_000
const now = () => at
const secret = 'current-secret-0123456789abcdefghijkl'
const old = 'previous-secret-0123456789abcdefghij'
const whsec = `whsec_${Buffer.from('0123456789abcdefghijklmn').toString('base64')}`
const oldWhsec = `whsec_${Buffer.from('zyxwvutsrqponmlkjihgfedc').toString('base64')}`
const body = '{"status":"completed","n":[1,2]}'
const value = { status: 'completed', n: [1, 2] }

const headersOf = (auth: WebhookAuth, text = body): Record<string, string> => {
  const signing = sign(auth, { id: 'evt_1', body: text, at })
  if (!signing.ok) throw new Error(signing.problem)
  return signing.headers
}
const adcp = headersOf({ scheme: 'adcp-hmac', secret })
const standard = headersOf({ scheme: 'standard', secrets: [whsec] })
const no = (problem: string) => ({ ok: false, problem })

describe('AdCP HMAC-SHA256', () => {
  const verify = (change: Partial<Parameters<typeof verifyAdcpHmac>[0]> = {}) =>
    verifyAdcpHmac({ headers: adcp, body, secrets: [secret], now, ...change })

  test('what was signed is what it says', () => {
    expect(verify()).toEqual({ ok: true, value })
    expect(verify({ body: Buffer.from(body) })).toEqual({ ok: true, value })
    expect(verify({ headers: new Headers(adcp) })).toEqual({ ok: true, value })
    const upper = Object.entries(adcp).map(([name, one]) => [name.toUpperCase(), [one]])
    expect(verify({ headers: Object.fromEntries(upper) })).toEqual({ ok: true, value })
  })

  test('the previous secret still counts while it is listed', () => {
    const headers = headersOf({ scheme: 'adcp-hmac', secret: old })
    expect(verify({ headers, secrets: [secret, old] })).toEqual({ ok: true, value })
    expect(verify({ headers, secrets: [secret] })).toEqual(no('mismatch'))
  })

  const hex = adcp['x-adcp-signature']?.slice(7) ?? ''
  test.each([
    ['no signature', { 'x-adcp-signature': undefined }, 'missing-header'],
    ['an empty signature', { 'x-adcp-signature': '' }, 'missing-header'],
    ['no timestamp', { 'x-adcp-timestamp': undefined }, 'missing-header'],
    ['a word for a timestamp', { 'x-adcp-timestamp': 'not-a-number' }, 'bad-timestamp'],
    ['a date for a timestamp', { 'x-adcp-timestamp': '2023-11-14T22:13:20Z' }, 'bad-timestamp'],
    ['a fraction', { 'x-adcp-timestamp': '1700000000.5' }, 'bad-timestamp'],
    ['a negative timestamp', { 'x-adcp-timestamp': '-1' }, 'bad-timestamp'],
    ['two timestamps', { 'x-adcp-timestamp': ['1700000000', '1700000000'] }, 'bad-timestamp'],
    ['301 seconds ago', { 'x-adcp-timestamp': '1699999699' }, 'outside-window'],
    ['301 seconds ahead', { 'x-adcp-timestamp': '1700000301' }, 'outside-window'],
    ['another time within the window', { 'x-adcp-timestamp': '1700000300' }, 'mismatch'],
    ['a cut signature', { 'x-adcp-signature': 'sha256=c4faf8' }, 'mismatch'],
    ['another algorithm', { 'x-adcp-signature': `sha512=${hex}` }, 'mismatch'],
    ['a bare signature', { 'x-adcp-signature': hex }, 'mismatch'],
    ['a prefix twice', { 'x-adcp-signature': `sha256=sha256=${hex}` }, 'mismatch'],
    ['two signatures', { 'x-adcp-signature': [`sha256=${hex}`, `sha256=${hex}`] }, 'mismatch'],
  ])('%s is refused', (_, change, problem) => {
    expect(verify({ headers: { ...adcp, ...change } })).toEqual(no(problem))
  })

  test('300 seconds apart is within the window, and the window can be another', () => {
    expect(verify({ now: () => at + 300_999 }).ok).toBe(true)
    expect(verify({ now: () => at - 300_000 }).ok).toBe(true)
    expect(verify({ now: () => at + 61_000, toleranceSeconds: 60 })).toEqual(no('outside-window'))
  })

  test('another body, to the blank, is a mismatch', () => {
    expect(verify({ body: body.replace('completed', 'failed') })).toEqual(no('mismatch'))
    expect(verify({ body: `${body} ` })).toEqual(no('mismatch'))
  })

  test('a key twice under a right signature is a malformed body, not a mismatch', () => {
    // The secret, the time and the signature are AdCP's own vector.
    const verified = verifyAdcpHmac({
      headers: {
        'x-adcp-signature': 'sha256=7fd84f13f71228b5c0dc24b58acafaa62855b26fe5477a31e88884ed24ae5b7f',
        'x-adcp-timestamp': '1700000000',
      },
      body: '{"event":"creative.status_changed","creative_id":"creative_123","status":"approved","status":"rejected"}',
      secrets: ['cc237f7fe354609bb41360c6530a2deb7926f3cc55e91df3ff90e37202950b6c'],
      now,
    })
    expect(verified).toEqual(no('malformed-body'))
  })

  test('a body that is too large is refused before anything is computed', () => {
    expect(verify({ body: new Uint8Array(1024 * 1024 + 1) })).toEqual(no('too-large'))
    expect(verify({ maxBytes: 10 })).toEqual(no('too-large'))
  })

  test.each([[[]], [['']], [['short']], [[secret, '']], [['a'.repeat(40)]], [[undefined as unknown as string]]])(
    'secrets that protect nothing are a mistake of the receiver: %j',
    secrets => {
      expect(() => verify({ secrets })).toThrow(expect.objectContaining({ code: 'ERR_MISUSE' }))
    },
  )
})

describe('Standard Webhooks', () => {
  const verify = (change: Partial<Parameters<typeof verifyStandard>[0]> = {}) =>
    verifyStandard({ headers: standard, body, secrets: [whsec], now, ...change })

  test('what we or the reference library signed is believed, and its id is told', () => {
    expect(verify()).toEqual({ ok: true, value, id: 'evt_1' })
    const signature = new Webhook(oldWhsec).sign('msg.2', new Date(at), body)
    const headers = { 'webhook-id': 'msg.2', 'webhook-timestamp': '1700000000', 'webhook-signature': signature }
    expect(verify({ headers, secrets: [whsec, oldWhsec] })).toEqual({ ok: true, value, id: 'msg.2' })
  })

  test('one right signature among others is enough', () => {
    const right = standard['webhook-signature']
    const headers = { ...standard, 'webhook-signature': `v1a,abc v1,${'A'.repeat(43)}= ${right}` }
    expect(verify({ headers }).ok).toBe(true)
  })

  test.each([
    ['no id', { 'webhook-id': undefined }, 'missing-header'],
    ['no timestamp', { 'webhook-timestamp': undefined }, 'missing-header'],
    ['no signature', { 'webhook-signature': undefined }, 'missing-header'],
    ['another id', { 'webhook-id': 'evt_2' }, 'mismatch'],
    ['a word for a timestamp', { 'webhook-timestamp': 'now' }, 'bad-timestamp'],
    ['an old timestamp', { 'webhook-timestamp': '1600000000' }, 'outside-window'],
    ['another version', { 'webhook-signature': standard['webhook-signature']?.replace('v1', 'v2') }, 'mismatch'],
    ['no version', { 'webhook-signature': standard['webhook-signature']?.slice(3) }, 'mismatch'],
    ['nonsense', { 'webhook-signature': ', , v1, v1' }, 'mismatch'],
  ])('%s is refused', (_, change, problem) => {
    expect(verify({ headers: { ...standard, ...change } })).toEqual(no(problem))
  })

  test('a key twice under a right signature is a malformed body', () => {
    const twice = '{"a":1,"a":2}'
    const headers = { ...standard, 'webhook-signature': new Webhook(whsec).sign('evt_1', new Date(at), twice) }
    expect(verify({ headers, body: twice })).toEqual(no('malformed-body'))
  })
})

describe('Bearer', () => {
  const verify = (authorization: string | undefined, tokens = [secret, old]) =>
    verifyBearer({ headers: { authorization }, body, tokens })

  test.each([`Bearer ${secret}`, `bearer ${old}`])('%s is believed', authorization => {
    expect(verify(authorization)).toEqual({ ok: true, value })
  })

  test.each([
    [undefined, 'missing-header'],
    [`Basic ${secret}`, 'mismatch'],
    ['Bearer', 'mismatch'],
    ['Bearer ', 'mismatch'],
    [`Bearer ${secret}x`, 'mismatch'],
    [`Bearer ${secret.slice(1)}`, 'mismatch'],
    [`Bearer ${secret}, Bearer ${secret}`, 'mismatch'],
  ])('%s is refused', (authorization, problem) => {
    expect(verify(authorization)).toEqual(no(problem))
  })

  test('an empty list, or an empty token, is a mistake of the receiver', () => {
    expect(() => verify('Bearer x', [])).toThrow(expect.objectContaining({ code: 'ERR_MISUSE' }))
    expect(() => verify('Bearer ', [''])).toThrow(expect.objectContaining({ code: 'ERR_MISUSE' }))
  })
})
