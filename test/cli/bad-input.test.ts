import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { callCli as cli } from './call-cli.ts'
import { conflict, folder } from './run-cli.ts'

const text = JSON.stringify(conflict)
const cwd = folder({
  'empty.json': '',
  'spaces.json': ' \n\t ',
  'bom.json': `\ufeff${text}`,
  'latin1.json': Buffer.from('{"type":"conflict","message":"Zürich"}', 'latin1'),
  'binary.json': Uint8Array.from({ length: 4096 }, (_, index) => (index * 131) % 256),
  'deep.json': '['.repeat(100_000) + ']'.repeat(100_000),
  'deep-object.json': '{"a":'.repeat(100_000),
  'big.json': `{"type":"conflict","filler":"${'x'.repeat(50_000_000)}"}`,
  'cut.json': text.slice(0, -5),
  'scalar.json': '42',
  'steering.json': JSON.stringify({ ...conflict, '\u001b[31mred\u202e': 1 }),
  'closed.json': text,
  'elsewhere.json': '{"hello":"world"}',
  'health.json': '{"status":"ok"}',
  'foreign.sse': 'event: ping\ndata: {}\n\n',
})
mkdirSync(join(cwd, 'hollow'))
symlinkSync('loop.json', join(cwd, 'loop.json'))
chmodSync(join(cwd, 'closed.json'), 0o000)
chmodSync(cwd, 0o755)

describe('what cannot be read is a finding and exit 2, with a contract and without', () => {
  test.each([
    ['empty.json', 'json/readable', 'There is no text.'],
    ['spaces.json', 'json/readable', 'There is no text.'],
    ['latin1.json', 'json/utf8', 'The text is not UTF-8.'],
    ['binary.json', 'json/utf8', 'The text is not UTF-8.'],
    ['deep.json', 'json/bounded', 'The text nests deeper than 64 levels.'],
    ['deep-object.json', 'json/bounded', 'The text nests deeper than 64 levels.'],
    ['big.json', 'json/bounded', 'The text is larger than 33554432 bytes.'],
    ['cut.json', 'json/readable', 'Not JSON: unexpected character at line 1, column 105.'],
  ])('%s: %s', async (file, rule, why) => {
    const named = await cli(['validate', '--json', '--contract', 'yaagents', file], { cwd })
    expect({ code: named.code, err: named.err }).toEqual({ code: 2, err: '' })
    expect(JSON.parse(named.out).files[0].findings.map((finding: { rule: string }) => finding.rule)).toEqual([rule])
    expect(JSON.parse(named.out).files[0]).not.toHaveProperty('hint')
    // No option would make it readable, so none is proposed.
    const unnamed = await cli(['validate', file], { cwd })
    expect(unnamed).toMatchObject({ code: 2, err: `replywire: ${file}: ${why}\n` })
    const translated = await cli(['translate', '--from', 'yaagents', '--to', 'agent-run', file], { cwd })
    expect(translated).toEqual({ code: 2, out: '', err: `replywire: ${file}: ${why}\n` })
  })

  test('a byte order mark can be read over', async () => {
    const { code, out } = await cli(['validate', '--json', '--contract', 'yaagents', 'bom.json'], { cwd })
    expect(code).toBe(1)
    expect(JSON.parse(out).files[0].findings).toMatchObject([{ rule: 'json/no-bom' }])
  })
})

describe('a file that nobody recognises is exit 2 and one line that says what to do', () => {
  test.each(['scalar.json', 'elsewhere.json', 'health.json'])('%s', async file => {
    const { code, err } = await cli(['validate', file], { cwd })
    expect(code).toBe(2)
    expect(err).toBe(`replywire: ${file}: no contract recognises it. Name its contract with --contract.\n`)
  })

  test('an event stream', async () => {
    const { code, err } = await cli(['validate', 'foreign.sse'], { cwd })
    expect(code).toBe(2)
    expect(err).toBe(
      'replywire: foreign.sse: no contract recognises this event stream. Name its contract with --contract.\n',
    )
  })

  test('what no contract would accept is a finding all the same', async () => {
    const { out } = await cli(['validate', '--json', 'latin1.json'], { cwd })
    expect(JSON.parse(out)).toMatchObject({
      files: [
        {
          file: 'latin1.json',
          contract: null,
          version: null,
          valid: false,
          findings: [{ rule: 'json/utf8' }],
          error: { code: 'ERR_UNREADABLE' },
        },
      ],
      summary: { valid: 0, invalid: 1 },
    })
  })
})

describe('what cannot be read is exit 2 and one line', () => {
  test.each([
    ['missing.json', 'there is no such file; check the path.'],
    ['empty.json/x', 'a part of the path is no folder; check the path.'],
    ['hollow', 'the folder holds no *.json files; name files or a glob.'],
    ['loop.json', 'its symbolic links form a loop; fix the link.'],
    ['no-*.json', 'no file matches; check the pattern (a leading dot must be written).'],
  ])('%s: %s', async (file, why) => {
    const { code, out, err } = await cli(['validate', file], { cwd })
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: `replywire: ${file}: ${why}\n` })
  })

  test('a file without permission', async () => {
    const nobody = process.getuid?.() === 0 ? { uid: 65_534 } : {}
    const { code, err } = await cli(['validate', 'closed.json'], { cwd, ...nobody })
    expect({ code, err }).toEqual({
      code: 2,
      err: 'replywire: closed.json: reading it is not allowed; check its permissions.\n',
    })
  })

  test('a folder where one file is wanted', async () => {
    const { code, err } = await cli(['translate', 'hollow', '--to', 'problem'], { cwd })
    expect({ code, err }).toEqual({ code: 2, err: 'replywire: hollow: this is a folder; name a file in it.\n' })
  })

  test('in JSON the error stands with its file', async () => {
    const { out } = await cli(['validate', '--json', 'missing.json'], { cwd })
    expect(JSON.parse(out).files).toEqual([
      {
        file: 'missing.json',
        contract: null,
        version: null,
        valid: false,
        findings: [],
        error: { code: 'ERR_UNREADABLE', message: 'missing.json: there is no such file; check the path.' },
      },
    ])
  })

  test('input without end', async () => {
    const { code, out } = await cli(['validate', '--json', '--contract', 'yaagents', '/dev/zero'], { cwd })
    expect(code).toBe(2)
    expect(JSON.parse(out).files[0].findings[0].rule).toBe('json/bounded')
    const stream = await cli(['validate', '--contract', 'yaagents', '--message', 'stream', '/dev/zero'], { cwd })
    expect(stream.code).toBe(2)
    expect(stream.err).toContain('it is larger than 32 MiB')
  })
})

test('the keys of a file cannot steer the terminal', async () => {
  const { out } = await cli(['validate', 'steering.json'], { cwd, env: { FORCE_COLOR: '1' } })
  expect(out).toContain('\\u{1b}[31mred\\u{202e}')
  expect(out).not.toContain('\u001b[31mred')
  expect(out).not.toContain('\u202e')
})
