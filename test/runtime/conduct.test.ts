/** Keys, tasks and approvals around a run. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ask, created, defineAgent, operation, refuse, requireApproval } from '../../src/index.ts'
import type { Outcome } from '../../src/outcome/outcome.ts'
import { fromBytes } from '../../src/runtime/bytes.ts'
import { plainPolicy } from '../../src/runtime/idempotency.ts'
import { answerTask, cancelTask } from '../../src/runtime/task-commands.ts'
import { conduct } from './conduct.ts'
import { adcpPolicy, ann, bob, eve } from './kit.ts'
import { opened } from './opened.ts'

/** An agent that counts what it does. */
function counting() {
  const did: string[] = []
  const held = Promise.withResolvers<void>()
  const agent = defineAgent({
    name: 'counting',
    version: '1.0.0',
    operations: {
      add: operation({
        title: 'Add',
        input: z.object({ name: z.string() }),
        handler({ name }) {
          did.push(name)
          return created({ name, n: did.length })
        },
      }),
      wait: operation({
        title: 'Wait',
        input: z.object({ name: z.string() }),
        async handler({ name }, ctx) {
          await ctx.step('first', () => did.push(`first ${name}`))
          await ctx.progress(0.5, 'half')
          await held.promise
          await ctx.step('second', () => did.push(`second ${name}`))
          return { name }
        },
      }),
      later: operation({
        title: 'Later',
        async: true,
        input: z.object({ name: z.string() }),
        handler({ name }) {
          did.push(name)
          return { name }
        },
      }),
      fail: operation({
        title: 'Fail',
        input: z.object({ how: z.enum(['correct', 'retry']) }),
        retry: { attempts: 2, backoffMs: 1 },
        handler({ how }) {
          did.push(how)
          return how === 'retry' ? refuse('dependency', 'Away.') : refuse('conflict', 'Taken.')
        },
      }),
      spend: operation({
        title: 'Spend',
        input: z.object({ amount: z.number() }),
        handler({ amount }, ctx) {
          const decision = ctx.approval('spend')
          if (decision === undefined) return requireApproval('spend', { action: `Spend ${amount}` })
          did.push(`spent ${amount}`)
          return { amount, by: decision.by }
        },
      }),
      slowSpend: operation({
        title: 'Spend slowly',
        async: true,
        input: z.object({ amount: z.number() }),
        handler({ amount }, ctx) {
          const decision = ctx.approval('spend')
          if (decision === undefined) return requireApproval('spend', { action: `Spend ${amount}` })
          did.push(`spent ${amount}`)
          return { amount, by: decision.by }
        },
      }),
    },
  })
  return { agent, did, release: () => held.resolve() }
}

const key = 'k'.repeat(20)

function codeOf(outcome: Outcome): string {
  return outcome.kind === 'failed' ? outcome.fault.code : outcome.kind
}

describe('a key', () => {
  test('runs once, and a repeat gets the stored outcome, marked as replayed', async () => {
    const { agent, did } = counting()
    const { call } = await opened(agent)
    const first = await call('add', { name: 'a' }, { idempotencyKey: key })
    const second = await call('add', { name: 'a' }, { idempotencyKey: key })
    expect(did).toEqual(['a'])
    expect(second.outcome).toEqual(first.outcome)
    expect(first.exchange.replayed).toBeUndefined()
    expect(second.exchange.replayed).toBe(true)
  })

  test('with another body is a conflict that says nothing of the first', async () => {
    const { agent, did } = counting()
    const { call } = await opened(agent)
    await call('add', { name: 'secret-a' }, { idempotencyKey: key })
    const { outcome } = await call('add', { name: 'b' }, { idempotencyKey: key })
    expect(codeOf(outcome)).toBe('IDEMPOTENCY_CONFLICT')
    expect(JSON.stringify(outcome)).not.toContain('secret-a')
    expect(did).toEqual(['secret-a'])
  })

  test('in flight is told so, and another body is a conflict even then', async () => {
    const { agent, release } = counting()
    const { call } = await opened(agent)
    const first = call('wait', { name: 'a' }, { idempotencyKey: key })
    await expect
      .poll(async () => codeOf((await call('wait', { name: 'a' }, { idempotencyKey: key })).outcome))
      .toBe('IDEMPOTENCY_IN_FLIGHT')
    expect(codeOf((await call('wait', { name: 'b' }, { idempotencyKey: key })).outcome)).toBe('IDEMPOTENCY_CONFLICT')
    release()
    expect((await first).outcome.kind).toBe('completed')
  })

  test('of another caller, tenant or operation is another key', async () => {
    const { agent, did } = counting()
    const { call } = await opened(agent)
    for (const caller of [ann, bob, eve, { ...ann, account: 'x' }]) {
      await call('add', { name: caller.subject }, { idempotencyKey: key, caller })
    }
    expect(did).toEqual(['ann', 'bob', 'eve', 'ann'])
  })

  test('is free again after an input that was refused', async () => {
    const { agent, did } = counting()
    const { call } = await opened(agent)
    expect(codeOf((await call('add', { name: 5 }, { idempotencyKey: key })).outcome)).toBe('VALIDATION_ERROR')
    await call('add', { name: 'a' }, { idempotencyKey: key })
    expect(did).toEqual(['a'])
  })

  test.each([
    ['plain', 'correct', undefined, 1],
    ['plain', 'retry', undefined, 2],
    ['adcp', 'correct', adcpPolicy, 2],
  ])('under the %s policy stores a failure to be %sed or not', async (_, how, policy, times) => {
    const { agent, did } = counting()
    const { call } = await opened(agent)
    const more = { idempotencyKey: key, ...(policy && { policy }) }
    await call('fail', { how }, more)
    await call('fail', { how }, more)
    expect(did).toHaveLength(times)
  })

  test('whose time is over is used anew; in AdCP it is replayed for a minute more, then refused', async () => {
    const { agent, did } = counting()
    let now = 1_000_000
    const { call } = await opened(agent, { now: () => now, keyTtlMs: 1000 })
    const other = `${key}x`
    await call('add', { name: 'a' }, { idempotencyKey: key })
    await call('add', { name: 'a' }, { idempotencyKey: other, policy: adcpPolicy })
    now += 1001
    await call('add', { name: 'a' }, { idempotencyKey: key })
    now += 59_998
    const graced = await call('add', { name: 'a' }, { idempotencyKey: other, policy: adcpPolicy })
    expect(graced.exchange.replayed).toBe(true)
    now += 1
    const { outcome } = await call('add', { name: 'a' }, { idempotencyKey: other, policy: adcpPolicy })
    expect(codeOf(outcome)).toBe('IDEMPOTENCY_EXPIRED')
    expect(did).toHaveLength(3)
  })

  test('too many of one caller are refused, and another caller is not', async () => {
    const { agent } = counting()
    const { call } = await opened(agent, { inserts: { others: { perSecond: 1, burst: 2 } } })
    const codes = []
    for (const n of [1, 2, 3])
      codes.push(codeOf((await call('add', { name: 'a' }, { idempotencyKey: `${key}${n}` })).outcome))
    expect(codes).toEqual(['completed', 'completed', 'RATE_LIMITED'])
    expect((await call('add', { name: 'a' }, { idempotencyKey: key, caller: eve })).outcome.kind).toBe('completed')
  })

  test('whose caller leaves is run to its end, and whoever comes back gets the answer', async () => {
    const { agent, did, release } = counting()
    const { call, runtime } = await opened(agent)
    const caller = new AbortController()
    const first = conduct(agent, runtime, {
      call: { operation: 'wait', input: { name: 'a' }, exchange: {}, idempotencyKey: key },
      caller: ann,
      contract: 'yaagents@0.3',
      policy: plainPolicy,
      stream: false,
      signal: caller.signal,
    })
    await expect.poll(() => did).toEqual(['first a'])
    caller.abort()
    expect(codeOf((await call('wait', { name: 'a' }, { idempotencyKey: key })).outcome)).toBe('IDEMPOTENCY_IN_FLIGHT')
    release()
    await first
    const { outcome, exchange } = await call('wait', { name: 'a' }, { idempotencyKey: key })
    expect([outcome.kind, exchange.replayed]).toEqual(['completed', true])
    expect(did).toEqual(['first a', 'second a'])
  })

  test('whose runner was lost goes on from its committed steps', async () => {
    const { agent, did, release } = counting()
    let now = 1_000_000
    const { call } = await opened(agent, { now: () => now, leaseMs: 1_000_000 })
    const lost = call('wait', { name: 'a' }, { idempotencyKey: key })
    await expect.poll(() => did).toEqual(['first a'])
    now += 1_000_001
    release()
    const { outcome } = await call('wait', { name: 'a' }, { idempotencyKey: key })
    expect(outcome).toMatchObject({ kind: 'completed' })
    expect(did.filter(step => step === 'first a')).toHaveLength(1)
    expect(codeOf((await lost).outcome)).toBe('IDEMPOTENCY_IN_FLIGHT')
  })
})

describe('a task', () => {
  test('is answered at once, runs once, and keeps its outcome', async () => {
    const { agent, did } = counting()
    const { call, store, worker } = await opened(agent)
    const { outcome } = await call('later', { name: 'a' })
    expect(outcome).toMatchObject({ kind: 'pending', phase: 'queued' })
    worker()
    const id = outcome.task?.id ?? ''
    await expect.poll(async () => (await store.do('getTask', { id, tenant: 'north' }))?.state).toBe('completed')
    expect(did).toEqual(['a'])
    const row = await store.do('getTask', { id, tenant: 'north' })
    expect(fromBytes(row?.outcome ?? new Uint8Array())).toMatchObject({
      outcome: { payload: { value: { name: 'a' } } },
    })
  })

  test('is found by its conversation, unless no index can hold its name', async () => {
    const { agent } = counting()
    const { call, store } = await opened(agent)
    const ids = ['talk', 'x'.repeat(255), 'x'.repeat(256), 'half \ud800', '']
    for (const conversationId of ids) {
      const { outcome } = await call('later', { name: 'c' }, { exchange: { conversationId } })
      expect(outcome.kind).toBe('pending')
    }
    const rows = await store.do('listTasks', { tenant: 'north', limit: 9 })
    expect(rows.map(({ context }) => context?.length).sort()).toEqual([255, 4, undefined, undefined, undefined])
    expect(await store.do('listTasks', { tenant: 'north', context: 'talk', limit: 9 })).toHaveLength(1)
  })

  test('of a call past its budget is adopted with its steps and moments', async () => {
    const { agent, did, release } = counting()
    const { call, store } = await opened(agent)
    const { outcome } = await call('wait', { name: 'a' }, { prefer: { waitMs: 5 }, idempotencyKey: key })
    expect(outcome).toMatchObject({ kind: 'pending', phase: 'working' })
    const id = outcome.task?.id ?? ''
    expect((await store.do('loadSteps', { runId: id })).map(({ name }) => name)).toEqual(['first'])
    expect((await call('wait', { name: 'a' }, { idempotencyKey: key })).outcome).toEqual(outcome)
    release()
    await expect.poll(async () => (await store.do('getTask', { id, tenant: 'north' }))?.state).toBe('completed')
    expect(did).toEqual(['first a', 'second a'])
    const events = await store.do('readEvents', { id, after: 0, limit: 10 })
    expect(events.map(({ kind }) => kind)).toEqual(['moment', 'outcome'])
  })

  test('that fails in a way that may pass is tried again, then dead', async () => {
    const { agent, did } = counting()
    const { call, store, worker } = await opened(agent)
    const { outcome } = await call('fail', { how: 'retry' }, { prefer: { async: true } })
    worker()
    const id = outcome.task?.id ?? ''
    await expect.poll(async () => (await store.do('getTask', { id, tenant: 'north' }))?.dead).toBe(true)
    expect(did).toEqual(['retry', 'retry'])
  })

  test('whose runners are lost goes on with all its attempts, and ends when that never stops', async () => {
    const { agent, did } = counting()
    const { call, store, worker } = await opened(agent)
    const lose = async (operations: string, times: number) => {
      for (let n = 0; n < times; n++) {
        const now = Date.now()
        expect(await store.do('leaseTasks', { now, leaseUntil: now, limit: 1, perTenant: 9, operations })).toHaveLength(
          1,
        )
      }
    }
    const unlucky = (await call('fail', { how: 'retry' }, { prefer: { async: true } })).outcome.task?.id ?? ''
    await lose('fail', 20)
    const poison = (await call('later', { name: 'poison' })).outcome.task?.id ?? ''
    await lose('later', 21)
    worker()
    const ended = async (id: string) => {
      await expect.poll(async () => (await store.do('getTask', { id, tenant: 'north' }))?.dead).toBe(true)
      const row = await store.do('getTask', { id, tenant: 'north' })
      return codeOf(fromBytes<{ outcome: Outcome }>(row?.outcome ?? new Uint8Array()).outcome)
    }
    expect([await ended(unlucky), await ended(poison)]).toEqual(['DEPENDENCY_FAILED', 'ATTEMPTS_EXHAUSTED'])
    expect(did).toEqual(['retry', 'retry'])
  })

  test('that is handed back has not used its attempt', async () => {
    const { agent, did } = counting()
    const { call, store, worker } = await opened(agent)
    const { outcome } = await call('wait', { name: 'a' }, { prefer: { async: true } })
    const id = outcome.task?.id ?? ''
    for (const _ of [1, 2, 3, 4]) {
      const news: string[] = []
      const working = worker({ onTask: (_row, { kind }) => news.push(kind) })
      await expect.poll(() => did).toEqual(['first a'])
      await expect.poll(() => news).toEqual(['started'])
      await working.stop(0)
      expect(news).toEqual(['started', 'handed-back'])
    }
    expect(await store.do('getTask', { id, tenant: 'north' })).toMatchObject({ state: 'queued', attempt: 0 })
  })

  test('that waits is canceled at once, one that runs by its signal', async () => {
    const { agent } = counting()
    const { call, store, runtime, worker } = await opened(agent)
    const waiting = (await call('later', { name: 'a' })).outcome.task?.id ?? ''
    const running = (await call('wait', { name: 'a' }, { prefer: { waitMs: 1 } })).outcome.task?.id ?? ''
    const cancel = async (id: string, tenant: string) => {
      const row = await store.do('getTask', { id, tenant: 'north' })
      return row === undefined ? undefined : cancelTask(runtime, row, { tenant, actor: 'ann' })
    }
    expect(await cancel(waiting, 'north')).toBe('canceled')
    expect(await cancel(running, 'north')).toBe('requested')
    expect(await cancel(running, 'south')).toBe('missing')
    worker()
    await expect.poll(async () => (await store.do('getTask', { id: running, tenant: 'north' }))?.state).toBe('canceled')
  })
})

describe('an approval', () => {
  async function asked() {
    const counted = counting()
    const made = await opened(counted.agent)
    const { outcome, approvals } = await made.call('spend', { amount: 5 })
    const need = outcome.kind === 'paused' ? outcome.needs[0] : undefined
    const token = need?.kind === 'approval' ? (need.token ?? '') : ''
    return { ...counted, ...made, outcome, token, id: approvals?.[0] ?? '' }
  }

  test('is asked for once: the same words find the same token', async () => {
    const { call, outcome } = await asked()
    expect((await call('spend', { amount: 5 })).outcome).toEqual(outcome)
  })

  test('lets the requester go on after a decision, once', async () => {
    const { call, runtime, did, id, token } = await asked()
    expect((await call('spend', { amount: 5 }, { approvalTokens: [token] })).outcome.kind).toBe('paused')
    expect((await runtime.deciding.decide(id, bob, { decision: 'approve' })).kind).toBe('decided')
    const { outcome } = await call('spend', { amount: 5 }, { approvalTokens: [token] })
    expect(outcome).toMatchObject({ kind: 'completed', payload: { value: { amount: 5, by: 'bob' } } })
    expect(codeOf((await call('spend', { amount: 5 }, { approvalTokens: [token] })).outcome)).toBe('APPROVAL_USED')
    expect(did).toEqual(['spent 5'])
  })

  test('is bound to the arguments, the operation, the requester and the tenant', async () => {
    const { call, runtime, did, id, token } = await asked()
    await runtime.deciding.decide(id, bob, { decision: 'approve' })
    const codes = [
      await call('spend', { amount: 6 }, { approvalTokens: [token] }),
      await call('add', { name: 'a' }, { approvalTokens: [token] }),
      await call('spend', { amount: 5 }, { approvalTokens: [token], caller: { ...ann, subject: 'mallory' } }),
      await call('spend', { amount: 5 }, { approvalTokens: [token], caller: eve }),
      await call('spend', { amount: 5 }, { approvalTokens: ['apr_forged'] }),
    ].map(({ outcome }) => codeOf(outcome))
    expect(new Set(codes)).toEqual(new Set(['APPROVAL_INVALID']))
    expect(did).toEqual([])
  })

  test('is given by an approver who brings the token, never by the requester', async () => {
    const { call, did, token } = await asked()
    expect((await call('spend', { amount: 5 }, { approvalTokens: [token] })).outcome.kind).toBe('paused')
    expect((await call('spend', { amount: 5 }, { approvalTokens: [token], caller: bob })).outcome.kind).toBe(
      'completed',
    )
    expect(did).toEqual(['spent 5'])
  })

  test('cannot be given by whoever asked for it, though they may approve', async () => {
    const { agent } = counting()
    const { call, runtime } = await opened(agent)
    const { approvals } = await call('spend', { amount: 5 }, { caller: bob })
    expect((await runtime.deciding.decide(approvals?.[0] ?? '', bob, { decision: 'approve' })).kind).toBe('own')
  })

  test('can be edited: the run gets the other input', async () => {
    const { call, runtime, did, id, token } = await asked()
    await runtime.deciding.decide(id, bob, { decision: 'edit', input: { amount: 3 } })
    await call('spend', { amount: 5 }, { approvalTokens: [token] })
    expect(did).toEqual(['spent 3'])
  })

  test('that is rejected is told with its note', async () => {
    const { call, runtime, id, token } = await asked()
    await runtime.deciding.decide(id, bob, { decision: 'reject', note: 'Too much.' })
    const { outcome } = await call('spend', { amount: 5 }, { approvalTokens: [token] })
    expect(outcome).toMatchObject({ kind: 'failed', fault: { code: 'APPROVAL_REJECTED', detail: 'Too much.' } })
  })

  test('that expired is refused', async () => {
    const { agent } = counting()
    let now = 1_000_000
    const { call, runtime } = await opened(agent, { now: () => now, approvals: { ttlMs: 1000 } })
    const { outcome, approvals } = await call('spend', { amount: 5 })
    const need = outcome.kind === 'paused' ? outcome.needs[0] : undefined
    now += 1001
    expect((await runtime.deciding.decide(approvals?.[0] ?? '', bob, { decision: 'approve' })).kind).toBe('expired')
    const token = need?.kind === 'approval' ? (need.token ?? '') : ''
    expect(codeOf((await call('spend', { amount: 5 }, { approvalTokens: [token] })).outcome)).toBe('APPROVAL_EXPIRED')
  })

  test('of a task is void once the task is answered with other arguments', async () => {
    const spent: number[] = []
    const agent = defineAgent({
      name: 'spending',
      version: '1.0.0',
      operations: {
        spend: operation({
          title: 'Spend',
          async: true,
          input: z.object({ amount: z.number(), client: z.string().optional() }),
          handler({ amount, client }, ctx) {
            if (ctx.approval('spend') === undefined) return requireApproval('spend', { action: `Spend ${amount}` })
            if (client === undefined) return ask([{ name: 'client', question: 'For whom?' }])
            spent.push(amount)
            return { amount }
          },
        }),
      },
    })
    const { call, runtime, store, worker } = await opened(agent)
    const id = (await call('spend', { amount: 5 })).outcome.task?.id ?? ''
    const state = async () => (await store.do('getTask', { id, tenant: 'north' }))?.state
    const approvals = () => store.do('taskApprovals', { taskId: id })
    worker()
    await expect.poll(state).toBe('paused')
    await runtime.deciding.decide((await approvals())[0]?.id ?? '', bob, { decision: 'approve' })
    await expect.poll(state).toBe('paused')
    const row = await store.do('getTask', { id, tenant: 'north' })
    const by = { tenant: 'north', actor: 'ann' }
    if (row !== undefined) await answerTask(runtime, row, { input: { amount: 5000, client: 'Acme' } }, by)
    await expect.poll(async () => (await approvals()).map(({ state }) => state)).toEqual(['approved', 'open'])
    expect(spent).toEqual([])
  })

  test('lets a paused task go on by itself', async () => {
    const { agent, did } = counting()
    const { call, runtime, store, worker } = await opened(agent)
    const { outcome } = await call('slowSpend', { amount: 5 })
    worker()
    const id = outcome.task?.id ?? ''
    const state = async () => (await store.do('getTask', { id, tenant: 'north' }))?.state
    await expect.poll(state).toBe('paused')
    const [approval] = await store.do('listApprovals', { tenant: 'north', now: 0, limit: 10 })
    await runtime.deciding.decide(approval?.id ?? '', bob, { decision: 'edit', input: { amount: 4 } })
    await expect.poll(state).toBe('completed')
    expect(did).toEqual(['spent 4'])
  })
})
