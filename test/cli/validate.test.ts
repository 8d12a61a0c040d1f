import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { callCli as cli } from './call-cli.ts'
import { agentResponse, codeless, conflict, conflictWire, folder } from './run-cli.ts'

describe('the verdict on one file', () => {
  const cwd = folder({
    'good.json': conflict,
    'bad.json': codeless,
    'good.wire.json': conflictWire,
    'headerless.wire.json': { ...conflictWire, headers: { 'Content-Type': 'application/vnd.yaagents.conflict+json' } },
    'limit.wire.json': {
      status: 429,
      headers: { 'content-type': 'application/vnd.yaagents.error+json', 'x-yaagents-profile': 'v0.3' },
      body: { ...conflict, type: 'error', code: 'LIMIT_EXCEEDED' },
    },
  })

  test('a flawless file is one line and exit 0', async () => {
    expect(await cli(['validate', 'good.json'], { cwd })).toEqual({
      code: 0,
      out: '✓ good.json  yaagents 0.3 · detected by a body type of the profile, with a trace\n',
      err: '',
    })
  })

  test('a named contract is not said to be detected', async () => {
    for (const contract of ['yaagents', 'yaagents@0.3', 'yaagents@v0.3']) {
      const { out } = await cli(['validate', '--contract', contract, 'good.json'], { cwd })
      expect(out).toBe('✓ good.json  yaagents 0.3\n')
    }
  })

  test('a must finding is exit 1, with its place, message, rule, clause and fix', async () => {
    const { code, out, err } = await cli(['validate', 'bad.json'], { cwd })
    expect(code).toBe(1)
    expect(err).toBe('')
    expect(out).toBe(
      [
        '✗ bad.json  yaagents 0.3 · detected by a body type of the profile, with a trace',
        '  ✗ /code  The member "code" is missing.',
        '           yaagents/conflict · §7.8 · Add code (service-specific) and message; conflictingResourceId, when there is one, is a string.',
        '',
      ].join('\n'),
    )
  })

  test('a should finding is shown, and counts only from --level should on', async () => {
    const first = await cli(['validate', '--wire', 'limit.wire.json'], { cwd })
    expect(first.code).toBe(0)
    expect(first.out).toContain('! limit.wire.json')
    expect(first.out).toContain('  ! /retryAfter  ')
    const second = await cli(['validate', '--wire', '--level', 'should', 'limit.wire.json'], { cwd })
    expect(second.code).toBe(1)
  })

  test('--json prints files with findings, and a summary', async () => {
    const { code, out, err } = await cli(['validate', '--json', 'good.json', 'bad.json'], { cwd })
    expect(code).toBe(1)
    expect(err).toBe('')
    const detected = { sure: 'likely', reason: 'a body type of the profile, with a trace', others: [] }
    expect(JSON.parse(out)).toEqual({
      files: [
        { file: 'good.json', contract: 'yaagents', version: '0.3', valid: true, findings: [], detected },
        {
          file: 'bad.json',
          contract: 'yaagents',
          version: '0.3',
          valid: false,
          findings: [
            {
              rule: 'yaagents/conflict',
              level: 'must',
              pointer: '/code',
              message: 'The member "code" is missing.',
              clause: '§7.8',
              fix: 'Add code (service-specific) and message; conflictingResourceId, when there is one, is a string.',
            },
          ],
          detected,
        },
      ],
      summary: { valid: 1, invalid: 1 },
    })
  })

  test('--status and --type say how a body came; headers that nobody told of are unknown, not missing', async () => {
    const right = ['--type', 'application/vnd.yaagents.conflict+json', '--status', '409']
    for (const told of [right, ['--status', '409'], right.slice(0, 2)]) {
      const { code, out } = await cli(['validate', '--contract', 'yaagents', ...told, 'good.json'], { cwd })
      expect({ code, out }).toEqual({ code: 0, out: '✓ good.json  yaagents 0.3\n' })
    }
    const wrong = await cli(['validate', '--json', '--contract', 'yaagents', '--status', '418', 'good.json'], { cwd })
    expect(wrong.out).toContain('Status 418 is in no row of the table.')
    const other = await cli(
      ['validate', '--contract', 'yaagents', '--type', 'text/html', '--status', '409', 'good.json'],
      {
        cwd,
      },
    )
    expect(other.out).toContain('Status 409 goes with Content-Type application/vnd.yaagents.conflict+json.')
  })

  test('the headers of a wire file are all there are', async () => {
    const { code, out } = await cli(['validate', '--wire', '--contract', 'yaagents', 'headerless.wire.json'], { cwd })
    expect(code).toBe(1)
    expect(out).toContain('The header X-YAAgents-Profile is missing.')
  })

  test('an older edition is judged by its own rules', async () => {
    const { out, code } = await cli(['validate', '--wire', '--contract', 'yaagents@0.2', 'good.wire.json'], { cwd })
    expect(code).toBe(1)
    expect(out).toContain('The header X-YAAgents-Profile does not say v0.2.')
  })
})

describe('wire files', () => {
  const cwd = folder({
    'twice.json': `{"about": "x", "status": 409, "headers": ${JSON.stringify(conflictWire.headers)},
      "body": {"type": "conflict", "code": "A", "code": "B", "message": "", "trace": {"correlationId": "c", "requestId": "r"}}}`,
    'broken.json': { ...conflictWire, body: undefined, text: '{"type": ' },
    'repeated-header.json': { ...conflictWire, headers: { ...conflictWire.headers, Vary: ['Accept', 'Origin'] } },
    'file-face.json': { face: 'file', body: agentResponse },
    'body-alone.json': conflict,
    'status-text.json': { status: 'ok', body: {} },
    'no-json.json': '{"status": 409, "body": {',
    'two-bodies.json': '{"status": 409, "body": {}, "body": {}}',
    'deep.json': `{"status": 200, "headers": {"x-yaagents-profile": "v0.3", "content-type": "application/json"}, "body": ${'['.repeat(64)}${']'.repeat(64)}}`,
  })
  const rules = async (file: string) => {
    const { out } = await cli(['validate', '--wire', '--json', file], { cwd })
    return JSON.parse(out).files[0].findings.map(
      ({ rule, pointer }: { rule: string; pointer: string }) => rule + pointer,
    )
  }

  test('the body is judged as it is spelled: a repeated key is found', async () => {
    expect(await rules('twice.json')).toEqual(['json/unique-keys/code'])
  })

  test('raw text stands for a body that is not JSON', async () => {
    expect(await rules('broken.json')).toEqual(['json/readable'])
  })

  test('a header sent more than once is an array', async () => {
    expect(await rules('repeated-header.json')).toEqual([])
  })

  test('a body may be as deep in a wire file as it may be alone', async () => {
    expect(await rules('deep.json')).toEqual([])
  })

  test('the face in the file decides', async () => {
    const { out } = await cli(['validate', '--wire', '--json', 'file-face.json'], { cwd })
    expect(JSON.parse(out).files[0]).toMatchObject({ contract: 'agent-file', valid: true })
  })

  test.each([
    ['body-alone.json', 'none of status, headers, body and text. Leave --wire out'],
    ['status-text.json', 'Its "status" should be a number from 100 to 599. Leave --wire out'],
    ['no-json.json', 'the text ends too early'],
    ['two-bodies.json', 'A member is given twice.'],
  ])('%s is no wire file, and why is said in one line', async (file, why) => {
    const { code, out, err } = await cli(['validate', '--wire', file], { cwd })
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^replywire: .*not a wire file\..*\n$/)
    expect(err).toContain(why)
  })

  test('a wire file that is read as a body says to pass --wire', async () => {
    for (const file of ['file-face.json', 'repeated-header.json']) {
      const { code, out } = await cli(['validate', '--contract', 'agent-file', file], { cwd })
      expect(code).toBe(1)
      expect(out).toContain('? Pass --wire if it holds {status, headers, body}')
    }
    const none = await cli(['validate', '--face', 'http', 'broken.json'], { cwd })
    expect(none.err).toContain('no contract recognises it. Pass --wire if it holds')
  })
})

describe('a body that came over MCP', () => {
  const cwd = folder({
    'flat.json': { status: 'completed', context_id: 'c-1', products: [] },
    'nested.json': { status: 'completed', context_id: 'c-1', payload: { products: [] } },
  })

  test('is judged by the rules of MCP though the tool result around it is missing', async () => {
    const flat = await cli(['validate', '--contract', 'adcp', '--face', 'mcp', 'flat.json'], { cwd })
    expect(flat.code).toBe(0)
    const nested = await cli(['validate', '--json', '--contract', 'adcp', '--face', 'mcp', 'nested.json'], { cwd })
    expect(nested.code).toBe(1)
    expect(JSON.parse(nested.out).files[0].findings).toContainEqual(
      expect.objectContaining({ rule: 'adcp/mcp-nested-payload', level: 'must', pointer: '/payload' }),
    )
    const rest = await cli(['validate', '--contract', 'adcp', 'nested.json'], { cwd })
    expect(rest.code).toBe(0)
  })
})

describe('a response beside its request', () => {
  const request = (id: string) => ({
    request_id: id,
    version: '1.0',
    phase: 8,
    phase_name: 'agent_enhancement',
    agent_name: 'enhancer',
    prompt: 'Enhance.',
    timeout_seconds: 120,
    created_at: '2025-11-24T14:20:45Z',
    context: {},
    model: null,
  })
  const answered = (id: string) => ({ ...agentResponse, request_id: id })
  const foundIn = async (cwd: string, ...words: string[]) => {
    const { code, out } = await cli(['validate', '--json', ...words], { cwd })
    const files: { file: string; findings: { rule: string; pointer: string; level: string }[] }[] =
      JSON.parse(out).files
    return { code, found: files.flatMap(({ findings }) => findings.map(f => `${f.level} ${f.rule} ${f.pointer}`)) }
  }

  test('answers it, or that is a must', async () => {
    const cwd = folder({
      '.agent-request-phase8.json': request('1111'),
      '.agent-response-phase8.json': answered('9999'),
      '.agent-request-phase5.json': request('5555'),
      '.agent-response-phase5.json': answered('5555'),
    })
    const stale = { code: 1, found: ['must agent-file/request-id /request_id'] }
    expect(await foundIn(cwd, '.')).toEqual(stale)
    expect(await foundIn(cwd, '.agent-response-phase8.json')).toEqual(stale)
    expect(await foundIn(cwd, '.agent-response-phase5.json')).toEqual({ code: 0, found: [] })
    expect(await foundIn(cwd, '--fix', '.agent-response-phase8.json')).toEqual(stale)
  })

  test('of another name, or beside what is no request, is judged alone', async () => {
    const cwd = folder({
      '.agent-request.json': request('1111'),
      '.agent-response-phase8.json': answered('9999'),
      '.agent-request-phase5.json': '{"cut',
      '.agent-response-phase5.json': answered('9999'),
    })
    const files = ['.agent-response-phase8.json', '.agent-response-phase5.json']
    expect(await foundIn(cwd, ...files)).toEqual({ code: 0, found: [] })
  })
})

describe('many files', () => {
  const files: Record<string, object | string> = { 'replies/.hidden.json': conflict, 'replies/notes.txt': 'x' }
  for (let index = 0; index < 998; index++) files[`replies/${index % 10}/${index}.json`] = conflict
  files['replies/node_modules/skipped.json'] = 'no'
  files['replies/bad.json'] = codeless
  files['replies/[1].json'] = conflict
  const cwd = folder(files)

  test('a folder of a thousand is one process and one summary', async () => {
    const { code, out, err } = await cli(['validate', 'replies'], { cwd })
    expect({ code, err }).toEqual({ code: 1, err: '' })
    expect(out).toMatch(/^✗ replies\/bad\.json/)
    expect(out).toMatch(/\n\n✗ 1,001 files: 1 invalid, 1,000 valid\n$/)
    const json = await cli(['validate', '--json', 'replies'], { cwd })
    expect(JSON.parse(json.out).summary).toEqual({ valid: 1000, invalid: 1 })
  })

  test('when all is well there is one line', async () => {
    const { out, code } = await cli(['validate', 'replies/0', 'replies/1'], { cwd })
    expect({ out, code }).toEqual({ out: '✓ 200 files valid · yaagents 0.3\n', code: 0 })
  })

  test('globs are expanded, a name with brackets is taken as it is, and no file is judged twice', async () => {
    const glob = await cli(['validate', '--json', 'replies/0/*.json', 'replies/0/0.json', 'replies/0'], { cwd })
    expect(JSON.parse(glob.out).files).toHaveLength(100)
    const brackets = await cli(['validate', '--json', 'replies/[1].json'], { cwd })
    expect(JSON.parse(brackets.out).files.map(({ file }: { file: string }) => file)).toEqual(['replies/[1].json'])
  })

  test('what cannot be read outranks findings in the exit code, and the rest is still judged', async () => {
    const { code, out, err } = await cli(['validate', 'replies/bad.json', 'nope.json', 'replies/[1].json'], { cwd })
    expect(code).toBe(2)
    expect(err).toBe('replywire: nope.json: there is no such file; check the path.\n')
    expect(out).toContain('✗ 3 files: 1 invalid, 1 not validated, 1 valid\n')
  })

  test('--junit writes a report that build servers can read', async () => {
    const at = join(cwd, 'report.xml')
    const { code } = await cli(['validate', 'replies/bad.json', 'replies/[1].json', 'a<b>&"c".json', '--junit', at], {
      cwd,
    })
    expect(code).toBe(2)
    const xml = readFileSync(at, 'utf8')
    expect(xml).toContain('<testsuites name="replywire" tests="3" failures="1" errors="1">')
    expect(xml).toContain('<testcase name="replies/[1].json" classname="yaagents@0.3"/>')
    expect(xml).toContain('message="yaagents/conflict: The member &quot;code&quot; is missing."')
    expect(xml).toContain('<testcase name="a&lt;b&gt;&amp;&quot;c&quot;.json" classname="unrecognised">')
  })

  test('a JUnit report that cannot be written is one line', async () => {
    const { code, err } = await cli(['validate', 'replies/bad.json', '--junit', 'no/such/folder.xml'], { cwd })
    expect(code).toBe(2)
    expect(err).toMatch(/^replywire: no\/such\/folder\.xml: the JUnit report could not be written \(ENOENT\).*\n$/)
  })
})

describe('standard input', () => {
  test('is judged as -', async () => {
    const { code, out } = await cli(['validate', '-'], { input: JSON.stringify(codeless) })
    expect(code).toBe(1)
    expect(out).toContain('✗ standard input  yaagents 0.3')
    const json = await cli(['validate', '--json', '-'], { input: JSON.stringify(conflict) })
    expect(JSON.parse(json.out).files[0]).toMatchObject({ file: '-', valid: true })
  })
})

describe('what a message is', () => {
  const request = {
    request_id: 'r-1',
    version: '1.0',
    phase: 1,
    phase_name: 'analysis',
    agent_name: 'reviewer',
    prompt: 'Review this.',
    timeout_seconds: 120,
    created_at: '2026-01-01T00:00:00+00:00',
    context: {},
    model: null,
  }
  const cwd = folder({
    'request.json': request,
    'health.json': { status: 'ok' },
    'cut.sse': `event: outcome\ndata: ${JSON.stringify(conflict)}\n\nevent: progress\ndata: {}\n\n`,
  })

  test('a request is judged as one when that is said, or when it shows', async () => {
    for (const words of [['--message', 'request'], ['--contract', 'agent-file'], []]) {
      const { code, out } = await cli(['validate', ...words, 'request.json'], { cwd })
      expect(code).toBe(0)
      expect(out).toMatch(/^✓ request\.json {2}agent-file 1\.0 request/)
    }
    const { out } = await cli(['validate', 'request.json'], { cwd })
    expect(out).toBe('✓ request.json  agent-file 1.0 request · detected by the fields of a request file\n')
  })

  test('a stream is judged as one when it shows', async () => {
    const { code, out } = await cli(['validate', '--json', 'cut.sse'], { cwd })
    expect(code).toBe(1)
    expect(JSON.parse(out).files[0]).toMatchObject({
      contract: 'yaagents',
      message: 'stream',
      findings: [{ rule: 'sse/terminal' }],
      detected: { reason: 'its last event: a body type of the profile, with a trace' },
    })
  })

  test('what is said outranks what shows', async () => {
    const { code } = await cli(['validate', '--message', 'response', 'request.json'], { cwd })
    expect(code).toBe(1)
  })

  test('a document that can be nothing else says so', async () => {
    const { code, out } = await cli(['validate', '--contract', 'agent-run', 'health.json'], { cwd })
    expect(code).toBe(1)
    expect(out).toContain('It is a valid health: pass --message health')
  })

  test.each([
    ['agent-run', { status: 'ok', request_id: 'r-1' }],
    ['agent-run', { status: 'error', message: 'It failed.' }],
    ['adcp', { task_id: 't-1' }],
    ['adcp', { code: 'X', message: 'It failed.' }],
    ['adcp', {}],
  ])('%s %j: a broken answer is not said to be something else', async (contract, body) => {
    const { code, out } = await cli(['validate', '--contract', contract, '-'], { input: JSON.stringify(body) })
    expect(code).toBe(1)
    expect(out).not.toContain('--message')
  })
})
