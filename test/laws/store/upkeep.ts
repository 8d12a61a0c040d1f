/** Laws of upkeep, and of the door itself. */
import { once } from 'node:events'
import { expect } from 'vitest'
import {
  approvalOf,
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

const never = { claimsBefore: 0, tasksBefore: 0, deliveriesBefore: 0, approvalsBefore: 0, limit: 10 }
const all = { claimsBefore: 1e6, tasksBefore: 1e6, deliveriesBefore: 1e6, approvalsBefore: 1e6, limit: 10 }
const event = { kind: 'progress', body: encode('e') }

export const upkeepLaws: readonly Law[] = [
  [
    'pruning removes what is past its time in small parts, and nothing that is not',
    async ({ store }) => {
      for (let n = 0; n < 25; n++) {
        const key = `k${n}`
        await store.do('claim', claimOf({ key, runId: key, expiresAt: 5000 }))
        await store.do('finishClaim', {
          scope: 'scope',
          key,
          runId: key,
          epoch: 1,
          answer: encode('a'),
          expiresAt: 5000,
        })
      }
      const fence = await working(store, 'old', { endpoint: endpointOf() })
      await store.do('saveStep', {
        runId: 'old',
        name: 's',
        state: 'done',
        value: null,
        epoch: 1,
        now: 1,
        fence: { task: fence },
      })
      await store.do('appendEvents', { ...fence, events: Array(34).fill(event), now: 2 })
      await store.do('endTask', {
        ...fence,
        state: 'completed',
        outcome: encode('o'),
        event,
        deliveries: [deliveryOf({ taskId: 'old' })],
        now: 3,
      })
      await store.do('leaseDeliveries', { now: 5000, leaseUntil: 6000, limit: 9, perEndpoint: 9 })
      await store.do('endDelivery', {
        id: 'del-1',
        epoch: 1,
        state: 'delivered',
        status: 200,
        reason: '',
        dueAt: 0,
        disable: false,
        now: 4,
      })
      await store.do('createTask', taskOf({ id: 'waits' }))
      await store.do('askApproval', approvalOf())
      await store.do('askApproval', approvalOf({ id: 'kept', digest: 'd2', tokenHash: 'h2', taskId: 'waits' }))
      expect(await store.do('prune', never)).toBe(0)
      const parts: number[] = []
      for (;;) {
        const gone = await store.do('prune', all)
        if (gone === 0) break
        parts.push(gone)
      }
      // 25 claims, 35 events, 1 task, 1 step, 1 delivery, 1 endpoint, 1 approval
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(65)
      expect(Math.max(...parts)).toBeLessThanOrEqual(25)
      expect(await store.do('stats', {})).toMatchObject({
        claims_done: 0,
        tasks_ended: 0,
        tasks_queued: 1,
        events: 0,
        steps: 0,
        approvals: 1,
      })
      expect((await store.do('getTask', { id: 'waits', tenant: 'acme' }))?.state).toBe('queued')
      expect(await store.do('getTask', { id: 'old', tenant: 'acme' })).toBeUndefined()
    },
  ],
  [
    'a task that is pruned takes its approvals and its ended deliveries with it, if they are old enough too',
    async ({ store }) => {
      const fence = await working(store)
      await store.do('askApproval', approvalOf({ taskId: 'task-1', expiresAt: 1e9 }))
      const deliveries = [deliveryOf(), deliveryOf({ id: 'waits', endpoint: 'end-2' })]
      await store.do('endTask', { ...fence, state: 'completed', outcome: encode('o'), event, deliveries, now: 3 })
      const [leased] = await store.do('leaseDeliveries', { now: 5000, leaseUntil: 6000, limit: 1, perEndpoint: 9 })
      const end = { status: 200, reason: '', dueAt: 0, disable: false, now: 4 }
      await store.do('endDelivery', { id: leased?.id ?? '', epoch: 1, state: 'delivered', ...end })
      const left = async () => {
        const approval = await store.do('getApproval', { id: 'app-1', tenant: 'acme' })
        const rows = await store.do('listDeliveries', { tenant: 'acme', limit: 9 })
        return [approval?.id, rows.length]
      }
      await store.do('prune', { ...all, approvalsBefore: 0, deliveriesBefore: 0 })
      expect(await left()).toEqual(['app-1', 2])
      const second = await working(store, 'task-2')
      await store.do('askApproval', approvalOf({ id: 'app-2', tokenHash: 'h2', taskId: 'task-2', expiresAt: 1e9 }))
      await store.do('endTask', { ...second, state: 'completed', outcome: encode('o'), event, now: 5 })
      while ((await store.do('prune', all)) > 0);
      expect(await store.do('getApproval', { id: 'app-2', tenant: 'acme' })).toBeUndefined()
      expect(await left()).toEqual(['app-1', 1])
    },
  ],
  [
    'a call of prune frees only so many bytes',
    async ({ store }) => {
      for (const id of ['t1', 't2', 't3', 't4']) {
        const fence = await working(store, id)
        const outcome = new Uint8Array(1_500_000)
        await store.do('endTask', { ...fence, state: 'completed', outcome, event, now: 3 })
      }
      const left = async () => (await store.do('stats', {})).tasks_ended
      await store.do('prune', all)
      expect(await left()).toBe(1)
      await store.do('prune', all)
      expect(await left()).toBe(0)
    },
  ],
  [
    'pruning a key leaves the steps of the task that its run became',
    async ({ store }) => {
      await store.do('claim', claimOf({ runId: 'task-1' }))
      const claim = { scope: 'scope', key: 'key', runId: 'task-1', epoch: 1, answer: encode('T'), expiresAt: 1500 }
      await store.do('adoptTask', {
        task: taskOf({ claim }),
        leaseUntil: 9000,
        epoch: 1,
        steps: [{ name: 's', state: 'done', value: encode('v') }],
        events: [],
      })
      expect(await store.do('prune', { ...all, tasksBefore: 0 })).toBe(1)
      expect(await store.do('loadSteps', { runId: 'task-1' })).toHaveLength(1)
    },
  ],
  [
    'an endpoint is kept while a task or a delivery names it',
    async ({ store }) => {
      const put = { deliveries: [deliveryOf()], now: 1 }
      await store.do('addDeliveries', put)
      await store.do('createTask', taskOf({ endpoint: endpointOf() }))
      await store.do('leaseDeliveries', { now: 1000, leaseUntil: 2000, limit: 9, perEndpoint: 9 })
      await store.do('endDelivery', {
        id: 'del-1',
        epoch: 1,
        state: 'delivered',
        status: 200,
        reason: '',
        dueAt: 0,
        disable: false,
        now: 4,
      })
      expect(await store.do('prune', all)).toBe(1)
      const [row] = await lease(store)
      await store.do('endTask', {
        id: 'task-1',
        epoch: row?.epoch ?? 0,
        state: 'completed',
        outcome: encode('o'),
        event,
        deliveries: [deliveryOf({ id: 'del-2' })],
        now: 5,
      })
      expect(await store.do('listDeliveries', { tenant: 'acme', limit: 9 })).toHaveLength(1)
    },
  ],
  [
    'what nobody works on is counted',
    async ({ store }) => {
      await working(store, 'lost')
      await store.do('createTask', taskOf({ id: 'waits' }))
      await store.do('addDeliveries', { deliveries: [deliveryOf()], now: 1000 })
      expect(await store.do('stuck', { before: 1000 })).toEqual({ tasks: 0, queued: 0, deliveries: 0 })
      expect(await store.do('stuck', { before: 3000 })).toEqual({ tasks: 1, queued: 1, deliveries: 1 })
      expect(await store.do('ping', {})).toBe(8)
    },
  ],
  [
    'a wake reaches this process and the others',
    async ({ store, again }) => {
      const other = await again()
      const heard = { here: new EventTarget(), there: new EventTarget() }
      const stops = [
        store.onWake(topic => heard.here.dispatchEvent(new Event(topic))),
        other.onWake(topic => heard.there.dispatchEvent(new Event(topic === '*' ? 'task' : topic))),
      ]
      const both = Promise.all([once(heard.here, 'task'), once(heard.there, 'task')])
      await store.do('createTask', taskOf())
      await both
      for (const stop of stops) stop()
    },
  ],
  [
    'what both databases cannot keep alike is refused, with its place and without its value',
    async ({ store }) => {
      for (const key of ['nul\u0000', 'half\ud800', '\udc00half']) {
        await expect(store.do('claim', claimOf({ key }))).rejects.toMatchObject({
          code: 'ERR_MISUSE',
          message: 'The store cannot keep a text with U+0000 or half a surrogate pair (at /key).',
        })
      }
      const endpoint = endpointOf({ url: '\u0000' })
      await expect(store.do('createTask', taskOf({ endpoint }))).rejects.toThrow('(at /endpoint/url)')
      for (const now of [1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60]) {
        await expect(store.do('claim', claimOf({ now }))).rejects.toMatchObject({ code: 'ERR_MISUSE' })
      }
      expect(await store.do('claim', claimOf())).toEqual({ kind: 'fresh', runId: 'run-1', epoch: 1 })
    },
  ],
  [
    'texts come back to the letter',
    async ({ store }) => {
      const odd = `'"; DROP TABLE task; -- \\ %_ \u0001 ünï 漢字 🎉 \u{10FFFF} é`
      await store.do('createTask', taskOf({ subject: odd, operation: odd }))
      const task = await store.do('getTask', { id: 'task-1', tenant: 'acme', subject: odd })
      expect([task?.subject, task?.operation]).toEqual([odd, odd])
      expect(await lease(store, { operations: `x,${odd}` })).toHaveLength(1)
    },
  ],
  [
    'bytes come back to the byte, also many of them',
    async ({ store }) => {
      const big = new Uint8Array(20 * 1024 * 1024).map((_, n) => n % 251)
      const every = Uint8Array.from({ length: 256 }, (_, n) => n)
      await store.do('createTask', taskOf({ call: big }))
      await store.do('createTask', taskOf({ id: 'task-2', call: every }))
      await store.do('createTask', taskOf({ id: 'task-3', call: new Uint8Array() }))
      const call = async (id: string) => (await store.do('getTask', { id, tenant: 'acme' }))?.call
      const back = await call('task-1')
      expect(back === undefined ? -1 : Buffer.compare(back, big)).toBe(0)
      expect(await call('task-2')).toEqual(every)
      expect(await call('task-3')).toEqual(new Uint8Array())
    },
  ],
  [
    'one operation that fails takes no other with it',
    async ({ store }) => {
      const fence = await working(store)
      const fates = await Promise.all([
        fate(store.do('appendEvents', { ...fence, events: [event], now: 2 })),
        fate(store.do('renewTask', { ...fence, epoch: 9, leaseUntil: 3 })),
        fate(
          store.do(
            'createTask',
            taskOf({
              id: 'x',
              claim: { scope: 's', key: 'k', runId: 'r', epoch: 1, answer: encode(''), expiresAt: 1 },
            }),
          ),
        ),
        fate(store.do('appendEvents', { ...fence, events: [event], now: 2 })),
        fate(store.do('claim', claimOf())),
      ])
      expect(fates).toEqual(['done', 'fenced', 'fenced', 'done', 'done'])
      expect(await store.do('readEvents', { id: 'task-1', after: 0, limit: 9 })).toHaveLength(2)
      expect(await store.do('getTask', { id: 'x', tenant: 'acme' })).toBeUndefined()
    },
  ],
  [
    'closing finishes what is under way, refuses what comes later, and may be repeated',
    async ({ again }) => {
      const other = await again()
      const work = Array.from({ length: 60 }, (_, n) =>
        fate(other.do('claim', claimOf({ key: `k${n}`, runId: `${n}` }))),
      )
      const closed = Promise.all([other.close(), other.close()])
      expect(await fate(other.do('ping', {}))).toBe('ERR_MISUSE')
      expect(new Set(await Promise.all(work))).toEqual(new Set(['done']))
      await closed
      await other.close()
      const reader = await again()
      expect((await reader.do('stats', {})).claims_running).toBe(60)
    },
  ],
  [
    'what is read is what was committed, by whichever handle',
    async ({ store, again }) => {
      const other = await again()
      for (let n = 0; n < 20; n++) {
        await store.do('createTask', taskOf({ id: `t${n}` }))
        expect((await other.do('getTask', { id: `t${n}`, tenant: 'acme' }))?.id).toBe(`t${n}`)
      }
      expect(decode((await other.do('getTask', { id: 't0', tenant: 'acme' }))?.call ?? null)).toBe('{"call":1}')
    },
  ],
]
