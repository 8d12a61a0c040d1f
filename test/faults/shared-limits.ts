/**
 * Limits of four gateways with one PostgreSQL, while gateways are killed (-9) and started again.
 *
 * - Streams: attempts of many tenants at random gateways; streams are ended by the upstream, by their readers and by
 *   kills. At no time may a tenant have more open than its ceiling. A stream counts from when the upstream has the
 *   request until the first of: it ends the stream, its reader leaves, its gateway is about to be killed.
 * - A gateway that is killed with all places of a tenant gives them back: another one hands out as many.
 * - A rate lets no more calls through in any tenth of a second or longer than burst + rate × time + slice × gateways.
 * - A quota is never passed without kills, by at most a slice for each kill, and what the dead held is used in the end.
 *
 * `node test/faults/shared-limits.ts --full` makes 10,000 attempts of 20 tenants. Prints one line of JSON; exits 1 when
 * a limit did not hold.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SignJWT } from 'jose'
import { startPostgres } from '../postgres.ts'
import { chance } from './files-parts.ts'

export interface SharedLimitFaults {
  seed: number
  attempts: number
  tenants: number
  kills: number
  /** How long the rate is tried. */
  rateMs: number
  /** Whether a quota is also tried without kills. */
  steady: boolean
}

export interface SharedLimitResult {
  attempts: number
  opened: number
  refused: number
  kills: number
  /** The most streams that one tenant ever had. */
  mostOpen: number
  /** Calls that a rate let through above burst and rate, at worst. */
  rateOvershoot: number
  quotaPassed: number
  quotaAfterKills: number
  problems: string[]
}

const processes = 4
const ceiling = 5
const rate = { perSecond: 100, burst: 50, slice: 5 }
const quota = { requests: 300, slice: 20 }
const secret = 'a-secret-of-fault-scripts-that-is-long'

interface GatewayChild {
  readonly child: ChildProcess
  readonly url: string
  readonly agent: Agent
}

interface OpenStream {
  readonly tenant: string
  readonly gateway: GatewayChild | undefined
  end(): void
}

interface Reply {
  readonly status: number
  /** Ends the reading of a stream; resolves once nothing more comes. */
  leave(): void
  readonly over: Promise<void>
}

/** The upstream, with the streams that are open at each moment. */
class Recorder {
  readonly open = new Map<string, OpenStream>()
  readonly counts = new Map<string, number>()
  readonly gateways = new Map<string, GatewayChild>()
  mostOpen = 0
  url = ''
  readonly #server = createServer((incoming, response) => {
    incoming.resume()
    const [tenant, id] = [String(incoming.headers['x-tenant-id']), String(incoming.headers['x-attempt'])]
    if (incoming.url !== '/stream') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      return
    }
    const count = (this.counts.get(tenant) ?? 0) + 1
    this.counts.set(tenant, count)
    this.mostOpen = Math.max(this.mostOpen, count)
    const end = () => {
      this.ended(id)
      response.end('data: [DONE]\n\n')
    }
    this.open.set(id, { tenant, gateway: this.gateways.get(id), end })
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: 1\n\n')
    response.on('close', () => this.ended(id))
  })

  async listen(): Promise<void> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', () => resolve()))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  ended(id: string): void {
    const stream = this.open.get(id)
    if (stream === undefined) return
    this.open.delete(id)
    this.counts.set(stream.tenant, (this.counts.get(stream.tenant) ?? 1) - 1)
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

export async function shareLimits(faults: SharedLimitFaults): Promise<SharedLimitResult> {
  const { seed, attempts, tenants, kills, rateMs, steady } = faults
  const random = chance(seed)
  const problems: string[] = []
  const postgres = await startPostgres()
  const home = mkdtempSync(join(tmpdir(), 'replywire-shared-limits-'))
  const upstream = new Recorder()
  const tokens = new Map<string, string>()
  const running: GatewayChild[] = []
  let last = 0

  const tokenOf = async (tenant: string): Promise<string> => {
    const known = tokens.get(tenant) ?? (await sign(tenant))
    tokens.set(tenant, known)
    return known
  }

  const call = async (gateway: GatewayChild, path: string, tenant: string): Promise<Reply> => {
    last += 1
    const id = String(last)
    upstream.gateways.set(id, gateway)
    const headers = { authorization: `Bearer ${await tokenOf(tenant)}`, accept: 'text/event-stream', 'x-attempt': id }
    return new Promise(resolve => {
      const over = Promise.withResolvers<void>()
      const end = (status: number) => {
        upstream.gateways.delete(id)
        over.resolve()
        resolve({ status, leave() {}, over: over.promise })
      }
      const sent = request(`${gateway.url}${path}`, { agent: gateway.agent, headers }, response => {
        const leave = () => {
          upstream.ended(id)
          sent.destroy()
        }
        resolve({ status: response.statusCode ?? 0, leave, over: over.promise })
        response.resume()
        response.on('error', () => {})
        response.on('close', () => end(0))
      })
      sent.on('error', () => end(0))
      sent.end()
    })
  }

  const start = async (): Promise<GatewayChild> => {
    const gateway = await startGateway(home)
    running.push(gateway)
    return gateway
  }
  const kill = (gateway: GatewayChild): void => {
    running.splice(running.indexOf(gateway), 1)
    for (const [id, stream] of upstream.open) if (stream.gateway === gateway) upstream.ended(id)
    gateway.child.kill('SIGKILL')
    gateway.agent.destroy()
  }
  const any = (): GatewayChild => running[Math.floor(random() * running.length)] as GatewayChild

  /** Attempts at random gateways, some of which die meanwhile. */
  const streams = async () => {
    let opened = 0
    let refused = 0
    let made = 0
    let killed = 0
    const others = new Map<number, number>()
    const attempt = async (): Promise<void> => {
      const reply = await call(any(), '/stream', `tenant-${Math.floor(random() * tenants)}`)
      if (reply.status === 200) {
        opened += 1
        if (random() < 0.2) setTimeout(reply.leave, random() * 60)
        await reply.over
      } else if (reply.status === 429) refused += 1
      else if (reply.status !== 0) others.set(reply.status, (others.get(reply.status) ?? 0) + 1)
    }
    const ending = setInterval(() => {
      for (const stream of upstream.open.values()) if (random() < 0.15) stream.end()
    }, 10)
    const killing = (async () => {
      while (killed < kills) {
        const at = ((killed + 0.5) / kills) * attempts
        while (made < at) await delay(5)
        kill(any())
        killed += 1
        await start()
      }
    })()
    const workers = Array.from({ length: tenants * 8 }, async () => {
      while (made < attempts) {
        made += 1
        await attempt()
      }
    })
    await Promise.all(workers)
    await killing
    clearInterval(ending)
    for (const stream of [...upstream.open.values()]) stream.end()
    for (const [status, count] of others) problems.push(`${count} streams were answered ${status}`)
    if (opened === 0 || refused === 0) problems.push('no stream was opened, or none was refused')
    return { opened, refused, killed }
  }

  /** All places of a tenant are one gateway's; it is killed, and another hands out as many. */
  const placesComeBack = async () => {
    const [first, second] = running as [GatewayChild, GatewayChild]
    for (let n = 0; n < ceiling; n++) {
      const { status } = await call(first, '/stream', 'lost')
      if (status !== 200) problems.push(`place ${n} of a new tenant: ${status}`)
    }
    const full = await call(second, '/stream', 'lost')
    if (full.status !== 429) problems.push(`one stream too many: ${full.status}`)
    kill(first)
    const ends = performance.now() + 30_000
    let back = 0
    while (back < ceiling && performance.now() < ends) {
      if ((await call(second, '/stream', 'lost')).status === 200) back += 1
      else await delay(100)
    }
    if (back < ceiling) problems.push(`${back} of ${ceiling} places came back`)
    const again = await call(second, '/stream', 'lost')
    if (again.status !== 429) problems.push(`one stream too many after a kill: ${again.status}`)
    for (const stream of [...upstream.open.values()]) stream.end()
    await start()
  }

  /** When calls that passed were sent, and when they were answered. */
  const rates = async (): Promise<number> => {
    const passed: (readonly [number, number])[] = []
    const began = performance.now()
    const caller = async () => {
      while (performance.now() - began < rateMs) {
        const sent = performance.now()
        const { status, over } = await call(any(), '/rate', 'fast')
        await over
        if (status === 200) passed.push([sent, performance.now()])
      }
    }
    await Promise.all(Array.from({ length: 16 }, caller))
    let worst = Number.NEGATIVE_INFINITY
    const starts = passed.map(([sent]) => sent).sort((a, b) => a - b)
    for (let at = 0; at < starts.length; at += 7) {
      for (const windowMs of [100, 300, 1000, rateMs]) {
        const from = starts[at] as number
        const inside = passed.filter(([sent, answered]) => sent >= from && answered <= from + windowMs).length
        worst = Math.max(worst, inside - rate.burst - (rate.perSecond * windowMs) / 1000)
      }
    }
    if (worst > rate.slice * processes) problems.push(`a rate was passed by ${worst}`)
    const least = rate.burst + (rate.perSecond * rateMs) / 1000
    if (passed.length < least * 0.5) problems.push(`a rate let only ${passed.length} of ${least} calls through`)
    return Math.round(worst)
  }

  /** Calls until nothing passed for longer than it takes to give a slice back. */
  const quotas = async (tenant: string, killAt?: number): Promise<number> => {
    let passed = 0
    let dead = 0
    let quietSince = performance.now()
    const caller = async () => {
      while (performance.now() - quietSince < 12_000) {
        const { status, over } = await call(any(), '/quota', tenant)
        await over
        if (status === 200) {
          passed += 1
          quietSince = performance.now()
          if (passed === killAt) {
            dead += 1
            kill(any())
            await start()
          }
        } else await delay(100)
      }
    }
    await Promise.all(Array.from({ length: 8 }, caller))
    const most = quota.requests + quota.slice * dead
    // A call that was under way when its gateway died passed without an answer.
    const least = quota.requests - (dead > 0 ? 8 : 0)
    if (passed > most || passed < least)
      problems.push(`${passed} calls of a quota of ${quota.requests} (${dead} kills)`)
    return passed
  }

  try {
    await upstream.listen()
    writeFileSync(join(home, 'gateway.yaml'), configOf(upstream.url, await postgres.database()))
    for (let n = 0; n < processes; n++) await start()
    const { opened, refused, killed } = await streams()
    await placesComeBack()
    const { mostOpen } = upstream
    if (mostOpen > ceiling) problems.push(`${mostOpen} streams of one tenant were open`)
    const rateOvershoot = await rates()
    const [quotaPassed, quotaAfterKills] = [steady ? await quotas('steady') : 0, await quotas('shaken', 100)]
    const counts = { attempts, opened, refused, kills: killed + 2, mostOpen, rateOvershoot }
    return { ...counts, quotaPassed, quotaAfterKills, problems }
  } finally {
    for (const gateway of [...running]) kill(gateway)
    upstream.close()
    await postgres.remove()
    rmSync(home, { recursive: true, force: true })
  }
}

const sign = (tenant: string) =>
  new SignJWT({ sub: 'ada', tenant_id: tenant })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('2h')
    .sign(new TextEncoder().encode(secret))

const configOf = (target: string, store: string) => `listen: 127.0.0.1:0
admin: off
enforce: off
store: ${store}
gateway: { llm: { max_sse_connections_per_tenant: ${ceiling} } }
plugins:
  - { name: token-validator, jwt_secret: ${secret} }
  - { name: rate-limit, enabled: false, limits: [{ by: tenant, requests: ${rate.perSecond}, burst: ${rate.burst}, slice: ${rate.slice} }] }
  - { name: quota, enabled: false, limits: [{ by: tenant, requests: ${quota.requests}, per: month, slice: ${quota.slice} }] }
routes:
  - { id: stream, method: GET, path: /stream, target: "${target}", mode: sse }
  - { id: rate, method: GET, path: /rate, target: "${target}", plugins: { rate-limit: true } }
  - { id: quota, method: GET, path: /quota, target: "${target}", plugins: { quota: true } }
`

async function startGateway(home: string): Promise<GatewayChild> {
  const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
  const child = spawn(process.execPath, [main, 'gateway', 'run', 'gateway.yaml', '--json'], {
    cwd: home,
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let log = ''
  child.stdout.on('data', chunk => {
    out += chunk
  })
  child.stderr.on('data', chunk => {
    log = `${log}${chunk}`.slice(-2000)
  })
  while (!out.includes('\n')) {
    if (child.exitCode !== null) throw new Error(`A gateway did not start: ${log}`)
    await delay(20)
  }
  const [url = ''] = (JSON.parse(out) as { urls: string[] }).urls
  return { child, url, agent: new Agent({ keepAlive: true }) }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const full = { attempts: 10_000, tenants: 20, kills: 12, rateMs: 10_000, steady: true }
  const small = { attempts: 600, tenants: 6, kills: 2, rateMs: 3000, steady: true }
  const at = process.argv.indexOf('--seed')
  const seed = at < 0 ? 1 : Number(process.argv[at + 1])
  const result = await shareLimits({ seed, ...(process.argv.includes('--full') ? full : small) })
  console.log(JSON.stringify(result))
  process.exitCode = result.problems.length === 0 ? 0 : 1
}
