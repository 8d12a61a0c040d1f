import { expect, test } from 'vitest'
import { killFiles } from './files.ts'

/** `npm run faults` does 1,000 kills and 100,000 reads. */
test('40 kills and 4,000 reads: nothing torn, nothing acknowledged lost, nobody stuck', async () => {
  const result = await killFiles({ seed: 5, kills: 40, reads: 4_000 })
  expect(result).toMatchObject({
    kills: 40,
    torn: 0,
    lost: 0,
    wrong: 0,
    leftovers: 0,
    open: 0,
    left: [],
    problems: [],
  })
  expect(result.reads).toBeGreaterThanOrEqual(4_000)
  expect(result.acknowledged).toBeGreaterThan(10)
})
