/** Two approvals of one run: each counts for exactly the input that its approver saw, and two people give them. */
import { afterEach, describe, expect, test } from 'vitest'
import { startTreasury, type Treasury } from './treasury.ts'

const open: Treasury[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

async function started(): Promise<Treasury> {
  const server = await startTreasury()
  open.push(server)
  return server
}

const million = 1_000_000

describe('a call with two tokens', () => {
  test('whose input the second approver edits is asked of the first again, with the edit and its author', async () => {
    const { call, decide, inbox, paid } = await started()
    const pay = (...tokens: string[]) =>
      call('ann', 'POST', '/payments', { amount: 1 }, { 'x-approval-token': tokens.join(',') })
    const first = await pay()
    expect(first.status).toBe(412)
    await decide('fin', first.link, { decision: 'approve' })
    const second = await pay(first.json.approvalToken)
    await decide('leo', second.link, { decision: 'edit', input: { amount: million } })

    const third = await pay(first.json.approvalToken, second.json.approvalToken)
    expect([third.status, paid]).toEqual([412, []])
    expect(await inbox('fin')).toMatchObject([
      { key: 'finance', input: { amount: million }, original: { amount: 1 }, editedBy: 'leo', requester: 'ann' },
    ])
    await decide('fin', third.link, { decision: 'approve' })
    const tokens = [first, second, third].map(({ json }) => json.approvalToken)
    expect((await pay(...tokens)).json).toMatchObject({ amount: million, finance: 'fin', legal: 'leo' })
    expect(paid).toHaveLength(1)
    expect((await pay(...tokens)).json.code).toBe('APPROVAL_USED')
  })

  test('whose input the first approver edits is shown to the second as it will run', async () => {
    const { call, decide, inbox, paid } = await started()
    const pay = (...tokens: string[]) =>
      call('ann', 'POST', '/payments', { amount: 1 }, { 'x-approval-token': tokens.join(',') })
    const first = await pay()
    await decide('fin', first.link, { decision: 'edit', input: { amount: million } })
    const second = await pay(first.json.approvalToken)
    expect(second.status).toBe(412)
    expect(await inbox('leo')).toMatchObject([
      { key: 'legal', input: { amount: million }, original: { amount: 1 }, editedBy: 'fin' },
    ])
    await decide('leo', second.link, { decision: 'approve' })
    expect((await pay(first.json.approvalToken, second.json.approvalToken)).status).toBe(200)
    expect(paid).toEqual([{ amount: million, finance: 'fin', legal: 'leo' }])
  })

  test('is not edited twice: the second edit of the same input is refused', async () => {
    const { call, decide, inbox, paid } = await started()
    const pay = (...tokens: string[]) =>
      call('ann', 'POST', '/joint-payments', { amount: 1 }, { 'x-approval-token': tokens.join(',') })
    const first = await pay()
    const rows = await inbox('fin')
    const [one, other] = ['finance', 'legal'].map(
      key => rows.find((row: { key: string }) => row.key === key).links.self,
    )
    expect((await decide('fin', one, { decision: 'edit', input: { amount: 2 } })).status).toBe(200)
    const refused = await decide('leo', other, { decision: 'edit', input: { amount: 3 } })
    expect([refused.status, refused.json.code]).toEqual([409, 'INPUT_CHANGED'])
    expect((await decide('leo', other, { decision: 'approve' })).json.code).toBe('INPUT_CHANGED')
    const again = await pay(first.json.approvalToken)
    expect([again.status, paid]).toEqual([412, []])
    expect(await inbox('leo')).toMatchObject([{ input: { amount: 2 }, editedBy: 'fin' }])
  })
})

describe('a task with two approvals', () => {
  test('whose input the second approver edits waits for the first again', async () => {
    const { call, decide, inbox, paid } = await started()
    const task = (await call('ann', 'POST', '/later-payments', { amount: 1 })).json.operationId
    const waiting = async (key: string) => {
      await expect.poll(async () => (await inbox('fin')).map((row: { key: string }) => row.key)).toEqual([key])
      return (await inbox('fin'))[0]
    }
    await decide('fin', (await waiting('finance')).links.self, { decision: 'approve' })
    await decide('leo', (await waiting('legal')).links.self, { decision: 'edit', input: { amount: million } })
    const again = await waiting('finance')
    expect(again).toMatchObject({ input: { amount: million }, original: { amount: 1 }, editedBy: 'leo' })
    expect(paid).toEqual([])
    await decide('fin', again.links.self, { decision: 'approve' })
    await expect.poll(async () => (await call('ann', 'GET', `/operations/${task}`)).json.state).toBe('completed')
    expect(paid).toEqual([{ amount: million, finance: 'fin', legal: 'leo' }])
  })

  test('takes two edits in turn, each of the input that its approver saw', async () => {
    const { call, decide, inbox, paid } = await started()
    const task = (await call('ann', 'POST', '/later-joint-payments', { amount: 1 })).json.operationId
    await expect.poll(async () => (await inbox('fin')).length).toBe(2)
    const ofKey = async (key: string) => (await inbox('fin')).find((row: { key: string }) => row.key === key)
    const stale = await ofKey('legal')
    await decide('fin', (await ofKey('finance')).links.self, { decision: 'edit', input: { amount: 2 } })
    expect((await decide('leo', stale.links.self, { decision: 'edit', input: { amount: 3 } })).json.code).toBe(
      'INPUT_CHANGED',
    )
    await expect.poll(async () => (await ofKey('legal'))?.input).toEqual({ amount: 2 })
    await decide('leo', (await ofKey('legal')).links.self, { decision: 'edit', input: { amount: 3 } })
    await expect.poll(async () => (await ofKey('finance'))?.input).toEqual({ amount: 3 })
    expect(await ofKey('finance')).toMatchObject({ editedBy: 'leo', original: { amount: 1 } })
    await decide('fin', (await ofKey('finance')).links.self, { decision: 'approve' })
    await expect.poll(async () => (await call('ann', 'GET', `/operations/${task}`)).json.state).toBe('completed')
    expect(paid).toEqual([{ amount: 3, finance: 'fin', legal: 'leo' }])
  })

  test('over A2A is decided on as it will run, and not on what it was', async () => {
    const { a2a, decide, inbox, paid } = await started()
    const message = (data: object, taskId?: string) => ({
      message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ data }], ...(taskId && { taskId }) },
    })
    const sent = await a2a(
      'ann',
      'SendMessage',
      message({ skill: 'payTogetherLater', parameters: { amount: 1 } }) as never,
    )
    const { id } = sent.result.task
    await expect.poll(async () => (await inbox('fin')).length).toBe(2)
    const rows = await inbox('fin')
    const idOf = (key: string) => rows.find((row: { key: string }) => row.key === key).id
    await decide('fin', `/approvals/${idOf('finance')}`, { decision: 'edit', input: { amount: million } })
    await expect.poll(async () => (await inbox('leo'))[0]?.input).toEqual({ amount: million })
    const stale = await a2a('leo', 'SendMessage', message({ approve: true, approval: idOf('legal') }, id) as never)
    expect(stale.error).toMatchObject({ code: -32602 })
    expect(paid).toEqual([])
    const [{ id: current }] = await inbox('leo')
    await a2a('leo', 'SendMessage', message({ approve: true, approval: current }, id) as never)
    await expect.poll(() => paid).toEqual([{ amount: million, finance: 'fin', legal: 'leo' }])
  })
})

describe('one person', () => {
  test('gives one approval of a run, by the inbox and by the token', async () => {
    const { call, decide, paid } = await started()
    const pay = (who: 'ann' | 'fin', ...tokens: string[]) =>
      call(who, 'POST', '/payments', { amount: 1 }, { 'x-approval-token': tokens.join(',') })
    const first = await pay('ann')
    await decide('fin', first.link, { decision: 'approve' })
    const second = await pay('ann', first.json.approvalToken)
    const refused = await decide('fin', second.link, { decision: 'approve' })
    expect([refused.status, refused.json.code]).toEqual([403, 'SAME_PERSON'])
    const edited = await decide('fin', second.link, { decision: 'edit', input: { amount: 2 } })
    expect(edited.json.code).toBe('SAME_PERSON')
    expect((await pay('fin', first.json.approvalToken, second.json.approvalToken)).status).toBe(412)
    expect(paid).toEqual([])
    await decide('leo', second.link, { decision: 'approve' })
    expect((await pay('ann', first.json.approvalToken, second.json.approvalToken)).status).toBe(200)
  })

  test('gives one after an edit too, and may reject', async () => {
    const { call, decide } = await started()
    const first = await call('ann', 'POST', '/payments', { amount: 1 })
    await decide('fin', first.link, { decision: 'edit', input: { amount: 2 } })
    const second = await call(
      'ann',
      'POST',
      '/payments',
      { amount: 1 },
      { 'x-approval-token': first.json.approvalToken },
    )
    expect((await decide('fin', second.link, { decision: 'approve' })).json.code).toBe('SAME_PERSON')
    expect((await decide('fin', second.link, { decision: 'reject' })).status).toBe(200)
  })

  test('gives several where the operation allows it', async () => {
    const { call, decide, paid } = await started()
    const pay = (...tokens: string[]) =>
      call('ann', 'POST', '/lone-payments', { amount: 1 }, { 'x-approval-token': tokens.join(',') })
    const first = await pay()
    await decide('fin', first.link, { decision: 'approve' })
    const second = await pay(first.json.approvalToken)
    await decide('fin', second.link, { decision: 'approve' })
    await pay(first.json.approvalToken, second.json.approvalToken)
    expect(paid).toEqual([{ amount: 1, finance: 'fin', legal: 'fin' }])
  })
})

test('an approval that asks for a role is seen and decided by those who have it, and by nobody else', async () => {
  const { call, decide, inbox, paid } = await started()
  const pay = (who: 'ann' | 'fin' | 'lea', token = '') =>
    call(who, 'POST', '/legal-payments', { amount: 1 }, { 'x-approval-token': token })
  const asked = await pay('ann')
  expect(JSON.stringify(asked.json)).not.toContain('roles')
  expect(await inbox('fin')).toEqual([])
  expect((await call('fin', 'GET', asked.link)).status).toBe(404)
  expect((await decide('fin', asked.link, { decision: 'approve' })).status).toBe(404)
  expect((await pay('fin', asked.json.approvalToken)).json.code).toBe('APPROVAL_INVALID')
  expect((await decide('ann', asked.link, { decision: 'approve' })).json.code).toBe('INSUFFICIENT_ROLES')
  expect(await inbox('lea')).toMatchObject([{ key: 'legal', roles: ['legal'] }])
  expect((await pay('lea', asked.json.approvalToken)).status).toBe(200)
  expect(paid).toEqual([{ amount: 1, finance: undefined, legal: 'lea' }])
})
