/** A good and a bad answer for every rule, for `replywire explain`. */
import type { ExampleMessage, RuleExample, RuleExamples } from '../../codec/contract.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import { httpWire } from '../../wire/http.ts'
import { mcpWire } from '../../wire/mcp.ts'
import { legacyExamples } from './legacy/examples.ts'
import { documentationOf } from './status.ts'

const request_id = '01KQ3XQ77RR7J8XWZ8C0YR2JN2'
const row = { unified_id: 'UNI-0001', primary_name: 'IT導入補助金', amount_max_yen: 1_000_000 }
const meta = { request_id, api_version: 'v2', latency_ms: 42, billable_units: 1 }
const source = {
  source_url: 'https://www.meti.go.jp/',
  license: 'pdl_v1.0',
  field_paths: ['/results/0/amount_max_yen'],
}

const sparse: JsonObject = {
  status: 'sparse',
  query_echo: { normalized_input: { q: 'IT導入' }, applied_filters: { limit: 20 }, unparsed_terms: [] },
  results: [row],
  citations: [source],
  warnings: [],
  suggested_actions: [{ tool: 'get_program', args: { unified_id: 'UNI-0001' } }],
  meta,
}
const empty: JsonObject = {
  ...sparse,
  status: 'empty',
  results: [],
  citations: [],
  empty_reason: 'no_match',
  retry_with: { broaden: true },
}
const notFound: JsonObject = {
  code: 'NOT_FOUND',
  user_message: 'お探しのものは見つかりませんでした。',
  developer_message: "program not found for id='UNI-9999'",
  retryable: false,
  documentation: documentationOf('NOT_FOUND'),
}
const limited: JsonObject = {
  code: 'RATE_LIMITED',
  user_message: 'リクエストが多すぎます。',
  retryable: true,
  retry_after: 60,
  documentation: documentationOf('RATE_LIMITED'),
}
const invalid: JsonObject = {
  code: 'VALIDATION_ERROR',
  user_message: '入力に誤りがあります。',
  developer_message: "field='tier': must be one of S, A, B, C",
  retryable: false,
  documentation: documentationOf('VALIDATION_ERROR'),
}

type Change = Readonly<Record<string, Json | undefined>>

/** A copy with other members; undefined removes one. */
function changed(node: JsonObject, change: Change): JsonObject {
  return Object.fromEntries(
    Object.entries({ ...node, ...change }).filter((member): member is [string, Json] => member[1] !== undefined),
  )
}

type Head = Readonly<Record<string, string | undefined>>

function answer(status: number, body: Json, head: Head = {}): ExampleMessage {
  const headers = {
    'content-type': 'application/json',
    'x-envelope-version': 'v2',
    vary: 'Accept, X-Envelope-Version',
    ...head,
  }
  return { wire: httpWire({ status, headers, body: Body.ofJson(body) }) }
}

const ok = (change: Change = {}, base: JsonObject = sparse, head: Head = {}): ExampleMessage =>
  answer(200, changed(base, change), head)

function failure(status: number, error: JsonObject, change: Change = {}, head: Head = {}, more: Change = {}) {
  const body = {
    ...sparse,
    status: 'error',
    results: [],
    citations: [],
    suggested_actions: [],
    meta: { ...meta, billable_units: 0 },
    error: changed(error, change),
  }
  return answer(status, changed(body, more), head)
}

const missing = (change: Change = {}, more: Change = {}): ExampleMessage => failure(404, notFound, change, {}, more)
const wait = { 'retry-after': '60' }

const result = { structuredContent: sparse, content: [{ type: 'text', text: 'sparse · 1 result' }] }

function tool(change: Change = {}): ExampleMessage {
  return { wire: mcpWire(changed(result, change)) }
}

const pair = (bad: ExampleMessage, good: ExampleMessage = ok()): RuleExample => ({ good, bad })

const { citations: _, ...uncited } = sparse

export const examples: RuleExamples = {
  ...legacyExamples,
  'jpcite/envelope': pair(ok({ empty_reason: 'no_match' })),
  'jpcite/legacy-shape': pair(answer(200, { total: 1, limit: 20, offset: 0, results: [row] })),
  'jpcite/status': pair(ok({ status: 'ok' })),
  'jpcite/rows': pair(ok({ results: [], citations: [] })),
  'jpcite/rich-rows': pair(ok({ status: 'rich' }), ok({ status: 'rich', results: [row, row, row, row, row] })),
  'jpcite/empty-reason': pair(ok({ empty_reason: 'nothing' }, empty), ok({}, empty)),
  'jpcite/empty-retry': pair(ok({ retry_with: undefined }, empty), ok({}, empty)),
  'jpcite/retry-with': pair(ok({ retry_with: 'broaden' }), ok({ retry_with: { broaden: true } })),
  'jpcite/partial-warnings': pair(
    ok({ status: 'partial' }),
    ok({ status: 'partial', warnings: ['one of three sources did not answer'] }),
  ),
  'jpcite/warnings': pair(ok({ warnings: [{ message: 'slow' }] }), ok({ warnings: ['slow'] })),
  'jpcite/query-echo': pair(ok({ query_echo: { q: 'IT導入' } })),
  'jpcite/citation': pair(answer(200, uncited)),
  'jpcite/citation-vocabulary': pair(ok({ citations: [{ ...source, license: 'MIT' }] })),
  'jpcite/field-paths': pair(ok({ citations: [{ ...source, field_paths: ['/results/7/name'] }] })),
  'jpcite/action': pair(ok({ suggested_actions: [{ args: {}, reason: 'more' }] })),
  'jpcite/action-args': pair(ok({ suggested_actions: [{ endpoint: '/v1/programs/{unified_id}' }] })),
  'jpcite/meta': pair(ok({ meta: { ...meta, latency_ms: -1 } })),
  'jpcite/request-id': pair(ok({ meta: { ...meta, request_id: '' } })),
  'jpcite/request-id-placeholder': pair(ok({ meta: { ...meta, request_id: 'unknown' } })),
  'jpcite/request-id-header': pair(
    ok({}, sparse, { 'x-request-id': 'another' }),
    ok({}, sparse, { 'x-request-id': request_id }),
  ),
  'jpcite/api-version': pair(ok({ meta: { ...meta, api_version: '1.1' } })),
  'jpcite/billing-on-error': pair(missing({}, { meta }), missing()),
  'jpcite/client-tag': pair(
    ok({ meta: { ...meta, client_tag: 'a\nb' } }),
    ok({ meta: { ...meta, client_tag: '顧問先-001' } }),
  ),
  'jpcite/no-null': pair(ok({ error: null })),
  'jpcite/error': pair(missing({ user_message: undefined }), missing()),
  'jpcite/error-code': pair(missing({ code: 'route_not_found' }), missing()),
  'jpcite/retryable': pair(missing({ retryable: true }), missing()),
  'jpcite/retry-after': pair(failure(429, limited, { retry_after: undefined }, wait), failure(429, limited, {}, wait)),
  'jpcite/retry-after-header': pair(failure(429, limited), failure(429, limited, {}, wait)),
  'jpcite/documentation': pair(missing({ documentation: 'https://jpcite.com/docs/' }), missing()),
  'jpcite/user-message-length': pair(missing({ user_message: '長'.repeat(201) }), missing()),
  'jpcite/developer-message': pair(failure(422, invalid, { developer_message: undefined }), failure(422, invalid)),
  'jpcite/stack-trace': pair(missing({ user_message: 'Error: boom\n    at run (/srv/agent.js:10:5)' }), missing()),
  'jpcite/http-status': pair(failure(200, notFound), missing()),
  'jpcite/typical-status': pair(failure(410, notFound), missing()),
  'jpcite/envelope-version': pair(ok({}, sparse, { 'x-envelope-version': undefined })),
  'jpcite/vary': pair(ok({}, sparse, { vary: 'Accept' })),
  'jpcite/content-type': pair(ok({}, sparse, { 'content-type': 'text/plain' })),
  'jpcite/rpc-envelope': pair({ wire: mcpWire({ jsonrpc: '2.0', id: 1, result }) }, tool()),
  'jpcite/tool-result': pair(tool({ content: undefined }), tool()),
  'jpcite/structured-content': pair(tool({ structuredContent: undefined }), tool()),
  'jpcite/is-error': pair(tool({ isError: true }), tool()),
  'jpcite/text-line': pair(tool({ content: [{ type: 'text', text: 'rich · 23 results' }] }), tool()),
  'jpcite/bare-error': pair(
    tool({
      structuredContent: { error: notFound },
      content: [{ type: 'text', text: notFound.user_message as string }],
      isError: true,
    }),
    tool(),
  ),
}
