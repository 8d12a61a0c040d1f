/** Input that is no message of its own: recordings are read, other texts are named. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { callCli as cli } from './call-cli.ts'
import { codeless, conflict, conflictWire, folder } from './run-cli.ts'

const head = (status: string, headers: Record<string, string>) =>
  `HTTP/1.1 ${status}\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
const own = { ...conflictWire.headers, 'X-Request-ID': 'req-1', 'X-Correlation-ID': 'corr-1' }
const answer = `${head('409 Conflict', own)}${JSON.stringify(conflict)}`
const entry = (status: number, type: string, text: string | undefined, more: object = {}) => ({
  request: { method: 'POST', url: 'https://user:pass@api.example/campaigns?token=s3cret#x' },
  response: {
    status,
    headers: [
      { name: ':status', value: String(status) },
      { name: 'Content-Type', value: type },
      { name: 'X-YAAgents-Profile', value: 'v0.3' },
    ],
    content: { mimeType: type, ...(text === undefined ? {} : { text }), ...more },
  },
})
const called = (status: number, type: string, text: string, request: object) => {
  const { request: named, response } = entry(status, type, text)
  return {
    request: { ...named, ...request },
    response: { ...response, headers: [{ name: 'Content-Type', value: type }] },
  }
}
const conflictType = 'application/vnd.yaagents.conflict+json'
const cwd = folder({
  'page.html': '\ufeff\n<!DOCTYPE html>\n<html><title>502</title></html>',
  'bare.html': '<html lang="en"><body>Sign in</body></html>',
  'commented.html': '<!-- proxy -->\n<!-- a -->\n<HTML><title>502</title></html>',
  'fragment.html': '<h1>Bad Gateway</h1>',
  'latin1.html': Buffer.from('<html><body>caf\xe9</body></html>', 'latin1'),
  'marked.json': Buffer.from(`\ufeff${JSON.stringify(conflict)}`, 'utf16le'),
  'wide.json': Buffer.from(JSON.stringify(conflict), 'utf16le'),
  'marked-wide.curl': Buffer.from(`\ufeff${answer}`, 'utf16le'),
  'verbose.curl': `* Trying 127.0.0.1:80...\n> GET / HTTP/1.1\r\n>\r\n< HTTP/1.1 200 OK\r\n<\r\n{}`,
  'feed.xml': '<?xml version="1.0"?><a/>',
  'lines.jsonl': '{"a":1}\n{"a":2}\n{"a":3}\n',
  'answer.yaml': 'type: conflict\ncode: BUSY\ntrace:\n  requestId: r-1\n',
  'list.yaml': '# answers\n- type: conflict\n- type: error\n',
  'sentence.txt': 'Note: this is no message\n',
  'plain.curl': answer,
  'marked.curl': `\ufeff${answer}`,
  'lf.curl': answer.replaceAll('\r\n', '\n'),
  'http2.curl': answer.replace('HTTP/1.1 409 Conflict', 'HTTP/2 409 '),
  'continue.curl': `HTTP/1.1 100 Continue\r\n\r\n${answer}`,
  'redirect.curl': `${head('302 Found', { Location: '/b' })}${answer}`,
  'proxy.curl': `HTTP/1.0 200 Connection established\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n${answer}`,
  'no-profile.curl': `${head('409 Conflict', { 'Content-Type': conflictType })}${JSON.stringify(conflict)}`,
  'page.curl': `${head('502 Bad Gateway', { 'Content-Type': 'text/html' })}<html><body>nginx</body></html>`,
  'stream.curl': `${head('200 OK', { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache', 'X-YAAgents-Profile': 'v0.3' })}event: outcome\ndata: ${JSON.stringify(conflict)}\n\n`,
  'odd.curl': 'HTTP/1.1 200 OK\r\nno header\r\n\r\n{}',
  'gzip.curl': Buffer.concat([
    Buffer.from(head('200 OK', { 'Content-Encoding': 'gzip' })),
    Buffer.from([0x1f, 0x8b, 8]),
  ]),
  'brotli.curl': Buffer.concat([
    Buffer.from(head('200 OK', { 'Content-Encoding': 'br' })),
    Buffer.from([0x8b, 0x02, 0x80, 0xff]),
  ]),
  'decompressed.curl': answer.replace('\r\n', '\r\nContent-Encoding: br\r\n'),
  'many.curl': 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(60),
  'session.har': {
    log: {
      version: '1.2',
      entries: [
        entry(200, 'text/html', '<html></html>'),
        entry(409, conflictType, JSON.stringify(conflict)),
        entry(0, conflictType, ''),
        entry(409, conflictType, Buffer.from(JSON.stringify(codeless)).toString('base64'), { encoding: 'base64' }),
        entry(409, conflictType, undefined),
      ],
    },
  },
  'bodiless.har': {
    log: {
      entries: [
        ...[204, 304].map(status => entry(status, conflictType, undefined)),
        ...['HEAD', 'OPTIONS'].map(method => {
          const { response } = entry(200, conflictType, undefined)
          return { request: { method, url: 'https://api.example/campaigns' }, response }
        }),
        entry(409, conflictType, JSON.stringify(conflict)),
      ],
    },
  },
  'pages.har': { log: { entries: [entry(200, 'text/html', '<html></html>')] } },
  'proxy.har': {
    log: {
      entries: [
        called(502, 'text/html; charset=utf-8', '<html>502</html>', {
          headers: [{ name: 'Accept', value: 'a/b, application/json' }],
        }),
        called(502, 'text/html', '<html>502</html>', { postData: { mimeType: 'application/json; charset=utf-8' } }),
        called(502, 'text/html', '<html>502</html>', { headers: [{ name: 'accept', value: 'text/html, */*' }] }),
        called(200, 'text/csv', 'a,b', { headers: [{ name: 'accept', value: 'application/json' }] }),
      ],
    },
  },
  'fixable.har': { log: { entries: [entry(409, conflictType, `\ufeff${JSON.stringify(conflict)}`)] } },
  'one.har': { log: { entries: [entry(409, conflictType, JSON.stringify(conflict))] } },
  'near.json': { outputs: {}, usage: {}, grounding: {} },
  'rich.json': { status: 'rich', results: [{ a: 1 }], request_id: 'r-1', meta: {} },
  'valid.json': { status: 'ok', version: '1', checks: 7 },
  'foreign.sse': 'event: ping\ndata: {}\n\n',
  'conflict.json': conflict,
  'late.sse': `\n\nevent: progress\ndata: {"fraction":0.5}\n\nevent: outcome\ndata: ${JSON.stringify(conflict)}\n\n`,
})
const html =
  'It is an HTML page, not a message: perhaps from a proxy, a login or an error page. Check the address, the credentials and the Accept header of the call.'

const wide = 'It is UTF-16 or UTF-32, not UTF-8: PowerShell writes redirected output so. Save it as UTF-8.'

describe('a text that is no JSON is named', () => {
  test.each([
    ['page.html', html],
    ['bare.html', html],
    ['commented.html', html],
    ['fragment.html', html],
    ['latin1.html', html],
    ['page.curl', html],
    ['marked.json', wide],
    ['wide.json', wide],
    ['marked-wide.curl', wide],
    ['verbose.curl', 'It is the output of curl -v. Run curl -i, which prints the head and the body alone.'],
    ['feed.xml', 'It is XML, not JSON.'],
    ['lines.jsonl', 'It is JSON Lines: one JSON text per line. Give each line a file of its own (split -l 1 FILE).'],
    ['answer.yaml', 'It is YAML, not JSON. Convert it first; a message is sent as JSON.'],
    ['list.yaml', 'It is YAML, not JSON. Convert it first; a message is sent as JSON.'],
    ['sentence.txt', 'Not JSON: unexpected character at line 1, column 1.'],
  ])('%s', async (file, why) => {
    const expected = `replywire: ${file}: ${why}\n`
    expect(await cli(['validate', file], { cwd })).toMatchObject({ code: 2, err: expected })
    expect(await cli(['detect', file], { cwd })).toEqual({ code: 2, out: '', err: expected })
    expect(await cli(['translate', file, '--to', 'problem'], { cwd })).toEqual({ code: 2, out: '', err: expected })
  })

  test('once, not on both streams', async () => {
    expect((await cli(['validate', 'page.html'], { cwd })).out).toBe('')
  })

  test('also where the contract is given', async () => {
    const { code, out } = await cli(['validate', 'answer.yaml', '--contract', 'agent-run', '--json'], { cwd })
    expect(code).toBe(2)
    expect(JSON.parse(out).files[0].hint).toBe('It is YAML, not JSON. Convert it first; a message is sent as JSON.')
    const translated = await cli(['translate', 'page.html', '--from', 'agent-run', '--to', 'yaagents'], { cwd })
    expect(translated).toEqual({ code: 2, out: '', err: `replywire: page.html: ${html}\n` })
  })
})

describe('the output of curl -i', () => {
  test.each([...['plain', 'marked', 'lf', 'http2', 'continue', 'redirect', 'proxy', 'decompressed']])(
    '%s.curl is read whole',
    async name => {
      const { code, out } = await cli(['validate', `${name}.curl`, '--json'], { cwd })
      expect(code).toBe(0)
      expect(JSON.parse(out).files).toMatchObject([{ contract: 'yaagents', valid: true, findings: [] }])
    },
  )

  test('its headers are complete, so that a missing one is a finding', async () => {
    const { code, out } = await cli(['validate', 'no-profile.curl', '--json'], { cwd })
    expect(code).toBe(1)
    expect(JSON.parse(out).files[0].findings).toMatchObject([{ rule: 'yaagents/profile-header' }])
  })

  test('a stream in it is one, with its head', async () => {
    const { code, out } = await cli(['validate', 'stream.curl', '--json'], { cwd })
    expect({ code, file: JSON.parse(out).files[0] }).toMatchObject({
      code: 0,
      file: { contract: 'yaagents', message: 'stream', findings: [] },
    })
  })

  test.each([
    ['odd.curl', 'Line 2 of a head is no header.'],
    ['gzip.curl', 'Its body is compressed. Run curl with --compressed.'],
    ['brotli.curl', 'Its body is compressed. Run curl with --compressed.'],
    ['many.curl', 'It has more than 50 heads.'],
  ])('%s: %s', async (file, why) => {
    const { code, err } = await cli(['validate', file], { cwd })
    expect({ code, err }).toEqual({
      code: 2,
      err: `replywire: ${file}: the output of curl -i cannot be read. ${why}\n`,
    })
  })

  test('is detected and translated too', async () => {
    expect((await cli(['detect', 'plain.curl'], { cwd })).out).toMatch(/^certain {2}yaagents@0\.3 /)
    expect((await cli(['translate', 'plain.curl', '--to', 'problem'], { cwd })).out).toContain('"status":409')
  })

  // What `--fix` would change, and may not: in a recording it would take the place of everything else.
  test.each(['no-profile.curl', 'fixable.har'])('%s is not changed by --fix', async file => {
    const before = readFileSync(join(cwd, file), 'utf8')
    const { out } = await cli(['validate', file, '--fix'], { cwd })
    expect(out).toContain('not fixed  a recording is not changed; save the body in a file of its own.')
    expect(readFileSync(join(cwd, file), 'utf8')).toBe(before)
  })
})

describe('a HAR', () => {
  test('each response that is JSON is validated, with its index and its URL without secrets', async () => {
    const { code, out } = await cli(['validate', 'session.har', '--json'], { cwd })
    expect(code).toBe(2)
    expect(out).not.toMatch(/s3cret|pass/)
    const { files, summary } = JSON.parse(out)
    const url = 'https://api.example/campaigns'
    expect(files).toMatchObject([
      { file: 'session.har', entry: { index: 1, method: 'POST', url }, contract: 'yaagents', valid: true },
      { entry: { index: 3, url }, contract: 'yaagents', valid: false, findings: [{ rule: 'yaagents/conflict' }] },
      { entry: { index: 4 }, error: { message: 'session.har: entry 4 has no text; save the HAR with content.' } },
    ])
    expect(summary).toEqual({ valid: 1, invalid: 2 })
  })

  test('answers without a body by HTTP itself are no messages', async () => {
    const { code, out } = await cli(['validate', 'bodiless.har', '--json'], { cwd })
    expect(code).toBe(0)
    expect(JSON.parse(out).files).toMatchObject([{ entry: { index: 4 }, valid: true }])
  })

  test('people see the entry', async () => {
    const { out } = await cli(['validate', 'session.har'], { cwd })
    expect(out).toContain('✗ session.har#3 POST https://api.example/campaigns  yaagents 0.3')
    expect(out).toContain('3 messages: 1 invalid, 1 not validated, 1 valid')
  })

  test('without such a response it is an error', async () => {
    expect(await cli(['validate', 'pages.har'], { cwd })).toEqual({
      code: 2,
      out: '',
      err: 'replywire: pages.har: this HAR has no response with JSON or events; record the calls of an agent.\n',
    })
  })

  test('a page in answer to a call that asked for JSON is named; other pages and files are skipped', async () => {
    const { code, out } = await cli(['validate', 'proxy.har', '--json'], { cwd })
    expect(code).toBe(2)
    expect(JSON.parse(out).files).toMatchObject([
      { entry: { index: 0 }, error: { message: `proxy.har: ${html}` } },
      { entry: { index: 1 }, error: { message: `proxy.har: ${html}` } },
    ])
  })

  test('of one response is translated, of several not', async () => {
    expect((await cli(['translate', 'one.har', '--to', 'problem'], { cwd })).code).toBe(0)
    const { code, err } = await cli(['translate', 'session.har', '--to', 'problem'], { cwd })
    expect({ code, err }).toEqual({
      code: 2,
      err: 'replywire: session.har: this HAR has several responses, and one message is needed. Save one response in a file of its own.\n',
    })
  })
})

test('a stream that begins with blank lines is one', async () => {
  const { code, out } = await cli(['validate', 'late.sse', '--json'], { cwd })
  expect({ code, file: JSON.parse(out).files[0] }).toMatchObject({ code: 0, file: { message: 'stream' } })
})

test('with a given contract, events are a stream', async () => {
  const { code, out } = await cli(['validate', 'foreign.sse', '--contract', 'jpcite', '--json'], { cwd })
  expect({ code, file: JSON.parse(out).files[0] }).toMatchObject({
    code: 1,
    file: { message: 'stream', findings: [{ rule: 'sse/terminal' }] },
  })
})

test('when nothing fits, the nearest contract and why not', async () => {
  const { code, err } = await cli(['validate', 'near.json'], { cwd })
  expect(code).toBe(2)
  expect(err).toBe(
    'replywire: near.json: no contract recognises it. Name its contract with --contract. The nearest is agent-run 1 (agent-run-response): it has outputs, usage and grounding, but no status or request_id.\n',
  )
})

test('a status that a contract does not know does not make it the nearest', async () => {
  const { err } = await cli(['validate', 'rich.json'], { cwd })
  expect(err).toContain(
    'The nearest is jpcite v2 (envelope): it has status, results and meta, but no query_echo, citations, warnings or suggested_actions.',
  )
})

describe('detect with several files', () => {
  test('prints a line each, and the errors', async () => {
    const { code, out, err } = await cli(['detect', 'conflict.json', 'plain.curl', 'page.html'], { cwd })
    expect(code).toBe(2)
    const lines = out.trimEnd().split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^conflict\.json {2}\w+ +yaagents@0\.3 {2}/)
    expect(lines[1]).toMatch(/^plain\.curl {5}certain +yaagents@0\.3 {2}/)
    expect(err).toBe(`replywire: page.html: ${html}\n`)
  })

  test('--json lists the files', async () => {
    const { code, out } = await cli(['detect', 'conflict.json', 'plain.curl', 'page.html', '--json'], { cwd })
    expect(code).toBe(2)
    expect(JSON.parse(out).files).toMatchObject([
      { file: 'conflict.json', candidates: [{ contract: 'yaagents' }] },
      { file: 'plain.curl', candidates: [{ contract: 'yaagents', sure: 'certain' }] },
      { file: 'page.html', candidates: [], error: { code: 'ERR_UNREADABLE' } },
    ])
    expect((await cli(['detect', 'conflict.json', 'plain.curl'], { cwd })).code).toBe(0)
  })
})
