/** MCP conformance: what 2025-11-25 requires of a server, and what it runs beside. */
import { expect, test } from 'vitest'
import { runSuite } from './suite.ts'

test('nothing fails that a server of tools could serve', async () => {
  const { code, summary, failing, baseline, health } = await runSuite('2025-11-25')
  expect(code, summary).toBe(0)
  expect(summary).toContain('✓ tools-call-simple-text')
  expect(failing.filter(name => !baseline.includes(name))).toEqual([])
  expect(health).toEqual([200, 200])
})
