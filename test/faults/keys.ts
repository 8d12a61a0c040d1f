/**
 * One key, many calls at once: two processes make 100 identical calls each at the same moment, round after round, each
 * until it is answered. One of the 200 may execute; all must be told what that one did.
 *
 * `node test/faults/keys.ts --full` does 1,000 rounds on each store; without it a fiftieth. Prints one line of JSON;
 * exits 1 when a key was executed twice or never, or two callers were told different things.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { place, type StoreKind, said, tell } from './durable-world.ts'

export interface KeyFaults {
  seed: number
  store: StoreKind
  rounds: number
  calls: number
}

export interface KeyFaultResult extends KeyFaults {
  executed: number
  answered: number
  seconds: number
  problems: string[]
}

/** What a process tells of one round. */
export interface RoundTold {
  round: number
  executed: number
  /** Every different answer that its callers got. */
  answers: string[]
  answered: number
}

export async function sameKeys({ seed, store: kind, rounds, calls }: KeyFaults): Promise<KeyFaultResult> {
  const started = performance.now()
  const there = await place(kind)
  const script = fileURLToPath(new URL('keys-child.ts', import.meta.url))
  const children = [0, 1].map(() => fork(script, [there.url, String(calls), String(seed)]))
  const problems: string[] = []
  let executed = 0
  let answered = 0
  try {
    await Promise.all(children.map(child => once(child, 'message')))
    for (let round = 0; round < rounds; round++) {
      const told = await Promise.all(
        children.map(async child => {
          child.send({ round })
          const [message] = await once(child, 'message')
          return message as RoundTold
        }),
      )
      const times = told.reduce((sum, one) => sum + one.executed, 0)
      const answers = new Set(told.flatMap(one => one.answers))
      executed += times
      answered += told.reduce((sum, one) => sum + one.answered, 0)
      if (times !== 1) problems.push(`round ${round}: executed ${times} times`)
      if (answers.size !== 1) problems.push(`round ${round}: answered ${[...answers].join(' or ')}`)
    }
  } finally {
    for (const child of children) child.kill('SIGKILL')
  }
  if (answered !== rounds * calls * 2) problems.push(`${answered} of ${rounds * calls * 2} calls were answered.`)
  await there.remove()
  const seconds = Math.round((performance.now() - started) / 100) / 10
  return { seed, store: kind, rounds, calls, executed, answered, seconds, problems: problems.slice(0, 20) }
}

if (import.meta.main) {
  const { full, seed, stores } = said(process.argv.slice(2))
  const results: KeyFaultResult[] = []
  for (const store of stores) results.push(await sameKeys({ seed, store, rounds: full ? 1000 : 20, calls: 100 }))
  tell('keys', results)
}
