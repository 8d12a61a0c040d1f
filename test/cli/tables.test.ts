import { describe, expect, test } from 'vitest'
import { callCli as cli } from './call-cli.ts'

describe('contracts', () => {
  test('lists ids, versions and faces', async () => {
    const { code, out } = await cli(['contracts'])
    expect(code).toBe(0)
    expect(out).toMatch(/^yaagents {2,}0\.3, 0\.2, 0\.1 {2,}http {2,}YAAgents Agentic REST Response Profile$/m)
    const json = JSON.parse((await cli(['contracts', '--json'])).out)
    expect(json.contracts).toContainEqual(
      expect.objectContaining({
        id: 'agent-file',
        current: '1.0',
        versions: [{ version: '1.0', faces: ['file'], messages: ['response', 'request'] }],
      }),
    )
  })
})

describe('rules', () => {
  test('lists level, id, title and clause, aligned', async () => {
    const { code, out } = await cli(['rules', 'yaagents'])
    expect(code).toBe(0)
    expect(out).toMatch(/^must {4}json\/readable {2,}The body is one JSON text\. RFC 8259 §2$/m)
    expect(out).toMatch(/^must {4}yaagents\/trace {2,}A vendor body has a trace .*§5, §8\.2$/m)
    const starts = new Set(
      out
        .split('\n')
        .slice(0, -2)
        .map(line => line.search(/(?<=^\S+ +\S+ +)\S/)),
    )
    expect(starts.size).toBe(1)
  })

  test('an older edition lists only its own', async () => {
    const ids = async (contract: string) => {
      const { out } = await cli(['rules', '--json', contract])
      return JSON.parse(out).rules.map(({ id }: { id: string }) => id)
    }
    expect(await ids('yaagents@0.1')).not.toContain('yaagents/limit-exceeded')
    expect(await ids('yaagents@v0.3')).toContain('yaagents/limit-exceeded')
  })

  test('all of them, each once', async () => {
    const { rules } = JSON.parse((await cli(['rules', '--json'])).out)
    const ids = rules.map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(rules).toContainEqual({
      id: 'yaagents/retry-after',
      level: 'should',
      contract: 'yaagents',
      versions: ['0.2', '0.3'],
      sharedBy: ['yaagents'],
      clause: '§11.4',
      title: 'A 429 body has retryAfter.',
      why: 'Without it callers retry too early.',
      fix: 'Add retryAfter in seconds; the default is 60.',
    })
  })
})

describe('explain', () => {
  test('tells clause, why, fix, and shows a good and a bad message', async () => {
    const { code, out } = await cli(['explain', 'yaagents/trace'])
    expect(code).toBe(0)
    expect(out).toMatch(/^yaagents\/trace {2}must\n/)
    expect(out).toContain('Where  §5, §8.2 (yaagents 0.1, 0.2, 0.3)\n')
    expect(out).toMatch(/^Why {4}\S/m)
    expect(out).toMatch(/^Fix {4}\S/m)
    expect(out).toMatch(/\n✓ good\n {2}HTTP \d+\n.*\n✗ bad\n {2}HTTP \d+\n/s)
  })

  test('names the document of the clause, with its address', async () => {
    const { out } = await cli(['explain', 'problem/status'])
    expect(out).toMatch(
      /^Spec {3}RFC 9457: Problem Details for HTTP APIs, https:\/\/www\.rfc-editor\.org\/rfc\/rfc9457#section-3\.1\.2$/m,
    )
    const { documents } = JSON.parse((await cli(['explain', 'a2a/message', '--json'])).out)
    expect(documents).toEqual([
      {
        section: '1.0 §4.1.4',
        title: 'Agent2Agent Protocol, 1.0',
        url: 'https://a2a-protocol.org/v1.0.0/specification/',
      },
      { section: '0.3 §6.4', title: 'Agent2Agent Protocol, 0.3' },
    ])
  })

  test('a rule of several editions is that of the current one, with its documents', async () => {
    const { documents } = JSON.parse((await cli(['explain', 'adcp/status', '--json'])).out)
    expect(documents).toEqual([
      {
        section: 'protocol-envelope: status, required',
        title: 'AdCP 3.1 JSON Schemas',
        url: 'https://adcontextprotocol.org/schemas/3.1.19/index.json',
      },
    ])
    const { out } = await cli(['explain', 'adcp/status', 'adcp@3.2-beta.5'])
    expect(out).toMatch(/^Spec {3}AdCP 3\.2-beta\.5 JSON Schemas, .*\/schemas\/3\.2\.0-beta\.5\/index\.json$/m)
  })

  test('every rule that is listed can be explained, with both examples', async () => {
    const { rules } = JSON.parse((await cli(['rules', '--json', 'yaagents'])).out)
    for (const { id } of rules.filter(({ id }: { id: string }) => /^json|^sse|trace/.test(id))) {
      const { code, out } = await cli(['explain', id, '--json'])
      expect(code).toBe(0)
      const told = JSON.parse(out)
      expect(told.id).toBe(id)
      expect(told.examples.good).not.toEqual(told.examples.bad)
    }
  })
})

describe('schema', () => {
  test('lists the schemas of the current version', async () => {
    const { code, out } = await cli(['schema', 'yaagents'])
    expect(code).toBe(0)
    expect(out).toMatch(/^conflict {2,}replywire schema yaagents@0\.3 conflict$/m)
    expect(JSON.parse((await cli(['schema', 'yaagents@v0.2', '--json'])).out)).toEqual({
      contract: 'yaagents',
      version: '0.2',
      schemas: [
        'agentic-error',
        'approval-required',
        'clarification-required',
        'conflict',
        'operation-accepted',
        'validation-failed',
      ],
    })
  })

  test('prints one, with and without --json', async () => {
    const { code, out } = await cli(['schema', 'yaagents@0.3', 'conflict'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ $schema: expect.any(String), title: 'conflict', type: 'object' })
    expect((await cli(['schema', 'yaagents', 'conflict', '--json'])).out).toBe(out)
  })

  test.each(['agent-run-request', 'AgentRunRequest', 'agentRunRequest', 'AGENT_RUN_REQUEST', 'AgentRunRequest.json'])(
    'knows a schema as %s',
    async name => {
      const { code, out } = await cli(['schema', 'agent-run', name])
      expect(code).toBe(0)
      expect(JSON.parse(out)).toMatchObject({ properties: { task_type: {} } })
    },
  )

  test('an unknown name gets the nearest ones, whatever its spelling', async () => {
    const near = await cli(['schema', 'agent-run', 'AgentRunReq'])
    expect(near).toEqual({
      code: 2,
      out: '',
      err: 'replywire: There is no schema of agent-run 1 "AgentRunReq". Did you mean agent-run-request?\n',
    })
    const far = await cli(['schema', 'agent-run', 'Zebra'])
    expect(far.err).toContain('There are agent-error, agent-run-request, agent-run-response, grounding-pack, health.')
  })
})
