/**
 * Webhooks to receivers that fail three times in ten, to one that never answers and to one that is gone. Two servers
 * share a store; their callers register receivers as AdCP has it, and the settings name two by Standard Webhooks.
 *
 * `node test/faults/webhooks.ts` prints one line of JSON a store and exits 1 when anything did not hold.
 * `--seed N` chooses who fails when; `--full` sends 10,000 webhooks from each store.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Authenticate } from '../../src/auth/index.ts'
import { defineAgent, operation } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { openStore } from '../../src/store/open.ts'
import { type Verified, verifyAdcpHmac, verifyBearer, verifyStandard } from '../../src/webhooks/index.ts'
import { inParallel, Problems, readWords, tellOfBoth } from './both-stores.ts'
import { chance } from './files-parts.ts'
import { type Came, type Receiver, startReceiver } from './receivers.ts'

export interface WebhookResult {
  seed: number
  /** Webhooks that had to arrive, and how many tries that took. */
  webhooks: number
  tries: number
  /** Tries at the receiver that never answers; the most of them, and of all others, at once. */
  deadTries: number
  deadAtOnce: number
  goneTries: number
  problems: string[]
  seconds: number
}

const perEndpoint = 4
const attempts = 9
/** No message is failed more often than this in a row: it must arrive before the schedule ends. */
const mostFailures = 4
const standardSecret = `whsec_${Buffer.from('a secret of the receiver, thirty-two').toString('base64')}`
const credentials = (n: number) => `receiver ${n} has credentials of its own`.replaceAll(' ', '-')

const agent = defineAgent({
  name: 'buyer',
  version: '1.0.0',
  operations: {
    create_media_buy: operation({
      title: 'Buy',
      route: 'POST /media-buys',
      async: true,
      input: z.object({ n: z.number() }),
      handler: ({ n }) => ({ media_buy_id: `mb-${n}` }),
    }),
  },
})

/** Whoever names themselves is believed. */
const believed: Authenticate = async request => {
  const tenant = request.headers.get('x-me')
  return tenant === null ? undefined : { subject: 'buyer', tenant, roles: [] }
}

/** `calls` is the number of tasks: each is told to its own receiver and to the two of the settings. */
export async function provokeWebhooks(
  url: string,
  { seed, calls }: { seed: number; calls: number },
): Promise<WebhookResult> {
  const started = performance.now()
  const random = chance(seed)
  const problems = new Problems()
  const failures = new Map<string, number>()
  const flaky = ({ body }: { body: Buffer }): Came['answered'] => {
    const { idempotency_key: id } = JSON.parse(body.toString()) as { idempotency_key: string }
    const failed = failures.get(id) ?? 0
    const roll = random()
    if (roll >= 0.3 || failed >= mostFailures) return 204
    failures.set(id, failed + 1)
    return roll < 0.12 ? 500 : roll < 0.24 ? 'reset' : 'hang'
  }
  const flakies = await Promise.all(Array.from({ length: 6 }, () => startReceiver(flaky)))
  const hears = await startReceiver(flaky)
  const dead = await startReceiver(() => 'hang')
  const gone = await startReceiver(() => 410)
  const options = {
    contract: 'adcp',
    keyInserts: { adcp: { perSecond: 1e6, burst: 1e6 } },
    perCaller: { queuedTasks: 1e6, pushes: 1e6 },
    authenticate: believed,
    store: url,
    secret: 'a secret that both servers share, of course',
    worker: { concurrency: 20, pollMs: 200 },
    webhooks: {
      allowLoopback: true,
      endpoints: [hears, gone].map(receiver => ({ url: receiver.url, secret: standardSecret })),
      concurrency: 32,
      perEndpoint,
      timeoutMs: 2000,
      schedule: { attempts, baseMs: 10, factor: 2, capMs: 200, jitter: 0.25, horizonMs: 3_600_000 },
    },
  }
  const servers = [await serve(agent, options).listen({ port: 0 }), await serve(agent, options).listen({ port: 0 })]
  const store = await openStore(url)

  /** One call in a hundred wants its news where nobody answers; the first few all do. */
  const receiverOf = (n: number): number => (n < 5 || n % 100 === 0 ? -1 : n % flakies.length)
  const tasks: string[] = []
  await inParallel(calls, 16, async n => {
    const to = receiverOf(n)
    const { url: address } = flakies[to] ?? dead
    const scheme = to % 2 === 0 ? 'Bearer' : 'HMAC-SHA256'
    const response = await fetch(`${servers[n % 2]?.url}/media-buys`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-me': `tenant-${n % 3}` },
      body: JSON.stringify({
        n,
        idempotency_key: `webhooks-fault-${n}-key`,
        push_notification_config: {
          // A path of its own for each, as buyers do: receivers are told apart by who answers.
          url: `${address}/${n}`,
          operation_id: `op-${n}`,
          authentication: { schemes: [scheme], credentials: credentials(to) },
        },
      }),
    })
    const { task_id: id } = (await response.json()) as { task_id?: string }
    if (response.status !== 202 || id === undefined) problems.add(`call ${n}: ${response.status}`)
    tasks[n] = id ?? ''
  })

  const dying = tasks.filter((_, n) => receiverOf(n) < 0)
  for (;;) {
    const open = await store.do('stats', {})
    const left = [open.tasks_queued, open.tasks_working, open.deliveries_waiting].reduce<number>((a, b = 0) => a + b, 0)
    if (left === 0) break
    await sleep(100)
  }
  for (const server of servers) await server.close()

  for (const [to, receiver] of flakies.entries()) {
    const mine = new Set(tasks.filter((_, n) => receiverOf(n) === to))
    const verify = (came: Came) =>
      to % 2 === 0
        ? verifyBearer({ ...came, tokens: [credentials(to)] })
        : verifyAdcpHmac({ ...came, secrets: [credentials(to)], now: () => came.at })
    judge(`receiver ${to}`, receiver, mine, verify, problems)
  }
  const verifyAny = (came: Came) => verifyStandard({ ...came, secrets: [standardSecret], now: () => came.at })
  judge('the standard receiver', hears, new Set(tasks), verifyAny, problems)
  for (const came of hears.came) {
    const { idempotency_key: id } = JSON.parse(came.body.toString()) as { idempotency_key: string }
    if (came.headers['webhook-id'] !== id) problems.add('webhook-id is not the id of the message')
  }

  if (dead.most > perEndpoint) problems.add(`${dead.most} tries at once at the receiver that never answers`)
  if (dead.came.length > dying.length * attempts) problems.add(`${dead.came.length} tries at the dead receiver`)
  if (gone.came.length === 0 || gone.came.length > perEndpoint) problems.add(`${gone.came.length} tries after 410`)
  const given = await deadLetters(store, 3)
  for (const id of dying) {
    const letter = given.find(one => one.taskId === id && one.url.startsWith(dead.url))
    if (letter?.attempt !== attempts || letter.reason !== 'timeout') problems.add(`${id} is no dead letter`)
  }
  const unexpected = given.filter(({ url: at }) => !at.startsWith(dead.url) && at !== gone.url)
  for (const { reason } of unexpected) problems.add(`given up: ${reason}`)
  if ((await store.do('stats', {})).endpoints_disabled !== 1) problems.add('410 has not disabled one endpoint')

  await store.close()
  const all = [...flakies, hears]
  const tries = all.reduce((sum, { came }) => sum + came.length, 0)
  for (const receiver of [...all, dead, gone]) await receiver.close()
  return {
    seed,
    webhooks: calls - dying.length + calls,
    tries,
    deadTries: dead.came.length,
    deadAtOnce: dead.most,
    goneTries: gone.came.length,
    problems: problems.all,
    seconds: Math.round((performance.now() - started) / 100) / 10,
  }
}

/** Every task was told, with one id and the same bytes at every try, each of them signed. */
function judge(
  name: string,
  { came }: Receiver,
  expected: ReadonlySet<string>,
  verify: (came: Came) => Verified,
  problems: Problems,
): void {
  const ids = new Map<string, string>()
  const bodies = new Map<string, Buffer>()
  const delivered = new Set<string>()
  for (const one of came) {
    const verified = verify(one)
    if (!verified.ok) problems.add(`${name}: a signature is wrong (${verified.problem})`)
    const { task_id: task, idempotency_key: id } = JSON.parse(one.body.toString()) as Record<string, string>
    if (task === undefined || id === undefined || !expected.has(task)) {
      problems.add(`${name}: a message for somebody else`)
      continue
    }
    if ((ids.get(task) ?? id) !== id) problems.add(`${name}: two ids for one event`)
    if (!(bodies.get(task) ?? one.body).equals(one.body)) problems.add(`${name}: two bodies for one event`)
    ids.set(task, id)
    bodies.set(task, one.body)
    if (one.answered === 204) delivered.add(task)
  }
  const missing = [...expected].filter(task => !delivered.has(task))
  if (missing.length > 0) problems.add(`${name}: ${missing.length} were never delivered`)
}

async function deadLetters(store: Awaited<ReturnType<typeof openStore>>, tenants: number) {
  const all = await Promise.all(
    Array.from({ length: tenants }, (_, n) =>
      store.do('listDeliveries', { tenant: `tenant-${n}`, state: 'dead', limit: 1_000_000 }),
    ),
  )
  return all.flat()
}

if (import.meta.main) {
  const { seed, full } = readWords()
  await tellOfBoth((_, url) => provokeWebhooks(url, { seed, calls: full ? 5100 : 200 }))
}
