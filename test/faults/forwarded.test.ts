/** The faults of forwarded tasks, in small: `npm run faults -- --only forwarded` runs them in full. */
import { expect, test } from 'vitest'
import { killForwarded } from './forwarded.ts'

test.concurrent.each(['sqlite', 'postgres'] as const)(
  '%s: gateways and their upstream are killed while tasks are forwarded: none is lost, none without a key is sent twice',
  async store => {
    const result = await killForwarded({ seed: 5, store, tasks: 60, kills: 6 })
    expect(result).toMatchObject({ lost: 0, problems: [] })
    expect(result.acknowledged).toBeGreaterThanOrEqual(40)
  },
)
