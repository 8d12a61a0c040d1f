/** What a service sends stays text in every report, and no credential is in one. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { callCli as cli } from '../cli/call-cli.ts'
import { folder } from '../cli/run-cli.ts'
import { type Got, type Reply, start } from './kit.ts'
import { answerMcp } from './mcp-server.ts'
import { startYaagents } from './yaagents-service.ts'

const files = ['--markdown', 'r.md', '--junit', 'r.xml', '--sarif', 'r.sarif']

/** Everything that a check prints and writes. */
async function reportsOf(words: readonly string[], cases?: string, env?: Record<string, string>) {
  const cwd = folder(cases === undefined ? {} : { 'cases.yaml': cases })
  const options = { cwd, ...(env && { env }) }
  const text = await cli(['check', ...words, ...files], options)
  const read = (name: string): string => readFileSync(join(cwd, name), 'utf8')
  const json = await cli(['check', ...words, '--json'], options)
  return {
    code: text.code,
    terminal: text.out,
    json: json.out,
    markdown: read('r.md'),
    junit: read('r.xml'),
    sarif: read('r.sarif'),
  }
}

describe('no report holds', () => {
  const cases = `contract: yaagents
cases:
  - name: read
    operation: readThing
    route: GET /things/1
    effects: none
    headers: { x-first: "\${env:FIRST}", x-api-token: literal-secret }
`

  test('a credential of the caller, wherever the service sends it back', async () => {
    const url = await startYaagents((reply, { headers }) => {
      const {
        authorization = '',
        'x-tenant': tenant = '',
        'x-first': first = '',
        'x-api-token': literal = '',
      } = headers
      const [, token = ''] = authorization.split(' ')
      return {
        ...reply,
        headers: { ...reply.headers, 'x-seen': token, 'content-type': `text/${token}`, 'x-tenant-is': tenant },
        body: { [token]: token, tenant, first, literal, inside: [`a-${first}-b`] },
      }
    })
    const target = `${url}?api_key=in-the-address&envelope=yaagents`
    const words = [target, '--cases', 'cases.yaml', '--token', 'secret-token', '--header', 'x-tenant: the-tenant']
    const reports = await reportsOf(words, cases, { FIRST: 'first-secret' })
    expect(reports.code).toBe(1)
    for (const report of Object.values(reports).map(String)) {
      expect(report).not.toContain('secret-token')
      expect(report).not.toContain('the-tenant')
      expect(report).not.toContain('first-secret')
      expect(report).not.toContain('literal-secret')
      expect(report).not.toContain('in-the-address')
    }
    expect(reports.json).toContain('"x-seen":"(redacted)"')
    expect(reports.terminal).toContain(`'${url}/?api_key=(redacted)&envelope=yaagents'`)
  })

  test('a password of the address, or a credential of a command', async () => {
    const { code, err } = await cli(['check', 'http://me:the-password@127.0.0.1:1', '--contract', 'yaagents'])
    expect([code, err.includes('the-password')]).toEqual([2, false])
    const command = await reportsOf([
      'mcp+stdio:/no/such --api-key the-password TOKEN=the-password x',
      '--contract',
      'mcp',
    ])
    for (const report of Object.values(command).map(String)) {
      expect(report).not.toContain('the-password')
    }
    expect(command.terminal).toContain('mcp+stdio:/no/such --api-key (redacted) TOKEN=(redacted) x')
  })

  test('texts of people: in values, names, headers and queries', async () => {
    const url = await startYaagents(reply => ({
      ...reply,
      headers: { 'x-user': 'Ada Lovelace', 'x-mail': 'ada@example.com', location: '/a?name=Ada%20Lovelace' },
      ...(reply.status === 200
        ? { body: { note: 'Ada was here.', 'Ada Lovelace': 1, mail: 'ada@example.com' } }
        : undefined),
    }))
    const asked = `contract: yaagents\ncases:\n  - { name: read, operation: r, route: GET /things/1, effects: none, input: { q: Ada Lovelace } }\n`
    const reports = await reportsOf([url, '--cases', 'cases.yaml'], asked)
    expect(reports.json).toContain('"line":"GET /things/1?q=(text)"')
    for (const report of Object.values(reports).map(String)) {
      expect(report).not.toMatch(/Ada/)
      expect(report).not.toContain('ada@example.com')
    }
  })
})

describe('names that a service chooses', () => {
  const evil =
    'x\n\n# Owned\n![p](https://evil.example/p.png) <img src=//evil> @octocat #1 `code` | \u001b[31mred\u202e </details> ``` ]]> "'
  const page = (request: Got): Reply => {
    if (request.path === '/mcp') {
      return answerMcp(request, [{ name: evil, inputSchema: {} }], () => ({ content: [{ type: 'text', text: 1 }] }))
    }
    const headers = { 'content-type': 'application/vnd.yaagents.conflict+json', 'x-yaagents-profile': 'v0.3' }
    if (request.path !== '/openapi.json')
      return { status: 409, headers, body: { [evil]: { [evil]: evil }, code: evil } }
    const schema = { type: 'object', properties: { [evil]: { type: 'string' } }, required: [evil] }
    const post = { operationId: `${evil}2`, requestBody: { content: { 'application/json': { schema } } } }
    return {
      status: 200,
      headers,
      body: { paths: { '/a': { get: { operationId: evil }, post }, [`/${evil}`]: { get: {} } } },
    }
  }

  test.each(['', 'mcp+'])('stay text in every report: %shttp', async prefix => {
    const url = await start(page)
    const words = prefix === '' ? [url, '--contract', 'yaagents'] : [`mcp+${url}/mcp`, '--contract', 'mcp']
    const { terminal, json, markdown, junit, sarif } = await reportsOf(words)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what steers a terminal.
    const steering = /[\u0000-\u0009\u000b-\u001f\u202e]/
    for (const report of [terminal, json, markdown, junit]) expect(report).not.toMatch(steering)
    expect(junit).not.toMatch(/<img|]]>/)
    expect(() => JSON.parse(sarif)).not.toThrow()
    // Outside of code there is nothing of it.
    const prose = markdown
      .replaceAll(/^```[\s\S]*?^```$/gm, '')
      .replaceAll(/`[^`\n]*`/g, '')
      .replaceAll(/<code>[^<]*<\/code>/g, '')
    expect(prose).not.toMatch(/Owned|evil|octocat|<img/)
    expect(markdown.match(/<details>/g)?.length).toBe(markdown.match(/^<\/details>$/gm)?.length)
  })
})
