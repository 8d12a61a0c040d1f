/** AdCP 3.2, `online_execution_check`: the governance agent is asked before a call runs, and its token is verified too. */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  issueGovernanceToken,
  issueRevocationList,
  type NewGovernanceClaims,
} from '../../src/contracts/adcp/governance/issue.ts'
import type { ExecutionCheck, ExecutionTask } from '../../src/contracts/adcp/governance/options.ts'
import { ask, type Context, defineAgent, operation } from '../../src/index.ts'
import type { JsonObject } from '../../src/lib/json-value.ts'
import { type Listening, type ServeOptions, serve } from '../../src/server/index.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { type KeyPair, keyPair, Operator } from './published.ts'

const audience = 'https://seller.example/sales'
const buyer = 'https://buyer.example/agent'
const operator = new Operator()
let pair: KeyPair
let store: Store
let listening: Listening
let later: Listening
let limitMs = 600_000
let count = 0
let ran: Context['governance'][] = []
let asked: ExecutionTask[] = []
let answer: (task: ExecutionTask) => Promise<ExecutionCheck | undefined>

const buy = (title: string, route: string, isAsync = false) =>
  operation({
    title,
    route,
    async: isAsync,
    input: z.looseObject({ end_time: z.string().optional() }),
    handler(input, context) {
      if (isAsync && input.end_time === undefined) return ask([{ name: 'end_time', question: 'When?' }])
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

const asking = defineAgent({
  name: 'asking',
  version: '1.0.0',
  operations: { create_media_buy: buy('Buy', 'POST /create_media_buy', true) },
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
  const options: ServeOptions = {
    contract: 'adcp',
    authenticate: async () => ({ subject: 'buying', tenant: 'acme', roles: [] }),
    store,
    worker: false,
    webhooks: { allowLoopback: true },
    contractOptions: {
      adcp: {
        governance: {
          audience,
          tasks: ['create_media_buy', 'update_media_buy', 'activate_signal'],
          buyerOf: () => ({ agent: buyer, brand: `${operator.url}/brand.json` }),
          planOf: () => 'plan_1',
          get executionTimeoutMs() {
            return limitMs
          },
          executionCheck: task => {
            asked.push(task)
            return answer(task)
          },
        },
      },
    },
  }
  listening = await serve(agent, options).listen({ port: 0 })
  later = await serve(asking, { ...options, worker: { pollMs: 20 } }).listen({ port: 0 })
})

beforeEach(() => {
  ran = []
  asked = []
  limitMs = 600_000
  answer = async () => ({ isApproved: true, token: await token({ phase: 'purchase' }) })
})
afterAll(async () => {
  await listening.close()
  await later.close()
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
  [
    'an approval that is a text',
    async () => ({ isApproved: 'no' as unknown as boolean, token: await token({ phase: 'purchase' }) }),
    403,
    'GOVERNANCE_DENIED',
    'governance_denied',
  ],
  [
    'an agent that never answers',
    () => new Promise<ExecutionCheck>(() => {}),
    502,
    'GOVERNANCE_UNAVAILABLE',
    'governance_unavailable',
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
test.each(refusals)('%s refuses the call', async (name, check, status, code, reason) => {
  answer = check
  if (name.endsWith('never answers')) limitMs = 20
  const refused = await call()
  expect([refused.status, refused.code, ran.length, await audited()]).toEqual([status, code, 0, reason])
})

test('a check that nobody waits for is aborted', async () => {
  const aborted = Promise.withResolvers<void>()
  limitMs = 20
  answer = ({ signal }) => {
    signal.addEventListener('abort', () => aborted.resolve())
    return new Promise(() => {})
  }
  expect((await call()).code).toBe('GOVERNANCE_UNAVAILABLE')
  await aborted.promise
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

describe('a task whose input an answer has changed', () => {
  async function stateOf(id: unknown, wanted: string): Promise<JsonObject> {
    for (;;) {
      const body = (await (await fetch(`${later.url}/operations/${id}/result`)).json()) as JsonObject
      if (body.status === wanted) return body
      if (['completed', 'failed', 'rejected'].includes(String(body.status))) throw new Error(JSON.stringify(body))
      await wait(20)
    }
  }

  async function answered(): Promise<unknown> {
    const post = async (path: string, body: JsonObject) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${later.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await response.json()) as JsonObject
    }
    const idempotency_key = `execution-check-${++count}`
    const sent = { idempotency_key, adcp_version: '3.2-beta.5', governance_context: await token(), budget: 1 }
    const { task_id: id } = await post('/create_media_buy', sent)
    await stateOf(id, 'input-required')
    await post(`/operations/${id}:answer`, { inputs: { end_time: '2027', budget: 1_000_000 } })
    return id
  }

  test('is checked online again, and goes on with the token of that check', async () => {
    const returned: string[] = []
    answer = async () => {
      returned.push(await token({ phase: 'purchase' }))
      return { isApproved: true, token: returned.at(-1) }
    }
    await stateOf(await answered(), 'completed')
    expect(asked.map(({ request }) => request.budget)).toEqual([1, 1_000_000])
    expect(asked[1]?.token).toBe(returned[0])
    expect(ran).toMatchObject([{ token: returned[1], verified: { phase: 'purchase' } }])
  })

  test.each<[string, boolean, () => Promise<ExecutionCheck>]>([
    ['the agent denies it', false, async () => ({ isApproved: false })],
    ['it was exempt before', true, async () => ({ isApproved: false })],
    [
      'the check is about another action',
      false,
      async () => ({ isApproved: true, token: await token({ phase: 'purchase', sub: 'action_2' }) }),
    ],
  ])('does not run where %s', async (_, wasExempt, check) => {
    const first = answer
    answer = task => (task.request.budget !== 1 ? check() : wasExempt ? Promise.resolve(undefined) : first(task))
    await stateOf(await answered(), 'rejected')
    expect([asked.length, ran]).toEqual([2, []])
  })

  test('does not run with the token that the first check returned', async () => {
    const once = await token({ phase: 'purchase' })
    answer = async () => ({ isApproved: true, token: once })
    await stateOf(await answered(), 'rejected')
    expect([ran, await audited()]).toEqual([[], 'governance_token_replayed'])
  })
})
