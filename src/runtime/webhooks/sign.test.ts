import { createHash } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { checkAuth, sign } from './sign.ts'

const at = 1_700_000_000_999
const whsec = `whsec_${Buffer.from('0123456789abcdefghijklmn').toString('base64')}`
/** The secret of AdCP's published vectors is made of this sentence. */
const secret = createHash('sha256').update('adcp-webhook-hmac-test-vector-v1-DO-NOT-USE-IN-PRODUCTION').digest('hex')

describe('AdCP HMAC-SHA256', () => {
  test.each([
    [1_700_000_000, '{}', '06338bfc687c7a3677ea16420e527469d6717bb966451d29c685de8f0270f073'],
    [0, '{"event":"test"}', 'e098ea1f745765614027918d988930b96c38a2f8e2b5d05560f4bffa53d77dcd'],
    [2_208_988_800, '{"event":"test"}', '4b9923c61f2d51b20e4df1231827dd8b760b0ab99f80cab739cdead6841f0d69'],
    [1_700_000_000, '{"event":"test"}\n', 'a1ea163af47d6b34ce0de5d27c4c88b5dd9f348dd8a2bc2751a71f8f27622738'],
    [
      1_700_000_000,
      '{"brand_name":"Café Münchën","tagline":"日本語テスト"}',
      '0e445863247724694581d538497527218443961f15c9645d656b52d8fdca4f9c',
    ],
  ])('at %i %j has the published signature', (timestamp, body, hex) => {
    for (const form of [body, Buffer.from(body)]) {
      expect(sign({ scheme: 'adcp-hmac', secret }, { id: 'x', body: form, at: timestamp * 1000 })).toEqual({
        ok: true,
        headers: { 'x-adcp-signature': `sha256=${hex}`, 'x-adcp-timestamp': String(timestamp) },
      })
    }
  })
})

test.each([
  ['no bytes', '', 'd9f70ba6cb43e92a8f55c1fc73bec0f8f07fa3a652e1ec1d5ee69846cfde9fe8'],
  ['a NUL byte', '{"event":"a\0b"}', '2559f5ae7e155e5f2ef6f8ba1cf2c3b0b5b0b747f0480d728f1ff85fd367a3bb'],
])('AdCP HMAC-SHA256 signs %s, with the signature of another library', (_, body, hex) => {
  expect(sign({ scheme: 'adcp-hmac', secret }, { id: 'x', body, at })).toEqual({
    ok: true,
    headers: { 'x-adcp-signature': `sha256=${hex}`, 'x-adcp-timestamp': '1700000000' },
  })
})

test('Bearer sends the token', () => {
  const token = 'abcdefghijklmnopqrstuvwxyz012345'
  expect(sign({ scheme: 'bearer', token }, { id: 'x', body: '{}', at })).toEqual({
    ok: true,
    headers: { authorization: 'Bearer abcdefghijklmnopqrstuvwxyz012345' },
  })
})

describe('Standard Webhooks', () => {
  test('is what the reference library makes', () => {
    const body = '{"type":"task.completed","text":"Zürich 顧問先 😀"}'
    expect(sign({ scheme: 'standard', secrets: [whsec] }, { id: 'evt_1', body, at })).toEqual({
      ok: true,
      headers: {
        'webhook-id': 'evt_1',
        'webhook-timestamp': '1700000000',
        'webhook-signature': new Webhook(whsec).sign('evt_1', new Date(at), body),
      },
    })
  })

  test('several secrets sign, and the reference library accepts each', () => {
    const other = `whsec_${Buffer.alloc(32, 'another secret').toString('base64')}`
    const now = Date.now()
    const signing = sign({ scheme: 'standard', secrets: [whsec, other] }, { id: 'evt_1', body: '{"a":1}', at: now })
    const headers = signing.ok ? signing.headers : {}
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2)
    for (const one of [whsec, other]) expect(new Webhook(one).verify('{"a":1}', headers)).toEqual({ a: 1 })
  })

  test.each(['', 'a.b', 'a b', 'a\nb', 'é', 'x'.repeat(256)])('an id like %j is refused', id => {
    expect(sign({ scheme: 'standard', secrets: [whsec] }, { id, body: '{}', at })).toEqual({
      ok: false,
      problem: 'bad-id',
    })
  })
})

describe('a body that receivers would read differently', () => {
  test.each([
    ['a key twice', '{"status":"approved","status":"rejected"}', 'duplicate_key_input'],
    ['a key twice, deep in an array', '{"a":[[{"b":1,"\\u0062":2}]]}', 'duplicate_key_input'],
    ['too deep', '['.repeat(65) + ']'.repeat(65), 'unreadable-body'],
    ['too much', `"${'a'.repeat(1024 * 1024)}"`, 'too-large'],
  ])('%s is not signed, by no scheme', (_, body, problem) => {
    for (const auth of [
      { scheme: 'bearer', token: secret },
      { scheme: 'adcp-hmac', secret },
      { scheme: 'standard', secrets: [whsec] },
    ] as const) {
      expect(sign(auth, { id: 'evt_1', body, at })).toEqual({ ok: false, problem })
    }
  })
})

test.each(['', 'hello', '{"a":"\0"}'])('%j is no message of the other schemes', body => {
  for (const auth of [
    { scheme: 'bearer', token: secret },
    { scheme: 'standard', secrets: [whsec] },
  ] as const) {
    expect(sign(auth, { id: 'evt_1', body, at })).toEqual({ ok: false, problem: 'unreadable-body' })
  }
})

test.each([
  [{ scheme: 'bearer', token: 'a'.repeat(31) }, 'weak-secret'],
  [{ scheme: 'bearer', token: 'a'.repeat(32) }, 'weak-secret'],
  [{ scheme: 'bearer', token: `${'ab'.repeat(20)}\r\nx: y` }, 'bad-secret'],
  [{ scheme: 'adcp-hmac', secret: '' }, 'weak-secret'],
  [{ scheme: 'adcp-hmac', secret: '1234567890abcdef1234567890abcde' }, 'weak-secret'],
  [{ scheme: 'adcp-hmac', secret: '0'.repeat(32) }, 'weak-secret'],
  [{ scheme: 'adcp-hmac', secret: 'ü'.repeat(8) + 'abcdefgh'.repeat(2) }, undefined],
  [{ scheme: 'standard', secrets: [] }, 'bad-secret'],
  [{ scheme: 'standard', secrets: ['whsec_not base64!'] }, 'bad-secret'],
  [{ scheme: 'standard', secrets: [whsec, 'whsec_c2hvcnQ='] }, 'weak-secret'],
  [{ scheme: 'standard', secrets: [`whsec_${Buffer.alloc(65, 'abc').toString('base64')}`] }, 'bad-secret'],
] as const)('%j: %s, before anything is signed', (auth, problem) => {
  expect(checkAuth(auth)).toBe(problem)
  const signing = sign(auth, { id: 'evt_1', body: '{}', at })
  expect(signing.ok ? undefined : signing.problem).toBe(problem)
})
