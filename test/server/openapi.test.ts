/** The document of a served agent: clean to two linters, and true to what the server answers. */
import { describe, expect, test } from 'vitest'
import { apiKeyAuth, optionalAuth, staticKeys } from '../../src/auth/index.ts'
import { isObject, type Json, type JsonObject } from '../../src/lib/json-value.ts'
import { serve } from '../../src/server/serve.ts'
import type { ServeOptions } from '../../src/server/server-context.ts'
import { lintDocuments } from '../lint-openapi.ts'
import { type AgainstOpenapi, againstOpenapi, type SeenCall } from './against-openapi.ts'
import { agent, endings } from './openapi-agent.ts'

const editor = { subject: 'ada', tenant: 'acme', roles: ['editor'] }
const authenticate: ServeOptions['authenticate'] = async request =>
  request.headers.get('x-api-key') === 'ada' ? editor : undefined
const phase = { contractOptions: { jpcite: { phase: 'opt-in' } } } as const

async function documentOf(options: ServeOptions): Promise<JsonObject> {
  const response = await serve(agent, options).fetch(new Request(`http://agent${options.prefix ?? ''}/openapi.json`))
  return (await response.json()) as JsonObject
}

function at(document: JsonObject, ...names: string[]): Json | undefined {
  return names.reduce<Json | undefined>((node, name) => (isObject(node) ? node[name] : undefined), document)
}

test('linters find nothing in the document of any mount', async () => {
  const mounts: Record<string, ServeOptions> = {
    open: phase,
    closed: { authenticate, ...phase },
    optional: { authenticate: optionalAuth(apiKeyAuth(staticKeys([]))), ...phase },
    prefixed: { contract: 'agent-run', prefix: '/service' },
  }
  const documents: Record<string, JsonObject> = {}
  for (const [name, options] of Object.entries(mounts)) documents[name] = await documentOf(options)
  expect(await lintDocuments(documents)).toEqual([])
})

test('the document names the media type of jpcite and recommends v2', async () => {
  const description = at(await documentOf({ contract: 'jpcite', ...phase }), 'info', 'description')
  expect(description).toContain(
    '| `jpcite` | `application/vnd.replywire.jpcite+json`, `application/vnd.jpcite.v2+json` |',
  )
  expect(description).toContain(
    'v2 is recommended for agents: ask for it with `?envelope=v2` or `Accept: application/vnd.jpcite.v2+json`',
  )
})

const calls: (SeenCall & { id: string })[] = [
  { id: 'search', method: 'GET', url: '/campaigns?tags=spring&tags=autumn&limit=3&archived=true' },
  { id: 'search', method: 'GET', url: '/campaigns', headers: { 'api-version': '2' } },
  { id: 'search', method: 'GET', url: '/campaigns?format=csv' },
  {
    id: 'optimize',
    method: 'POST',
    url: '/campaigns/c-1/optimizations?dryRun=true',
    headers: { 'client-version': '3' },
    body: { budget: 5, metric: 'ctr' },
  },
  { id: 'optimize', method: 'POST', url: '/campaigns/c-1/optimizations', body: { budget: 5 } },
  { id: 'optimize', method: 'POST', url: '/campaigns/c-1/optimizations', body: { budget: 5000, metric: 'ctr' } },
  { id: 'pause', method: 'POST', url: '/campaigns/c-1:pause', body: { note: 'rain' } },
  { id: 'pause', method: 'POST', url: '/campaigns/c-1:pause' },
  { id: 'get', method: 'GET', url: '/campaigns/c-1' },
  { id: 'remove', method: 'DELETE', url: '/campaigns/c-1?force=true' },
  { id: 'tree', method: 'PUT', url: '/trees', body: { name: 'root', children: [{ name: 'leaf' }] } },
  { id: 'report', method: 'GET', url: '/reports/monday' },
  { id: 'count', method: 'GET', url: '/counts' },
  { id: 'either', method: 'POST', url: '/choices', body: { left: 'x' } },
  { id: 'either', method: 'POST', url: '/choices', body: { right: 4 } },
  ...Object.keys(endings).map(ending => ({ id: 'end', method: 'POST', url: `/endings/${ending}` })),
  {
    id: 'runSync',
    method: 'POST',
    url: '/agents/run/sync',
    body: { request_id: 'r-1', task_type: 'PING', inputs: { text: 'hi' } },
  },
  ...Object.keys(endings).map(ending => ({
    id: 'runSync',
    method: 'POST',
    url: '/agents/run/sync',
    body: { request_id: 'r-1', task_type: 'END', inputs: { ending } },
  })),
  { id: 'tasks.list', method: 'GET', url: '/operations?state=completed&limit=5' },
  { id: 'tasks.get', method: 'GET', url: '/operations/tsk_none' },
  { id: 'tasks.status', method: 'GET', url: '/operations/tsk_none/status' },
  { id: 'tasks.result', method: 'GET', url: '/operations/tsk_none/result' },
  { id: 'tasks.events', method: 'GET', url: '/operations/tsk_none/events?after=3' },
  { id: 'tasks.cancel', method: 'POST', url: '/operations/tsk_none:cancel' },
  { id: 'tasks.answer', method: 'POST', url: '/operations/tsk_none:answer', body: { inputs: { city: 'Oslo' } } },
  { id: 'tasks.retry', method: 'POST', url: '/operations/tsk_none:retry' },
  { id: 'approvals.list', method: 'GET', url: '/approvals?state=open' },
  { id: 'approvals.get', method: 'GET', url: '/approvals/apv_none' },
  { id: 'approvals.decide', method: 'POST', url: '/approvals/apv_none:decide', body: { decision: 'approve' } },
  { id: 'approvals.reply', method: 'POST', url: '/approvals/apv_none:reply', body: { reply: 'Yes.' } },
  { id: 'health_', method: 'GET', url: '/health' },
  { id: 'readiness', method: 'GET', url: '/health/ready' },
  { id: 'openapi', method: 'GET', url: '/openapi.json' },
]

/** Calls that are refused, and so are not held against the document themselves. */
const refused: SeenCall[] = [
  { method: 'GET', url: '/campaigns?limit=0' },
  { method: 'POST', url: '/campaigns/c-1/optimizations', body: {} },
  { method: 'POST', url: '/campaigns/c-1/optimizations', headers: { 'content-type': 'text/plain' }, body: {} },
  { method: 'POST', url: '/campaigns/c-1/optimizations', body: { note: 'x'.repeat(3000) } },
  { method: 'POST', url: '/campaigns/c-1:pause', headers: { 'x-api-key': '' } },
  { method: 'GET', url: '/campaigns/c-1', headers: { accept: 'image/png' } },
  { method: 'POST', url: '/agents/run/sync', body: { task_type: 'NONE' } },
  { method: 'POST', url: '/agents/run/stream', body: {} },
]

const options: ServeOptions = { authenticate, maxBodyBytes: 2000, ...phase }
const server = serve(agent, options)
const document = await documentOf(options)
const bea = { subject: 'bea', tenant: 'acme', roles: ['approver'] }
/** The same, where somebody may decide. */
const durable = serve(agent, {
  ...options,
  authenticate: async request => (request.headers.get('x-api-key') === 'bea' ? bea : editor),
})
const against: AgainstOpenapi = againstOpenapi(document)
const envelopes = at(document, 'components', 'parameters', 'Envelope', 'schema', 'enum') as string[]

async function judged({ method, url, headers, body }: SeenCall, more: Record<string, string> = {}): Promise<string[]> {
  const request = new Request(`http://agent${url}`, {
    method,
    headers: { 'x-api-key': 'ada', 'content-type': 'application/json', ...headers, ...more },
    ...(body === undefined ? undefined : { body: JSON.stringify(body) }),
  })
  return against.response({ method, url }, await server.fetch(request))
}

/** AdCP allows no `@` in a key. */
const keyBase = (envelope: string) => `a-key-of-${envelope.replace('@', '-')}`

describe('the document is true', () => {
  test('of every contract that is spoken over HTTP', () => {
    expect(envelopes.toSorted()).toEqual([
      ...['', '@3.1', '@3.1-beta.3', '@3.2-beta.5'].map(v => `adcp${v}`),
      'agent-run',
      'jpcite',
      'problem',
      'v1',
      'v2',
      ...['', '@0.1', '@0.2', '@0.3'].map(v => `yaagents${v}`),
    ])
  })

  test('of every operation', () => {
    const ids = Object.values(document.paths as JsonObject).flatMap(item =>
      Object.values(item as JsonObject).map(operation => (operation as JsonObject).operationId),
    )
    expect(ids.toSorted()).toEqual([...new Set([...calls.map(({ id }) => id), 'runStream'])].toSorted())
  })

  test.each(calls)('$method $url', async call => {
    expect(against.call(call)).toEqual([])
    expect(await judged(call)).toEqual([])
  })

  test.each(envelopes)('of answers and refusals in %s', async envelope => {
    for (const call of [...calls, ...refused]) {
      const url = `${call.url}${call.url.includes('?') ? '&' : '?'}envelope=${envelope}`
      expect(await judged({ ...call, url }), `${call.method} ${url} ${JSON.stringify(call.body)}`).toEqual([])
    }
  })

  test.each(refused)('of the refusal of $method $url', async call => {
    expect(await judged(call)).toEqual([])
  })

  test.each(['/counts', '/campaigns', '/reports/monday'])('of %s as a stream', async url => {
    expect(await judged({ method: 'GET', url }, { accept: 'text/event-stream' })).toEqual([])
  })

  test.each(envelopes)('of a task from its acceptance to its end, and of an approval, in %s', async envelope => {
    const seen = async (call: SeenCall, me: string): Promise<{ body: Json; link: string }> => {
      const headers = { 'x-api-key': me, 'content-type': 'application/json', ...call.headers }
      const url = `${call.url}${call.url.includes('?') ? '&' : '?'}envelope=${envelope}`
      const init = call.body === undefined ? {} : { body: JSON.stringify(call.body) }
      const request = () => new Request(`http://agent${url}`, { method: call.method, headers, ...init })
      expect(against.call({ ...call, url })).toEqual([])
      const response = await durable.fetch(request())
      expect(await against.response({ method: call.method, url }, response.clone()), url).toEqual([])
      return { body: JSON.parse(await response.text()), link: response.headers.get('link') ?? '' }
    }
    const optimize = { method: 'POST', url: '/campaigns/c-1/optimizations' }
    const key = { prefer: 'respond-async', 'idempotency-key': `${keyBase(envelope)}-0001` }
    const accepted = await seen({ ...optimize, headers: key, body: { budget: 5, metric: 'ctr' } }, 'ada')
    const [id = ''] = /tsk_[\w-]+/.exec(JSON.stringify(accepted.body)) ?? []
    expect(id).not.toBe('')
    const at = `/operations/${id}`
    await expect
      .poll(async () => JSON.stringify((await seen({ method: 'GET', url: at }, 'ada')).body))
      .toContain('"completed"')
    for (const path of ['', '/status', '/result', '/events']) await seen({ method: 'GET', url: `${at}${path}` }, 'ada')
    await seen({ method: 'POST', url: `${at}:cancel` }, 'ada')
    await seen({ method: 'GET', url: '/operations' }, 'ada')

    const another = { 'idempotency-key': `${keyBase(envelope)}-0002` }
    const asked = await seen({ ...optimize, headers: another, body: { budget: 5000, metric: 'ctr' } }, 'ada')
    const [, approval = ''] = /<([^>]+)>/.exec(asked.link) ?? []
    expect(approval).not.toBe('')
    await seen({ method: 'GET', url: '/approvals' }, 'bea')
    await seen({ method: 'POST', url: `${approval}:decide`, body: { decision: 'reject', note: 'No.' } }, 'bea')
    await seen({ method: 'POST', url: `${approval}:decide`, body: { decision: 'approve' } }, 'bea')
    await seen({ method: 'GET', url: approval }, 'bea')
  })

  // The legacy shape has no stream.
  test.each(envelopes.filter(name => name !== 'v1'))(
    'of a task as a stream, and where it can be read again, in %s',
    async envelope => {
      const call = { method: 'POST', url: `/campaigns/c-1/optimizations?envelope=${envelope}` }
      const headers = {
        'x-api-key': 'ada',
        'content-type': 'application/json',
        accept: 'text/event-stream',
        prefer: 'respond-async',
        'idempotency-key': `${keyBase(envelope)}-stream`,
      }
      const body = JSON.stringify({ budget: 5, metric: 'ctr' })
      const response = await durable.fetch(new Request(`http://agent${call.url}`, { method: 'POST', headers, body }))
      const url = response.headers.get('content-location') ?? ''
      expect(response.headers.get('content-type')).toBe('text/event-stream')
      expect(await against.response(call, response)).toEqual([])
      const again = await durable.fetch(new Request(`http://agent${url}`, { headers }))
      expect(again.headers.get('content-type')).toBe('text/event-stream')
      expect(await against.response({ method: 'GET', url }, again)).toEqual([])
    },
  )

  test('of a run as a stream', async () => {
    const body = { request_id: 'r-1', task_type: 'COUNT', inputs: {} }
    expect(against.call({ method: 'POST', url: '/agents/run/stream', body })).toEqual([])
    expect(await judged({ method: 'POST', url: '/agents/run/stream', body })).toEqual([])
  })
})

describe('the document is not vacuous', () => {
  const answer = (path: string, status: number, body: Json) =>
    against.answer({ method: 'GET', path, status, contentType: 'application/json', body })

  test.each([
    [
      'an answer that breaks the output schema',
      '/campaigns/c-1',
      { id: 'c-1', trace: { correlationId: 'c', requestId: 'r' } },
    ],
    [
      'an agent-run answer whose outputs break it',
      '/campaigns/c-1',
      { status: 'ok', request_id: 'r', outputs: { id: 1 } },
    ],
    ['an agent-run error without an error', '/campaigns/c-1', { status: 'error', request_id: 'r', outputs: {} }],
    ['a text where a number belongs', '/counts', 'three'],
  ])('it refuses %s', (_, path, body) => {
    expect(answer(path, 200, body)).not.toEqual([])
  })

  test.each(envelopes)('it refuses a real answer in %s with a member of the wrong type', async envelope => {
    const url = `/campaigns/c-1?envelope=${envelope}`
    const response = await server.fetch(new Request(`http://agent${url}`))
    const text = await response.text()
    expect(text).toContain('"budget":5')
    expect(answer('/campaigns/c-1', response.status, JSON.parse(text))).toEqual([])
    expect(answer('/campaigns/c-1', 200, JSON.parse(text.replace('"budget":5', '"budget":"5"')))).not.toEqual([])
  })

  test('it refuses an undocumented status, type, path and parameter', () => {
    expect(answer('/counts', 418, {})).toEqual(['GET /counts 418 is not documented'])
    expect(answer('/nowhere', 200, {})).toEqual(['GET /nowhere is not documented'])
    expect(against.call({ method: 'GET', url: '/counts?page=2' })).toEqual(['GET /counts: ?page= is not documented'])
    expect(against.call({ method: 'GET', url: '/campaigns?limit=many' })).toEqual([
      'GET /campaigns: limit: /value must be integer',
    ])
    expect(against.call({ method: 'POST', url: '/campaigns/c-1/optimizations' })).toEqual([
      'POST /campaigns/{campaignId}/optimizations: the body is missing',
    ])
  })
})
