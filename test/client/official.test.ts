/** The client drives the official MCP server, the A2A SDK's own agent, and ours over both: the same five things. */
import { describe, expect, test } from 'vitest'
import type { connect } from '../../src/client/index.ts'
import { a2aAgent } from './a2a-agent.ts'
import { modernServer } from './mcp-servers.ts'
import { clientAt, served } from './servers.ts'

describe('the official MCP server', () => {
  const client = async () => {
    const { origin, world } = await modernServer()
    return { world, mcp: clientAt(`mcp+${origin}/mcp`) as ReturnType<typeof connect> }
  }

  test('success, failure and a question', async () => {
    const { mcp } = await client()
    expect(await mcp.call('greet', { name: 'Ada' }).orThrow()).toEqual({ greeting: 'Hello, Ada.' })
    expect((await mcp.call('fail', {})).outcome).toMatchObject({ kind: 'failed', fault: { code: 'TOOL_ERROR' } })
    const asked = await mcp.call('order', {})
    expect(asked.outcome).toMatchObject({ kind: 'paused', needs: [{ name: 'size', question: 'Which size?' }] })
    expect((await mcp.answer(asked, { size: 'large' })).outcome).toMatchObject({
      payload: { value: { ordered: 'large' } },
    })
  })

  test('a long task, waited for and stopped', async () => {
    const { mcp, world } = await client()
    const begun = await mcp.call('long', {})
    expect(begun.outcome).toMatchObject({ kind: 'pending', task: { id: 'task-1' } })
    expect((await mcp.wait(begun)).outcome).toMatchObject({ kind: 'completed', payload: { value: { done: true } } })
    const never = await mcp.call('long', { never: true })
    expect((await mcp.cancel(never)).outcome.kind).toBe('canceled')
    expect(world.cancelled).toEqual(['task-2'])
  })
})

describe("the A2A SDK's own agent", () => {
  const client = async () => {
    const { origin, agent } = await a2aAgent([['JSONRPC', '1.0']])
    return { agent, a2a: clientAt(`a2a+${origin}`) as ReturnType<typeof connect> }
  }

  test('success, failure and a question', async () => {
    const { a2a } = await client()
    expect(await a2a.call('act', { n: 1 }).orThrow()).toEqual({ got: { n: 1 } })
    expect((await a2a.call('act', { act: 'fail' })).outcome).toMatchObject({ kind: 'failed' })
    const asked = await a2a.call('act', { act: 'ask' })
    expect(asked.outcome).toMatchObject({ kind: 'paused', needs: [{ kind: 'reply', question: 'Which size?' }] })
    const answered = await a2a.answer(asked, { reply: 'large' })
    expect(answered.outcome).toMatchObject({ payload: { value: { got: { text: 'large' } } } })
  })

  test('a long task, waited for and stopped', async () => {
    const { a2a, agent } = await client()
    const begun = await a2a.call('act', { act: 'long' }, { async: true })
    expect(begun.outcome.kind).toBe('pending')
    expect((await a2a.wait(begun)).outcome).toMatchObject({ payload: { value: { got: { act: 'long' } } } })
    const never = await a2a.call('act', { act: 'hang' }, { async: true })
    expect((await a2a.cancel(never)).outcome.kind).toBe('canceled')
    expect(agent.cancelled).toHaveLength(1)
  })
})

describe.each(['mcp', 'a2a'])('an agent of ours over %s', carrier => {
  test('success, failure, a question and a long task', async () => {
    const { url } = await served()
    const client = clientAt(carrier === 'mcp' ? `mcp+${url}/mcp` : `a2a+${url}`)
    expect(await client.call('add', { a: 1, b: 2 }).orThrow()).toEqual({ sum: 3 })
    expect((await client.call('fail', {})).outcome).toMatchObject({ kind: 'failed', fault: { category: 'conflict' } })
    const asked = await client.call('plan', {})
    expect(asked.outcome).toMatchObject({ kind: 'paused' })
    const answered = await client.answer(asked, { metric: 'ctr' })
    expect(answered.outcome).toMatchObject({ kind: 'completed', payload: { value: { metric: 'ctr' } } })
    const done = await client.call('long', { until: 'done' }, { wait: true, timeoutMs: 20_000 })
    expect(done.outcome).toMatchObject({ kind: 'completed', payload: { value: { until: 'done' } } })
    const never = await client.call('long', { until: 'never' }, { async: true })
    expect(never.outcome.kind).toBe('pending')
    expect((await client.cancel(never)).outcome.kind).not.toBe('failed')
    expect((await client.wait(never, { timeoutMs: 20_000 })).outcome.kind).toBe('canceled')
  })
})
