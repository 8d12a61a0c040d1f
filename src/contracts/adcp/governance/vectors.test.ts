/** The published vectors of AdCP 3.2 (governance) and 3.1 (plan hashes) give the published results. */
import { readdirSync, readFileSync } from 'node:fs'
import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json-value.ts'
import { payloadHash, planHash } from './hashes.ts'
import { issueGovernanceToken } from './issue.ts'
import { type GovernanceExpectations, type GovernanceTrust, verifyGovernanceToken } from './verify.ts'

const folder = 'test/signing/fixtures'
const read = (file: string) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'))
const {
  payload_hash_cases: hashes,
  authorization_cases: bounds,
  signed_jws: jws,
} = read('governance/governance-authorization.json')
const { test_key: key, verification_defaults: defaults } = jws

interface JwsCase {
  id: string
  compact_jws: string
  verification_overrides?: {
    preconsumed_jti?: boolean
    payload?: JsonObject
    actual_commitment?: { amount: number; currency: string }
  }
  expected: { result: string; error: string | null }
}

interface BoundCase {
  id: string
  task_match: boolean
  payload_hash_match: boolean
  authorized_amount: number
  actual_amount: number
  currency_match: boolean
  critical_markers_complete: boolean
  expected: string
}

function trustOf(isUsed: boolean): GovernanceTrust {
  return {
    keyOf: async (issuer, kid) => {
      if (issuer !== defaults.expected_issuer) return 'governance_issuer_not_authorized'
      return kid === key.kid ? key : 'governance_key_unknown'
    },
    revocationsOf: async () => undefined,
    use: async () => !isUsed,
  }
}

function expectationsOf({ payload, actual_commitment: commitment }: JwsCase['verification_overrides'] = {}) {
  return {
    profile: '3.2',
    audience: defaults.expected_audience,
    caller: defaults.authenticated_caller,
    task: defaults.expected_task,
    phases: [defaults.expected_phase],
    payload: payload ?? defaults.payload,
    commitment: commitment ?? defaults.actual_commitment,
    now: defaults.now * 1000,
  } satisfies GovernanceExpectations
}

describe('published vectors', () => {
  test('there are fifteen tokens, two payload hashes, four bounds and five plans', () => {
    expect([jws.cases.length, hashes.length, bounds.length, readdirSync(`${folder}/plan-hash`).length]).toEqual([
      15, 2, 4, 5,
    ])
  })

  test.each<JwsCase>(jws.cases)('token $id', async ({ compact_jws: token, verification_overrides: more, expected }) => {
    const verified = await verifyGovernanceToken(token, expectationsOf(more), trustOf(more?.preconsumed_jti === true))
    expect(verified.ok ? null : verified.code).toBe(expected.error)
  })

  test.each<BoundCase>(bounds)('bound $id', async one => {
    const { privateKey } = await generateKeyPair('EdDSA', { extractable: true })
    const bare = { ...(await exportJWK(privateKey)), kid: 'gov', alg: 'EdDSA' }
    const { d: _, ...half } = bare
    const published = { ...half, use: 'sig', key_ops: ['verify'], adcp_use: 'governance-signing' } as JsonObject
    const { claims } = jws.cases[0]
    const token = await issueGovernanceToken(
      { ...claims, authorized_commitment: { amount: one.authorized_amount, currency: 'USD' } },
      bare,
    )
    const verified = await verifyGovernanceToken(
      token,
      {
        ...expectationsOf(),
        task: one.task_match ? defaults.expected_task : 'update_media_buy',
        payload: one.payload_hash_match ? defaults.payload : {},
        commitment: { amount: one.actual_amount, currency: one.currency_match ? 'USD' : 'EUR' },
      },
      { ...trustOf(false), keyOf: async () => published },
    )
    expect([verified.ok ? 'accept' : 'reject', one.critical_markers_complete]).toEqual([one.expected, true])
  })

  test.each<{ id: string; payload: JsonObject; expected_hash: string }>(hashes)('payload $id', async one => {
    expect(await payloadHash(one.payload)).toBe(one.expected_hash)
  })

  test.each(readdirSync(`${folder}/plan-hash`))('plan %s', async file => {
    const { plan_as_supplied: plan, expected } = read(`plan-hash/${file}`)
    expect(await planHash(plan)).toBe(expected.plan_hash)
  })
})
