/** The published vectors of the RFC 9421 profiles give the published result, negative ones with the code they name. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { requestProfile, webhookProfile } from '../../src/contracts/adcp/signing/profiles.ts'
import { signatureCode } from '../../src/wire/signature/profile.ts'
import { readSignature } from '../../src/wire/signature/signature-input.ts'
import { signatureBase, signedTarget } from '../../src/wire/signature/signed-message.ts'
import { canonicalTarget } from '../../src/wire/signature/target-uri.ts'
import { isSigned, verifyMessage } from '../../src/wire/signature/verify-message.ts'
import { messageOf, toolsOf, type Vector, vectorsIn } from './vectors.ts'

const requests = vectorsIn('request-signing')
const webhooks = vectorsIn('webhook-signing')

function requestProfileOf({ signing_profile_version: version = '3.1', verifier_capability: capability }: Vector) {
  return requestProfile(version, capability?.covers_content_digest)
}

async function codeOf(folder: string, vector: Vector): Promise<string | undefined> {
  const profile = folder === 'webhook-signing' ? webhookProfile : requestProfileOf(vector)
  const verdict = await verifyMessage(messageOf(vector), profile, toolsOf(folder, vector))
  return verdict.ok ? undefined : signatureCode(profile, verdict.failure)
}

test('all vectors are here', () => {
  expect([requests.length, webhooks.length]).toEqual([29, 19])
})

describe('requests', () => {
  // What has no signature at all is decided by the policy of the server: test/signing/requests.test.ts.
  const signed = requests.filter(([, vector]) => isSigned(messageOf(vector)))
  test('all but two have a signature', () => expect(requests.length - signed.length).toBe(2))
  test.each(signed)('%s', async (_, vector) => {
    expect(await codeOf('request-signing', vector)).toBe(vector.expected_outcome.error_code)
  })
})

describe('webhooks', () => {
  test.each(webhooks)('%s', async (_, vector) => {
    expect(await codeOf('webhook-signing', vector)).toBe(vector.expected_outcome.error_code)
  })
})

describe('signature bases', () => {
  const stated = [...requests, ...webhooks].filter(([, vector]) => vector.expected_signature_base !== undefined)
  const positive = stated.filter(([path]) => path.includes('/positive/'))
  test('21 vectors state one', () => expect(positive).toHaveLength(21))
  test.each(positive)('%s', (path, vector) => {
    const profile = path.startsWith('webhook') ? webhookProfile : requestProfileOf(vector)
    const message = messageOf(vector)
    const [input = '', signature = ''] = ['signature-input', 'signature'].map(name => message.values(name)[0])
    const read = readSignature({ input, signature }, 'sig1', profile.binary)
    const target = signedTarget(message, profile)
    expect(read).toBeDefined()
    expect(target).toBeDefined()
    if (read === undefined || target === undefined) return
    const header = (name: string) => message.values(name).join(', ')
    const { components, text: parameters } = read
    const base = signatureBase({ method: vector.request.method, target, header, components, parameters })
    expect(base).toBe(vector.expected_signature_base)
  })
})

interface UrlCase {
  name: string
  input_url: string
  expected_target_uri?: string
  expected_authority?: string
  reject?: boolean
}

describe('canonical URLs', () => {
  const file = new URL('fixtures/request-signing/canonicalization.json', import.meta.url)
  const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: UrlCase[] }
  test.each(cases.map(one => [one.name, one] as const))('%s', (_, one) => {
    const expected = one.reject ? undefined : { uri: one.expected_target_uri, authority: one.expected_authority }
    expect(canonicalTarget(one.input_url, { stripsRootDot: true })).toEqual(expected)
  })
  test('there are 19', () => expect(cases).toHaveLength(19))
})
