/**
 * One tenant queues 200 tasks of half a second; another has tasks of a millisecond, one after the other.
 *
 * `node test/faults/turns.ts` prints a line of JSON for each store and exits 1 when the other tenant had to wait for the
 * backlog. `--full` sends 50 tasks of the other tenant instead of 10.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { inParallel, onFreshStore, readWords, type StoreKind, tellOfBoth } from './both-stores.ts'
import { compare, type Figures, type LoadResult, measure, timed, type Victim } from './load-world.ts'

/** The backlog takes more than ten seconds: whoever waits this long waits for it. */
const mostDelayMs = 3000

async function queue({ send }: Victim, tenant: string, ms: number): Promise<string> {
  const response = await send(tenant, '/work', { ms })
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

function run(store: string, tasks: number, isAttacked: boolean): Promise<Figures> {
  return measure({ store }, async victim => {
    // The server has worked for both before.
    for (const tenant of ['mallory', 'north']) await finished(victim, tenant, await queue(victim, tenant, 1))
    if (isAttacked) await inParallel(200, 8, async () => void (await queue(victim, 'mallory', 500)))
    const delays: number[] = []
    for (let n = 0; n < tasks; n++) {
      delays.push(await timed(async () => finished(victim, 'north', await queue(victim, 'north', 1))))
    }
    return delays
  })
}

export async function provokeTurns(kind: StoreKind, store: string, tasks: number): Promise<LoadResult> {
  const calm = await onFreshStore(kind, url => run(url, tasks, false))
  return compare(calm, await run(store, tasks, true), mostDelayMs)
}

if (import.meta.main) {
  const { full } = readWords()
  await tellOfBoth((kind, url) => provokeTurns(kind, url, full ? 50 : 10))
}
