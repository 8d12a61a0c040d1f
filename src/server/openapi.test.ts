import { describe, expect, test } from 'vitest'
import { defineAgent, operation } from '../agent/define.ts'
import { type Authenticate, apiKeyAuth, firstOf, jwtAuth, optionalAuth, staticKeys } from '../auth/index.ts'
import type { Contract } from '../codec/contract.ts'
import { agentRun } from '../contracts/agent-run/index.ts'
import { jpcite } from '../contracts/jpcite/index.ts'
import { problem } from '../contracts/problem/index.ts'
import { yaagents } from '../contracts/yaagents/index.ts'
import type { JsonObject } from '../lib/json-value.ts'
import { valueAt } from '../lib/pointer.ts'
import { httpWire } from '../wire/http.ts'
import { serve } from './serve.ts'
import type { ServeOptions } from './server-context.ts'

const text = { type: 'string' }
const input = { type: 'object', properties: { id: text, note: text, if_match: text }, required: ['id', 'note'] }
const handler = () => ({})

const agent = defineAgent({
  name: 'notes',
  version: '2.0.0',
  description: 'Keeps notes.',
  operations: {
    read: operation({
      title: 'Read a note',
      route: 'GET /notes/{id}',
      input,
      locations: { if_match: 'header' },
      public: true,
      handler,
    }),
    write: operation({
      title: 'Write a note',
      description: 'Puts a note down.',
      route: 'PUT /notes/{noteId}',
      input: { type: 'object', properties: { noteId: text, note: text }, required: ['noteId', 'note'] },
      roles: ['writer'],
      contractOptions: { yaagents: { resource: 'note', operationKind: 'generation', deterministic: true } },
      handler,
    }),
    pin: operation({ title: 'Pin a note', route: 'POST /notes/{id}:pin', input: { type: 'object' }, handler }),
    'tidy-up': operation({ title: 'Tidy | up', input: {}, effects: 'destructive', handler }),
    tidyAgain: operation({ title: 'Tidy again', input, handler }),
  },
})

async function documentOf(options: ServeOptions = {}): Promise<JsonObject> {
  const { prefix = '' } = options
  return (await serve(agent, options).fetch(new Request(`http://agent${prefix}/openapi.json`))).json()
}

/** The server's own routes. */
const ownPaths = [
  '/operations',
  '/operations/{id}/status',
  '/operations/{id}',
  '/operations/{id}:cancel',
  '/operations/{id}:answer',
  '/operations/{id}:retry',
  '/approvals',
  '/approvals/{id}',
  '/approvals/{id}:decide',
  '/approvals/{id}:reply',
  '/operations/{id}/result',
  '/operations/{id}/events',
]

const get = (document: JsonObject, at: string) => valueAt(document, at)

describe('an operation', () => {
  test('says what it is', async () => {
    expect(get(await documentOf({ contracts: [yaagents, agentRun] }), '/paths/~1notes~1{id}/put')).toMatchObject({
      operationId: 'write',
      summary: 'Write a note',
      description: 'Puts a note down.\n\nNeeds the roles `writer`.\n\nEffects: additive.\n\nTask type: `WRITE`.',
      tags: ['notes'],
      'x-yaagents': { resource: 'note', operationKind: 'generation', deterministic: true, mutating: true },
    })
  })

  test('has the extension of the profile also when its author said nothing', async () => {
    const document = await documentOf()
    expect(get(document, '/paths/~1notes~1{id}/get/x-yaagents')).toEqual({
      resource: 'notes',
      operationKind: 'analysis',
      deterministic: false,
      mutating: false,
    })
    expect(get(document, '/paths/~1notes~1{id}:pin/post/x-yaagents')).toMatchObject({
      resource: 'notes',
      operationKind: 'mutation',
      mutating: true,
    })
  })

  test('takes each input where the server looks for it', async () => {
    expect(get(await documentOf(), '/paths/~1notes~1{id}/get/parameters')).toEqual([
      { name: 'id', in: 'path', required: true, schema: text },
      { name: 'note', in: 'query', required: true, schema: text },
      { name: 'if-match', in: 'header', schema: text },
      { $ref: '#/components/parameters/Envelope' },
      { $ref: '#/components/parameters/X-Request-ID' },
      { $ref: '#/components/parameters/X-Correlation-ID' },
      { $ref: '#/components/parameters/X-YAAgents-Profile' },
      { $ref: '#/components/parameters/Prefer' },
    ])
  })

  test('takes a key, a preference and an approval where it has effects, and may become a task', async () => {
    const document = await documentOf()
    const pin = get(document, '/paths/~1notes~1{id}:pin/post') as JsonObject
    expect(pin.parameters).toEqual(
      expect.arrayContaining(
        ['Prefer', 'Idempotency-Key', 'X-Approval-Token'].map(name => ({ $ref: `#/components/parameters/${name}` })),
      ),
    )
    expect(get(pin, '/responses/202')).toEqual({ $ref: '#/components/responses/Accepted' })
    expect(get(document, '/components/responses/Accepted/headers')).toMatchObject({
      Location: {},
      'Preference-Applied': {},
    })
    const decide = get(document, '/paths/~1approvals~1{id}:decide/post/parameters')
    expect(JSON.stringify(decide)).toContain('Idempotency-Key')
    expect(JSON.stringify(decide)).not.toMatch(/Prefer|X-Approval-Token/)
  })

  test('of a path that another has named is named like it', async () => {
    const document = await documentOf()
    expect(Object.keys(get(document, '/paths') as JsonObject).filter(path => path.startsWith('/notes'))).toEqual([
      '/notes/{id}',
      '/notes/{id}:pin',
    ])
    expect(get(document, '/paths/~1notes~1{id}/put/parameters/0')).toMatchObject({ name: 'id', in: 'path' })
  })

  test('has a body of what is left, and none when nothing is', async () => {
    const document = await documentOf()
    expect(get(document, '/paths/~1notes~1{id}/put/requestBody')).toEqual({
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/WriteBody' } } },
    })
    expect(get(document, '/components/schemas/WriteBody')).toMatchObject({
      properties: { note: text },
      required: ['note'],
    })
    expect(get(document, '/paths/~1notes~1{id}:pin/post/requestBody')).toBeUndefined()
    expect(get(document, '/paths/~1notes~1{id}/get/requestBody')).toBeUndefined()
  })

  test('answers with every status of the profile, and those of HTTP', async () => {
    const responses = get(await documentOf({ contracts: [yaagents] }), '/paths/~1notes~1{id}/put/responses')
    expect(Object.keys(responses as JsonObject)).toEqual(
      [200, 201, 202, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422, 424, 429, 500, 503].map(String),
    )
  })

  test('without a route is a task type, whatever its name', async () => {
    const document = await documentOf()
    expect(JSON.stringify(get(document, '/paths'))).not.toContain('"operationId":"tidyAgain"')
    const description = get(document, '/paths/~1agents~1run~1sync/post/description')
    expect(description).toContain('| `TIDY_UP` | Tidy \\| up | none |')
    expect(description).toContain('| `WRITE` | Write a note | `PUT /notes/{noteId}` |')
  })
})

describe('security', () => {
  test('where everybody may call, only listing and deciding approvals needs the operator token', async () => {
    const document = await documentOf({ authenticate: false })
    expect(document.security).toEqual([])
    expect(get(document, '/components/securitySchemes')).toMatchObject({
      operatorToken: { type: 'http', scheme: 'bearer' },
    })
    const needed = [{ operatorToken: [] }]
    expect(get(document, '/paths/~1approvals/get/security')).toEqual(needed)
    expect(get(document, '/paths/~1approvals~1{id}:decide/post/security')).toEqual(needed)
    expect(get(document, '/paths/~1approvals~1{id}/get/security')).toBeUndefined()
  })

  const issuers = [{ issuer: 'https://id.example', secret: 'a-secret-of-the-test-that-is-long-enough' }]
  const keys = staticKeys([])
  test.each<[string, Authenticate, JsonObject]>([
    ['tokens', jwtAuth({ issuers }), { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } }],
    [
      'tokens in a header of their own',
      jwtAuth({ issuers, header: 'X-Token', scheme: '' }),
      { token: { type: 'apiKey', in: 'header', name: 'x-token' } },
    ],
    ['keys', apiKeyAuth(keys), { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } }],
    [
      'keys or tokens',
      firstOf(apiKeyAuth({ ...keys, header: 'X-Key' }), jwtAuth({ issuers })),
      { apiKey: { type: 'apiKey', in: 'header', name: 'X-Key' }, bearer: { type: 'http', scheme: 'bearer' } },
    ],
    [
      'two sorts of keys',
      firstOf(apiKeyAuth({ ...keys, header: 'X-Old' }), apiKeyAuth({ ...keys, header: 'X-New' })),
      { apiKey: { type: 'apiKey', name: 'X-Old' }, apiKey2: { type: 'apiKey', name: 'X-New' } },
    ],
    ['what is not said', async () => undefined, { bearer: { type: 'http', scheme: 'bearer' } }],
  ])('is %s, as the authenticator says', async (_, authenticate, schemes) => {
    const document = await documentOf({ authenticate })
    const alternatives = Object.keys(schemes).map(name => ({ [name]: [] }))
    expect(document.security).toEqual(alternatives)
    expect(get(document, '/components/securitySchemes')).toMatchObject(schemes)
    expect(Object.keys(get(document, '/components/securitySchemes') as JsonObject)).toEqual(Object.keys(schemes))
    const optional = await documentOf({ authenticate: optionalAuth(authenticate) })
    expect(optional.security).toEqual([...alternatives, {}])
    expect(get(optional, '/components/securitySchemes')).toEqual(get(document, '/components/securitySchemes'))
  })

  test('is none for what is public, and needed where roles are', async () => {
    const document = await documentOf({ authenticate: apiKeyAuth(keys) })
    const optional = await documentOf({ authenticate: optionalAuth(apiKeyAuth(keys)) })
    expect(get(optional, '/paths/~1notes~1{id}/put/security')).toEqual([{ apiKey: [] }])
    expect(get(optional, '/paths/~1notes~1{id}:pin/post/security')).toBeUndefined()
    expect(get(document, '/paths/~1notes~1{id}/get/security')).toEqual([])
    expect(get(document, '/paths/~1notes~1{id}/put/security')).toBeUndefined()
    expect(get(document, '/paths/~1health/get/security')).toEqual([])
    expect(get(document, '/paths/~1agents~1run~1sync/post/security')).toEqual([{ apiKey: [] }, {}])
  })
})

describe('contracts', () => {
  test('are those that the mount offers', async () => {
    const document = await documentOf({ contracts: [yaagents] })
    expect(get(document, '/components/parameters/Envelope/schema/enum')).toEqual([
      'yaagents',
      'yaagents@0.1',
      'yaagents@0.2',
      'yaagents@0.3',
    ])
    expect(Object.keys(document.paths as JsonObject)).toEqual([
      '/notes/{id}',
      '/notes/{id}:pin',
      ...ownPaths,
      '/health',
      '/health/ready',
      '/openapi.json',
    ])
    expect(get(document, '/info/description')).toContain('Supports YAAgents Profile v0.3.')
  })

  test('begin with the one of the mount', async () => {
    const document = await documentOf({ contract: 'agent-run' })
    const at = '/paths/~1notes~1{id}/put/responses/200/content/application~1json/schema/anyOf/0'
    expect(get(document, at)).toEqual({ $ref: '#/components/schemas/WriteAgentRun' })
  })

  test('of vendor media types have entries of their own', async () => {
    const content = get(await documentOf({ contracts: [yaagents, agentRun] }), '/components/responses/ValidationFailed')
    expect(content).toMatchObject({
      content: {
        'application/vnd.yaagents.validation-error+json': {
          schema: { $ref: '#/components/schemas/ValidationFailed' },
          examples: { yaagents: { value: { type: 'validation_failed' } } },
        },
        'application/json': {
          schema: { $ref: '#/components/schemas/AgentRunError' },
          examples: { 'agent-run': { value: { status: 'error' } } },
        },
      },
    })
  })

  test('that a stranger brings are there without being known', async () => {
    const stranger: Contract = {
      id: 'plain',
      title: 'Plain',
      current: '1',
      editions: {
        1: {
          version: '1',
          rules: [],
          http: {
            decode: () => ({ outcome: { kind: 'canceled' }, exchange: {}, findings: [] }),
            encode: () => ({
              wire: httpWire({
                status: 218,
                headers: { 'content-type': 'application/plain+json', 'x-mood': 'calm' },
                body: {},
              }),
              losses: [],
            }),
          },
        },
      },
      detect: () => undefined,
    }
    const document = await documentOf({ contracts: [yaagents, stranger] })
    expect(get(document, '/paths/~1notes~1{id}/get/responses/218')).toMatchObject({
      headers: { 'X-Mood': { $ref: '#/components/headers/X-Mood' } },
      content: { 'application/plain+json': { schema: { $ref: '#/components/schemas/PlainAnswer' } } },
    })
  })

  test('are described by a contract from elsewhere, as far as it says how', async () => {
    const stranger: Contract = {
      ...problem,
      id: 'plain',
      openapi: async () => ({
        declaration: 'Speaks plainly.',
        requestHeaders: { 'X-Plain': 'Asks for plain words.' },
        operationMembers: ({ resource, options }) => ({ 'x-plain': { resource, ...options } as JsonObject }),
        operationNote: ({ taskType }) => `Plainly: ${taskType}.`,
        answers: (_, { answer, derived, object }) => ({
          completed: output => answer(output, () => object({ plain: output.schema })),
          other: ({ kind }) => derived(kind, {}),
        }),
        endpoints: {
          tag: { name: 'plain', description: 'Everything at one place.' },
          list: [{ path: '/plain', id: 'callPlain', summary: 'Call', description: 'Calls anything.', isStream: false }],
          note: tasks => tasks.map(({ key }) => key).join(', '),
          request: (_, { object }) => object({ operation: { type: 'string' } }),
        },
      }),
    }
    const document = await documentOf({ contracts: [yaagents, stranger] })
    expect(get(document, '/info/description')).toContain('Speaks plainly.')
    expect(get(document, '/components/schemas/ReadPlain')).toMatchObject({ required: ['plain'] })
    expect(get(document, '/paths/~1notes~1{id}/get')).toMatchObject({
      description: expect.stringContaining('Plainly: READ.'),
      'x-plain': { resource: 'notes' },
      parameters: expect.arrayContaining([{ $ref: '#/components/parameters/X-Plain' }]),
    })
    expect(get(document, '/paths/~1plain/post')).toMatchObject({
      operationId: 'callPlain',
      description: 'Calls anything.\n\nread, write, pin, tidy-up, tidyAgain',
      tags: ['plain'],
      requestBody: { content: { 'application/json': { schema: { required: ['operation'] } } } },
    })
  })

  test("lose jpcite's legacy when its migration is over, in a document that was made before", async () => {
    let now = Date.parse('2026-09-03T23:00:00+09:00')
    const server = serve(agent, { contracts: [yaagents, jpcite], now: () => now })
    const envelopes = async () => {
      const document = await (await server.fetch(new Request('http://agent/openapi.json'))).json()
      return get(document, '/components/parameters/Envelope/schema/enum')
    }
    expect(await envelopes()).toContain('v1')
    now = Date.parse('2026-09-04T00:00:00+09:00')
    expect(await envelopes()).not.toContain('v1')
    expect(await envelopes()).toContain('v2')
  })
})

test('the prefix stands before the built-in paths only', async () => {
  const document = await documentOf({ prefix: '/service' })
  expect(Object.keys(document.paths as JsonObject)).toEqual([
    '/notes/{id}',
    '/notes/{id}:pin',
    ...ownPaths.map(path => `/service${path}`),
    '/service/agents/run/sync',
    '/service/agents/run/stream',
    '/service/health',
    '/service/health/ready',
    '/service/openapi.json',
  ])
})

test('two servers of one agent have the same document', async () => {
  expect(JSON.stringify(await documentOf())).toBe(JSON.stringify(await documentOf()))
})

test('every reference leads somewhere, and every component is led to', async () => {
  const document = await documentOf({ authenticate: async () => undefined })
  const found = new Set([...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)].map(([, at = '']) => at))
  expect([...found].filter(at => get(document, at) === undefined)).toEqual([])
  const { securitySchemes: _, ...components } = document.components as JsonObject
  const made = Object.entries(components).flatMap(([kind, group]) =>
    Object.keys(group as JsonObject).map(name => `/components/${kind}/${name}`),
  )
  expect(made.filter(at => !found.has(at))).toEqual([])
})

test('a status is named after what the contracts have it for', async () => {
  const responses = get(await documentOf({}), '/paths/~1notes~1{id}/get/responses') as Record<string, JsonObject>
  const names = Object.entries(responses).map(([status, { $ref, description }]) => {
    return [status, typeof $ref === 'string' ? $ref.split('/').at(-1) : description]
  })
  expect(Object.fromEntries(names)).toEqual({
    200: 'It is done; in some contracts also what went wrong, or what is asked for.',
    201: 'It is done, and a resource was created.',
    202: 'Accepted',
    204: 'It is done, and there is nothing to say.',
    400: 'ClarificationRequired',
    401: 'Unauthorized',
    403: 'Forbidden',
    404: 'NotFound',
    405: 'MethodNotAllowed',
    406: 'NotAcceptable',
    409: 'Conflict',
    412: 'ApprovalRequired',
    413: 'PayloadTooLarge',
    415: 'UnsupportedMediaType',
    422: 'ValidationFailed',
    424: 'FailedDependency',
    429: 'TooManyRequests',
    500: 'InternalError',
    502: 'FailedDependency2',
    503: 'Unavailable',
    504: 'Timeout',
  })
})
