/** Laws of approvals: asked once, decided once, used once; and of the audit log that tells of them. */
import { expect } from 'vitest'
import type { DecidedState } from '../../../src/store/operations/decide-approval.ts'
import { approvalOf, auditOf, decode, encode, fate, type Law, lease, working } from './law.ts'

const decision = (
  over: { id?: string; by?: string; state?: DecidedState; now?: number; tenant?: string; allowOwn?: boolean } = {},
) => ({
  id: 'app-1',
  tenant: 'acme',
  by: 'bob',
  state: 'approved' as const,
  allowOwn: false,
  now: 1500,
  audit: auditOf(),
  ...over,
})
const use = (over: { by?: string; now?: number } = {}) => ({
  id: 'app-1',
  by: 'run-1',
  now: 1600,
  audit: auditOf({ action: 'use' }),
  ...over,
})
const paused = {
  state: 'paused',
  outcome: encode('P'),
  event: { kind: 'outcome', body: encode('P') },
  now: 1700,
} as const

export const approvalLaws: readonly Law[] = [
  [
    'an edit withdraws what else is open of its run, and a decision on that is told that the input changed',
    async ({ store }) => {
      await working(store)
      for (const taskId of [null, 'task-1']) {
        const ask = (key: string, more: object = {}) =>
          store.do(
            'askApproval',
            approvalOf({ id: `${taskId}-${key}`, tokenHash: `${taskId}-${key}`, key, taskId, ...more }),
          )
        await ask('spend')
        await ask('sign')
        await ask('other', taskId === null ? { digest: 'd2' } : {})
        const edit = { ...decision({ id: `${taskId}-spend` }), edit: encode('{}') }
        expect((await store.do('decideApproval', edit)).kind).toBe('decided')
        const stale = { ...decision({ id: `${taskId}-sign`, by: 'cat' }), edit: encode('{}') }
        expect((await store.do('decideApproval', stale)).kind).toBe('changed')
        const other = await store.do('decideApproval', decision({ id: `${taskId}-other`, by: 'cat' }))
        expect(other.kind).toBe(taskId === null ? 'decided' : 'changed')
      }
    },
  ],
  [
    'of two edits of one input at once, one is made',
    async ({ store, again }) => {
      const stores = [store, await again()]
      const ids = Array.from({ length: 20 }, (_, n) => `app-${n}`)
      for (const id of ids) await store.do('askApproval', approvalOf({ id, tokenHash: id, key: id }))
      const told = await Promise.all(
        ids.map((id, n) => stores[n % 2]?.do('decideApproval', { ...decision({ id, by: id }), edit: encode('{}') })),
      )
      expect(told.map(result => result?.kind).sort()).toEqual([...Array(19).fill('changed'), 'decided'])
    },
  ],
  [
    'one person gives one approval of a run, unless it allows more, and decides nothing that they supplied',
    async ({ store }) => {
      const ask = (id: string, more: object = {}) =>
        store.do('askApproval', approvalOf({ id, tokenHash: id, key: id, ...more }))
      await ask('a')
      await ask('b')
      await ask('c', { samePerson: true })
      await ask('d', { suppliedBy: ['eve,', 'dan'] })
      const decide = async (id: string, by: string, state: DecidedState = 'approved') =>
        (await store.do('decideApproval', decision({ id, by, state }))).kind
      expect(await decide('a', 'bob')).toBe('decided')
      expect(await decide('b', 'bob')).toBe('same-person')
      expect(await decide('c', 'bob')).toBe('decided')
      expect((await ask('d', { suppliedBy: ['fay', 'dan'] }))?.suppliedBy).toEqual(['eve,', 'dan', 'fay'])
      for (const by of ['dan', 'eve,', 'fay']) expect(await decide('d', by, 'rejected')).toBe('own')
      expect(await decide('b', 'bob', 'rejected')).toBe('decided')
    },
  ],
  [
    'an approval is seen by its requester under its account, by those with its roles, and by none without',
    async ({ store }) => {
      await store.do('askApproval', approvalOf({ account: 'sandbox' }))
      await store.do('askApproval', approvalOf({ id: 'app-2', tokenHash: 'h2', key: 'b', roles: ['legal', 'board'] }))
      const seen = async (viewer: object) => {
        const query = { tenant: 'acme', ...viewer }
        const listed = await store.do('listApprovals', { ...query, now: 1000, limit: 10 })
        const found: string[] = []
        for (const id of ['app-1', 'app-2']) if (await store.do('getApproval', { id, ...query })) found.push(id)
        expect(listed.map(({ id }) => id).sort()).toEqual(found)
        return found
      }
      const decides = (byDefault: boolean, ...roles: string[]) => ({ decides: { byDefault, roles } })
      expect(await seen({})).toEqual(['app-1', 'app-2'])
      expect(await seen({ requester: 'ann', account: 'sandbox' })).toEqual(['app-1'])
      expect(await seen({ requester: 'ann' })).toEqual(['app-2'])
      expect(await seen(decides(true))).toEqual(['app-1'])
      expect(await seen(decides(false, 'board'))).toEqual(['app-2'])
      expect(await seen({ requester: 'eve', ...decides(false, 'oard', 'leg', '') })).toEqual([])
      expect(await seen(decides(false))).toEqual([])
    },
  ],
  [
    'the same words find the same approval while it is open and stands, and no other',
    async ({ store }) => {
      const first = await store.do('askApproval', approvalOf())
      const same = await store.do('askApproval', approvalOf({ id: 'app-2', tokenHash: 'hash-2' }))
      const among = async (id: string, ...ids: string[]) =>
        (await store.do('askApproval', approvalOf({ id, tokenHash: id, among: ids })))?.id
      expect([await among('app-3', 'app-0', 'app-1'), await among('app-4', 'app'), await among('app-5')]).toEqual([
        'app-1',
        'app-4',
        'app-5',
      ])
      expect(same).toEqual(first)
      const ids: (string | undefined)[] = []
      for (const [n, over] of [
        { digest: 'd2' },
        { key: 'other' },
        { tenant: 'other' },
        { taskId: 'task-1' },
        { now: 5000, expiresAt: 9000 },
      ].entries()) {
        ids.push((await store.do('askApproval', approvalOf({ id: `new-${n}`, tokenHash: `new-${n}`, ...over })))?.id)
      }
      expect(ids).toEqual(['new-0', 'new-1', 'new-2', 'new-3', 'new-4'])
    },
  ],
  [
    'the same words at once make one approval',
    async ({ store, again }) => {
      const stores = [store, await again()]
      const rows = await Promise.all(
        Array.from({ length: 30 }, (_, n) =>
          stores[n % 2]?.do('askApproval', approvalOf({ id: `app-${n}`, tokenHash: `hash-${n}` })),
        ),
      )
      expect(new Set(rows.map(row => row?.id)).size).toBe(1)
      expect(await store.do('listApprovals', { tenant: 'acme', now: 1000, limit: 100 })).toHaveLength(1)
    },
  ],
  [
    'of 50 deciders at once one decides, and one audit line tells it',
    async ({ store, again }) => {
      await store.do('askApproval', approvalOf())
      const stores = [store, await again()]
      const told = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          stores[n % 2]?.do(
            'decideApproval',
            decision({ by: `by-${n}`, state: n % 3 === 0 ? 'rejected' : 'approved' }),
          ),
        ),
      )
      const decided = told.filter(result => result?.kind === 'decided')
      expect(decided).toHaveLength(1)
      expect(told.filter(result => result?.kind === 'already')).toHaveLength(49)
      const winner = told.findIndex(result => result?.kind === 'decided')
      expect((await store.do('getApproval', { id: 'app-1', tenant: 'acme' }))?.decidedBy).toBe(`by-${winner}`)
      expect(await store.do('listAudit', { tenant: 'acme', subject: 'app-1', limit: 99 })).toHaveLength(1)
    },
  ],
  [
    'nobody decides their own, an expired or another tenant’s approval',
    async ({ store }) => {
      await store.do('askApproval', approvalOf())
      expect((await store.do('decideApproval', decision({ by: 'ann' }))).kind).toBe('own')
      expect((await store.do('decideApproval', decision({ now: 5000 }))).kind).toBe('expired')
      expect(await store.do('decideApproval', decision({ tenant: 'other' }))).toEqual({ kind: 'missing' })
      expect(await store.do('decideApproval', decision({ id: 'none' }))).toEqual({ kind: 'missing' })
      expect(await store.do('findApproval', { tokenHash: 'hash-1', tenant: 'other' })).toBeUndefined()
      expect(await store.do('getApproval', { id: 'app-1', tenant: 'other' })).toBeUndefined()
      expect(await store.do('getApproval', { id: 'app-1', tenant: 'acme', requester: 'eve' })).toBeUndefined()
      expect(await store.do('listAudit', { tenant: 'acme', limit: 9 })).toEqual([])
      expect((await store.do('decideApproval', decision({ by: 'ann', allowOwn: true }))).kind).toBe('decided')
    },
  ],
  [
    'a decision carries its note and its edit, and is found by the token',
    async ({ store }) => {
      await store.do('askApproval', approvalOf())
      await store.do('decideApproval', { ...decision(), note: 'less', edit: encode('{"budget":5}') })
      const row = await store.do('findApproval', { tokenHash: 'hash-1', tenant: 'acme' })
      expect([row?.state, row?.note, decode(row?.edit ?? null), row?.decidedBy, row?.decidedAt]).toEqual([
        'approved',
        'less',
        '{"budget":5}',
        'bob',
        1500,
      ])
    },
  ],
  [
    'an approval is used by one run, however many ask at once; that run may ask again',
    async ({ store, again }) => {
      await store.do('askApproval', approvalOf())
      expect(await store.do('useApproval', use())).toBe(false)
      await store.do('decideApproval', decision())
      const stores = [store, await again()]
      const told = await Promise.all(
        Array.from({ length: 30 }, (_, n) => stores[n % 2]?.do('useApproval', use({ by: `run-${n}` }))),
      )
      expect(told.filter(Boolean)).toHaveLength(1)
      const winner = told.indexOf(true)
      expect(await store.do('useApproval', use({ by: `run-${winner}`, now: 9000 }))).toBe(true)
      expect(await store.do('useApproval', use({ by: 'another' }))).toBe(false)
      const lines = await store.do('listAudit', { tenant: 'acme', limit: 99 })
      expect(lines.map(({ action }) => action).toSorted()).toEqual(['approve', 'use'])
    },
  ],
  [
    'an approval that expired, or was rejected, is not used',
    async ({ store }) => {
      await store.do('askApproval', approvalOf())
      await store.do('decideApproval', decision())
      expect(await store.do('useApproval', use({ now: 5000 }))).toBe(false)
      await store.do('askApproval', approvalOf({ id: 'app-2', digest: 'd2', tokenHash: 'hash-2' }))
      await store.do('decideApproval', decision({ id: 'app-2', state: 'rejected' }))
      expect(await store.do('useApproval', { ...use(), id: 'app-2' })).toBe(false)
    },
  ],
  [
    'only the run that used an approval gives it back',
    async ({ store }) => {
      await store.do('askApproval', approvalOf())
      await store.do('decideApproval', decision())
      await store.do('useApproval', use())
      await store.do('unuseApproval', { id: 'app-1', by: 'run-1', audit: auditOf() })
      expect(await store.do('useApproval', use({ by: 'run-2' }))).toBe(true)
      await store.do('unuseApproval', { id: 'app-1', by: 'run-1', audit: auditOf() })
      expect(await store.do('useApproval', use({ by: 'run-3' }))).toBe(false)
    },
  ],
  [
    'a decision lets the paused task go on in the same transaction',
    async ({ store }) => {
      const fence = await working(store)
      await store.do('askApproval', approvalOf({ taskId: 'task-1' }))
      expect(await store.do('endTask', { ...fence, ...paused })).toBe('paused')
      expect(await lease(store)).toEqual([])
      await store.do('decideApproval', decision())
      const [row] = await lease(store, { now: 1500 })
      expect([row?.id, row?.attempt, row?.outcome]).toEqual(['task-1', 1, null])
      expect((await store.do('taskApprovals', { taskId: 'task-1' })).map(({ state }) => state)).toEqual(['approved'])
    },
  ],
  [
    'a question is answered by the requester alone, once; then it is decided again, and the task goes on to ask',
    async ({ store }) => {
      const fence = await working(store)
      await store.do('askApproval', approvalOf({ taskId: 'task-1' }))
      await store.do('endTask', { ...fence, ...paused })
      const reply = (over: object = {}) =>
        store.do('replyApproval', {
          id: 'app-1',
          tenant: 'acme',
          requester: 'ann',
          now: 1600,
          audit: auditOf({ action: 'reply' }),
          ...over,
        })
      expect(await reply()).toBeUndefined()
      await store.do('decideApproval', { ...decision({ state: 'asked' }), note: 'Why?' })
      const [asked] = await lease(store, { now: 1500, leaseUntil: 3000 })
      await store.do('endTask', { id: 'task-1', epoch: asked?.epoch ?? 0, ...paused })
      for (const over of [{ requester: 'bob' }, { tenant: 'other' }, { id: 'app-2' }, { now: 5000 }]) {
        expect(await reply(over)).toBeUndefined()
      }
      const replied = await reply()
      expect([replied?.state, replied?.note, replied?.decidedBy]).toEqual(['open', null, null])
      expect(await reply()).toBeUndefined()
      expect((await lease(store, { now: 1700, leaseUntil: 3000 })).map(({ id, attempt }) => [id, attempt])).toEqual([
        ['task-1', 1],
      ])
      expect((await store.do('decideApproval', decision())).kind).toBe('decided')
      const lines = await store.do('listAudit', { tenant: 'acme', limit: 9 })
      expect(lines.filter(({ action }) => action === 'reply')).toHaveLength(1)
    },
  ],
  [
    'a decision that comes before the task has paused is not lost',
    async ({ store }) => {
      const fence = await working(store)
      await store.do('askApproval', approvalOf({ taskId: 'task-1' }))
      await store.do('decideApproval', decision())
      expect(await store.do('endTask', { ...fence, ...paused })).toBe('queued')
      const [row] = await lease(store, { now: 1700, leaseUntil: 3000 })
      expect(row?.epoch).toBe(2)
      // The decision has been seen by now: the next pause is one.
      expect(await store.do('endTask', { id: 'task-1', epoch: 2, ...paused })).toBe('paused')
    },
  ],
  [
    'a task whose approval expired undecided is queued again, once for each that expires',
    async ({ store }) => {
      const fence = await working(store)
      await store.do('askApproval', approvalOf({ taskId: 'task-1' }))
      await store.do('endTask', { ...fence, ...paused, facet: 'approval' })
      const look = (now: number, since = 0) => store.do('resumeExpired', { now, since, limit: 9 })
      expect(await look(4999)).toBe(0)
      expect(await look(6000, 5500)).toBe(0)
      expect(await look(6000)).toBe(1)
      expect((await store.do('getTask', { id: 'task-1', tenant: 'acme' }))?.state).toBe('queued')
      const [again] = await lease(store, { now: 6000, leaseUntil: 9000 })
      await store.do(
        'askApproval',
        approvalOf({ id: 'app-2', tokenHash: 'h2', taskId: 'task-1', now: 6050, expiresAt: 8000 }),
      )
      await store.do('endTask', { id: 'task-1', epoch: again?.epoch ?? 0, ...paused, facet: 'approval', now: 6100 })
      expect(await look(7000)).toBe(0)
      expect(await look(8000)).toBe(1)
    },
  ],
  [
    'a decided approval, and one of a task that is over or waits for something else, queues nothing when it expires',
    async ({ store }) => {
      const look = () => store.do('resumeExpired', { now: 6000, since: 0, limit: 9 })
      for (const [id, facet] of [
        ['decided', 'approval'],
        ['other', 'input'],
        ['over', undefined],
      ] as const) {
        const fence = await working(store, id)
        await store.do('askApproval', approvalOf({ id: `app-${id}`, digest: id, tokenHash: id, taskId: id }))
        const state = facet === undefined ? 'completed' : 'paused'
        await store.do('endTask', { ...fence, ...paused, facet, state })
      }
      await store.do('decideApproval', decision({ id: 'app-decided' }))
      await lease(store, { now: 1700, leaseUntil: 3000 })
      await store.do('endTask', { id: 'decided', epoch: 2, ...paused, facet: 'approval' })
      expect(await look()).toBe(0)
    },
  ],
  [
    'a decision and a pause at once never leave the task asleep',
    async ({ store, again }) => {
      const other = await again()
      for (let n = 0; n < 25; n++) {
        const id = `task-${n}`
        const fence = await working(store, id)
        await store.do('askApproval', approvalOf({ id, digest: id, tokenHash: id, taskId: id }))
        await Promise.all([store.do('endTask', { ...fence, ...paused }), other.do('decideApproval', decision({ id }))])
        expect((await store.do('getTask', { id, tenant: 'acme' }))?.state).toBe('queued')
        await store.do('cancelTask', {
          id,
          tenant: 'acme',
          outcome: encode('C'),
          event: paused.event,
          audit: auditOf(),
          now: 9,
        })
      }
    },
  ],
  [
    'a task that is over, or goes on with other arguments, withdraws what it asked for, and nobody decides on that',
    async ({ store, again }) => {
      const other = await again()
      const cancel = (id: string) => ({
        id,
        tenant: 'acme',
        outcome: encode('C'),
        event: paused.event,
        audit: auditOf(),
        now: 1800,
      })
      const resume = (id: string) => ({ id, tenant: 'acme', from: 'paused', audit: auditOf(), now: 1800 }) as const
      const ends: Record<string, (fence: { id: string; epoch: number }) => Promise<unknown>> = {
        canceled: ({ id }) => store.do('cancelTask', cancel(id)),
        answered: ({ id }) => store.do('resumeTask', { ...resume(id), call: encode('{}'), digest: 'other' }),
        same: ({ id }) => store.do('resumeTask', { ...resume(id), call: encode('{}'), digest: 'same' }),
        failed: async ({ id }) => {
          await store.do('resumeTask', resume(id))
          const [row] = await lease(store, { now: 1800, leaseUntil: 3000 })
          await store.do('endTask', { ...paused, id, epoch: row?.epoch ?? 0, state: 'failed' })
        },
      }
      for (const [id, end] of Object.entries(ends)) {
        const fence = await working(store, id)
        const over = { id, digest: id, tokenHash: id, taskId: id }
        await store.do('askApproval', approvalOf(over))
        await store.do('askApproval', approvalOf({ ...over, id: `${id}-2`, key: 'more', tokenHash: `${id}-2` }))
        await store.do('endTask', { ...fence, ...paused })
        await end(fence)
        const withdraws = id !== 'same'
        const state = withdraws ? 'withdrawn' : 'open'
        expect((await store.do('taskApprovals', { taskId: id })).map(row => row.state)).toEqual([state, state])
        const open = await store.do('listApprovals', { tenant: 'acme', state: 'open', now: 1800, limit: 9 })
        expect(open.filter(row => row.taskId === id)).toHaveLength(withdraws ? 0 : 2)
        const { kind } = await other.do('decideApproval', decision({ id, now: 1900 }))
        expect(kind).toBe(withdraws ? 'withdrawn' : 'decided')
        await store.do('cancelTask', cancel(id))
      }
      // A run that was overtaken by the end of its task asks nobody.
      const late = await store.do('askApproval', approvalOf({ id: 'late', tokenHash: 'late', taskId: 'canceled' }))
      expect(late?.state).toBe('withdrawn')
    },
  ],
  [
    'a decision and a cancel at once: the task is canceled, and what was asked is decided or withdrawn',
    async ({ store, again }) => {
      const other = await again()
      for (let n = 0; n < 25; n++) {
        const id = `task-${n}`
        const fence = await working(store, id)
        await store.do('askApproval', approvalOf({ id, digest: id, tokenHash: id, taskId: id }))
        await store.do('endTask', { ...fence, ...paused })
        const cancel = { id, tenant: 'acme', outcome: encode('C'), event: paused.event, audit: auditOf(), now: 1800 }
        const [{ kind }] = await Promise.all([
          other.do('decideApproval', decision({ id })),
          store.do('cancelTask', cancel),
        ])
        expect((await store.do('getTask', { id, tenant: 'acme' }))?.state).toBe('canceled')
        const row = await store.do('getApproval', { id, tenant: 'acme' })
        expect(row?.state).toBe(kind === 'decided' ? 'approved' : 'withdrawn')
      }
    },
  ],
  [
    'approvals are listed newest first, in pages, without those that expired when the open ones are asked for',
    async ({ store }) => {
      for (let n = 0; n < 5; n++) {
        const over = {
          id: `a${n}`,
          digest: `d${n}`,
          tokenHash: `h${n}`,
          now: 1000 + n,
          expiresAt: n === 4 ? 1100 : 5000,
        }
        await store.do('askApproval', approvalOf({ ...over, requester: n === 0 ? 'zoe' : 'ann' }))
      }
      await store.do('decideApproval', decision({ id: 'a3' }))
      const ids = async (over: object) =>
        (await store.do('listApprovals', { tenant: 'acme', now: 2000, limit: 2, ...over })).map(({ id }) => id)
      expect(await ids({})).toEqual(['a4', 'a3'])
      expect(await ids({ before: { createdAt: 1003, id: 'a3' } })).toEqual(['a2', 'a1'])
      expect(await ids({ state: 'open' })).toEqual(['a2', 'a1'])
      expect(await ids({ state: 'approved' })).toEqual(['a3'])
      expect(await ids({ requester: 'zoe' })).toEqual(['a0'])
      // An empty requester asked for nothing.
      expect(await ids({ requester: '' })).toEqual([])
      expect(await store.do('getApproval', { id: 'a0', tenant: 'acme', requester: '' })).toBeUndefined()
      expect(await ids({ tenant: 'other' })).toEqual([])
    },
  ],
  [
    'the audit log is read newest first, each tenant its own, and cannot be changed',
    async ({ store, sql }) => {
      await store.do('askApproval', approvalOf())
      await store.do('decideApproval', { ...decision(), audit: auditOf({ at: 1, detail: encode('d') }) })
      await store.do('useApproval', { ...use(), audit: auditOf({ at: 2, action: 'use', subject: 'x' }) })
      const lines = await store.do('listAudit', { tenant: 'acme', limit: 9 })
      expect(lines.map(({ action, at, actor }) => [action, at, actor])).toEqual([
        ['use', 2, 'bob'],
        ['approve', 1, 'bob'],
      ])
      expect(await store.do('listAudit', { tenant: 'acme', subject: 'x', limit: 9 })).toHaveLength(1)
      expect(await store.do('listAudit', { tenant: 'other', limit: 9 })).toEqual([])
      await expect(sql(`UPDATE audit SET actor = 'nobody'`)).rejects.toThrow('never changed')
      await expect(sql('DELETE FROM audit')).rejects.toThrow('never changed')
      expect(await store.do('listAudit', { tenant: 'acme', limit: 9 })).toEqual(lines)
    },
  ],
  [
    'two approvals never have the same token',
    async ({ store }) => {
      await store.do('askApproval', approvalOf())
      expect(await fate(store.do('askApproval', approvalOf({ id: 'app-2', digest: 'd2' })))).toBe('ERR_MISUSE')
    },
  ],
]
