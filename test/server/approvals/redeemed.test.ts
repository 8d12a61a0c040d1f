/** A call that goes on with another's token stays that other's request: who asked and who redeemed decide no more of it. */
import { afterEach, expect, test } from 'vitest'
import { type Person, startTreasury, type Treasury } from './treasury.ts'

const open: Treasury[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

async function started(path: string) {
  const server = await startTreasury()
  open.push(server)
  const pay = (who: Person, ...tokens: string[]) =>
    server.call(who, 'POST', path, { amount: 1 }, { 'x-approval-token': tokens.join(',') })
  return { ...server, pay }
}

test('the approvals that a redeemed call asks for are the requester’s, and not for the requester to give', async () => {
  const { pay, decide, inbox, paid } = await started('/role-payments')
  const first = (await pay('lea')).json.approvalToken
  const asked = await pay('bob', first)
  const second = asked.json.approvalToken
  expect(asked.status).toBe(412)
  expect(await inbox('lou')).toMatchObject([{ key: 'legal', requester: 'lea', suppliedBy: ['bob'] }])
  const refused = await decide('lea', asked.link, { decision: 'approve' })
  expect([refused.status, refused.json.code]).toEqual([403, 'OWN_REQUEST'])
  for (const who of ['lea', 'bob'] as const) expect((await pay(who, first, second)).status).toBe(412)
  expect(paid).toEqual([])
  await decide('lou', asked.link, { decision: 'approve' })
  expect((await pay('bob', first, second)).status).toBe(200)
  expect(paid).toEqual([{ amount: 1, finance: 'bob', legal: 'lou' }])
})

test('nor for the redeemer, and the requester goes on with the same tokens', async () => {
  const { pay, decide, inbox, paid } = await started('/payments')
  const asked = await pay('ann')
  const first = asked.json.approvalToken
  await decide('leo', asked.link, { decision: 'approve' })
  const own = await pay('ann', first)
  const redeemed = await pay('mal', first)
  expect(redeemed.json.approvalToken).toBe(own.json.approvalToken)
  expect(await inbox('fin')).toMatchObject([{ key: 'legal', requester: 'ann', suppliedBy: ['mal'] }])
  expect((await decide('mal', redeemed.link, { decision: 'approve' })).json.code).toBe('OWN_REQUEST')
  expect((await pay('mal', first, own.json.approvalToken)).status).toBe(412)
  expect((await decide('leo', redeemed.link, { decision: 'approve' })).json.code).toBe('SAME_PERSON')
  await decide('fin', redeemed.link, { decision: 'approve' })
  expect((await pay('ann', first, own.json.approvalToken)).status).toBe(200)
  expect(paid).toEqual([{ amount: 1, finance: 'leo', legal: 'fin' }])
})

test('tokens of two requests do not go together, though both ask for the same', async () => {
  const { pay, decide, inbox, paid } = await started('/joint-payments')
  const tokens: Record<string, string> = {}
  for (const who of ['fin', 'leo'] as const) {
    const { json } = await pay(who)
    tokens[who] = json.approvalToken
  }
  const rows: { key: string; requester: string; links: { self: string } }[] = await inbox('mal')
  const linkOf = (requester: string) =>
    rows.find(row => row.key === 'finance' && row.requester === requester)?.links.self ?? ''
  await decide('fin', linkOf('leo'), { decision: 'approve' })
  await decide('leo', linkOf('fin'), { decision: 'approve' })
  const mixed = await pay('fin', tokens.fin ?? '', tokens.leo ?? '')
  expect([mixed.status, mixed.json.code, paid]).toEqual([403, 'APPROVAL_INVALID', []])
})
