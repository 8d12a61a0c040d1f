import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { callCli as cli } from './call-cli.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

describe('half-typed and mistyped words are answered with what was probably meant', () => {
  test.each([
    [['val'], 'There is no command "val". Did you mean validate?'],
    [['vlaidate'], 'There is no command "vlaidate". Did you mean validate?'],
    [['--versoin'], 'There is no option "--versoin". Did you mean --version?'],
    [['xyzzy'], 'There is no command "xyzzy". See replywire --help.'],
    [['help', 'detct'], 'There is no command "detct". Did you mean detect?'],
    [['validate', '--cont', 'x', 'y'], 'There is no option "--cont". Did you mean --contract?'],
    [['validate', '-x', 'y'], 'There is no option "-x". See replywire validate --help.'],
    [['validate', '--contract', 'yaagnets', 'x'], 'There is no contract "yaagnets". Did you mean yaagents?'],
    [['validate', '--contract', 'yaagents@0.9', 'x'], 'yaagents has no version "0.9". It has 0.1, 0.2, 0.3.'],
    [['validate', '--face', 'htttp', 'x'], 'There is no value for --face "htttp". Did you mean http?'],
    [['validate', '--level', 'may', 'x'], 'There is no value for --level "may". Give one of must, should.'],
    [['validate', '--message', 'respose', 'x'], 'There is no message "respose". Did you mean response?'],
    [['explain', 'yaagents/trase'], 'There is no rule "yaagents/trase". Did you mean yaagents/trace?'],
    [['explain', 'json/uni'], 'There is no rule "json/uni". Did you mean json/unique-keys?'],
    [['schema', 'yaagents', 'confli'], 'There is no schema of yaagents 0.3 "confli". Did you mean conflict?'],
    [['completion', 'bsh'], 'There is no shell "bsh". Did you mean bash or zsh?'],
  ])('%j', async (words, line) => {
    expect(await cli(words)).toEqual({ code: 2, out: '', err: `replywire: ${line}\n` })
  })
})

describe('wrong usage is one line that says how to fix it', () => {
  test.each([
    [
      ['validate'],
      'FILE|GLOB|- is missing: Files, globs (quoted or not), folders, or - for standard input. See replywire validate --help.',
    ],
    [['validate', '--contract'], '--contract needs a value: --contract CONTRACT.'],
    [['validate', '--contract', '--json', 'x'], '--contract needs a value: --contract CONTRACT.'],
    [['validate', '--wire=yes', 'x'], '--wire takes no value.'],
    [['validate', '--face', 'http', '--face', 'mcp', 'x'], '--face is given twice.'],
    [['translate', 'a', 'b'], '"b" is one argument too many. See replywire translate --help.'],
    [['contracts', 'x'], '"x" is one argument too many. See replywire contracts --help.'],
  ])('%j', async (words, line) => {
    const { code, err } = await cli(words)
    expect(code).toBe(2)
    expect(err).toBe(
      words.includes('--json')
        ? `${JSON.stringify({ error: { code: 'ERR_USAGE', message: line } })}\n`
        : `replywire: ${line}\n`,
    )
  })

  test('a status that is none', async () => {
    const { code, out, err } = await cli(['validate', '--status', '4o9', 'x.json', 'y.json'])
    expect({ code, out, err }).toEqual({
      code: 2,
      out: '',
      err: 'replywire: --status takes a number from 100 to 599.\n',
    })
  })

  test('with --json it is JSON', async () => {
    const { code, out, err } = await cli(['explain', '--json', 'nope/nope'])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(JSON.parse(err)).toEqual({
      error: { code: 'ERR_USAGE', message: 'There is no rule "nope/nope". See replywire rules.' },
    })
  })

  test('after -- everything is a name', async () => {
    const { code, err } = await cli(['validate', '--', '--json'])
    expect({ code, err }).toEqual({ code: 2, err: 'replywire: --json: there is no such file; check the path.\n' })
  })
})

describe('help', () => {
  const commands = ['validate', 'translate', 'detect', 'contracts', 'rules', 'explain', 'schema', 'completion', 'help']

  test('--help, -h and help list every command', async () => {
    const { code, out, err } = await cli(['--help'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    for (const command of commands) expect(out).toMatch(new RegExp(`^ {2}${command} {2,}\\S`, 'm'))
    expect((await cli(['-h'])).out).toBe(out)
    expect((await cli(['help'])).out).toBe(out)
  })

  test('without a command it goes to standard error, and is wrong usage', async () => {
    const { code, out, err } = await cli([])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain('replywire COMMAND [options]')
  })

  test('help CMD and CMD --help say the same', async () => {
    const { code, out } = await cli(['help', 'validate'])
    expect(code).toBe(0)
    expect(out).toContain('replywire validate FILE|GLOB|- … [options]')
    for (const option of ['contract', 'message', 'face', 'type', 'status', 'wire', 'level', 'json', 'junit', 'fix']) {
      expect(out).toMatch(new RegExp(`^ {2}--${option}\\b.* {2}\\S`, 'm'))
    }
    expect(out).toMatch(/^ {2}1 {2}findings/m)
    expect((await cli(['validate', '--help'])).out).toBe(out)
    expect((await cli(['validate', '-h', 'x.json'])).out).toBe(out)
  })

  test.each([
    ['call', ['0', '1', '2', '4', '130']],
    ['mcp', ['0', '2']],
    ['translate', ['0', '1', '2', '3']],
    ['tasks tail', ['0', '1', '2', '130']],
    ['tasks list', ['0', '2']],
  ])('%s tells its own exit codes, once', async (name, codes) => {
    const { out } = await cli(['help', ...name.split(' ')])
    expect(out.match(/exit codes/gi)).toHaveLength(1)
    const told = out.slice(out.indexOf('Exit codes')).matchAll(/^ {2}(\d+) /gm)
    expect([...told].map(([, code]) => code)).toEqual(codes)
  })

  test('the first page says what Replywire does, and groups the commands', async () => {
    const { out } = await cli(['--help'])
    expect(out.split('\n')[0]).toBe(
      'Replywire serves an agent in every published agent-response contract. It also calls agents, and validates and translates their messages.',
    )
    const headings = out.split('\n').filter(line => /^[A-Z][a-z]+$/.test(line))
    expect(headings).toEqual([
      'Usage',
      'Agents',
      'Messages',
      'Checks',
      'Gateway',
      'Runs',
      'Files',
      'Keys',
      'Store',
      'Shell',
      'Options',
      'Environment',
    ])
    for (const name of ['REPLYWIRE_STORE', 'REPLYWIRE_URL', 'REPLYWIRE_TOKEN']) expect(out).toContain(`  ${name} `)
  })

  test('commands that share a word have a page together, and one each with their own options', async () => {
    const family = await cli(['tasks', '--help'])
    expect(family.code).toBe(0)
    expect(family.out).toMatch(/^ {2}tasks list {4}List tasks, the newest first$/m)
    expect(family.out).toContain('Without a command: list.')
    expect((await cli(['help', 'tasks'])).out).toBe(family.out)
    expect((await cli(['tasks', '-h'])).out).toBe(family.out)
    const list = await cli(['tasks', 'list', '--help'])
    expect(list.out).toContain('replywire tasks list [options]')
    expect(list.out).toMatch(/--limit NUMBER +Show at most this many\. Default: 20\./)
    expect(list.out).not.toContain('--secret-file')
    expect((await cli(['help', 'tasks', 'list'])).out).toBe(list.out)
    expect((await cli(['tasks', 'cancel', '--help'])).out).toContain('--secret-file FILE')
    expect(JSON.parse((await cli(['tasks', '--help', '--json'])).out)).toMatchObject({
      name: 'tasks',
      commands: [{ name: 'tasks list' }, {}, {}, {}, {}],
    })
  })

  test.each([
    [['tasks', 'lst'], 'There is no command "tasks lst". Did you mean tasks list?'],
    [
      ['tasks', 'list', '--secret-file', 'x'],
      'replywire tasks list has no option "--secret-file"; it belongs to tasks cancel.',
    ],
    [['tasks', 'show'], 'ID is missing: A task, as `replywire tasks` lists it. See replywire tasks show --help.'],
    [['file'], 'replywire file needs a command: ask, answer, watch, run, check, status. See replywire file --help.'],
    [['help', 'tasks', 'lst'], 'There is no command "tasks lst". Did you mean tasks list?'],
    [['help', 'validate', 'x'], 'replywire help takes the name of one command. See replywire --help.'],
    [['validate', '--dry-run', 'x'], '--dry-run needs --fix: add it.'],
  ])('%j', async (words, line) => {
    expect(await cli(words)).toEqual({ code: 2, out: '', err: `replywire: ${line}\n` })
  })

  test('as JSON', async () => {
    const { out } = await cli(['help', '--json'])
    expect(JSON.parse(out).commands.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(commands))
    expect(JSON.parse((await cli(['help', 'rules', '--json'])).out)).toMatchObject({
      name: 'rules',
      usage: 'replywire rules [CONTRACT] [options]',
    })
  })
})

test('the version', async () => {
  expect(await cli(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' })
  expect((await cli(['-v'])).out).toBe(`${version}\n`)
  expect((await cli(['--version', '--json'])).out).toBe(`{"version":"${version}"}\n`)
  expect((await cli(['--json', '--version'])).out).toBe(`{"version":"${version}"}\n`)
})
