/**
 * How long callers wait for an answer when an upstream misbehaves: refuses, hangs, drips, resets, lies about its length,
 * sends broken gzip, HTML, 100 MB or nothing. The same call goes to a bare proxy on node:http and undici, which has one
 * timer for the whole call, and to the gateway, in turn and in the same round; each is a process of its own. The gateway
 * must answer in its contract, and no more than 250 ms later than the bare proxy.
 *
 * node bench/gateway/misbehaving.ts [--rounds 5] [--code dist|src]     exits 1 when one of these does not hold
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { parseArgs } from 'node:util'
import { check } from '../../src/codec/check.ts'
import { contract } from '../../src/contracts/registry.ts'
import { Body } from '../../src/wire/body.ts'
import { httpWire } from '../../src/wire/http.ts'
import { misbehaviours } from '../../test/gateway/misbehaviours.ts'
import { token } from './ours.ts'
import type { StartedProxy } from './proxies.ts'

const most = 250
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, code: { type: 'string', default: 'dist' } },
})
const yaagents = contract('yaagents')
const headers = { authorization: `Bearer ${token(1)}` }

/** The number of the behaviour is in the path. */
const upstream = createServer(socket => {
  socket.on('error', () => {})
  // Several calls may come over one connection.
  socket.on('data', piece => {
    const [, number] = /^POST \/campaigns\/(\d+)\//.exec(piece.toString('latin1')) ?? []
    if (number !== undefined) misbehaviours[Number(number)]?.[3](socket)
  })
})
upstream.listen(0, '127.0.0.1')
await once(upstream, 'listening')
const target = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
// Nobody listens here: a port that was given up a moment ago.
const closing = createServer().listen(0, '127.0.0.1')
await once(closing, 'listening')
const closed = `http://127.0.0.1:${(closing.address() as AddressInfo).port}`
closing.close()

async function start(proxy: string, to: string): Promise<{ child: ChildProcess; origin: string }> {
  const child = fork('bench/gateway/misbehaving-child.ts', [proxy, to, values.code])
  const [{ origin }] = (await once(child, 'message')) as [StartedProxy]
  return { child, origin }
}

interface Answered {
  readonly ms: number
  readonly status: number
  readonly isInContract: boolean
}

function call(origin: string, number: number): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const sent = request(
      `${origin}/campaigns/${number}/optimizations`,
      { method: 'POST', agent: false, headers },
      response => {
        const chunks: Buffer[] = []
        response.on('data', chunk => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const ms = performance.now() - began
          const { statusCode: status = 0, headers: received } = response
          const sentHeaders = Object.fromEntries(Object.entries(received).map(([name, value]) => [name, String(value)]))
          const wire = httpWire({ status, headers: sentHeaders, body: Body.ofBytes(Buffer.concat(chunks)) })
          const findings = check(yaagents, wire)
          const isInContract = status >= 400 && findings.length === 0 && received['x-yaagents-profile'] === 'v0.3'
          resolve({ ms, status, isInContract })
        })
      },
    )
    sent.on('error', reject)
    sent.end('{"a":1}')
  })
}

const cases = [
  ...misbehaviours.map(([name], number) => ({ name, number, to: target })),
  { name: 'refuses connections', number: 0, to: closed },
]
const started = new Map<string, { child: ChildProcess; origin: string }>()
for (const to of [target, closed]) {
  for (const proxy of ['bare', 'ours']) started.set(`${proxy} ${to}`, await start(proxy, to))
}
const proxied = (proxy: string, { number, to }: { number: number; to: string }) =>
  call(started.get(`${proxy} ${to}`)?.origin ?? '', number)
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN

const rounds = new Map(
  cases.map(one => [one, { bare: [] as number[], ours: [] as number[], answers: [] as Answered[] }]),
)
for (let round = 0; round <= Number(values.rounds); round++) {
  for (const [one, { bare, ours, answers }] of rounds) {
    const floor = await proxied('bare', one)
    const answer = await proxied('ours', one)
    // The first round warms up.
    if (round === 0) continue
    bare.push(floor.ms)
    ours.push(answer.ms)
    answers.push(answer)
  }
}

const line = (cells: readonly string[]): string =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(42) : cell.padStart(12))).join('')
console.log(line(['an upstream that', 'bare ms', 'ours ms', 'later by', 'at most', 'status']))
let holds = true
for (const [{ name }, { bare, ours, answers }] of rounds) {
  const later = ours.map((ms, at) => ms - (bare[at] ?? 0))
  const isShaped = answers.every(({ isInContract }) => isInContract)
  const isInTime = Math.max(...later) <= most
  holds &&= isShaped && isInTime
  const cells = [median(bare), median(ours), median(later), Math.max(...later)].map(ms => ms.toFixed(1))
  const verdict = isShaped ? (isInTime ? '' : `  ABOVE ${most} ms`) : '  NOT IN ITS CONTRACT'
  console.log(line([name, ...cells, String(answers[0]?.status)]) + verdict)
}
for (const { child } of started.values()) child.disconnect()
upstream.close()
process.exit(holds ? 0 : 1)
