/** `replywire call` with the media seller: keys, approvals of others, and tasks that are waited for. */
import { spawn } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mediaSeller } from '../../examples/media-seller/agent.ts'
import { byToken, people } from '../../examples/media-seller/buyers.ts'
import { serve } from '../../src/server/index.ts'
import { callCli as cli } from './call-cli.ts'
import { main, type Ran } from './run-cli.ts'

let server: Awaited<ReturnType<ReturnType<typeof serve>['listen']>>

const endless = 'harbour-home-takeover'
const never = Promise.withResolvers<void>()

beforeAll(async () => {
  const agent = mediaSeller({
    reserve: product => (product === endless ? never.promise : new Promise(resolve => setTimeout(resolve, 3000))),
    // What needs no reservation is answered at once, on a busy machine too.
    patienceMs: 1500,
  })
  server = await serve(agent, {
    contract: 'adcp',
    contractOptions: { adcp: { supportedProtocols: ['media_buy'] } },
    authenticate: byToken({ 'acme-token': people.acme, 'boss-token': people.boss }),
  }).listen({ port: 0 })
})
afterAll(() => {
  never.resolve()
  return server.close()
})

const carriers = {
  REST: (url: string) => url,
  MCP: (url: string) => `mcp+${url}/mcp`,
  A2A: (url: string) => `a2a+${url}`,
}

function buy(carrier: keyof typeof carriers, product: string, budget: number, ...more: string[]): Promise<Ran> {
  const packages = JSON.stringify([{ product_id: product, budget }])
  const words = [
    `packages:=${packages}`,
    'end_time=2027-06-30T00:00:00Z',
    '--header',
    'authorization: Bearer acme-token',
  ]
  return cli(['call', carriers[carrier](server.url), 'create_media_buy', ...words, ...more])
}

async function approve(action: string): Promise<void> {
  const headers = { authorization: 'Bearer boss-token', 'content-type': 'application/json' }
  const inbox = (await (await fetch(`${server.url}/approvals?state=open`, { headers })).json()) as {
    rows: { id: string; action: string }[]
  }
  const id = inbox.rows.find(row => row.action === action)?.id
  const body = JSON.stringify({ decision: 'approve' })
  expect((await fetch(`${server.url}/approvals/${id}:decide`, { method: 'POST', headers, body })).status).toBe(200)
}

const keyLine = /^! The idempotency key is ([0-9a-f-]{36}): repeat the call with it, and nothing is done twice\.$/gm

describe('over REST', () => {
  test('the key that was made is told, and with it nothing is done twice', async () => {
    const { code, out, err } = await buy('REST', 'orbit-radio-day', 501)
    expect(code).toBe(0)
    const keys = [...err.matchAll(keyLine)].map(([, key = '']) => key)
    expect(keys).toHaveLength(1)
    const again = await buy('REST', 'orbit-radio-day', 501, '--header', `idempotency-key: ${keys[0]}`)
    expect(JSON.parse(again.out)).toEqual(JSON.parse(out))
    expect(again.err).not.toContain('idempotency key')
    const asJson = await buy('REST', 'orbit-radio-day', 502, '--json')
    expect(JSON.parse(asJson.out).notices).toEqual([expect.stringMatching(/^The idempotency key is [0-9a-f-]{36}: /)])
  })

  test('no key is told of a task that only reads', async () => {
    const words = ['brief=radio', '--header', 'authorization: Bearer acme-token']
    expect((await cli(['call', server.url, 'get_products', ...words])).err).toMatch(
      /^✓ completed\nHTTP 200, adcp@3\.1 \(.*\)\n$/,
    )
  })

  test('a task is waited for, and its progress shown', async () => {
    const { code, out, err } = await buy('REST', 'station-boards-main', 9000, '--wait')
    expect({ code, out: JSON.parse(out) }).toMatchObject({ code: 0, out: { packages: [{ budget: 9000 }] } })
    expect(err).toMatch(/reserving Main hall boards, twelve screens\n[\s\S]*✓ completed\n/)
  })

  test('a task that is at work when time is up is given back as accepted', async () => {
    const { code, err } = await buy('REST', endless, 9001, '--wait', '--timeout', '4')
    expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/… accepted as tsk_\S+ \/operations\//) })
  })
})

test('Ctrl-C while a task over REST is waited for cancels it, and is 130', async () => {
  const header = ['--header', 'authorization: Bearer acme-token']
  const packages = JSON.stringify([{ product_id: endless, budget: 9002 }])
  const words = ['call', server.url, 'create_media_buy', `packages:=${packages}`, 'end_time=2027-06-30T00:00:00Z']
  const child = spawn(process.execPath, [main, ...words, '--wait', ...header])
  child.stderr.on('data', piece => {
    if (String(piece).includes('reserving')) child.kill('SIGINT')
  })
  expect(await new Promise(resolve => child.on('close', resolve))).toBe(130)
  const { out } = await cli(['call', server.url, 'tasks.list', '--json', ...header])
  expect(JSON.parse(out).outcome.payload.value.rows[0]).toMatchObject({ cancelRequested: true })
})

describe('an approval that the caller cannot give', () => {
  test('over MCP: somebody else is named, and the call goes on with the token', async () => {
    const request = await buy('MCP', 'orbit-radio-day', 30_001, '--answer', 'approve=yes')
    expect(request.code).toBe(4)
    expect(request.err).toContain(
      "    somebody else has to approve it, in the agent's inbox (replywire inbox; GET /approvals)\n",
    )
    expect(request.err).not.toContain('--answer')
    const [, token = ''] = /--approval (apr_[\w-]+) \(MCP: _meta/.exec(request.err) ?? []
    await approve('Spend 30001 EUR')
    const { code, out } = await buy('MCP', 'orbit-radio-day', 30_001, '--approval', token)
    expect({ code, out: JSON.parse(out) }).toMatchObject({ code: 0, out: { packages: [{ budget: 30_001 }] } })
  })

  test('over REST: its id is told, and the call goes on with the token', async () => {
    const request = await buy('REST', 'orbit-radio-day', 30_002)
    expect(request.code).toBe(4)
    expect(request.err).toMatch(/ {4}somebody else .*\(replywire inbox show (apv_[\w-]+); GET \/approvals\/\1\)\n/)
    const [, token = ''] = /--approval (apr_[\w-]+)/.exec(request.err) ?? []
    await approve('Spend 30002 EUR')
    expect((await buy('REST', 'orbit-radio-day', 30_002, '--approval', token)).code).toBe(0)
  })

  test('over A2A: the task continues by itself', async () => {
    const { code, err, out } = await buy('A2A', 'orbit-radio-day', 30_003, '--answer', 'approve=yes', '--json')
    expect({ code, err }).toEqual({ code: 4, err: '' })
    expect(JSON.parse(out).notices.slice(-2)).toEqual([
      "somebody else has to approve it, in the agent's inbox (replywire inbox; GET /approvals)",
      expect.stringMatching(/^then the task tsk_\S+ continues by itself$/),
    ])
  })
})
