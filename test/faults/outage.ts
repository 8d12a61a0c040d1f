/**
 * A database that is cut off (`immediate`: what a power cut leaves) every 5 to 10 seconds while clients work. Two
 * servers share it, and nobody starts them again: they have to live through it. Clients ask for tasks and for answers
 * at once, each in the contract they speak, and repeat with the same key until they are told.
 *
 * `node test/faults/outage.ts --full` goes on for 10 minutes; without it through 2 cuts. Prints one line of JSON;
 * exits 1 when a call was lost or doubled, a committed step ran again, a server fell, or a client was told anything
 * but that it is unavailable, with Retry-After and in its contract, while the database was away.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { check } from '../../src/codec/check.ts'
import { contract as contractById } from '../../src/contracts/registry.ts'
import { Body } from '../../src/wire/body.ts'
import { httpWire } from '../../src/wire/http.ts'
import { allTasks, keyed, Member, place, type Reply, said, send, taskIn, tell, until } from './durable-world.ts'
import { chance } from './files-parts.ts'

export interface OutageFaults {
  seed: number
  /** At least so many cuts, and at least so long. */
  cuts: number
  seconds: number
  /** The shortest and the longest time between two cuts. */
  between: readonly [number, number]
  /** It is away at least so long, and up to two seconds longer. */
  awayMs: number
}

export interface OutageResult {
  seed: number
  cuts: number
  calls: number
  tasks: number
  lost: number
  doubled: number
  committedRepeated: number
  /** How often callers were told to come back later. */
  unavailable: number
  inFlight: number
  fell: number
  seconds: number
  problems: string[]
}

const envelopes = ['yaagents', 'agent-run', 'problem', 'jpcite'] as const

export async function cutOff({ seed, cuts, seconds, between, awayMs }: OutageFaults): Promise<OutageResult> {
  const started = performance.now()
  const random = chance(seed)
  const there = await place('postgres')
  const members = [0, 1].map(() => new Member(there, { leaseMs: 5000 }))
  const problems: string[] = []
  const told = new Map<string, string>()
  const done = new Map<string, number>()
  let isOver = false
  let next = 0
  let unavailable = 0
  let inFlight = 0
  let cut = 0

  /** What an answer says that is not the answer. */
  const judge = (reply: Reply, envelope: string, what: string): void => {
    const isAway = reply.text.includes('STORE_UNAVAILABLE')
    if (reply.text.includes('IDEMPOTENCY_IN_FLIGHT')) inFlight += 1
    // agent-run tells every outcome with 200, and says in the body which it is.
    else if (isAway && reply.status === (envelope === 'agent-run' ? 200 : 503)) {
      unavailable += 1
      if (!reply.headers.has('retry-after')) problems.push(`${what} in ${envelope}: no Retry-After`)
      const wire = httpWire({
        status: reply.status,
        headers: Object.fromEntries(reply.headers),
        body: Body.ofBytes(new TextEncoder().encode(reply.text)),
      })
      const found = check(contractById(envelope), wire)
      if (found.length > 0) problems.push(`${what} in ${envelope}: ${found[0]?.rule}`)
    } else problems.push(`${what} in ${envelope}: ${reply.status} ${reply.text.slice(0, 200)}`)
  }
  const url = () => members[random() < 0.5 ? 0 : 1]?.url ?? ''

  const client = async () => {
    while (!isOver) {
      const key = `key-${next++}`
      const envelope = envelopes[Math.floor(random() * envelopes.length)] ?? 'yaagents'
      const isAsync = random() < 0.5
      for (;;) {
        const body = { name: key, waitMs: 60 }
        const reply = await send(url(), `/work?envelope=${envelope}`, keyed(key, body, isAsync))
        const id = taskIn(reply.text)
        if (isAsync && reply.status < 300 && id !== undefined) {
          told.set(key, id)
          const status = await send(url(), `/operations/${id}/status?envelope=${envelope}`)
          if (status.status !== 200) judge(status, envelope, 'status')
        } else if (!isAsync && reply.status === 200 && reply.text.includes(key)) done.set(key, reply.status)
        else {
          judge(reply, envelope, isAsync ? 'task' : 'call')
          await sleep(100 + random() * 200)
          continue
        }
        break
      }
      await sleep(random() * 50)
    }
  }
  try {
    await Promise.all(members.map(member => member.start()))
    const clients = Array.from({ length: 12 }, client)
    const [least, most] = between
    while (cut < cuts || performance.now() - started < seconds * 1000) {
      await sleep(least + random() * (most - least))
      await there.postgres?.stop('immediate')
      cut += 1
      const before = unavailable
      await sleep(awayMs + random() * 2000)
      if (before === 0) await until(() => unavailable > before)
      await there.postgres?.start()
    }
    isOver = true
    await Promise.all(clients)
    const isIdle = async () => {
      const stats = await there.store.do('stats', {})
      return stats.tasks_queued === 0 && stats.tasks_working === 0
    }
    if (!(await until(isIdle))) problems.push('Tasks are still open long after the last cut.')
  } finally {
    await Promise.all(members.map(member => member.kill()))
  }
  const rows = await allTasks(there.store)
  const states = new Map(rows.map(row => [row.id, row]))
  const lost = [...told.values()].filter(id => states.get(id)?.state !== 'completed').length
  const doubled = rows.length - told.size + rows.filter(({ ends, gaps }) => ends !== 1 || gaps).length
  const committedRepeated = there.lines().filter(line => line.startsWith('repeated')).length
  const fell = members.reduce((sum, member) => sum + member.fell, 0)
  if (lost > 0) problems.push(`${lost} acknowledged tasks are not completed.`)
  if (doubled !== 0) problems.push(`${rows.length} tasks for ${told.size} keys.`)
  if (committedRepeated > 0) problems.push(`${committedRepeated} committed steps ran again.`)
  if (told.size + done.size !== next) problems.push(`${told.size + done.size} of ${next} calls were answered.`)
  if (unavailable === 0) problems.push('Nobody was ever told that the store is away.')
  problems.push(...members.flatMap(member => member.problems))
  await there.remove()
  return {
    seed,
    cuts: cut,
    calls: done.size,
    tasks: told.size,
    lost,
    doubled,
    committedRepeated,
    unavailable,
    inFlight,
    fell,
    seconds: Math.round((performance.now() - started) / 100) / 10,
    problems: [...new Set(problems)].slice(0, 20),
  }
}

if (import.meta.main) {
  const { full, seed } = said(process.argv.slice(2))
  const size = full
    ? { cuts: 0, seconds: 600, between: [5000, 10_000] as const, awayMs: 0 }
    : { cuts: 2, seconds: 0, between: [2000, 3000] as const, awayMs: 2000 }
  tell('outage', [await cutOff({ seed, ...size })])
}
