import { expect, test } from 'vitest'
import { killFiles } from './files.ts'

test('100 kills and 10,000 reads: nothing torn, nothing acknowledged lost, nobody stuck', async () => {
  const result = await killFiles({ seed: 5, kills: 100, reads: 10_000 })
  expect(result).toMatchObject({
    kills: 100,
    torn: 0,
    lost: 0,
    wrong: 0,
    leftovers: 0,
    open: 0,
    left: [],
    problems: [],
  })
  expect(result.reads).toBeGreaterThanOrEqual(10_000)
  expect(result.acknowledged).toBeGreaterThan(10)
})
