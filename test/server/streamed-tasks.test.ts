/** Streams of tasks over real sockets, from acceptance to outcome: readers are cut off anywhere and go on from there. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { delta, progress } from '../../src/agent/answers.ts'
import { defineAgent, operation } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { type Databases, openDatabases } from '../postgres.ts'
import { type Ask, readStream, type Seen, type SeenEvent } from './streamed-tasks-kit.ts'

/** What holds a run up until its test lets it go on. */
const gates = new Map<string, PromiseWithResolvers<void>>()

const Input = z.object({ name: z.string(), holdAfter: z.number().optional() })

const writing = (more: object) =>
  operation({
    title: 'Write',
    input: Input,
    async handler({ name, holdAfter }, ctx) {
      for (let n = 0; n <= 4; n++) {
        if (n === holdAfter) await gates.get(name)?.promise
        if (n < 4) await ctx.emit(n % 2 === 0 ? progress(n / 4, `part ${n}`) : delta(`word ${n} `))
      }
      return { name }
    },
    ...more,
  })

const agent = defineAgent({
  name: 'writers',
  version: '1.0.0',
  operations: {
    write: writing({ route: 'POST /writings', async: true }),
    draft: writing({ route: 'POST /drafts' }),
    // Its budget is over before the first event is read.
    sketch: writing({ route: 'POST /sketches', syncBudgetMs: 0 }),
  },
})

const secret = 'a secret of thirty-two characters'

let databases: Databases
let folder: string
beforeAll(async () => {
  databases = await openDatabases()
  folder = mkdtempSync(join(tmpdir(), 'replywire-streams-'))
})
afterAll(async () => {
  await databases.remove()
  rmSync(folder, { recursive: true, force: true })
})

interface Way {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: (input: object) => object
  /** The names of all events, in order; the ids count from 0 where the contract has a beginning of its own. */
  readonly names: readonly string[]
  readonly first: number
  readonly taskType?: string
}

const plain = { names: ['progress', 'delta', 'progress', 'delta', 'outcome'], first: 1, body: (input: object) => input }
const run = (task_type: string): Way => ({
  taskType: task_type,
  path: '/agents/run/stream',
  names: ['started', 'progress', 'delta', 'progress', 'delta', 'final'],
  first: 0,
  body: (inputs: object) => ({ request_id: 'r-1', task_type, inputs }),
})

const ways: Readonly<Record<string, Way>> = {
  'an async operation in yaagents': { ...plain, path: '/writings' },
  'an async operation in jpcite': { ...plain, path: '/writings?envelope=jpcite' },
  'an async operation in problem': { ...plain, path: '/writings?envelope=problem' },
  'an async operation in adcp': {
    ...plain,
    path: '/writings?envelope=adcp',
    body: input => ({ ...input, idempotency_key: crypto.randomUUID() }),
  },
  'an async operation at the run endpoint': run('WRITE'),
  'Prefer: respond-async in yaagents': { ...plain, path: '/drafts', headers: { prefer: 'respond-async' } },
  'Prefer: respond-async at the run endpoint': { ...run('DRAFT'), headers: { prefer: 'respond-async' } },
}

describe.each(['sqlite', 'postgres'] as const)('on %s', kind => {
  let server: Awaited<ReturnType<ReturnType<typeof serve>['listen']>>
  beforeAll(async () => {
    const store = kind === 'sqlite' ? `sqlite:${join(folder, 'store.db')}` : await databases.database()
    server = await serve(agent, { authenticate: false, store, secret, streamStartMs: 0 }).listen({ port: 0 })
  }, 120_000)
  afterAll(() => server.close())

  const call = ({ path, headers, body }: Way, input: object, ask: Ask = {}): Promise<Seen> =>
    readStream(`${server.url}${path}`, {
      method: 'POST',
      body: body(input),
      ...ask,
      headers: { ...headers, ...ask.headers },
    })
  const resume = (first: Seen, last: SeenEvent | undefined, ask: Ask = {}): Promise<Seen> => {
    const headers = last === undefined ? {} : { 'last-event-id': String(last.id) }
    return readStream(new URL(first.headers['content-location'] ?? '', server.url).href, { ...ask, headers })
  }

  test.each(Object.entries(ways))('%s is cut after every event, and no event is lost or doubled', async (_, way) => {
    const ids = way.names.map((_, index) => index + way.first)
    for (let cut = 0; cut <= way.names.length; cut++) {
      const name = crypto.randomUUID()
      const gate = Promise.withResolvers<void>()
      gates.set(name, gate)
      // The run is held up until its reader has gone, where there is something left to do.
      const holdAfter = Math.min(4, cut + way.first - 1)
      if (cut === way.names.length) gate.resolve()
      const onEnd = () => gate.resolve()
      const first = await call(way, { name, holdAfter: Math.max(0, holdAfter) }, { mostEvents: cut, onEnd })
      expect([first.status, first.headers['content-type']]).toEqual([200, 'text/event-stream'])
      const rest = cut === way.names.length ? [] : (await resume(first, first.events.at(-1))).events
      const all = [...first.events, ...rest]
      expect(all.map(({ id }) => id)).toEqual(ids)
      expect(all.map(({ event }) => event)).toEqual(way.names)
      expect(all.at(-1)?.data).toContain(name)
      if (way.first === 0) expect(JSON.parse(all.at(-1)?.data ?? '').task_type).toBe(way.taskType)
      expect(all.filter(({ event }) => /^(outcome|error|final)$/.test(event))).toHaveLength(1)
      if (way.first === 0) expect(new Set(all.map(({ data }) => JSON.parse(data).request_id))).toEqual(new Set(['r-1']))
      gates.delete(name)
    }
  })

  test.each(Object.entries(ways))('%s is read one event a connection', async (_, way) => {
    const first = await call(way, { name: 'one by one' }, { mostEvents: 1 })
    const all = [...first.events]
    while (all.length < way.names.length) all.push(...(await resume(first, all.at(-1), { mostEvents: 1 })).events)
    expect(all.map(({ event }) => event)).toEqual(way.names)
    const after = await resume(first, all.at(-1))
    expect([after.status, after.text]).toEqual([204, ''])
  })

  test.each([ways['an async operation in yaagents'] as Way, run('WRITE')])(
    'a stream of $path is cut at any byte',
    async way => {
      const whole = await call(way, { name: 'bytes' })
      expect(whole.isWhole).toBe(true)
      const length = Buffer.byteLength(whole.text)
      for (let mostBytes = 1; mostBytes < length; mostBytes += 7) {
        const first = await call(way, { name: 'bytes' }, { mostBytes })
        const all = [...first.events]
        if (all.length < way.names.length) all.push(...(await resume(first, all.at(-1))).events)
        expect(all.map(({ id }) => id)).toEqual(way.names.map((_, index) => index + way.first))
      }
    },
    120_000,
  )

  test.each([{ ...plain, path: '/sketches' }, run('SKETCH')])(
    'a call of $path that becomes a task while it is read goes on in the log of its task',
    async way => {
      const ids = way.names.map((_, index) => index + way.first)
      const name = crypto.randomUUID()
      const gate = Promise.withResolvers<void>()
      gates.set(name, gate)
      const reading = call(way, { name, holdAfter: 2 })
      const id = await adopted(server.url)
      gate.resolve()
      const { events, headers } = await reading
      expect(events.map(event => event.id)).toEqual(ids)
      expect(events.map(({ event }) => event)).toEqual(way.names)
      expect(headers['content-location']).toContain(`/operations/${id}/events?envelope=`)
      const again = await readStream(new URL(headers['content-location'] ?? '', server.url).href)
      expect(again.events.map(event => event.id)).toEqual(ids)
    },
  )
})

/** Waits for the task that a call became, and returns its id. */
async function adopted(url: string): Promise<string> {
  let found: string | undefined
  const look = async () => {
    const tasks = (await (await fetch(`${url}/operations?state=working`)).json()) as { operationId: string }[]
    found = tasks[0]?.operationId
    return tasks.length
  }
  await expect.poll(look, { timeout: 60_000 }).toBe(1)
  return found ?? ''
}
