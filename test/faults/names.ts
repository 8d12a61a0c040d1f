/**
 * Webhooks to names for which no name server answers, and what another tenant's webhooks wait for meanwhile. The name
 * server is on this machine and silent.
 *
 * `node test/faults/names.ts` prints a line of JSON for each store and exits 1 when anything did not hold. `--full` has
 * 95 such names instead of 60: one caller has at most 100 receivers.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { inParallel, onFreshStore, readWords, type StoreKind, tellOfBoth } from './both-stores.ts'
import { compare, type Figures, type LoadResult, measure, timed, type Victim } from './load-world.ts'
import { startNameServer } from './name-server.ts'
import { startReceiver } from './receivers.ts'

const mostDelayMs = 5000
const webhooks = 10

async function buy({ send }: Victim, tenant: string, url: string): Promise<void> {
  const authentication = { schemes: ['Bearer'], credentials: 'these-are-the-credentials-of-the-receiver' }
  const body = { ms: 1, push_notification_config: { url, authentication }, idempotency_key: crypto.randomUUID() }
  const { status } = await send(tenant, '/work?envelope=adcp', body)
  if (status !== 202) throw new Error(`answered ${status}`)
}

async function run(store: string, names: number): Promise<Figures> {
  const server = await startNameServer()
  const receiver = await startReceiver(() => 204)
  const settings = { store, webhooks: { allowLoopback: true, dns: { servers: [server.address] } } }
  try {
    return await measure(settings, async victim => {
      await inParallel(names, 4, n => buy(victim, 'mallory', `https://h${n}.hang.example/hook`))
      // The attack is on once lookups are under way.
      for (let n = 0; n < 500 && names > 0 && server.asked.length === 0; n++) await sleep(20)
      const delays: number[] = []
      for (let n = 1; n <= webhooks; n++) {
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

export async function provokeNames(kind: StoreKind, store: string, names: number): Promise<LoadResult> {
  const calm = await onFreshStore(kind, url => run(url, 0))
  return compare(calm, await run(store, names), mostDelayMs)
}

if (import.meta.main) {
  const { full } = readWords()
  await tellOfBoth((kind, url) => provokeNames(kind, url, full ? 95 : 60))
}
