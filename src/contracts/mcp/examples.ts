/** A good and a bad answer for every rule of a revision, for `replywire explain`. */
import type { RuleExample, RuleExamples } from '../../codec/contract.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { mcpWire } from '../../wire/mcp.ts'
import { rulesOf } from './rules.ts'
import { current, type Version } from './status.ts'

function pair(good: Json, bad: Json): RuleExample {
  return { good: { wire: mcpWire(good) }, bad: { wire: mcpWire(bad) } }
}

const words = { type: 'text', text: 'It is 22 °C in New York.' }
const image = { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' }
const link = { type: 'resource_link', uri: 'https://example.com/report.pdf', name: 'report.pdf' }
const weather = { city: 'New York', celsius: 22 }
const serialised = { type: 'text', text: JSON.stringify(weather) }
const question = {
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: 'Which metric should be optimized?',
    requestedSchema: { type: 'object', properties: { metric: { type: 'string' } }, required: ['metric'] },
  },
}
const task = {
  taskId: 'task-7',
  status: 'working',
  createdAt: '2026-01-31T12:00:00Z',
  lastUpdatedAt: '2026-01-31T12:00:00Z',
}

/** Results as a revision has them: the newest says their type. */
function resultExamples(typed: JsonObject): RuleExamples {
  const result = (members: JsonObject): JsonObject => ({ ...typed, content: [words], ...members })
  const block = (good: JsonObject, bad: JsonObject) => pair(result({ content: [good] }), result({ content: [bad] }))
  const { text: _, ...wordless } = words
  return {
    'mcp/result': pair(result({}), 'It is 22 °C in New York.'),
    'mcp/envelope': pair(result({}), { jsonrpc: '2.0', id: 1, result: result({}) }),
    'mcp/content': pair(result({}), { ...typed, structuredContent: weather }),
    'mcp/block-type': block(words, { type: 'json', json: weather }),
    'mcp/block': block(words, wordless),
    'mcp/base64': block(image, { ...image, data: 'data:image/png;base64,iVBORw0KGgo=' }),
    'mcp/uri': block(link, { ...link, uri: '/report.pdf' }),
    'mcp/annotations': block({ ...words, annotations: { priority: 0.5 } }, { ...words, annotations: { priority: 5 } }),
    'mcp/structured-content': pair(
      result({ content: [serialised], structuredContent: weather }),
      result({ structuredContent: [weather] }),
    ),
    'mcp/text-mirror': pair(
      result({ content: [serialised], structuredContent: weather }),
      result({ content: [], structuredContent: weather }),
    ),
    'mcp/is-error': pair(result({ isError: true }), result({ isError: 'yes' })),
    'mcp/meta': pair(result({ _meta: {} }), result({ _meta: [] })),
    'mcp/meta-key': pair(result({ _meta: { 'com.example/trace': 1 } }), result({ _meta: { 'my trace': 1 } })),
    'mcp/stack-trace': pair(
      result({ isError: true }),
      result({ isError: true, content: [{ type: 'text', text: 'Error: boom\n    at run (/srv/agent.js:10:5)' }] }),
    ),
    'mcp/carried': pair(
      result({ _meta: { 'replywire/exchange': { requestId: 'req-1' } } }),
      result({ _meta: { 'replywire/exchange': { requestId: 1 } } }),
    ),
    'mcp/later-revision': pair(result({}), result({ resultType: 'complete' })),
  }
}

function errorExamples(version: Version): RuleExamples {
  const error = (members: JsonObject): JsonObject => ({
    error: { code: -32602, message: 'There is no such tool.', ...members },
  })
  const page = { mode: 'url', elicitationId: 'e-1', url: 'https://auth.example/start', message: 'Please sign in.' }
  const needy: JsonObject =
    version === current
      ? { code: -32022, data: { supported: ['2026-07-28'], requested: '2024-11-05' } }
      : { code: -32042, data: { elicitations: [page] } }
  const { data: _, ...without } = needy
  return {
    'mcp/error': pair(error({}), { error: { message: 'There is no such tool.' } }),
    'mcp/error-code': pair(error({}), error({ code: -32500 })),
    'mcp/error-data': pair(error(needy), error(without)),
  }
}

function taskExamples(version: Version): RuleExamples {
  const modern = version === current
  const handle = (members: JsonObject): JsonObject =>
    modern ? { resultType: 'task', ...task, ttlMs: null, ...members } : { task: { ...task, ttl: null, ...members } }
  const details = { resultType: 'complete', ...task, ttlMs: null, status: 'completed' }
  return {
    'mcp/task': pair(handle({}), handle({ createdAt: null })),
    'mcp/task-status': pair(handle({}), handle({ status: 'canceled' })),
    'mcp/task-outcome': pair({ ...details, result: { content: [words] } }, details),
  }
}

function inputExamples(): RuleExamples {
  const asking = (request: Json): JsonObject => ({ resultType: 'input_required', inputRequests: { metric: request } })
  const questionWith = (params: JsonObject): JsonObject => asking({ ...question, params })
  const nested = { type: 'object', properties: { address: { type: 'object', properties: {} } } }
  return {
    'mcp/result-type': pair({ resultType: 'complete', content: [words] }, { content: [words] }),
    'mcp/known-result-type': pair(
      { resultType: 'complete', content: [words] },
      { resultType: 'later', content: [words] },
    ),
    'mcp/input-required': pair(asking(question), { resultType: 'input_required' }),
    'mcp/input-request': pair(asking(question), asking({ method: 'tools/call', params: {} })),
    'mcp/elicitation': pair(asking(question), questionWith({ mode: 'form', message: 'Which metric?' })),
    'mcp/flat-form': pair(asking(question), questionWith({ ...question.params, requestedSchema: nested })),
  }
}

/** The examples of one revision. */
export function examplesOf(version: Version): RuleExamples {
  const typed: JsonObject = version === current ? { resultType: 'complete' } : {}
  const all: RuleExamples = {
    ...resultExamples(typed),
    ...errorExamples(version),
    ...taskExamples(version),
    ...inputExamples(),
  }
  const known = new Set(rulesOf(version).map(({ id }) => id))
  return Object.fromEntries(Object.entries(all).filter(([id]) => known.has(id)))
}
