/** The request journal: what it keeps, what it never keeps, and how much. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Authenticate } from '../../src/auth/principal.ts'
import { defineAgent, operation, partial } from '../../src/index.ts'
import { openJournal } from '../../src/runtime/requests/open-journal.ts'
import type { RequestEntry } from '../../src/runtime/requests/request-entry.ts'
import { type ServeOptions, serve } from '../../src/server/index.ts'
import { openStore } from '../../src/store/open.ts'
import { openSqlite } from '../../src/store/sqlite/open.ts'
import { type Store, StoreUnavailableError } from '../../src/store/store.ts'
import { type Databases, openDatabases } from '../postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'replywire-journal-'))
const closing: (() => unknown)[] = []
let databases: Databases | undefined
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await databases?.remove()
})

const canary = 'canary-in-a-body'

const agent = defineAgent({
  name: 'journaled',
  version: '1',
  operations: {
    greet: operation({
      title: 'Greet',
      route: 'POST /people/{name}/greetings',
      input: z.looseObject({ name: z.string() }),
      handler: ({ name }) => partial({ text: `Hello ${name}`, echo: canary }, ['half is missing']),
    }),
    work: operation({ title: 'Work', route: 'POST /works', async: true, input: {}, handler: () => ({}) }),
  },
})

/** Whoever names themselves is believed. */
const believed: Authenticate = async request => {
  const [subject = '', tenant = ''] = (request.headers.get('x-me') ?? '').split('/')
  return subject === '' ? undefined : { subject, tenant, roles: [] }
}

async function started(options: ServeOptions) {
  const server = serve(agent, { authenticate: believed, ...options })
  const { url, close } = await server.listen({ port: 0 })
  closing.push(close)
  const post = async (path: string, headers: Record<string, string> = {}, body: object = {}) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-me': 'ann/acme', ...headers },
      body: JSON.stringify(body),
    })
    await response.text()
    return response
  }
  const list = async (...filter: Parameters<NonNullable<typeof server.journal>['list']>) =>
    (await server.journal?.list(...filter)) ?? []
  return { post, list, close, url }
}

const backends: readonly (readonly [string, () => Promise<string | undefined>])[] = [
  ['in memory', async () => undefined],
  ['in SQLite', async () => `sqlite:${join(mkdtempSync(join(folder, 'store-')), 'journal.db')}`],
  [
    'in PostgreSQL',
    async () => {
      databases ??= await openDatabases()
      return databases.database()
    },
  ],
]

const secret = 'a secret of thirty-two characters'

describe.each(backends)('a journal %s', (_, urlOf) => {
  const journaled = async (options: ServeOptions = {}) => {
    const store = await urlOf()
    return started({ journal: true, secret, ...(store === undefined ? undefined : { store }), ...options })
  }

  test('has ids, caller, stages with their times, contract and losses of a call, and no body', async () => {
    const { post, list } = await journaled()
    const headers = { 'x-request-id': 'req-1', 'x-correlation-id': 'corr-1' }
    await post('/people/ann/greetings?envelope=problem', headers, { note: canary })
    const [entry, ...more] = await list()
    expect(more).toEqual([])
    const { at, durationMs, stages, losses, seq, ...rest } = entry as RequestEntry & { seq: number }
    expect(rest).toEqual({
      requestId: 'req-1',
      correlationId: 'corr-1',
      taskId: '',
      traceId: '',
      tenant: 'acme',
      subject: 'ann',
      carrier: 'http',
      method: 'POST',
      route: 'POST /people/{name}/greetings',
      operation: 'greet',
      contract: 'problem',
      edition: '9457',
      status: 200,
      outcome: 'completed',
      code: '',
      stream: false,
      findings: [],
    })
    expect(Math.abs(Date.now() - at)).toBeLessThan(600_000)
    expect(durationMs).toBeGreaterThanOrEqual(0)
    expect(seq).toBe(1)
    expect(stages.map(({ stage }) => stage)).toEqual([
      ...[
        'identify',
        'resolve',
        'limit',
        'signed',
        'input',
        'announce',
        'redeem',
        'check',
        'claim',
        'govern',
        'audit',
        'approve',
        'handOver',
        'run',
      ],
    ])
    expect(stages.map(({ ms }) => ms)).toEqual(stages.map(({ ms }) => ms).toSorted((a, b) => a - b))
    expect(losses).toEqual([
      { pointer: '/outcome/partial', reason: 'problem has no place for it' },
      { pointer: '/outcome/notices', reason: 'problem has no place for it' },
    ])
    expect(JSON.stringify(entry)).not.toContain(canary)
  })

  test('has refusals, tasks and calls over MCP', async () => {
    const { post, list } = await journaled()
    await post('/nowhere', { 'x-me': '' })
    await post('/people/ann/greetings', { 'x-me': '' })
    await post('/works')
    const call = { name: 'greet', arguments: { name: canary } }
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }
    await post('/mcp', { accept: 'application/json, text/event-stream' }, message)
    const [mcp, task, refused, lost] = await list()
    expect(lost).toMatchObject({
      status: 404,
      code: 'ROUTE_NOT_FOUND',
      operation: '',
      route: '',
      tenant: '',
      stages: [],
    })
    expect(refused).toMatchObject({ status: 401, operation: 'greet', tenant: '', subject: '' })
    expect(refused?.stages.at(-1)?.stage).toBe('identify')
    expect(task).toMatchObject({ status: 202, outcome: 'pending', operation: 'work' })
    expect(task?.taskId).toMatch(/^tsk_/)
    expect(mcp).toMatchObject({ carrier: 'mcp', method: 'tools/call', operation: 'greet', outcome: 'completed' })
    expect(JSON.stringify(await list())).not.toContain(canary)
  })

  test('has calls over MCP that no operation answers', async () => {
    const { post, list } = await journaled()
    const accept = { accept: 'application/json, text/event-stream' }
    const call = (name: string, id: unknown) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } })
    await post('/mcp', accept, call(canary, 1))
    await post('/mcp', accept, call('greet', null))
    await post('/mcp', { ...accept, 'mcp-session-id': 'none' }, call('greet', 1))
    const [session, malformed, unknown] = await list()
    const mcp = { method: 'tools/call', contract: 'mcp', outcome: 'failed', operation: '' }
    expect(unknown).toMatchObject({ ...mcp, status: 200, code: 'UNKNOWN_TOOL' })
    expect(malformed).toMatchObject({ ...mcp, status: 400, code: 'VALIDATION_ERROR' })
    expect(session).toMatchObject({ ...mcp, status: 404, code: 'SESSION_NOT_FOUND' })
    expect(JSON.stringify(await list())).not.toContain(canary)
  })

  test('has what is wrong with a request', async () => {
    const { post, list } = await journaled()
    await post('/agents/run/sync', {}, { task_type: 5, inputs: { note: canary } })
    const [entry] = await list()
    expect(entry).toMatchObject({
      status: 422,
      contract: 'agent-run',
      findings: [
        { rule: 'agent-run/request-id', level: 'must', pointer: '/request_id' },
        { rule: 'agent-run/task-type', level: 'must', pointer: '/task_type' },
      ],
    })
    expect(JSON.stringify(entry)).not.toContain(canary)
  })

  test('is read by tenant, operation, status and id', async () => {
    const { post, list } = await journaled()
    await post('/people/ann/greetings', { 'x-request-id': 'a' })
    await post('/people/ann/greetings', { 'x-request-id': 'b', 'x-me': 'bob/beta' })
    await post('/nowhere', { 'x-request-id': 'c' })
    const ids = async (filter: object) => (await list(filter)).map(({ requestId }) => requestId)
    expect(await ids({ tenant: 'beta' })).toEqual(['b'])
    expect(await ids({ operation: 'greet' })).toEqual(['b', 'a'])
    expect(await ids({ status: { from: 400, to: 499 } })).toEqual(['c'])
    expect(await ids({ requestId: 'a' })).toEqual(['a'])
    expect(await ids({ limit: 2 })).toEqual(['c', 'b'])
    const [newest] = await list({ limit: 1 })
    await post('/works', { 'x-request-id': 'd' })
    expect(await ids({ after: newest?.seq })).toEqual(['d'])
  })

  test('has bodies where they are switched on: redacted, of a bounded length, and only for a while', async () => {
    let now = 1_800_000_000_000
    const redact = (body: unknown) => JSON.parse(JSON.stringify(body).replaceAll('Ada', 'A.'))
    const bodies = { maxBytes: 300, keepMs: 1000, redact }
    const { post, list } = await journaled({ journal: { bodies, keepMs: 5000 }, now: () => now })
    await post('/people/Ada/greetings', {}, { token: canary, note: 'kept', deep: [{ apiKey: canary }] })
    await post('/people/Ada/greetings', {}, { long: 'x'.repeat(400) })
    const [long, short] = await list()
    expect(short?.bodies).toMatchObject({
      input: { name: 'A.', token: '[redacted]', note: 'kept', deep: [{ apiKey: '[redacted]' }] },
      answer: { kind: 'completed', payload: { value: { text: 'Hello A.' } } },
    })
    expect(long?.bodies).toEqual({ answer: short?.bodies?.answer })
    now += 2000
    expect((await list()).map(entry => 'bodies' in entry)).toEqual([false, false])
    now += 5000
    expect(await list()).toEqual([])
  })
})

/** An entry that is as long as usual ones. */
const entryOf = (n: number, over: Partial<RequestEntry> = {}): RequestEntry => ({
  at: Date.now(),
  durationMs: 1,
  requestId: `r${n}`,
  correlationId: `c${n}`,
  taskId: '',
  traceId: '',
  tenant: `tenant${n % 3}`,
  subject: 'ann',
  carrier: 'http',
  method: 'POST',
  route: 'POST /works',
  operation: 'work',
  contract: 'yaagents',
  edition: '0.3',
  status: 200,
  outcome: 'completed',
  code: '',
  stream: false,
  stages: [{ stage: 'identify', ms: 0.1 }],
  findings: [],
  losses: [],
  ...over,
})

function counted() {
  const count = { written: 0, dropped: 0 }
  return {
    count,
    parts: {
      now: Date.now,
      count: {
        written(entries: number) {
          count.written += entries
        },
        dropped(entries: number) {
          count.dropped += entries
        },
      },
    },
  }
}

describe('under 100,000 requests', () => {
  const requests = 100_000

  test('a journal in memory keeps its newest entries', async () => {
    const { count, parts } = counted()
    const journal = openJournal({ entries: 1000 }, { store: undefined, ...parts })
    for (let n = 1; n <= requests; n++) journal?.note(() => entryOf(n))
    const entries = (await journal?.list({ limit: requests })) ?? []
    expect(entries).toHaveLength(1000)
    expect([entries[0]?.requestId, entries.at(-1)?.requestId]).toEqual(['r100000', 'r99001'])
    expect(count).toEqual({ written: 100_000, dropped: 0 })
  })

  test('a journal in a store keeps within its bounds, of each tenant and of all, and has no body', async () => {
    const store = await openSqlite(join(mkdtempSync(join(folder, 'many-')), 'journal.db'))
    closing.push(() => store.close())
    const { count, parts } = counted()
    const journal = openJournal({ entries: 900, total: 2000 }, { store, ...parts })
    let most = 0
    const bodies = journal?.bodies(() => ({ operation: 'work', input: canary, answer: canary }))
    for (let n = 1; n <= requests; n++) {
      journal?.note(() => entryOf(n, bodies === undefined ? {} : { bodies }))
      // Reading writes what waits first: no entry is dropped.
      if (n % 4000 === 0) most = Math.max(most, (await journal?.list({ limit: requests }))?.length ?? 0)
    }
    expect(count).toEqual({ written: 100_000, dropped: 0 })
    expect([most, (await store.do('stats', {})).requests]).toEqual([2000, 2000])
    // 900 would be kept of each, were there room for so many of all.
    expect(await journal?.list({ tenant: 'tenant1', limit: requests })).toHaveLength(667)
    const all = (await journal?.list({ limit: requests })) ?? []
    expect(all.filter(entry => 'bodies' in entry)).toEqual([])
    for (let n = 1; n <= 1000; n++) journal?.note(() => entryOf(n, { tenant: 'loud' }))
    expect(await journal?.list({ tenant: 'loud', limit: requests })).toHaveLength(900)
    await journal?.close()
  })
})

test('thousands of calls over HTTP stay within the bound, and no file of the store holds a body', async () => {
  const home = mkdtempSync(join(folder, 'http-'))
  const store = `sqlite:${join(home, 'journal.db')}`
  const { post, list, close } = await started({ journal: { entries: 500 }, store })
  for (let n = 0; n < 2000; n += 50) {
    await Promise.all(Array.from({ length: 50 }, () => post('/people/ann/greetings', {}, { note: canary })))
  }
  expect(await list({ limit: 10_000 })).toHaveLength(500)
  await close()
  const opened = await openStore(store)
  closing.push(() => opened.close())
  expect((await opened.do('stats', {})).requests).toBe(500)
  const files = readdirSync(home, { withFileTypes: true }).flatMap(file => (file.isFile() ? [file.name] : []))
  expect(files).toContain('journal.db')
  expect(files.filter(name => readFileSync(join(home, name)).includes(canary))).toEqual([])
})

describe('a store that lags', () => {
  /** A store whose journal cannot be written until it is released. */
  async function lagging(answer: () => Promise<void>): Promise<Store> {
    const store = await openSqlite(':memory:')
    closing.push(() => store.close())
    const pass = store.do.bind(store)
    store.do = ((name: 'addRequests', input: never) =>
      name === 'addRequests' ? answer().then(() => pass(name, input)) : pass(name, input)) as Store['do']
    return store
  }

  test('loses entries, and they are counted; answers do not wait', async () => {
    const released = Promise.withResolvers<void>()
    const store = await lagging(() => released.promise)
    const { post } = await started({ store, journal: true })
    expect((await post('/people/ann/greetings')).status).toBe(200)
    const { count, parts } = counted()
    const journal = openJournal(true, { store, ...parts })
    for (let n = 1; n <= 7000; n++) journal?.note(() => entryOf(n))
    await new Promise(setImmediate)
    expect(count).toEqual({ written: 0, dropped: 2000 })
    released.resolve()
    await journal?.close()
    expect(count).toEqual({ written: 5000, dropped: 2000 })
  })

  test('and that is away for a moment gets them later', async () => {
    let isAway = true
    const store = await lagging(async () => {
      if (isAway) throw new StoreUnavailableError()
    })
    const { count, parts } = counted()
    const journal = openJournal(true, { store, ...parts })
    journal?.note(() => entryOf(1))
    expect(await journal?.list()).toEqual([])
    isAway = false
    expect(await journal?.list()).toHaveLength(1)
    expect(count).toEqual({ written: 1, dropped: 0 })
  })

  test('is read under steady load: a list waits for what was noted before it, and for nothing after', async () => {
    let noted = 0
    let batches = 0
    let journal: ReturnType<typeof openJournal>
    const note = () => journal?.note(() => entryOf(++noted))
    // A further call is noted whenever a batch is written, so that there is always one that waits.
    const store = await lagging(async () => {
      batches += 1
      if (batches < 20) note()
      await new Promise(setImmediate)
    })
    journal = openJournal(true, { store, ...counted().parts })
    for (let n = 1; n <= 700; n++) note()
    // Two batches hold them; on a busy machine a timer of the journal's own may write further ones meanwhile.
    expect((await journal?.list({ limit: 1000 }))?.length).toBeGreaterThanOrEqual(700)
    expect(batches).toBeLessThan(20)
    await journal?.close()
  })
})

test('a journal is off by default, and its settings are checked', async () => {
  expect(serve(agent).journal).toBeUndefined()
  expect(() => serve(agent, { journal: { entries: 0 } })).toThrow('journal.entries must be a whole number above 0.')
  expect(() => serve(agent, { journal: { bodies: { keepMs: 1.5 } } })).toThrow('journal.bodies.keepMs must be')
})
