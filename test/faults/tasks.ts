/**
 * Kills (-9) of servers at random moments while clients submit tasks. Two servers with a worker each share one store;
 * whoever is killed is started again. Clients repeat with the same key until they are told of a task.
 *
 * `node test/faults/tasks.ts --full` does 5,000 tasks under 200 kills on each store; without it a fiftieth. `--store
 * sqlite|postgres` takes one of them, `--seed N` repeats a run as far as the system's own scheduling allows. Prints one
 * line of JSON; exits 1 when an acknowledged task was lost, doubled or did not end, or a committed step was repeated.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { allTasks, keyed, Member, place, type StoreKind, said, send, taskIn, tell } from './durable-world.ts'
import { chance } from './files-parts.ts'
import { killWhile } from './kill-while.ts'

export interface TaskFaults {
  seed: number
  store: StoreKind
  tasks: number
  kills: number
}

export interface TaskFaultResult extends TaskFaults {
  acknowledged: number
  completed: number
  /** Keys that were told of two tasks, and tasks that no key was told of. */
  doubled: number
  lost: number
  stepsRun: number
  /** Steps that ran more than once because a kill came before their commit. */
  stepsRunAgain: number
  committedRepeated: number
  seconds: number
  problems: string[]
}

export async function killTasks({ seed, store: kind, tasks, kills }: TaskFaults): Promise<TaskFaultResult> {
  const started = performance.now()
  const random = chance(seed)
  const there = await place(kind)
  const problems: string[] = []
  const told = new Map<string, Set<string>>()
  const members = [0, 1].map(() => new Member(there, { leaseMs: 2000 }))
  /** Repeated until it is acknowledged; some are asked about again. */
  const submit = async (number: number) => {
    const key = `key-${number}`
    const ids = new Set<string>()
    told.set(key, ids)
    for (let times = random() < 0.1 ? 2 : 1; times > 0; ) {
      const member = members[random() < 0.5 ? 0 : 1]
      const reply = await send(member?.url ?? '', '/work', keyed(key, { name: key, waitMs: 100 }, true))
      const id = taskIn(reply.text)
      if (reply.status === 202 && id !== undefined) {
        ids.add(id)
        times -= 1
      } else {
        if (![0, 409, 503].includes(reply.status)) {
          problems.push(`answered ${reply.status}: ${reply.text.slice(0, 200)}`)
        }
        await sleep(20 + random() * 100)
      }
    }
  }
  problems.push(...(await killWhile({ there, members, random, tasks, kills }, submit)))
  const rows = await allTasks(there.store)
  const states = new Map(rows.map(row => [row.id, row]))
  const ids = [...told.values()].flatMap(of => [...of])
  const ran = new Map<string, number>()
  let committedRepeated = 0
  for (const line of there.lines()) {
    const [word, name = ''] = line.split(' ')
    if (word !== 'ran' && word !== 'repeated') continue
    ran.set(name, (ran.get(name) ?? 0) + 1)
    if (word === 'repeated') committedRepeated += 1
  }
  const lost = ids.filter(id => !states.has(id)).length
  const doubled = rows.length - told.size + [...told.values()].filter(of => of.size !== 1).length
  const completed = rows.filter(({ state, ends, gaps }) => state === 'completed' && ends === 1 && !gaps).length
  if (lost > 0) problems.push(`${lost} acknowledged tasks are lost.`)
  if (doubled !== 0) problems.push(`${rows.length} tasks for ${told.size} keys; a key has two, or none.`)
  if (completed !== tasks) problems.push(`${completed} of ${tasks} tasks are completed once: ${odd(rows)}`)
  if (committedRepeated > 0) problems.push(`${committedRepeated} committed steps ran again.`)
  if (ran.size !== tasks * 3) problems.push(`${ran.size} steps ran of ${tasks * 3}.`)
  problems.push(...members.flatMap(member => member.problems))
  await there.remove()
  return {
    seed,
    store: kind,
    tasks,
    kills,
    acknowledged: new Set(ids).size,
    completed,
    doubled,
    lost,
    stepsRun: ran.size,
    stepsRunAgain: [...ran.values()].filter(times => times > 1).length,
    committedRepeated,
    seconds: Math.round((performance.now() - started) / 100) / 10,
    problems: [...new Set(problems)].slice(0, 20),
  }
}

const odd = (rows: readonly { state: string; ends: number; gaps: boolean }[]) =>
  JSON.stringify(rows.filter(({ state, ends, gaps }) => state !== 'completed' || ends !== 1 || gaps).slice(0, 5))

if (import.meta.main) {
  const { full, seed, stores } = said(process.argv.slice(2))
  const results: TaskFaultResult[] = []
  for (const store of stores) {
    results.push(await killTasks({ seed, store, ...(full ? { tasks: 5000, kills: 200 } : { tasks: 100, kills: 4 }) }))
  }
  tell('tasks', results)
}
