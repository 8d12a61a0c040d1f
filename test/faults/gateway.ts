/**
 * A gateway under more load than its upstream can take, and with calls that hang.
 *
 * Overload: the upstream works on 16 calls at once, 20 ms each; the pool is capped at 16. First as many callers as that
 * (the peak), then three times as many. Goodput must stay at 80 % of the peak, and what is too much must be refused with
 * 503 and Retry-After. Hung calls: 100 calls of one tenant that are never answered, beside calls of another tenant, whose
 * median must stay within 50 ms of what it was without them.
 *
 * `node test/faults/gateway.ts` prints one line of JSON and exits 1 when one of these does not hold.
 */
import { Agent, createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openGateway } from '../../src/gateway/gateway.ts'
import { createGatewayMetrics } from '../../src/gateway/metrics.ts'
import { noLog } from '../../src/server/log.ts'
import { config, pool, route } from '../gateway/settings.ts'

const atOnce = 16
const workMs = 20
const seconds = 3

async function listen(server: Server): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const upstream = createServer((incoming, response) => {
  incoming.resume()
  if (incoming.headers['x-hang'] !== undefined) return
  setTimeout(() => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('{}')
  }, workMs)
})
const target = await listen(upstream)

const routes = [
  route({ id: 'calls', method: 'GET', path: '/calls' }),
  route({ id: 'free', method: 'GET', path: '/free', pool: 'free' }),
]
const gateway = await openGateway(
  config({ routes, pools: [pool(target, { maxConcurrent: atOnce }), pool(target, { name: 'free' })] }),
  { log: noLog, metrics: createGatewayMetrics() },
)
const front = createServer((incoming, response) => gateway.handle(incoming, response))
const url = await listen(front)

interface Answered {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly ms: number
}

function call(agent: Agent, path: string, headers: Record<string, string> = {}): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const sent = request(`${url}${path}`, { agent, headers }, response => {
      response.resume()
      response.on('end', () => {
        const { statusCode: status = 0, headers: received } = response
        resolve({ status, retryAfter: received['retry-after'], ms: performance.now() - began })
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** So many callers for a while; one that is refused waits for a moment, as Retry-After asks, but shorter. */
async function press(callers: number): Promise<{ perSecond: number; refused: number; withoutRetryAfter: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  const until = performance.now() + seconds * 1000
  let good = 0
  let refused = 0
  let withoutRetryAfter = 0
  const caller = async () => {
    while (performance.now() < until) {
      const { status, retryAfter } = await call(agent, '/calls')
      if (status === 200) good += 1
      else if (status === 503) {
        refused += 1
        if (retryAfter === undefined) withoutRetryAfter += 1
        await new Promise(resolve => setTimeout(resolve, 5))
      } else throw new Error(`A call was answered with ${status}.`)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  agent.destroy()
  return { perSecond: good / seconds, refused, withoutRetryAfter }
}

async function medianMs(): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  for (let at = 0; at < 40; at++) times.push((await call(agent, '/free', { 'x-tenant': 'quick' })).ms)
  agent.destroy()
  return times.toSorted((a, b) => a - b)[20] ?? Number.NaN
}

await press(atOnce)
const peak = await press(atOnce)
const overload = await press(3 * atOnce)
const aloneMs = await medianMs()
const hangers = new Agent({ keepAlive: true, maxSockets: 100 })
for (let at = 0; at < 100; at++) call(hangers, '/free', { 'x-hang': '1' }).catch(() => {})
await new Promise(resolve => setTimeout(resolve, 300))
const besideHungMs = await medianMs()
hangers.destroy()

const goodput = overload.perSecond / peak.perSecond
const holds = {
  goodput: goodput >= 0.8,
  refusals: overload.refused > 0 && overload.withoutRetryAfter === 0,
  hung: besideHungMs - aloneMs <= 50,
}
console.log(JSON.stringify({ peak, overload, goodput, aloneMs, besideHungMs, holds }))
front.closeAllConnections()
front.close()
upstream.closeAllConnections()
upstream.close()
await gateway.close()
process.exit(Object.values(holds).every(Boolean) ? 0 : 1)
