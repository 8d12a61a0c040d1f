/** A caller's account: approvals and tasks of one are nothing to another, and approvers and operators see which it is. */
import { afterEach, expect, test } from 'vitest'
import { type Person, startTreasury, type Treasury } from './treasury.ts'

const open: Treasury[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

async function started(): Promise<Treasury> {
  const server = await startTreasury()
  open.push(server)
  return server
}

test('an approval given for one account is not accepted for another, and shows its account', async () => {
  const { call, decide, inbox, paid } = await started()
  const pay = (who: Person, token = '') =>
    call(who, 'POST', '/single-payments', { amount: 1 }, { 'x-approval-token': token })
  const asked = await pay('annInSandbox')
  expect(await inbox('fin')).toMatchObject([{ requester: 'ann', account: 'sandbox' }])
  expect((await call('annInProduction', 'GET', asked.link)).status).toBe(404)
  expect(await inbox('annInProduction')).toEqual([])
  await decide('fin', asked.link, { decision: 'approve' })
  for (const who of ['annInProduction', 'ann'] as const) {
    const refused = await pay(who, asked.json.approvalToken)
    expect([refused.status, refused.json.code, paid]).toEqual([403, 'APPROVAL_INVALID', []])
  }
  expect((await pay('annInSandbox', asked.json.approvalToken)).status).toBe(200)
})

test('an approval for a caller without an account is not accepted with one', async () => {
  const { call, decide, paid } = await started()
  const pay = (who: Person, token = '') =>
    call(who, 'POST', '/single-payments', { amount: 1 }, { 'x-approval-token': token })
  const asked = await pay('ann')
  await decide('fin', asked.link, { decision: 'approve' })
  expect((await pay('annInProduction', asked.json.approvalToken)).json.code).toBe('APPROVAL_INVALID')
  expect((await pay('ann', asked.json.approvalToken)).status).toBe(200)
  expect(paid).toHaveLength(1)
})

test('a task of one account is not found from another, over HTTP, MCP and A2A', async () => {
  const { call, a2a, mcp } = await started()
  const { operationId: id } = (await call('annInSandbox', 'POST', '/later-payments', { amount: 1 })).json
  const asSeenBy = async (who: Person) => {
    const listed = (await call(who, 'GET', '/operations')).json.map((row: { operationId: string }) => row.operationId)
    const found = await a2a(who, 'ListTasks', {})
    return {
      http: [
        (await call(who, 'GET', `/operations/${id}`)).status,
        (await call(who, 'GET', `/operations/${id}/result`)).status,
        (await call(who, 'GET', `/operations/${id}/events`, undefined, { accept: 'application/json' })).status === 404,
        listed.includes(id),
      ],
      mcp: (await mcp(who, 'tasks/get', { taskId: id })).error?.code,
      a2a: [
        (await a2a(who, 'GetTask', { id })).error?.code,
        found.result.tasks.some((task: { id: string }) => task.id === id),
      ],
    }
  }
  const missing = { http: [404, 404, true, false], mcp: -32602, a2a: [-32001, false] }
  expect(await asSeenBy('annInProduction')).toEqual(missing)
  expect(await asSeenBy('ann')).toEqual(missing)
  for (const verb of ['cancel', 'answer', 'retry']) {
    expect((await call('annInProduction', 'POST', `/operations/${id}:${verb}`, { inputs: {} })).status).toBe(404)
  }
  await expect
    .poll(async () => (await call('annInSandbox', 'GET', `/operations/${id}`)).json)
    .toMatchObject({ state: 'paused', account: 'sandbox' })
  expect((await call('oli', 'GET', `/operations/${id}`)).json).toMatchObject({ account: 'sandbox' })
  expect((await mcp('annInSandbox', 'tasks/get', { taskId: id })).result).toMatchObject({ taskId: id })
  expect((await a2a('annInSandbox', 'GetTask', { id })).result).toMatchObject({ id })
  expect((await call('annInSandbox', 'POST', `/operations/${id}:cancel`, {})).status).toBe(200)
})
