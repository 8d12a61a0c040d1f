import { describe, expect, test } from 'vitest'
import { callCli as cli } from './call-cli.ts'
import { agentResponse, codeless, conflict, conflictWire, folder } from './run-cli.ts'

const conflictStream = `event: progress\ndata: {"fraction":0.5}\n\nevent: outcome\ndata: ${JSON.stringify(conflict)}\n\n`
const cwd = folder({
  'conflict.json': conflict,
  'conflict.wire.json': conflictWire,
  'broken.json': codeless,
  'reply.json': agentResponse,
  'bare.json': { resultType: 'complete', content: [{ type: 'text', text: 'hi' }] },
  'request.json': { request_id: 'r-1', task_type: 'greet', inputs: {} },
  'run.sse': 'event: started\ndata: {"request_id":"r-1"}\n\n',
  'conflict.sse': conflictStream,
  'capabilities.json': { status: 'completed', adcp: { major_versions: [3] }, supported_protocols: ['media_buy'] },
  'request.wire.json': { message: 'request', face: 'file', body: {} },
  'numbers.wire.json': `{"status": 200, "headers": {"content-type": "application/json", "x-yaagents-profile": "v0.3"},
    "body": {"n": 1.50, "trace": {"correlationId": "c", "requestId": "r"}}}`,
})

describe('translate', () => {
  test('prints the body of the target and a line break, and the losses on standard error', async () => {
    const { code, out, err } = await cli(['translate', 'reply.json', '--to', 'yaagents'], { cwd })
    expect(code).toBe(0)
    expect(out).toBe('{"answer":42,"trace":{"correlationId":"r-1","requestId":"r-1"}}\n')
    expect(err).toMatch(/^! \d+ loss(es)? in yaagents@0\.3\n/)
    expect(err).toContain('  /exchange/at  ')
  })

  test('the same edition passes the bytes through, with their spelling', async () => {
    const { out } = await cli(['translate', '--wire', 'numbers.wire.json', '--to', 'yaagents@0.3', '--json'], { cwd })
    expect(out).toContain('"n": 1.50')
    expect(JSON.parse(out).losses).toEqual([])
  })

  test('--wire prints a wire file that can be judged in its turn', async () => {
    const { out, code } = await cli(['translate', '--wire', 'conflict.wire.json', '--to', 'yaagents@v0.2'], { cwd })
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ face: 'http', status: 409, headers: { 'x-yaagents-profile': 'v0.2' } })
    const { code: judged } = await cli(['validate', '--wire', '--contract', 'yaagents@0.2', '-'], { input: out })
    expect(judged).toBe(0)
  })

  test('--json tells from, to, the wire and the losses', async () => {
    const words = ['translate', 'reply.json', '--from', 'agent-file@1.0', '--to', 'yaagents', '--json']
    const { code, out, err } = await cli(words, { cwd })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(out)).toMatchObject({
      from: 'agent-file',
      fromVersion: '1.0',
      to: 'yaagents',
      toVersion: '0.3',
      wire: {
        status: 200,
        headers: { 'content-type': 'application/json', 'x-yaagents-profile': 'v0.3' },
        body: { answer: 42 },
      },
      losses: expect.arrayContaining([{ pointer: '/exchange/at', reason: 'yaagents has no place for it' }]),
    })
  })

  test('a number that is none is named as lost', async () => {
    const input = JSON.stringify({ ...agentResponse, response: '{"score": NaN}' })
    const { out } = await cli(['translate', '-', '--from', 'agent-file', '--to', 'agent-run', '--json'], { input })
    expect(JSON.parse(out)).toMatchObject({
      wire: { body: { outputs: { score: null } } },
      losses: expect.arrayContaining([expect.objectContaining({ pointer: '/outcome/extra/agent-file' })]),
    })
  })

  test('a body alone says which headers tell what it does not', async () => {
    const { out, err } = await cli(['translate', 'reply.json', '--to', 'problem'], { cwd })
    expect(out).toBe('{"answer":42}\n')
    expect(err).toContain(
      '! only in the head, not in this body: x-request-id, x-correlation-id (ids); --json prints status and headers too\n',
    )
    const json = await cli(['translate', 'reply.json', '--to', 'problem', '--json'], { cwd })
    expect(JSON.parse(json.out)).toMatchObject({
      wire: { status: 200, headers: { 'x-request-id': expect.any(String), 'x-correlation-id': expect.any(String) } },
      notInBody: ['x-request-id', 'x-correlation-id'],
      idsInHeaders: ['x-request-id', 'x-correlation-id'],
    })
    const file = await cli(['translate', '--wire', 'conflict.wire.json', '--to', 'problem'], { cwd })
    expect(file.err).not.toContain('not in this body')
    const whole = await cli(['translate', 'reply.json', '--to', 'yaagents'], { cwd })
    expect(whole.err).not.toContain('not in this body')
  })

  test('what a contract demands and the source does not tell is named, and new ids have its form', async () => {
    const { out } = await cli(
      ['translate', 'bare.json', '--from', 'mcp', '--to', 'jpcite', '--to-face', 'http', '--json'],
      { cwd },
    )
    const { wire, losses } = JSON.parse(out)
    expect(wire.body.meta.request_id).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
    expect(wire.body.meta).toMatchObject({ latency_ms: 0, billable_units: 1 })
    expect(losses).toContainEqual({
      pointer: '/exchange/durationMs',
      reason: 'a latency is required; 0 is sent',
    })
    expect(losses).toContainEqual({
      pointer: '/exchange/billing',
      reason: 'a count of units is required; 1 is the default',
    })
    const file = await cli(['translate', 'bare.json', '--from', 'mcp', '--to', 'agent-file', '--json'], { cwd })
    expect(JSON.parse(file.out).losses).toContainEqual({
      pointer: '/exchange/durationMs',
      reason: 'a duration is required and none was given; 0 is sent',
    })
  })

  test('a duration that is not given is not made up where none is demanded', async () => {
    for (const to of ['agent-run', 'adcp', 'a2a']) {
      const { out } = await cli(['translate', 'bare.json', '--from', 'mcp', '--to', to, '--json'], { cwd })
      expect(JSON.stringify(JSON.parse(out).wire)).not.toMatch(/duration|server-timing/i)
    }
  })

  test('--strict is exit 3 when anything is lost, and 0 when nothing is', async () => {
    const lossy = await cli(['translate', 'reply.json', '--to', 'yaagents', '--strict'], { cwd })
    expect(lossy.code).toBe(3)
    const whole = await cli(['translate', '--wire', 'conflict.wire.json', '--to', 'yaagents@0.2', '--strict'], { cwd })
    expect({ code: whole.code, err: whole.err }).toEqual({ code: 0, err: '' })
  })

  test('a source that breaks its contract is a warning, and exit 1 with --strict', async () => {
    const { code, out, err } = await cli(['translate', 'broken.json', '--to', 'yaagents@0.2'], { cwd })
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ type: 'conflict' })
    expect(err).toContain('! the source breaks yaagents@0.3 in 1 place')
    expect(err).toContain('  /code  The member "code" is missing.  yaagents/conflict\n')
    const strict = await cli(['translate', 'broken.json', '--to', 'yaagents@0.3', '--strict'], { cwd })
    expect(strict.code).toBe(1)
  })

  test('standard input', async () => {
    const { code, out } = await cli(['translate', '-', '--to', 'yaagents'], { input: JSON.stringify(agentResponse) })
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ answer: 42 })
  })

  test.each([
    [['reply.json'], '--to is missing: name the contract to write, --to ID[@VERSION].'],
    [['reply.json', '--to', 'yaagents', '--to-face', 'mcp'], 'yaagents 0.3 is not available over mcp, only over http.'],
    [['reply.json', '--to', 'yaagents', '--to-face', 'htp'], 'There is no face "htp". Did you mean http?'],
    [
      ['reply.json', '--to', 'yaagents', '--to-face', 'http@9'],
      'yaagents 0.3 has no dialect "9" over http. It has none.',
    ],
    [
      ['--wire', 'request.wire.json', '--to', 'yaagents'],
      'request.wire.json: only responses and streams are translated.',
    ],
    [['reply.json', '--to', 'yagents'], 'There is no contract "yagents". Did you mean yaagents?'],
    [
      ['reply.json', '--from', 'yaagents', '--face', 'file', '--to', 'yaagents'],
      'yaagents 0.3 is not spoken over file.',
    ],
  ])('%j is refused in one line', async (words, why) => {
    expect(await cli(['translate', ...words], { cwd })).toEqual({ code: 2, out: '', err: `replywire: ${why}\n` })
  })
})

describe('a stream', () => {
  test('becomes a stream of the other contract', async () => {
    const { code, out, err } = await cli(['translate', 'conflict.sse', '--to', 'problem'], { cwd })
    expect(code).toBe(0)
    const [progress = '', end = '', ...rest] = out.split('\n\n')
    expect(progress).toBe('event: progress\ndata: {"fraction":0.5}')
    expect(end).toMatch(/^event: error\ndata: \{"type":"about:blank",/)
    expect(JSON.parse(end.slice(end.indexOf('{')))).toMatchObject({ status: 409, detail: 'It is taken.' })
    expect(rest).toEqual([''])
    expect(err).not.toContain('not in this body')
    const judged = await cli(['validate', '--contract', 'problem', '--json', '-'], { input: out })
    expect(JSON.parse(judged.out).files[0]).toMatchObject({ message: 'stream', findings: [] })
  })

  test('becomes, with --wire, a wire file with the head of a stream', async () => {
    const wire = JSON.stringify({ face: 'http', message: 'stream', text: conflictStream })
    const whole = await cli(['translate', '--wire', '-', '--to', 'jpcite'], { input: wire })
    expect(JSON.parse(whole.out)).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', 'x-envelope-version': 'v2' },
      text: expect.stringMatching(/^event: progress\n/),
    })
  })

  test('becomes a response with --final, and where the target has no streams', async () => {
    const { code, out, err } = await cli(['translate', 'conflict.sse', '--to', 'problem', '--final'], { cwd })
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ status: 409, detail: 'It is taken.' })
    expect(err).toContain('/moments')
    expect(err).toContain('a response has no place for the event before the outcome')
    const file = await cli(['translate', 'conflict.sse', '--to', 'agent-file'], { cwd })
    expect(JSON.parse(file.out)).toMatchObject({ status: 'error', error_message: 'It is taken.' })
  })

  test('that is cut is a failure, and --strict says so', async () => {
    const input = conflictStream.slice(0, conflictStream.indexOf('event: outcome'))
    const words = ['translate', '-', '--from', 'problem', '--to', 'agent-run', '--final', '--json']
    const { out } = await cli(words, { input })
    expect(JSON.parse(out)).toMatchObject({
      wire: { body: { status: 'error', error: { code: 'STREAM_CUT' } } },
      findings: [{ rule: 'sse/terminal' }],
    })
    expect((await cli([...words, '--strict'], { input })).code).not.toBe(0)
  })
})

describe('detect', () => {
  test('lists the candidates with their reasons', async () => {
    const { code, out } = await cli(['detect', '--wire', 'conflict.wire.json'], { cwd })
    expect(code).toBe(0)
    expect(out).toMatch(/^certain {2}yaagents@0\.3 {2,}http {2}the header X-YAAgents-Profile\n/)
    const json = await cli(['detect', 'reply.json', '--json'], { cwd })
    expect(JSON.parse(json.out)).toEqual({
      file: 'reply.json',
      candidates: expect.arrayContaining([
        {
          contract: 'agent-file',
          version: '1.0',
          face: 'file',
          sure: 'certain',
          reason: 'the nine fields of a response file',
        },
      ]),
    })
  })

  test('a request, a stream and a document are said to be such, and why', async () => {
    const told = async (file: string) => {
      const { out } = await cli(['detect', '--json', file], { cwd })
      const [first] = JSON.parse(out).candidates
      return first
    }
    expect(await told('request.json')).toMatchObject({
      contract: 'agent-run',
      message: 'request',
      reason: 'request_id and task_type',
    })
    expect(await told('run.sse')).toMatchObject({ contract: 'agent-run', message: 'stream' })
    expect(await told('conflict.sse')).toMatchObject({
      contract: 'yaagents',
      message: 'stream',
      reason: 'its last event: a body type of the profile, with a trace',
    })
    expect(await told('capabilities.json')).toMatchObject({ contract: 'adcp', message: 'capabilities' })
    const text = await cli(['detect', 'conflict.sse'], { cwd })
    expect(text.out).toMatch(/^likely {4}yaagents@0\.3 {2}http stream {2}its last event: a body type/)
  })

  test('the surest comes first', async () => {
    const { out } = await cli(['detect', 'reply.json', '--json'], { cwd })
    expect(JSON.parse(out).candidates[0].contract).toBe('agent-file')
  })

  test('nothing recognised is exit 2', async () => {
    const text = await cli(['detect', '-'], { input: '{"hello":"world"}' })
    expect(text).toEqual({
      code: 2,
      out: '',
      err: 'replywire: standard input: no contract recognises it. Add what you know of it (--status, --type, --face), or validate it against its contract: replywire validate --contract ID.\n',
    })
    const json = await cli(['detect', '--json', '-'], { input: '{"hello":"world"}' })
    expect(json.code).toBe(2)
    expect(JSON.parse(json.out)).toMatchObject({ file: '-', candidates: [], error: { code: 'ERR_UNKNOWN_CONTRACT' } })
  })
})
