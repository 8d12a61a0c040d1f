/**
 * One tenant queues 200 tasks of half a second, whose arguments and results have 1 KB, and then 0.95 MB; another has tasks
 * of a millisecond, one after the other.
 *
 * `node test/faults/turns.ts` prints a line of JSON for each store and exits 1 when the other tenant had to wait for the
 * backlog, or more than 64 MB were needed above the run without the backlog, or with 0.95 MB above 1 KB. How memory is
 * measured: load-world.ts. The backlog is queued by a process before. `--full` sends at least 50
 * tasks of the other tenant instead of 10.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { inParallel, onFreshStore, readWords, type StoreKind, tellOfBoth } from './both-stores.ts'
import { compare, type Figures, fill, type LoadResult, measure, timed, type Victim } from './load-world.ts'
import { lengths } from './small-memory.ts'

/** The backlog takes more than ten seconds: whoever waits this long waits for it. */
const mostDelayMs = 3000

async function queue({ send }: Victim, tenant: string, ms: number, text = ''): Promise<string> {
  const response = await send(tenant, '/work', { ms, text })
  const { operationId } = (await response.json()) as { operationId?: string }
  if (response.status !== 202 || operationId === undefined) throw new Error(`answered ${response.status}`)
  return operationId
}

async function finished({ send }: Victim, tenant: string, id: string): Promise<void> {
  for (;;) {
    const { state } = (await (await send(tenant, `/operations/${id}`)).json()) as { state: string }
    if (state === 'completed') return
    await sleep(10)
  }
}

/** `length` is how long the arguments of the backlog are; without it there is no backlog. */
async function run(store: string, tasks: number, length?: number): Promise<Figures> {
  if (length !== undefined) {
    const text = 'x'.repeat(length)
    await fill({ store }, server => inParallel(200, 6, async () => void (await queue(server, 'mallory', 500, text))))
  }
  return measure({ store }, async victim => {
    const delays: number[] = []
    // As long as the backlog takes, nearly.
    const until = performance.now() + 9000
    for (let n = 0; n < tasks || performance.now() < until; n++) {
      delays.push(await timed(async () => finished(victim, 'north', await queue(victim, 'north', 1))))
    }
    return delays
  })
}

export async function provokeTurns(kind: StoreKind, tasks: number): Promise<LoadResult> {
  const runWith = (length?: number) => onFreshStore(kind, url => run(url, tasks, length))
  const runs = { calm: await runWith(), attacked: await runWith(lengths.short), long: await runWith(lengths.long) }
  return compare(runs, mostDelayMs)
}

if (import.meta.main) {
  const { full } = readWords()
  await tellOfBoth(kind => provokeTurns(kind, full ? 50 : 10))
}
