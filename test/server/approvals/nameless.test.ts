/** Callers without credentials on a server that has some: each has approvals of their own, known by their tokens. */
import { afterEach, expect, test } from 'vitest'
import { type Person, startTreasury, type Treasury } from './treasury.ts'

const open: Treasury[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

async function started(options: Parameters<typeof startTreasury>[0] = {}) {
  const server = await startTreasury(options)
  open.push(server)
  const pay = async (who: Person | undefined, ...tokens: string[]) => {
    const headers = { 'x-approval-token': tokens.join(',') }
    const { status, link, json } = await server.call(who, 'POST', '/public-payments', { amount: 5 }, headers)
    return { status, link, token: json.approvalToken as string }
  }
  return { ...server, pay }
}

test('two of them who ask for the same do not share an approval, and one keeps theirs by its token', async () => {
  const { pay, decide, inbox, paid } = await started()
  const [one, other] = [await pay(undefined), await pay(undefined)]
  expect([one.status, other.status, one.token === other.token]).toEqual([412, 412, false])
  expect((await pay(undefined, one.token)).token).toBe(one.token)
  expect(await inbox('una')).toHaveLength(2)

  expect((await decide('una', one.link, { decision: 'approve' })).status).toBe(200)
  expect((await pay(undefined, other.token)).token).toBe(other.token)
  const second = await pay(undefined, one.token)
  expect((await decide('una', second.link, { decision: 'approve' })).json.code).toBe('SAME_PERSON')
  await decide('uri', second.link, { decision: 'approve' })
  expect((await pay(undefined, one.token, second.token)).status).toBe(200)
  expect(paid).toEqual([{ amount: 5, finance: 'una', legal: 'uri' }])
})

test('an edit of what one of them asked for changes nothing for another', async () => {
  const { pay, decide } = await started()
  const [one, other] = [await pay(undefined), await pay(undefined)]
  await decide('una', one.link, { decision: 'edit', input: { amount: 4 } })
  expect((await decide('una', other.link, { decision: 'approve' })).status).toBe(200)
})

test('on a server without authentication, and for callers with a name, the same is asked for once', async () => {
  const named = await started()
  expect((await named.pay('ann')).token).toBe((await named.pay('ann')).token)
  const nameless = await started({ authenticate: false })
  expect((await nameless.pay(undefined)).token).toBe((await nameless.pay(undefined)).token)
})
