import { describe, expect, test } from 'vitest'
import { readAddress } from '../../src/client/address.ts'
import { openCarrier } from '../../src/client/open-carrier.ts'
import type { Interim } from '../../src/outcome/moment.ts'
import type { Paused } from '../../src/outcome/outcome.ts'
import { connectionAt, stdio, to } from './calls.ts'
import { legacyServer, listening, modernServer } from './mcp-servers.ts'

describe('an answer', () => {
  test('of JSON-RPC itself is read as the error that it is', async () => {
    const upstream = await connectionAt(`mcp+${(await modernServer()).origin}/mcp`)
    const { outcome, wire } = await upstream.call(to('refuse'))
    expect(outcome).toMatchObject({
      fault: { category: 'invalid', code: 'INVALID_PARAMS', message: 'No such colour.' },
    })
    expect(wire?.body.json()).toMatchObject({ value: { error: { code: -32602 } } })
  })

  test('that breaks the protocol is read as it seems meant, and what is wrong is named', async () => {
    const { origin } = await listening(async (request, response) => {
      const { id, method, params } = JSON.parse(await new Response(request as never).text())
      const results: Record<string, string> = {
        'server/discover': '{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}',
        'tools/list':
          '{"resultType":"complete","tools":[{"name":"odd","inputSchema":{"type":"object"}}],"ttlMs":0,"cacheScope":"private"}',
        'tools/call': '{"resultType":"complete","content":"nothing","structuredContent":{"n":12345678901234567890}}',
      }
      const text =
        params?.name === 'html' ? '<html>' : `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${results[method]}}`
      response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    })
    const upstream = await connectionAt(`mcp+${origin}/mcp`)
    const { findings, wire } = await upstream.call(to('odd'))
    expect(findings.filter(({ level }) => level === 'must').map(({ pointer }) => pointer)).toContain('/content')
    // It came in one document, and so it is there to the letter.
    expect(wire?.body.text()).toContain('12345678901234567890')
    const unreadable = await upstream.call(to('html'))
    expect(unreadable.outcome).toMatchObject({ kind: 'failed', fault: { code: 'UNREADABLE_ANSWER' } })
    expect(unreadable.findings).toMatchObject([{ rule: 'json/readable' }])
  })

  test.each(['one document', 'a stream', 'a pipe'])('that is larger than allowed is refused (%s)', async where => {
    const places: Record<string, () => Promise<string>> = {
      'one document': async () => `mcp+${(await modernServer()).origin}/mcp`,
      'a stream': async () => `mcp+${(await legacyServer()).origin}/mcp`,
      'a pipe': async () => stdio('stdio-modern.ts'),
    }
    const address = (await places[where]?.()) ?? ''
    const upstream = await connectionAt(address, { maxBytes: 1024 * 1024 })
    expect((await upstream.call(to('huge'))).outcome).toMatchObject({
      fault: { category: 'dependency', message: "The MCP server's answer is larger than 1 MiB." },
    })
  })

  test('in the envelope of another contract is read by that contract', async () => {
    const upstream = await connectionAt(`mcp+${(await modernServer()).origin}/mcp`)
    const { contract, outcome } = await upstream.call(to('jpcite'))
    expect(contract).toMatchObject({ id: 'jpcite', version: 'v2' })
    expect(outcome).toMatchObject({ kind: 'completed', payload: { kind: 'rows', rows: [{ id: 1 }] } })
  })
})

describe('a question', () => {
  test('of 2026-07-28 is a pause, and a second call answers it', async () => {
    const upstream = await connectionAt(`mcp+${(await modernServer()).origin}/mcp`)
    const { outcome } = await upstream.call(to('order'))
    expect(outcome).toMatchObject({
      kind: 'paused',
      needs: [{ kind: 'input', name: 'size', question: 'Which size?', required: true }],
      extra: { mcp: { requestState: 'state-1' } },
    })
    const pause = outcome as Paused
    const answered = await upstream.call(to('order'), { pause, answers: { size: 'large' } })
    expect(answered.outcome).toMatchObject({ payload: { value: { ordered: 'large' } } })
    const declined = await upstream.call(to('order'), { pause, answers: {} })
    expect(declined.outcome).toMatchObject({ fault: { message: 'Nothing was ordered.' } })
  })

  test('of a 2025 server is answered in the middle of the call', async () => {
    const upstream = await connectionAt(`mcp+${(await legacyServer()).origin}/mcp`)
    const asked: unknown[] = []
    const said = await upstream.call(to('order'), {
      onElicit: async needs => {
        asked.push(...needs)
        return { size: 'small' }
      },
    })
    expect(asked).toMatchObject([{ kind: 'input', name: 'size', question: 'Which size?' }])
    expect(said.outcome).toMatchObject({ payload: { text: 'ordered small' } })
    const ready = await upstream.call(to('order'), { answers: { size: 'large' } })
    expect(ready.outcome).toMatchObject({ payload: { text: 'ordered large' } })
  })

  test('that nobody answers is declined, and told', async () => {
    const upstream = await connectionAt(`mcp+${(await legacyServer()).origin}/mcp`)
    const { outcome, declined } = await upstream.call(to('order'))
    expect(outcome).toMatchObject({ payload: { text: 'nothing: decline' } })
    expect(declined).toMatchObject([{ name: 'size' }])
  })
})

describe('a task', () => {
  test('comes back as pending unless it is waited for', async () => {
    const upstream = await connectionAt(`mcp+${(await modernServer()).origin}/mcp`)
    expect((await upstream.call(to('long'))).outcome).toMatchObject({
      kind: 'pending',
      task: { id: 'task-1', pollAfterMs: 20 },
    })
  })

  test('is followed to its end, and what it says on the way is heard', async () => {
    const upstream = await connectionAt(`mcp+${(await modernServer()).origin}/mcp`)
    const moments: Interim[] = []
    const { outcome } = await upstream.call(to('long'), { wait: true, onMoment: moment => moments.push(moment) })
    expect(outcome).toMatchObject({ kind: 'completed', payload: { value: { done: true } }, task: { id: 'task-1' } })
    expect(moments).toEqual([{ kind: 'progress', message: 'look 1' }])
  })

  test('that asks on the way is a pause, and goes on when it is answered', async () => {
    const upstream = await connectionAt(`mcp+${(await modernServer()).origin}/mcp`)
    const { outcome } = await upstream.call(to('long', { asks: true }), { wait: true })
    expect(outcome).toMatchObject({ kind: 'paused', needs: [{ name: 'size' }], task: { id: 'task-1' } })
    const answered = await upstream.call(to('long', { asks: true }), {
      wait: true,
      pause: outcome as Paused,
      answers: { size: 'small' },
    })
    expect(answered.outcome).toMatchObject({ kind: 'completed', payload: { value: { done: 'small' } } })
  })

  test('that is still at work when the time is up is given back as pending', async () => {
    const { origin, world } = await modernServer()
    const upstream = await connectionAt(`mcp+${origin}/mcp`)
    await upstream.operations()
    const { outcome } = await upstream.call(to('long', { never: true }), { wait: true, timeoutMs: 3000 })
    expect(outcome).toMatchObject({ kind: 'pending', task: { id: 'task-1' } })
    expect(world.cancelled).toEqual([])
  })

  test('is stopped when its caller leaves', async () => {
    const { origin, world } = await modernServer()
    const upstream = await connectionAt(`mcp+${origin}/mcp`)
    const controller = new AbortController()
    const left = upstream.call(to('long', { asks: false }), {
      wait: true,
      signal: controller.signal,
      onMoment: () => controller.abort(new Error('enough')),
    })
    await expect(left).rejects.toThrow('enough')
    expect(world.cancelled).toEqual(['task-1'])
  })
})

describe('a server that is none', () => {
  test.each<[string, () => Promise<string>, object]>([
    [
      'nothing listens',
      async () => 'mcp+http://127.0.0.1:1/mcp',
      { category: 'unavailable', message: 'http://127.0.0.1:1 does not answer; is the MCP server running?' },
    ],
    [
      'a web page',
      async () => {
        const { origin } = await listening(
          (_, response) => void response.setHeader('content-type', 'text/html').end('<p>'),
        )
        return `mcp+${origin}/`
      },
      {
        category: 'dependency',
        message: expect.stringMatching(/^There is no MCP server at http.*; often its path is \/mcp\.$/),
      },
    ],
    [
      'a refusal',
      async () => `mcp+${(await listening((_, response) => void response.writeHead(401).end())).origin}/mcp`,
      { category: 'unauthenticated' },
    ],
    [
      'no command',
      async () => 'mcp+stdio:no-such-command-here',
      { category: 'unavailable', message: 'The command no-such-command-here cannot be started; is it installed?' },
    ],
    [
      'a command that ends',
      async () => `mcp+stdio:"${process.execPath}" -e "console.error('no key');process.exit(3)"`,
      {
        category: 'unavailable',
        message: expect.stringMatching(/does not speak MCP on its standard output\. It said: no key$/),
      },
    ],
  ])('%s', async (_, address, fault) => {
    const upstream = await connectionAt(await address())
    expect((await upstream.call(to('greet'))).outcome).toMatchObject({ kind: 'failed', fault })
    await expect(upstream.open()).rejects.toMatchObject({ code: 'ERR_UNREADABLE' })
  })

  test('headers are sent with every request, and a session is ended', async () => {
    const { origin, headers, ended } = await legacyServer()
    const upstream = await openCarrier(readAddress(`mcp+${origin}/mcp`), { headers: { authorization: 'Bearer abc' } })
    await upstream.call(to('greet', { name: 'x' }))
    await upstream.close()
    expect(new Set(headers.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer abc']))
    expect(ended).toEqual(['session true'])
  })

  test('a session that the server has forgotten is begun anew, and the call is made', async () => {
    const { origin, forget } = await legacyServer()
    const upstream = await connectionAt(`mcp+${origin}/mcp`)
    await upstream.call(to('greet', { name: 'x' }))
    forget()
    expect((await upstream.call(to('greet', { name: 'y' }))).outcome).toMatchObject({
      payload: { value: { greeting: 'Hello, y.' } },
    })
  })

  test('a redirect to another origin is not followed', async () => {
    const { origin } = await modernServer()
    const away = await listening((_, response) => void response.writeHead(307, { location: `${origin}/mcp` }).end())
    const upstream = await connectionAt(`mcp+${away.origin}/mcp`, { headers: { authorization: 'Bearer abc' } })
    expect((await upstream.call(to('greet'))).outcome).toMatchObject({
      fault: { category: 'dependency', message: expect.stringContaining('There is no MCP server at ') },
    })
  })
})
