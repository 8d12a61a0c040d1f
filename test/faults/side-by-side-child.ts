/** One process of one version on a shared store: begins tasks under shared keys, and does and sends what is due. */
import { setTimeout as sleep } from 'node:timers/promises'

const [root = '', url = '', me = '', calls = '0', receiver = ''] = process.argv.slice(2)
const { kit } = await import(`${root}/test/runtime/kit.ts`)
const { default: agent } = await import(`${root}/test/cli/durable/agent.ts`)
const { Outbox } = await import(`${root}/src/runtime/webhooks/outbox.ts`)
const tell = (message: object): void => console.log(JSON.stringify(message))

const errors: Record<string, number> = {}
const count = (error: unknown): void => {
  const { code = 'unknown' } = error as { code?: string }
  errors[code] = (errors[code] ?? 0) + 1
}

let opened: Awaited<ReturnType<typeof kit>>
try {
  const secret = `whsec_${Buffer.from('a secret of the receiver, thirty-two').toString('base64')}`
  opened = await kit(agent, { url, webhooks: [{ url: receiver, secret }] })
} catch (error) {
  tell({ me, refused: (error as Error).message })
  process.exit(3)
}
const { call, worker, store, runtime, close } = opened
let ended = 0
const running = worker({
  onError: count,
  onTask: (_: unknown, news: { kind: string }) => {
    if (news.kind === 'settled') ended += 1
  },
})
const outbox = new Outbox(runtime, { post: { allowLoopback: true }, onError: count })
outbox.start()
tell({ me, ready: true })
let begun = 0
let replayed = 0

/** Begins the task of a key, or is told which one it began. A key that another is working on is tried again. */
async function begin(key: number): Promise<void> {
  const { outcome, exchange } = await call('work', { name: `${key}` }, { idempotencyKey: `key-${key}` })
  if (outcome.fault?.code === 'IDEMPOTENCY_IN_FLIGHT') return begin(key)
  if (exchange.replayed) replayed += 1
  else if (outcome.kind === 'pending') begun += 1
  else count({ code: outcome.fault?.code ?? outcome.kind })
}

const keys = Array.from({ length: Number(calls) }, (_, key) => key)
// The old begin with the first key, the new with the last: each begins some.
for (const [index, key] of (me.startsWith('old') ? keys : keys.toReversed()).entries()) {
  await begin(key)
  if (index === 20) tell({ me, busy: true })
  await sleep(20)
}
for (;;) {
  const { tasks_queued: queued, tasks_working: working, deliveries_waiting: waiting } = await store.do('stats', {})
  if (queued === 0 && working === 0 && waiting === 0) break
  await sleep(50)
}
await running.stop()
await outbox.stop()
await close()
tell({ me, begun, replayed, ended, errors })
