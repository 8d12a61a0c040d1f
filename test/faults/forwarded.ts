/**
 * Kills (-9) of gateways and of their upstream at random moments while clients submit tasks that are forwarded. Two
 * gateways share one store; whoever is killed is started again. Two of three calls have a key, and are repeated until
 * a task is acknowledged; the others are sent once.
 *
 * `node test/faults/forwarded.ts --full` does 5,000 tasks under 200 kills on each store; without it a fiftieth. `--store
 * sqlite|postgres` takes one of them, `--seed N` repeats a run as far as the system's own scheduling allows. Prints one
 * line of JSON; exits 1 when an acknowledged task was lost or did not end, when a call with a key reached the upstream
 * with two keys or became two tasks, or when a call without a key reached it twice, or ended as if that were known.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { allTasks, keyed, Member, place, type StoreKind, said, send, taskIn, tell } from './durable-world.ts'
import { chance } from './files-parts.ts'
import { killWhile } from './kill-while.ts'

export interface ForwardedFaults {
  seed: number
  store: StoreKind
  tasks: number
  kills: number
}

export interface ForwardedResult extends ForwardedFaults {
  acknowledged: number
  lost: number
  completed: number
  /** Calls without a key of which nobody saw the answer. */
  unknown: number
  failed: number
  /** Calls with a key that reached the upstream more than once, each time with the same key. */
  sentAgain: number
  seconds: number
  problems: string[]
}

export async function killForwarded({ seed, store: kind, tasks, kills }: ForwardedFaults): Promise<ForwardedResult> {
  const started = performance.now()
  const random = chance(seed)
  const there = await place(kind)
  const port = await freePort()
  const upstream = new Member(there, { port }, 'forwarded-upstream.ts')
  const settings = { upstream: `http://127.0.0.1:${port}`, leaseMs: 2000 }
  const gateways = [0, 1].map(() => new Member(there, settings, 'forwarded-gateway.ts'))
  const members = [...gateways, upstream]
  const problems: string[] = []
  /** The tasks that were acknowledged for a name. */
  const acknowledged = new Map<string, Set<string>>()
  const submit = async (number: number) => {
    const hasKey = number % 3 !== 0
    const name = `${hasKey ? 'keyed' : 'once'}-${number}`
    const ids = new Set<string>()
    for (let times = hasKey && random() < 0.1 ? 2 : 1; times > 0; ) {
      const gateway = gateways[random() < 0.5 ? 0 : 1]
      const call = keyed(`key-${number}`, { number }, true)
      if (!hasKey) delete (call.headers as Record<string, string>)['idempotency-key']
      const reply = await send(gateway?.url ?? '', `/work/${name}`, call)
      const id = taskIn(reply.text)
      if (reply.status === 202 && id !== undefined) {
        ids.add(id)
        acknowledged.set(name, ids)
        times -= 1
        continue
      }
      if (![0, 409, 503].includes(reply.status)) {
        problems.push(`answered ${reply.status}: ${reply.text.slice(0, 200)}`)
      }
      if (!hasKey) break
      await sleep(20 + random() * 100)
    }
  }
  problems.push(...(await killWhile({ there, members, random, tasks, kills }, submit)))
  const rows = await allTasks(there.store)
  const states = new Map(rows.map(({ id, state }) => [id, state]))
  const calls = new Map<string, string[]>()
  for (const line of there.lines()) {
    const [word, path = '', key = ''] = line.split(' ')
    const name = path.slice('/work/'.length)
    if (word === 'call') calls.set(name, [...(calls.get(name) ?? []), key])
  }
  let lost = 0
  let sentAgain = 0
  const ended: Record<string, number> = {}
  for (const [name, ids] of acknowledged) {
    const [id = ''] = ids
    const state = states.get(id)
    const keys = calls.get(name) ?? []
    if (ids.size > 1) problems.push(`${name} became two tasks.`)
    if (state === undefined) lost += 1
    ended[state ?? 'lost'] = (ended[state ?? 'lost'] ?? 0) + 1
    if (name.startsWith('keyed')) {
      if (state !== 'completed') problems.push(`${name} has a key and is ${state}.`)
      if (new Set(keys).size !== 1 || keys[0] === '-')
        problems.push(`${name} reached the upstream with ${new Set(keys).size} keys.`)
      if (keys.length > 1) sentAgain += 1
    } else if (state === 'completed' ? keys.length !== 1 : state === 'unknown' ? keys.length > 1 : keys.length > 0) {
      problems.push(`${name} has no key, is ${state} and reached the upstream ${keys.length} times.`)
    }
  }
  // Calls without a key that nobody acknowledged may be tasks all the same, and are sent once too.
  for (const [name, keys] of calls) {
    if (name.startsWith('once') && keys.length > 1)
      problems.push(`${name} has no key and was sent ${keys.length} times.`)
  }
  if (lost > 0) problems.push(`${lost} acknowledged tasks are lost.`)
  const endless = rows.filter(({ ends, gaps }) => ends !== 1 || gaps).length
  if (endless > 0) problems.push(`${endless} tasks have no end, two, or gaps in their log.`)
  problems.push(...members.flatMap(member => member.problems))
  await there.remove()
  return {
    ...{ seed, store: kind, tasks, kills, acknowledged: acknowledged.size, lost, sentAgain },
    completed: ended.completed ?? 0,
    unknown: ended.unknown ?? 0,
    failed: ended.failed ?? 0,
    seconds: Math.round((performance.now() - started) / 100) / 10,
    problems: [...new Set(problems)].slice(0, 20),
  }
}

if (import.meta.main) {
  const { full, seed, stores } = said(process.argv.slice(2))
  const results: ForwardedResult[] = []
  for (const store of stores) {
    results.push(
      await killForwarded({ seed, store, ...(full ? { tasks: 5000, kills: 200 } : { tasks: 100, kills: 4 }) }),
    )
  }
  tell('forwarded', results)
}
