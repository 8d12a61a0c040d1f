/** Agents that are trusted with their own keys alone: none of them can hold up, lock out or outlive the others. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { issueRevocationList } from '../../src/contracts/adcp/governance/issue.ts'
import { discoverKeys } from '../../src/contracts/adcp/keys/discover-keys.ts'
import { requestProfile } from '../../src/contracts/adcp/signing/profiles.ts'
import type { JsonObject } from '../../src/lib/json-value.ts'
import { documentFetcher } from '../../src/runtime/webhooks/fetch-document.ts'
import { memoryNonces } from '../../src/wire/signature/nonce-cache.ts'
import { signMessage } from '../../src/wire/signature/sign-message.ts'
import type { SignedMessage } from '../../src/wire/signature/signed-message.ts'
import { signerOf } from '../../src/wire/signature/signer.ts'
import { verifyMessage } from '../../src/wire/signature/verify-message.ts'
import { type KeyPair, keyPair, Operator } from './published.ts'

const [buyer, other] = [new Operator(), new Operator()]
const revocations = '/.well-known/governance-revocations.json'
const keySet = '/.well-known/jwks.json'
let [pair, others]: KeyPair[] = []
let now = 1_800_000_000_000

const urlOf = (operator: Operator) => `${operator.url}/mcp`

beforeAll(async () => {
  await Promise.all([buyer.listen(), other.listen()])
  ;[pair, others] = await Promise.all([keyPair('key-1', 'request-signing'), keyPair('key-2', 'request-signing')])
})
beforeEach(() => {
  publish(buyer, [pair])
  publish(other, [others])
})
afterEach(() => {
  for (const operator of [buyer, other])
    for (const path of Object.keys(operator.documents)) delete operator.documents[path]
})
afterAll(() => Promise.all([buyer.close(), other.close()]))

function publish(operator: Operator, pairs: readonly (KeyPair | undefined)[]): void {
  const keys = pairs.flatMap(one => (one === undefined ? [] : [one.published]))
  Object.assign(operator.documents, {
    '/brand.json': { agents: [{ type: 'buying', id: 'agent', url: urlOf(operator) }] },
    [keySet]: { keys },
  })
}

type Ask = (agent: string) => Promise<JsonObject | undefined>

const capabilitiesOf: Ask = async agent => ({ identity: { brand_json_url: new URL('/brand.json', agent).href } })

/** The other agent is the first that is looked at. */
function directory(ask: Ask = capabilitiesOf, more: { longestRevocationMs?: number } = {}) {
  const fetch = documentFetcher({ allowLoopback: true })
  return discoverKeys({ agents: [urlOf(other), urlOf(buyer)], fetch, now: () => now, capabilitiesOf: ask, ...more })
}

async function ownerOf(keys: ReturnType<typeof directory>, keyid: string, signer?: string): Promise<string> {
  const answer = await keys.resolveKey({ keyid, purpose: 'request', signer })
  return answer.ok ? answer.key.signer : answer.reason
}

describe('a stranger who asks for a key that does not exist', () => {
  test('does not make the others unavailable, when the set cannot be fetched just then', async () => {
    const keys = directory()
    expect(await ownerOf(keys, 'key-1', urlOf(buyer))).toBe(urlOf(buyer))
    buyer.documents[keySet] = 503
    now += 31_000
    expect(await ownerOf(keys, 'stranger', urlOf(buyer))).toBe('key_unknown')
    expect(await ownerOf(keys, 'key-1', urlOf(buyer))).toBe(urlOf(buyer))
    buyer.asked.length = 0
    expect(await ownerOf(keys, 'another', urlOf(buyer))).toBe('key_unknown')
    expect(buyer.asked).toEqual([])
    // What is good is not good for longer than without a stranger.
    now += 269_000
    expect(await ownerOf(keys, 'key-1', urlOf(buyer))).toBe('jwks_unavailable')
  })
})

describe('an agent that does not answer', () => {
  test('holds up nobody else', async () => {
    const held = Promise.withResolvers<JsonObject | undefined>()
    onTestFinished(() => held.resolve(undefined))
    const keys = directory(agent => (agent === urlOf(other) ? held.promise : capabilitiesOf(agent)))
    // Without the fix, this waits for the other agent, and so for ever.
    expect(await ownerOf(keys, 'key-1')).toBe(urlOf(buyer))
    now += 301_000
    expect(await ownerOf(keys, 'key-1')).toBe(urlOf(buyer))
  })

  test('is the reason where it had the key before', async () => {
    const keys = directory()
    expect(await ownerOf(keys, 'key-1')).toBe(urlOf(buyer))
    buyer.documents[keySet] = 503
    now += 301_000
    expect(await ownerOf(keys, 'key-1')).toBe('jwks_unavailable')
    expect(await ownerOf(keys, 'stranger')).toBe('key_unknown')
  })

  test.each<[string, Ask]>([
    [
      'throws',
      () => {
        throw new Error('no')
      },
    ],
    ['rejects', () => Promise.reject(new Error('no'))],
    ['returns null', async () => null as unknown as undefined],
    ['returns a text', async () => 'no' as unknown as undefined],
  ])('because capabilitiesOf %s is unreachable', async (_, ask) => {
    expect(await ownerOf(directory(ask), 'key-1', urlOf(buyer))).toBe('capabilities_unreachable')
  })
})

const profile = requestProfile('3.1')

async function signedBy(by: KeyPair | undefined): Promise<SignedMessage> {
  const url = 'https://seller.example/create_media_buy'
  const unsigned = { method: 'POST', url, contentType: 'application/json', body: Buffer.from('{}') }
  const headers = await signMessage(unsigned, profile, await signerOf(by?.jwk ?? {}), { now })
  const all: Record<string, string> = { ...headers, 'content-type': 'application/json' }
  const values = (name: string) => [all[name]].filter(value => value !== undefined)
  return { method: 'POST', url, values, hasBody: true, readBody: async () => unsigned.body }
}

/** The agent that has signed; or why it is refused. */
async function signerBy(keys: ReturnType<typeof directory>, message: SignedMessage, nonces = memoryNonces()) {
  const result = await verifyMessage(message, profile, { keys, nonces, now: () => now })
  return result.ok ? result.signer : result.failure
}

describe('an agent that publishes the key of another', () => {
  const away: (agent: string) => Ask = gone => async agent => (agent === gone ? undefined : capabilitiesOf(agent))

  test.each([
    ['as it is', (x: string) => x],
    ['in another spelling', (x: string) => `${x}=`],
  ])('%s, has nothing accepted that the other was accepted for', async (_, spelt) => {
    const { x, ...copied } = pair?.published ?? {}
    other.documents[keySet] = { keys: [{ ...copied, x: spelt(String(x)) }] }
    const [message, nonces] = [await signedBy(pair), memoryNonces()]
    expect(await signerBy(directory(away(urlOf(other))), message, nonces)).toBe(urlOf(buyer))
    // Another process, which cannot reach the first.
    expect(await signerBy(directory(away(urlOf(buyer))), message, nonces)).toBe('replayed')
  })
})

describe('a key id that two agents have', () => {
  const verdict = async (keys: ReturnType<typeof directory>, by: KeyPair | undefined) =>
    signerBy(keys, await signedBy(by))

  test('is that of the agent which has signed, whoever else claims it', async () => {
    const claimed = await keyPair('key-1', 'request-signing')
    publish(other, [claimed])
    const keys = directory()
    expect(await verdict(keys, pair)).toBe(urlOf(buyer))
    expect(await verdict(keys, claimed)).toBe(urlOf(other))
    expect(await verdict(keys, await keyPair('key-1', 'request-signing'))).toBe('invalid')
  })

  test.each([
    ['for something else', { adcp_use: 'governance-signing' }],
    ['of another type', { alg: 'ES256' }],
    ['that is no point', { x: 'AAAA' }],
  ])('is not spoilt by one %s', async (_, change) => {
    other.documents[keySet] = { keys: [{ ...others?.published, kid: 'key-1', ...change }] }
    expect(await verdict(directory(), pair)).toBe(urlOf(buyer))
  })

  test('is not held up by an agent that never says which of its keys are revoked', async () => {
    publish(other, [await keyPair('key-1', 'request-signing')])
    const held = Promise.withResolvers<never>()
    onTestFinished(() => held.reject(new Error('over')))
    held.promise.catch(() => {})
    const keys = directory()
    const withList: typeof keys = {
      ...keys,
      revocationOf: key => (key.signer === urlOf(other) ? held.promise : (keys.revocationOf?.(key) ?? held.promise)),
    }
    expect(await verdict(withList, pair)).toBe(urlOf(buyer))
  })

  test('is not spoilt by one that is revoked', async () => {
    const claimed = await keyPair('key-1', 'request-signing')
    publish(other, [claimed, others])
    other.documents[revocations] = await listBy(other, others, ['key-1'])
    expect(await verdict(directory(), pair)).toBe(urlOf(buyer))
    expect(await verdict(directory(), claimed)).toBe('key_revoked')
  })
})

function listBy(operator: Operator, by: KeyPair | undefined, revokedKids: string[], updated = now) {
  const list = { issuer: operator.url, updated, nextUpdate: updated + 900_000, revokedJtis: [], revokedKids }
  return issueRevocationList(list, by?.jwk ?? {})
}

describe('a revocation list of the future', () => {
  test('counts for nothing, and stands in the way of no other', async () => {
    const second = await keyPair('key-9', 'request-signing')
    publish(buyer, [pair, second])
    const keys = directory()
    const state = async () => {
      const answer = await keys.resolveKey({ keyid: 'key-1', purpose: 'request' })
      return answer.ok ? keys.revocationOf?.(answer.key) : answer.reason
    }
    // A minute is what clocks may differ.
    buyer.documents[revocations] = await listBy(buyer, second, [], now + 60_001)
    expect(await state()).toBe('stale')
    now += 31_000
    buyer.documents[revocations] = await listBy(buyer, second, [], now + 60_000)
    expect(await state()).toBe('valid')
    now += 31 * 60_000
    buyer.documents[revocations] = await listBy(buyer, second, ['key-1'])
    expect(await state()).toBe('revoked')
  })
})

describe('a revocation list by a key that is newer than the key set', () => {
  test('counts at once: the key that it names may be in wrong hands', async () => {
    const keys = directory()
    const state = async () => {
      const answer = await keys.resolveKey({ keyid: 'key-1', purpose: 'request' })
      return answer.ok ? keys.revocationOf?.(answer.key) : answer.reason
    }
    buyer.documents[revocations] = await listBy(buyer, pair, [])
    expect(await state()).toBe('valid')
    now += 14 * 60_000
    expect(await state()).toBe('valid')
    const next = await keyPair('key-9', 'request-signing')
    publish(buyer, [next])
    buyer.documents[revocations] = await listBy(buyer, next, ['key-1'])
    // The next list is due; the set, with the key in it, is used for four minutes more.
    now += 60_000
    expect(await state()).toBe('revoked')
  })
})

describe('a revocation list that says it is good for years', () => {
  const minute = 60_000

  async function stateAfter(minutes: number, more?: { longestRevocationMs?: number }) {
    const second = await keyPair('key-9', 'request-signing')
    publish(buyer, [pair, second])
    const list = { issuer: buyer.url, updated: now, nextUpdate: now + 3 * 365 * 24 * 60 * minute, revokedJtis: [] }
    buyer.documents[revocations] = await issueRevocationList({ ...list, revokedKids: [] }, second.jwk)
    const keys = directory(capabilitiesOf, more)
    const state = async () => {
      const answer = await keys.resolveKey({ keyid: 'key-1', purpose: 'request' })
      return answer.ok ? keys.revocationOf?.(answer.key) : answer.reason
    }
    expect(await state()).toBe('valid')
    now += minutes * minute
    return state()
  }

  test('is too old 30 minutes and four intervals after it was made', async () => {
    expect(await stateAfter(150)).toBe('valid')
    expect(await stateAfter(150.1)).toBe('stale')
  })

  test('is trusted for as long as the author says', async () => {
    const longestRevocationMs = 60 * minute
    expect(await stateAfter(180, { longestRevocationMs })).toBe('valid')
    expect(await stateAfter(180.1, { longestRevocationMs })).toBe('stale')
  })
})

test('a key set is not lost for a key without an id, which nobody can name', async () => {
  const { kid: _, ...nameless } = others?.published ?? {}
  buyer.documents[keySet] = { keys: [nameless, { ...nameless, kid: 7 }, pair?.published ?? {}] }
  expect(await ownerOf(directory(), 'key-1')).toBe(urlOf(buyer))
  expect(await ownerOf(directory(), '7')).toBe('key_unknown')
  buyer.documents[keySet] = { keys: [pair?.published ?? {}, { ...others?.published, kid: 'key-1' }] }
  expect(await ownerOf(directory(), 'key-1', urlOf(buyer))).toBe('jwks_unavailable')
})
