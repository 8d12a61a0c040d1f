/**
 * Webhooks to names for which no name server answers, and what another tenant's webhooks wait for meanwhile. The name
 * server is on this machine and silent. The webhooks have 1 KB, and then 0.95 MB.
 *
 * `node test/faults/names.ts` prints a line of JSON for each store and exits 1 when another tenant waited longer than 5 s,
 * or more than 64 MB were needed above the run without such webhooks, or with 0.95 MB above 1 KB. How memory is measured:
 * load-world.ts. Their tasks are queued by a process before. `--full` has 95 such names instead of 60: one caller has at most 100 receivers.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { inParallel, onFreshStore, readWords, type StoreKind, tellOfBoth } from './both-stores.ts'
import { compare, type Figures, fill, type LoadResult, measure, timed, type Victim } from './load-world.ts'
import { startNameServer } from './name-server.ts'
import { startReceiver } from './receivers.ts'
import { lengths } from './small-memory.ts'

const mostDelayMs = 5000
const webhooks = 10

async function buy({ send }: Victim, tenant: string, url: string, text = ''): Promise<void> {
  const authentication = { schemes: ['Bearer'], credentials: 'these-are-the-credentials-of-the-receiver' }
  const body = { ms: 1, text, push_notification_config: { url, authentication }, idempotency_key: crypto.randomUUID() }
  const { status } = await send(tenant, '/work?envelope=adcp', body)
  if (status !== 202) throw new Error(`answered ${status}`)
}

async function run(store: string, names: number, length: number): Promise<Figures> {
  const text = 'x'.repeat(length)
  const server = await startNameServer()
  const receiver = await startReceiver(() => 204)
  const settings = { store, webhooks: { allowLoopback: true, dns: { servers: [server.address] } } }
  try {
    const toHang = (server: Victim, n: number) => buy(server, 'mallory', `https://h${n}.hang.example/hook`, text)
    if (names > 0) await fill(settings, server => inParallel(names, 4, n => toHang(server, n)))
    return await measure(settings, async victim => {
      // The attack is on once lookups are under way.
      for (let n = 0; n < 500 && names > 0 && server.asked.length === 0; n++) await sleep(20)
      const delays: number[] = []
      // As long as the lookups take: the collector of garbage comes in every run.
      const until = performance.now() + 6000
      for (let n = 1; n <= webhooks || performance.now() < until; n++) {
        const came = async () => {
          await buy(victim, 'north', receiver.url.replace('127.0.0.1', 'localhost'))
          for (let looks = 0; looks < 3000 && receiver.came.length < n; looks++) await sleep(10)
        }
        delays.push(await timed(came))
      }
      return delays
    })
  } finally {
    await receiver.close()
    await server.close()
  }
}

export async function provokeNames(kind: StoreKind, names: number): Promise<LoadResult> {
  const runWith = (count: number, length: number) => onFreshStore(kind, url => run(url, count, length))
  const runs = {
    calm: await runWith(0, 0),
    attacked: await runWith(names, lengths.short),
    long: await runWith(names, lengths.long),
  }
  return compare(runs, mostDelayMs)
}

if (import.meta.main) {
  const { full } = readWords()
  await tellOfBoth(kind => provokeNames(kind, full ? 95 : 60))
}
