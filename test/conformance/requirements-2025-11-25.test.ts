/** MCP conformance: what 2025-11-25 requires of a server, and what it runs beside. */
import { expect, test } from 'vitest'
import { runSuite } from './suite.ts'

test('nothing fails that a server of tools could serve', async () => {
  const { summary, unexpected, stale, health } = await runSuite('2025-11-25')
  expect(unexpected, summary).toEqual([])
  expect(stale, summary).toEqual([])
  expect(summary).toContain('✓ tools-call-simple-text')
  expect(health).toEqual([200, 200])
})
