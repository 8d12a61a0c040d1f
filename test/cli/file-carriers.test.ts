/** `replywire file answer` with MCP servers and A2A agents on the official SDKs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { a2aAgent } from '../client/a2a-agent.ts'
import { modernServer } from '../client/mcp-servers.ts'
import { callCli as cli } from './call-cli.ts'
import { folder } from './run-cli.ts'

const stdio = `mcp+stdio:"${process.execPath}" ${join(import.meta.dirname, '../client/stdio-modern.ts')}`

describe('file answer', () => {
  const request = (agent: string, prompt: string) => ({
    '.agent-request.json': {
      version: '1.0',
      request_id: '32ecfadc-2b66-4daa-a7c0-a03c449fcea5',
      phase: 1,
      phase_name: 'ask',
      agent_name: agent,
      prompt,
      context: {},
      timeout_seconds: 60,
      created_at: new Date().toISOString().replace('Z', '000+00:00'),
    },
  })
  const response = (dir: string) => JSON.parse(readFileSync(join(dir, '.agent-response.json'), 'utf8'))

  test.each<[string, string[], string]>([
    ['of the agent’s name', [], 'greet'],
    ['that is named', ['--tool', 'greet'], 'somebody'],
  ])('a tool %s answers', async (_, words, agent) => {
    const { origin } = await modernServer()
    const cwd = folder(request(agent, '{"name":"Ada"}'))
    const ran = await cli(['file', 'answer', '--url', `mcp+${origin}/mcp`, ...words], { cwd })
    expect(ran.code).toBe(0)
    expect(response(cwd)).toMatchObject({ status: 'success', request_id: '32ecfadc-2b66-4daa-a7c0-a03c449fcea5' })
    expect(JSON.parse(response(cwd).response)).toMatchObject({ greeting: 'Hello, Ada.' })
  })

  test('the only skill answers, over A2A', async () => {
    const { origin } = await a2aAgent([['JSONRPC', '0.3']])
    const cwd = folder(request('somebody', '{"n":3}'))
    expect((await cli(['file', 'answer', '--url', `a2a+${origin}`], { cwd })).code).toBe(0)
    expect(JSON.parse(response(cwd).response)).toEqual({ got: { n: 3 } })
  })

  test('a name that nobody has is an error that says what there is', async () => {
    const cwd = folder(request('somebody', 'x'))
    expect((await cli(['file', 'answer', '--url', stdio], { cwd })).code).toBe(1)
    expect(response(cwd)).toMatchObject({
      status: 'error',
      error_message: expect.stringMatching(/^The remote agent has no operation of that name; it has greet, add, /),
    })
  })
})
