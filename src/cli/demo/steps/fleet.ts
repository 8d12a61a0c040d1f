/** The services of `examples/fleet`, each with a contract of its own, for callers that know one contract. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { type FleetConfig, gatewayKey } from '../open-gateway.ts'
import { short } from '../short-text.ts'
import { check, curl, type DemoStep, expectEqual, send } from '../step.ts'

interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  readonly found: string
}

const calls: readonly Call[] = [
  {
    method: 'POST',
    path: '/papers/search',
    body: { query: 'naps of nurses', limit: 1 },
    found: '"id":"FIC-002"',
  },
  { method: 'GET', path: '/programs?tier=S&limit=1', found: '"unified_id":"UNI-39f667a747"' },
  {
    method: 'POST',
    path: '/products/search',
    body: { brief: 'hiking' },
    found: '"product_id":"trailhead-maps-banner"',
  },
  { method: 'GET', path: '/campaigns/7/advice', found: 'Use a shorter headline.' },
]

export const fleet: DemoStep = {
  title: 'Services in four contracts, behind one gateway',
  about:
    'Callers know one contract, one address and one key; answers are translated, and losses are named in X-Replywire-Losses.',
  async run({ demo }) {
    const { contract: own, routes } = parse(readFileSync(join(demo.folder, 'gateway.yaml'), 'utf8')) as FleetConfig
    const spoken = new Set<string>()
    const [papers] = calls as [Call]
    const refused = await send('POST', demo.gateway + papers.path, { body: papers.body ?? {} })
    expectEqual('the status of a call without the key', refused.status, 401)
    const headers = { ...gatewayKey, 'x-correlation-id': 'demo-fleet-1' }
    const lines = [`${refused.status}  without a key, the gateway answers itself`]
    for (const { method, path, body, found } of calls) {
      const answer = await send(method, demo.gateway + path, { headers, ...(body && { body }) })
      expectEqual(`the status of ${path}`, answer.status, 200)
      expectEqual(`the trace of ${path}`, answer.headers.get('x-correlation-id'), 'demo-fleet-1')
      check(answer.text.includes(found), `the answer of ${path} has no ${found}`)
      const route = routes.find(one => one.path === path.split('?')[0])
      const upstream = route?.contract?.upstream ?? own
      spoken.add(upstream)
      const losses = answer.headers.get('x-replywire-losses')?.split(', ').length ?? 0
      lines.push(
        `${answer.status}  ${method} ${path} from ${upstream}${losses === 0 ? '' : `, ${losses} losses named`}`,
      )
      lines.push(`     ${short(answer.text, 100)}`)
    }
    expectEqual('the number of contracts of the services', spoken.size, 4)
    const pools = await poolsIn(demo.gatewayAdmin)
    const { body } = papers
    return {
      lines: [...lines, `one page of metrics for ${pools.join(', ')}`],
      commands: [
        curl('POST', demo.gateway + papers.path, { headers, ...(body && { body }) }),
        curl('GET', `${demo.gatewayAdmin}/metrics`),
      ],
    }
  },
}

/** Whose answers the metrics count. */
async function poolsIn(admin: string): Promise<string[]> {
  const { text } = await send('GET', `${admin}/metrics`)
  const answered = /^replywire_gateway_upstream_tries_total\{pool="(\w+)",target="[^"]*",result="answered"\}/gm
  const pools = [...text.matchAll(answered)].map(([, pool = '']) => pool).toSorted()
  for (const pool of ['campaigns', 'literature', 'media', 'programs']) {
    check(pools.includes(pool), `the metrics count no answer of ${pool}`)
  }
  return pools
}
