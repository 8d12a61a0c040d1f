import { expect, test } from 'vitest'
import { completed } from '../outcome/outcome.ts'
import type { RunResult } from '../outcome/run-result.ts'
import { requireIdentity } from './identity.ts'
import type { GatewayCall } from './plugin.ts'

const result: RunResult = { outcome: completed('done'), exchange: {} }
const callOf = (roles: readonly string[]) =>
  ({ gatewayRoute: { tenantRequired: false, roles }, forwardHeaders: {} }) as unknown as GatewayCall

test('a call that has what its route asks for is passed on without a promise in between', async () => {
  const later = Promise.resolve(result)
  expect(requireIdentity(callOf([]), () => later)).toBe(later)
  const refused = await requireIdentity(callOf(['writer']), () => later)
  expect(refused.outcome).toMatchObject({ kind: 'failed', fault: { code: 'INSUFFICIENT_ROLES' } })
})
