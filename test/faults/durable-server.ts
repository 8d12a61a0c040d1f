/** One server of several on one store. Its steps look whether they were committed before, and the log tells. */
import { appendFileSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import type { Context } from '../../src/agent/context.ts'
import { defineAgent, operation } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { openStore } from '../../src/store/open.ts'
import { FencedError, type Store } from '../../src/store/store.ts'
import type { ServerSettings } from './durable-world.ts'

const [url = '', log = '', settings = '{}'] = process.argv.slice(2)
const { leaseMs, concurrency = 10, lazy = false }: ServerSettings = JSON.parse(settings)
const say = (line: string) => appendFileSync(log, `${line}\n`)

/**
 * Whether a step was in the store for good when it began, by a connection of its own. While the database is away, the
 * question waits: a worker that has lost its lease meanwhile must not see the commit of its successor.
 */
function looker(): (name: string, began: number) => Promise<boolean> {
  if (url.startsWith('sqlite:')) {
    const db = new DatabaseSync(url.slice('sqlite:'.length), { timeout: 10_000, readOnly: true })
    const look = db.prepare(`SELECT 1 FROM step WHERE name = ? AND state = 'done'`)
    return async name => look.get(name) !== undefined
  }
  const pool = new pg.Pool({ connectionString: url, max: 2, connectionTimeoutMillis: 2000 })
  pool.on('error', () => {})
  const text = `SELECT 1 FROM step WHERE name = $1 AND state = 'done'
    AND pg_xact_commit_timestamp(xmin) < to_timestamp($2::float8 / 1000)`
  return async (name, began) => {
    const sql = { name: 'look', text, values: [name, began] }
    for (;;) {
      try {
        return ((await pool.query(sql)).rowCount ?? 0) > 0
      } catch {
        await sleep(100)
      }
    }
  }
}

const wasCommitted = lazy ? async () => false : looker()

async function step(context: Context, name: string, waitMs: number, once = false): Promise<number> {
  return context.step(
    name,
    async () => {
      const again = await wasCommitted(name, Date.now())
      say(`${again ? 'repeated' : 'ran'} ${name} ${process.pid}`)
      await sleep(waitMs)
      return process.pid
    },
    { once },
  )
}

const PlanInput = z.object({ name: z.string(), waitMs: z.number().optional(), at: z.string().optional() })
type PlanInput = z.infer<typeof PlanInput>

/** Says that it is at a place. The first to come there stands still until it is continued. */
const stopped = async (asked: PlanInput, at: string) => {
  if (asked.at !== at) return
  const isFirst = !readFileSync(log, 'utf8').includes(`at ${asked.name} `)
  say(`at ${asked.name} ${process.pid}`)
  const waited = sleep(asked.waitMs ?? 300)
  if (isFirst) {
    // What its store still writes gets done, or the file stays locked.
    await sleep(100)
    process.kill(process.pid, 'SIGSTOP')
  }
  await waited
}

const agent = defineAgent({
  name: 'faults',
  version: '1.0.0',
  operations: {
    work: operation({
      title: 'Work in three steps',
      route: 'POST /work',
      input: PlanInput,
      async handler({ name, waitMs = 0 }, context) {
        for (const part of ['a', 'b', 'c']) await step(context, `${name}.${part}`, Math.random() * waitMs)
        return { name }
      },
    }),
    hold: operation({
      title: 'Work that is stopped at a place',
      route: 'POST /hold',
      input: PlanInput,
      async handler(asked, context) {
        await step(context, `${asked.name}.a`, 0)
        await context.step(`${asked.name}.b`, async () => {
          await stopped(asked, 'step')
          return process.pid
        })
        await stopped(asked, 'event')
        await context.progress(0.5, `${process.pid}`)
        await stopped(asked, 'end')
        return { name: asked.name, pid: process.pid }
      },
    }),
  },
})

/** Says which writes were refused because another has taken over. */
function watched(store: Store): Store {
  return {
    kind: store.kind,
    onWake: listener => store.onWake(listener),
    close: () => store.close(),
    async do(name, input) {
      try {
        return await store.do(name, input)
      } catch (error) {
        if (error instanceof FencedError) say(`refused ${name} ${process.pid}`)
        throw error
      }
    },
  }
}

const listening = await serve(agent, {
  store: lazy ? url : watched(await openStore(url)),
  secret: 'a secret of thirty-two characters',
  leaseMs,
  keyInserts: { others: { perSecond: 1e9, burst: 1e9 } },
  perCaller: { queuedTasks: 1e6 },
  worker: { concurrency, pollMs: 200 },
  log: { info() {}, warn() {} },
}).listen({ port: 0 })
console.log(`ready ${listening.url}`)
