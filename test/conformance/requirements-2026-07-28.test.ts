/** MCP conformance: what 2026-07-28 requires of a server, and what it runs beside. */
import { expect, test } from 'vitest'
import { runSuite } from './suite.ts'

// The suite has clocks of its own, which a very busy machine can miss.
test('nothing fails that a server of tools could serve', { retry: 1 }, async () => {
  const { code, summary, failing, baseline, health } = await runSuite('2026-07-28')
  expect(code, summary).toBe(0)
  expect(summary).toContain('✓ tools-call-simple-text')
  expect(failing.filter(name => !baseline.includes(name))).toEqual([])
  expect(health).toEqual([200, 200])
})
