/** MCP conformance: what 2026-07-28 requires of a server, and what it runs beside. */
import { expect, test } from 'vitest'
import { runSuite } from './suite.ts'

test('nothing fails that a server of tools could serve', async () => {
  const { summary, unexpected, stale, health } = await runSuite('2026-07-28')
  expect(unexpected, summary).toEqual([])
  expect(stale, summary).toEqual([])
  expect(summary).toContain('✓ tools-call-simple-text')
  expect(health).toEqual([200, 200])
})
