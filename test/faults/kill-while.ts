/** Kills members (-9) at random moments while clients submit tasks, and waits until all of these have ended. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Member, type Place, until } from './durable-world.ts'

export interface KillWhile {
  readonly there: Place
  /** Each is started first, started again after a kill, and killed at the end. */
  readonly members: readonly Member[]
  readonly random: () => number
  readonly tasks: number
  readonly kills: number
}

/** `submit` is one task; sixteen run at a time. Returns problems. */
export async function killWhile(
  { there, members, random, tasks, kills }: KillWhile,
  submit: (number: number) => Promise<void>,
): Promise<string[]> {
  let killed = 0
  let next = 0
  // Work comes just before each blow, so that it is hit.
  let rounds = 0
  const allowed = () => Math.ceil((rounds / kills) * tasks)
  const client = async () => {
    while (next < tasks) {
      if (next < allowed()) await submit(next++)
      else await sleep(5)
    }
  }
  const strike = async () => {
    while (killed < kills) {
      const member = members[Math.floor(random() * members.length)]
      rounds += 1
      await sleep(random() * (random() < 0.3 ? 50 : 400))
      await member?.kill()
      killed += 1
      await member?.start()
    }
  }
  try {
    await Promise.all(members.map(member => member.start()))
    await Promise.all([strike(), ...Array.from({ length: 16 }, client)])
    const isOver = async () => {
      const stats = await there.store.do('stats', {})
      return stats.tasks_queued === 0 && stats.tasks_working === 0
    }
    return (await until(isOver)) ? [] : ['Tasks are still open long after the last kill.']
  } finally {
    await Promise.all(members.map(member => member.kill()))
  }
}
