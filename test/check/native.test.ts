/** The checker is checked on the native contracts: RFC 9457 over HTTP, plain MCP results, plain A2A tasks. */
import { describe, expect, test } from 'vitest'
import type { ProbeCase } from '../../src/codec/probing.ts'
import { brokenRules, checkService, errorsIn, type Fault, type Got, probeCase, type Reply, start } from './kit.ts'
import { answerMcp } from './mcp-server.ts'

type Root = Record<string, unknown>

const echo = ({ headers }: Got): Record<string, string> => ({
  'x-request-id': headers['x-request-id'] ?? '',
  'x-correlation-id': headers['x-correlation-id'] ?? '',
})

describe('problem', () => {
  const problem = (request: Got, status: number, title: string): Reply => ({
    status,
    headers: { 'content-type': 'application/problem+json', allow: 'GET, HEAD, POST', ...echo(request) },
    body: { type: 'about:blank', title, status },
  })
  const handle = (request: Got): Reply => {
    const { method, path, json } = request
    if (path !== '/things' && path !== '/missing') return problem(request, 404, 'Not Found')
    if (method === 'OPTIONS') return { status: 204, headers: {} }
    if (!['GET', 'HEAD', 'POST'].includes(method)) return problem(request, 405, 'Method Not Allowed')
    if (path === '/missing') return problem(request, 404, 'Not Found')
    const isWrong = method === 'POST' && typeof (json as { size?: unknown } | undefined)?.size !== 'number'
    if (isWrong) return problem(request, 400, 'Bad Request')
    return { status: 200, headers: { 'content-type': 'application/json', ...echo(request) }, body: { id: 'thing-1' } }
  }
  const schema = { type: 'object', properties: { size: { type: 'number' } }, required: ['size'] }
  const cases = [
    probeCase('read', { route: { method: 'GET', path: '/things' } }),
    probeCase('missing', { route: { method: 'GET', path: '/missing' } }),
    probeCase('make', { route: { method: 'POST', path: '/things' }, input: { size: 1 }, schema }),
  ]
  const check = async (fault: Fault = reply => reply) =>
    checkService(await start(request => fault(handle(request), request)), 'problem', { cases })

  test('a good service passes', async () => {
    const report = await check()
    expect(report.checks.flatMap(({ findings }) => findings)).toEqual([])
    expect(errorsIn(report)).toEqual([])
  })

  const failed =
    (change: (body: Root) => object): Fault =>
    reply =>
      reply.status >= 400 && reply.body !== undefined ? { ...reply, body: change(reply.body as Root) } : reply
  const succeed = (reply: Reply): Reply => ({
    ...reply,
    status: 200,
    headers: { ...reply.headers, 'content-type': 'application/json' },
    body: {},
  })

  test.each<[string, string, Fault]>([
    [
      'a failure as application/json',
      'problem/media-type',
      reply =>
        reply.status >= 400 ? { ...reply, headers: { ...reply.headers, 'content-type': 'application/json' } } : reply,
    ],
    ['another status in the body', 'problem/status-match', failed(body => ({ ...body, status: 418 }))],
    ['a title that is a number', 'problem/title', failed(body => ({ ...body, title: 7 }))],
    ['a type that is no URI', 'problem/type', failed(body => ({ ...body, type: 7 }))],
    ['a detail that is an object', 'problem/detail', failed(body => ({ ...body, detail: {} }))],
    ['an instance that is a number', 'problem/instance', failed(body => ({ ...body, instance: 7 }))],
    [
      'a body that is no JSON',
      'json/readable',
      reply => (reply.status >= 400 ? { ...reply, body: undefined, text: '<html>' } : reply),
    ],
    [
      'ids that do not come back',
      'service/ids-echoed',
      reply => ({ ...reply, headers: { ...reply.headers, 'x-request-id': 'other' } }),
    ],
    [
      'broken JSON accepted',
      'service/broken-json',
      (reply, { text }) => (text.startsWith('{"broken') ? succeed(reply) : reply),
    ],
    [
      'a wrong type accepted',
      'service/wrong-type',
      (reply, { json }) =>
        typeof (json as { size?: unknown } | undefined)?.size === 'object' ? succeed(reply) : reply,
    ],
    [
      'an unknown path found',
      'service/unknown-route',
      (reply, { path }) => (path.startsWith('/replywire') ? succeed(reply) : reply),
    ],
    [
      '405 without Allow',
      'service/allow',
      reply => ({
        ...reply,
        headers: Object.fromEntries(Object.entries(reply.headers).filter(([name]) => name !== 'allow')),
      }),
    ],
  ])('%s', async (_, rule, fault) => {
    const report = await check(fault)
    expect(errorsIn(report)).toEqual([])
    expect(brokenRules(report)).toEqual([rule])
  })
})

/** A JSON-RPC answer. */
const rpc = (id: unknown, body: object): Reply => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: { jsonrpc: '2.0', id, ...body },
})

describe('mcp', () => {
  const schema = { type: 'object', properties: { size: { type: 'number' } }, required: ['size'] }
  const result = ({ size }: Root): Root =>
    typeof size === 'number'
      ? { content: [{ type: 'text', text: '{"made":1}' }], structuredContent: { made: 1 } }
      : { content: [{ type: 'text', text: 'size must be a number' }], isError: true }
  const tools = [{ name: 'make', inputSchema: schema, annotations: { readOnlyHint: true } }]
  /** `known`: the tools that it runs; with none, it runs any. */
  const check = async (fault: (result: Root) => Root = one => one, known = ['make']) => {
    const url = await start(request =>
      answerMcp(request, tools, (name, args) =>
        known.length === 0 || known.includes(name) ? fault(result(args)) : undefined,
      ),
    )
    return checkService(`mcp+${url}/mcp`, 'mcp', { allowEffects: false })
  }

  test('a good server passes, its tools being read only', async () => {
    const report = await check()
    expect(report.checks.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'service/wrong-type passed',
      'service/unknown-operation passed',
      'case/make passed',
    ])
  })

  const good = (change: (one: Root) => Root) => (one: Root) => (one.isError ? one : change(one))
  test.each<[string, string, (one: Root) => Root]>([
    ['no content', 'mcp/content', good(() => ({}))],
    ['content that is no list', 'mcp/content', good(() => ({ content: 'text' }))],
    ['a block without a type', 'mcp/block-type', good(() => ({ content: [{ text: 'made' }] }))],
    ['a text block without text', 'mcp/block', good(() => ({ content: [{ type: 'text' }] }))],
    [
      'an image that is no base64',
      'mcp/base64',
      good(one => ({
        ...one,
        content: [...(one.content as object[]), { type: 'image', data: 7, mimeType: 'image/png' }],
      })),
    ],
    [
      'structuredContent that is a list',
      'mcp/structured-content',
      good(one => ({ ...one, content: [{ type: 'text', text: '[1]' }], structuredContent: [1] })),
    ],
    ['isError that is a text', 'mcp/is-error', good(one => ({ ...one, isError: 'no' }))],
    [
      'a text that says something else',
      'mcp/text-mirror',
      good(one => ({ ...one, content: [{ type: 'text', text: '{"made":2}' }] })),
    ],
    [
      'a wrong type accepted',
      'service/wrong-type',
      one => (one.isError ? { content: [{ type: 'text', text: 'done' }] } : one),
    ],
    [
      'a stack trace in an error',
      'mcp/stack-trace',
      one => (one.isError ? { ...one, content: [{ type: 'text', text: 'boom\n    at run (/srv/app.js:3:7)' }] } : one),
    ],
  ])('%s', async (_, rule, fault) => {
    const report = await check(fault)
    expect(errorsIn(report)).toEqual([])
    expect(brokenRules(report)).toEqual([rule])
  })

  test('an unknown tool that succeeds', async () => {
    const report = await check(() => ({ content: [{ type: 'text', text: 'done' }] }), [])
    expect(brokenRules(report)).toEqual(['service/unknown-operation', 'service/wrong-type'])
  })
})

describe('a2a', () => {
  const card = (url: string) => ({
    name: 'maker',
    description: 'Makes things.',
    version: '1.0.0',
    protocolVersion: '0.3.0',
    url,
    preferredTransport: 'JSONRPC',
    capabilities: {},
    defaultInputModes: ['application/json'],
    defaultOutputModes: ['application/json'],
    skills: [{ id: 'make', name: 'Make', description: 'Makes a thing.', tags: [] }],
  })
  const task = (): Root => ({
    kind: 'task',
    id: 'task-1',
    contextId: 'context-1',
    status: { state: 'completed', timestamp: '2026-01-01T00:00:00Z' },
    artifacts: [{ artifactId: 'a-1', parts: [{ kind: 'data', data: { made: 1 } }] }],
  })
  const check = async (fault: (result: Root) => Root = one => one, cases?: ProbeCase[], sent: Root[] = []) => {
    const url: string = await start(({ json, path }) => {
      if (path.startsWith('/.well-known/')) {
        return { status: 200, headers: { 'content-type': 'application/json' }, body: card(`${url}/a2a`) }
      }
      sent.push(((json as Root).params as { message: Root }).message)
      return rpc((json as Root | undefined)?.id, { result: fault(task()) })
    })
    return checkService(`a2a+${url}`, 'a2a', cases === undefined ? {} : { cases })
  }

  test('an agent whose card names no parameters gets the input as it is', async () => {
    const sent: Root[] = []
    const cases = [
      probeCase('make', { input: { size: 1 } }),
      probeCase('make', { name: 'b', input: { text: 'Hello' } }),
    ]
    expect(brokenRules(await check(undefined, cases, sent))).toEqual([])
    expect(sent.map(({ parts }) => parts)).toEqual([
      [{ kind: 'data', data: { size: 1 } }],
      [{ kind: 'text', text: 'Hello' }],
    ])
    expect(sent.map(({ metadata }) => metadata)).toEqual([{ skillId: 'make' }, { skillId: 'make' }])
  })

  test('a good agent passes', async () => {
    const report = await check()
    expect(report.checks.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'service/wrong-type not-probed',
      'case/make passed',
    ])
  })

  test.each<[string, string, (result: Root) => Root]>([
    ['no id', 'a2a/task', ({ id: _, ...rest }) => rest],
    ['no context id', 'a2a/task', ({ contextId: _, ...rest }) => rest],
    ['no status', 'a2a/status', ({ status: _, ...rest }) => rest],
    ['an unknown state', 'a2a/state', one => ({ ...one, status: { state: 'done' } })],
    ['artifacts that are no list', 'a2a/task', one => ({ ...one, artifacts: {} })],
    [
      'an artifact without an id',
      'a2a/artifact',
      one => ({ ...one, artifacts: [{ parts: [{ kind: 'text', text: 'x' }] }] }),
    ],
    [
      'a part without content',
      'a2a/part',
      one => ({ ...one, artifacts: [{ artifactId: 'a-1', parts: [{ kind: 'text' }] }] }),
    ],
    [
      'a part of an unknown kind',
      'a2a/kind',
      one => ({ ...one, artifacts: [{ artifactId: 'a-1', parts: [{ kind: 'song', text: 'x' }] }] }),
    ],
    ['metadata that is a text', 'a2a/metadata', one => ({ ...one, metadata: 'x' })],
    ['a result of no kind', 'a2a/answer', () => ({ hello: 1 })],
  ])('%s', async (_, rule, fault) => {
    const report = await check(fault)
    expect(errorsIn(report)).toEqual([])
    expect(brokenRules(report)).toEqual([rule])
  })
})
