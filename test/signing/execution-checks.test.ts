/** AdCP 3.2, `online_execution_check`: the governance agent is asked before a call runs, and its token is verified too. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import {
  issueGovernanceToken,
  issueRevocationList,
  type NewGovernanceClaims,
} from '../../src/contracts/adcp/governance/issue.ts'
import type { ExecutionCheck, ExecutionTask } from '../../src/contracts/adcp/governance/options.ts'
import { type Context, defineAgent, operation } from '../../src/index.ts'
import type { JsonObject } from '../../src/lib/json-value.ts'
import { type Listening, serve } from '../../src/server/index.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { type KeyPair, keyPair, Operator } from './published.ts'

const audience = 'https://seller.example/sales'
const buyer = 'https://buyer.example/agent'
const operator = new Operator()
let pair: KeyPair
let store: Store
let listening: Listening
let count = 0
let ran: Context['governance'][] = []
let asked: ExecutionTask[] = []
let answer: (task: ExecutionTask) => Promise<ExecutionCheck | undefined>

const buy = (title: string, route: string) =>
  operation({
    title,
    route,
    input: z.looseObject({}),
    handler(_, context) {
      ran.push(context.governance)
      return { media_buy_id: 'mb_1' }
    },
  })

const agent = defineAgent({
  name: 'seller',
  version: '1.0.0',
  operations: {
    create_media_buy: buy('Buy', 'POST /create_media_buy'),
    update_media_buy: buy('Change', 'POST /update_media_buy'),
    activate_signal: buy('Activate', 'POST /activate_signal'),
  },
})

beforeAll(async () => {
  pair = await keyPair('gov-1', 'governance-signing')
  // A list counts for nothing by a key that it could revoke.
  const other = await keyPair('gov-2', 'governance-signing')
  await operator.listen()
  const url = `${operator.url}/governance`
  Object.assign(operator.documents, {
    '/brand.json': { agents: [{ type: 'governance', id: 'gov', url, jwks_uri: `${operator.url}/jwks.json` }] },
    '/jwks.json': { keys: [pair.published, other.published] },
    '/.well-known/governance-revocations.json': await issueRevocationList(
      { issuer: operator.url, updated: Date.now(), nextUpdate: Date.now() + 600_000, revokedJtis: [], revokedKids: [] },
      other.jwk,
    ),
  })
  store = await openStore('sqlite::memory:')
  listening = await serve(agent, {
    contract: 'adcp',
    authenticate: async () => ({ subject: 'buying', tenant: 'acme', roles: [] }),
    store,
    webhooks: { allowLoopback: true },
    contractOptions: {
      adcp: {
        governance: {
          audience,
          tasks: ['create_media_buy', 'update_media_buy', 'activate_signal'],
          buyerOf: () => ({ agent: buyer, brand: `${operator.url}/brand.json` }),
          planOf: () => 'plan_1',
          executionCheck: task => {
            asked.push(task)
            return answer(task)
          },
        },
      },
    },
  }).listen({ port: 0 })
})

beforeEach(() => {
  ran = []
  asked = []
  answer = async () => ({ isApproved: true, token: await token({ phase: 'purchase' }) })
})
afterAll(async () => {
  await listening.close()
  await operator.close()
  await store.close()
})

async function token(more: Partial<NewGovernanceClaims> = {}, by = pair): Promise<string> {
  const iat = Math.floor(Date.now() / 1000)
  const claims = { sub: 'action_1', plan_hash: 'hash', aud: audience, iat, exp: iat + 900, jti: `jti-${++count}` }
  return issueGovernanceToken(
    { iss: `${operator.url}/governance`, ...claims, phase: 'intent', caller: buyer, check_id: 'chk_1', ...more },
    by.jwk,
    '3.2',
  )
}

async function call(task = 'create_media_buy', more: JsonObject = {}, version = '3.2-beta.5') {
  const governance_context = await token(version === '3.1' ? { sub: 'plan_1' } : {})
  const response = await fetch(`${listening.url}/${task}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      idempotency_key: `execution-check-${++count}`,
      adcp_version: version,
      governance_context,
      ...more,
    }),
  })
  const { adcp_error: error } = (await response.json()) as { adcp_error?: JsonObject }
  return { status: response.status, code: error?.code, governance_context }
}

async function audited(): Promise<unknown> {
  const rows = await store.do('listAudit', { tenant: 'acme', limit: 1 })
  const [row] = rows.filter(({ action }) => action === 'call.governance-refused')
  return row === undefined ? undefined : JSON.parse(new TextDecoder().decode(row.detail)).code
}

test('an approved call runs with the token of the check', async () => {
  let returned = ''
  answer = async () => {
    returned = await token({ phase: 'purchase' })
    return { isApproved: true, token: returned }
  }
  const { status, governance_context } = await call()
  expect([status, asked.length, asked[0]?.token, asked[0]?.task]).toEqual([
    200,
    1,
    governance_context,
    'create_media_buy',
  ])
  expect(ran).toMatchObject([{ token: returned, verified: { phase: 'purchase', subject: 'action_1' } }])
})

test('a change is checked as a modification of its media buy', async () => {
  answer = async () => ({ isApproved: true, token: await token({ phase: 'modification', media_buy_id: 'mb_1' }) })
  expect((await call('update_media_buy', { media_buy_id: 'mb_1' })).status).toBe(200)
  expect(ran).toMatchObject([{ verified: { phase: 'modification' } }])
  expect((await call('update_media_buy', { media_buy_id: 'mb_2' })).code).toBe('PERMISSION_DENIED')
  expect(ran).toHaveLength(1)
})

test.each([
  ['exempt', 'create_media_buy', '3.2-beta.5', 1],
  ['a call of 3.1', 'create_media_buy', '3.1', 0],
  ['a task that has no such check', 'activate_signal', '3.2-beta.5', 0],
])('%s runs with its own token', async (_, task, version, checks) => {
  answer = async () => undefined
  const { status, governance_context } = await call(task, { plan_id: 'plan_1' }, version)
  expect([status, asked.length, ran.map(one => one?.token)]).toEqual([200, checks, [governance_context]])
})

const refusals: [string, () => Promise<ExecutionCheck>, number, string, string][] = [
  ['a denial', async () => ({ isApproved: false }), 403, 'GOVERNANCE_DENIED', 'governance_denied'],
  [
    'a denial with a token',
    async () => ({ isApproved: false, token: await token({ phase: 'purchase' }) }),
    403,
    'GOVERNANCE_DENIED',
    'governance_denied',
  ],
  ['an approval without a token', async () => ({ isApproved: true }), 403, 'GOVERNANCE_DENIED', 'governance_denied'],
  [
    'an agent that is away',
    () => Promise.reject(new Error('secret text')),
    502,
    'GOVERNANCE_UNAVAILABLE',
    'governance_unavailable',
  ],
  [
    'a token of another phase',
    async () => ({ isApproved: true, token: await token() }),
    403,
    'PERMISSION_DENIED',
    'governance_token_not_applicable',
  ],
  [
    'a token of another action',
    async () => ({ isApproved: true, token: await token({ phase: 'purchase', sub: 'action_2' }) }),
    403,
    'PERMISSION_DENIED',
    'governance_token_not_applicable',
  ],
  [
    'a token for another seller',
    async () => ({ isApproved: true, token: await token({ phase: 'purchase', aud: 'https://x.example' }) }),
    403,
    'PERMISSION_DENIED',
    'governance_token_not_applicable',
  ],
  [
    'a token of another key',
    async () => ({
      isApproved: true,
      token: await token({ phase: 'purchase' }, await keyPair('gov-1', 'governance-signing')),
    }),
    403,
    'PERMISSION_DENIED',
    'governance_token_invalid',
  ],
  [
    'no token at all',
    async () => ({ isApproved: true, token: 'x' }),
    403,
    'PERMISSION_DENIED',
    'governance_token_invalid',
  ],
]
test.each(refusals)('%s refuses the call', async (_, check, status, code, reason) => {
  answer = check
  const refused = await call()
  expect([refused.status, refused.code, ran.length, await audited()]).toEqual([status, code, 0, reason])
})

test('a token that a check returned serves one call', async () => {
  const once = await token({ phase: 'purchase' })
  answer = async () => ({ isApproved: true, token: once })
  expect((await call()).status).toBe(200)
  expect([(await call()).code, await audited()]).toEqual(['PERMISSION_DENIED', 'governance_token_replayed'])
})

test('a token that is not valid asks nobody', async () => {
  expect((await call('create_media_buy', { governance_context: 'x' })).code).toBe('PERMISSION_DENIED')
  expect(asked).toEqual([])
})

test('capabilities say which tasks are checked online', async () => {
  const response = await fetch(`${listening.url}/adcp/get_adcp_capabilities`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ adcp_version: '3.2-beta.5' }),
  })
  const { adcp } = (await response.json()) as { adcp: { governance_enforcement: unknown } }
  expect(adcp.governance_enforcement).toEqual({
    tasks: [
      { task: 'create_media_buy', modes: ['signed_context', 'online_execution_check'] },
      { task: 'update_media_buy', modes: ['signed_context', 'online_execution_check'] },
      { task: 'activate_signal', modes: ['signed_context'] },
    ],
  })
})
