/** One gateway of several on one store. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openGateway } from '../../src/gateway/gateway.ts'
import { createGatewayMetrics } from '../../src/gateway/metrics.ts'
import { noLog } from '../../src/server/log.ts'
import { config, durable, pool, route } from '../gateway/settings.ts'

const [url = '', , settings = '{}'] = process.argv.slice(2)
const { upstream, leaseMs }: { upstream: string; leaseMs: number } = JSON.parse(settings)
process.env.REPLYWIRE_SECRET = 'a secret of thirty-two characters'

const plugins = {
  idempotency: { enabled: true },
  'respond-async': { options: { credentials: 'none', attempts: 12, backoff: '50ms' } },
}
const gateway = await openGateway(
  config({
    routes: [route({ id: 'work', path: '/work/{name}', plugins })],
    pools: [pool(upstream, { breaker: { failures: 1_000_000, openMs: 100 } })],
    store: url,
    durable: { ...durable, leaseMs },
  }),
  { log: noLog, metrics: createGatewayMetrics() },
)
const server = createServer((request, response) => gateway.handle(request, response))
server.listen(0, '127.0.0.1', () => console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`))
