/** A case file with a mistake is refused before anything is sent, or is no pass. */
import { describe, expect, test } from 'vitest'
import { callCli as cli } from '../cli/call-cli.ts'
import { folder } from '../cli/run-cli.ts'
import { startYaagents } from './yaagents-service.ts'

describe('a case file with a mistake is refused with line and column', () => {
  const wrong = async (text: string) => {
    const { code, err } = await cli(['check', 'http://127.0.0.1:1', '--cases', 'c.yaml', '--contract', 'yaagents'], {
      cwd: folder({ 'c.yaml': text }),
    })
    expect(code).toBe(2)
    return err.split('\n')[0]
  }

  test.each([
    ['no YAML', 'cases:\n  - { name: a', /^replywire: c\.yaml:\d+:\d+: /],
    [
      'an unknown member',
      'cases:\n  - name: a\n    operation: b\n    expects: success\n',
      /^replywire: c\.yaml:4:14: a case has no member "expects"\.$/,
    ],
    [
      'an object as a name',
      'cases:\n  - { name: a, operation: b, input: { [1]: c } }\n',
      /^replywire: c\.yaml:2:\d+: /,
    ],
    ['an unknown tag', 'cases:\n  - { name: a, operation: !!x b }\n', /^replywire: c\.yaml:2:\d+: Unresolved tag/],
    ['two documents', 'cases:\n  - { name: a, operation: b }\n---\n{}\n', /: a case file is one document\.$/],
    ['a value that nests too deep', `cases: ${'['.repeat(100_000)}`, /: it is nested too deep\.$/],
    [
      'a number that JSON has not',
      'cases:\n  - { name: a, operation: b, input: { c: [.nan] } }\n',
      /^replywire: c\.yaml:2:43: this is no JSON value\.$/,
    ],
    [
      'a name that is no header',
      'cases:\n  - { name: a, operation: b, route: GET /, headers: { "x y": z } }\n',
      /^replywire: c\.yaml:2:\d+: this is no name of a header\.$/,
    ],
    [
      'a header of two lines',
      'cases:\n  - { name: a, operation: b, route: GET /, headers: { x: "y\\r\\nz: 1" } }\n',
      /^replywire: c\.yaml:2:\d+: a header is one line, in Latin letters\.$/,
    ],
    [
      'an alias inside its own value',
      'cases:\n  - name: a\n    operation: b\n    input: &i { more: *i }\n',
      /^replywire: c\.yaml:4:23: the alias \*i is inside the value that it refers to; /,
    ],
    ['a missing member', 'cases:\n  - name: a\n', /^replywire: c\.yaml:2:5: a case needs "operation"\.$/],
    [
      'a wrong type',
      'cases:\n  - name: a\n    operation: 7\n',
      /^replywire: c\.yaml:3:16: \/cases\/0\/operation must be string\.$/,
    ],
    [
      'an unknown row',
      'cases:\n  - name: a\n    operation: b\n    expect: nope\n',
      /^replywire: c\.yaml:4:13: the contract has no row of this name; there are success, created, /,
    ],
    [
      'a name that is given twice',
      'cases:\n  - { name: a, operation: b }\n  - { name: a, operation: b }\n',
      /^replywire: c\.yaml:3:13: another case has this name\.$/,
    ],
    [
      'a variable that is not set',
      `cases:\n  - { name: a, operation: b, route: GET /, headers: { x: "\${env:NOT_SET_HERE}" } }\n`,
      /^replywire: c\.yaml:2:\d+: the environment variable NOT_SET_HERE is not set\.$/,
    ],
  ])('%s', async (_, text, expected) => {
    expect(await wrong(text)).toMatch(expected)
  })
})

describe('a mistake in a case file is no pass', () => {
  const run = (url: string, cases: string) =>
    cli(['check', url, '--cases', 'cases.yaml'], { cwd: folder({ 'cases.yaml': cases }) })
  const head = 'contract: yaagents\ncases:\n'

  test('when a variable is saved by no earlier case', async () => {
    const cases = `${head}  - name: read\n    operation: readThing\n    route: GET /things/1\n    effects: none\n    input: { a: "\${nope}" }\n`
    const { code, err } = await run(await startYaagents(), cases)
    expect(err).toContain('cases.yaml:7:17: no earlier case saves a value for nope.')
    expect(code).toBe(2)
  })

  test('when what a case saves is not in the answer', async () => {
    const cases = `${head}  - { name: read, operation: readThing, route: "GET /things/1", effects: none, expect: success, save: { x: /no/such } }\n`
    const { code, out } = await run(await startYaagents(), cases)
    expect(out).toContain('The case saves x from /no/such, where the answer has no value.')
    expect(code).toBe(2)
  })
})
