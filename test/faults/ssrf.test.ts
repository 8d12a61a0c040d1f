import { expect, test } from 'vitest'
import { provokeSsrf } from './ssrf.ts'

test('no address, answer or redirect makes a webhook reach this machine', async () => {
  const result = await provokeSsrf({ seed: 7 })
  expect(result).toMatchObject({ connections: 0, meant: 1, problems: [] })
  expect(result.vectors).toBeGreaterThanOrEqual(60)
})
