/** A good and a bad message for every rule of AdCP 3.1, for `replywire explain`. */
import type { ExampleMessage, RuleExamples } from '../../codec/contract.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { a2aWire } from '../../wire/a2a.ts'
import { httpWire } from '../../wire/http.ts'
import { mcpWire } from '../../wire/mcp.ts'
import { requestExamples } from './examples-request.ts'

const http = (body: Json, status = 200, headers: Record<string, string> = {}): ExampleMessage => ({
  wire: httpWire({ status, headers: { 'content-type': 'application/json', ...headers }, body }),
})

const toolResult = (root: JsonObject): JsonObject => ({
  content: [{ type: 'text', text: JSON.stringify(root) }],
  structuredContent: root,
})

const mcp = (root: JsonObject, more: JsonObject = {}): ExampleMessage => ({
  wire: mcpWire({ ...toolResult(root), ...more }),
})

const a2a = (state: string, parts: Json[], more: JsonObject = {}): ExampleMessage => ({
  wire: a2aWire({
    id: 'task_789',
    contextId: 'ctx_abc123',
    status: { state },
    artifacts: [{ artifactId: 'result', parts }],
    ...more,
  }),
})

const done: JsonObject = { status: 'completed', context_id: 'ctx_abc123', products: [{ product_id: 'ctv_1' }] }
const good = http(done)
const answer = (members: JsonObject): { good: ExampleMessage; bad: ExampleMessage } => ({
  good,
  bad: http({ ...done, ...members }),
})

const error: JsonObject = { code: 'VALIDATION_ERROR', message: 'The budget is negative.', recovery: 'correctable' }
const failure = (code: JsonObject): JsonObject => ({
  status: 'failed',
  adcp_error: code,
  errors: [{ ...code, severity: 'error' }],
})
const failed = (changed: JsonObject, better: JsonObject = {}): { good: ExampleMessage; bad: ExampleMessage } => ({
  good: http(failure({ ...error, ...better }), 400),
  bad: http(failure({ ...error, ...changed }), 400),
})
const issue = { pointer: '/budget', message: 'Must be 0 or more.', keyword: 'minimum' }
const push = { url: 'https://buyer.example/hook' }
const submitted = { status: 'submitted', task_id: 'task_789' }
const body = { products: [] }
const task = a2a('completed', [{ data: body }])
const inFlight = { code: 'IDEMPOTENCY_IN_FLIGHT', recovery: 'transient' }
const denied = { code: 'PERMISSION_DENIED', message: 'Not yours.', recovery: 'correctable' }
const { recovery: _, ...silent } = error

export const examples: RuleExamples = {
  'adcp/root': { good, bad: http([done]) },
  'adcp/status': answer({ status: 'done' }),
  'adcp/status-collision': {
    good: http({ status: 'completed', media_buy_id: 'mb_1', media_buy_status: 'active' }),
    bad: http({ status: 'active', media_buy_id: 'mb_1' }),
  },
  'adcp/legacy-status': answer({ task_status: 'completed' }),
  'adcp/envelope': answer({ replayed: 'true' }),
  'adcp/timestamp': answer({ timestamp: '14 October 2025' }),
  'adcp/context': answer({ context: 'session-7' }),
  'adcp/governance-context': answer({ governance_context: '' }),
  'adcp/push-config': answer({ push_notification_config: { operation_id: 'op_1' } }),
  'adcp/push-authentication': answer({
    push_notification_config: { ...push, authentication: { schemes: ['Bearer'], credentials: 'short' } },
  }),
  'adcp/version': answer({ adcp_version: '3.1.0' }),
  'adcp/served-version': answer({ adcp_version: '3.1', adcp_major_version: 2 }),
  'adcp/task-id': { good: http(submitted, 202), bad: http({ status: 'submitted' }, 202) },
  'adcp/progress': {
    good: http({ status: 'working', percentage: 40 }, 202),
    bad: http({ status: 'working', percentage: 140 }, 202),
  },
  'adcp/nested-payload': { good, bad: http({ status: 'completed', payload: body }) },
  'adcp/error': failed({ code: '' }),
  'adcp/error-member': failed({ details: 'too low' }, { details: { rejected_value: -5 } }),
  'adcp/error-code': failed({ code: 'out-of-season' }, { code: 'X_ACME_OUT_OF_SEASON' }),
  'adcp/recovery': { good: http(failure(error), 400), bad: http(failure(silent), 400) },
  'adcp/recovery-value': failed({ recovery: 'retry' }, { recovery: 'transient' }),
  'adcp/retry-after': failed({ retry_after: 7200 }, { retry_after: 3600 }),
  'adcp/issues': failed({ field: 'budget', issues: [{ pointer: '/budget', message: 'Negative.' }] }),
  'adcp/issue-pointer': failed(
    { field: 'budget', issues: [{ ...issue, pointer: 'budget' }] },
    { field: 'budget', issues: [issue] },
  ),
  'adcp/issue-field': failed({ field: '/budget', issues: [issue] }, { field: 'budget', issues: [issue] }),
  'adcp/error-sdk': failed({ source: 'sdk' }, { source: 'sdk', sdk_id: 'pkg@1.0.0' }),
  'adcp/error-size': failed({ details: { dump: 'x'.repeat(5000) } }),
  'adcp/no-error-on-success': answer({ adcp_error: error }),
  'adcp/two-layers': { good: http(failure(error), 400), bad: http({ status: 'failed', adcp_error: error }, 400) },
  'adcp/both-layers': { good: http(failure(denied), 403), bad: http({ status: 'failed', adcp_error: denied }, 403) },
  'adcp/advisory-code': {
    good: http({
      ...done,
      errors: [{ code: 'STALE_RESPONSE', message: 'From the cache.', severity: 'warning', recovery: 'transient' }],
    }),
    bad: http(failure({ code: 'STALE_RESPONSE', message: 'From the cache.', recovery: 'transient' }), 400),
  },
  'adcp/quiet-code': failed({ code: 'IDEMPOTENCY_CONFLICT', field: 'budget' }, { code: 'IDEMPOTENCY_CONFLICT' }),
  'adcp/error-details': failed(
    { code: 'VERSION_UNSUPPORTED', details: { supported_versions: '3.1' } },
    { code: 'VERSION_UNSUPPORTED', details: { supported_versions: ['3.1'] } },
  ),
  'adcp/stack-trace': failed({ message: 'Error: boom\n    at run (/srv/agent.js:10:5)' }),
  'adcp/in-flight-retry': failed(
    { ...inFlight, details: { retry_after: 5 } },
    { ...inFlight, retry_after: 5, details: { retry_after: 5 } },
  ),
  'adcp/warning-severity': {
    good: http({ ...done, errors: [{ ...error, severity: 'warning' }] }),
    bad: http({ ...done, errors: [error] }),
  },
  'adcp/ext-replywire': {
    good: http({ ...done, ext: { replywire: { partial: true } } }),
    bad: http({ ...done, ext: { replywire: { partial: 'yes' } } }),
  },
  'adcp/transport-marker': { good: mcp(failure(error), { isError: true }), bad: mcp(failure(error)) },
  'adcp/http-class': {
    good: http(failure({ code: 'CONFIGURATION_ERROR', message: 'Not set up.', recovery: 'terminal' }), 500),
    bad: http(failure({ code: 'CONFIGURATION_ERROR', message: 'Not set up.', recovery: 'terminal' }), 400),
  },
  'adcp/header-agreement': {
    good: http(done, 200, { 'x-adcp-status': 'completed' }),
    bad: http(done, 200, { 'x-adcp-status': 'working' }),
  },
  'adcp/header-mirror': {
    good: http(done, 200, { 'x-adcp-context-id': 'ctx_abc123' }),
    bad: http({ status: 'completed' }, 200, { 'x-adcp-context-id': 'ctx_abc123' }),
  },
  'adcp/mcp-nested-payload': { good: mcp(done), bad: mcp({ status: 'completed', payload: body }) },
  'adcp/mcp-data': {
    good: mcp(done),
    bad: { wire: mcpWire({ content: [{ type: 'text', text: 'Found 3 products.' }] }) },
  },
  'adcp/mcp-text-only': {
    good: mcp(done),
    bad: { wire: mcpWire({ content: [{ type: 'text', text: JSON.stringify(done) }] }) },
  },
  'adcp/mcp-envelope': {
    good: mcp(done),
    bad: { wire: mcpWire({ jsonrpc: '2.0', id: 1, result: toolResult(done) }) },
  },
  'adcp/mcp-bare': { good: mcp(done), bad: { wire: mcpWire(done) } },
  'adcp/mcp-mirror': { good: mcp(done), bad: { wire: mcpWire({ content: [], structuredContent: done }) } },
  'adcp/rpc-error': {
    good: {
      wire: mcpWire({
        error: {
          code: -32029,
          message: 'Rate limited',
          data: { adcp_error: { code: 'RATE_LIMITED', message: 'Too many.', recovery: 'transient' } },
        },
      }),
    },
    bad: { wire: mcpWire({ error: { code: -32000, message: 'Server error' } }) },
  },
  'adcp/a2a-frame': { good: task, bad: { wire: a2aWire({ task: { task: { id: 'task_789' } } }) } },
  'adcp/a2a-envelope': {
    good: task,
    bad: {
      wire: a2aWire({
        jsonrpc: '2.0',
        id: 1,
        result: { task: { id: 'task_789', contextId: 'ctx_1', status: { state: 'TASK_STATE_WORKING' } } },
      }),
    },
  },
  'adcp/a2a-state': { good: task, bad: a2a('finished', [{ data: body }]) },
  'adcp/a2a-wrapper': { good: task, bad: a2a('completed', [{ data: { response: body } }]) },
  'adcp/a2a-data': { good: task, bad: a2a('completed', [{ text: 'Found 3 products.' }]) },
  'adcp/a2a-one-artifact': {
    good: task,
    bad: a2a('completed', [], {
      artifacts: [
        { artifactId: 'a', parts: [{ data: body }] },
        { artifactId: 'b', parts: [{ text: 'A log.' }] },
      ],
    }),
  },
  'adcp/a2a-one-part': {
    good: a2a('failed', [{ data: { adcp_error: error, errors: [{ ...error, severity: 'error' }] } }]),
    bad: a2a('failed', [{ data: { adcp_error: error } }, { data: { errors: [{ ...error, severity: 'error' }] } }]),
  },
  'adcp/a2a-interim': {
    good: {
      wire: a2aWire({ id: 't', contextId: 'c', status: { state: 'working', message: { parts: [{ data: {} }] } } }),
    },
    bad: a2a('working', [{ data: {} }]),
  },
  'adcp/a2a-task-id': {
    good: a2a('completed', [{ data: { task_id: 'task_789' } }]),
    bad: a2a('completed', [{ data: { task_id: 'task_1' } }]),
  },
  'adcp/a2a-status': {
    good: a2a('completed', [{ data: { status: 'completed' } }]),
    bad: a2a('completed', [{ data: { status: 'failed', products: [] } }]),
  },
  ...requestExamples,
}
