/** Tokens that are changed, shifted, swapped or replayed: none is accepted, each is refused by the check that it fails. */
import { exportJWK, generateKeyPair } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json-value.ts'
import type { GovernanceCode } from './codes.ts'
import { payloadHash } from './hashes.ts'
import { issueGovernanceToken, type NewGovernanceClaims, type SigningJwk } from './issue.ts'
import type { RevocationList } from './revocations.ts'
import type { GovernancePhase, GovernanceProfile } from './token.ts'
import { type GovernanceExpectations, type GovernanceTrust, verifyGovernanceToken } from './verify.ts'

const issuer = 'https://gov.example.com/governance'
const audience = 'https://seller.example.com/sales'
const caller = 'https://buyer.example.com/agent'
const at = 1_785_931_200
const payload = { idempotency_key: 'gov-generated-0001', plan_id: 'plan_1', packages: [{ budget: 10 }] }

interface Pair {
  jwk: SigningJwk
  published: JsonObject
}

let ed: Pair
let es: Pair
let stranger: Pair

async function pairOf(alg: 'EdDSA' | 'ES256', kid: string): Promise<Pair> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  const { kty, crv, x, y, d } = await exportJWK(privateKey)
  const bare = { kid, alg, kty, crv, x, ...(y === undefined ? undefined : { y }) } as JsonObject
  const published = { ...bare, use: 'sig', key_ops: ['verify'], adcp_use: 'governance-signing' }
  return { jwk: { ...bare, d }, published }
}

beforeAll(async () => {
  ed = await pairOf('EdDSA', 'gov-ed')
  es = await pairOf('ES256', 'gov-es')
  stranger = await pairOf('EdDSA', 'gov-ed')
})

const claims: NewGovernanceClaims = {
  iss: issuer,
  sub: 'plan_1',
  plan_hash: 'oR0jFDEtzcwgPbNf-Ofd_fZHYfAyD1TRbzGOFBVCG-c',
  aud: audience,
  iat: at,
  exp: at + 900,
  jti: 'jti-1',
  phase: 'intent',
  caller,
  check_id: 'chk_1',
}

/** What 3.2 adds. */
async function authorized(more: JsonObject = {}): Promise<NewGovernanceClaims> {
  return {
    ...claims,
    authorized_task: 'create_media_buy',
    authorized_payload_hash: await payloadHash(payload),
    authorized_commitment: { amount: 10, currency: 'EUR' },
    ...more,
  }
}

const expected: GovernanceExpectations = {
  profile: '3.2',
  audience,
  caller,
  task: 'create_media_buy',
  payload,
  phases: ['intent'],
  planId: 'plan_1',
  commitment: { amount: 10, currency: 'EUR' },
  now: at * 1000,
}

interface TrustOptions {
  keys?: readonly JsonObject[]
  list?: RevocationList
}

/** Remembers ids as a store does. */
function trustOf({ keys = [ed.published, es.published], list }: TrustOptions = {}): GovernanceTrust {
  const used = new Set<string>()
  return {
    keyOf: async (iss, kid) => {
      if (iss !== issuer) return 'governance_issuer_not_authorized'
      return keys.find(key => key.kid === kid) ?? 'governance_key_unknown'
    },
    revocationsOf: async () => list,
    use: async ({ jti, audience: aud }) => {
      const id = JSON.stringify([aud, jti])
      return !used.has(id) && used.add(id) !== undefined
    },
  }
}

/** `accepted`, or the code and the check of the refusal. */
async function verdict(token: string, more: Partial<GovernanceExpectations> = {}, trust = trustOf()): Promise<string> {
  const verified = await verifyGovernanceToken(token, { ...expected, ...more }, trust)
  return verified.ok ? 'accepted' : `${verified.code} ${verified.check}`
}

const invalid = 'governance_token_invalid'
const notApplicable = 'governance_token_not_applicable'

/** A token of any header and claims, signed right. */
async function signedAs(header: object, body: object | string, { jwk } = ed): Promise<string> {
  const part = (value: object | string) =>
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
  const text = `${part(header)}.${part(body)}`
  const key = await crypto.subtle.importKey(
    'jwk',
    { kty: 'OKP', crv: 'Ed25519', x: jwk.x, d: jwk.d } as JsonWebKey,
    { name: 'Ed25519' },
    false,
    ['sign'],
  )
  const signature = await crypto.subtle.sign('Ed25519', key, new TextEncoder().encode(text))
  return `${text}.${Buffer.from(signature).toString('base64url')}`
}

const head = { alg: 'EdDSA', kid: 'gov-ed', typ: 'adcp-gov+jws' }

describe('a token', () => {
  test.each([
    ['3.2', 'EdDSA'],
    ['3.2', 'ES256'],
    ['3.1', 'EdDSA'],
    ['3.1', 'ES256'],
  ] as const)('of AdCP %s, signed with %s, is accepted once', async (profile, alg) => {
    const body = profile === '3.2' ? await authorized() : claims
    const token = await issueGovernanceToken(body, alg === 'EdDSA' ? ed.jwk : es.jwk, profile)
    const trust = trustOf()
    expect(await verdict(token, { profile }, trust)).toBe('accepted')
    expect(await verdict(token, { profile }, trust)).toBe('governance_token_replayed replay')
  })

  test('is never issued with claims that its readers would refuse', async () => {
    await expect(issueGovernanceToken({ ...claims, exp: claims.iat }, ed.jwk)).rejects.toThrow('not complete')
  })
})

describe('a token with any bit changed', () => {
  test('is refused by the check that reads the bit', async () => {
    const token = await issueGovernanceToken(await authorized(), ed.jwk)
    const trust = trustOf()
    const found: Record<string, number> = {}
    const wrong: string[] = []
    for (const [index, changed] of flipped(token)) {
      const got = (await verdict(changed, {}, trust)).split(' ')[0] as string
      const wanted = expectedCode(token, changed)
      if (got !== wanted) wrong.push(`${index}: ${got} instead of ${wanted}`)
      found[got] = (found[got] ?? 0) + 1
    }
    expect(wrong).toEqual([])
    expect(found.accepted).toBeUndefined()
    expect(Object.keys(found).sort()).toEqual([
      'governance_issuer_not_authorized',
      'governance_key_unknown',
      'governance_token_invalid',
    ])
    // The token itself, and with it the test, is right.
    expect(await verdict(token, {}, trust)).toBe('accepted')
  })

  /** Each of the seven bits of each character. */
  function* flipped(token: string): Generator<[number, string]> {
    for (let index = 0; index < token.length; index++) {
      for (let bit = 0; bit < 7; bit++) {
        const letter = String.fromCharCode(token.charCodeAt(index) ^ (1 << bit))
        yield [index, `${token.slice(0, index)}${letter}${token.slice(index + 1)}`]
      }
    }
  }

  /** Another key id is an unknown key; another issuer is not authorized. Whatever else changes is caught before or by the signature. */
  function expectedCode(token: string, changed: string): GovernanceCode {
    if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(changed)) return invalid
    const [before, after] = [partsOf(token), partsOf(changed)]
    if (after === undefined || before === undefined) return invalid
    const { kid, ...headed } = after.header
    const { kid: _, ...header } = before.header
    if (JSON.stringify(headed) !== JSON.stringify(header)) return invalid
    if (after.claims.iss !== before.claims.iss) {
      const iss = String(after.claims.iss)
      const isUrl = URL.parse(iss)?.protocol === 'https:' && !/\p{Cc}/u.test(iss)
      return isUrl ? 'governance_issuer_not_authorized' : invalid
    }
    return kid === 'gov-ed' || !isWhole(after.claims) ? invalid : 'governance_key_unknown'
  }

  /** Of the claims only their shapes are read before the key. */
  function isWhole(body: JsonObject): boolean {
    return Object.keys(body).length === Object.keys(claims).length + 3
  }

  function partsOf(token: string): { header: JsonObject; claims: JsonObject } | undefined {
    const parts = token.split('.')
    if (parts.some(part => Buffer.from(part, 'base64url').toString('base64url') !== part)) return undefined
    try {
      const decoder = new TextDecoder('utf-8', { fatal: true })
      const [header, body] = parts.slice(0, 2).map(part => JSON.parse(decoder.decode(Buffer.from(part, 'base64url'))))
      return { header, claims: body }
    } catch {
      return undefined
    }
  }
})

describe('parts and headers', () => {
  test.each([
    ['nothing', ''],
    ['one part', 'abc'],
    ['four parts', 'a.b.c.d'],
    ['no signature', 'e30.e30.'],
    ['a line break', 'e30.e30.e3\n0'],
    ['more than 4096 characters', `e30.${'A'.repeat(4096)}.e30`],
  ])('%s is not read', async (_, token) => {
    expect(await verdict(token)).toBe('governance_token_invalid parse')
  })

  test.each([
    ['alg none', { ...head, alg: 'none' }, 'alg'],
    ['alg HS256', { ...head, alg: 'HS256' }, 'alg'],
    ['no alg', { kid: 'gov-ed', typ: 'adcp-gov+jws' }, 'alg'],
    ['no kid', { alg: 'EdDSA', typ: 'adcp-gov+jws' }, 'parse'],
    ['another typ', { ...head, typ: 'JWT' }, 'typ'],
    ['typ in capitals', { ...head, typ: 'ADCP-GOV+JWS' }, 'typ'],
    ['an unknown critical name', { ...head, crit: ['future'], future: true }, 'crit'],
    ['b64', { ...head, crit: ['b64'], b64: false }, 'crit'],
    ['an empty crit', { ...head, crit: [] }, 'crit'],
    ['a crit that is no list', { ...head, crit: 'authorized_task' }, 'crit'],
    ['a marker without its claim', { ...head, crit: ['authorized_task'], authorized_task: true }, 'crit'],
    ['the algorithm of another key', { ...head, alg: 'ES256' }, 'keyPurpose'],
  ] satisfies [string, JsonObject, string][])('%s is refused', async (_, header, check) => {
    expect(await verdict(await signedAs(header, claims))).toBe(`governance_token_invalid ${check}`)
  })

  test('an authorization has its claim, its marker and its name in crit, or none of them', async () => {
    const body = await authorized()
    const names = ['authorized_task', 'authorized_payload_hash', 'authorized_commitment'] as const
    const whole = { ...head, crit: [...names], authorized_task: true, authorized_payload_hash: true }
    const marked: JsonObject = { ...whole, authorized_commitment: true }
    expect(await verdict(await signedAs(marked, body))).toBe('accepted')
    for (const name of names) {
      const { [name]: _, ...unclaimed } = body
      const { [name]: __, ...unmarked } = marked
      const unnamed = { ...marked, crit: names.filter(each => each !== name) }
      const cases: [object, object][] = [
        [marked, unclaimed],
        [unmarked, body],
        [unnamed, body],
        [{ ...marked, [name]: 'true' }, body],
        [{ ...marked, crit: [...names, name] }, body],
      ]
      for (const [header, sent] of cases) {
        expect(await verdict(await signedAs(header, sent))).toBe('governance_token_invalid crit')
      }
    }
    const { authorized_payload_hash: _, ...half } = body
    const { authorized_payload_hash: __, ...halfMarked } = marked
    const header = { ...halfMarked, crit: ['authorized_task', 'authorized_commitment'] }
    expect(await verdict(await signedAs(header, half))).toBe('governance_token_invalid crit')
  })

  test('3.1 knows no critical names, and takes no notice of authorizations that are not critical', async () => {
    const body = await authorized({ authorized_task: 'update_media_buy', authorized_commitment: { amount: 0 } })
    expect(await verdict(await signedAs(head, body), { profile: '3.1' })).toBe('accepted')
    const critical = { ...head, crit: ['authorized_task'], authorized_task: true }
    expect(await verdict(await signedAs(critical, body), { profile: '3.1' })).toBe('governance_token_invalid crit')
  })

  test('a member that is given twice makes a token unreadable, with the right signature too', async () => {
    const doubled = JSON.stringify(claims).replace('{', '{"phase":"delivery",')
    expect(await verdict(await signedAs(head, doubled))).toBe('governance_token_invalid parse')
  })
})

describe('claims', () => {
  const required = ['iss', 'sub', 'plan_hash', 'aud', 'iat', 'exp', 'jti', 'phase', 'caller', 'check_id']
  test.each(required)('%s is required, and of one type', async name => {
    const { [name]: _, ...rest } = claims
    for (const body of [rest, { ...rest, [name]: '' }, { ...rest, [name]: null }, { ...rest, [name]: [] }]) {
      expect(await verdict(await signedAs(head, body), { profile: '3.1' })).toBe('governance_token_invalid parse')
    }
  })

  test.each([
    ['an audience that is a list', { aud: [audience] }],
    ['a phase that there is none of', { phase: 'approval' }],
    ['an issuer without https', { iss: 'http://gov.example.com/governance' }],
    ['a time with a fraction', { iat: at + 0.5 }],
    ['an end before the start', { exp: at }],
    ['a life of more than 30 days', { exp: at + 30 * 86_400 + 1 }],
    ['nbf as text', { nbf: String(at) }],
    ['media_buy_id as a number', { media_buy_id: 1 }],
  ])('%s is malformed', async (_, more) => {
    const token = await signedAs(head, { ...claims, ...more })
    expect(await verdict(token, { profile: '3.1' })).toBe('governance_token_invalid parse')
  })

  test.each([
    ['a negative ceiling', { amount: -1, currency: 'EUR' }],
    ['no currency', { amount: 1 }],
    ['no amount', { currency: 'EUR' }],
    ['an amount as text', { amount: '1', currency: 'EUR' }],
  ])('%s is malformed', async (_, commitment) => {
    const header = { ...head, crit: ['authorized_commitment'], authorized_commitment: true }
    const body = { ...claims, authorized_commitment: commitment } as JsonObject
    expect(await verdict(await signedAs(header, body))).toBe('governance_token_invalid parse')
  })
})

describe('keys', () => {
  const cases: [string, (key: JsonObject) => JsonObject, string][] = [
    ['for encryption', key => ({ ...key, use: 'enc' }), 'keyPurpose'],
    ['without use', ({ use: _, ...key }) => key, 'keyPurpose'],
    ['that only signs', key => ({ ...key, key_ops: ['sign'] }), 'keyPurpose'],
    ['without key_ops', ({ key_ops: _, ...key }) => key, 'keyPurpose'],
    ['for requests', key => ({ ...key, adcp_use: 'request-signing' }), 'keyPurpose'],
    ['for webhooks', key => ({ ...key, adcp_use: 'webhook-signing' }), 'keyPurpose'],
    ['without a purpose', ({ adcp_use: _, ...key }) => key, 'keyPurpose'],
    ['of another algorithm', key => ({ ...key, alg: 'ES256' }), 'keyPurpose'],
    ['of another curve', key => ({ ...key, crv: 'X25519' }), 'keyPurpose'],
    ['of somebody else', key => ({ ...key, x: stranger.published.x as string }), 'signature'],
    ['that is broken', key => ({ ...key, x: 'AAAA' }), 'signature'],
  ]
  test.each(cases)('a key %s is refused', async (_, change, check) => {
    const token = await issueGovernanceToken(claims, ed.jwk)
    const trust = trustOf({ keys: [change(ed.published)] })
    expect(await verdict(token, { commitment: undefined }, trust)).toBe(`governance_token_invalid ${check}`)
  })

  test('a private half that a publisher left in its set is not used', async () => {
    const token = await issueGovernanceToken(claims, ed.jwk)
    const trust = trustOf({ keys: [{ ...ed.published, d: stranger.jwk.d as string }] })
    expect(await verdict(token, { commitment: undefined }, trust)).toBe('accepted')
  })

  test.each(['governance_jwks_unavailable', 'governance_jwks_untrusted', 'governance_issuer_not_authorized'] as const)(
    'a key that cannot be had is %s',
    async code => {
      const token = await issueGovernanceToken(claims, ed.jwk)
      expect(await verdict(token, {}, { ...trustOf(), keyOf: async () => code })).toBe(`${code} key`)
    },
  )
})

describe('times', () => {
  const shifts: [string, Partial<NewGovernanceClaims>, number, string][] = [
    ['60 s after its end', {}, 900 + 60, 'accepted'],
    ['61 s after its end', {}, 900 + 61, 'governance_token_expired times'],
    ['a year after its end', {}, 31_536_000, 'governance_token_expired times'],
    ['60 s before it was issued', {}, -60, 'accepted'],
    ['61 s before it was issued', {}, -61, 'governance_token_not_yet_valid times'],
    ['60 s before nbf', { nbf: at + 300 }, 240, 'accepted'],
    ['61 s before nbf', { nbf: at + 300 }, 239, 'governance_token_not_yet_valid times'],
  ]
  test.each(shifts)('%s', async (_, more, seconds, wanted) => {
    const token = await issueGovernanceToken({ ...(await authorized()), ...more }, ed.jwk)
    expect(await verdict(token, { now: (at + seconds) * 1000 })).toBe(wanted)
  })
})

test('the id of a token is remembered for longer than any clock that shares the store may accept it', async () => {
  const used: number[] = []
  const trust = { ...trustOf(), use: async ({ expiresAt }: { expiresAt: number }) => used.push(expiresAt) > 0 }
  expect(await verdict(await issueGovernanceToken(await authorized(), ed.jwk), {}, trust)).toBe('accepted')
  // A minute until the token is refused, a minute that two clocks may be apart, and the second that has begun.
  expect(used).toEqual([(at + 900 + 121) * 1000])
})

describe('what the token is for', () => {
  test.each([
    'https://seller.example.com/sales/',
    'https://seller.example.com/Sales',
    'https://SELLER.example.com/sales',
    'https://seller.example.com:443/sales',
    'https://seller.example.com',
    'https://other.example.com/sales',
  ])('another audience: %s', async aud => {
    const token = await issueGovernanceToken(await authorized({ aud }), ed.jwk)
    expect(await verdict(token)).toBe(`${notApplicable} audience`)
  })

  test('another caller', async () => {
    const token = await issueGovernanceToken(await authorized({ caller: `${caller}/` }), ed.jwk)
    expect(await verdict(token)).toBe(`${notApplicable} parties`)
  })

  test('in 3.1 sub is the plan, and a call without one fits no token; in 3.2 it is compared with nothing', async () => {
    const token = await issueGovernanceToken({ ...claims, sub: 'plan_2' }, ed.jwk)
    const plain = { commitment: undefined }
    expect(await verdict(token, { ...plain, profile: '3.1' })).toBe(`${notApplicable} subject`)
    expect(await verdict(token, { ...plain, profile: '3.1', planId: undefined })).toBe(`${notApplicable} subject`)
    expect(await verdict(token, { ...plain, profile: '3.1', planId: 'plan_2' })).toBe('accepted')
    expect(await verdict(token, { ...plain, profile: '3.2' })).toBe('accepted')
  })

  const phases: [GovernancePhase, string | undefined, Partial<GovernanceExpectations>, string][] = [
    ['intent', undefined, { phases: ['intent'] }, 'accepted'],
    ['purchase', undefined, { phases: ['intent'] }, `${notApplicable} phase`],
    ['modification', 'mb_1', { phases: ['intent'] }, `${notApplicable} phase`],
    ['delivery', 'mb_1', { phases: ['intent', 'purchase', 'modification'] }, `${notApplicable} phase`],
    ['intent', 'mb_1', { phases: ['intent'], mediaBuyId: 'mb_1' }, `${notApplicable} authorization`],
    ['purchase', undefined, { phases: ['purchase'] }, 'accepted'],
    ['purchase', 'mb_1', { phases: ['purchase'] }, 'accepted'],
    ['purchase', 'mb_2', { phases: ['purchase'], mediaBuyId: 'mb_1' }, `${notApplicable} authorization`],
    ['modification', 'mb_1', { phases: ['modification'], mediaBuyId: 'mb_1' }, 'accepted'],
    ['modification', 'mb_2', { phases: ['modification'], mediaBuyId: 'mb_1' }, `${notApplicable} authorization`],
    ['modification', undefined, { phases: ['modification'], mediaBuyId: 'mb_1' }, `${notApplicable} authorization`],
    ['modification', 'mb_1', { phases: ['modification'] }, `${notApplicable} authorization`],
  ]
  test.each(phases)('phase %s with media buy %s where %j', async (phase, id, more, wanted) => {
    const body = { ...claims, phase, ...(id === undefined ? undefined : { media_buy_id: id }) } as NewGovernanceClaims
    const list = { issuer, updated: at * 1000, nextUpdate: (at + 600) * 1000, jtis: new Set(''), kids: new Set('') }
    for (const profile of ['3.1', '3.2'] as const satisfies readonly GovernanceProfile[]) {
      const token = await issueGovernanceToken(body, ed.jwk, profile)
      expect(await verdict(token, { profile, commitment: undefined, ...more }, trustOf({ list }))).toBe(wanted)
    }
  })

  const bounds: [string, JsonObject, Partial<GovernanceExpectations>, string][] = [
    ['another task', { authorized_task: 'update_media_buy' }, {}, 'authorization'],
    ['another payload', {}, { payload: { ...payload, packages: [{ budget: 11 }] } }, 'authorization'],
    ['another key of the same request', {}, { payload: { ...payload, idempotency_key: 'other' } }, 'authorization'],
    ['one cent more', {}, { commitment: { amount: 10.01, currency: 'EUR' } }, 'authorization'],
    ['another currency', {}, { commitment: { amount: 1, currency: 'USD' } }, 'authorization'],
    ['an amount that nobody computed', {}, { commitment: undefined }, 'authorization'],
  ]
  test.each(bounds)('%s', async (_, more, expectations, check) => {
    const token = await issueGovernanceToken(await authorized(more), ed.jwk)
    expect(await verdict(token, expectations)).toBe(`${notApplicable} ${check}`)
  })

  test('money needs a ceiling in 3.2; zero is one', async () => {
    const { authorized_commitment: _, ...unbound } = await authorized()
    const token = await issueGovernanceToken(unbound, ed.jwk)
    expect(await verdict(token)).toBe(`${notApplicable} authorization`)
    const free = await issueGovernanceToken(
      await authorized({ authorized_commitment: { amount: 0, currency: 'EUR' } }),
      ed.jwk,
    )
    expect(await verdict(free, { commitment: { amount: 0, currency: 'EUR' } })).toBe('accepted')
    expect(await verdict(free, { commitment: { amount: 0.01, currency: 'EUR' } })).toBe(
      `${notApplicable} authorization`,
    )
  })

  test('the token and the context of the caller are no part of the payload that is bound', async () => {
    const token = await issueGovernanceToken(await authorized(), ed.jwk)
    expect(await verdict(token, { payload: { ...payload, governance_context: token, context: { a: 1 } } })).toBe(
      'accepted',
    )
  })
})

describe('revocation', () => {
  const now = at * 1000
  const list: RevocationList = {
    issuer: 'https://gov.example.com',
    updated: now - 600_000,
    nextUpdate: now,
    jtis: new Set(),
    kids: new Set(),
  }
  const plain = { commitment: undefined }

  test.each([
    ['its id', { ...list, jtis: new Set(['jti-1']) }],
    ['its key', { ...list, kids: new Set(['gov-ed']) }],
    ['its id, in a list that is stale', { ...list, updated: 0, nextUpdate: 1, jtis: new Set(['jti-1']) }],
  ])('%s is revoked', async (_, revoked) => {
    const token = await issueGovernanceToken(claims, ed.jwk)
    expect(await verdict(token, plain, trustOf({ list: revoked }))).toBe('governance_token_revoked revocation')
  })

  test('after four intervals without an update, only intents are accepted', async () => {
    const intent = await issueGovernanceToken(claims, ed.jwk)
    const purchase = await issueGovernanceToken(
      { ...claims, phase: 'purchase', exp: at + 86_400 } as NewGovernanceClaims,
      ed.jwk,
    )
    const phases = { ...plain, phases: ['intent', 'purchase'] } satisfies Partial<GovernanceExpectations>
    const stale = 'governance_revocation_stale revocation'
    const ask = (token: string, later: number, known?: RevocationList) =>
      verdict(token, { ...phases, now: now + later }, trustOf(known === undefined ? {} : { list: known }))
    expect(await ask(purchase, 4 * 600_000, list)).toBe('accepted')
    expect(await ask(purchase, 4 * 600_000 + 1, list)).toBe(stale)
    expect(await ask(purchase, 0)).toBe(stale)
    expect(await ask(intent, 0)).toBe('accepted')
    expect(await ask(intent, 60_000, { ...list, updated: 0, nextUpdate: 1 })).toBe('accepted')
  })
})
