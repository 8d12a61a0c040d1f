/** A server that asks nobody who they are: its operator token lists and decides approvals, and nothing else does. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { startTreasury, type Treasury } from './treasury.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function started(options: Parameters<typeof startTreasury>[0] = {}): Promise<Treasury> {
  const server = await startTreasury({ authenticate: false, ...options })
  closing.push(() => server.close())
  return server
}

describe('over HTTP', () => {
  test('a repeated call never approves itself, and the operator decides with the token', async () => {
    const { call, operator, paid } = await started()
    const pay = (token: string, headers = {}) =>
      call(undefined, 'POST', '/single-payments', { amount: 1 }, { 'x-approval-token': token, ...headers })
    const asked = await pay('')
    const token = asked.json.approvalToken
    expect((await pay(token)).status).toBe(412)
    expect((await pay(token, operator)).status).toBe(412)
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: 'Bearer ' }]) {
      const decided = await call(undefined, 'POST', `${asked.link}:decide`, { decision: 'approve' }, headers)
      expect([decided.status, decided.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="replywire"'])
      expect((await call(undefined, 'GET', '/approvals', undefined, headers)).status).toBe(401)
    }
    expect(paid).toEqual([])
    expect((await call(undefined, 'GET', asked.link)).json).toMatchObject({ state: 'open' })
    expect((await call(undefined, 'GET', '/approvals', undefined, operator)).json).toMatchObject([{ key: 'finance' }])
    const decided = await call(undefined, 'POST', `${asked.link}:decide`, { decision: 'approve' }, operator)
    expect(decided.json).toMatchObject({ state: 'approved', requester: '~anybody', decidedBy: '~operator' })
    expect((await pay(token)).status).toBe(200)
    expect(paid).toEqual([{ amount: 1, finance: '~operator', legal: undefined }])
  })

  test('a key of the operator is not replayed to others', async () => {
    const { call, operator } = await started()
    const asked = await call(undefined, 'POST', '/single-payments', { amount: 1 })
    const decide = (headers: object) =>
      call(undefined, 'POST', `${asked.link}:decide`, { decision: 'approve' }, { 'idempotency-key': 'k1', ...headers })
    expect((await decide(operator)).status).toBe(200)
    expect((await decide({})).status).toBe(401)
    expect((await decide(operator)).status).toBe(200)
  })

  test('the operator is one person: two approvals of a run need somebody else, unless it allows that', async () => {
    const { call, operator, paid } = await started()
    const outcomes: unknown[] = []
    for (const path of ['/payments', '/lone-payments']) {
      const pay = (...tokens: string[]) =>
        call(undefined, 'POST', path, { amount: 1 }, { 'x-approval-token': tokens.join(',') })
      const approve = (link: string) => call(undefined, 'POST', `${link}:decide`, { decision: 'approve' }, operator)
      const first = await pay()
      await approve(first.link)
      const second = await pay(first.json.approvalToken)
      const decided = await approve(second.link)
      const { status } = await pay(first.json.approvalToken, second.json.approvalToken)
      outcomes.push([decided.status, decided.json.code, status])
    }
    expect(outcomes).toEqual([
      [403, 'SAME_PERSON', 412],
      [200, undefined, 200],
    ])
    expect(paid).toHaveLength(1)
  })
})

const agree = { finance: { action: 'accept', content: { approve: true } } }

test('over MCP on HTTP an answer decides with the operator token alone', async () => {
  const { mcp, operator, paid } = await started()
  const call = { name: 'payOnce', arguments: { amount: 1 } }
  for (const headers of [{}, operator]) {
    const { result } = await mcp(undefined, 'tools/call', call, headers)
    const more = { inputResponses: agree, requestState: result.requestState }
    const answer = await mcp(undefined, 'tools/call', { ...call, ...more }, headers)
    expect(answer.result.resultType).toBe(headers === operator ? 'complete' : 'input_required')
  }
  expect(paid).toEqual([{ amount: 1, finance: '~operator', legal: undefined }])
})

test('over MCP and A2A a task that waits is decided with the operator token alone', async () => {
  const { call, mcp, a2a, operator, paid } = await started()
  const begin = async () => {
    const { operationId } = (await call(undefined, 'POST', '/later-single-payments', { amount: 1 })).json
    const state = async () => (await call(undefined, 'GET', `/operations/${operationId}`)).json.state
    await expect.poll(state).toBe('paused')
    return { taskId: operationId, state }
  }
  const message = (taskId: string) => ({
    message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', taskId, parts: [{ data: { approve: true } }] },
  })
  const overA2a = await begin()
  await a2a(undefined, 'SendMessage', message(overA2a.taskId))
  expect([await overA2a.state(), paid]).toEqual(['paused', []])
  await a2a(undefined, 'SendMessage', message(overA2a.taskId), operator)
  await expect.poll(overA2a.state).toBe('completed')

  const overMcp = await begin()
  const { taskId } = overMcp
  const [question = ''] = Object.keys((await mcp(undefined, 'tasks/get', { taskId })).result.inputRequests)
  const answer = { taskId, inputResponses: { [question]: agree.finance } }
  await mcp(undefined, 'tasks/update', answer)
  expect([await overMcp.state(), paid.length]).toEqual(['paused', 1])
  await mcp(undefined, 'tasks/update', answer, operator)
  await expect.poll(overMcp.state).toBe('completed')
  expect(paid.map(({ finance }) => finance)).toEqual(['~operator', '~operator'])
})

test('the token is made with the store, in a file of its owner alone, and stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'replywire-token-'))
  closing.push(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'store.db')
  const first = await startTreasury({ authenticate: false, store: `sqlite:${path}` })
  await first.close()
  const second = await started({ store: `sqlite:${path}` })
  const kept = readFileSync(`${path}.token`, 'utf8').trim()
  expect(first.operatorToken).toEqual({ value: kept, isNew: true })
  expect(second.operatorToken).toEqual({ value: kept, isNew: false })
  expect(kept).toMatch(/^[\w-]{43}$/)
  expect(statSync(`${path}.token`).mode & 0o777).toBe(0o600)
  expect((await second.call(undefined, 'GET', '/approvals', undefined, second.operator)).status).toBe(200)
  expect((await startedWithAuthentication()).operatorToken).toBeUndefined()
})

async function startedWithAuthentication(): Promise<Treasury> {
  const server = await startTreasury()
  closing.push(() => server.close())
  return server
}

describe('with authentication', () => {
  test('a requester who may approve does not approve by repeating the call, though :decide would allow it', async () => {
    const server = await startTreasury({ approvals: { allowOwn: true } })
    closing.push(() => server.close())
    const { call, decide, paid } = server
    const pay = (token: string) => call('fin', 'POST', '/single-payments', { amount: 1 }, { 'x-approval-token': token })
    const asked = await pay('')
    expect([(await pay(asked.json.approvalToken)).status, paid]).toEqual([412, []])
    expect((await decide('fin', asked.link, { decision: 'approve' })).status).toBe(200)
    expect((await pay(asked.json.approvalToken)).status).toBe(200)
  })

  test('the header of an operator token means nothing', async () => {
    const server = await startedWithAuthentication()
    const asked = await server.call('ann', 'POST', '/single-payments', { amount: 1 })
    const headers = { authorization: 'Bearer undefined' }
    const decided = await server.call('ann', 'POST', `${asked.link}:decide`, { decision: 'approve' }, headers)
    expect(decided.status).toBe(403)
  })
})
