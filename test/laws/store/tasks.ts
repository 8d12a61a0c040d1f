/** Laws of tasks: leases with epochs, one log, owners apart. */
import { expect } from 'vitest'
import {
  auditOf,
  claimOf,
  decode,
  deliveryOf,
  encode,
  endpointOf,
  fate,
  type Law,
  lease,
  taskOf,
  working,
} from './law.ts'

const event = (text: string) => ({ kind: 'progress', body: encode(text) })
const ended = { kind: 'outcome', body: encode('end') }
const acme = { tenant: 'acme' }

export const taskLaws: readonly Law[] = [
  [
    'a task and the answer of its key are made in one transaction',
    async ({ store }) => {
      await store.do('claim', claimOf())
      const claim = {
        scope: 'scope',
        key: 'key',
        runId: 'run-1',
        epoch: 1,
        answer: encode('see task-1'),
        expiresAt: 9999,
      }
      await store.do('createTask', taskOf({ claim }))
      const told = await store.do('claim', claimOf({ runId: 'run-2' }))
      expect(told.kind === 'done' && decode(told.answer)).toBe('see task-1')
      const fenced = taskOf({ id: 'task-2', claim: { ...claim, epoch: 7 } })
      expect(await fate(store.do('createTask', fenced))).toBe('fenced')
      expect(await store.do('getTask', { id: 'task-2', ...acme })).toBeUndefined()
    },
  ],
  [
    'a task made twice is made once',
    async ({ store }) => {
      await store.do('createTask', taskOf({ endpoint: endpointOf() }))
      await store.do('createTask', taskOf({ endpoint: endpointOf() }))
      expect(await store.do('listTasks', { ...acme, limit: 10 })).toHaveLength(1)
    },
  ],
  [
    'an adopted task has its lease, steps, events and progress, once, even when adopted twice',
    async ({ store }) => {
      const adoption = {
        task: taskOf(),
        leaseUntil: 2000,
        epoch: 1,
        steps: [{ name: 'plan', state: 'done' as const, value: encode('P') }],
        events: [event('a'), event('b')],
        progress: encode('half'),
      }
      await store.do('adoptTask', adoption)
      await store.do('adoptTask', adoption)
      expect(await lease(store)).toEqual([])
      const events = await store.do('readEvents', { id: 'task-1', after: 0, limit: 10 })
      expect(events.map(({ seq, body }) => [seq, decode(body)])).toEqual([
        [1, 'a'],
        [2, 'b'],
      ])
      const steps = await store.do('loadSteps', { runId: 'task-1' })
      expect(steps.map(({ name, value }) => [name, decode(value)])).toEqual([['plan', 'P']])
      const task = await store.do('getTask', { id: 'task-1', ...acme })
      expect([task?.state, task?.attempt, task?.events, task?.startedAt]).toEqual(['working', 1, 2, 1000])
      expect(decode(task?.progress ?? null)).toBe('half')
    },
  ],
  [
    'a run that was taken over and then adopted keeps its steps and its own intents',
    async ({ store }) => {
      await store.do('claim', claimOf({ runId: 'task-1' }))
      const claim = { scope: 'scope', key: 'key', runId: 'task-1', epoch: 1 }
      const step = { runId: 'task-1', value: null, now: 1 }
      await store.do('saveStep', { ...step, name: 'a', state: 'done', epoch: 1, fence: { claim } })
      await store.do('saveStep', { ...step, name: 'lost', state: 'intended', epoch: 1, fence: { claim } })
      await store.do('claim', claimOf({ runId: 'other', now: 2000, leaseUntil: 3000 }))
      const mine = { ...claim, epoch: 2 }
      await store.do('saveStep', { ...step, name: 'mine', state: 'intended', epoch: 2, fence: { claim: mine } })
      const task = taskOf({ claim: { ...mine, answer: encode('T'), expiresAt: 9999 } })
      const steps = [
        { name: 'a', state: 'done' as const, value: encode('other') },
        { name: 'mine', state: 'intended' as const, value: null },
      ]
      await store.do('adoptTask', { task, leaseUntil: 3000, epoch: 2, steps, events: [] })
      const fence = { id: 'task-1', epoch: 2 }
      const done = { ...step, state: 'done', epoch: 2, fence: { task: fence } } as const
      await store.do('saveStep', { ...done, name: 'mine' })
      expect(await fate(store.do('saveStep', { ...done, name: 'lost' }))).toBe('fenced')
      const kept = await store.do('loadSteps', { runId: 'task-1' })
      expect(kept.map(({ name, state, value }) => [name, state, value]).sort()).toEqual([
        ['a', 'done', null],
        ['lost', 'intended', null],
        ['mine', 'done', null],
      ])
    },
  ],
  [
    'tasks are leased in the order they are due, each once, lost ones first',
    async ({ store }) => {
      await working(store, 'lost')
      for (const [id, dueAt] of [
        ['c', 300],
        ['a', 100],
        ['later', 9000],
        ['b', 200],
      ] as const) {
        await store.do('createTask', taskOf({ id, dueAt }))
      }
      const rows = await lease(store, { now: 2000, leaseUntil: 3000, limit: 3 })
      expect(rows.map(({ id, epoch, attempt }) => [id, epoch, attempt])).toEqual([
        ['lost', 2, 1],
        ['a', 1, 1],
        ['b', 1, 1],
      ])
      expect(rows.map(({ call }) => decode(call))).toEqual(Array(3).fill('{"call":1}'))
      expect((await lease(store, { now: 2000, leaseUntil: 3000 })).map(({ id }) => id)).toEqual(['c'])
    },
  ],
  [
    'a lost runner is counted apart from the attempts, until the task is given new ones',
    async ({ store }) => {
      await working(store)
      const counted = async (now: number) =>
        (await lease(store, { now, leaseUntil: now + 1 })).map(({ attempt, lost }) => [attempt, lost])
      expect(await counted(2000)).toEqual([[1, 1]])
      expect(await counted(3000)).toEqual([[1, 2]])
      await store.do('requeueTask', { id: 'task-1', epoch: 3, dueAt: 3000, now: 3000 })
      expect(await counted(3000)).toEqual([[2, 2]])
      const failed = {
        id: 'task-1',
        epoch: 4,
        state: 'failed',
        dead: true,
        outcome: encode('F'),
        event: ended,
      } as const
      await store.do('endTask', { ...failed, now: 3000 })
      await store.do('resumeTask', { id: 'task-1', ...acme, from: 'failed', audit: auditOf(), now: 4000 })
      expect(await counted(4000)).toEqual([[1, 0]])
    },
  ],
  [
    'a worker gets only the operations that it has, to the letter',
    async ({ store }) => {
      for (const operation of ['a_b', 'axb', 'A_B', 'plan', 'plan2', '%']) {
        await store.do('createTask', taskOf({ id: operation, operation }))
      }
      const ids = async (operations: string) => (await lease(store, { operations })).map(({ id }) => id)
      expect(await ids('axb,other')).toEqual(['axb'])
      expect(await ids('plan2,a_b')).toEqual(['a_b', 'plan2'])
      expect(await ids('pla,lan,nothing')).toEqual([])
    },
  ],
  [
    'a tenant has no more tasks at once than its ceiling, however many workers there are',
    async ({ store, again }) => {
      const stores = [store, await again(), await again()]
      for (let n = 0; n < 12; n++) {
        await store.do('createTask', taskOf({ id: `big-${n}`, tenant: 'big', dueAt: n }))
        if (n < 3) await store.do('createTask', taskOf({ id: `small-${n}`, tenant: 'small', dueAt: 500 + n }))
      }
      const rounds = await Promise.all(
        Array.from({ length: 9 }, (_, n) => lease(stores[n % 3] ?? store, { limit: 2, perTenant: 3 })),
      )
      const ids = rounds.flat().map(({ id }) => id)
      expect(ids.toSorted()).toEqual(['big-0', 'big-1', 'big-2', 'small-0', 'small-1', 'small-2'])
      await store.do('endTask', {
        id: 'big-0',
        epoch: 1,
        state: 'completed',
        outcome: encode('o'),
        event: ended,
        now: 1,
      })
      expect((await lease(store, { perTenant: 3 })).map(({ id }) => id)).toEqual(['big-3'])
    },
  ],
  [
    'tenants take turns, however long the queue of one is and however many workers there are',
    async ({ store, again }) => {
      const stores = [store, await again()]
      const many = async (tenant: string, count: number, dueAt: number) => {
        const task = (n: number) => taskOf({ id: `${tenant}-${n}`, tenant, dueAt: dueAt + n })
        await Promise.all(Array.from({ length: count }, (_, n) => store.do('createTask', task(n))))
      }
      await many('big', 300, 0)
      await many('', 2, 600)
      await many('small', 3, 700)
      const tenants: string[] = []
      for (let n = 0; n < 8; n++) {
        const after = tenants.at(-1) ?? ''
        const [row] = await lease(stores[n % 2] ?? store, { limit: 1, after })
        tenants.push(row?.tenant ?? '?')
      }
      expect(tenants).toEqual(['big', 'small', '', 'big', 'small', '', 'big', 'small'])
      // Fewer are due than are looked at: the same order.
      await many('late', 1, 900)
      await lease(store, { limit: 200 })
      expect((await lease(store, { limit: 1 })).map(({ id }) => id)).toEqual(['big-202'])
      await many('small-2', 1, 900)
      await many('zest', 1, 900)
      const last = await lease(store, { limit: 4, after: 'small-2' })
      expect(last.map(({ id }) => id)).toEqual(['zest-0', 'small-2-0', 'big-203', 'big-204'])
    },
  ],
  [
    'the next of several is of the tenant of which the fewest run; one place is kept for those of which none does',
    async ({ store }) => {
      const create = (tenant: string, n: number) =>
        store.do('createTask', taskOf({ id: `${tenant}-${n}`, tenant, dueAt: n }))
      for (let n = 0; n < 8; n++) await create('big', n)
      const ids = async (over: Parameters<typeof lease>[1]) => (await lease(store, over)).map(({ id }) => id)
      // Nobody else is there: nothing is kept.
      expect(await ids({ limit: 3, kept: 1 })).toEqual(['big-0', 'big-1', 'big-2'])
      for (let n = 0; n < 3; n++) await create('small', n)
      expect(await ids({ limit: 3, kept: 1 })).toEqual(['small-0', 'small-1'])
      expect(await ids({ limit: 1, kept: 1 })).toEqual([])
      await create('new', 9)
      expect(await ids({ limit: 1, kept: 1 })).toEqual(['new-9'])
      expect(await ids({ limit: 4 })).toEqual(['small-2', 'big-3', 'big-4', 'big-5'])
    },
  ],
  [
    'of many workers at once no two get the same task, and all tasks are taken',
    async ({ store, again }) => {
      const stores = [store, await again()]
      await Promise.all(Array.from({ length: 40 }, (_, n) => store.do('createTask', taskOf({ id: `t-${n}` }))))
      const got: string[] = []
      for (let round = 0; round < 20 && got.length < 40; round++) {
        const rows = await Promise.all(Array.from({ length: 8 }, (_, n) => lease(stores[n % 2] ?? store, { limit: 4 })))
        got.push(...rows.flat().map(({ id }) => id))
      }
      expect(new Set(got).size).toBe(40)
      expect(got).toHaveLength(40)
    },
  ],
  [
    'whoever was taken over can neither renew, append, end, requeue nor save a step',
    async ({ store }) => {
      const fence = await working(store)
      expect((await lease(store, { now: 2000, leaseUntil: 3000 }))[0]?.epoch).toBe(2)
      const end = { ...fence, state: 'completed', outcome: encode('late'), event: ended, now: 2 } as const
      const step = { runId: 'task-1', name: 's', state: 'done', value: null, epoch: 1, now: 1 } as const
      expect(await fate(store.do('renewTask', { ...fence, leaseUntil: 9 }))).toBe('fenced')
      expect(await fate(store.do('appendEvents', { ...fence, events: [event('late')], now: 2 }))).toBe('fenced')
      expect(await fate(store.do('endTask', end))).toBe('fenced')
      expect(await fate(store.do('requeueTask', { ...fence, dueAt: 9, now: 2 }))).toBe('fenced')
      expect(await fate(store.do('saveStep', { ...step, fence: { task: fence } }))).toBe('fenced')
      const task = await store.do('getTask', { id: 'task-1', ...acme })
      expect([task?.state, task?.events, task?.outcome, task?.leaseUntil]).toEqual(['working', 0, null, 3000])
    },
  ],
  [
    'an end, a requeue and an append whose answers were lost take place once',
    async ({ store }) => {
      const fence = await working(store)
      const append = { ...fence, events: [event('a'), event('b')], after: 0, now: 2 }
      expect(await store.do('appendEvents', append)).toBe(2)
      expect(await store.do('appendEvents', append)).toBe(2)
      expect(await store.do('appendEvents', { ...append, events: [event('c')], after: 2 })).toBe(3)
      expect(await fate(store.do('appendEvents', { ...append, events: [event('x')], after: 0 }))).toBe('fenced')
      await store.do('requeueTask', { ...fence, dueAt: 1500, now: 3 })
      await store.do('requeueTask', { ...fence, dueAt: 1500, now: 3 })
      const [row] = await lease(store, { now: 1500, leaseUntil: 3000 })
      expect([row?.epoch, row?.attempt]).toEqual([2, 2])
      const end = { id: 'task-1', epoch: 2, state: 'completed', outcome: encode('O'), event: ended, now: 4 } as const
      expect(await store.do('endTask', end)).toBe('completed')
      expect(await store.do('endTask', end)).toBe('completed')
      const events = await store.do('readEvents', { id: 'task-1', after: 0, limit: 10 })
      expect(events.map(({ body }) => decode(body))).toEqual(['a', 'b', 'c', 'end'])
    },
  ],
  [
    'the events of a task are in order and without gaps, whoever appends at once',
    async ({ store, again }) => {
      const fence = await working(store)
      const stores = [store, await again()]
      await Promise.all(
        Array.from({ length: 60 }, (_, n) =>
          stores[n % 2]?.do('appendEvents', { ...fence, events: [event(`${n}`), event(`${n}+`)], now: 2 }),
        ),
      )
      const events = await store.do('readEvents', { id: 'task-1', after: 0, limit: 1000 })
      expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 120 }, (_, n) => n + 1))
      const bodies = events.map(({ body }) => decode(body))
      expect(bodies.filter((_, n) => n % 2 === 1)).toEqual(bodies.filter((_, n) => n % 2 === 0).map(n => `${n}+`))
      const page = await store.do('readEvents', { id: 'task-1', after: 117, limit: 2 })
      expect(page.map(({ seq }) => seq)).toEqual([118, 119])
      const counts = ['progress', 'outcome'].map(kind => store.do('measureEvents', { id: 'task-1', kind }))
      const [measured, none] = await Promise.all(counts)
      const length = bodies.reduce((sum, body) => sum + (body?.length ?? 0), 0)
      expect([measured?.count, measured?.bytes, decode(measured?.last ?? null)]).toEqual([120, length, bodies.at(-1)])
      expect(none).toEqual({ count: 0, bytes: 0, last: undefined })
    },
  ],
  [
    'progress is kept, and a task without news keeps the last',
    async ({ store }) => {
      const fence = await working(store)
      await store.do('appendEvents', { ...fence, events: [event('a')], progress: encode('half'), now: 2 })
      await store.do('appendEvents', { ...fence, events: [event('b')], now: 3 })
      const task = await store.do('getTask', { id: 'task-1', ...acme })
      expect([decode(task?.progress ?? null), task?.updatedAt]).toEqual(['half', 3])
    },
  ],
  [
    'the end of a task, its event and its deliveries are one',
    async ({ store }) => {
      const fence = await working(store, 'task-1', { endpoint: endpointOf() })
      await store.do('endTask', {
        ...fence,
        state: 'failed',
        dead: true,
        outcome: encode('O'),
        event: ended,
        deliveries: [deliveryOf()],
        now: 5,
      })
      const task = await store.do('getTask', { id: 'task-1', ...acme })
      expect([task?.state, task?.dead, decode(task?.outcome ?? null), task?.endedAt]).toEqual(['failed', true, 'O', 5])
      expect(await store.do('listDeliveries', { ...acme, limit: 9 })).toHaveLength(1)
    },
  ],
  [
    'a waiting task is canceled at once, also one whose worker is gone; a running one is asked',
    async ({ store }) => {
      const fence = await working(store, 'runs')
      await store.do('createTask', taskOf({ id: 'waits' }))
      const canceled = { kind: 'outcome', body: encode('canceled') }
      const order = { ...acme, outcome: encode('C'), event: canceled, audit: auditOf(), now: 1500 }
      expect(await store.do('cancelTask', { ...order, id: 'waits' })).toBe('canceled')
      expect(await store.do('cancelTask', { ...order, id: 'waits' })).toBe('ended')
      expect(await store.do('cancelTask', { ...order, id: 'none' })).toBe('missing')
      expect(await store.do('cancelTask', { ...order, id: 'waits', tenant: 'other' })).toBe('missing')
      expect(await store.do('cancelTask', { ...order, id: 'waits', subject: 'eve' })).toBe('missing')
      expect(await store.do('cancelTask', { ...order, id: 'runs' })).toBe('requested')
      expect(await store.do('renewTask', { ...fence, leaseUntil: 2000 })).toEqual({ cancelRequested: true })
      expect(await store.do('cancelTask', { ...order, id: 'runs', now: 2000 })).toBe('canceled')
      expect(await fate(store.do('renewTask', { ...fence, leaseUntil: 9000 }))).toBe('fenced')
      expect(await lease(store, { now: 9000, leaseUntil: 9999 })).toEqual([])
    },
  ],
  [
    'who cancels, answers or retries a task is in the audit log, once, and nobody who was refused',
    async ({ store }) => {
      const fence = await working(store, 'runs')
      await store.do('createTask', taskOf({ id: 'waits' }))
      const line = (subject: string, action: string) => auditOf({ subject, action, actor: 'ann' })
      const cancel = { ...acme, outcome: encode('C'), event: ended, now: 1500 }
      const wish = { ...cancel, id: 'runs', audit: line('runs', 'cancel') }
      await store.do('cancelTask', wish)
      // The answer to this was lost on its way.
      await store.do('cancelTask', wish)
      await store.do('cancelTask', { ...cancel, id: 'waits', audit: line('waits', 'cancel') })
      await store.do('cancelTask', { ...cancel, id: 'waits', audit: line('waits', 'too late') })
      await store.do('cancelTask', { ...cancel, id: 'runs', subject: 'eve', audit: line('runs', 'not theirs') })
      const end = { ...fence, outcome: encode('O'), event: ended, now: 1600 }
      await store.do('endTask', { ...end, state: 'failed', dead: true })
      const resume = { id: 'runs', ...acme, now: 1700 }
      await store.do('resumeTask', { ...resume, from: 'paused', audit: line('runs', 'not paused') })
      await store.do('resumeTask', { ...resume, from: 'failed', audit: line('runs', 'retry') })
      const logged = await store.do('listAudit', { ...acme, limit: 9 })
      expect(logged.map(({ actor, action, subject }) => [actor, action, subject]).sort()).toEqual([
        ['ann', 'cancel', 'runs'],
        ['ann', 'cancel', 'waits'],
        ['ann', 'retry', 'runs'],
      ])
    },
  ],
  [
    'a task that pauses after somebody wished to cancel it goes to a worker, who sees the wish',
    async ({ store }) => {
      const fence = await working(store)
      await store.do('cancelTask', {
        id: 'task-1',
        ...acme,
        outcome: encode('C'),
        event: ended,
        audit: auditOf(),
        now: 1500,
      })
      const pause = { ...fence, state: 'paused', outcome: encode('P'), event: ended, now: 1600 } as const
      expect(await store.do('endTask', pause)).toBe('queued')
      expect(await store.do('endTask', pause)).toBe('queued')
      const [row] = await lease(store, { now: 1600, leaseUntil: 3000 })
      expect([row?.cancelAt, row?.outcome, row?.events]).toEqual([1500, null, 1])
      // The pause used no attempt up.
      expect(row?.attempt).toBe(1)
    },
  ],
  [
    'a paused task resumes once, with another call if one is given',
    async ({ store }) => {
      const fence = await working(store)
      const pause = { ...fence, state: 'paused', outcome: encode('P'), event: ended, now: 2 } as const
      expect(await store.do('endTask', pause)).toBe('paused')
      const resume = { id: 'task-1', ...acme, from: 'paused', call: encode('new'), audit: auditOf(), now: 3 } as const
      expect(await store.do('resumeTask', { ...resume, tenant: 'other' })).toBe(false)
      expect(await store.do('resumeTask', { ...resume, subject: 'eve' })).toBe(false)
      expect(await store.do('resumeTask', { ...resume, from: 'failed' })).toBe(false)
      expect(await store.do('resumeTask', resume)).toBe(true)
      expect(await store.do('resumeTask', resume)).toBe(false)
      const [row] = await lease(store)
      expect([decode(row?.call ?? null), row?.attempt, row?.epoch, row?.endedAt]).toEqual(['new', 1, 2, null])
    },
  ],
  [
    'a dead task gets a new set of attempts; one that failed otherwise does not',
    async ({ store }) => {
      for (const [id, dead] of [
        ['dead', true],
        ['plain', false],
      ] as const) {
        const fence = await working(store, id)
        await store.do('endTask', { ...fence, state: 'failed', dead, outcome: encode('F'), event: ended, now: 2 })
      }
      expect(await store.do('resumeTask', { id: 'plain', ...acme, from: 'failed', audit: auditOf(), now: 3 })).toBe(
        false,
      )
      expect(await store.do('resumeTask', { id: 'dead', ...acme, from: 'failed', audit: auditOf(), now: 3 })).toBe(true)
      expect((await lease(store)).map(({ id, attempt, dead }) => [id, attempt, dead])).toEqual([['dead', 1, false]])
    },
  ],
  [
    'tasks are listed newest first, in pages, by every filter, each owner their own',
    async ({ store }) => {
      for (let n = 0; n < 7; n++) {
        const over = { id: `t${n}`, now: 1000 + Math.floor(n / 2), subject: n % 2 === 0 ? 'ann' : 'bob' }
        const context = n % 3 === 0 ? 'talk' : undefined
        await store.do('createTask', taskOf({ ...over, operation: n === 3 ? 'other' : 'plan', context }))
      }
      await store.do('createTask', taskOf({ id: 'theirs', tenant: 'other', context: 'talk' }))
      const ids = async (over: object) =>
        (await store.do('listTasks', { ...acme, limit: 3, ...over })).map(({ id }) => id)
      expect(await ids({})).toEqual(['t6', 't5', 't4'])
      expect(await ids({ before: { createdAt: 1002, id: 't4' } })).toEqual(['t3', 't2', 't1'])
      expect(await ids({ before: { createdAt: 1000, id: 't1' } })).toEqual(['t0'])
      expect(await ids({ before: { createdAt: 1000, id: 't0' } })).toEqual([])
      expect(await ids({ subject: 'bob' })).toEqual(['t5', 't3', 't1'])
      expect(await ids({ operation: 'other' })).toEqual(['t3'])
      expect(await ids({ states: ['working'] })).toEqual([])
      expect(await ids({ states: ['working', 'queued'] })).toEqual(['t6', 't5', 't4'])
      expect(await ids({ states: [] })).toEqual(['t6', 't5', 't4'])
      expect(await ids({ context: 'talk' })).toEqual(['t6', 't3', 't0'])
      expect(await ids({ context: 'talk', before: { createdAt: 1003, id: 't6' } })).toEqual(['t3', 't0'])
      expect(await ids({ context: 'talk', subject: 'bob' })).toEqual(['t3'])
      expect(await ids({ context: 'tal' })).toEqual([])
      expect(await ids({ context: '' })).toEqual([])
      expect(await ids({ context: 'talk', tenant: 'other' })).toEqual(['theirs'])
      expect(await ids({ dead: true })).toEqual([])
      expect(await ids({ tenant: 'other' })).toEqual(['theirs'])
      expect(await store.do('getTask', { id: 't0', tenant: 'other' })).toBeUndefined()
      expect(await store.do('getTask', { id: 't0', ...acme, subject: 'bob' })).toBeUndefined()
      const [t0, t1] = await Promise.all(['t0', 't1'].map(id => store.do('getTask', { id, ...acme })))
      expect([t0?.context, t1?.context]).toEqual(['talk', null])
      expect((await store.do('getTask', { id: 't0', ...acme, subject: 'ann' }))?.id).toBe('t0')
    },
  ],
  [
    'a list reads a task with its bodies whole, however long they are, and for its owner alone',
    async ({ store }) => {
      // Neither a multiple of a piece nor text: every byte comes, in order.
      const long = Uint8Array.from({ length: 1_000_003 }, (_, n) => (n * 7 + (n >> 8)) % 256)
      const twoPieces = long.slice(0, 512 * 1024)
      await store.do('createTask', taskOf({ id: 'short', subject: 'ann' }))
      await store.do('createTask', taskOf({ id: 'long', subject: 'ann', call: long }))
      await store.do('createTask', taskOf({ id: 'even', subject: 'ann', call: twoPieces }))
      await lease(store)
      const event = { kind: 'outcome', body: encode('{}') }
      await store.do('endTask', { id: 'long', epoch: 1, state: 'completed', outcome: long, event, now: 3 })
      for (const id of ['short', 'long', 'even']) {
        const wanted = { id, ...acme, subject: 'ann' }
        expect(await store.do('readWholeTask', wanted)).toEqual(await store.do('getTask', wanted))
      }
      expect((await store.do('readWholeTask', { id: 'long', ...acme }))?.outcome).toEqual(long)
      expect(await store.do('readWholeTask', { id: 'long', ...acme, subject: 'bob' })).toBeUndefined()
      expect(await store.do('readWholeTask', { id: 'long', tenant: 'other' })).toBeUndefined()
      expect(await store.do('readWholeTask', { id: 'none', ...acme })).toBeUndefined()
    },
  ],
  [
    'an empty subject and another account own nothing: they find, list, count, change and cancel no task',
    async ({ store }) => {
      await store.do('createTask', taskOf({ id: 't0', subject: 'ann', account: 'sandbox' }))
      const strangers = [{ subject: '' }, { subject: 'ann' }, { subject: 'ann', account: 'production' }]
      const order = { outcome: encode('{}'), event: { kind: 'outcome', body: encode('{}') }, now: 2 }
      const sort = { by: 'createdAt' as const, descending: true }
      for (const stranger of strangers) {
        const nobody = { ...acme, ...stranger }
        expect(await store.do('getTask', { id: 't0', ...nobody })).toBeUndefined()
        expect(await store.do('listTasks', { ...nobody, limit: 9 })).toEqual([])
        expect(await store.do('findTasks', { ...nobody, sort, limit: 9 })).toEqual([])
        expect(await store.do('countTasks', { ...nobody, most: 9 })).toBe(0)
        expect(await store.do('cancelTask', { ...order, audit: auditOf(), id: 't0', ...nobody })).toBe('missing')
      }
      await lease(store)
      expect(await store.do('endTask', { ...order, id: 't0', epoch: 1, state: 'paused' })).toBe('paused')
      const part = { before: encode('{}'), outcome: encode('{}'), call: encode('{}') }
      for (const stranger of strangers) {
        const nobody = { ...acme, ...stranger, id: 't0', now: 3 }
        expect(await store.do('resumeTask', { ...nobody, audit: auditOf(), from: 'paused' })).toBe(false)
        expect(await store.do('amendTask', { ...part, ...nobody })).toBe(false)
      }
      const owner = { ...acme, subject: 'ann', account: 'sandbox' }
      expect(await store.do('amendTask', { ...part, id: 't0', ...owner, now: 3 })).toBe(true)
      expect(await store.do('countTasks', { ...owner, most: 9 })).toBe(1)
      expect((await store.do('findTasks', { ...owner, sort, limit: 9 })).map(({ id }) => id)).toEqual(['t0'])
      expect((await store.do('listTasks', { ...acme, limit: 9 })).map(({ id }) => id)).toEqual(['t0'])
    },
  ],
  [
    'a list of tasks tells all of them but what they were asked and what came of it',
    async ({ store }) => {
      const fence = await working(store)
      await store.do('appendEvents', { ...fence, events: [event('a')], progress: encode('half'), now: 2 })
      await store.do('endTask', { ...fence, state: 'completed', outcome: encode('O'), event: ended, now: 3 })
      const task = await store.do('getTask', { id: 'task-1', ...acme })
      expect([decode(task?.call ?? null), decode(task?.outcome ?? null)]).toEqual(['{"call":1}', 'O'])
      const { call: _, outcome: __, ...line } = task ?? { call: null, outcome: null }
      expect(await store.do('listTasks', { ...acme, limit: 9 })).toEqual([line])
    },
  ],
  [
    'tasks are listed by their states and by when there was news of them',
    async ({ store }) => {
      for (const id of ['waits', 'runs', 'ended']) await store.do('createTask', taskOf({ id, operation: id }))
      await lease(store, { operations: 'ended,runs', now: 1500 })
      const end = { id: 'ended', epoch: 1, outcome: encode('o'), event: ended, now: 1700 }
      await store.do('endTask', { ...end, state: 'completed' })
      const ids = async (over: object) =>
        (await store.do('listTasks', { ...acme, limit: 9, ...over })).map(({ id }) => id).sort()
      expect(await ids({ states: ['queued', 'working'] })).toEqual(['runs', 'waits'])
      expect(await ids({ states: ['completed', 'paused'] })).toEqual(['ended'])
      expect(await ids({ updatedAfter: 999 })).toEqual(['ended', 'runs', 'waits'])
      expect(await ids({ updatedAfter: 1000 })).toEqual(['ended', 'runs'])
      expect(await ids({ updatedAfter: 1500, states: ['working', 'completed'] })).toEqual(['ended'])
      expect(await ids({ updatedAfter: 1700 })).toEqual([])
    },
  ],
  [
    'tasks are looked for by every filter, in any order, page by page, each owner their own',
    async ({ store }) => {
      for (let n = 0; n < 6; n++) {
        const over = { id: `t${n}`, now: 1000 + n, subject: n % 2 === 0 ? 'ann' : 'bob' }
        await store.do('createTask', taskOf({ ...over, operation: n < 3 ? 'buy' : 'sell' }))
      }
      await store.do('createTask', taskOf({ id: 'theirs', tenant: 'other', operation: 'buy' }))
      await lease(store, { operations: 'sell', limit: 1, now: 2000 })
      const newest = { by: 'createdAt', descending: true } as const
      const ids = async (over: object) =>
        (await store.do('findTasks', { ...acme, sort: newest, limit: 9, ...over })).map(({ id }) => id)
      expect(await ids({})).toEqual(['t5', 't4', 't3', 't2', 't1', 't0'])
      expect(await ids({ sort: { by: 'createdAt', descending: false }, limit: 2 })).toEqual(['t0', 't1'])
      expect(await ids({ after: { value: 1004, id: 't4' }, limit: 2 })).toEqual(['t3', 't2'])
      expect(await ids({ sort: { by: 'updatedAt', descending: true }, limit: 1 })).toEqual(['t3'])
      expect(await ids({ subject: 'bob' })).toEqual(['t5', 't3', 't1'])
      expect(await ids({ states: ['working'] })).toEqual(['t3'])
      expect(await ids({ states: [] })).toEqual([])
      expect(await ids({ operations: ['buy', 'hold'] })).toEqual(['t2', 't1', 't0'])
      expect(await ids({ operations: ['uy'] })).toEqual([])
      expect(await ids({ ids: ['t1', 'theirs', 't9'] })).toEqual(['t1'])
      expect(await ids({ createdAfter: 1001, createdBefore: 1004 })).toEqual(['t3', 't2'])
      expect(await ids({ updatedAfter: 1005 })).toEqual(['t3'])
      expect(await ids({ updatedBefore: 1001 })).toEqual(['t0'])
      expect(await ids({ hasEndpoint: true })).toEqual([])
      expect(await ids({ hasEndpoint: false, limit: 1 })).toEqual(['t5'])
      expect(await ids({ tenant: 'other' })).toEqual(['theirs'])
      const byWord = { by: 'operation', words: { buy: 'zz', sell: 'aa' }, descending: false } as const
      expect(await ids({ sort: byWord })).toEqual(['t3', 't4', 't5', 't0', 't1', 't2'])
      expect(await ids({ sort: byWord, after: { value: 'aa', id: 't5' } })).toEqual(['t0', 't1', 't2'])
      expect(await ids({ sort: { by: 'state', descending: true }, limit: 1 })).toEqual(['t3'])
    },
  ],
]
