/**
 * Many callers, with credentials and without, open MCP sessions as fast as they can and close none, while a caller of
 * another tenant works in one session and newcomers arrive. The same work is done before, without them. All of it is done
 * twice: by clients that say 1 KB about themselves, and by clients that say 0.95 MB, or as much as the server takes.
 *
 * `node test/faults/sessions.ts` prints one line of JSON: the longest stall of the event loop, the delays of the other
 * tenant and the memory, alone and beside the flood. Exits 1 when the other tenant lost the session or a call, a
 * newcomer was refused, more sessions stand than allowed, or more than 64 MB were taken at the peak or are kept. `--full` opens 20,000 short sessions after that in place of 4,000.
 *
 * Peak memory is the resident set of the server process. Its heap is limited to 96 MB and its allocator gives freed
 * memory back (small-memory.ts). Six requests are sent at once. Long and short clients are compared while as many
 * sessions are opened twice as may stand (`mbAbove`); the whole flood of short clients is compared with the work without
 * it (`aboveAloneMb`). What is kept is the heap in use after a collection of garbage.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Carrier } from '../server/carriers/listen.ts'
import { inParallel, Problems, readWords } from './both-stores.ts'
import type { Measured } from './sessions-child.ts'
import { lengths, mostMbAbove, smallMemory } from './small-memory.ts'

interface Run extends Measured {
  calls: number
  /** Milliseconds that the other tenant waited for a call: half of them less, and the longest. */
  median: number
  longest: number
}

interface Flood {
  /** Of those that were asked for. */
  opened: number
  standing: number
  alone: Run
  /** While the first sessions fill the table. */
  full: Run
  /** While as many take their places. */
  over: Run
  /** The rest of the flood; absent where there is none. */
  flooded?: Run
}

export interface SessionResult {
  /** Of clients that say much about themselves above those that say little, at the peak. */
  mbAbove: number
  /** What the whole flood of short clients took above the work without them. */
  aboveAloneMb: number
  short: Flood
  long: Flood
  problems: string[]
  seconds: number
}

const atOnce = 6

interface Caller {
  me?: string
  localAddress?: string
}

interface Answer {
  status: number
  session: string
}

/** One request over a connection of its own, from an address of this machine. */
function send(url: string, { me, localAddress }: Caller, method: string, params: object, session?: string) {
  return new Promise<Answer>((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(me === undefined ? undefined : { 'x-me': me }),
      ...(session === undefined ? undefined : { 'mcp-session-id': session, 'mcp-protocol-version': '2025-06-18' }),
    }
    httpRequest(url, { method: 'POST', headers, agent: false, ...(localAddress && { localAddress }) }, response => {
      const { statusCode: status = 0, headers: got } = response
      response.resume().once('error', reject)
      response.once('end', () => resolve({ status, session: String(got['mcp-session-id'] ?? '') }))
    })
      .once('error', reject)
      .end(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
  })
}

const begin = (url: string, caller: Caller, title = 'short') =>
  send(url, caller, 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'fault', version: '1', title },
  })

interface Sizes {
  /** How many sessions the server may have. */
  most: number
  /** How many are opened. */
  sessions: number
  /** How much each client says about itself. */
  length: number
  /** The same of those that come when the table was filled twice. */
  restLength: number
  carrier?: Carrier | undefined
}

async function flood(
  { most, sessions, length, restLength, carrier = 'node' }: Sizes,
  problems: Problems,
): Promise<Flood> {
  const child = fork(fileURLToPath(new URL('sessions-child.ts', import.meta.url)), [String(most), carrier], {
    execArgv: ['--expose-gc', ...smallMemory.execArgv],
    env: { ...process.env, ...smallMemory.env },
  })
  const [address] = await once(child, 'message')
  const url = `${address}/mcp`
  const order = async (word: string) => {
    child.send(word)
    const [answer] = await once(child, 'message')
    return answer as Measured
  }
  const victim = { me: 'victim' }
  const { session } = await begin(url, victim)
  let newcomers = 0

  /** The other tenant calls until the work is done; a newcomer arrives with every tenth call. */
  const beside = async (work: Promise<void>): Promise<Run> => {
    await order('begin')
    const delays: number[] = []
    let isOver = false
    void work.finally(() => {
      isOver = true
    })
    while (!isOver || delays.length < 200) {
      const at = performance.now()
      const { status } = await send(url, victim, 'tools/call', { name: 'greet', arguments: { name: 'x' } }, session)
      delays.push(performance.now() - at)
      if (status !== 200) problems.add(`the other tenant was answered ${status}`)
      if (delays.length % 10 !== 0) continue
      const newcomer = await begin(url, { me: `newcomer ${newcomers++}` })
      if (newcomer.status !== 200) problems.add(`a newcomer was answered ${newcomer.status}`)
    }
    await work
    const sorted = delays.toSorted((a, b) => a - b)
    const [median = 0, longest = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map(ms =>
      Math.round(ms ?? 0),
    )
    return { calls: delays.length, median, longest, ...(await order('measure')) }
  }

  const attackers: Caller[] = [
    ...Array.from({ length: 40 }, (_, n) => ({ me: `attacker ${n}` })),
    ...Array.from({ length: 8 }, (_, n) => ({ localAddress: `127.0.0.${n + 2}` })),
  ]
  const opened: { caller: Caller; session: string }[] = []
  const open = (count: number, titleLength: number) =>
    inParallel(count, atOnce, async n => {
      const caller = attackers[n % attackers.length] ?? victim
      const answer = await begin(url, caller, 'x'.repeat(titleLength))
      if (answer.status === 200) opened.push({ caller, session: answer.session })
    })

  try {
    const alone = await beside(Promise.resolve())
    const full = await beside(open(most, length))
    const over = await beside(open(most, length))
    const rest = sessions - 2 * most
    const flooded = rest > 0 ? await beside(open(rest, restLength)) : undefined
    let standing = 1
    await inParallel(opened.length, atOnce, async n => {
      const one = opened[n]
      if (one && (await send(url, one.caller, 'ping', {}, one.session)).status === 200) standing++
    })
    if (standing > most) problems.add(`${standing} sessions stand`)
    const kept = (flooded ?? over).keptMemory - alone.keptMemory
    if (kept > mostMbAbove) problems.add(`${kept} MB are kept for sessions`)
    return { opened: opened.length, standing, alone, full, over, ...(flooded && { flooded }) }
  } finally {
    child.kill('SIGKILL')
  }
}

/** `most` is how many sessions the server may have, `sessions` how many are opened by short clients. */
export async function floodSessions({
  sessions,
  most,
  carrier,
}: Pick<Sizes, 'sessions' | 'most' | 'carrier'>): Promise<SessionResult> {
  const started = performance.now()
  const problems = new Problems()
  const short = await flood({ most, sessions, length: lengths.short, restLength: lengths.short, carrier }, problems)
  // At last those that say as much as the server takes.
  const long = await flood({ most, sessions: 3 * most, length: lengths.long, restLength: 16_000, carrier }, problems)
  const peak = ({ full, over }: Flood) => Math.max(full.peakMemory, over.peakMemory)
  const mbAbove = peak(long) - peak(short)
  if (mbAbove > mostMbAbove) problems.add(`Long clients took ${mbAbove} MB more than short ones.`)
  const aboveAloneMb = Math.max(peak(short), short.flooded?.peakMemory ?? 0) - short.alone.peakMemory
  const seconds = Math.round((performance.now() - started) / 100) / 10
  return { mbAbove, aboveAloneMb, short, long, problems: problems.all, seconds }
}

if (import.meta.main) {
  const { full } = readWords()
  const result = await floodSessions({ sessions: full ? 20_000 : 4000, most: 1000 })
  console.log(JSON.stringify(result))
  if (result.problems.length > 0) process.exitCode = 1
}
