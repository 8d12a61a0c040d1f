/** What a call was governed for is what runs: in whatever contract it is answered, and however it changes on its way. */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { issueGovernanceToken } from '../../src/contracts/adcp/governance/issue.ts'
import { ask, type Context, defineAgent, operation, requireApproval } from '../../src/index.ts'
import { isObject, type JsonObject } from '../../src/lib/json-value.ts'
import { type Listening, serve } from '../../src/server/index.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { type KeyPair, keyPair, Operator } from './published.ts'

const audience = 'https://seller.example/sales'
const buyer = 'https://buyer.example/agent'
const operator = new Operator()
const issuer = () => `${operator.url}/governance`
let ran: { input: JsonObject; governance: Context['governance'] }[] = []
let pair: KeyPair
let store: Store
let listening: Listening
let count = 0

const noted = (input: JsonObject, { governance }: Context) => {
  ran.push({ input, governance })
  return { media_buy_id: 'mb_1' }
}

const agent = defineAgent({
  name: 'seller',
  version: '1.0.0',
  operations: {
    create_media_buy: operation({
      title: 'Buy',
      route: 'POST /create_media_buy',
      async: true,
      input: z.looseObject({
        budget: z.coerce.number(),
        end_time: z.string().optional(),
        asks: z.boolean().optional(),
      }),
      handler(input, context) {
        if (input.asks === true && input.end_time === undefined) return ask([{ name: 'end_time', question: 'When?' }])
        if (input.approves === true && context.approval('spend') === undefined) {
          return requireApproval('spend', { action: 'Spend' })
        }
        return noted(input as JsonObject, context)
      },
    }),
    buy_now: operation({
      title: 'Buy at once',
      route: 'POST /buy_now/{place}',
      locations: { budget: 'query' },
      input: z.looseObject({ budget: z.number(), place: z.string() }),
      handler: (input, context) => noted(input as JsonObject, context),
    }),
    update_media_buy: operation({
      title: 'Change',
      route: 'PATCH /media_buys/{media_buy_id}',
      input: z.looseObject({ media_buy_id: z.string(), budget: z.number() }),
      handler: (input, context) => noted(input as JsonObject, context),
    }),
  },
})

const principals: Readonly<Record<string, string[]>> = { buyer: [], boss: ['approver'] }

function serveSeller() {
  return serve(agent, {
    contract: 'adcp',
    mcp: { contract: 'adcp' },
    store,
    worker: { pollMs: 20 },
    webhooks: { allowLoopback: true },
    authenticate: async ({ headers }) => {
      const subject = headers.get('authorization')?.slice('Bearer '.length) ?? ''
      const roles = principals[subject]
      return roles === undefined ? undefined : { subject, tenant: 'acme', roles }
    },
    contractOptions: {
      adcp: {
        governance: {
          audience,
          tasks: ['create_media_buy', 'update_media_buy', 'buy_now'],
          buyerOf: () => ({ agent: buyer, brand: `${operator.url}/brand.json` }),
          isRequired: ({ input }) => (input as { budget: number }).budget > 100,
          commitmentOf: ({ input }) => ({ amount: (input as { budget: number }).budget, currency: 'EUR' }),
          planOf: () => 'plan_1',
        },
      },
    },
  })
}

beforeAll(async () => {
  pair = await keyPair('gov-1', 'governance-signing')
  await operator.listen()
  Object.assign(operator.documents, {
    '/brand.json': { agents: [{ type: 'governance', url: issuer(), jwks_uri: `${operator.url}/jwks.json` }] },
    '/jwks.json': { keys: [pair.published] },
  })
  store = await openStore('sqlite::memory:')
  listening = await serveSeller().listen({ port: 0 })
})
afterEach(() => {
  ran = []
})
afterAll(async () => {
  await listening.close()
  await operator.close()
  await store.close()
})

const key = () => `governed-change-${String(++count).padStart(6, '0')}`

/** A token of 3.1, or one of 3.2 that allows 100 EUR. */
function tokenFor(more: JsonObject = {}, profile: '3.1' | '3.2' = '3.1'): Promise<string> {
  const iat = Math.floor(Date.now() / 1000)
  const claims = { iss: issuer(), sub: 'plan_1', plan_hash: 'hash', aud: audience, iat, exp: iat + 900 }
  const about = { jti: `jti-${++count}`, phase: 'intent' as const, caller: buyer, check_id: 'chk_1' }
  const ceiling = profile === '3.1' ? undefined : { authorized_commitment: { amount: 100, currency: 'EUR' } }
  return issueGovernanceToken({ ...claims, ...about, ...ceiling, ...more }, pair.jwk, profile)
}

interface Sent {
  path?: string
  method?: string
  headers?: Record<string, string>
}

async function post(body: JsonObject, { path = '/create_media_buy', method = 'POST', headers = {} }: Sent = {}) {
  const response = await fetch(`${listening.url}${path}`, {
    method,
    headers: { authorization: 'Bearer buyer', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, text, body: JSON.parse(text) as JsonObject }
}

describe('the contract of the answer', () => {
  const media = (id: string) => ({ accept: `application/vnd.replywire.${id}+json` })
  const cases: [string, Sent][] = [
    ['yaagents, by the query', { path: '/update?envelope=yaagents' }],
    ['agent-run, by the query', { path: '/update?envelope=agent-run' }],
    ['jpcite, by the query', { path: '/update?envelope=jpcite' }],
    ['problem, by the query', { path: '/update?envelope=problem' }],
    ['yaagents, by Accept', { headers: media('yaagents') }],
    ['problem, by Accept', { headers: { accept: 'application/problem+json' } }],
    ['3.2', { path: '/update?envelope=adcp@3.2-beta.5' }],
  ]

  test.each(cases)('%s, changes nothing about the governance of a call', async (_, { path = '/update', ...more }) => {
    const headers = { ...more.headers, 'idempotency-key': key() }
    const sent = { method: 'PATCH', path: path.replace('/update', '/media_buys/mb_1'), headers }
    const answer = await post({ budget: 101, idempotency_key: key() }, sent)
    expect([answer.status, ran]).toEqual([403, []])
  })

  test.each(['/agents/run/sync', '/agents/run/stream'])('%s needs the token too, and takes it', async path => {
    const body = { request_id: 'r_1', task_type: 'create_media_buy', inputs: { budget: 101 } as JsonObject }
    const headers = () => ({ 'idempotency-key': key() })
    expect((await fetchText(path, body, headers())).text).toContain('The governance of the call does not permit it.')
    const inputs = { ...body.inputs, governance_context: await tokenFor() }
    await fetchText(path, { ...body, inputs }, headers())
    await expect.poll(() => ran).toMatchObject([{ governance: { verified: { subject: 'plan_1' } } }])
  })

  async function fetchText(path: string, body: JsonObject, headers: Record<string, string>) {
    const response = await fetch(`${listening.url}${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer buyer', 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return { status: response.status, text: await response.text() }
  }

  test('of an MCP client is its own choice, and its governance is not', async () => {
    const call = async (governance: JsonObject) => {
      const params = { name: 'update_media_buy', arguments: { media_buy_id: 'mb_1', budget: 101, ...governance } }
      return post(
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
        {
          path: '/mcp?envelope=mcp',
          headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
        },
      )
    }
    expect((await call({})).text).toContain('does not permit')
    expect(ran).toEqual([])
    const token = await tokenFor()
    await call({ governance_context: token })
    expect(ran).toMatchObject([{ governance: { token, verified: { subject: 'plan_1' } } }])
  })

  test('does not hide a token that is not valid', async () => {
    const token = await tokenFor({ aud: 'https://other.example' })
    const headers = { 'idempotency-key': key() }
    const sent = { method: 'PATCH', path: '/media_buys/mb_1?envelope=yaagents', headers }
    expect((await post({ budget: 1, governance_context: token }, sent)).status).toBe(403)
    expect(ran).toEqual([])
  })
})

describe('arguments that are not in the body', () => {
  test('count as they are: in the query', async () => {
    expect((await post({ idempotency_key: key() }, { path: '/buy_now/x?budget=101' })).status).toBe(403)
    // In the body it is no argument of this operation.
    const inBoth = { path: '/buy_now/x?budget=101' }
    expect((await post({ budget: 1, idempotency_key: key() }, inBoth)).status).toBe(403)
    expect(ran).toEqual([])
    expect((await post({ idempotency_key: key() }, { path: '/buy_now/x?budget=100' })).status).toBe(200)
  })

  test('are what a token is about: in the path', async () => {
    const about = { phase: 'modification', media_buy_id: 'mb_A' }
    // `purchase` and later phases wait for a revocation list; which media buy it is about is checked before.
    const call = async (path: string) => {
      const body = {
        media_buy_id: 'mb_A',
        budget: 5,
        governance_context: await tokenFor(about),
        idempotency_key: key(),
      }
      const { status } = await post(body, { method: 'PATCH', path })
      const [row] = await store.do('listAudit', { tenant: 'acme', limit: 1 })
      return [status, row === undefined ? '' : JSON.parse(new TextDecoder().decode(row.detail)).code]
    }
    expect(await call('/media_buys/mb_B')).toEqual([403, 'governance_token_not_applicable'])
    expect(await call('/media_buys/mb_A')).toEqual([403, 'governance_revocation_stale'])
  })

  test('are compared as the handler gets them: a number that is written as a text', async () => {
    expect((await post({ budget: '1e3', idempotency_key: key() })).status).toBe(403)
    expect((await post({ budget: ['101'], idempotency_key: key() })).status).toBe(403)
    expect(ran).toEqual([])
  })
})

describe('a task whose input has changed', () => {
  async function paused(more: JsonObject) {
    const { body } = await post({ budget: 50, idempotency_key: key(), ...more })
    const id = String(body.task_id)
    await stateOf(id, 'input-required')
    return id
  }

  async function stateOf(id: string, wanted: string): Promise<JsonObject> {
    for (;;) {
      const response = await fetch(`${listening.url}/operations/${id}/result`, {
        headers: { authorization: 'Bearer buyer' },
      })
      const body = (await response.json()) as JsonObject
      if (body.status === wanted) return body
      if (['completed', 'failed', 'rejected'].includes(String(body.status))) throw new Error(JSON.stringify(body))
      await wait(20)
    }
  }

  const answer = (id: string, inputs: JsonObject) => post({ inputs }, { path: `/operations/${id}:answer` })

  test('by an answer cannot spend more than needs no token', async () => {
    const id = await paused({ asks: true })
    await answer(id, { end_time: '2027', budget: 1_000_000 })
    const ended = await stateOf(id, 'rejected')
    expect(isObject(ended.adcp_error) && ended.adcp_error.code).toBe('PERMISSION_DENIED')
    expect(ran).toEqual([])
    const rows = await store.do('listAudit', { tenant: 'acme', limit: 5 })
    const codes = rows
      .filter(({ subject }) => subject === id)
      .map(({ detail }) => JSON.parse(new TextDecoder().decode(detail)).code)
    expect(codes).toContain('governance_token_missing')
  })

  test('by an answer goes on, where it could have come so', async () => {
    const id = await paused({ asks: true })
    await answer(id, { end_time: '2027', budget: 100 })
    await stateOf(id, 'completed')
    expect(ran).toMatchObject([{ input: { budget: 100, end_time: '2027' } }])
  })

  test.each([
    ['less than its token allows', 100, 'completed', 1],
    ['more than its token allows', 100.5, 'rejected', 0],
    ['less than nothing', -1, 'rejected', 0],
  ])('to spend %s', async (_, budget, state, runs) => {
    const version = { adcp_version: '3.2-beta.5' }
    const id = await paused({ asks: true, ...version, governance_context: await tokenFor({}, '3.2') })
    await answer(id, { end_time: '2027', budget })
    await stateOf(id, state)
    expect(ran).toHaveLength(runs)
  })

  test('by an approver is governed as it is now', async () => {
    const id = await paused({ approves: true })
    const asBoss = { authorization: 'Bearer boss' }
    const open = await fetch(`${listening.url}/approvals?state=open&envelope=problem`, { headers: asBoss })
    const text = await open.text()
    const [, approval] = /"(apv_[^"]+)"/.exec(text) ?? []
    const path = `/approvals/${approval}:decide`
    const decided = await post({ decision: 'edit', input: { budget: 5000, approves: true } }, { path, headers: asBoss })
    expect(decided.status).toBe(200)
    await stateOf(id, 'rejected')
    expect(ran).toEqual([])
  })
})
