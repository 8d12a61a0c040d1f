/** Runs that were interrupted: by their handler, by a store that was away, by a lost answer of the store. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineAgent, operation, refuse } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { lazyStore } from '../../src/store/lazy.ts'
import { openStore } from '../../src/store/open.ts'
import { type Store, type StoreOperationName, StoreUnavailableError } from '../../src/store/store.ts'
import { opened } from './opened.ts'

/** An agent whose handler reserves, then charges once, and fails as often as it is told to. */
function charging(failures: { after?: number; within?: number }) {
  const did: string[] = []
  const agent = defineAgent({
    name: 'charging',
    version: '1.0.0',
    operations: {
      pay: operation({
        title: 'Pay',
        route: 'POST /payments',
        input: z.object({ amount: z.number() }),
        async handler({ amount }, ctx) {
          await ctx.step('reserve', () => did.push('reserve'))
          await ctx.step(
            'charge',
            () => {
              did.push(`charge ${amount}`)
              if (failures.within) throw new Error('The connection broke.')
            },
            { once: true },
          )
          if (failures.after && failures.after-- > 0) return refuse('dependency', 'The mailer is away.')
          did.push('mail')
          return { amount }
        },
      }),
    },
  })
  return { agent, did }
}

/** A store that does something else than it was asked for. */
function other(
  store: Store,
  instead: (name: StoreOperationName, really: () => Promise<unknown>) => Promise<unknown>,
): Store {
  return {
    kind: store.kind,
    onWake: listener => store.onWake(listener),
    close: () => store.close(),
    do: (name, input) => instead(name, () => store.do(name, input)) as never,
  }
}

const idempotencyKey = 'k'.repeat(20)

test('a call that failed after its steps is repeated with its key: no committed step runs again', async () => {
  const { agent, did } = charging({ after: 1 })
  const { call } = await opened(agent)
  expect((await call('pay', { amount: 1 }, { idempotencyKey })).outcome.kind).toBe('failed')
  expect((await call('pay', { amount: 1 }, { idempotencyKey })).outcome.kind).toBe('completed')
  expect(did).toEqual(['reserve', 'charge 1', 'mail'])
})

test('a key that was given back is free for another request, which begins anew', async () => {
  const { agent, did } = charging({ after: 1 })
  const { call } = await opened(agent)
  await call('pay', { amount: 1 }, { idempotencyKey })
  expect((await call('pay', { amount: 2 }, { idempotencyKey })).outcome.kind).toBe('completed')
  expect(did).toEqual(['reserve', 'charge 1', 'reserve', 'charge 2', 'mail'])
})

test('a step that must not be repeated and broke is unknown to whoever repeats the call with its key', async () => {
  const { agent, did } = charging({ within: 1 })
  const { call } = await opened(agent)
  expect((await call('pay', { amount: 1 }, { idempotencyKey })).outcome.kind).toBe('failed')
  const again = await call('pay', { amount: 1 }, { idempotencyKey })
  const third = await call('pay', { amount: 1 }, { idempotencyKey })
  expect([again.outcome.kind, third.outcome.kind, third.exchange.replayed]).toEqual(['unknown', 'unknown', true])
  expect(did).toEqual(['reserve', 'charge 1'])
})

test.each([
  ['yaagents', 409, { type: 'conflict', code: 'OUTCOME_UNKNOWN' }],
  ['problem', 409, { code: 'OUTCOME_UNKNOWN', recovery: 'stop' }],
  ['jpcite', 422, { error: { retryable: false } }],
  ['agent-run', 200, { status: 'error', error: { code: 'OUTCOME_UNKNOWN' } }],
  ['adcp', 200, { status: 'unknown' }],
])('what is not known is told as that in %s, and never as something to repeat', async (envelope, status, body) => {
  const { agent } = charging({ within: 1 })
  const server = serve(agent, { authenticate: false })
  const pay = () =>
    server.fetch(
      new Request(`http://localhost/payments?envelope=${envelope}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
        body: '{"amount":1}',
      }),
    )
  await pay()
  const response = await pay()
  const text = await response.text()
  expect([response.status, response.headers.get('retry-after')]).toEqual([status, null])
  expect(JSON.parse(text)).toMatchObject(body)
  expect(text).toContain('Whether it took effect is not known.')
  await server.close()
})

/** A call that goes on until it is stopped, on a store that cannot adopt it. */
async function stranded(effects: 'none' | 'additive', leaseMs: number) {
  let stopped = false
  const agent = defineAgent({
    name: 'stranded',
    version: '1.0.0',
    operations: {
      slow: operation({
        title: 'Slow',
        input: z.object({}),
        effects,
        syncBudgetMs: 1,
        handler: (_, ctx) =>
          new Promise<object>(resolve => {
            ctx.signal.addEventListener('abort', () => {
              stopped = true
              resolve({})
            })
          }),
      }),
    },
  })
  const store = other(await openStore('sqlite::memory:'), async (name, really) => {
    if (name === 'adoptTask') throw new StoreUnavailableError()
    return really()
  })
  const { call } = await opened(agent, { store, leaseMs })
  return { call, isStopped: () => stopped }
}

test.each([
  ['with a key', 'additive', { idempotencyKey }, 'STORE_UNAVAILABLE'],
  ['without effects', 'none', {}, 'STORE_UNAVAILABLE'],
  ['with effects and without a key', 'additive', {}, 'unknown'],
] as const)(
  'a call %s that cannot become a task is answered long before its lease is over',
  async (_, effects, more, told) => {
    const { call, isStopped } = await stranded(effects, 600_000)
    const { outcome } = await call('slow', {}, more)
    expect(outcome.kind === 'failed' ? outcome.fault.code : outcome.kind).toBe(told)
    expect(isStopped()).toBe(false)
  },
)

test('a call of which it is not known whether a worker has it does not go on here past its lease', async () => {
  const { call, isStopped } = await stranded('additive', 300)
  await call('slow', {}, { idempotencyKey })
  await expect.poll(isStopped).toBe(true)
})

test('an adoption whose answer was lost is one: the run does not go on twice', async () => {
  const did: string[] = []
  const held = Promise.withResolvers<void>()
  const agent = defineAgent({
    name: 'slow',
    version: '1.0.0',
    operations: {
      slow: operation({
        title: 'Slow',
        input: z.object({}),
        syncBudgetMs: 1,
        async handler(_, ctx) {
          await held.promise
          await ctx.step('act', () => did.push('act'))
          return {}
        },
      }),
    },
  })
  let lost = 0
  const store = other(await openStore('sqlite::memory:'), async (name, really) => {
    const result = await really()
    if (name === 'adoptTask' && lost++ === 0) throw new StoreUnavailableError()
    return result
  })
  const { call } = await opened(agent, { store, leaseMs: 600_000 })
  const { outcome } = await call('slow', {})
  held.resolve()
  expect(outcome.kind).toBe('pending')
  const id = outcome.task?.id ?? ''
  await expect.poll(async () => (await store.do('getTask', { id, tenant: 'north' }))?.state).toBe('completed')
  expect(did).toEqual(['act'])
})

test('a store that cannot be opened is told as one that is away', async () => {
  const { agent } = charging({})
  const { call } = await opened(agent, { store: lazyStore('postgres://nobody@127.0.0.1:1/none') })
  const { outcome } = await call('pay', { amount: 1 }, { idempotencyKey })
  expect(outcome).toMatchObject({ kind: 'failed', fault: { code: 'STORE_UNAVAILABLE', retryAfterMs: 2000 } })
})

test('reading a task, its result, its events or the lists while the store is away is answered 503 with Retry-After', async () => {
  const { agent } = charging({})
  const server = serve(agent, {
    secret: 'a secret of thirty-two characters',
    store: 'postgres://nobody@127.0.0.1:1/none',
    worker: false,
  })
  const paths = ['/status', '/result', '/events', ''].map(rest => `/operations/tsk_x${rest}`)
  const headers = { authorization: `Bearer ${server.operatorToken?.value}` }
  for (const path of [...paths, '/operations', '/approvals']) {
    const response = await server.fetch(new Request(`http://localhost${path}`, { headers }))
    expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '2'])
    expect(await response.text()).toContain('STORE_UNAVAILABLE')
  }
  await server.close()
})
