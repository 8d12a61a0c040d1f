/** No operation that is called often, or holds locks, reads a whole table: the plans of every statement it makes. */
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../src/store/operations.ts'
import { dialect, types } from '../../src/store/postgres/dialect.ts'
import { migrate as migratePostgres } from '../../src/store/postgres/migrate.ts'
import { dialect as sqliteDialect } from '../../src/store/sqlite/dialect.ts'
import { migrate as migrateSqlite } from '../../src/store/sqlite/migrate.ts'
import type { Row, Statement, Work } from '../../src/store/statement.ts'
import { type Databases, openDatabases } from '../postgres.ts'

const rows = 20_000
const now = 1_000_000

/** Many rows of each kind; a few tasks run, half of the others wait. */
const fillings = (source: string) => [
  `INSERT INTO claim (scope, key, fingerprint, run_id, holder, state, epoch, lease_until, created_at, expires_at)
   SELECT 's', 'k' || n, 'f', 'r' || n, 'r' || n, 'done', 1, 0, n, n FROM ${source}`,
  `INSERT INTO task (id, tenant, subject, operation, version, contract, state, attempt, max_attempts, lost, dead, epoch,
     lease_until, due_at, nudged, events, endpoint, context, created_at, updated_at, ended_at)
   SELECT 't' || n, 'tenant' || (n % 7), 's' || (n % 50), 'plan', '1', 'c',
     CASE WHEN n < 40 THEN 'working' WHEN n % 2 = 0 THEN 'queued' ELSE 'completed' END, 0, 3, 0, 0, 1,
     CASE WHEN n < 40 THEN ${now} + n - 20 ELSE 0 END, n, 0, 1, 'e' || (n % 500), 'x' || (n % 700), n, n,
     CASE WHEN n >= 40 AND n % 2 = 1 THEN n END FROM ${source}`,
  `INSERT INTO task_call (task_id, call) SELECT 't' || n, '' FROM ${source}`,
  `INSERT INTO event (task_id, seq, kind, at, body) SELECT 't' || n, 1, 'k', n, '' FROM ${source}`,
  `INSERT INTO step (run_id, name, state, epoch, at) SELECT 't' || n, 's', 'done', 1, n FROM ${source}`,
  `INSERT INTO approval (id, tenant, requester, operation, key, digest, action, token_hash, state, task_id, created_at,
     expires_at, input)
   SELECT 'a' || n, 'tenant' || (n % 7), 's' || (n % 50), 'o', 'k', 'd' || n, 'a', 'h' || n, 'open', 't' || n, n, n, ''
   FROM ${source}`,
  `INSERT INTO endpoint (id, tenant, url, place, scheme, created_at) SELECT 'e' || n, 't', 'u', 'p' || n, 's', n FROM ${source}
   WHERE n < 500`,
  `INSERT INTO delivery (id, endpoint, place, tenant, task_id, content_type, state, attempt, epoch, lease_until, due_at,
     created_at, ended_at, body)
   SELECT 'd' || n, 'e' || (n % 500), 'p' || (n % 500), 'tenant' || (n % 7), 't' || n, 'c',
     CASE WHEN n % 2 = 0 THEN 'waiting' ELSE 'delivered' END, 0, 0, 0, n, n, CASE WHEN n % 2 = 1 THEN n END, ''
   FROM ${source}`,
  `INSERT INTO request (seq, tenant, ordinal, at, expires_at, request_id, correlation_id, task_id, operation, contract,
     status, code, bodies_until, detail)
   SELECT n, 'tenant' || (n % 7), n, n, n, 'r' || n, 'c', '', 'o', 'c', 200, '', CASE WHEN n < 40 THEN n ELSE 0 END, ''
   FROM ${source}`,
  `INSERT INTO nonce (key, nonce, expires_at) SELECT 'k' || (n % 50), 'n' || n, n FROM ${source}`,
  `INSERT INTO nonce_key (key, kept) SELECT 'k' || n, 400 FROM ${source}`,
  `INSERT INTO quota (key, period, used, at, expires_at) SELECT 'k' || n, 0, 1, n, n FROM ${source}`,
  `INSERT INTO quota_slice (key, holder, amount, process, lease_until)
   SELECT 'k' || (n % 5000), 'h' || n, 1, 'p' || n, n FROM ${source}`,
  `INSERT INTO rate (key, full_at) SELECT 'k' || n, n FROM ${source}`,
  `INSERT INTO stream_place (id, key, holder, process, lease_until)
   SELECT 'p' || n, 'k' || (n % 2000), 'h' || (n % 2000), 'p' || (n % 2000), n FROM ${source}`,
  `INSERT INTO audit (id, tenant, at, actor, action, subject, detail)
   SELECT 'u' || n, 'tenant' || (n % 7), n, 'a', 'x', 's' || n, '' FROM ${source}`,
]

const body = new Uint8Array()
const event = { kind: 'k', body }
const audit = { id: 'u', tenant: 'tenant1', at: 1, actor: 'a', action: 'x', subject: 's', detail: body }
const lease = { now, leaseUntil: now + 9, limit: 5 }
const claim = { scope: 's', key: 'k7', runId: 'x', epoch: 1 }
const request = {
  ...{ tenant: 'tenant1', at: 1, expiresAt: 1, requestId: 'r', correlationId: 'c', taskId: '', operation: 'o' },
  ...{ contract: 'c', status: 200, code: '', detail: body, bodies: null, bodiesUntil: 0 },
}
const owner = { tenant: 'tenant1' }
const caller = { ...owner, subject: 's8' }

/** What anybody can ask for as often as they like: each is served by one index, in its order. */
const lists: readonly (readonly [string, string, () => Work<unknown>])[] = [
  ['tasks of a tenant', 'task_created', () => operations.listTasks({ ...owner, limit: 20 })],
  ['tasks of a caller', 'task_subject_created', () => operations.listTasks({ ...caller, limit: 20 })],
  [
    'tasks of a caller in a state',
    'task_subject_created',
    () => operations.listTasks({ ...caller, states: ['paused'], operation: 'plan', dead: true, limit: 20 }),
  ],
  ['tasks of a tenant by news', 'task_updated', () => operations.listTasks({ ...owner, order: 'updated', limit: 20 })],
  [
    'tasks of a caller with news',
    'task_subject_updated',
    () => operations.listTasks({ ...caller, order: 'updated', updatedAfter: 5, limit: 20 }),
  ],
  [
    'tasks of a caller by news, further on',
    'task_subject_updated',
    () =>
      operations.listTasks({
        ...caller,
        order: 'updated',
        updatedAfter: 5,
        staleSince: { updatedAt: 900, id: 't' },
        limit: 20,
      }),
  ],
  [
    'tasks of a conversation by news',
    'task_conversation',
    () => operations.listTasks({ ...caller, context: 'x8', order: 'updated', limit: 20 }),
  ],
  [
    'tasks that are looked for',
    'task_subject_updated',
    () => operations.findTasks({ ...caller, sort: { by: 'updatedAt', descending: true }, limit: 20 }),
  ],
  ['approvals of a tenant', 'approval_created', () => operations.listApprovals({ ...owner, now, limit: 20 })],
  [
    'approvals of a caller',
    'approval_requester',
    () => operations.listApprovals({ ...owner, requester: 's8', state: 'open', now, limit: 20 }),
  ],
]

/** Counts, which read an index and no rows. */
const counts: readonly (readonly [string, () => Work<unknown>])[] = [
  ['tasks of a tenant', () => operations.countTasks({ ...owner, most: 10_001 })],
  ['tasks of a caller with news', () => operations.countTasks({ ...caller, updatedAfter: 5, most: 10_001 })],
  ['tasks of a caller in a state', () => operations.countTasks({ ...caller, states: ['paused'], most: 10_001 })],
  ['tasks of a conversation', () => operations.countTasks({ ...caller, context: 'x8', most: 10_001 })],
]
const asked = {
  id: 'a-new',
  tenant: 'tenant1',
  requester: 'r',
  operation: 'o',
  key: 'k',
  digest: 'd-new',
  action: 'a',
  input: body,
  tokenHash: 'h-new',
  taskId: null,
  now,
  expiresAt: now + 9,
}

const cases: readonly (readonly [string, () => Work<unknown>])[] = [
  [
    'claim',
    () => operations.claim({ ...claim, fingerprint: 'f', now, leaseUntil: now, expiresAt: now, expired: 'reuse' }),
  ],
  ['leaseTasks with a ceiling', () => operations.leaseTasks({ ...lease, perTenant: 6, operations: 'plan' })],
  ['leaseTasks', () => operations.leaseTasks({ ...lease, perTenant: 2 ** 31 - 1, operations: 'plan' })],
  [
    'takeSlices',
    () =>
      operations.takeSlices({
        ...{ holder: 'h7', process: 'p', now, leaseUntil: now },
        slices: [
          { kind: 'quota', key: 'k7', period: 0, expiresAt: now, limit: 9, used: 1, held: 1, want: 1 },
          { kind: 'rate', key: 'k7', intervalNs: 1e9, burst: 5, want: 1, back: 0 },
        ],
      }),
  ],
  [
    'takePlace',
    () =>
      operations.takePlace({ id: 'new', key: 'k7', most: 50, holder: 'h', process: 'p', now: 100, leaseUntil: now }),
  ],
  ['renewPlaces', () => operations.renewPlaces({ holder: 'h7', leaseUntil: now })],
  ['leavePlaces', () => operations.leavePlaces({ ids: ['p5', 'p6'] })],
  ['pruneLimits', () => operations.pruneLimits({ now: 100, limit: 5, most: 1000 })],
  ['releaseProcess', () => operations.releaseProcess({ process: 'p', now })],
  ['shortenLeases', () => operations.shortenLeases({ now })],
  [
    'createTask within limits',
    () =>
      operations.createTask({
        id: 't2',
        tenant: 'tenant2',
        subject: 's',
        operation: 'plan',
        version: '1',
        contract: 'c',
        call: body,
        maxAttempts: 1,
        dueAt: now,
        now,
        endpoint: { id: 'e1', tenant: 'tenant2', url: 'u', scheme: 's', secret: null, now },
        limits: { queuedTasks: 1e6, pushes: 1e6 },
      }),
  ],
  ['askApproval within limits', () => operations.askApproval({ ...asked, most: 1e6 })],
  ['appendEvents', () => operations.appendEvents({ id: 't39', epoch: 1, events: [event], now })],
  ['cancelTask', () => operations.cancelTask({ id: 't44', tenant: 'tenant2', outcome: body, event, audit, now })],
  ['listTasks', () => operations.listTasks({ ...owner, limit: 20 })],
  ['listTasks further on', () => operations.listTasks({ ...owner, before: { createdAt: 900, id: 't' }, limit: 20 })],
  [
    'listTasks of some states with news',
    () => operations.listTasks({ ...owner, states: ['queued', 'working'], updatedAfter: 900, limit: 20 }),
  ],
  ['listTasks of a conversation', () => operations.listTasks({ ...owner, context: 'x8', limit: 20 })],
  [
    'findTasks',
    () =>
      operations.findTasks({ ...owner, states: ['queued'], sort: { by: 'updatedAt', descending: true }, limit: 20 }),
  ],
  ['listTasks by news', () => operations.listTasks({ ...owner, order: 'updated', limit: 20 })],
  ['countTasks', () => operations.countTasks({ ...owner, most: 10_001 })],
  ...lists.map(([name, , work]) => [`a list: ${name}`, work] as const),
  ...counts.map(([name, work]) => [`a count: ${name}`, work] as const),
  ['taskEndpoints', () => operations.taskEndpoints({ id: 't5' })],
  ['removeEndpoint', () => operations.removeEndpoint({ taskId: 't5', tenant: 'tenant5', name: 'n', now })],
  ['readEvents', () => operations.readEvents({ id: 't5', after: 0, limit: 20 })],
  ['loadSteps', () => operations.loadSteps({ runId: 't5' })],
  ['findApproval', () => operations.findApproval({ tokenHash: 'h5', ...owner })],
  ['taskApprovals', () => operations.taskApprovals({ taskId: 't5' })],
  ['listApprovals', () => operations.listApprovals({ ...owner, now, limit: 20 })],
  ['useApproval', () => operations.useApproval({ id: 'a5', by: 'r', now, audit })],
  ['leaseDeliveries', () => operations.leaseDeliveries({ ...lease, perEndpoint: 2, perTenant: 2 })],
  [
    'endDelivery of an endpoint that is gone',
    () =>
      operations.endDelivery({
        id: 'd2',
        epoch: 1,
        state: 'dead',
        status: 410,
        reason: '',
        dueAt: 0,
        disable: true,
        now,
      }),
  ],
  ['resumeExpired', () => operations.resumeExpired({ now: 9000, since: 8900, limit: 5 })],
  ['readWholeTask', () => operations.readWholeTask({ ...owner, id: 't8' })],
  ['readDelivery', () => operations.readDelivery({ id: 'd8', epoch: 0 })],
  ['listDeliveries', () => operations.listDeliveries({ ...owner, limit: 20 })],
  ['listDeliveries of a task', () => operations.listDeliveries({ ...owner, taskId: 't8', limit: 20 })],
  [
    'addRequests',
    () => operations.addRequests({ rows: [request], perTenant: 5000, total: 9000, bodies: 5, now: 3000 }),
  ],
  ['listRequests by id', () => operations.listRequests({ requestId: 'r7', now, limit: 20 })],
  ['listRequests that follow', () => operations.listRequests({ after: 19_990, now: 0, limit: 20 })],
  ['listAudit', () => operations.listAudit({ ...owner, limit: 20 })],
  ['listAudit of a subject', () => operations.listAudit({ ...owner, subject: 's8', limit: 20 })],
  ['useNonce', () => operations.useNonce({ key: 'k7', nonce: 'new', expiresAt: now + 9, now: 3, mostPerKey: 500 })],
  ['useNonce of a full key', () => operations.useNonce({ key: 'k8', nonce: 'n', expiresAt: 9, now: 3, mostPerKey: 9 })],
  ['isNonceKeyFull', () => operations.isNonceKeyFull({ key: 'k9', now: 3, mostPerKey: 9 })],
  [
    'prune',
    () =>
      operations.prune({
        claimsBefore: 100,
        tasksBefore: 100,
        deliveriesBefore: 100,
        approvalsBefore: 100,
        now: 100,
        limit: 5,
      }),
  ],
]

interface Backend {
  explain(statement: Statement): Promise<string[]>
  run(statement: Statement): Promise<Row[]>
}

/** Lines of the plans that read a whole table. */
async function scans(work: Work<unknown>, { explain, run }: Backend, isScan: RegExp): Promise<string[]> {
  const found: string[] = []
  let given: Row[] = []
  for (;;) {
    const step = work.next(given)
    if (step.done) return found
    given = []
    if (!('sql' in step.value)) continue
    found.push(...(await explain(step.value)).filter(line => isScan.test(line)))
    given = await run(step.value)
  }
}

/** What a list says to the database. */
function* statementsOf(work: Work<unknown>): Generator<Statement> {
  for (let step = work.next([]); !step.done; step = work.next([])) if ('sql' in step.value) yield step.value
}

describe('SQLite', () => {
  const db = new DatabaseSync(':memory:')
  migrateSqlite(db)
  const source = `(WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${rows})
    SELECT n FROM counted)`
  for (const filling of fillings(source)) db.exec(filling)
  afterAll(() => db.close())
  const prepare = (sql: string) => db.prepare(sqliteDialect(sql))
  const backend: Backend = {
    explain: async ({ sql, values }) =>
      prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all(...values)
        .map(row => String(row.detail)),
    run: async ({ sql, values }) => prepare(sql).all(...values) as Row[],
  }

  test.each(cases)('%s', async (_, work) => {
    // What a statement has found already may be read whole; `counted` is what a count has found, `piece` are numbers.
    expect(await scans(work(), backend, /^SCAN (?!turn|due|counted|found|piece|CONSTANT ROW)/)).toEqual([])
  })

  test.each(lists)('%s are listed by %s, and not sorted', async (_, index, work) => {
    const plan = await scans(work(), backend, /./)
    expect(plan.filter(line => line.includes(`INDEX ${index} `))).toHaveLength(1)
    // The rows of a page, found by an index, are put in order once more.
    const isPage = plan.some(line => line.includes('SUBQUERY'))
    expect(plan.filter(line => line.includes('TEMP B-TREE'))).toHaveLength(isPage ? 1 : 0)
  })

  test.each(counts)('%s are counted in an index alone', async (_, work) => {
    expect(await scans(work(), backend, /^SEARCH (?!task USING COVERING INDEX)/)).toEqual([])
  })

  test('what metrics show is counted in indexes alone', async () => {
    const plan = await scans(operations.workload({ now, most: 1000 }), backend, /^(?:SCAN|SEARCH) (?!counted)/)
    expect(plan).toHaveLength(10)
    expect(plan.filter(line => !line.includes('USING COVERING INDEX'))).toEqual([])
  })

  test.each([...lists.map(([name, , work]) => [name, work] as const), ...counts])(
    '%s: no body is read',
    async (_, work) => {
      for (const { sql } of statementsOf(work())) {
        const read = sql.replace('COUNT(*)', '').replaceAll(/octet_length\(\w+\)( <= \d+ THEN \w+ END AS \w+)?/g, '')
        expect(read).not.toMatch(/\*|\b(call|outcome|input|edit|progress|body|answer)\b/)
      }
    },
  )
})

describe('PostgreSQL', () => {
  let postgres: Databases
  let client: pg.Client
  beforeAll(async () => {
    postgres = await openDatabases()
    client = new pg.Client({ connectionString: await postgres.database(), types })
    await client.connect()
    await migratePostgres(client)
    for (const filling of fillings(`generate_series(1, ${rows}) AS n`)) await client.query(filling)
    await client.query('ANALYZE')
  })
  afterAll(async () => {
    await client.end()
    await postgres.remove()
  })
  const backend: Backend = {
    async explain({ sql, values }) {
      const plan = await client.query(`EXPLAIN ${dialect(sql).text}`, [...values])
      return plan.rows.map(row => String(row['QUERY PLAN']))
    },
    run: async ({ sql, values }) => (await client.query(dialect(sql), [...values])).rows,
  }

  test.each(cases)('%s', async (_, work) => {
    // Among 500 endpoints a scan is as good as an index.
    expect(await scans(work(), backend, /Seq Scan on (?!endpoint)/)).toEqual([])
  })

  test('what metrics show is counted up to a limit, and what few rows have in an index', async () => {
    const work = () => operations.workload({ now, most: 1000 })
    expect(await scans(work(), backend, /Limit/)).toHaveLength(10)
    // Half of the tasks and of the deliveries wait: of so many the first thousand are found as fast without one.
    const read = await scans(work(), backend, /Seq Scan on/)
    expect(read.map(line => /Seq Scan on (\w+)/.exec(line)?.[1])).toEqual(['task', 'delivery'])
  })
})
