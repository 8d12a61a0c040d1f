/** The plugin `approval`: what a rule names waits for a person, and exactly what they approved is forwarded. */
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { sendRaw } from '../kit.ts'
import { ada, bob, countingUpstream, durableGateway, ended, get, newStore, type Reply, send, setSecret } from './kit.ts'

const path = '/campaigns/7/optimizations'
const boss = { 'test-tenant': 'acme', 'test-subject': 'boss', 'test-roles': 'approver' }

const above = {
  approval: {
    options: { rules: [{ action: 'Spend more than 100', when: [{ argument: '/body/budget', above: 100 }] }] },
  },
}

const tokenOf = ({ text }: Reply): string => /apr_[\w-]+/.exec(text)?.[0] ?? ''
const approvalOf = ({ headers }: Reply): string =>
  /<([^>]+)>; rel="approval"/.exec(headers.get('link') ?? '')?.[1] ?? ''

describe.each(['sqlite', 'postgres'] as const)('approvals on %s', kind => {
  test('a call waits for its approval, and is forwarded once with its token', async () => {
    const agents = await countingUpstream()
    const { url } = await durableGateway(agents.url, above, { store: await newStore(kind) })
    const asked = await send(`${url}${path}`, ada, { budget: 500 })
    expect(asked.status).toBe(412)
    expect(agents.received).toHaveLength(0)
    const token = { 'x-approval-token': tokenOf(asked) }
    expect(await send(`${url}${path}`, { ...ada, ...token }, { budget: 500 })).toMatchObject({ status: 412 })
    expect(await send(`${url}${approvalOf(asked)}:decide`, boss, { decision: 'approve' })).toMatchObject({
      status: 200,
    })
    expect(await send(`${url}${path}`, { ...ada, ...token }, { budget: 500 })).toMatchObject({ status: 200 })
    expect(agents.received.map(({ body }) => body)).toEqual(['{"budget":500}'])
    expect(agents.received[0]?.headers).not.toHaveProperty('x-approval-token')
    expect(await send(`${url}${path}`, { ...ada, ...token }, { budget: 500 })).toMatchObject({ status: 403 })
    expect(agents.received).toHaveLength(1)
  })
})

describe('approval', () => {
  test('a token is good for exactly what was asked: body, path, query and caller', async () => {
    const agents = await countingUpstream()
    const { url } = await durableGateway(agents.url, above)
    const asked = await send(`${url}${path}`, ada, { budget: 500 })
    await send(`${url}${approvalOf(asked)}:decide`, boss, { decision: 'approve' })
    const token = { 'x-approval-token': tokenOf(asked) }
    const refused = { status: 403, body: { code: 'APPROVAL_INVALID' } }
    expect(await send(`${url}${path}`, { ...ada, ...token }, { budget: 501 })).toMatchObject(refused)
    expect(await send(`${url}/campaigns/8/optimizations`, { ...ada, ...token }, { budget: 500 })).toMatchObject(refused)
    expect(await send(`${url}${path}?dry=1`, { ...ada, ...token }, { budget: 500 })).toMatchObject(refused)
    expect(await send(`${url}${path}`, { ...bob, ...token }, { budget: 500 })).toMatchObject(refused)
    expect(agents.received).toHaveLength(0)
  })

  test.each([
    ['a number below the limit', { budget: 100 }, 200],
    ['a number above it', { budget: 100.5 }, 412],
    ['no such argument', { other: 1 }, 412],
    ['a text', { budget: '5' }, 412],
    ['null', { budget: null }, 412],
    ['a list', { budget: [5] }, 412],
    ['no object', [1], 412],
    ['an argument of Object', { ['__proto__']: { budget: 5 } }, 412],
  ])('%s', async (_, body, status) => {
    const agents = await countingUpstream()
    const { url } = await durableGateway(agents.url, above)
    const text =
      status === 412 && !('budget' in body) && !Array.isArray(body) && !('other' in body)
        ? '{"__proto__":{"budget":5}}'
        : body
    expect(await send(`${url}${path}`, ada, text)).toMatchObject({ status })
    expect(agents.received).toHaveLength(status === 200 ? 1 : 0)
  })

  test.each([
    ['another type', { 'content-type': 'text/plain' }, '{"force":true}'],
    ['packed', { 'content-encoding': 'gzip' }, Uint8Array.from(gzipSync('{"force":true}'))],
    ['another charset', { 'content-type': 'application/json; charset=utf-16' }, '{"force":true}'],
    ['read', {}, '{"force":true}'],
  ])(
    'an argument that is present is seen, or taken for present in a body that is not read: %s',
    async (_, headers, body) => {
      const agents = await countingUpstream()
      const rules = [{ action: 'Force it', when: [{ argument: '/body/force', present: true }] }]
      const { url } = await durableGateway(agents.url, { approval: { options: { rules } } })
      expect((await send(`${url}${path}`, { ...ada, ...headers }, body)).status).toBe(412)
      expect(agents.received).toEqual([])
      expect((await send(`${url}${path}`, ada, '{"force_":true}')).status).toBe(200)
    },
  )

  test.each(['7', '7;v=1', '%37', '7%20', 'A', 'a', '%41;x', '%EF%BC%A1', 'x%2F..%2F7', 'x%252F'])(
    'an argument of the path counts however an upstream may read it: %s',
    async id => {
      const agents = await countingUpstream()
      const rules = [{ action: 'Touch it', when: [{ argument: '/params/campaignId', one_of: ['7', 'A'] }] }]
      const { url } = await durableGateway(agents.url, { approval: { options: { rules } } })
      const port = Number(new URL(url).port)
      const text = await sendRaw(
        port,
        `POST /campaigns/${id}/optimizations HTTP/1.1\r\nHost: x\r\nConnection: close\r\ntest-tenant: acme\r\n` +
          'test-subject: ada\r\nContent-Length: 2\r\n\r\n{}',
      )
      expect(text).toMatch(/^HTTP\/1\.1 (?:412|404) /)
      expect(agents.received).toEqual([])
      expect((await send(`${url}/campaigns/8/optimizations`, ada, '{}')).status).toBe(200)
    },
  )

  test('an argument that is given twice is refused: the upstream could read the other one', async () => {
    const agents = await countingUpstream()
    const { url } = await durableGateway(agents.url, above)
    expect(await send(`${url}${path}`, ada, '{"budget":500,"budget":5}')).toMatchObject({ status: 422 })
    expect(agents.received).toHaveLength(0)
  })

  test.each([
    '{"budget":5,"Budget":500}',
    '{"BUDGET":500,"budget":5}',
    '{"budget":5,"BUDGEſ":1,"bUdget":500}',
    '{"Budget":5}',
  ])('an argument that is there in another letter case is one that an upstream may read: %s', async body => {
    const agents = await countingUpstream()
    const { url } = await durableGateway(agents.url, above)
    expect(await send(`${url}${path}`, ada, body)).toMatchObject({ status: 412 })
    expect(agents.received).toHaveLength(0)
    expect(await send(`${url}${path}`, ada, '{"budget":5,"Other":500}')).toMatchObject({ status: 200 })
  })

  test('an argument that must not be there is not there in another letter case', async () => {
    const rules = [{ action: 'Skip the review', when: [{ argument: '/body/steps/0/skip', present: true }] }]
    const agents = await countingUpstream()
    const { url } = await durableGateway(agents.url, { approval: { options: { rules } } })
    expect(await send(`${url}${path}`, ada, { Steps: [{ sKip: 1 }] })).toMatchObject({ status: 412 })
    expect(await send(`${url}${path}`, ada, { steps: [{}, { skip: 1 }] })).toMatchObject({ status: 200 })
  })

  test.each([
    ['{"packages":[{"budget":1},{"budget":500}]}', 412],
    ['{"packages":[{"budget":1},{"name":"none"}]}', 412],
    ['{"packages":[]}', 412],
    ['{"packages":{"0":{"budget":1}}}', 412],
    ['{"packages":[{"budget":1}],"Packages":[{"budget":1},{"budget":500}]}', 412],
    ['{"packages":[{"budget":1},{"budget":2}]}', 200],
  ])('a rule on all items of a list: %s', async (body, status) => {
    const rules = [{ action: 'Spend', when: [{ argument: '/body/packages/*/budget', above: 100 }] }]
    const agents = await countingUpstream()
    const { url } = await durableGateway(agents.url, { approval: { options: { rules } } })
    expect(await send(`${url}${path}`, ada, body)).toMatchObject({ status })
  })

  test('a body that is not JSON has none of the arguments', async () => {
    const agents = await countingUpstream()
    const { url } = await durableGateway(agents.url, above)
    expect(await send(`${url}${path}`, { ...ada, 'content-type': 'text/plain' }, '{"budget":5}')).toMatchObject({
      status: 412,
    })
  })

  test('rules may name values, parameters and the roles of callers', async () => {
    const rules = [
      { key: 'country', action: 'Another country', when: [{ argument: '/body/country', one_of: ['DE', 'FR'] }] },
      { key: 'campaign', action: 'Campaign 8', when: [{ argument: '/params/campaignId', one_of: ['8'] }] },
      { key: 'intern', action: 'A call of an intern', callers: 'intern' },
    ]
    const agents = await countingUpstream()
    const { url } = await durableGateway(agents.url, { approval: { options: { rules } } })
    expect(await send(`${url}${path}`, ada, { country: 'US' })).toMatchObject({ status: 200 })
    expect(await send(`${url}${path}`, ada, { country: 'DE' })).toMatchObject({ status: 412 })
    expect(await send(`${url}${path}`, ada, { country: 5 })).toMatchObject({ status: 412 })
    expect(await send(`${url}/campaigns/8/optimizations`, ada, { country: 'US' })).toMatchObject({ status: 412 })
    expect(await send(`${url}${path}`, { ...ada, 'test-roles': 'intern' }, { country: 'US' })).toMatchObject({
      status: 412,
    })
  })

  test('only approvers decide, by role; a rule may name others', async () => {
    const rules = [{ action: 'Anything', approvers: 'finance' }]
    const agents = await countingUpstream()
    const { url } = await durableGateway(agents.url, { approval: { options: { rules } } })
    const asked = await send(`${url}${path}`, ada, {})
    const at = `${url}${approvalOf(asked)}`
    expect((await send(`${at}:decide`, ada, { decision: 'approve' })).status).toBeGreaterThanOrEqual(403)
    expect((await send(`${at}:decide`, boss, { decision: 'approve' })).status).toBeGreaterThanOrEqual(403)
    expect(await get(at, { ...boss, 'test-tenant': 'other', 'test-roles': 'finance' })).toMatchObject({ status: 404 })
    expect(await send(`${at}:decide`, { ...boss, 'test-roles': 'finance' }, { decision: 'approve' })).toMatchObject({
      status: 200,
    })
  })

  test('an edit replaces the body that is forwarded; the target stays', async () => {
    const agents = await countingUpstream()
    const { url } = await durableGateway(agents.url, above)
    const asked = await send(`${url}${path}`, ada, { budget: 500 })
    const shown = await get(`${url}${approvalOf(asked)}`, boss)
    expect(shown.text).toContain('"budget":500')
    const input = { path, params: { campaignId: '7' }, body: { budget: 250 } }
    expect(await send(`${url}${approvalOf(asked)}:decide`, boss, { decision: 'edit', input })).toMatchObject({
      status: 200,
    })
    const token = { 'x-approval-token': tokenOf(asked) }
    expect(await send(`${url}${path}`, { ...ada, ...token }, { budget: 500 })).toMatchObject({ status: 200 })
    expect(agents.received.map(({ body }) => body)).toEqual(['{"budget":250}'])
  })

  test('an edit of the path is refused when the call comes', async () => {
    const agents = await countingUpstream()
    const { url } = await durableGateway(agents.url, above)
    const asked = await send(`${url}${path}`, ada, { budget: 500 })
    const input = { path: '/campaigns/8/optimizations', params: { campaignId: '8' }, body: { budget: 500 } }
    await send(`${url}${approvalOf(asked)}:decide`, boss, { decision: 'edit', input })
    const token = { 'x-approval-token': tokenOf(asked) }
    expect(await send(`${url}${path}`, { ...ada, ...token }, { budget: 500 })).toMatchObject({
      status: 409,
      body: { code: 'APPROVAL_EDIT_REFUSED' },
    })
    expect(agents.received).toHaveLength(0)
  })

  test('a task pauses for its approval, and is forwarded after it', async () => {
    const agents = await countingUpstream()
    const plugins = { ...above, 'respond-async': { options: { credentials: 'none' } } }
    const { url } = await durableGateway(agents.url, plugins)
    const accepted = await send(`${url}${path}`, { ...ada, prefer: 'respond-async' }, { budget: 500 })
    expect(accepted.status).toBe(202)
    expect(await ended(url, accepted.body.statusUrl, ada)).toMatchObject({ body: { state: 'paused' } })
    expect(agents.received).toHaveLength(0)
    const inbox = await get(`${url}/approvals`, boss)
    const id = /apv_[\w-]+/.exec(inbox.text)?.[0] ?? ''
    expect(await send(`${url}/approvals/${id}:decide`, boss, { decision: 'approve' })).toMatchObject({ status: 200 })
    const over = async (): Promise<Reply> => {
      const reply = await ended(url, accepted.body.statusUrl, ada)
      return reply.body.state === 'paused' ? over() : reply
    }
    expect(await over()).toMatchObject({ body: { state: 'completed' } })
    expect(agents.received.map(({ body }) => body)).toEqual(['{"budget":500}'])
  })

  test.each([
    ['next to the body', { body: { budget: 1 }, budget: 500 }],
    ['in a second body', { body: { budget: 1 }, base64: Buffer.from('{"budget":500}').toString('base64') }],
    ['behind other parts of the path', { params: { campaignId: '8' }, body: { budget: 500 } }],
  ])('an answer to a paused task gets no argument past its approval: %s', async (_, inputs) => {
    const agents = await countingUpstream()
    const when = [
      { argument: '/body/budget', above: 100 },
      { argument: '/params/campaignId', one_of: ['7'] },
    ]
    const rules = [{ action: 'Spend more than 100', when: 'params' in inputs ? when : when.slice(0, 1) }]
    const plugins = { approval: { options: { rules } }, 'respond-async': { options: { credentials: 'none' } } }
    const { url } = await durableGateway(agents.url, plugins)
    const accepted = await send(`${url}${path}`, { ...ada, prefer: 'respond-async' }, { budget: 500 })
    const statusUrl = String(accepted.body.statusUrl)
    await ended(url, statusUrl, ada)
    const at = statusUrl.replace(/\/status$/, '')
    await send(`${url}${at}:answer`, ada, { inputs })
    await ended(url, statusUrl, ada)
    expect(agents.received).toEqual([])
  })

  test('an answer to a paused task cannot change where it goes', async () => {
    const agents = await countingUpstream()
    const plugins = { ...above, 'respond-async': { options: { credentials: 'none' } } }
    const { url } = await durableGateway(agents.url, plugins)
    const accepted = await send(`${url}${path}`, { ...ada, prefer: 'respond-async' }, { budget: 500 })
    await ended(url, accepted.body.statusUrl, ada)
    const at = String(accepted.body.statusUrl).replace('/status', '')
    await send(`${url}${at}:answer`, ada, { inputs: { path: '/admin/keys', body: { budget: 1 } } })
    const over = async (): Promise<Reply> => {
      const reply = await ended(url, accepted.body.statusUrl, ada)
      return reply.body.state === 'paused' ? over() : reply
    }
    expect(await over()).toMatchObject({ body: { state: 'failed' } })
    expect(agents.received).toHaveLength(0)
  })

  test('with the store away, a call that needs an approval gets 503; others pass', async () => {
    setSecret()
    const agents = await countingUpstream()
    const { url } = await durableGateway(agents.url, above, { store: 'postgres://nobody@127.0.0.1:1/none' })
    expect(await send(`${url}${path}`, ada, { budget: 5 })).toMatchObject({ status: 200 })
    expect(await send(`${url}${path}`, ada, { budget: 500 })).toMatchObject({ status: 503 })
  })
})
