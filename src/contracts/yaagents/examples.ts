/** A good and a bad answer for every rule of the profile, for `replywire explain`. */
import type { ExampleMessage, RuleExample, RuleExamples } from '../../codec/contract.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import { httpWire } from '../../wire/http.ts'
import { current, type ResponseType, rowOf, vendorPrefix } from './status.ts'

const trace = { correlationId: 'corr-123', requestId: 'req-456' }
const input = {
  name: 'successMetric',
  location: 'body',
  type: 'string',
  required: true,
  question: 'Which success metric should be optimized?',
}

/** A body of each type that nothing is wrong with. */
const bodies: Readonly<Record<ResponseType, JsonObject>> = {
  success: { id: 'campaign-1', trace },
  created: { id: 'campaign-1', trace },
  accepted: {
    type: 'operation_accepted',
    code: 'OPERATION_ACCEPTED',
    message: 'The operation was accepted.',
    operationId: 'op-7',
    statusUrl: '/operations/op-7/status',
    trace,
  },
  clarification_required: {
    type: 'clarification_required',
    code: 'CLARIFICATION_REQUIRED',
    message: 'Additional information is required.',
    requiredInputs: [input],
    trace,
  },
  validation_failed: {
    type: 'validation_failed',
    code: 'VALIDATION_FAILED',
    message: 'The request is not valid.',
    errors: [{ field: 'budget', message: 'Must be greater than zero.' }],
    trace,
  },
  approval_required: {
    type: 'approval_required',
    code: 'APPROVAL_REQUIRED',
    message: 'Spending 25000 needs an approval.',
    approvalToken: 'apr_9vQ2Lw7xT0aB',
    trace,
  },
  forbidden: { type: 'forbidden', code: 'MISSING_ROLE', message: 'You may not do this.', trace },
  conflict: { type: 'conflict', code: 'ALREADY_RUNNING', message: 'An optimization is running.', trace },
  failed_dependency: { type: 'failed_dependency', code: 'MODEL_DOWN', message: 'The model is down.', trace },
  error: { type: 'error', code: 'BROKEN', message: 'It broke.', trace },
}

interface Change {
  /** Members to replace; undefined removes one. */
  body?: Record<string, Json | undefined>
  status?: number
  headers?: Record<string, string | undefined>
}

function answer(type: ResponseType, { body = {}, status, headers = {} }: Change = {}): ExampleMessage {
  const row = rowOf(type)
  const members = Object.entries({ ...bodies[type], ...body }).filter(([, value]) => value !== undefined)
  return {
    wire: httpWire({
      status: status ?? row.status,
      headers: { 'content-type': row.mediaType, 'x-yaagents-profile': `v${current}`, ...headers },
      body: Object.fromEntries(members) as JsonObject,
    }),
  }
}

const headers = {
  'X-YAAgents-Profile': { schema: { type: 'string', const: `v${current}` } },
  'X-Correlation-ID': { schema: { type: 'string' } },
  'X-Request-ID': { schema: { type: 'string' } },
}
const extension = { resource: 'optimization', operationKind: 'recommendation', deterministic: false, mutating: false }
const conflictResponse = { description: 'It is taken.', headers, content: { [rowOf('conflict').mediaType]: {} } }

/** An OpenAPI document of one operation, with changes to it. */
function openapi(operation: JsonObject, path = '/campaigns/{campaignId}/optimizations'): ExampleMessage {
  const whole = { 'x-yaagents': extension, responses: { '409': conflictResponse }, ...operation }
  const document = { openapi: '3.1.0', info: { title: 'Campaigns', version: '1' }, paths: { [path]: { post: whole } } }
  return { wire: httpWire({ isHeadPartial: true, body: document }), message: 'openapi' }
}

/** A document that is good, and the same with a change. */
function openapiPair(change: JsonObject, path?: string): RuleExample {
  return { good: openapi({}), bad: openapi(change, path) }
}

/** A stream of a service with its own events. */
function stream(headers: Record<string, string>): ExampleMessage {
  const head = { 'content-type': 'text/event-stream', 'x-yaagents-profile': `v${current}`, ...headers }
  const body = Body.ofText('data: Hello\n\ndata: [DONE]\n\n')
  return { wire: httpWire({ status: 200, headers: head, body }), message: 'stream' }
}

/** The good answer of a type, and the same with one thing wrong. */
function pair(type: ResponseType, bad: Change, good: Change = {}): RuleExample {
  return { good: answer(type, good), bad: answer(type, { ...good, ...bad }) }
}

const limited = { status: 429, body: { code: 'LIMIT_EXCEEDED', retryAfter: 60 } }

export const examples: RuleExamples = {
  'yaagents/table': pair('clarification_required', { status: 422 }),
  'yaagents/media-type': pair('approval_required', { headers: { 'content-type': `${vendorPrefix}approval+json` } }),
  'yaagents/body-type': pair('accepted', { body: { type: 'accepted' } }),
  'yaagents/profile-header': pair('success', { headers: { 'x-yaagents-profile': undefined } }),
  'yaagents/trace': pair('error', { body: { trace: { correlationId: '', requestId: 'req-456' } } }),
  'yaagents/trace-recommended': pair('success', { body: { trace: undefined } }),
  'yaagents/trace-headers': pair('error', { headers: { 'x-request-id': 'req-999' } }),
  'yaagents/operation': pair('accepted', { body: { statusUrl: undefined } }),
  'yaagents/operation-code': pair('accepted', { body: { code: undefined } }),
  'yaagents/clarification': pair('clarification_required', { body: { code: 'NEED_MORE' } }),
  'yaagents/required-inputs': pair('clarification_required', { body: { requiredInputs: [] } }),
  'yaagents/allowed-values': pair('clarification_required', {
    body: { requiredInputs: [{ ...input, allowedValues: [1, 2] }] },
  }),
  'yaagents/closed-clarification': pair('clarification_required', { body: { hint: 'ctr' } }),
  'yaagents/closed': pair('approval_required', { body: { expiresAt: '2026-12-01T00:00:00Z' } }),
  'yaagents/validation': pair('validation_failed', { body: { code: 'BAD_REQUEST' } }),
  'yaagents/validation-errors': pair('validation_failed', { body: { errors: ['budget'] } }),
  'yaagents/approval': pair('approval_required', { body: { approvalToken: '' } }),
  'yaagents/conflict': pair('conflict', { body: { code: undefined } }),
  'yaagents/error': pair('error', { body: { message: undefined } }),
  'yaagents/stack-trace': pair('error', { body: { message: 'Error: boom\n    at run (/srv/agent.js:10:5)' } }),
  'yaagents/retry-after-type': pair('error', { body: { code: 'LIMIT_EXCEEDED', retryAfter: '60' } }, limited),
  'yaagents/retry-after': pair('error', { body: { code: 'LIMIT_EXCEEDED' } }, limited),
  'yaagents/openapi-document': {
    good: openapi({}),
    bad: { wire: httpWire({ isHeadPartial: true, body: { swagger: '2.0', paths: {} } }), message: 'openapi' },
  },
  'yaagents/openapi-extension': openapiPair({ 'x-yaagents': { resource: 'optimization', operationKind: 'magic' } }),
  'yaagents/openapi-responses': openapiPair({
    responses: { '409': { ...conflictResponse, content: { 'text/html': {} } } },
  }),
  'yaagents/openapi-headers': openapiPair({ responses: { '409': { ...conflictResponse, headers: {} } } }),
  'yaagents/openapi-reference': openapiPair({ responses: { '409': { $ref: '#/components/responses/Conflict' } } }),
  'yaagents/openapi-outside': openapiPair({ responses: { '409': { $ref: 'https://example.org/conflict.yaml' } } }),
  'yaagents/openapi-operations': {
    good: openapi({}),
    bad: { wire: httpWire({ isHeadPartial: true, body: { openapi: '3.1.0', paths: {} } }), message: 'openapi' },
  },
  'yaagents/openapi-resource': openapiPair({}, '/agents/{name}/invoke'),
  'yaagents/stream-cache': {
    good: stream({ 'cache-control': 'no-cache' }),
    bad: stream({ 'cache-control': 'max-age=60' }),
  },
  'yaagents/limit-exceeded': pair('error', { status: 503 }, limited),
  'yaagents/execution-timeout': pair('error', { status: 503 }, { body: { code: 'EXECUTION_TIMEOUT' } }),
}
