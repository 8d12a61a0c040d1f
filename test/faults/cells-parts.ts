/** One call on a store that fails at one write, and the same call repeated when all is well again. */
import { createHash } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { defineAgent, operation, refuse } from '../../src/index.ts'
import type { Outcome } from '../../src/outcome/outcome.ts'
import { Outbox } from '../../src/runtime/webhooks/outbox.ts'
import { openStore } from '../../src/store/open.ts'
import { type Store, type StoreInput, type StoreOperationName, StoreUnavailableError } from '../../src/store/store.ts'
import { kit } from '../runtime/kit.ts'

/** How the call is made: answered at once, refused after a step at first, as a task, or adopted on its way. */
export type Way = 'sync' | 'refused' | 'task' | 'adopted'
export type FaultKind = 'kill' | 'throw' | 'full'

export interface Fault {
  operation: StoreOperationName
  nth: number
  when: 'before' | 'after'
  kind: FaultKind
}

export interface Attempt {
  url: string
  log: string
  way: Way
  /** What tells this cell's work from others' on the same store. */
  cell: string
  hook: string
  fault?: Fault | undefined
  /** How much later it is: leases of those who are gone have run out. */
  laterMs?: number
}

const leaseMs = 600

/** Tells each time a step begins, is intended and is done for good; fails as it is told. */
function faulty(store: Store, say: (line: string) => void, fault: Fault | undefined, fill: () => Promise<void>): Store {
  let times = 0
  const strike = async (): Promise<void> => {
    if (fault?.kind === 'kill') process.kill(process.pid, 'SIGKILL')
    if (fault?.kind === 'throw') throw new StoreUnavailableError()
    await fill()
  }
  return {
    kind: store.kind,
    onWake: listener => store.onWake(listener),
    close: () => store.close(),
    async do(name, input) {
      const isIt = fault !== undefined && name === fault.operation
      if (isIt && fault.when === 'before' && ++times === fault.nth) await strike()
      const result = await store.do(name, input)
      if (name === 'saveStep') {
        const { name: step, state } = input as StoreInput<'saveStep'>
        say(`${state} ${step}`)
      }
      // An idle look for work is no write.
      const found = Array.isArray(result) ? result.length > 0 : true
      if (isIt && fault.when === 'after' && found && ++times === fault.nth) await strike()
      return result
    },
  }
}

function agentOf(cell: string, way: Way, say: (line: string) => void) {
  const work = (name: string) => () => {
    say(`ran ${name}`)
    return name
  }
  return defineAgent({
    name: 'cells',
    version: '1.0.0',
    operations: {
      [cell]: operation({
        title: 'Work',
        input: z.object({ attempt: z.number().optional() }),
        async: way === 'task',
        retry: { attempts: 50, backoffMs: 10 },
        ...(way === 'adopted' ? { syncBudgetMs: 30 } : {}),
        async handler(_, context) {
          await context.step('first', work('first'))
          if (way === 'adopted') await sleep(150)
          await context.step('once', work('once'), { once: true })
          await context.progress(0.5, 'half')
          await context.step('last', work('last'))
          if (way === 'refused' && !refusedBefore.has(cell)) {
            refusedBefore.add(cell)
            return refuse('dependency', 'Away.')
          }
          return { cell }
        },
      }),
    },
  })
}
const refusedBefore = new Set<string>()

/** What became of a call. */
export interface AttemptReport {
  kind: string
  code?: string
  task?: string
  replayed?: boolean
  answers: string[]
}

/** Makes the call with its key, and repeats it until it is known what became of it, or for so long. */
export async function attempt(given: Attempt, limitMs: number, fill: () => Promise<void>): Promise<AttemptReport> {
  const { url, log, way, cell, hook, fault, laterMs = 0 } = given
  const say = (line: string) => appendFileSync(log, `${cell} ${line}\n`)
  const store = faulty(await openStore(url), say, fault, fill)
  const { call, worker, runtime, close } = await kit(agentOf(cell, way, say), {
    store,
    leaseMs,
    now: () => Date.now() + laterMs,
    webhooks: [{ url: hook, secret: `whsec_${createHash('sha256').update('cells').digest('base64')}` }],
  })
  const outbox = new Outbox(runtime, { pollMs: 50, post: { allowLoopback: true } })
  outbox.start()
  worker({ pollMs: 50 })
  const end = Date.now() + limitMs
  const answers: string[] = []
  let told: AttemptReport = { kind: 'nothing', answers }
  while (Date.now() < end) {
    const { outcome, exchange } = await call(cell, {}, { idempotencyKey: `key-${cell}` })
    told = { ...inShort(outcome), ...(exchange.replayed ? { replayed: true } : {}), answers }
    if (answers.at(-1) !== told.kind) answers.push(told.kind)
    if (outcome.kind === 'pending') {
      const id = outcome.task?.id ?? ''
      told = { ...(await followed(store, id, end)), task: id, answers }
      answers.push(told.kind)
    }
    if (told.kind === 'completed' || told.kind === 'unknown') break
    await sleep(60)
  }
  await outbox.stop()
  await close()
  return told
}

function inShort(outcome: Outcome): Omit<AttemptReport, 'answers'> {
  return outcome.kind === 'failed' ? { kind: 'failed', code: outcome.fault.code } : { kind: outcome.kind }
}

/** A task's end, and until it was told to whoever waits for it. */
async function followed(store: Store, id: string, end: number): Promise<Omit<AttemptReport, 'answers'>> {
  while (Date.now() < end) {
    const row = await store.do('getTask', { id, tenant: 'north' }).catch(() => undefined)
    if (row !== undefined && row.endedAt !== null) {
      const deliveries = await store
        .do('listDeliveries', { tenant: 'north', taskId: id, limit: 10 })
        .catch(() => undefined)
      if (deliveries?.every(({ state }) => state === 'delivered')) return { kind: row.state }
    }
    await sleep(40)
  }
  return { kind: 'pending' }
}

/** A receiver that counts what it hears, by the id of the message. */
export async function receiver(): Promise<{ url: string; heard: Map<string, number>; close(): void }> {
  const heard = new Map<string, number>()
  const server = createServer((request, response) => {
    const id = String(request.headers['webhook-id'])
    request.resume().on('end', () => {
      heard.set(id, (heard.get(id) ?? 0) + 1)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, heard, close: () => void server.close() }
}

if (import.meta.main) {
  await attempt(JSON.parse(process.argv[2] ?? '{}'), 15_000, async () => {})
}
