import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Body, check, contract, httpWire } from '../../src/index.ts'
import { type Listening, serve } from '../../src/server/index.ts'
import { campaigns } from './agent.ts'
import { allocate, startModel } from './model.ts'
import { authenticateTokens, signToken } from './token.ts'

const secret = 'a-secret-of-the-test-that-is-long-enough'

let model: Awaited<ReturnType<typeof startModel>>
let server: Listening
let optimizer: string
let reader: string
let approver: string

beforeAll(async () => {
  model = await startModel(100)
  const options = { contract: 'yaagents', authenticate: authenticateTokens(secret) }
  server = await serve(campaigns({ modelUrl: model.url }), options).listen({ port: 0 })
  optimizer = await signToken(secret, 'tester', ['campaign:optimize'])
  reader = await signToken(secret, 'tester', [])
  approver = await signToken(secret, 'boss', ['approver'])
})
afterAll(async () => {
  await server.close()
  await model.close()
})

/** Calls, and has the answer judged: no example of ours may break the profile. */
async function call(
  method: string,
  path: string,
  body?: object,
  bearer = optimizer,
  more: Record<string, string> = {},
) {
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', ...more },
    ...(body === undefined ? undefined : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const headers = Object.fromEntries(response.headers)
  const wire = httpWire({ status: response.status, headers, body: Body.ofText(text) })
  expect(check(contract('yaagents'), wire)).toEqual([])
  return { status: response.status, headers, body: JSON.parse(text) }
}

const spring = { name: 'Spring', budget: 5000, targetAudience: 'gardeners', successMetric: 'ctr' }
const make = async (more: object = {}) =>
  (await call('POST', '/campaigns', { ...spring, ...more })).body.campaign.id as string

describe('POST /campaigns', () => {
  test('201 with where it is', async () => {
    const { status, headers, body } = await call('POST', '/campaigns', spring)
    expect(status).toBe(201)
    expect(headers.location).toBe(`/campaigns/${body.campaign.id}`)
    expect((await call('GET', headers.location as string)).body.campaign).toEqual(body.campaign)
  })

  test('400 with a question when the metric is missing, and 201 when it is answered', async () => {
    const { successMetric, ...incomplete } = spring
    const asked = await call('POST', '/campaigns', incomplete)
    expect(asked.status).toBe(400)
    expect(asked.body.requiredInputs).toEqual([
      {
        name: 'successMetric',
        location: 'body',
        type: 'string',
        required: true,
        question: 'Which success metric should be optimized?',
        allowedValues: ['ctr', 'cpl', 'conversion_rate', 'lead_quality'],
      },
    ])
    const answer = { [asked.body.requiredInputs[0].name]: successMetric }
    expect((await call('POST', '/campaigns', { ...incomplete, ...answer })).status).toBe(201)
  })

  test('422 names each input that is wrong', async () => {
    const { status, body } = await call('POST', '/campaigns', { ...spring, budget: -1, name: '' })
    expect(status).toBe(422)
    expect(body.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual(['budget', 'name'])
  })
})

test('GET /campaigns/{campaignId} is 404 for one that is not there', async () => {
  expect((await call('GET', '/campaigns/c-999')).status).toBe(404)
})

describe('POST /campaigns/{campaignId}/optimizations', () => {
  test('201 with a split that spends the budget', async () => {
    const { status, body } = await call('POST', `/campaigns/${await make()}/optimizations`, {})
    expect(status).toBe(201)
    const spent = body.optimization.allocations.reduce((sum: number, { spend }: { spend: number }) => sum + spend, 0)
    expect(spent).toBeCloseTo(5000, 0)
  })

  test('403 without the role', async () => {
    const { status, body } = await call('POST', `/campaigns/${await make()}/optimizations`, {}, reader)
    expect(status).toBe(403)
    expect(body.code).toBe('INSUFFICIENT_ROLES')
  })

  test('409 while one runs', async () => {
    const path = `/campaigns/${await make()}/optimizations`
    const answers = await Promise.all([call('POST', path, {}), call('POST', path, {})])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ type: 'conflict', code: 'OPTIMIZATION_RUNNING' })
    expect(refused?.body.conflictingResourceId).toMatch(/^opt-/)
  })

  test('412 above the budget that needs an approval, with a token that cannot be guessed', async () => {
    const path = `/campaigns/${await make({ budget: 25_000 })}/optimizations`
    const [first, second] = [await call('POST', path, {}), await call('POST', path, {})]
    expect(first.status).toBe(412)
    expect(first.body.message).toBe('Spend 25000 on Spring')
    expect(first.body.approvalToken).toMatch(/^apr_[\w-]{22,}$/)
    // The same words are one request to the approver.
    expect(second.body.approvalToken).toBe(first.body.approvalToken)
  })

  test('412, then a decision, then 201: once', async () => {
    const path = `/campaigns/${await make({ budget: 25_000 })}/optimizations`
    const asked = await call('POST', path, {})
    const [, approval = ''] = /<([^>]+)>; rel="approval"/.exec(asked.headers.link ?? '') ?? []
    const token = { 'x-approval-token': asked.body.approvalToken }
    expect((await call('POST', path, {}, optimizer, token)).status).toBe(412)
    expect((await call('GET', approval, undefined, approver)).body).toMatchObject({
      action: 'Spend 25000 on Spring',
      requester: 'tester',
      state: 'open',
    })
    expect((await call('POST', `${approval}:decide`, { decision: 'approve' })).status).toBe(403)
    expect((await call('POST', `${approval}:decide`, { decision: 'approve' }, approver)).body.decidedBy).toBe('boss')
    expect((await call('POST', path, { budget: 30_000 }, optimizer, token)).status).toBe(403)
    expect((await call('POST', path, {}, optimizer, token)).status).toBe(201)
    expect((await call('POST', path, {}, optimizer, token)).body.code).toBe('APPROVAL_USED')
  })

  test('202 to whoever would rather not wait, with where it goes on', async () => {
    const path = `/campaigns/${await make()}/optimizations`
    const accepted = await call('POST', path, {}, optimizer, { prefer: 'respond-async' })
    expect(accepted.status).toBe(202)
    expect(accepted.body).toMatchObject({ type: 'operation_accepted', statusUrl: accepted.headers.location })
    const state = async () => (await call('GET', accepted.body.statusUrl)).body.state
    await expect.poll(state).toBe('completed')
    const result = await call('GET', `/operations/${accepted.body.operationId}/result`)
    expect(result.status).toBe(201)
    expect(result.body.optimization.allocations).toHaveLength(4)
  })

  test('a key is done once, however often it is sent', async () => {
    const path = `/campaigns/${await make()}/optimizations`
    const key = { 'idempotency-key': 'spring-1' }
    const first = await call('POST', path, {}, optimizer, key)
    const second = await call('POST', path, {}, optimizer, key)
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.body.optimization.id).toBe(first.body.optimization.id)
  })

  test('424 when the model is down', async () => {
    const lonely = await serve(campaigns({ modelUrl: 'http://127.0.0.1:1' }), {
      authenticate: authenticateTokens(secret),
    }).listen({ port: 0 })
    const headers = { authorization: `Bearer ${optimizer}`, 'content-type': 'application/json' }
    const post = (path: string, body: object) =>
      fetch(lonely.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    const { campaign } = (await (await post('/campaigns', spring)).json()) as { campaign: { id: string } }
    const response = await post(`/campaigns/${campaign.id}/optimizations`, {})
    expect(response.status).toBe(424)
    expect(await response.json()).toMatchObject({ type: 'failed_dependency', code: 'MODEL_UNAVAILABLE' })
    await lonely.close()
  })
})

test('POST /campaigns/{campaignId}/assets:generate writes copy that keeps its length', async () => {
  const path = `/campaigns/${await make()}/assets:generate`
  const { status, body } = await call('POST', path, { assetTypes: ['headline', 'button'], tone: 'friendly' })
  expect(status).toBe(201)
  expect(body.assets.map(({ type }: { type: string }) => type)).toEqual(['headline', 'button'])
  expect(body.assets[0].text).toContain('gardeners')
  expect((await call('POST', path, { assetTypes: ['song'] })).status).toBe(422)
})

test('a token names its caller and the tenant', async () => {
  const headers = new Headers({ authorization: `Bearer ${optimizer}` })
  expect(await authenticateTokens(secret)({ headers })).toEqual({
    subject: 'tester',
    tenant: 't-1',
    roles: ['campaign:optimize'],
    expiresAt: expect.any(Number),
  })
})

test('401 without a token', async () => {
  const response = await fetch(`${server.url}/campaigns/c-1`)
  expect(response.status).toBe(401)
  expect(response.headers.get('www-authenticate')).toContain('Bearer')
})

test('the model spends the next unit where it returns most', () => {
  const best = allocate(5000, 'ctr')
  const value = (parts: { expected: number }[]) => parts.reduce((sum, { expected }) => sum + expected, 0)
  expect(value(best)).toBeGreaterThan(value(allocate(4900, 'ctr')))
  expect(best.every(({ spend }) => spend >= 0)).toBe(true)
})
