/** `replywire call` with MCP servers and A2A agents on the official SDKs. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { a2aAgent } from '../client/a2a-agent.ts'
import { legacyServer, modernServer } from '../client/mcp-servers.ts'
import { callCli as cli } from './call-cli.ts'
import { main } from './run-cli.ts'

const stdio = `mcp+stdio:"${process.execPath}" ${join(import.meta.dirname, '../client/stdio-modern.ts')}`

describe('call', () => {
  test('without a name it lists the tools, and says how to call one', async () => {
    const { origin } = await modernServer()
    const { code, out, err } = await cli(['call', `mcp+${origin}/mcp`])
    expect(code).toBe(0)
    expect(out).toMatch(/^greet {2,}\[name=…\] {2,}Says hello\.\n/)
    expect(err).toBe('11 operations; call one: replywire call URL NAME key=value …\n')
    const skills = await cli(['call', `a2a+${(await a2aAgent([['JSONRPC', '1.0']])).origin}`, '--json'])
    expect(JSON.parse(skills.out)).toEqual({ operations: [{ name: 'act', title: 'act', description: 'Does act.' }] })
  })

  test('a tool is called with inputs of the types that its schema wants', async () => {
    const { origin } = await modernServer()
    const { code, out, err } = await cli(['call', `mcp+${origin}/mcp`, 'add', 'a=20', 'b=22'])
    expect({ code, out: JSON.parse(out), err }).toEqual({
      code: 0,
      out: { sum: 42 },
      err: '✓ completed\nmcp@2026-07-28 (a list of content)\n',
    })
  })

  test('a tool behind a command is called, and the command ends with the call', async () => {
    const { code, out } = await cli(['call', stdio, 'greet', 'name=Ada', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      outcome: { kind: 'completed', payload: { value: { greeting: 'Hello, Ada.' } } },
      contract: { id: 'mcp', version: '2026-07-28' },
      wire: { carrier: 'mcp', body: { structuredContent: { greeting: 'Hello, Ada.' } } },
    })
  })

  test('a skill is called, and what it does is shown while it goes on', async () => {
    const { origin } = await a2aAgent([['JSONRPC', '1.0']], { streaming: true })
    const { code, out, err } = await cli(['call', `a2a+${origin}`, 'act', 'n:=1', '--stream'])
    expect({ code, out: JSON.parse(out) }).toEqual({ code: 0, out: { got: { n: 1 } } })
    expect(err).toContain('half of it')
  })

  test('a failure is 1, with its words', async () => {
    const { origin } = await modernServer()
    expect(await cli(['call', `mcp+${origin}/mcp`, 'fail'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('✗ TOOL_ERROR: The printer is out of paper.\n'),
    })
  })

  test('a question is 4 and says how to answer; --answer answers it in the same run', async () => {
    const { origin } = await modernServer()
    const request = await cli(['call', `mcp+${origin}/mcp`, 'order'])
    expect(request).toEqual({
      code: 4,
      out: '',
      err: '? size: Which size? (small, large)\n    answer with --answer size=…\nmcp@2026-07-28 (a pause or a task of MCP itself)\n',
    })
    const { code, out } = await cli(['call', `mcp+${origin}/mcp`, 'order', '--answer', 'size=large'])
    expect({ code, out: JSON.parse(out) }).toEqual({ code: 0, out: { ordered: 'large' } })
  })

  // A terminal of its own, where script(1) is there to make one.
  test.skipIf(!existsSync('/usr/bin/script'))(
    'whoever sits at the terminal is asked, and the answer goes on',
    async () => {
      const { origin } = await modernServer()
      const command = `"${process.execPath}" "${main}" call mcp+${origin}/mcp order`
      const child = spawn('/usr/bin/script', ['-qec', command, '/dev/null'], { env: { ...process.env, NO_COLOR: '1' } })
      const said: string[] = []
      child.stdout.on('data', piece => {
        if (!said.join('').includes('Which size?') && String(piece).includes('Which size?'))
          child.stdin.write('large\n')
        said.push(String(piece))
      })
      const code = await new Promise(resolve => child.on('close', resolve))
      expect({ code, said: said.join('') }).toEqual({ code: 0, said: expect.stringMatching(/"ordered": "large"/) })
    },
  )

  test('what a 2025 server asks in the middle is answered, or declined and told', async () => {
    const { origin } = await legacyServer()
    const declined = await cli(['call', `mcp+${origin}/mcp`, 'order'])
    expect(declined).toMatchObject({ code: 0, out: 'nothing: decline\n' })
    expect(declined.err).toContain('? size: Which size? (declined; answer with --answer size=…)\n')
    expect((await cli(['call', `mcp+${origin}/mcp`, 'order', '--answer', 'size=small'])).out).toBe('ordered small\n')
  })

  test('a task is accepted, or with --wait followed to its end', async () => {
    const { origin } = await modernServer()
    expect((await cli(['call', `mcp+${origin}/mcp`, 'long'])).err).toBe(
      '… accepted as task-1 \nmcp@2026-07-28 (a pause or a task of MCP itself)\n',
    )
    const { code, out, err } = await cli(['call', `mcp+${origin}/mcp`, 'long', '--wait'])
    expect({ code, out: JSON.parse(out) }).toEqual({ code: 0, out: { done: true } })
    expect(err).toContain('look 1')
  })

  test('an answer that breaks its contract is shown, and told', async () => {
    const { origin } = await modernServer()
    const { out, err } = await cli(['call', `mcp+${origin}/mcp`, 'jpcite', '--contract', 'jpcite@v2'])
    expect(JSON.parse(out)).toEqual([{ id: 1 }])
    expect(err).toMatch(/^! the answer breaks jpcite@v2 in \d+ places? \(jpcite\//)
  })

  test('Ctrl-C cancels the call, and is 130', async () => {
    const { origin, ended } = await legacyServer()
    const child = spawn(process.execPath, [main, 'call', `mcp+${origin}/mcp`, 'slow-hang', '--stream'])
    const said: string[] = []
    child.stderr.on('data', piece => {
      said.push(String(piece))
      if (String(piece).includes('begun')) child.kill('SIGINT')
    })
    const code = await new Promise(resolve => child.on('close', resolve))
    expect({ code, err: said.join('') }).toEqual({
      code: 130,
      err: expect.stringContaining('! Interrupted; the call is cancelled.\n'),
    })
    expect(ended).toContain('hang')
  })
})
