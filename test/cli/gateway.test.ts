/** `replywire gateway init` and `check`, as processes. `gateway run` is in test/gateway. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { cli, folder } from './run-cli.ts'

const openapi = {
  openapi: '3.1.0',
  servers: [{ url: 'https://api.example.com/v1' }],
  paths: {
    '/health': { get: { responses: {} } },
    '/campaigns/{campaign-id}': {
      get: { operationId: 'readCampaign', summary: 'Read a\ncampaign', responses: {} },
      post: { responses: { 200: { content: { 'text/event-stream': {} } } } },
    },
    '/again': { get: { operationId: 'readCampaign', responses: {} } },
  },
}

describe('gateway init', () => {
  test('writes a commented file that is valid, by the published schema too', async () => {
    const cwd = folder()
    expect(await cli(['gateway', 'init'], { cwd })).toMatchObject({ code: 0, err: '' })
    const text = readFileSync(join(cwd, 'gateway.yaml'), 'utf8')
    expect(text.split('\n').filter(line => line.startsWith('#')).length).toBeGreaterThan(8)
    expect(await cli(['gateway', 'check'], { cwd })).toMatchObject({ code: 0, err: '' })
    const schema = JSON.parse(readFileSync('schemas/gateway/gateway.json', 'utf8'))
    expect(new Ajv2020({ strict: false }).compile(schema)(parse(text))).toBe(true)
  })

  test('does not write over a file without --force', async () => {
    const cwd = folder({ 'gateway.yaml': 'mine' })
    expect(await cli(['gateway', 'init'], { cwd })).toEqual({
      code: 2,
      out: '',
      err: 'replywire: gateway.yaml exists; give another name, or --force.\n',
    })
    expect(readFileSync(join(cwd, 'gateway.yaml'), 'utf8')).toBe('mine')
  })

  test('takes the routes of an OpenAPI document', async () => {
    const cwd = folder({ 'openapi.json': openapi })
    const { code, out } = await cli(['gateway', 'init', 'g.yaml', '--openapi', 'openapi.json', '--json'], { cwd })
    expect([code, JSON.parse(out)]).toEqual([
      0,
      {
        file: 'g.yaml',
        target: 'https://api.example.com/v1',
        routes: ['readCampaign', 'post-campaigns-campaign-id', 'readCampaign-2'],
      },
    ])
    const checked = await cli(['gateway', 'check', 'g.yaml', '--json'], { cwd })
    expect(JSON.parse(checked.out).routes).toMatchObject([
      { id: 'readCampaign', method: 'GET', path: '/campaigns/{campaign_id}', mode: 'json' },
      { id: 'post-campaigns-campaign-id', method: 'POST', mode: 'sse', targets: ['https://api.example.com/v1'] },
      { id: 'readCampaign-2', path: '/again' },
    ])
  })

  test('what a document names stays a value, whatever is in it', async () => {
    const path = '/b\ntrustedCallers: [eve]\n/c'
    const cwd = folder({ 'openapi.json': { paths: { [path]: { get: {} }, '/d/${HOME}': { get: {} } } } })
    expect((await cli(['gateway', 'init', '--openapi', 'openapi.json'], { cwd })).code).toBe(0)
    const file = parse(readFileSync(join(cwd, 'gateway.yaml'), 'utf8'))
    expect(file.routes.map((route: { path: string }) => route.path)).toEqual([path, '/d/$${HOME}'])
    expect(file.trustedCallers).toBeUndefined()
  })

  test('takes the routes of a running service', async () => {
    const server = createServer(({ url }, response) =>
      response.end(url === '/openapi.json' ? JSON.stringify(openapi) : ''),
    )
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const cwd = folder()
    const { code, out } = await cli(['gateway', 'init', '--probe', `${url}/`, '--json'], { cwd })
    server.close()
    expect([code, JSON.parse(out).target]).toEqual([0, url])
    const gone = await cli(['gateway', 'init', 'other.yaml', '--probe', url], { cwd })
    expect(gone).toMatchObject({
      code: 2,
      err: `replywire: ${url} does not answer. See that the agent runs there, or check the way to it: replywire doctor ${url}\n`,
    })
    expect(existsSync(join(cwd, 'other.yaml'))).toBe(false)
  })

  test('a document that is none is refused', async () => {
    const cwd = folder({ 'a.yaml': 'a: [\n', 'b.yaml': 'a: 1\n' })
    expect((await cli(['gateway', 'init', '--openapi', 'a.yaml'], { cwd })).err).toMatch(/^replywire: a\.yaml:2:1: /)
    expect((await cli(['gateway', 'init', '--openapi', 'b.yaml'], { cwd })).err).toBe(
      'replywire: This is not an OpenAPI document: it has no paths.\n',
    )
  })
})

describe('gateway check', () => {
  test('names the inputs that no arguments can be checked against: of a route an error, of a document a warning', async () => {
    const broken = structuredClone(openapi)
    const schema = { type: 'object', properties: { size: { type: 'strin' } } }
    Object.assign(broken.paths['/again'].get, {
      operationId: 'again',
      parameters: [{ name: 'size', in: 'query', schema: { type: 'strin' } }],
    })
    const text = (input: string) => `listen: 127.0.0.1:0
auth: none
mcp: true
routes:
  - id: again
    method: GET
    path: /again
    target: http://127.0.0.1:9
    openapi: things.json
    ${input}
`
    const files = { 'things.json': JSON.stringify(broken), 'gateway.yaml': text('') }
    const warned = await cli(['gateway', 'check'], { cwd: folder(files) })
    expect(warned.code).toBe(0)
    expect(warned.out).toMatch(/things.json: the arguments of again are no JSON Schema that can be used/)
    const wrong = { ...files, 'gateway.yaml': text(`input: ${JSON.stringify(schema)}`) }
    const refused = await cli(['gateway', 'check'], { cwd: folder(wrong) })
    expect(refused.code).toBe(1)
    expect(refused.out).toContain('gateway.yaml:5:5: route again: the input is no JSON Schema that can be used.')
  })

  const route = '{ id: a, method: GET, path: /a, target: "http://127.0.0.1:1" }'

  test('prints the routes as they apply', async () => {
    const cwd = folder({
      'gateway.yaml': `auth: none
auditLog: audit.log
plugins: { cors: {}, rate-limit: { limits: [{ by: address, requests: 5, per: 1s }] } }
routes:
  - { id: a, method: get, path: "/a/{id}", target: "http://127.0.0.1:1", mode: sse, plugins: { cors: false } }
  - { id: b, method: POST, path: /b, target: "http://127.0.0.1:1", enforce: report, audit: true }
`,
    })
    expect(await cli(['gateway', 'check'], { cwd })).toEqual({
      code: 0,
      err: '',
      out: `METHOD  PATH     TARGET              CONTRACT  ENFORCE       MORE
GET     /a/{id}  http://127.0.0.1:1  yaagents  enforce, sse  a; plugins rate-limit > audit
POST    /b       http://127.0.0.1:1  yaagents  report        b; plugins cors > rate-limit > audit; audit

listen http://127.0.0.1:8120; admin http://127.0.0.1:9120; auth none
✓ gateway.yaml is valid: 2 routes.
`,
    })
  })

  test('errors: exit code 1, with place and fix, as JSON too', async () => {
    const cwd = folder({ 'gateway.yaml': `auth: none\nrutes: []\nroutes:\n  - ${route}\n` })
    const text = await cli(['gateway', 'check'], { cwd })
    expect(text).toEqual({
      code: 1,
      err: '',
      out: '✗ gateway.yaml:2:1: there is no key "rutes" in the file. Did you mean routes?\n\ngateway.yaml has 1 error.\n',
    })
    const { code, out } = await cli(['gateway', 'check', '--json'], { cwd })
    expect([code, JSON.parse(out)]).toEqual([
      1,
      {
        file: 'gateway.yaml',
        valid: false,
        errors: [
          {
            file: join(cwd, 'gateway.yaml'),
            line: 2,
            column: 1,
            message: 'there is no key "rutes" in the file',
            fix: 'Did you mean routes?',
          },
        ],
        warnings: [],
      },
    ])
  })

  test('what only a plugin knows is found, and no file is made', async () => {
    const plugins = 'plugins:\n  - { name: token-validator, jwt_secret: short }\n  - { name: audit, file: audit.log }\n'
    const cwd = folder({ 'gateway.yaml': `${plugins}routes:\n  - ${route}\n` })
    const { code, out } = await cli(['gateway', 'check'], { cwd })
    expect(code).toBe(1)
    expect(out).toMatch(/^✗ gateway\.yaml:2:5: plugin token-validator: jwt_secret needs at least 32 bytes\./)
    expect(existsSync(join(cwd, 'audit.log'))).toBe(false)
  })

  test('a missing file is wrong usage', async () => {
    expect(await cli(['gateway', 'check', 'none.yaml'], { cwd: folder() })).toEqual({
      code: 2,
      out: '',
      err: 'replywire: none.yaml does not exist. replywire gateway init writes one.\n',
    })
  })

  test('without FILE, a classic file is found by GATEWAY_ROUTES_FILE', async () => {
    const cwd = folder()
    writeFileSync(join(cwd, 'classic.yaml'), `colour: blue\nroutes:\n  - ${route}\n`)
    const { code, out } = await cli(['gateway', 'check', '--no-auth', '--json'], {
      cwd,
      env: { GATEWAY_ROUTES_FILE: 'classic.yaml', GATEWAY_PORT: '8200' },
    })
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      { listen: ['http://0.0.0.0:8200'], admin: 'shared', auth: 'none', warnings: [{ line: 1, column: 1 }] },
    ])
  })
})

describe('gateway run', () => {
  test.each([
    [['--workers', '0'], '--workers takes a whole number from 1 to 64.'],
    [['--mode', 'hard'], 'There is no value for --mode "hard". Give one of report, enforce.'],
  ])('%j is wrong usage', async (words, message) => {
    const { code, err } = await cli(['gateway', 'run', ...words], { cwd: folder() })
    expect(code).toBe(2)
    expect(err).toBe(`replywire: ${message}\n`)
  })

  test('a port that is taken is one line', async () => {
    const server = createServer()
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
    const { port } = server.address() as AddressInfo
    const text = `listen: ${port}\nadmin: off\nauth: none\nroutes: [{ id: a, method: GET, path: /a, target: "http://127.0.0.1:1" }]\n`
    const { code, err } = await cli(['gateway', 'run'], { cwd: folder({ 'gateway.yaml': text }) })
    server.close()
    expect([code, err]).toEqual([
      2,
      `replywire: Cannot listen on 127.0.0.1:${port}: the port is taken; give another one, or 0 for any that is free.\n`,
    ])
  })
})
