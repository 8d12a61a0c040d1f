import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { loadConfig } from '../../src/gateway/config/read-config.ts'
import { openGateway } from '../../src/gateway/gateway.ts'
import { createGatewayMetrics } from '../../src/gateway/metrics.ts'

const secret = 'the-secret-of-the-region-guard-example'

async function tokenOf(region: string): Promise<string> {
  const jwt = new SignJWT({ sub: 'ada', region }).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('5m')
  return jwt.sign(new TextEncoder().encode(secret))
}

test('a plugin of another module takes part in the calls of a gateway', async () => {
  const regions: unknown[] = []
  const agent = createServer((request, response) => {
    regions.push(request.headers['x-region'])
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>(resolve => agent.listen(0, '127.0.0.1', () => resolve()))
  const config = await loadConfig('examples/gateway-plugin/gateway.yaml', {
    environment: { GATEWAY_JWT_SECRET: secret },
  })
  const url = `http://127.0.0.1:${(agent.address() as AddressInfo).port}`
  const pools = config.pools.map(pool => ({ ...pool, targets: [{ url, weight: 1 }] }))
  const metrics = createGatewayMetrics()
  const gateway = await openGateway({ ...config, pools }, { log: { info() {}, warn() {} }, metrics })
  const server = createServer((request, response) => gateway.handle(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const call = async (method: string, path: string, region: string) =>
    fetch(`${base}${path}`, { method, headers: { authorization: `Bearer ${await tokenOf(region)}` } })
  try {
    const served = await call('POST', '/campaigns/7/optimizations', 'eu')
    expect([served.status, served.headers.get('x-served-region')]).toEqual([200, 'eu'])
    const refused = await call('POST', '/campaigns/7/optimizations', 'us')
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ type: 'forbidden', code: 'REGION_NOT_ALLOWED' })
    expect((await call('GET', '/status', 'us')).status).toBe(200)
    expect(regions).toEqual(['eu', undefined])
    expect((await metrics.read()).text).toContain('region_guard_refusals_total{route="optimize"} 1')
  } finally {
    for (const one of [server, agent]) {
      one.closeAllConnections()
      one.close()
    }
    await gateway.close()
    metrics.close()
  }
})

test('the guide shows this plugin', () => {
  const [, ...source] = readFileSync('examples/gateway-plugin/region-guard.ts', 'utf8').split('\n')
  const shown = source.join('\n').replace('../../src/gateway/index.ts', 'replywire/gateway')
  expect(readFileSync('docs/guide/gateway-plugins.md', 'utf8')).toContain(shown)
})
