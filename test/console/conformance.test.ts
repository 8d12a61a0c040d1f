/** Checking a service from the console: who may, which addresses, and what is sent. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { defineAgent, operation } from '../../src/agent/define.ts'
import { connect } from '../../src/check/connect.ts'
import { contractNamed } from '../../src/contracts/rows.ts'
import { pinned } from '../../src/runtime/webhooks/guard.ts'
import { axeViolations } from './axe.ts'
import { openPage } from './checked-page.ts'
import { served } from './served.ts'

const evil = '<script>alert(1)</script><img src=x onerror=alert(2)>'

let orders = 0
const agent = defineAgent({
  name: 'shop',
  version: '1.0.0',
  operations: {
    look: operation({
      title: `Look ${evil}`,
      route: 'GET /things',
      effects: 'none',
      input: z.object({}),
      handler: () => ({ things: [] }),
    }),
    order: operation({
      title: 'Order',
      route: 'POST /orders',
      input: z.object({ size: z.string() }),
      handler: () => {
        orders += 1
        return { orders }
      },
    }),
  },
})

const allowed = { conformance: { allowLoopback: true } }

/** A service that is no agent, and what it was asked. */
async function otherService(answer: (request: IncomingMessage) => Promise<void> | void = () => {}) {
  const requests: IncomingMessage[] = []
  const server: Server = createServer(async (request, response) => {
    requests.push(request)
    await answer(request)
    response.setHeader('content-type', 'application/json').end('{"hello": "world"}')
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

test('an operator checks a service in the browser, and reads the report', async () => {
  const target = await served(agent)
  const { link } = await served(agent, allowed)
  const page = await openPage({ viewport: { width: 360, height: 740 } })
  await page.goto(link('/conformance'))
  await page.getByLabel('Address').fill(target.url)
  await page.getByLabel('Contract').selectOption('yaagents')
  const before = orders
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  const report = page.getByRole('region', { name: 'Report' })
  await expect.poll(() => report.count()).toBe(1)
  expect(await report.innerText()).toContain('passed')
  expect(await report.innerText()).toContain('not probed')
  expect(orders).toBe(before)
  expect(await page.locator('main img, main script').count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await axeViolations(page)).toEqual([])
})

test.each([
  ['MCP', 'mcp', '/mcp', 'mcp 2026-07-28'],
  ['A2A', 'a2a', '', 'a2a 1.0'],
  ['MCP', 'adcp', '/mcp', 'adcp 3.1'],
])('a service over %s is checked for %s', async (carrier, contract, path, heading) => {
  const target = await served(agent)
  const { link } = await served(agent, allowed)
  const page = await openPage()
  await page.goto(link('/conformance'))
  await page.getByLabel('Address').fill(`${target.url}${path}`)
  await page.getByLabel('Contract').selectOption(contract)
  if (contract === 'adcp') await page.getByLabel(carrier, { exact: true }).check()
  // A card does not say what has effects: nothing would be called.
  if (contract === 'a2a') await page.getByLabel('Call operations that change something').check()
  const before = orders
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  const report = page.getByRole('region', { name: 'Report' })
  await expect.poll(() => report.count(), { timeout: 20_000 }).toBe(1)
  expect(await report.getByRole('heading').first().innerText()).toContain(`${heading} ${carrier}`)
  expect(await report.innerText()).toContain('passed')
  expect(orders > before).toBe(contract === 'a2a')
})

test('a contract is checked only over the carriers that it is available over', async () => {
  const { post, token } = await served(agent, allowed)
  const answer = await post(
    '/conformance/checks?envelope=problem',
    { url: 'https://example.com', contract: 'yaagents', carrier: 'mcp' },
    { authorization: `Bearer ${token}` },
  )
  expect(JSON.stringify(answer)).toContain('This contract is available over HTTP.')
})

test('operations with effects are called only where that is ticked', async () => {
  const target = await served(agent)
  const { post, token } = await served(agent, allowed)
  const input = { url: target.url, contract: 'yaagents' }
  const before = orders
  const report = await post('/conformance/checks', input, { authorization: `Bearer ${token}` })
  expect([report.contract, orders]).toEqual(['yaagents', before])
  await post('/conformance/checks', { ...input, allowEffects: true }, { authorization: `Bearer ${token}` })
  expect(orders).toBeGreaterThan(before)
})

test.each([
  ['http://127.0.0.1:1/', 'reserved-address', {}],
  ['http://localhost:1/', 'not-https', {}],
  ['https://localhost/', 'reserved-name', {}],
  ['https://169.254.169.254/latest', 'reserved-address', allowed],
  ['https://10.0.0.1/', 'reserved-address', allowed],
  ['https://user:secret@example.com/', 'userinfo', allowed],
  ['http://example.com/', 'not-https', allowed],
  ['file:///etc/passwd', 'bad-url', allowed],
])('%s is refused: %s', async (url, reason, options) => {
  const { post, token } = await served(agent, options)
  const answer = await post(
    '/conformance/checks?envelope=problem',
    { url, contract: 'yaagents' },
    { authorization: `Bearer ${token}` },
  )
  expect([answer.status, answer.code]).toEqual([422, 'ADDRESS_REFUSED'])
  expect(JSON.stringify(answer)).toMatch(/Refused: [a-z-]+\./)
  expect(JSON.stringify(answer)).not.toContain('secret')
  // Loopback without permission is refused by whichever rule comes first.
  if (options === allowed) expect(JSON.stringify(answer)).toContain(`Refused: ${reason}.`)
})

test.each([
  ['http', 'problem', '', ['/openapi.json']],
  ['mcp', 'mcp', '/mcp', ['/mcp']],
  ['a2a', 'a2a', '', ['/.well-known/agent-card.json', '/.well-known/agent.json']],
] as const)(
  'over %s only the addresses that were checked are connected to, whatever the name resolves to',
  async (face, id, path, asked) => {
    const other = await otherService()
    const { port } = new URL(other.url)
    const contract = await contractNamed(id)
    const edition = contract?.editions[contract.current]
    if (contract === undefined || edition === undefined) throw new Error('no contract')
    const lookup = pinned([{ address: '127.0.0.1', family: 4 }])
    const connecting = connect(`http://name.invalid:${port}${path}`, { contract, edition, face, lookup })
    // It is no MCP server and no agent.
    if (face === 'http') await (await connecting).openapi?.()
    else await expect(connecting).rejects.toThrow()
    expect([...new Set(other.requests.map(({ url }) => url))]).toEqual(asked)
  },
)

test('a card that sends callers elsewhere leads nowhere else; an answer that redirects is not followed', async () => {
  const inside = await otherService()
  const places = {
    url: `${inside.url}/secret`,
    supportedInterfaces: [{ url: `${inside.url}/secret`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  }
  const card = {
    name: 'evil',
    skills: [{ id: 'look', name: 'Look', description: '', tags: [] }],
    capabilities: {},
    ...places,
  }
  const requests: string[] = []
  const evil = createServer((request, response) => {
    requests.push(request.url ?? '')
    if (request.url?.startsWith('/.well-known/') === true)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(card))
    else response.writeHead(307, { location: `${inside.url}/secret` }).end()
  })
  await new Promise<void>(done => evil.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    evil.closeAllConnections()
    evil.close()
  })
  const url = `http://127.0.0.1:${(evil.address() as AddressInfo).port}`
  const { post, token } = await served(agent, allowed)
  const headers = { authorization: `Bearer ${token}` }
  const input = { url, contract: 'a2a', allowEffects: true }
  await post('/conformance/checks?envelope=problem', input, headers)
  await post('/conformance/checks?envelope=problem', { ...input, url: `${url}/mcp`, contract: 'mcp' }, headers)
  expect(requests).toContain('/secret')
  expect(requests).toContain('/mcp')
  expect(inside.requests).toEqual([])
})

test('nobody but an operator may', async () => {
  const other = await otherService()
  const { post } = await served(agent, allowed)
  const answer = await post('/conformance/checks?envelope=problem', { url: other.url, contract: 'yaagents' })
  expect(answer.status).toBe(401)
  expect(other.requests).toEqual([])
})

test('none of our credentials are sent; one check at a time for each caller', async () => {
  const gate = Promise.withResolvers<void>()
  const other = await otherService(() => gate.promise)
  const { post, token } = await served(agent, allowed)
  const headers = { authorization: `Bearer ${token}`, cookie: 'a=b' }
  const first = post('/conformance/checks', { url: other.url, contract: 'problem' }, headers)
  await expect.poll(() => other.requests.length).toBeGreaterThan(0)
  const second = await post('/conformance/checks?envelope=problem', { url: other.url, contract: 'problem' }, headers)
  expect([second.status, second.code]).toEqual([409, 'CHECK_RUNNING'])
  gate.resolve()
  await first
  for (const { headers: sent } of other.requests) {
    expect(JSON.stringify(sent)).not.toContain(token)
    expect([sent.authorization, sent.cookie]).toEqual([undefined, undefined])
  }
  const third = await post('/conformance/checks', { url: other.url, contract: 'problem' }, headers)
  expect(third.checks).toBeDefined()
})
