/** The fleet as its readers start it, and its guide, which explains every line of the configuration. */
import { readFileSync } from 'node:fs'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls, makeCall } from './calls.ts'
import { type Fleet, startFleet } from './fleet.ts'

let fleet: Fleet
beforeAll(async () => {
  fleet = await startFleet({ PORT: '0', ADMIN_PORT: '0', FLEET_STORE: 'sqlite::memory:' })
})
afterAll(() => fleet?.stop())

describe('one client and five services', () => {
  test.each(calls)('$title', async call => {
    expect(await makeCall(fleet.url, call)).toEqual({ status: call.status, problems: [] })
  })

  test('a wrong answer is reported', async () => {
    const [first, second] = calls as [(typeof calls)[number], (typeof calls)[number]]
    const { problems } = await makeCall(fleet.url, { ...second, status: 201, contains: ['nowhere'], losses: ['/none'] })
    expect(problems).toEqual(['status 200 in place of 201', 'without nowhere', 'the loss of /none is not named'])
    expect((await makeCall(fleet.url, { ...first, type: 'text/plain' })).problems).toHaveLength(1)
  })

  test('nobody calls without a key, and the metrics name every service', async () => {
    expect((await fetch(`${fleet.url}/programs`)).status).toBe(401)
    const read = async () => (await fetch(`${fleet.adminUrl}/metrics`)).text()
    const answered = /^replywire_gateway_upstream_tries_total\{pool="(\w+)",.*result="answered"\}/gm
    // A task is forwarded when its call has been answered.
    await expect
      .poll(async () => [...(await read()).matchAll(answered)].map(([, pool]) => pool).sort())
      .toEqual(['literature', 'media', 'programs', 'reviews', 'stories'])
    expect(await read()).toContain('replywire_gateway_translation_losses_total')
  })
})

test('a model finds the services as tools of one MCP server, and calls them', async () => {
  const client = new Client({ name: 'fleet-test', version: '1' })
  const headers = { 'x-api-key': 'demo-key' }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${fleet.url}/mcp`), { requestInit: { headers } }))
  const { tools } = await client.listTools()
  const named = tools.map(({ name }) => name).sort()
  expect(named).toEqual(['architecturalReviewer', 'create_media_buy', 'find-papers', 'find-programs', 'get_products'])
  const found = await client.callTool({ name: 'find-papers', arguments: { query: 'naps of nurses', limit: 1 } })
  expect([found.isError ?? false, JSON.stringify(found)]).toEqual([false, expect.stringContaining('FIC-002')])
  const wrong = await client.callTool({ name: 'find-programs', arguments: { limit: 'many' } })
  expect(wrong.isError).toBe(true)
  const files = [{ path: 'app/models/loan.py', text: 'class Loan:\n    pass\n' }]
  const review = { name: 'architecturalReviewer', arguments: { prompt: 'What is in it?', context: { files } } }
  expect((await client.callTool(review)).structuredContent).toMatchObject({ modules: 1, entities: ['Loan'] })
  await client.close()
})

describe('what the gateway keeps', () => {
  const headers = { 'x-api-key': 'demo-key', 'content-type': 'application/json' }
  const send = async (path: string, body: object | undefined, more: Record<string, string> = {}) => {
    const method = body === undefined ? 'GET' : 'POST'
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(fleet.url + path, { method, headers: { ...headers, ...more }, ...sent })
    return { status: response.status, body: await response.json() }
  }
  const purchase = (budget: number) => ({
    packages: [{ product_id: 'orbit-radio-day', budget }],
    end_time: '2027-06-30T00:00:00Z',
  })

  test('a repeat of a purchase is the same purchase', async () => {
    const key = { 'idempotency-key': 'fleet-repeated-purchase' }
    const [first, second] = [
      await send('/media-buys', purchase(600), key),
      await send('/media-buys', purchase(600), key),
    ]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.media_buy_id).toBe(first.body.media_buy_id)
    expect(await send('/media-buys', purchase(700), key)).toMatchObject({ status: 409 })
  })

  test('a large purchase is made once somebody has approved it', async () => {
    const key = { 'idempotency-key': 'fleet-large-purchase' }
    const asked = await send('/media-buys', purchase(12_000), key)
    expect(asked).toMatchObject({ status: 412, body: { message: 'Buy media for more than 10000' } })
    const token = { ...key, 'x-approval-token': /apr_[\w-]+/.exec(JSON.stringify(asked.body))?.[0] ?? '' }
    const approver = { 'x-api-key': 'approver-key' }
    const { body } = await send('/gateway/approvals?state=open', undefined, approver)
    const { id } = body.find(({ input }: { input: { body: object } }) => JSON.stringify(input.body).includes('12000'))
    const decision = { decision: 'approve' }
    expect((await send(`/gateway/approvals/${id}:decide`, decision)).status).not.toBe(200)
    expect(await send(`/gateway/approvals/${id}:decide`, decision, approver)).toMatchObject({ status: 200 })
    expect(await send('/media-buys', purchase(12_000), token)).toMatchObject({ status: 201 })
  })

  test('a review is a task with a result', async () => {
    const call = calls.find(({ path }) => path === '/reviews')
    const begun = await send('/reviews', call?.body)
    const [address = ''] = /\/gateway\/operations\/tsk_[\w-]+/.exec(JSON.stringify(begun.body)) ?? []
    await expect
      .poll(async () => (await send(`${address}/status`, undefined)).body)
      .toMatchObject({ state: 'completed' })
    expect((await send(`${address}/result`, undefined)).body).toMatchObject({ modules: 1, entities: ['Loan'] })
  })
})

describe('the guide', () => {
  const guide = readFileSync('docs/guide/fleet.md', 'utf8')
  const lines = (text: string) => text.split('\n').filter(line => line.trim() !== '' && !line.trim().startsWith('#'))
  const shown = [...guide.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = '']) => text)

  test('shows every line of the configuration, in its order', () => {
    const file = lines(readFileSync('examples/fleet/gateway.yaml', 'utf8'))
    expect(lines(shown.join('\n'))).toEqual(file)
  })

  test('explains each part below it', () => {
    const parts = guide.split(/^```yaml\n.*?^```$/ms).slice(1)
    expect(parts.length).toBe(shown.length)
    expect(parts.filter(text => text.trim().split(/\s+/).length < 12)).toEqual([])
  })
})
