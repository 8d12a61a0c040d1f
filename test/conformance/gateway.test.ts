/** MCP conformance through the front of a gateway, which calls the agent over MCP: as it is without the gateway. */
import { expect, test } from 'vitest'
import { fronted } from '../gateway/front-kit.ts'
import { agent } from './agent.ts'
import { runSuiteAt } from './suite.ts'

test('what 2025-11-25 requires passes as it does without the gateway', async () => {
  const { url } = await fronted(agent, 'mcp')
  const { summary, unexpected, stale } = await runSuiteAt(`${url}/mcp`, '2025-11-25', 'baseline-2025-11-25.yml')
  expect(unexpected, summary).toEqual([])
  expect(stale, summary).toEqual([])
  expect(summary).toContain('✓ tools-call-sampling')
  expect(summary).toContain('✓ tools-call-with-progress')
})
