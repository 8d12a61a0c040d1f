/** Durable routes whose callers are answered in another contract than the upstream's. */
import { afterEach, describe, expect, test } from 'vitest'
import { gateway } from '../kit.ts'
import { type DurableFront, durableFront, forms } from './front-upstreams.ts'
import { ada, bob, ended, get, newStore, send } from './kit.ts'

const path = '/campaigns/7/spend'
const boss = { 'test-tenant': 'acme', 'test-subject': 'boss', 'test-roles': 'approver' }
const above = {
  approval: { options: { rules: [{ action: 'Spend a lot', when: [{ argument: '/body/budget', above: 100 }] }] } },
}
const always = { 'respond-async': { enabled: true, options: { always: true, credentials: 'none' } } }
const keyed = { idempotency: { enabled: true, options: {} } }

const open: DurableFront[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

/** Over HTTP too the route is translated: its callers may ask for another contract. */
async function fronted(...parts: Parameters<typeof durableFront>): Promise<DurableFront> {
  const [form, plugins, more = {}] = parts
  const one = await durableFront(form, plugins, { ...more, offers: ['problem', 'yaagents'] })
  open.push(one)
  return one
}

describe.each(forms)('in front of an upstream over %s', form => {
  test('an approval is asked for in the contract of the caller, and exactly what was approved is sent', async () => {
    const front = await fronted(form, above)
    const asked = await send(`${front.url}${path}`, ada, { budget: 500 })
    expect([asked.status, asked.headers.get('content-type')]).toEqual([403, 'application/problem+json'])
    expect(front.runs).toEqual([])
    const [approval] = JSON.parse((await get(`${front.url}/approvals?state=open`, boss)).text)
    expect(approval).toMatchObject({ operation: 'spend', input: { params: { campaign: '7' }, body: { budget: 500 } } })
    const token = { 'x-approval-token': /apr_[\w-]+/.exec(asked.text)?.[0] ?? '' }
    await send(`${front.url}/approvals/${approval.id}:decide`, boss, { decision: 'approve' })
    const other = await send(`${front.url}${path}`, { ...ada, ...token }, { budget: 600 })
    expect([other.status, front.runs]).toEqual([403, []])
    const done = await send(`${front.url}${path}`, { ...ada, ...token }, { budget: 500 })
    expect([done.status, done.body]).toMatchObject([200, { spent: 500 }])
    expect(front.runs).toEqual([{ campaign: '7', budget: 500 }])
  })

  test('what an approver has changed is what is sent', async () => {
    const front = await fronted(form, above)
    const asked = await send(`${front.url}${path}`, ada, { budget: 500 })
    const [approval] = JSON.parse((await get(`${front.url}/approvals?state=open`, boss)).text)
    const token = { 'x-approval-token': /apr_[\w-]+/.exec(asked.text)?.[0] ?? '' }
    const edit = { decision: 'edit', input: { ...approval.input, body: { budget: 90 } } }
    expect(await send(`${front.url}/approvals/${approval.id}:decide`, boss, edit)).toMatchObject({ status: 200 })
    const done = await send(`${front.url}${path}`, { ...ada, ...token }, { budget: 500 })
    expect([done.status, done.body]).toMatchObject([200, { spent: 90 }])
    expect(front.runs).toEqual([{ campaign: '7', budget: 90 }])
  })

  test('a repeat with the same key gets the stored answer, in the contract that it asks for', async () => {
    const front = await fronted(form, keyed)
    const headers = { ...ada, 'idempotency-key': 'key-1' }
    const first = await send(`${front.url}${path}`, headers, { budget: 5 })
    expect([first.status, first.body]).toMatchObject([200, { spent: 5, run: 1 }])
    expect(await send(`${front.url}${path}`, headers, { budget: 5 })).toMatchObject({ status: 200, body: { run: 1 } })
    const other = await send(`${front.url}${path}`, headers, { budget: 6 })
    expect([other.status, other.headers.get('content-type')]).toEqual([409, 'application/problem+json'])
    const bobs = await send(`${front.url}${path}`, { ...bob, 'idempotency-key': 'key-1' }, { budget: 5 })
    expect(bobs.body).toMatchObject({ run: 2 })
  })

  test('a call becomes a task, which another process of the gateway knows', async () => {
    const store = await newStore()
    const front = await fronted(form, always, { store })
    const begun = await send(`${front.url}${path}`, ada, { budget: 5 })
    expect(begun.status).toBe(202)
    const [address] = /\/operations\/tsk_[\w-]+/.exec(JSON.stringify([begun.text, [...begun.headers]])) ?? []
    const other = await gateway({ ...front.gateway.config })
    expect((await ended(other.url, `${address}/status`, ada)).body).toMatchObject({ state: 'completed' })
    expect((await get(`${other.url}${address}/result`, ada)).text).toContain('"spent":5')
    expect(front.runs).toEqual([{ campaign: '7', budget: 5 }])
  })
})

test('a route with resume is not translated', async () => {
  const resume = { resume: { enabled: true, options: { credentials: 'none' } } }
  await expect(fronted('http', resume)).rejects.toThrow('resume keeps the events of the upstream as they are')
})
