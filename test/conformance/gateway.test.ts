/** MCP conformance through the front of a gateway, which calls the agent over MCP: as it is without the gateway. */
import { expect, test, vi } from 'vitest'
import { newStore } from '../gateway/durable/kit.ts'
import { fronted } from '../gateway/front-kit.ts'
import { agent } from './agent.ts'
import { runSuiteAt } from './suite.ts'

test.each([
  ['2025-11-25', '✓ tools-call-sampling'],
  ['2026-07-28', '✓ tasks-lifecycle'],
] as const)('what %s requires passes as it does without the gateway', async (edition, passed) => {
  // With a store: what is a task of the agent is one of the gateway, which its clients can follow.
  const { url, close } = await fronted(agent, 'mcp', {}, { store: await newStore() })
  const card = async () => (await fetch(`${url}/.well-known/agent-card.json`)).json()
  await vi.waitUntil(async () => (await card()).skills?.length === Object.keys(agent.operations).length, {
    timeout: 20_000,
  })
  const { summary, unexpected, stale } = await runSuiteAt(`${url}/mcp`, edition, `baseline-${edition}.yml`)
  expect(unexpected, summary).toEqual([])
  expect(stale, summary).toEqual([])
  expect(summary).toContain(passed)
  expect(summary).toContain('✓ tools-call-with-progress')
  await close()
})
