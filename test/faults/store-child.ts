/** One of several processes on one store. Says what it did in one line of JSON. */
import { openStore } from '../../src/store/open.ts'

const [url = '', me = '0', what = 'open'] = process.argv.slice(2)
const body = new TextEncoder().encode(me)
const store = await openStore(url)

/** Claims the same keys as the others, and counts those it executed. */
async function claims(): Promise<unknown> {
  const executed: string[] = []
  await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const fence = { scope: 's', key: `key-${n}`, runId: `${me}-${n}`, epoch: 1 }
      const input = { ...fence, fingerprint: 'f', now: 1, leaseUntil: 1e9, expiresAt: 1e9, expired: 'refuse' } as const
      const told = await store.do('claim', input)
      if (told.kind !== 'fresh') return
      executed.push(fence.key)
      await store.do('finishClaim', { ...fence, answer: body, expiresAt: 1e9 })
    }),
  )
  return executed
}

/** Takes tasks as long as there are any, and writes into the log that all share. */
async function tasks(): Promise<unknown> {
  const done: string[] = []
  const most: number[] = []
  for (;;) {
    const rows = await store.do('leaseTasks', { now: 1, leaseUntil: 1e9, limit: 3, perTenant: 5, operations: 'o' })
    const open = await store.do('stats', {})
    most.push(open.tasks_working ?? 0)
    if (rows.length === 0 && (open.tasks_queued ?? 0) === 0) return { done, most: Math.max(...most) }
    for (const { id, epoch } of rows) {
      const event = { kind: 'e', body }
      await store.do('appendEvents', { id, epoch, events: [event, event], now: 1 })
      await store.do('endTask', { id, epoch, state: 'completed', outcome: body, event, now: 2 })
      done.push(id)
    }
  }
}

const result = what === 'claims' ? await claims() : what === 'tasks' ? await tasks() : await store.do('ping', {})
await store.close()
console.log(JSON.stringify(result))
