/** `replywire mcp`: standard output is the protocol alone, and the process ends with its client. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { cli } from '../../cli/run-cli.ts'

test('whatever the agent prints does not get between the messages', async () => {
  const child = spawn(
    process.execPath,
    ['src/cli/main.ts', 'mcp', 'test/interop/mcp/chatty/agent.ts', '--contract', 'jpcite'],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  )
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ask = async (id: number, method: string, params: object) => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    const { value } = await lines.next()
    return JSON.parse(String(value))
  }
  const clientInfo = { name: 'raw', version: '1' }
  const opened = await ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
  expect(opened).toMatchObject({ id: 1, result: { protocolVersion: '2025-06-18', serverInfo: { name: 'chatty' } } })
  const called = await ask(2, 'tools/call', { name: 'greet', arguments: {} })
  expect(called).toMatchObject({
    id: 2,
    result: { structuredContent: { status: 'sparse', results: [{ text: 'Hello' }] } },
  })
  child.stdin.end()
  expect(await exited).toEqual([0, null])
  expect((await lines.next()).done).toBe(true)
})

test('a line that is no message is answered, and what a caller spells comes back as it was', async () => {
  const child = spawn(
    process.execPath,
    ['src/cli/main.ts', 'mcp', 'test/interop/mcp/chatty/agent.ts', '--contract', 'adcp'],
    { stdio: ['pipe', 'pipe', 'ignore'] },
  )
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ask = async (line: string) => {
    child.stdin.write(`${line}\n`)
    return String((await lines.next()).value)
  }
  const refusal = async (line: string) => {
    const { id, error } = JSON.parse(await ask(line))
    return [id, error.code]
  }
  const clientInfo = { name: 'raw', version: '1' }
  const opening = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
  await ask(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: opening }))
  expect(await refusal('{"jsonrpc":')).toEqual([null, -32700])
  expect(await refusal('{"jsonrpc":"2.0","id":2,"id":3,"method":"ping"}')).toEqual([null, -32700])
  expect(await refusal('[{"jsonrpc":"2.0","id":2,"method":"ping"}]')).toEqual([null, -32600])
  const context = '{"n":12345678901234567890,"e":1e400}'
  const called = await ask(
    `{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"greet","arguments":{"context":${context}}}}`,
  )
  expect(called).toContain(`"context":${context}`)
  const twice = '{"a":{"b":1,"b":2},"a":{"b":3}}'
  const greet = (members: string) =>
    `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"greet","arguments":{"idempotency_key":"key-of-the-caller-1",${members}}}}`
  const { id, result } = JSON.parse(await ask(greet(`"context":${twice}`)))
  expect([id, result.structuredContent.status, result.structuredContent.context]).toEqual([
    5,
    'completed',
    { a: { b: 3 } },
  ])
  expect(result.content[0].text).toContain(`"context":${twice}`)
  for (const members of ['"context":{"a":1},"context":{"a":2}', '"other":{"context":{"a":1,"a":2}}', '"a":1,"a":2']) {
    expect(await refusal(greet(members))).toEqual([null, -32700])
  }
  child.stdin.end()
  expect(await exited).toEqual([0, null])
})

test('a contract that is not spoken over MCP is refused in one line', async () => {
  const { code, out, err } = await cli(['mcp', resolve('test/interop/mcp/chatty/agent.ts'), '--contract', 'yaagents'])
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain('yaagents is not spoken over MCP.')
})
