/**
 * Tries to make Replywire post a webhook to this machine, and counts who knocks. Sockets listen on every address of
 * the machine; nothing is sent beyond it.
 *
 * `node test/faults/ssrf.ts` prints one JSON object and exits 1 when anything got through, or was refused for another
 * reason than it should be. `--seed N` chooses the generated addresses and the order.
 */
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type Lookup, resolveUrl } from '../../src/runtime/webhooks/guard.ts'
import { type PostOptions, type PostReason, post } from '../../src/runtime/webhooks/post.ts'
import { chance } from './files-parts.ts'
import { rebindings, redirects, type Vector, vectors } from './ssrf-vectors.ts'

export interface SsrfResult {
  seed: number
  vectors: number
  generated: number
  redirects: number
  rebindings: number
  /** Connections to what must not be reached. */
  connections: number
  /** Connections that were meant: they show that the counting counts. */
  meant: number
  problems: string[]
  seconds: number
}

export async function provokeSsrf({
  seed,
  generated = 500,
}: {
  seed: number
  generated?: number
}): Promise<SsrfResult> {
  const started = performance.now()
  const random = chance(seed)
  const problems: string[] = []
  const inside = await listen(undefined, (_, response) => response.writeHead(204).end())
  const { port } = inside
  const made = Array.from({ length: generated }, () => makeVector(random))
  for (const vector of shuffled([...vectors, ...made], random)) await tryVector(vector, port, problems)
  for (const { status, location } of shuffled(redirects, random)) await tryRedirect(status, location, port, problems)
  for (const answers of shuffled(rebindings, random)) await tryRebinding(answers, port, problems)
  const connections = inside.connections()

  const allowed = await send(`http://127.0.0.1:${port}/`, { allowLoopback: true })
  if (allowed.kind !== 'delivered') problems.push(`what is allowed was not delivered: ${allowed.reason}`)
  const meant = inside.connections() - connections
  if (connections > 0) problems.push(`${connections} connections`)
  if (meant !== 1) problems.push(`${meant} connections were counted where one was made`)
  await inside.close()
  return {
    seed,
    vectors: vectors.length,
    generated: made.length,
    redirects: redirects.length,
    rebindings: rebindings.length,
    connections,
    meant,
    problems,
    seconds: Math.round(performance.now() - started) / 1000,
  }
}

async function tryVector({ url, reason, answers, allowLoopback = false }: Vector, port: number, problems: string[]) {
  const result = await send(at(url, port), { allowLoopback, lookup: answering(answers ?? [['127.0.0.1']]) })
  expectRefused(url, result, reason, problems)
}

async function tryRedirect(status: number, location: string, port: number, problems: string[]): Promise<void> {
  const front = await listen('127.0.0.1', (_, response) => {
    response.writeHead(status, { location: at(location, port), refresh: `0; url=${at(location, port)}` }).end()
  })
  // Loopback is allowed, so that only not following keeps us away.
  const result = await send(`http://127.0.0.1:${front.port}/`, { allowLoopback: true })
  expectRefused(`${status} to ${location}`, result, 'redirect', problems)
  if (front.connections() !== 1) problems.push(`${status} to ${location}: ${front.connections()} connections in front`)
  await front.close()
}

/** Registered while it was public; tried when it no longer is; and changed in the middle of a try. */
async function tryRebinding(answers: readonly (readonly string[])[], port: number, problems: string[]): Promise<void> {
  const url = `https://hooks.example.com:${port}/`
  const name = `rebinding to ${answers.at(-1)}`
  const lookup = answering(answers)
  const registered = await resolveUrl(url, { lookup })
  if (!registered.ok) problems.push(`${name}: was not public at first`)
  expectRefused(name, await send(url, { lookup }), 'reserved-address', problems)
  expectRefused(`${name}, again`, await send(url, { lookup }), 'reserved-address', problems)

  const asked: string[] = []
  const pinned: string[] = []
  const result = await send(url, {
    lookup: counting(answering(answers), asked),
    request: (to, options) => {
      options.lookup?.(to.hostname, { all: true }, (_, found) => pinned.push(...addressesOf(found)))
      options.lookup?.(to.hostname, { all: true }, (_, found) => pinned.push(...addressesOf(found)))
      const none: typeof options.lookup = (_host, _options, callback) => callback(new Error('No network.'), '')
      return httpsRequest(to, { ...options, lookup: none })
    },
  })
  const first = [...(answers[0] ?? [])]
  if (result.reason !== 'connection-failed') problems.push(`${name}: ${result.reason} instead of connection-failed`)
  if (asked.length !== 1) problems.push(`${name}: resolved ${asked.length} times in one try`)
  if (pinned.join() !== [...first, ...first].join()) problems.push(`${name}: the socket was given ${pinned}`)
}

const send = (url: string, options: PostOptions) => post({ url, body: '{}', timeoutMs: 5000 }, options)

const at = (url: string, port: number): string => url.replaceAll('{port}', String(port))

function expectRefused(
  name: string,
  { kind, reason }: { kind: string; reason: string },
  wanted: PostReason,
  problems: string[],
): void {
  if (kind !== 'refused' || reason !== wanted) problems.push(`${name}: ${kind}, ${reason} instead of ${wanted}`)
}

function answering(answers: readonly (readonly string[])[]): Lookup {
  let turn = 0
  return async () => (answers[Math.min(turn++, answers.length - 1)] ?? []).map(address => ({ address }))
}

function counting(lookup: Lookup, asked: string[]): Lookup {
  return name => {
    asked.push(name)
    return lookup(name)
  }
}

function addressesOf(found: unknown): string[] {
  return Array.isArray(found) ? found.map(({ address }: { address: string }) => address) : [String(found)]
}

/** A private IPv4 address: written by chance in one of its spellings, inside IPv6, or as the answer to a lookup. */
function makeVector(random: () => number): Vector {
  const below = (n: number): number => Math.floor(random() * n)
  const pick = <T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0]
  const octet = () => below(256)
  const [a, b, c, d] = pick<[number, number, number, number]>([
    [127, octet(), octet(), octet()],
    [10, octet(), octet(), octet()],
    [172, 16 + below(16), octet(), octet()],
    [192, 168, octet(), octet()],
    [169, 254, octet(), octet()],
    [100, 64 + below(64), octet(), octet()],
    [224 + below(32), octet(), octet(), octet()],
    [0, octet(), octet(), octet()],
  ])
  const spell = (n: number): string => pick([n.toString(), `0x${n.toString(16)}`, `0${n.toString(8)}`])
  const whole = a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d
  const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  const v6 = pick([
    `::ffff:${hex}`,
    `::${hex}`,
    `64:ff9b::${hex}`,
    `64:ff9b:1::${hex}`,
    `2002:${hex}::1`,
    `fd00::${hex}`,
  ])
  const v4 = pick([
    [a, b, c, d].map(spell).join('.'),
    [spell(a), spell(b), spell(c * 256 + d)].join('.'),
    [spell(a), spell(whole % 2 ** 24)].join('.'),
    spell(whole),
  ])
  return pick<Vector>([
    { url: `https://${v4}:{port}/`, reason: 'reserved-address' },
    { url: `https://[${v6}]:{port}/`, reason: 'reserved-address' },
    {
      url: 'https://hooks.example.com:{port}/',
      reason: 'reserved-address',
      answers: [[...(random() < 0.5 ? ['8.8.8.8'] : []), pick([`${a}.${b}.${c}.${d}`, v6])]],
    },
  ])
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map(item => ({ item, rank: random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

/** Without a host: on every address of the machine, IPv6 too where there is one. */
async function listen(host: string | undefined, answer: RequestListener) {
  let count = 0
  const server: Server = createServer(answer).on('connection', () => count++)
  await once(server.listen(0, host), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => count,
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

if (import.meta.main) {
  const index = process.argv.indexOf('--seed')
  const result = await provokeSsrf({ seed: index < 0 ? 1 : Number(process.argv[index + 1]) })
  console.log(JSON.stringify(result))
  if (result.problems.length > 0) process.exitCode = 1
}
