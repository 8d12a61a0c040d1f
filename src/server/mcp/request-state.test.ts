import { expect, onTestFinished, test } from 'vitest'
import type { Runtime } from '../../runtime/runtime.ts'
import { Secret } from '../../runtime/secret.ts'
import { openStore } from '../../store/open.ts'
import { openState, sealState } from './request-state.ts'

test('a state that was used is no call that runs: nothing waits for it, and nothing takes it over', async () => {
  const store = await openStore('sqlite::memory:')
  onTestFinished(() => store.close())
  const runtime = { store, secret: new Secret(), now: () => 1000 } as Runtime
  const bound = { operation: 'buy', arguments: {}, caller: { tenant: 'acme', subject: 'ann', roles: [] } }
  const state = sealState(runtime, bound, { answers: {}, asked: {} }, 60_000)
  expect(await openState(runtime, bound, state)).toEqual({ answers: {}, asked: {} })
  const { claimsRunning } = await store.do('workload', { now: 1000, most: 100 })
  expect(claimsRunning).toBe(0)
  expect(await openState(runtime, bound, state)).toBeUndefined()
})
