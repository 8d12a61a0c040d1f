/** The command line of a check: case files, reports, baselines, targets. */
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { callCli as cli } from '../cli/call-cli.ts'
import { folder } from '../cli/run-cli.ts'
import { startAgentRun } from './agent-run-service.ts'
import { type Fault, listen } from './kit.ts'
import { startYaagents } from './yaagents-service.ts'

const cases = `contract: yaagents
cases:
  - name: read
    operation: readThing
    route: GET /things/{id}
    input: { id: 1 }
    effects: none
    expect: success
  - name: taken
    operation: conflict
    route: POST /rows/conflict
    input: { amount: 1, note: A secret of the caller }
    headers: { x-api-key: "\${env:CHECK_KEY}" }
    effects: none
    expect: conflict
  - name: buy
    operation: created
    route: POST /rows/created
    input: { amount: 1 }
    expect: created
`

/** A conflict without a code. */
const codeless: Fault = reply =>
  reply.status === 409 ? { ...reply, body: { ...(reply.body as object), code: undefined } } : reply

const env = { CHECK_KEY: 'key-of-the-caller' }
const home = () => folder({ 'cases.yaml': cases })
const check = (url: string, cwd: string, ...more: string[]) =>
  cli(['check', url, '--cases', 'cases.yaml', ...more], { cwd, env })

describe('a report', () => {
  test('names what, where, the clause, the fix, the exchange, and a line that repeats the check', async () => {
    const url = await startYaagents(codeless)
    const { code, out } = await check(url, home())
    expect(code).toBe(1)
    expect(out).toContain('✗ conflict is answered with conflict  case/taken\n')
    expect(out).toContain('✗ /code  The member "code" is missing.\n')
    expect(out).toContain('yaagents/conflict · §7.8 · Add code')
    expect(out).toContain('YAAgents Agentic REST Response Profile, v0.3')
    expect(out).toContain('received  HTTP 409 application/vnd.yaagents.conflict+json')
    expect(out).toContain(`repeat: replywire check ${url} --cases cases.yaml --only case/taken\n`)
    expect(out).toContain('case/buy: created may have effects; pass --allow-effects to call it')
  })

  test('the line repeats that check alone', async () => {
    const url = await startYaagents(codeless)
    const { code, out } = await check(url, home(), '--only', 'case/taken', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out).checks.map(({ id }: { id: string }) => id)).toEqual(['case/taken'])
  })

  test('shows neither credentials nor texts of the caller and of the service', async () => {
    const { out } = await check(await startYaagents(codeless), home(), '--header', 'x-tenant: secret-tenant', '--json')
    expect(out).not.toContain('key-of-the-caller')
    expect(out).not.toContain('A secret of the caller')
    expect(out).not.toContain('It is taken')
    expect(out).not.toContain('secret-tenant')
    const [finding] = JSON.parse(out).checks.flatMap(({ findings }: { findings: object[] }) => findings)
    expect(finding.evidence.request.headers).toMatchObject({ 'x-api-key': '(redacted)', 'x-tenant': '(redacted)' })
    expect(finding.evidence.request.body).toEqual({ amount: 1, note: '(text, 22 characters)' })
    expect(finding.documents).toEqual([{ section: '§7.8', title: 'YAAgents Agentic REST Response Profile, v0.3' }])
  })

  test('is written as JUnit, SARIF and Markdown', async () => {
    const cwd = home()
    const files = ['--junit', 'r.xml', '--sarif', 'r.sarif', '--markdown', 'r.md']
    const { code } = await check(await startYaagents(codeless), cwd, ...files)
    expect(code).toBe(1)
    const xml = readFileSync(join(cwd, 'r.xml'), 'utf8')
    expect(xml).toMatch(/failures="1" errors="0" skipped="\d+"/)
    expect(xml).toContain('<failure type="finding" message="yaagents/conflict: ')
    const { runs } = JSON.parse(readFileSync(join(cwd, 'r.sarif'), 'utf8'))
    expect(runs[0].results).toHaveLength(1)
    expect(runs[0].results[0]).toMatchObject({ ruleId: 'yaagents/conflict', level: 'error', ruleIndex: 0 })
    expect(runs[0].results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'cases.yaml' },
      region: { startLine: 9 },
    })
    expect(runs[0].tool.driver.rules[0].shortDescription.text).toBe('A 409 body has a code and a message.')
    expect(runs[0].results[0].partialFingerprints).toEqual({ 'replywire/v1': 'case/taken yaagents/conflict /code' })
    const markdown = readFileSync(join(cwd, 'r.md'), 'utf8')
    expect(markdown).toMatch(/^## ❌ Does not conform: `http:\/\/127\.0\.0\.1:\d+` · yaagents 0\.3 over http\n/)
    expect(markdown).toContain(
      '| ❌ failed | `case/taken` | `yaagents/conflict` §7.8 | The member "code" is missing. |',
    )
  })
})

describe('operations that may have effects', () => {
  /** Every request that the service got, method and path, by a check of one case with effects. */
  const counted = async (...more: string[]) => {
    const got: string[] = []
    const url = await startYaagents((reply, { method, path }) => {
      got.push(`${method} ${path.startsWith('/replywire-check-') ? '/unknown' : path}`)
      return reply
    })
    const buy =
      'contract: yaagents\ncases:\n  - { name: buy, operation: created, route: POST /rows/created, input: { amount: 1 } }\n'
    const { out } = await cli(['check', url, '--cases', 'c.yaml', ...more], { cwd: folder({ 'c.yaml': buy }) })
    return { got, out }
  }

  test('get no request at all, with whatever method', async () => {
    const { got, out } = await counted()
    expect(got).toEqual(['GET /openapi.json', 'GET /unknown'])
    for (const id of ['broken-json', 'unknown-method', 'options']) {
      expect(out).toContain(`service/${id}: created may have effects; pass --allow-effects to call it`)
    }
  })

  test('are called with --allow-effects', async () => {
    const { got } = await counted('--allow-effects')
    expect(new Set(got)).toEqual(
      new Set([
        'GET /openapi.json',
        'GET /unknown',
        'POST /rows/created',
        'PROPFIND /rows/created',
        'OPTIONS /rows/created',
      ]),
    )
  })
})

describe('a baseline', () => {
  test('lets known findings pass, and no new ones', async () => {
    const cwd = home()
    const url = await startYaagents(codeless)
    const { out } = await check(url, cwd, '--json')
    writeFileSync(join(cwd, 'known.json'), out)
    const again = await check(url, cwd, '--baseline', 'known.json')
    expect(again.code).toBe(0)
    expect(again.out).toContain('(known)')
    const worse = await startYaagents((reply, request) => {
      const { status, headers, ...rest } = codeless(reply, request)
      return { ...rest, status, headers: status === 200 ? {} : headers }
    })
    expect((await check(worse, cwd, '--baseline', 'known.json')).code).toBe(1)
  })

  test('is refused when it is no report', async () => {
    const cwd = folder({ 'cases.yaml': cases, 'known.json': { files: [] } })
    const { code, err } = await check(await startYaagents(), cwd, '--baseline', 'known.json')
    expect([code, err]).toEqual([
      2,
      'replywire: known.json: it is no report of a check; write one with replywire check … --json > FILE.\n',
    ])
  })
})

describe('the level', () => {
  const advised: Fault = reply => (reply.status === 200 ? { ...reply, body: { total: 3 } } : reply)

  test('must: advice is shown and passes', async () => {
    const { code, out } = await check(await startYaagents(advised), home())
    expect(out).toContain('! /trace')
    expect(code).toBe(0)
  })

  test('should: advice fails', async () => {
    expect((await check(await startYaagents(advised), home(), '--level', 'should')).code).toBe(1)
  })
})

describe('check init', () => {
  test('prints a case file that check accepts', async () => {
    const url = await startYaagents((reply, { path }) =>
      path === '/openapi.json'
        ? {
            status: 200,
            headers: { 'content-type': 'application/json' },
            body: {
              paths: {
                '/things/{id}': {
                  get: {
                    operationId: 'readThing',
                    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
                  },
                },
                '/rows/created': {
                  post: {
                    operationId: 'create',
                    requestBody: {
                      content: {
                        'application/json': {
                          schema: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
                        },
                      },
                    },
                  },
                },
                '/health': { get: { operationId: 'health' } },
              },
            },
          }
        : reply,
    )
    const { code, out } = await cli(['check', 'init', url, '--contract', 'yaagents'])
    expect(code).toBe(0)
    expect(out).toContain(
      'contract: yaagents@0.3\ncases:\n  - name: readThing\n    operation: readThing\n    route: GET /things/{id}\n    input:\n      id: 1\n    effects: none\n',
    )
    expect(out).toContain(
      '  - name: create\n    operation: create\n    route: POST /rows/created\n    input:\n      amount: 1\n    effects: some\n',
    )
    expect(out).not.toContain('health')
    const cwd = folder({ 'cases.yaml': out })
    expect((await cli(['check', url, '--cases', 'cases.yaml', '--allow-effects'], { cwd })).code).toBe(0)
  })

  test('says so when nothing is published', async () => {
    const { code, err } = await cli(['check', 'init', await startYaagents()])
    expect(code).toBe(2)
    expect(err).toContain('The service publishes no operations')
  })
})

describe('AGENT_CONTRACT_TARGETS', () => {
  const run = (value: string | undefined) =>
    cli(['check', '--contract', 'agent-run', '--json'], { env: { AGENT_CONTRACT_TARGETS: value as string } })

  test('each target is checked with its task type', async () => {
    const good = await startAgentRun()
    const bad = await startAgentRun(reply => ({
      ...reply,
      ...(reply.status === 200 && reply.body !== undefined ? { body: {} } : undefined),
    }))
    const { code, out } = await run(`${good}=LIT_RETRIEVAL, ${bad}=LIT_RETRIEVAL`)
    expect(code).toBe(1)
    const { reports } = JSON.parse(out)
    expect(reports.map((report: { target: string }) => report.target)).toEqual([good, bad])
    expect(reports[0].summary).toMatchObject({ failed: 0, errors: 0 })
    expect(reports[1].summary.failed).toBeGreaterThan(0)
  })

  test.each([
    ['', 'it names no target'],
    [', ,', 'it names no target'],
    ['http://127.0.0.1:1', 'an entry is not URL=TASK_TYPE'],
  ])('%j is an error', async (value, expected) => {
    const { code, err } = await run(value)
    expect(code).toBe(2)
    expect(err).toContain(expected)
  })
})

test('a service that cannot be reached is reported with its carrier', async () => {
  const { code, out } = await cli(['check', 'mcp+http://127.0.0.1:1/mcp', '--contract', 'mcp', '--json'])
  expect(code).toBe(2)
  const { face, checks, summary } = JSON.parse(out)
  expect([face, checks[0].id, checks[0].status, summary.errors]).toEqual(['mcp', 'service/reached', 'error', 1])
})

test('SARIF without a case file names the service without a scheme: code hosts refuse others', async () => {
  const cwd = folder()
  const url = await startYaagents(reply => ({ ...reply, status: 418, headers: {} }))
  await cli(['check', url, '--contract', 'yaagents', '--sarif', 'r.sarif'], { cwd })
  const [{ results }] = JSON.parse(readFileSync(join(cwd, 'r.sarif'), 'utf8')).runs
  expect(results.length).toBeGreaterThan(0)
  for (const { locations } of results) {
    expect(locations[0].physicalLocation.artifactLocation.uri).toMatch(/^127\.0\.0\.1%3A\d+$/)
  }
})

test('with a case file, a service whose document breaks off is checked all the same', async () => {
  const good = await startYaagents()
  const url = await listen(
    createServer(async (request, response) => {
      if (request.url === '/openapi.json') return void request.socket.destroy()
      const { method = '', headers } = request
      const pieces: Buffer[] = []
      for await (const piece of request) pieces.push(piece as Buffer)
      const body = pieces.length === 0 ? undefined : Buffer.concat(pieces)
      const { host: _, connection: __, 'content-length': ___, ...rest } = headers as Record<string, string>
      const answer = await fetch(good + request.url, { method, headers: rest, ...(body && { body }) })
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()))
    }),
  )
  const { code, out } = await check(url, home(), '--only', 'case/read')
  expect(out).toContain('✓ readThing is answered with success  case/read')
  expect(code).toBe(0)
})

describe('a name of --only', () => {
  test('that is unknown is an error before anything is called', async () => {
    const got: string[] = []
    const url = await startYaagents((reply, { path }) => {
      got.push(path)
      return reply
    })
    const { code, err } = await check(url, home(), '--only', 'yaagents/trac', '--allow-effects')
    expect(code).toBe(2)
    expect(err).toContain('There is no check or rule "yaagents/trac"')
    expect(got).toEqual(['/openapi.json'])
  })

  test('is not held against a service that cannot be reached', async () => {
    const { code, out } = await check('http://127.0.0.1:1', home(), '--only', 'case/taken')
    expect(code).toBe(2)
    expect(out).toContain('does not answer (ECONNREFUSED)')
  })
})

test.each([
  ['service/broken-json', 'RFC 9110: HTTP Semantics, https://www.rfc-editor.org/rfc/rfc9110#section-15.5.1'],
  ['yaagents/ids-echo', 'YAAgents Agentic REST Response Profile, v0.3'],
  ['adcp/replay', 'Where  security: idempotency (adcp'],
])('explain knows %s, a rule about behaviour', async (rule, expected) => {
  const { code, out } = await cli(['explain', rule])
  expect(code).toBe(0)
  expect(out).toContain(expected)
})
