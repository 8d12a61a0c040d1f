/** A seller that verifies governance tokens: which calls run, what callers learn, and what is kept. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { connect } from '../../src/client/connect.ts'
import { payloadHash } from '../../src/contracts/adcp/governance/hashes.ts'
import {
  issueGovernanceToken,
  issueRevocationList,
  type NewGovernanceClaims,
} from '../../src/contracts/adcp/governance/issue.ts'
import { type Context, defineAgent, operation, refuse } from '../../src/index.ts'
import type { JsonObject } from '../../src/lib/json-value.ts'
import { type Listening, serve } from '../../src/server/index.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { type KeyPair, keyPair, Operator } from './published.ts'

const audience = 'https://seller.example/sales'
const buyerAgent = 'https://buyer.example/agent'
/** Two tenants act for the same buyer; of the third, none is known. */
const tokens = { acme: 'acme-token', beta: 'beta-token', zeta: 'zeta-token' }

const operator = new Operator()
let ran: Context['governance'][] = []
let pair: KeyPair
const logged: string[] = []
const folder = mkdtempSync(join(tmpdir(), 'replywire-governed-'))
const storeUrl = `sqlite:${join(folder, 'replywire.db')}`
let store: Store
let listening: Listening
let now = Date.now()
let count = 0

const agent = defineAgent({
  name: 'seller',
  version: '1.0.0',
  operations: {
    create_media_buy: operation({
      title: 'Buy',
      route: 'POST /create_media_buy',
      input: z.looseObject({ budget: z.number() }),
      handler({ fails_once }, context) {
        ran.push(context.governance)
        if (fails_once === true && ran.length === 1) throw refuse('unavailable', 'Come again.')
        return { media_buy_id: 'mb_1' }
      },
    }),
    get_products: operation({
      title: 'Look',
      route: 'POST /get_products',
      effects: 'none',
      input: z.looseObject({}),
      handler(_, context) {
        ran.push(context.governance)
        return { products: [] }
      },
    }),
    update_media_buy: operation({
      title: 'Change',
      route: 'POST /update_media_buy',
      async: true,
      input: z.looseObject({ media_buy_id: z.string() }),
      handler(_, context) {
        ran.push(context.governance)
        return { media_buy_id: 'mb_1' }
      },
    }),
  },
})

function serveSeller() {
  return serve(agent, {
    contract: 'adcp',
    mcp: { contract: 'adcp' },
    authenticate: async ({ headers }) => {
      const token = headers.get('authorization')?.slice('Bearer '.length)
      const [tenant] = Object.entries(tokens).find(([, known]) => known === token) ?? []
      return tenant === undefined ? undefined : { subject: `${tenant}-buying`, tenant, roles: [] }
    },
    store,
    journal: true,
    worker: { pollMs: 20 },
    webhooks: { allowLoopback: true },
    now: () => now,
    log: { info: (...line) => logged.push(JSON.stringify(line)), warn: (...line) => logged.push(JSON.stringify(line)) },
    contractOptions: {
      adcp: {
        governance: {
          audience,
          tasks: ['create_media_buy', 'update_media_buy', 'get_products'],
          buyerOf: ({ tenant }) =>
            tenant !== 'zeta' ? { agent: buyerAgent, brand: `${operator.url}/brand.json` } : undefined,
          isRequired: ({ request }) => Number(request.budget) > 100,
          commitmentOf: ({ request }) =>
            typeof request.budget === 'number' ? { amount: request.budget, currency: 'EUR' } : undefined,
          planOf: () => 'plan_1',
        },
      },
    },
  })
}

beforeAll(async () => {
  pair = await keyPair('gov-1', 'governance-signing')
  await operator.listen()
  publish()
  store = await openStore(storeUrl)
  listening = await serveSeller().listen({ port: 0 })
})
afterEach(() => {
  ran = []
})
afterAll(async () => {
  await listening.close()
  await operator.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

const issuer = () => `${operator.url}/governance`

function publish(): void {
  Object.assign(operator.documents, {
    '/brand.json': {
      agents: [{ type: 'governance', id: 'gov', url: issuer(), jwks_uri: `${operator.url}/jwks.json` }],
    },
    '/jwks.json': { keys: [pair.published] },
  })
}

const newKey = () => `governed-call-${String(++count).padStart(6, '0')}`

async function tokenFor(request: JsonObject, more: JsonObject = {}, profile: '3.1' | '3.2' = '3.1'): Promise<string> {
  const iat = Math.floor(now / 1000)
  const claims: NewGovernanceClaims = {
    iss: issuer(),
    sub: 'plan_1',
    plan_hash: 'hash',
    aud: audience,
    iat,
    exp: iat + 900,
    jti: `jti-${++count}`,
    phase: 'intent',
    caller: buyerAgent,
    check_id: 'chk_1',
    ...(profile === '3.1'
      ? undefined
      : {
          authorized_task: 'create_media_buy',
          authorized_payload_hash: await payloadHash(request),
          authorized_commitment: { amount: 500, currency: 'EUR' },
        }),
    ...more,
  }
  return issueGovernanceToken(claims, pair.jwk, profile)
}

async function call(
  task: string,
  body: JsonObject,
  who: keyof typeof tokens = 'acme',
  more: Record<string, string> = {},
) {
  // So that the lines of the audit log have an order.
  now += 1
  const response = await fetch(`${listening.url}/${task}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens[who]}`, 'content-type': 'application/json', ...more },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as JsonObject }
}

const request = (more: JsonObject = {}): JsonObject => ({
  idempotency_key: newKey(),
  budget: 50,
  plan_id: 'plan_1',
  adcp_version: '3.1',
  ...more,
})

/** The code of the newest refusal in the audit log. */
async function audited(tenant = 'acme'): Promise<JsonObject> {
  const rows = await store.do('listAudit', { tenant, limit: 1 })
  const [row] = rows.filter(({ action }) => action === 'call.governance-refused')
  return row === undefined ? {} : JSON.parse(new TextDecoder().decode(row.detail))
}

const denied = {
  code: 'PERMISSION_DENIED',
  message: 'The governance of the call does not permit it.',
  recovery: 'correctable',
}

/** The same, in the second layer. */
const listed = { ...denied, severity: 'error' }

describe('a call with a token that permits it', () => {
  test('runs, and its handler gets the token and what it says', async () => {
    const sent = request()
    const token = await tokenFor(sent)
    const { status, body } = await call('create_media_buy', { ...sent, governance_context: token })
    expect([status, body.media_buy_id, body.governance_context]).toEqual([200, 'mb_1', token])
    expect(ran).toEqual([
      {
        token,
        verified: {
          tokenId: `jti-${count}`,
          issuer: issuer(),
          audience,
          subject: 'plan_1',
          phase: 'intent',
          acceptedAt: new Date(now).toISOString(),
          claims: expect.objectContaining({ caller: buyerAgent, check_id: 'chk_1' }),
        },
      },
    ])
  })

  test.each([
    ['3.1', 'purchase', 403],
    ['3.2-beta.5', 'purchase', 403],
    ['3.1', 'delivery', 403],
  ])('of %s is refused in phase %s while there is no revocation list', async (version, phase, wanted) => {
    const sent = request({ adcp_version: version })
    const token = await tokenFor(sent, { phase }, version === '3.1' ? '3.1' : '3.2')
    expect((await call('create_media_buy', { ...sent, governance_context: token })).status).toBe(wanted)
    expect((await audited()).code).toBe(
      version === '3.1' && phase === 'purchase' ? 'governance_revocation_stale' : 'governance_token_not_applicable',
    )
  })

  test('of 3.2 is bound to the request and to its price, as the seller computes it', async () => {
    const sent = request({ adcp_version: '3.2-beta.5', budget: 500 })
    const token = await tokenFor(sent, {}, '3.2')
    const other = { ...sent, budget: 400, governance_context: token }
    expect((await call('create_media_buy', other)).status).toBe(403)
    expect((await call('create_media_buy', { ...sent, governance_context: token })).status).toBe(200)
    const dear = request({ adcp_version: '3.2-beta.5', budget: 501 })
    const small = await tokenFor(dear, {}, '3.2')
    expect((await call('create_media_buy', { ...dear, governance_context: small })).status).toBe(403)
    expect(await audited()).toMatchObject({ code: 'governance_token_not_applicable', operation: 'create_media_buy' })
  })
})

describe('a call that is refused', () => {
  test('without a token, where one is required', async () => {
    const { status, body } = await call('create_media_buy', request({ budget: 101 }))
    expect([status, body.adcp_error, body.errors]).toEqual([403, denied, [listed]])
    expect(await audited()).toMatchObject({ code: 'governance_token_missing' })
    expect((await call('create_media_buy', request({ budget: 100 }))).status).toBe(200)
  })

  const refusals: [string, JsonObject, string][] = [
    ['another audience', { aud: 'https://other.example/sales' }, 'governance_token_not_applicable'],
    ['another caller', { caller: 'https://other.example/agent' }, 'governance_token_not_applicable'],
    ['another plan', { sub: 'plan_2' }, 'governance_token_not_applicable'],
    [
      'an issuer that the buyer does not name',
      { iss: 'https://gov.example/governance' },
      'governance_issuer_not_authorized',
    ],
    ['a time that is over', { iat: 1000, exp: 2000 }, 'governance_token_expired'],
  ]
  test.each(refusals)('%s: the caller sees the same refusal, the audit its code', async (_, more, code) => {
    const sent = request()
    const asked = operator.asked.length
    const { status, body } = await call('create_media_buy', { ...sent, governance_context: await tokenFor(sent, more) })
    expect([status, body.adcp_error, body.errors, ran]).toEqual([403, denied, [listed], []])
    expect((await audited()).code).toBe(code)
    expect(operator.asked.slice(asked).filter(path => path === '/.well-known/jwks.json')).toEqual([])
  })

  test('a caller whose buyer is not known', async () => {
    const sent = request()
    const { status } = await call('create_media_buy', { ...sent, governance_context: await tokenFor(sent) }, 'zeta')
    expect([status, (await audited('zeta')).code]).toEqual([403, 'governance_issuer_not_authorized'])
  })

  test('a token of another request; a repeat of its own request is none', async () => {
    const sent = request()
    const token = await tokenFor(sent)
    const first = await call('create_media_buy', { ...sent, governance_context: token })
    const repeat = await call('create_media_buy', { ...sent, governance_context: token })
    expect([first.status, repeat.status, repeat.body.replayed, ran.length]).toEqual([200, 200, true, 1])
    const other = await call('create_media_buy', { ...request(), governance_context: token })
    expect([other.status, (await audited()).code]).toEqual([403, 'governance_token_replayed'])
  })

  test('a token of a call that did not succeed; its repeat under the same key may use it again', async () => {
    const sent = { ...request(), fails_once: true }
    const token = await tokenFor(sent)
    const first = await call('create_media_buy', { ...sent, governance_context: token })
    const repeat = await call('create_media_buy', { ...sent, governance_context: token })
    expect([first.status, repeat.status, repeat.body.replayed, ran.length]).toEqual([503, 200, undefined, 2])
    const other = await call('create_media_buy', { ...request(), governance_context: token })
    expect([other.status, (await audited()).code]).toEqual([403, 'governance_token_replayed'])
  })

  test('a token that another caller has used, under the same key', async () => {
    const sent = request()
    const token = await tokenFor(sent)
    expect((await call('create_media_buy', { ...sent, governance_context: token })).status).toBe(200)
    const other = await call('create_media_buy', { ...sent, governance_context: token }, 'beta')
    expect([other.status, (await audited('beta')).code]).toEqual([403, 'governance_token_replayed'])
  })

  test('a token that was used, without any key: a call that may change something needs one', async () => {
    const { idempotency_key: _, ...sent } = request()
    const governed = { ...sent, governance_context: await tokenFor(sent) }
    const statuses = []
    for (const task of ['create_media_buy', 'get_products', 'get_products']) {
      statuses.push((await call(task, governed)).status)
    }
    expect([statuses, ran.length]).toEqual([[422, 200, 403], 1])
  })

  test('a token that was used, in the last moment of its time', async () => {
    const before = now
    const token = await tokenFor({})
    expect((await call('create_media_buy', { ...request(), governance_context: token })).status).toBe(200)
    now = (Math.floor(before / 1000) + 900 + 60) * 1000 - 1
    const last = await call('create_media_buy', { ...request(), governance_context: token })
    expect([last.status, (await audited()).code]).toEqual([403, 'governance_token_replayed'])
  })

  test('a token of a call that succeeded, when its key is forgotten and can be used for another call', async () => {
    const sent = request()
    const token = await tokenFor(sent, { exp: Math.floor(now / 1000) + 29 * 86_400 })
    expect((await call('create_media_buy', { ...sent, governance_context: token })).status).toBe(200)
    now += 3 * 86_400_000
    await store.do('prune', {
      claimsBefore: now,
      tasksBefore: 0,
      deliveriesBefore: 0,
      approvalsBefore: 0,
      limit: 1000,
    })
    const again = await call('create_media_buy', { ...sent, governance_context: token })
    expect([again.status, (await audited()).code]).toEqual([403, 'governance_token_replayed'])
  })

  test.each(['yaagents', 'agent-run', 'problem', 'jpcite'])(
    'a token that was used, under the same key in the words of %s',
    async envelope => {
      const sent = request()
      const token = await tokenFor(sent)
      const governed = { ...sent, governance_context: token }
      expect((await call('create_media_buy', governed)).status).toBe(200)
      const other = await call(`create_media_buy?envelope=${envelope}`, governed, 'acme', {
        'idempotency-key': String(sent.idempotency_key),
      })
      expect([ran.length, other.status, (await audited()).code]).toEqual([1, 403, 'governance_token_replayed'])
    },
  )

  test('two requests with one token at the same time: one runs', async () => {
    const token = await tokenFor({})
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call('create_media_buy', { ...request(), governance_context: token })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect([answers.filter(({ status }) => status === 403).length, ran.length]).toEqual([19, 1])
  })
})

/** What the command line prints of the store, in a process of its own. */
async function cli(...words: string[]): Promise<JsonObject> {
  const args = ['src/cli/main.ts', ...words, '--store', storeUrl, '--json']
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}

describe('what is kept', () => {
  test('a task has its token; tasks, requests and the audit are found by it, and no log has it', async () => {
    const sent = request({ media_buy_id: 'mb_1', budget: undefined as never })
    const token = await tokenFor(sent, { jti: 'jti-kept', sub: 'plan_1', phase: 'intent' })
    const { body } = await call('update_media_buy', { ...sent, governance_context: token })
    expect(body.status).toBe('submitted')
    await expect.poll(() => ran.length).toBe(1)
    expect(ran[0]).toMatchObject({ token, verified: { tokenId: 'jti-kept', subject: 'plan_1', phase: 'intent' } })
    const id = String(body.task_id)
    for (const value of ['jti-kept', 'plan_1']) {
      const tasks = await store.do('listTasks', { tenant: 'acme', governance: value, limit: 10 })
      expect(tasks.map(task => task.id)).toEqual([id])
    }
    expect(await store.do('listTasks', { tenant: 'acme', governance: 'plan_2', limit: 10 })).toEqual([])
    const requests = () => store.do('listRequests', { governance: 'jti-kept', now, limit: 10 })
    await expect.poll(async () => (await requests()).map(({ taskId }) => taskId)).toEqual([id])
    for (const [name, tasks] of [
      ['jti-kept', [id]],
      ['plan_1', [id]],
      ['plan_2', []],
    ] as const) {
      const listed = await cli('tasks', 'list', '--governance', name)
      expect((listed.tasks as JsonObject[]).map(task => task.id)).toEqual(tasks)
    }
    const found = await cli('requests', 'list', '--governance', 'jti-kept')
    expect((found.requests as JsonObject[]).map(({ operation }) => operation)).toEqual(['update_media_buy'])
    expect(await cli('requests', 'list', '--governance', 'jti-other')).toMatchObject({ requests: [] })
    const [line] = await store.do('listAudit', { tenant: 'acme', subject: id, limit: 10 })
    expect([line?.action, JSON.parse(new TextDecoder().decode(line?.detail))]).toEqual([
      'call.governed',
      {
        operation: 'update_media_buy',
        requestId: expect.any(String),
        governance: token,
        verified: {
          tokenId: 'jti-kept',
          issuer: issuer(),
          audience,
          subject: 'plan_1',
          phase: 'intent',
          acceptedAt: new Date(now).toISOString(),
        },
      },
    ])
    expect(logged.length).toBeGreaterThan(0)
    expect(logged.join('\n')).not.toContain(token.split('.')[2])
    expect(logged.join('\n')).not.toContain('jti-kept')
  })
})

describe.each([
  ['http', (url: string) => url],
  ['mcp', (url: string) => `mcp+${url}/mcp`],
  ['a2a', (url: string) => `a2a+${url}`],
] as const)('a call of the client over %s', (_, addressOf) => {
  async function connected(who: keyof typeof tokens = 'acme') {
    const headers = { authorization: `Bearer ${tokens[who]}` }
    const client = connect(addressOf(listening.url), { contract: 'adcp', headers, attempts: 1 })
    onTestFinished(() => client.close())
    return client
  }

  test('runs with its token, once, and a repeat under its key is no replay', async () => {
    const client = await connected()
    const token = await tokenFor({})
    const input = { budget: 101, plan_id: 'plan_1', governance_context: token }
    const key = newKey()
    const first = await client.call('create_media_buy', input, { key })
    expect([first.outcome.kind, first.exchange.governance]).toEqual(['completed', token])
    expect(ran).toMatchObject([{ token, verified: { subject: 'plan_1', phase: 'intent' } }])
    const repeat = await client.call('create_media_buy', input, { key })
    expect([repeat.outcome.kind, ran.length]).toEqual(['completed', 1])
    now += 1
    const other = await client.call('create_media_buy', input, { key: newKey() })
    expect(other.outcome).toMatchObject({ kind: 'failed', fault: { code: 'PERMISSION_DENIED' } })
    expect([ran.length, (await audited()).code]).toEqual([1, 'governance_token_replayed'])
  })

  test('of 3.2 arrives as the request that its token is bound to', async () => {
    const client = await connected()
    const sent = request({ adcp_version: '3.2-beta.5', budget: 500 })
    const token = await tokenFor(sent, {}, '3.2')
    const { outcome } = await client.call('create_media_buy', { ...sent, governance_context: token })
    expect([outcome.kind, ran[0]?.verified?.claims.authorized_task]).toEqual(['completed', 'create_media_buy'])
  })

  test.each([
    ['no token', undefined, 'governance_token_missing'],
    ['a token for another seller', { aud: 'https://other.example/sales' }, 'governance_token_not_applicable'],
    ['a token of a later phase', { phase: 'delivery' }, 'governance_token_not_applicable'],
  ])('is refused with %s, and learns no more than that', async (_case, more, code) => {
    now += 1
    const client = await connected()
    const governance = more === undefined ? {} : { governance_context: await tokenFor({}, more) }
    const input = { budget: 101, plan_id: 'plan_1', ...governance }
    const { outcome } = await client.call('create_media_buy', input, { key: newKey() })
    expect(outcome).toMatchObject({ kind: 'failed', fault: { code: denied.code, message: denied.message } })
    expect([ran, (await audited()).code]).toEqual([[], code])
  })
})

describe('keys and revocations', () => {
  /** Past what is remembered of documents. */
  const later = () => {
    now += 6 * 60_000
  }

  test('a key that cannot be had now is worth a retry', async () => {
    later()
    operator.documents['/jwks.json'] = 503
    const sent = request()
    const { status, body } = await call('create_media_buy', { ...sent, governance_context: await tokenFor(sent) })
    expect([status, (body.adcp_error as JsonObject).code]).toEqual([502, 'GOVERNANCE_UNAVAILABLE'])
    expect((await audited()).code).toBe('governance_jwks_unavailable')
    publish()
    later()
    expect((await call('create_media_buy', { ...sent, governance_context: await tokenFor(sent) })).status).toBe(200)
  })

  test('an issuer must be listed once, as a governance agent; ids are those of one issuer', async () => {
    const uri = `${operator.url}/jwks.json`
    const entry = { type: 'governance', id: 'gov', url: issuer(), jwks_uri: uri }
    const codeWith = async (agents: JsonObject[]) => {
      later()
      operator.documents['/brand.json'] = { agents }
      const sent = request()
      const { status } = await call('create_media_buy', { ...sent, governance_context: await tokenFor(sent) })
      return status === 200 ? 'accepted' : (await audited()).code
    }
    expect(await codeWith([{ ...entry, type: 'sales' }])).toBe('governance_issuer_not_authorized')
    expect(await codeWith([entry, { ...entry, jwks_uri: `${uri}?2` }])).toBe('governance_issuer_not_authorized')
    const second = `${issuer()}-2`
    expect(await codeWith([entry, { ...entry, url: second }])).toBe('accepted')
    for (const iss of [issuer(), second]) {
      const sent = request()
      const token = await tokenFor(sent, { iss, jti: 'jti-of-two' })
      expect((await call('create_media_buy', { ...sent, governance_context: token })).status).toBe(200)
    }
    publish()
    later()
  })

  test('a list makes purchases possible, and revokes tokens and keys', async () => {
    const path = '/.well-known/governance-revocations.json'
    const list = (revokedJtis: string[], revokedKids: string[] = []) =>
      issueRevocationList(
        { issuer: operator.url, updated: now, nextUpdate: now + 60_000, revokedJtis, revokedKids },
        signer.jwk,
      )
    const signer = await keyPair('gov-2', 'governance-signing')
    operator.documents['/jwks.json'] = { keys: [pair.published, signer.published] }
    later()
    operator.documents[path] = await list([])
    const sent = request()
    const bought = await call('create_media_buy', {
      ...sent,
      governance_context: await tokenFor(sent, { phase: 'purchase' }),
    })
    expect(bought.status).toBe(200)
    later()
    operator.documents[path] = await list(['jti-revoked'])
    const revoked = request()
    const token = await tokenFor(revoked, { jti: 'jti-revoked' })
    expect((await call('create_media_buy', { ...revoked, governance_context: token })).status).toBe(403)
    expect((await audited()).code).toBe('governance_token_revoked')
    later()
    operator.documents[path] = await list([], ['gov-1'])
    const again = request()
    expect((await call('create_media_buy', { ...again, governance_context: await tokenFor(again) })).status).toBe(403)
    expect((await audited()).code).toBe('governance_token_revoked')
    // A list that is gone takes nothing back.
    delete operator.documents[path]
    later()
    const third = request()
    expect((await call('create_media_buy', { ...third, governance_context: await tokenFor(third) })).status).toBe(403)
    expect((await audited()).code).toBe('governance_token_revoked')
  })
})
