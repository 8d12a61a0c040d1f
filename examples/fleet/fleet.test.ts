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

describe('one client and four services', () => {
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
    const metrics = await (await fetch(`${fleet.adminUrl}/metrics`)).text()
    const pools = metrics.matchAll(/^replywire_gateway_upstream_tries_total\{pool="(\w+)",.*result="answered"\}/gm)
    expect([...pools].map(([, pool]) => pool).sort()).toEqual(['literature', 'media', 'programs', 'stories'])
    expect(metrics).toContain('replywire_gateway_translation_losses_total')
  })
})

test('a model finds the services as tools of one MCP server, and calls them', async () => {
  const client = new Client({ name: 'fleet-test', version: '1' })
  const headers = { 'x-api-key': 'demo-key' }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${fleet.url}/mcp`), { requestInit: { headers } }))
  const { tools } = await client.listTools()
  const named = tools.map(({ name }) => name).sort()
  expect(named).toEqual(['create_media_buy', 'find-papers', 'find-programs', 'get_products'])
  const found = await client.callTool({ name: 'find-papers', arguments: { query: 'naps of nurses', limit: 1 } })
  expect([found.isError ?? false, JSON.stringify(found)]).toEqual([false, expect.stringContaining('FIC-002')])
  const wrong = await client.callTool({ name: 'find-programs', arguments: { limit: 'many' } })
  expect(wrong.isError).toBe(true)
  await client.close()
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
