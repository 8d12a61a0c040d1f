/** A task acts on no approval that has expired, and nobody approves arguments that they supplied themselves. */
import { afterEach, expect, test } from 'vitest'
import { startTreasury, type Treasury } from './treasury.ts'

const open: Treasury[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

test('an approval that expired while a task waited for another is asked for again', async () => {
  let now = Date.now()
  const server = await startTreasury({ now: () => now, approvals: { ttlMs: 60_000 } })
  open.push(server)
  const { call, decide, inbox, paid } = server
  await call('ann', 'POST', '/later-payments', { amount: 1 })
  const waiting = async (key: string) => {
    await expect.poll(async () => (await inbox('fin')).map((row: { key: string }) => row.key)).toEqual([key])
    return (await inbox('fin'))[0].links.self
  }
  const first = await waiting('finance')
  now += 40_000
  await decide('fin', first, { decision: 'approve' })
  const second = await waiting('legal')
  now += 30_000
  await decide('leo', second, { decision: 'approve' })
  const again = await waiting('finance')
  expect(paid).toEqual([])
  await decide('fin', again, { decision: 'approve' })
  await expect.poll(() => paid).toEqual([{ amount: 1, finance: 'fin', legal: 'leo' }])
})

test.each(['undecided', 'asked back'])(
  'a task whose approval expired %s asks again by itself',
  async how => {
    let now = Date.now()
    const server = await startTreasury({ now: () => now, approvals: { ttlMs: 60_000 } })
    open.push(server)
    const { call, decide, inbox, paid } = server
    const { operationId: id } = (await call('ann', 'POST', '/later-single-payments', { amount: 1 })).json
    await expect.poll(async () => (await inbox('fin')).length).toBe(1)
    const [first] = await inbox('fin')
    if (how === 'asked back') await decide('fin', first.links.self, { decision: 'ask', note: 'What for?' })
    await expect.poll(async () => (await call('ann', 'GET', `/operations/${id}`)).json.state).toBe('paused')
    now += 61_000
    // The server looks every few seconds.
    const again = async () => (await inbox('fin')).filter((row: { id: string }) => row.id !== first.id)
    await expect.poll(again, { timeout: 30_000 }).toHaveLength(1)
    expect((await decide('fin', first.links.self, { decision: 'approve' })).status).toBe(409)
    const [second] = await again()
    await decide('fin', second.links.self, { decision: 'approve' })
    await expect.poll(() => paid).toEqual([{ amount: 1, finance: 'fin', legal: undefined }])
  },
  60_000,
)

test('an operator who supplied the arguments of a task does not approve them', async () => {
  const server = await startTreasury()
  open.push(server)
  const { call, decide, inbox, paid } = server
  const { operationId: id } = (await call('ann', 'POST', '/later-single-payments', { amount: 1 })).json
  await expect.poll(async () => (await inbox('mal')).length).toBe(1)
  expect((await call('mal', 'POST', `/operations/${id}:answer`, { inputs: { amount: 1_000_000 } })).status).toBe(200)
  await expect.poll(async () => (await inbox('mal'))[0]?.input).toEqual({ amount: 1_000_000 })
  const [approval] = await inbox('mal')
  expect(approval).toMatchObject({ requester: 'ann', suppliedBy: ['mal'] })
  const refused = await decide('mal', approval.links.self, { decision: 'approve' })
  expect([refused.status, refused.json.code, paid]).toEqual([403, 'OWN_REQUEST', []])
  await decide('fin', approval.links.self, { decision: 'approve' })
  await expect.poll(() => paid).toEqual([{ amount: 1_000_000, finance: 'fin', legal: undefined }])
})

test('nor after somebody else has supplied more of them', async () => {
  const server = await startTreasury()
  open.push(server)
  const { call, decide, inbox, paid } = server
  const { operationId: id } = (await call('ann', 'POST', '/noted-payments', { amount: 1 })).json
  const answers = [
    ['mal', { amount: 1_000_000 }, 'Pay 1000000'],
    ['ann', { note: 'lunch' }, 'Pay 1000000 for lunch'],
    ['oli', { note: 'tea, or more' }, 'Pay 1000000 for tea, or more'],
  ] as const
  await expect.poll(async () => (await inbox('mal'))[0]?.action).toBe('Pay 1')
  for (const [who, inputs, action] of answers) {
    expect((await call(who, 'POST', `/operations/${id}:answer`, { inputs })).status).toBe(200)
    await expect.poll(async () => (await inbox('mal'))[0]?.action).toBe(action)
    const [approval] = await inbox('mal')
    const refused = await decide('mal', approval.links.self, { decision: 'approve' })
    expect([refused.json.code, paid]).toEqual(['OWN_REQUEST', []])
  }
  const [approval] = await inbox('fin')
  expect(approval).toMatchObject({ requester: 'ann', suppliedBy: ['mal', 'oli'] })
  await decide('fin', approval.links.self, { decision: 'approve' })
  await expect.poll(() => paid).toEqual([{ amount: 1_000_000, finance: 'fin', legal: undefined }])
})

test('nor does one who supplied them over A2A or MCP', async () => {
  const server = await startTreasury()
  open.push(server)
  const { call, a2a, mcp, decide, inbox, paid } = server
  const answers = {
    a2a: (taskId: string) =>
      a2a('mal', 'SendMessage', {
        message: { messageId: 'm1', role: 'ROLE_USER', taskId, parts: [{ data: { amount: 9 } }] },
      }),
    mcp: (taskId: string) =>
      mcp('mal', 'tasks/update', { taskId, inputResponses: { input: { action: 'accept', content: { amount: 9 } } } }),
  }
  for (const answer of Object.values(answers)) {
    const { operationId: id } = (await call('ann', 'POST', '/asked-payments', {})).json
    await expect.poll(async () => (await call('ann', 'GET', `/operations/${id}`)).json.state).toBe('paused')
    await answer(id)
    await expect.poll(async () => (await inbox('mal')).length).toBe(1)
    const [approval] = await inbox('mal')
    expect(approval).toMatchObject({ input: { amount: 9 }, suppliedBy: ['mal'] })
    expect((await decide('mal', approval.links.self, { decision: 'approve' })).json.code).toBe('OWN_REQUEST')
    await decide('fin', approval.links.self, { decision: 'reject' })
  }
  expect(paid).toEqual([])
})
