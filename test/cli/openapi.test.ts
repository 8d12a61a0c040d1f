import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { check } from '../../src/codec/index.ts'
import { contract, defineAgent, httpWire, operation } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { callCli as cli } from './call-cli.ts'
import { folder } from './run-cli.ts'

const wrong = `# A service of others
openapi: 3.1.0
info: { title: Tickets, version: 1.0.0 }
paths:
  /tickets/{id}:triage:
    post:
      x-yaagents: { resource: ticket, operationKind: guess, deterministic: false, mutating: true }
      responses:
        412:
          $ref: 'parts/responses.yaml#/Question'
`
const parts = `Question:
  description: More is needed.
  headers: { X-YAAgents-Profile: { $ref: '#/profile' } }
  content: { application/vnd.yaagents.clarification+json: {} }
profile: { schema: { const: v0.2 } }
`

describe('OpenAPI documents of others', () => {
  const cwd = folder({
    'openapi.yaml': wrong,
    'parts/responses.yaml': parts,
    'plain.yaml': 'openapi: 3.0.3\npaths: { /a: { get: { responses: { 200: { description: d } } } } }\n',
    'outside.yaml': wrong.replace('parts/responses.yaml', '../responses.yaml'),
    'broken.yaml': 'openapi: 3.1.0\npaths: {\n  a: [\n',
    'bomb.yaml': `openapi: 3.1.0\na: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefgh'
      .split('')
      .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[index]}`)}]\n`)
      .join('')}`,
    'circle.yaml':
      'openapi: 3.1.0\npaths: {}\ncomponents:\n  schemas:\n    Node: &n\n      properties: { child: *n }\n',
    'other.yaml': 'name: x\nvalues: [1, 2]\n',
    'quoted.sse': 'event: outcome\ndata: {"openapi": "3.1.0"\ndata: , "paths": {}}\n\n',
    'answer.json': { document: { openapi: '3.1.0', paths: {} }, trace: { correlationId: 'c', requestId: 'r' } },
  })
  const lines = async (...words: string[]) => {
    const { out, code } = await cli(['validate', '--json', ...words], { cwd })
    const [file] = JSON.parse(out).files
    return {
      code,
      message: file.message,
      error: file.error?.message,
      found: file.findings.map((one: Record<string, string>) => `${one.level} ${one.rule} ${one.pointer}`),
    }
  }
  const post = '/paths/~1tickets~1{id}:triage/post'
  const findings = [
    `must yaagents/openapi-extension ${post}/x-yaagents/operationKind`,
    `must yaagents/table ${post}/responses/412`,
    `should yaagents/openapi-headers ${post}/responses/412`,
    `should yaagents/openapi-headers ${post}/responses/412`,
    `must yaagents/profile-header ${post}/responses/412`,
  ]

  test('are validated with the files beside them, by pointer and clause', async () => {
    const { code, message, found } = await lines('openapi.yaml', '--contract', 'yaagents')
    expect({ code, message }).toEqual({ code: 1, message: 'openapi' })
    expect(found.toSorted()).toEqual(findings.toSorted())
    const { out } = await cli(['validate', 'openapi.yaml', '--contract', 'yaagents', '--conformance'], { cwd })
    expect(out).toContain(
      'yaagents/openapi-extension · YAAgents OpenAPI components, v0.3, OpenAPI x-yaagents · Add x-yaagents',
    )
  })

  test('are recognised by what they name', async () => {
    const { out } = await cli(['validate', 'openapi.yaml'], { cwd })
    expect(out).toContain('yaagents 0.3 openapi · detected by an OpenAPI document that names the profile')
    expect(await lines('plain.yaml')).toMatchObject({ code: 0, found: ['should yaagents/openapi-operations /paths'] })
  })

  test('files outside of their folder are not read, and that is found', async () => {
    const { found } = await lines('outside.yaml', '--contract', 'yaagents')
    expect(found).toContain(`should yaagents/openapi-outside ${post}/responses/412`)
  })

  test('YAML that cannot be read says where; one that grows without end is refused', async () => {
    expect(await lines('broken.yaml')).toMatchObject({
      code: 2,
      error: expect.stringMatching(/^broken\.yaml: not YAML: [A-Z_]+ at line \d+, column \d+\.$/),
    })
    expect(await lines('bomb.yaml')).toMatchObject({ code: 2, error: expect.stringContaining('too many aliases') })
    expect(await lines('other.yaml')).toMatchObject({ code: 2, error: expect.stringContaining('It is YAML') })
  })

  test('an alias inside its own value is refused by its line, and the other files are read', async () => {
    const error =
      'circle.yaml: line 6, column 28: the alias *n is inside the value that it refers to; write that value out, or use a $ref.'
    expect(await lines('circle.yaml')).toMatchObject({ code: 2, error })
    const { code, out, err } = await cli(['detect', 'circle.yaml', 'plain.yaml'], { cwd })
    expect({ code, err }).toEqual({ code: 2, err: `replywire: ${error}\n` })
    expect(out).toContain('plain.yaml')
    const translated = await cli(['translate', 'circle.yaml', '--to', 'yaagents'], { cwd })
    expect(translated).toMatchObject({ code: 2, err: expect.stringContaining(error) })
    writeFileSync(join(cwd, 'rules.yaml'), 'rules: &r\n  json/no-bom: *r\n')
    const ruled = await cli(['validate', 'plain.yaml', '--ruleset', 'rules.yaml'], { cwd })
    expect(ruled).toMatchObject({ code: 2, err: expect.stringContaining('rules.yaml: line 2: the alias *r is inside') })
  })

  test('a message that quotes a document is none', async () => {
    expect(await lines('quoted.sse', '--contract', 'yaagents')).toMatchObject({ code: 0, message: 'stream' })
    expect(await lines('answer.json', '--contract', 'yaagents')).toEqual({ code: 0, found: [] })
  })

  test('--fix leaves them as they are', async () => {
    const { out } = await cli(['validate', 'openapi.yaml', '--fix'], { cwd })
    expect(out).toContain('not fixed')
  })

  test('the published components and their example are valid', async () => {
    cpSync('openapi', join(cwd, 'openapi'), { recursive: true })
    const { code, out } = await cli(['validate', 'openapi/yaagents-components.yaml', 'openapi/yaagents-example.yaml'], {
      cwd,
    })
    expect({ code, out }).toEqual({ code: 0, out: '✓ 2 files valid · yaagents 0.3\n' })
  })

  test('the document of a served agent is valid', async () => {
    const agent = defineAgent({
      name: 'campaigns',
      version: '1.0.0',
      operations: {
        optimize: operation({
          title: 'Optimize',
          route: 'POST /campaigns/{id}/optimizations',
          input: z.object({ id: z.string() }),
          handler: ({ id }) => ({ id }),
        }),
      },
    })
    const server = serve(agent)
    const response = await server.fetch(new Request('http://127.0.0.1/openapi.json'))
    const text = await response.text()
    await server.close()
    const found = check(contract('yaagents'), httpWire({ isHeadPartial: true, body: JSON.parse(text) }), {
      message: 'openapi',
    })
    expect(found.filter(({ level }) => level === 'must')).toEqual([])
    writeFileSync(join(cwd, 'served.json'), text)
    expect(await lines('served.json', '--contract', 'yaagents')).toMatchObject({ message: 'openapi' })
  })
})
