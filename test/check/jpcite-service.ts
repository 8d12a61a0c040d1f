/** A small service with the jpcite envelope, over HTTP opt-in, and over MCP; written from its text alone. */
import type { ProbeCase } from '../../src/codec/probing.ts'
import { type Fault, type Got, probeCase, type Reply, start } from './kit.ts'
import { answerMcp } from './mcp-server.ts'

const programs = Array.from({ length: 7 }, (_, index) => ({
  unified_id: `p-${index + 1}`,
  tier: index < 3 ? 'S' : 'A',
}))

const errors: Record<string, { status: number; retryable: boolean }> = {
  NOT_FOUND: { status: 404, retryable: false },
  VALIDATION_ERROR: { status: 422, retryable: false },
}

function wantsV2({ query, headers }: Got): boolean {
  return query.get('envelope') === 'v2' || headers.accept?.includes('application/vnd.jpcite.v2+json') === true
}

function reply(request: Got, status: number, body: object): Reply {
  const version = wantsV2(request) ? 'v2' : 'v1'
  return {
    status,
    headers: {
      'content-type': 'application/json',
      'x-envelope-version': version,
      vary: 'Accept, X-Envelope-Version',
      'x-request-id': request.headers['x-request-id'] ?? '01HZZZZZZZZZZZZZZZZZZZZZZZ',
      allow: 'GET, HEAD, POST, OPTIONS',
    },
    body,
  }
}

function metaOf({ headers }: Got, billable: number): object {
  return {
    request_id: headers['x-request-id'] ?? '01HZZZZZZZZZZZZZZZZZZZZZZZ',
    api_version: 'v2',
    latency_ms: 4,
    billable_units: billable,
  }
}

function fail(request: Got, code: string, detail: string, httpStatus?: number): Reply {
  const { status, retryable } = errors[code] as { status: number; retryable: boolean }
  if (!wantsV2(request)) return reply(request, httpStatus ?? status, { detail })
  return reply(request, httpStatus ?? status, {
    status: 'error',
    query_echo: { normalized_input: {}, applied_filters: {}, unparsed_terms: [] },
    results: [],
    citations: [],
    warnings: [],
    suggested_actions: [],
    meta: metaOf(request, 0),
    error: {
      code,
      user_message: '見つかりません。',
      developer_message: detail,
      retryable,
      documentation: `https://jpcite.com/docs/api-reference/response_envelope#${code.toLowerCase()}`,
    },
  })
}

function answerRows(request: Got, tier: string | null): Reply {
  const results = programs.filter(program => tier === null || program.tier === tier)
  if (!wantsV2(request)) return reply(request, 200, { total: results.length, limit: 20, offset: 0, results })
  const status = results.length >= 5 ? 'rich' : results.length > 0 ? 'sparse' : 'empty'
  return reply(request, 200, {
    status,
    query_echo: { normalized_input: {}, applied_filters: tier === null ? {} : { tier }, unparsed_terms: [] },
    results,
    citations: [{ source_id: 's-1', source_url: 'https://example.com/s-1', license: 'pdl_v1.0' }],
    warnings: [],
    suggested_actions: [],
    meta: metaOf(request, 1),
    ...(status === 'empty' ? { empty_reason: 'no_match', retry_with: { broaden: true } } : undefined),
  })
}

function handle(request: Got): Reply {
  const { method, path, query, json } = request
  const isSearch = path === '/v1/programs/search'
  if (!isSearch && path !== '/v1/programs/missing' && path !== '/v1/reports') {
    return fail(request, 'NOT_FOUND', 'route not found')
  }
  if (method === 'OPTIONS') return { status: 204, headers: { allow: 'GET, HEAD, POST, OPTIONS' } }
  if (!['GET', 'HEAD', 'POST'].includes(method))
    return fail(request, 'VALIDATION_ERROR', 'field=method: not allowed', 405)
  if (path === '/v1/programs/missing') return fail(request, 'NOT_FOUND', 'program not found')
  if (isSearch) return answerRows(request, query.get('tier'))
  const tier = (json as { tier?: unknown } | undefined)?.tier
  if (json === undefined || typeof tier === 'object')
    return fail(request, 'VALIDATION_ERROR', 'field=tier: must be a text')
  return answerRows(request, typeof tier === 'string' ? tier : null)
}

/** Starts the service, with one fault. */
export function startJpcite(fault: Fault = answer => answer): Promise<string> {
  return start(request => fault(handle(request), request))
}

type Root = Record<string, unknown>

/** The line of text that goes with an envelope. */
function lineOf({ status, results, empty_reason: reason, error }: Root): string {
  if (error !== undefined) return String((error as Root).user_message)
  const { length } = results as unknown[]
  return status === 'empty' ? `empty · ${reason}` : `${status} · ${length} ${length === 1 ? 'result' : 'results'}`
}

/** A fault in a tool result. */
export type ToolFault = (result: Root, tool: string) => Root

/** Starts the same over MCP: the tools `search`, `missing` and `report`. */
export function startJpciteMcp(fault: ToolFault = result => result): Promise<string> {
  const asked = {
    headers: { accept: 'application/vnd.jpcite.v2+json' },
    query: new URLSearchParams(),
  } as unknown as Got
  const tools = ['search', 'missing', 'report'].map(name => ({ name, inputSchema: schema }))
  const answer = (tool: string, { tier }: Root): Reply => {
    if (tool === 'missing') return fail(asked, 'NOT_FOUND', 'program not found')
    if (tier !== undefined && typeof tier !== 'string')
      return fail(asked, 'VALIDATION_ERROR', 'field=tier: must be a text')
    return answerRows(asked, tier ?? null)
  }
  return start(request =>
    answerMcp(request, tools, (tool, args) => {
      if (!tools.some(({ name }) => name === tool)) return undefined
      const envelope = answer(tool, args).body as Root
      const result: Root = {
        structuredContent: envelope,
        content: [{ type: 'text', text: lineOf(envelope) }],
        ...(envelope.error === undefined ? undefined : { isError: true }),
      }
      return fault(result, tool)
    }),
  )
}

const search = { route: { method: 'GET', path: '/v1/programs/search' } }
const schema = { type: 'object', properties: { tier: { type: 'string' } }, required: ['tier'] }

export const jpciteCases: ProbeCase[] = [
  probeCase('search', { ...search, expects: 'rich' }),
  probeCase('search', { ...search, name: 'few', input: { tier: 'S' }, expects: 'sparse' }),
  probeCase('search', { ...search, name: 'none', input: { tier: 'C' }, expects: 'empty' }),
  probeCase('missing', { route: { method: 'GET', path: '/v1/programs/missing' }, expects: 'NOT_FOUND' }),
  probeCase('report', {
    route: { method: 'POST', path: '/v1/reports' },
    input: { tier: 'A' },
    expects: 'sparse',
    schema,
  }),
]
