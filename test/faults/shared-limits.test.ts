/** Limits of several gateways, in small: `npm run faults` tries them in full. */
import { expect, test } from 'vitest'
import { shareLimits } from './shared-limits.ts'

test('ceilings, rates and quotas of four gateways with one PostgreSQL hold while gateways are killed', async () => {
  const result = await shareLimits({ seed: 3, attempts: 300, tenants: 4, kills: 1, rateMs: 1500, steady: false })
  expect(result).toMatchObject({ attempts: 300, kills: 3, problems: [] })
  expect(result.mostOpen).toBe(5)
})
