import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { callCli as cli } from './call-cli.ts'
import { folder } from './run-cli.ts'

describe('streams in files', () => {
  const problem = '{"type":"about:blank","title":"Not Found","status":404,"detail":"No such campaign."}'
  const cwd = folder({
    'ya.sse': 'event: outcome\ndata: {"text":"Hello","trace":{"correlationId":"c","requestId":"r"}}\n\n',
    'model.sse': 'data: {"choices":[{"delta":{"content":"Hi"}}]}\n\ndata: [DONE]\n\n',
    'cut.sse': 'data: {"choices":[]}\n\ndata: {"choi',
    'problem.sse': `event: progress\ndata: {"fraction":0.5}\n\nevent: error\ndata: ${problem}\n\n`,
    'plain.sse': 'event: outcome\ndata: {"text":"Hello"}\n\n',
    'stream.wire.json': {
      status: 200,
      headers: { 'content-type': 'text/event-stream', 'x-yaagents-profile': 'v0.3' },
      text: 'data: [DONE]\n\n',
    },
  })
  const validate = (...words: string[]) => cli(['validate', ...words], { cwd })

  test('the named contract reads events as a stream, of its own vocabulary or of another', async () => {
    expect(await validate('ya.sse', '--contract', 'yaagents')).toMatchObject({
      code: 0,
      out: '✓ ya.sse  yaagents 0.3 stream\n',
    })
    expect(await validate('model.sse', '--contract', 'yaagents')).toMatchObject({
      code: 0,
      out: '✓ model.sse  yaagents 0.3 stream\n',
    })
    const cut = await validate('cut.sse', '--contract', 'yaagents')
    expect(cut).toMatchObject({ code: 1, out: expect.stringContaining('sse/framing') })
  })

  test('a stream that ends with a problem, or with a plain answer, is recognised', async () => {
    expect((await validate('problem.sse')).out).toBe(
      '✓ problem.sse  problem 9457 stream · detected by its last event: a status and a title\n',
    )
    expect((await validate('problem.sse', '--contract', 'problem')).out).toBe('✓ problem.sse  problem 9457 stream\n')
    expect((await validate('plain.sse')).out).toBe(
      '✓ plain.sse  problem 9457 stream · detected by its last event: a plain JSON answer\n',
    )
  })

  test('a byte that is not UTF-8 is found, and not translated', async () => {
    const events = Buffer.from('event: outcome\ndata: {"text":"Hell\xff"}\n\n', 'latin1')
    const head = Buffer.from('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncache-control: no-cache\r\n\r\n')
    writeFileSync(join(cwd, 'bytes.sse'), events)
    writeFileSync(join(cwd, 'bytes.txt'), Buffer.concat([head, events]))
    for (const file of ['bytes.sse', 'bytes.txt']) {
      const validated = await validate(file, '--contract', 'problem', '--json')
      expect(validated.code).toBe(2)
      const rules = JSON.parse(validated.out).files[0].findings.map(({ rule }: { rule: string }) => rule)
      expect(rules).toEqual(['json/utf8'])
      expect(await cli(['translate', file, '--from', 'problem', '--to', 'agent-run'], { cwd })).toMatchObject({
        code: 2,
        out: '',
        err: `replywire: ${file}: The text is not UTF-8.\n`,
      })
    }
  })

  test('the head in a wire file is checked', async () => {
    const { code, out } = await validate('--wire', 'stream.wire.json')
    expect(code).toBe(1)
    expect(out).toContain('yaagents 0.3 stream · detected by the header X-YAAgents-Profile')
    expect(out).toContain('yaagents/stream-cache · §11.3 · Send Cache-Control: no-cache.')
  })

  test('events that no contract knows are not called bad JSON', async () => {
    expect(await validate('model.sse')).toMatchObject({
      code: 2,
      err: 'replywire: model.sse: no contract recognises this event stream. Name its contract with --contract.\n',
      out: expect.not.stringContaining('json/readable'),
    })
  })
})
