import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import literature from '../../examples/literature/agent.ts'
import { type Listening, serve } from '../../src/server/index.ts'
import { callCli as cli } from './call-cli.ts'
import { agentResponse, folder, main } from './run-cli.ts'

const agentFile = fileURLToPath(new URL('../../examples/literature/agent.ts', import.meta.url))
const library = new URL('../../src/index.ts', import.meta.url).href
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const ask = ['file', 'ask', '--agent', 'LIT_RETRIEVAL', '--prompt', 'naps of nurses']

/** An agent whose one operation takes its time, or fails. */
const slowAgent = `
import { defineAgent, operation } from '${library}'
export default defineAgent({ name: 'slow', version: '1', operations: { work: operation({
  title: 'Work', input: { type: 'object', properties: { prompt: { type: 'string' } } },
  handler: ({ prompt }) => new Promise(resolve => setTimeout(resolve, Number(prompt), { waited: Number(prompt) })),
}) } })`

describe('ask and answer', () => {
  test('the loop from a shell: 42, answer, the same command prints the answer', async () => {
    const cwd = folder()
    const first = await cli(ask, { cwd })
    expect(first).toEqual({
      code: 42,
      out: '',
      err: `An agent is needed: LIT_RETRIEVAL\n  its request is ${cwd}/.agent-request.json\n  its answer goes to ${cwd}/.agent-response.json; then run this again\n`,
    })
    const answered = await cli(['file', 'answer', agentFile], { cwd })
    expect(answered.code).toBe(0)
    expect(answered.out).toMatch(
      /^✓ LIT_RETRIEVAL \(agent_invocation\): success after \d+ (?:ms|s)\n {2}\/.*\.agent-response\.json\n$/,
    )
    const second = await cli(ask, { cwd })
    expect(second.code).toBe(0)
    expect(JSON.parse(second.out).papers[0].title).toContain('Night-shift naps')
    expect(readdirSync(cwd)).toEqual([])
  })

  test('every word of a question reaches the file', async () => {
    const cwd = folder({ 'prompt.md': '# Grüße\n顧問先', 'facts.json': { a: [1] } })
    const words = ['file', 'ask', '--agent', 'x', '--prompt', '@prompt.md', '--context', '@facts.json', '--phase', '8']
    const { code, out } = await cli(
      [...words, '--phase-name', 'agent_enhancement', '--timeout', '7', '--model', 'm', '--name', 'mine', '--json'],
      { cwd },
    )
    expect(code).toBe(42)
    const { checkpoint } = JSON.parse(out)
    expect(checkpoint).toMatchObject({ agent_name: 'x', phase: 8, request: join(cwd, '.agent-request-phase8.json') })
    expect(json(checkpoint.request)).toMatchObject({
      request_id: checkpoint.request_id,
      phase: 8,
      phase_name: 'agent_enhancement',
      agent_name: 'x',
      prompt: '# Grüße\n顧問先',
      context: { a: [1] },
      timeout_seconds: 7,
      model: 'm',
    })
    expect(existsSync(join(cwd, '.mine-state.json'))).toBe(true)
  })

  test('the prompt from standard input; two questions at once do not meet', async () => {
    const cwd = folder()
    expect((await cli(['file', 'ask', '--agent', 'x', '--prompt', '@-'], { cwd, input: 'from a pipe' })).code).toBe(42)
    expect(json(join(cwd, '.agent-request.json')).prompt).toBe('from a pipe')
    expect((await cli(['file', 'ask', '--agent', 'x', '--prompt', 'another'], { cwd })).code).toBe(42)
    expect(readdirSync(cwd).filter(name => name.startsWith('.agent-request'))).toHaveLength(2)
  })

  test('--wait waits for the answer of another process', async () => {
    const cwd = folder()
    const waiting = cli([...ask, '--wait', '--json'], { cwd })
    while (!existsSync(join(cwd, '.agent-request.json'))) await sleep(20)
    expect((await cli(['file', 'answer', agentFile], { cwd })).code).toBe(0)
    const { code, out } = await waiting
    expect(code).toBe(0)
    expect(JSON.parse(out).outcome).toMatchObject({ kind: 'completed', payload: { kind: 'value' } })
  })

  test('a failure is 1 on both sides, and its reason on standard error', async () => {
    const cwd = folder()
    const none = ['file', 'ask', '--agent', 'LIT_RETRIEVAL', '--prompt', 'x']
    await cli(none, { cwd })
    const answered = await cli(['file', 'answer', agentFile, '--json'], { cwd })
    expect(answered.code).toBe(1)
    expect(JSON.parse(answered.out)).toMatchObject({
      event: 'answered',
      outcome: 'failed',
      agent_name: 'LIT_RETRIEVAL',
    })
    expect(await cli(none, { cwd })).toEqual({ code: 1, out: '', err: '✗ error: The request is not valid.\n' })
  })

  test('the time of the request is kept, and the process ends though the agent does not', async () => {
    const cwd = folder({ 'agent.mjs': slowAgent })
    await cli(['file', 'ask', '--agent', 'work', '--prompt', '60000', '--timeout', '1'], { cwd })
    const started = performance.now()
    const { code, out } = await cli(['file', 'answer', 'agent.mjs'], { cwd })
    expect(code).toBe(1)
    expect(out).toContain('timeout: The agent was stopped: it had 1 s and did not answer.')
    expect(performance.now() - started).toBeLessThan(30_000)
    const file = json(join(cwd, '.agent-response.json'))
    expect(file).toMatchObject({ status: 'timeout', response: null })
    // A timer counts from when its loop last looked at the clock.
    expect(file.duration_seconds).toBeGreaterThan(0.5)
  })

  test('Ctrl-C in --wait is 130, says so, and leaves the question as it is, with no lock', async () => {
    const cwd = folder()
    const child = spawn(process.execPath, [main, ...ask, '--wait', '--name', 'mine'], { cwd })
    let err = ''
    child.stderr.on('data', chunk => {
      err += chunk
    })
    while (!existsSync(join(cwd, '.agent-request.json'))) await sleep(20)
    child.kill('SIGINT')
    const code = await new Promise(resolve => child.on('close', resolve))
    expect({ code, err }).toEqual({
      code: 130,
      err: '! Stopped waiting; the request stays. Run the same again for its answer.\n',
    })
    expect(readdirSync(cwd).toSorted()).toEqual(['.agent-request.json', '.mine-state.json'])
  })

  test('with --json a notice on standard error is an object too', async () => {
    const cwd = folder()
    await cli(ask, { cwd })
    writeFileSync(join(cwd, '.agent-response.json'), JSON.stringify({ ...agentResponse, request_id: 'another' }))
    const { code, err } = await cli([...ask, '--json'], { cwd })
    expect(code).toBe(42)
    expect(JSON.parse(err)).toEqual({
      notice: `${cwd}/.agent-response.json: set aside as ${cwd}/.agent-response.json.stale: it answers another request (agent-file/request-id).`,
    })
  })

  test('a prompt that is too large to be read whole is refused, not cut', async () => {
    const cwd = folder({ 'prompt.md': 'x'.repeat(32 * 1024 * 1024 + 1) })
    expect(await cli(['file', 'ask', '--agent', 'x', '--prompt', '@prompt.md'], { cwd })).toEqual({
      code: 2,
      out: '',
      err: 'replywire: prompt.md: it is larger than 32 MiB; name it in the prompt instead.\n',
    })
    expect(readdirSync(cwd)).toEqual(['prompt.md'])
  })

  test('a request that cannot be looked into is told, in a line', async () => {
    const cwd = folder()
    mkdirSync(join(cwd, '.agent-request.json'))
    expect(await cli(['file', 'answer', agentFile], { cwd })).toEqual({
      code: 2,
      out: '',
      err: `replywire: ${cwd}/.agent-request.json: not read: this is no plain file. Move it away; nothing was changed.\n`,
    })
  })

  test('a request that is larger than --max-request-bytes is refused, and its asker learns so', async () => {
    const cwd = folder()
    await cli(ask, { cwd })
    const answer = ['file', 'answer', agentFile, '--max-request-bytes', '100']
    const before = new Date(Date.now() - 10_000)
    utimesSync(join(cwd, '.agent-request.json'), before, before)
    const { code, out } = await cli(answer, { cwd })
    expect(code).toBe(1)
    expect(out).toContain('it is larger than the 100 bytes that are read')
    expect(readFileSync(join(cwd, '.agent-response.json'), 'utf8')).toContain('REQUEST_TOO_LARGE')
    expect((await cli([...answer.slice(0, -1), '4 MB'], { cwd })).err).toBe(
      'replywire: --max-request-bytes takes a whole number from 1 to 999999999.\n',
    )
  })

  test('a directory with a name that steers terminals is spelled out, in a line', async () => {
    const cwd = join(folder(), 'a\nb\u001b[31m')
    mkdirSync(cwd)
    const spelled = cwd.replace('\n', '\\u{a}').replace('\u001b', '\\u{1b}')
    const answer = ['file', 'answer', agentFile]
    expect((await cli(answer, { cwd })).err).toBe(`! There is no request in ${spelled}.\n`)
    await cli(ask, { cwd })
    expect((await cli([...answer, '--request', './.agent-request.json'], { cwd })).err).toBe(
      `→ LIT_RETRIEVAL (agent_invocation): ${spelled}/.agent-request.json\n`,
    )
    expect((await cli(['file', 'status', '--dir', `${cwd}/no`], { cwd })).err).toBe(
      `replywire: ${spelled}/no: not opened: there is no such directory; create it, or name another.\n`,
    )
  })

  test('nothing to answer, or nothing for these names, is 1 and says where', async () => {
    const cwd = folder()
    const answer = ['file', 'answer', agentFile]
    expect(await cli(answer, { cwd })).toEqual({ code: 1, out: '', err: `! There is no request in ${cwd}.\n` })
    await cli(ask, { cwd })
    expect((await cli([...answer, '--only', 'other,another'], { cwd })).err).toBe(
      `! There is no request for other,another in ${cwd}.\n`,
    )
    expect((await cli([...answer, '--only', 'LIT_RETRIEVAL'], { cwd })).code).toBe(0)
  })
})

describe('wrong usage is one line and 2', () => {
  test.each([
    [['file'], 'replywire file needs a command: ask, answer, watch, run, check, status. See replywire file --help.'],
    [['file', 'anser'], 'There is no command "file anser". Did you mean file answer?'],
    [['file', 'answer'], 'Name the agent that answers: FILE, or --url URL.'],
    [['file', 'answer', '--url', 'http://x'], '--contract is missing: name the contract of the agent at --url.'],
    [['file', 'answer', 'a', '--url', 'b'], 'FILE and --url exclude each other: one agent answers.'],
    [['file', 'answer', 'a', '--tool', 'b'], '--tool needs --url: add it.'],
    [['file', 'answer', '/nope.ts'], '/nope.ts: there is no such file; check the path.'],
    [
      ['file', 'answer', '--url', 'ftp://x', '--contract', 'agent-run'],
      '--url takes an http or https address without a password; a token goes into --token.',
    ],
    [['file', 'answer', '--url', 'http://x', '--contract', 'agent-file'], 'agent-file@1.0 is not available over HTTP.'],
    [
      ['file', 'answer', '--url', 'http://x', '--contract', 'agent-run', '--token', '@/nope'],
      '/nope: there is no such file; check the path.',
    ],
    [['file', 'ask', '--prompt', 'p'], '--agent is missing: name the agent to ask.'],
    [['file', 'ask', '--agent', 'x'], '--prompt is missing: give TEXT, @FILE or @- for standard input.'],
    [
      ['file', 'ask', '--agent', 'x', '--prompt', 'p', '--context', '[]'],
      '--context takes a JSON object. This is none.',
    ],
    [
      ['file', 'ask', '--agent', 'x', '--prompt', 'p', '--context', '{"a":1e400}'],
      '--context takes a JSON object. /a is a number that cannot be read exactly; give it as a string.',
    ],
    [
      ['file', 'ask', '--agent', 'x', '--prompt', 'p', '--context', '{"b":{"big":12345678901234567890}}'],
      '--context takes a JSON object. /b/big is a number that cannot be read exactly; give it as a string.',
    ],
    [
      ['file', 'ask', '--agent', 'x', '--prompt', 'p', '--context', '{"a":1,"a":2}'],
      '--context takes a JSON object. /a is given twice: which is meant is not known.',
    ],
    [
      ['file', 'ask', '--agent', 'x', '--prompt', 'p', '--phase', '0'],
      '--phase takes a whole number from 1 to 999999.',
    ],
    [['file', 'ask', '--agent', 'x', '--prompt', '@/nope'], '/nope: there is no such file; check the path.'],
    [['file', 'status', '--fix'], 'replywire file status has no option "--fix"; it belongs to file check.'],
    [['file', 'check', '--wait'], 'replywire file check has no option "--wait"; it belongs to file ask.'],
  ])('%j', async (words, line) => {
    expect(await cli(words, { cwd: folder() })).toEqual({ code: 2, out: '', err: `replywire: ${line}\n` })
  })
})

const askingAgent = `
import { defineAgent, operation, paused, requireApproval } from '${library}'
const input = { type: 'object', properties: { prompt: { type: 'string' } } }
export default defineAgent({ name: 'asking', version: '1', operations: {
  plan: operation({ title: 'Plan', input, handler: () => paused([{ kind: 'reply', question: 'In which season?' }]) }),
  buy: operation({ title: 'Buy', input, handler: () => requireApproval('spend', { action: 'Spend 25000' }) }),
} })`

describe('a question of the agent', () => {
  test.each([
    ['plan', 'In which season?'],
    ['buy', 'approval needed: Spend 25000'],
  ])('of %s is shown as a question', async (agent, question) => {
    const cwd = folder({ 'asking.ts': askingAgent })
    const asking = ['file', 'ask', '--agent', agent, '--prompt', 'Go.']
    await cli(asking, { cwd })
    const answered = await cli(['file', 'answer', 'asking.ts', '--json'], { cwd })
    expect(JSON.parse(answered.out)).toMatchObject({ event: 'answered', outcome: 'paused', questions: [question] })
    expect(await cli(asking, { cwd })).toEqual({ code: 1, out: '', err: `? ${question}\n` })
    await cli(asking, { cwd })
    const { code, out } = await cli(['file', 'answer', 'asking.ts'], { cwd })
    expect(code).toBe(1)
    expect(out).toMatch(new RegExp(`^\\? ${agent} .*: asks ${question.replace('?', '\\?')} after `))
  })
})

describe('status and check', () => {
  test('status says what waits, since when, for whom; 42 while something does', async () => {
    const cwd = folder()
    expect(await cli(['file', 'status'], { cwd })).toEqual({ code: 0, out: `Nothing waits in ${cwd}.\n`, err: '' })
    await cli([...ask, '--phase', '1', '--phase-name', 'ai_analysis'], { cwd })
    const { code, out } = await cli(['file', 'status'], { cwd })
    expect(code).toBe(42)
    expect(out).toMatch(
      /^waits {2,}LIT_RETRIEVAL \(ai_analysis\) {2}for \d+(?:\.\d)? m?s {2}\/.*\.agent-request-phase1\.json$/m,
    )
    expect(out).toMatch(
      /^run {2,}ask-[0-9a-f]{8}: begun .*, 0 answers so far, waits for LIT_RETRIEVAL, resumed 0 times$/m,
    )
    const told = JSON.parse((await cli(['file', 'status', '--json'], { cwd })).out)
    expect(told).toMatchObject({
      dir: cwd,
      requests: [{ agent_name: 'LIT_RETRIEVAL', answered: false, holder: null, timeout_seconds: 120 }],
    })
    await cli(['file', 'answer', agentFile], { cwd })
    const after = await cli(['file', 'status'], { cwd })
    expect(after.code).toBe(0)
    expect(after.out).toContain(`answer  ${cwd}/.agent-response-phase1.json, not read yet`)
  })

  test('check lists every file that status sees, those that were set aside too', async () => {
    const cwd = folder({
      '.agent-response.json.stale': agentResponse,
      '.agent-request-phase2.json.rejected': '{',
      '.agent-request-phase2.json.rejected.findings.json': '{}',
      '.other-state.json': '{"writer":"another program"}',
    })
    await cli(ask, { cwd })
    const seen = JSON.parse((await cli(['file', 'status', '--json'], { cwd })).out)
    expect(seen.setAside).toHaveLength(2)
    expect((await cli(['file', 'status'], { cwd })).out).toContain('2 files set aside; see replywire file check\n')
    const { code, out } = await cli(['file', 'check'], { cwd })
    expect(code).toBe(0)
    for (const { file } of [...seen.requests, ...seen.runs, ...seen.responses]) expect(out).toContain(` ${file} `)
    expect(out).toContain(
      `! ${cwd}/.agent-response.json.stale set aside\n    it answers another request, or is older than its own; nobody reads it\n`,
    )
    expect(out).toContain(
      `! ${cwd}/.agent-request-phase2.json.rejected set aside\n    it breaks the format; nobody reads it; .agent-request-phase2.json.rejected.findings.json says how\n`,
    )
    expect(out).toMatch(/✓ no problems in .* \(5 agent files, 2 set aside\)\n$/)
  })

  test('check names what is wrong with its rule; --fix fixes it, and the loop continues', async () => {
    const cwd = folder()
    await cli(ask, { cwd })
    const { request_id: id } = json(join(cwd, '.agent-request.json'))
    writeFileSync(
      join(cwd, '.agent-response.json'),
      JSON.stringify({ request_id: id, status: 'success', result: { n: 1 } }),
    )
    const wrong = await cli(['file', 'check'], { cwd })
    expect(wrong.code).toBe(1)
    expect(wrong.out).toContain(`✗ ${cwd}/.agent-response.json response\n`)
    expect(wrong.out).toContain('agent-file/result-field')
    expect(wrong.out).toContain('✗ 1 file to fix in')
    await sleep(2100)
    const fixed = await cli(['file', 'check', '--fix'], { cwd })
    expect(fixed.code).toBe(0)
    expect(fixed.out).toContain('+ Renamed "result" to "response", and its value to JSON text.')
    expect(fixed.out).toContain(`+ Kept the original as ${cwd}/.agent-response.json.rejected.`)
    expect(JSON.parse((await cli(['file', 'check', '--json'], { cwd })).out).files).toContainEqual(
      expect.objectContaining({ file: join(cwd, '.agent-response.json'), isBroken: false }),
    )
    expect(await cli(ask, { cwd })).toEqual({ code: 0, out: '{\n  "n": 1\n}\n', err: '' })
  })
})

describe('watch', () => {
  function start(cwd: string, ...words: string[]) {
    const child = spawn(process.execPath, [main, 'file', 'watch', ...words], { cwd })
    let text = ''
    const until = async (pattern: RegExp): Promise<string> => {
      while (!pattern.test(text)) {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`It ended: ${text}`)
        await sleep(10)
      }
      return text
    }
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', chunk => {
        text += chunk
      })
    }
    const ended = new Promise<{ code: number | null; text: string }>(resolve => {
      child.on('close', code => resolve({ code, text }))
    })
    return { child, until, ended }
  }

  test('answers each that appears, says so, and ends with 0 on Ctrl-C', async () => {
    const cwd = folder()
    const { child, until, ended } = start(cwd, agentFile)
    await until(/watching .* with the agent literature; Ctrl-C stops/)
    const answers = await Promise.all(
      ['naps', 'sleep', 'nurses'].map(word =>
        cli(['file', 'ask', '--agent', 'LIT_RETRIEVAL', '--prompt', word, '--wait'], { cwd }),
      ),
    )
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0])
    child.kill('SIGINT')
    const { code, text } = await ended
    expect(code).toBe(0)
    expect(text.match(/→ LIT_RETRIEVAL/g)).toHaveLength(3)
    expect(text.match(/✓ LIT_RETRIEVAL .*: success/g)).toHaveLength(3)
    expect(text).toMatch(/stopped\n$/)
    expect(readdirSync(cwd)).toEqual([])
  })

  test('shows a question of the agent as a question, with a mark of its own', async () => {
    const cwd = folder({ 'asking.ts': askingAgent })
    const asking = ['file', 'ask', '--agent', 'plan', '--prompt', 'Go.']
    await cli(asking, { cwd })
    const { child, until, ended } = start(cwd, 'asking.ts')
    await until(/\? plan .*: asks In which season\? after /)
    child.kill('SIGINT')
    expect((await ended).text).not.toMatch(/[✓✗] plan/)
    expect(await cli(asking, { cwd })).toEqual({ code: 1, out: '', err: '? In which season?\n' })
  })

  test('a request that was renamed into place, as another program does, is seen', async () => {
    const cwd = folder()
    await cli(ask, { cwd })
    renameSync(join(cwd, '.agent-request.json'), join(cwd, 'elsewhere'))
    const { child, until, ended } = start(cwd, agentFile, '--json')
    await until(/"event":"watching"/)
    renameSync(join(cwd, 'elsewhere'), join(cwd, '.agent-request.json'))
    await until(/"event":"answered"/)
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
    expect((await cli(ask, { cwd })).code).toBe(0)
  })

  test('Ctrl-C finishes what runs; a second one gives it back', async () => {
    const cwd = folder({ 'agent.mjs': slowAgent })
    const work = (ms: number) => ['file', 'ask', '--agent', 'work', '--prompt', String(ms)]
    await cli(work(700), { cwd })
    const finishing = start(cwd, 'agent.mjs')
    await finishing.until(/→ work/)
    finishing.child.kill('SIGINT')
    const finished = await finishing.ended
    expect(finished.code).toBe(0)
    expect(finished.text).toContain('finishing 1 request; Ctrl-C again gives it back')
    expect(await cli(work(700), { cwd })).toMatchObject({ code: 0, out: '{\n  "waited": 700\n}\n' })

    await cli(work(60_000), { cwd })
    const leaving = start(cwd, 'agent.mjs')
    await leaving.until(/→ work/)
    leaving.child.kill('SIGINT')
    await leaving.until(/finishing 1 request/)
    leaving.child.kill('SIGINT')
    const left = await leaving.ended
    expect(left.code).toBe(0)
    expect(left.text).toContain('given back for another host')
    expect(readdirSync(cwd).filter(name => name.startsWith('.agent-'))).toEqual(['.agent-request.json'])
    expect((await cli(['file', 'status'], { cwd })).code).toBe(42)
  })
})

describe('a remote agent answers', () => {
  let server: Listening
  beforeAll(async () => {
    server = await serve(literature, { contract: 'agent-run' }).listen({ port: 0 })
  })
  afterAll(() => server.close())
  const remote = (url: string, contract: string, ...more: string[]) => [
    'file',
    'answer',
    '--url',
    url,
    '--contract',
    contract,
    ...more,
  ]

  test.each(['', '/', '/agents/run/sync'])('in agent-run, at the address%s', async path => {
    const cwd = folder()
    const question = ['file', 'ask', '--agent', 'LIT_RETRIEVAL', '--prompt', '{"query":"naps of nurses","limit":1}']
    await cli(question, { cwd })
    expect((await cli(remote(server.url + path, 'agent-run'), { cwd })).code).toBe(0)
    const file = json(join(cwd, '.agent-response.json'))
    expect(file).toMatchObject({
      status: 'success',
      error_message: null,
      metadata: { citations: [{ id: expect.any(String) }] },
    })
    expect(JSON.parse((await cli(question, { cwd })).out).papers).toHaveLength(1)
  })

  test('its failures are failures of the file', async () => {
    const cwd = folder()
    await cli(['file', 'ask', '--agent', 'LIT_RETRIEVAL', '--prompt', '{"query":"x"}'], { cwd })
    expect((await cli(remote(server.url, 'agent-run'), { cwd })).code).toBe(1)
    expect(json(join(cwd, '.agent-response.json'))).toMatchObject({
      status: 'error',
      response: null,
      error_message: 'The request is not valid.',
    })
  })

  /** A server that does as it is told, and remembers what it got. */
  async function fake(status: number, headers: Record<string, string>, body: string | undefined) {
    const got: { url: string | undefined; headers: Record<string, unknown>; body: string }[] = []
    const http = createServer(async (request, answer) => {
      let text = ''
      for await (const chunk of request) text += chunk
      got.push({ url: request.url, headers: request.headers, body: text })
      if (body !== undefined) answer.writeHead(status, headers).end(body)
    })
    await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      http.closeAllConnections()
      http.close()
    })
    return { got, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` }
  }

  test('any contract of HTTP is read by its own rules: an approval that yaagents demands', async () => {
    const body = {
      type: 'approval_required',
      code: 'APPROVAL_REQUIRED',
      message: 'Spend 25000',
      approval: { action: 'Spend 25000' },
      trace: { correlationId: 'c', requestId: 'r' },
    }
    const { url, got } = await fake(
      412,
      { 'content-type': 'application/vnd.yaagents.approval-required+json' },
      JSON.stringify(body),
    )
    const cwd = folder({ 'token.txt': 's3cret\n' })
    await cli(['file', 'ask', '--agent', 'optimize', '--prompt', 'Spend it.', '--context', '{"budget":25000}'], { cwd })
    const { code } = await cli(remote(`${url}/campaigns/7/optimizations`, 'yaagents', '--token', '@token.txt'), { cwd })
    expect(code).toBe(1)
    const { request_id: id, ...file } = json(join(cwd, '.agent-response.json'))
    expect(file).toMatchObject({ status: 'error', error_type: 'approval_required', response: null })
    expect(got).toMatchObject([
      {
        url: '/campaigns/7/optimizations',
        headers: { authorization: 'Bearer s3cret', 'x-request-id': id, 'idempotency-key': id },
        body: '{"prompt":"Spend it.","context":{"budget":25000}}',
      },
    ])
  })

  test.each([
    [
      'a redirect is not followed',
      302,
      { location: 'http://127.0.0.1:1/' },
      '',
      'dependency',
      'The agent redirects to another address; redirects are not followed. Use that address.',
    ],
    ['what is no answer is no success', 200, { 'content-type': 'text/html' }, '<html>', 'integrity', undefined],
  ] as const)('%s', async (_, status, headers, body, type, message) => {
    const { url } = await fake(status, headers, body)
    const cwd = folder()
    await cli(ask, { cwd })
    expect((await cli(remote(url, 'agent-run'), { cwd })).code).toBe(1)
    const file = json(join(cwd, '.agent-response.json'))
    expect(file).toMatchObject({ status: 'error', response: null })
    if (message !== undefined) expect(file).toMatchObject({ error_type: type, error_message: message })
  })

  test.each(['yaagents', 'jpcite', 'adcp', 'agent-run'])('what breaks %s is no success of it', async contract => {
    const { url } = await fake(200, { 'content-type': 'application/json' }, '{}')
    const cwd = folder()
    await cli(ask, { cwd })
    expect((await cli(remote(url, contract), { cwd })).code).toBe(1)
    const file = json(join(cwd, '.agent-response.json'))
    expect(file).toMatchObject({ status: 'error', response: null })
    if (contract !== 'agent-run') {
      expect(file).toMatchObject({
        error_type: 'integrity',
        error_message: expect.stringMatching(
          new RegExp(`^The remote answer breaks ${contract}@\\S+ in 1 place: ${contract}/[a-z-]+\\.$`),
        ),
      })
    }
  })

  test('one that is not there is unavailable', async () => {
    const cwd = folder()
    await cli(ask, { cwd })
    expect((await cli(remote('http://127.0.0.1:1', 'agent-run'), { cwd })).code).toBe(1)
    expect(json(join(cwd, '.agent-response.json'))).toMatchObject({
      error_type: 'unavailable',
      error_message: 'http://127.0.0.1:1 does not answer; is the agent running?',
    })
  })

  test('one that never answers is a timeout', async () => {
    const { url } = await fake(200, {}, undefined)
    const cwd = folder()
    await cli([...ask, '--timeout', '1'], { cwd })
    expect((await cli(remote(url, 'agent-run'), { cwd })).code).toBe(1)
    expect(json(join(cwd, '.agent-response.json'))).toMatchObject({ status: 'timeout', response: null })
  })
})
