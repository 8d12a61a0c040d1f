/** The releases in which governed tasks are served: callers choose the release of a call, and cannot choose one without limits. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { issueGovernanceToken } from '../../src/contracts/adcp/governance/issue.ts'
import { defineAgent, operation } from '../../src/index.ts'
import type { JsonObject } from '../../src/lib/json-value.ts'
import { type Listening, type ServeOptions, serve } from '../../src/server/index.ts'
import { type KeyPair, keyPair, Operator } from './published.ts'

const audience = 'https://seller.example/sales'
const buyer = 'https://buyer.example/agent'
const operator = new Operator()
let pair: KeyPair
let ran = 0
let count = 0
/** Served as 3.2 alone, and as every release. */
let [strict, open]: Listening[] = []

const agent = defineAgent({
  name: 'seller',
  version: '1.0.0',
  operations: {
    create_media_buy: operation({
      title: 'Buy',
      route: 'POST /create_media_buy',
      input: z.looseObject({ budget: z.number() }),
      handler() {
        ran++
        return { media_buy_id: 'mb_1' }
      },
    }),
    get_products: operation({
      title: 'Look',
      route: 'POST /get_products',
      effects: 'none',
      input: z.looseObject({}),
      handler: () => ({ products: [] }),
    }),
  },
})

type Governance = NonNullable<NonNullable<NonNullable<ServeOptions['contractOptions']>['adcp']>['governance']>

function seller(releases: Governance['releases']) {
  return serve(agent, {
    contract: 'adcp',
    mcp: { contract: 'adcp' },
    a2a: {},
    authenticate: async () => ({ subject: 'buying', tenant: 'acme', roles: [] }),
    webhooks: { allowLoopback: true },
    contractOptions: {
      adcp: {
        governance: {
          audience,
          buyerOf: () => ({ agent: buyer, brand: `${operator.url}/brand.json` }),
          isRequired: () => true,
          commitmentOf: ({ input }) => ({ amount: (input as { budget: number }).budget, currency: 'EUR' }),
          ...(releases === undefined ? undefined : { releases }),
        },
      },
    },
  })
}

beforeAll(async () => {
  pair = await keyPair('gov-1', 'governance-signing')
  await operator.listen()
  const url = `${operator.url}/governance`
  Object.assign(operator.documents, {
    '/brand.json': { agents: [{ type: 'governance', url, jwks_uri: `${operator.url}/jwks.json` }] },
    '/jwks.json': { keys: [pair.published] },
  })
  strict = await seller(['3.2-beta.5']).listen({ port: 0 })
  open = await seller(undefined).listen({ port: 0 })
})
beforeEach(() => {
  ran = 0
})
afterAll(async () => {
  await strict?.close()
  await open?.close()
  await operator.close()
})

/** A token without a ceiling in 3.1; with one of 100 EUR in 3.2. */
function tokenOf(profile: '3.1' | '3.2') {
  const iat = Math.floor(Date.now() / 1000)
  const claims = { iss: `${operator.url}/governance`, sub: 'plan_1', plan_hash: 'hash', aud: audience, iat }
  const about = { exp: iat + 900, jti: `jti-${++count}`, phase: 'intent' as const, caller: buyer, check_id: 'chk_1' }
  const ceiling = profile === '3.1' ? undefined : { authorized_commitment: { amount: 100, currency: 'EUR' } }
  return issueGovernanceToken({ ...claims, ...about, ...ceiling }, pair.jwk, profile)
}

async function buy(at: Listening | undefined, more: JsonObject, path = '/create_media_buy', accept = '*/*') {
  const key = `governed-release-${++count}`
  const response = await fetch(`${at?.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key, accept },
    body: JSON.stringify({ idempotency_key: key, plan_id: 'plan_1', ...more }),
  })
  const text = await response.text()
  return { status: response.status, text }
}

const error = ({ text }: { text: string }) => (JSON.parse(text) as { adcp_error?: JsonObject }).adcp_error

const huge = { budget: 1_000_000 }
const pinned = (release: string) => ({ adcp_version: release })

describe('a seller of 3.2', () => {
  test.each<[string, JsonObject]>([
    ['pins 3.1', pinned('3.1')],
    ['pins a patch of 3.1', pinned('3.1.19')],
    ['pins a pre-release of 3.1', pinned('3.1-beta.3')],
    ['pins a release that is served as 3.1', pinned('3.7')],
    ['pins the major alone', { adcp_major_version: 3 }],
    ['pins nothing', {}],
  ])('tells a caller who %s what there is', async (_, pin) => {
    const governance_context = await tokenOf('3.1')
    const refused = await buy(strict, { ...huge, ...pin, governance_context })
    expect([error(refused)?.code, error(refused)?.details, ran]).toEqual([
      'VERSION_UNSUPPORTED',
      { supported_versions: ['3.2-beta.5'], supported_majors: [3], build_version: expect.any(String) },
      0,
    ])
  })

  test.each([
    ['?envelope=yaagents', '*/*'],
    ['?envelope=adcp@3.1', '*/*'],
    ['?envelope=problem', '*/*'],
    ['', 'application/vnd.replywire.yaagents+json'],
  ])('%s %s is no way around', async (query, accept) => {
    for (const pin of [{}, pinned('3.1')]) {
      const governance_context = await tokenOf('3.1')
      const path = `/create_media_buy${query}`
      const { status, text } = await buy(strict, { ...huge, ...pin, governance_context }, path, accept)
      expect([status >= 400, text.includes('is not served in this release'), ran]).toEqual([true, true, 0])
    }
  })

  async function send(path: string, body: JsonObject, headers: Record<string, string> = {}): Promise<string> {
    const json = { 'content-type': 'application/json', 'idempotency-key': `governed-release-${++count}` }
    const sent = { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) }
    return (await fetch(`${strict?.url}${path}`, sent)).text()
  }

  test('nor is another carrier', async () => {
    const args = async () => ({
      ...huge,
      plan_id: 'plan_1',
      idempotency_key: `governed-release-${++count}`,
      governance_context: await tokenOf('3.1'),
    })
    for (const pin of [{}, pinned('3.1')]) {
      const params = { name: 'create_media_buy', arguments: { ...(await args()), ...pin } }
      const accept = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' }
      for (const path of ['/mcp', '/mcp?envelope=mcp']) {
        const told = await send(path, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, accept)
        expect(told).toContain('is not served in this release')
      }
      const data = { skill: 'create_media_buy', parameters: { ...(await args()), ...pin } }
      const message = { messageId: `m-${count}`, role: 'ROLE_USER', parts: [{ data }] }
      const rpc = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }
      expect(await send('/a2a', rpc, { 'a2a-version': '1.0' })).toContain('is not served in this release')
      for (const path of ['/agents/run/sync', '/agents/run/stream']) {
        const inputs = { ...(await args()), ...pin }
        const run = { request_id: 'r_1', task_type: 'create_media_buy', inputs }
        expect(await send(path, run)).toContain('is not served in this release')
      }
    }
    expect(ran).toBe(0)
  })

  test('serves 3.2, within the ceiling of the token', async () => {
    const sent = async (budget: number) =>
      buy(strict, { budget, ...pinned('3.2-beta.5'), governance_context: await tokenOf('3.2') })
    expect((await sent(100)).status).toBe(200)
    expect(error(await sent(100.01))?.code).toBe('PERMISSION_DENIED')
    expect(ran).toBe(1)
  })

  test('serves other tasks in every release', async () => {
    expect((await buy(strict, pinned('3.1'), '/get_products')).status).toBe(200)
  })

  test('lists in its capabilities the releases that serve every task', async () => {
    const versions = async (at: Listening | undefined) => {
      const { text } = await buy(at, {}, '/adcp/get_adcp_capabilities')
      return (JSON.parse(text) as { adcp: { supported_versions: unknown } }).adcp.supported_versions
    }
    expect(await versions(strict)).toEqual(['3.2-beta.5'])
    expect(await versions(open)).toEqual(['3.1-beta.3', '3.1', '3.2-beta.5'])
  })
})

test('without the setting 3.1 is served as before', async () => {
  expect((await buy(open, { ...huge, governance_context: await tokenOf('3.1') })).status).toBe(200)
  expect(ran).toBe(1)
})

test('a release that does not exist is a mistake, and opens nothing', async () => {
  const wrong = await seller(['3.2' as '3.1']).listen({ port: 0 })
  expect((await buy(wrong, { budget: 1 })).status).toBe(500)
  expect(ran).toBe(0)
  await wrong.close()
})
