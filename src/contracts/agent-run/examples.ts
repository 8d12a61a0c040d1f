/** A good and a bad message for every rule of the Agent HTTP contract, for `replywire explain`. */
import type { ExampleMessage, RuleExample, RuleExamples } from '../../codec/contract.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import { httpWire } from '../../wire/http.ts'
import { endpoints } from './endpoints.ts'

const json = { 'content-type': 'application/json' }

/** Members to replace; undefined removes one. */
type Change = Record<string, Json | undefined>

function changed(base: JsonObject, change: Change): JsonObject {
  const members = Object.entries({ ...base, ...change }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(members) as JsonObject
}

const success: JsonObject = { status: 'ok', request_id: 'req-7', outputs: { papers: ['pmid-1'] } }
const failure: JsonObject = {
  status: 'error',
  request_id: 'req-7',
  outputs: {},
  error: { code: 'TASK_FAILED', message: 'The retrieval backend did not answer.' },
}

function response(body: Json, head: { status?: number; headers?: Record<string, string> } = {}): ExampleMessage {
  return { wire: httpWire({ status: 200, headers: json, body, ...head }) }
}

const answered = (change: Change): RuleExample => ({ good: response(success), bad: response(changed(success, change)) })
const failedWith = (change: Change): RuleExample => ({
  good: response(failure),
  bad: response(changed(failure, change)),
})
const erred = (change: Change): RuleExample => failedWith({ error: changed(failure.error as JsonObject, change) })
const grounded = (good: JsonObject, bad: JsonObject): RuleExample => ({
  good: response({ ...success, grounding: good }),
  bad: response({ ...success, grounding: bad }),
})

function health(body: Json): ExampleMessage {
  return { wire: httpWire({ status: 200, headers: json, body }), message: 'health' }
}

const call: JsonObject = { request_id: 'req-7', task_type: 'LIT_RETRIEVAL', inputs: { query: 'sepsis bundles' } }

interface RequestHead {
  method?: string
  target?: string
  headers?: Record<string, string>
}

function request(body: Json, head: RequestHead = {}): ExampleMessage {
  const wire = httpWire({ method: 'POST', target: endpoints.sync, headers: json, body, ...head })
  return { wire, message: 'request' }
}

const requestExample = (change: Change): RuleExample => ({ good: request(call), bad: request(changed(call, change)) })

const started: JsonObject = { type: 'started', request_id: 'req-7', task_type: 'LIT_RETRIEVAL' }
const progress: JsonObject = { type: 'progress', request_id: 'req-7', progress: 50, step: 'searching' }
const final: JsonObject = {
  type: 'final',
  request_id: 'req-7',
  task_type: 'LIT_RETRIEVAL',
  status: 'ok',
  success: true,
  outputs: { papers: ['pmid-1'] },
  duration_ms: 412,
}

function event(name: string, data: Json): string {
  return `event: ${name}\ndata: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
}

const opening = event('started', started)
const closing = event('final', final)

function stream(...events: string[]): ExampleMessage {
  const body = Body.ofText(events.join(''))
  return { wire: httpWire({ status: 200, headers: { 'content-type': 'text/event-stream' }, body }), message: 'stream' }
}

const streamed = (...bad: string[]): RuleExample => ({
  good: stream(opening, event('progress', progress), closing),
  bad: stream(...bad),
})

export const examples: RuleExamples = {
  'agent-run/envelope': { good: response(success), bad: response([success]) },
  'agent-run/detail-body': {
    good: response(failure, { status: 422 }),
    bad: response({ detail: [{ loc: ['body', 'request_id'], msg: 'Field required' }] }, { status: 422 }),
  },
  'agent-run/status': answered({ status: 'completed' }),
  'agent-run/request-id': answered({ request_id: '' }),
  'agent-run/outputs': answered({ outputs: ['pmid-1'] }),
  'agent-run/artifacts': answered({ artifacts: [{ id: 'a-1' }] }),
  'agent-run/provenance': answered({ provenance: 'agent-lit-retrieval' }),
  'agent-run/usage': answered({ usage: 412 }),
  'agent-run/grounding': answered({ grounding: 'pmid-1' }),
  'agent-run/sources': grounded({ sources: [{ id: 'pmid-1' }] }, { sources: ['pmid-1'] }),
  'agent-run/citations': grounded({ citations: ['pmid-1'] }, { citations: [{ id: 'pmid-1' }] }),
  'agent-run/span-refs': grounded({ span_refs: [{ source: 'pmid-1', start: 0 }] }, { span_refs: ['pmid-1:0'] }),
  'agent-run/error': failedWith({ error: 500 }),
  'agent-run/error-missing': failedWith({ error: undefined }),
  'agent-run/error-on-success': answered({ error: { code: 'TASK_FAILED', message: 'It broke.' } }),
  'agent-run/error-code': erred({ code: undefined }),
  'agent-run/error-code-empty': erred({ code: '' }),
  'agent-run/error-message': erred({ message: undefined }),
  'agent-run/phi': erred({ message: 'No encounter for MRN: 4471123.' }),
  'agent-run/stack-trace': erred({
    message: 'Traceback (most recent call last):\n  File "/srv/agent.py", line 12, in run\nKeyError: 7',
  }),
  'agent-run/error-details': erred({ details: 'timeout' }),
  'agent-run/null-member': answered({ grounding: null }),
  'agent-run/indicator': answered({ ok: false }),
  'agent-run/http-status': { good: response(success), bad: response(success, { status: 202 }) },
  'agent-run/content-type': {
    good: response(success),
    bad: response(success, { headers: { 'content-type': 'text/plain' } }),
  },
  'agent-run/request-id-header': {
    good: response(success, { headers: { ...json, 'x-request-id': 'req-7' } }),
    bad: response(success, { headers: { ...json, 'x-request-id': 'req-8' } }),
  },
  'agent-run/ok-envelope': answered({ status: undefined, ok: true }),
  'agent-run/degraded': answered({ status: 'degraded' }),
  'agent-run/data-outputs': answered({ outputs: undefined, data: { papers: [] } }),
  'agent-run/error-text': failedWith({ status: undefined, ok: false, error: 'It broke.' }),
  'agent-run/health-status': { good: health({ status: 'ok' }), bad: health({ healthy: true }) },
  'agent-run/health-detail': { good: health({ status: 'ready' }), bad: health({ detail: { status: 'not_ready' } }) },

  'agent-run/request-body': { good: request(call), bad: request([call]) },
  'agent-run/endpoint': { good: request(call), bad: request(call, { target: '/agents/lit/invoke' }) },
  'agent-run/task-type': requestExample({ task_type: undefined }),
  'agent-run/task-type-empty': requestExample({ task_type: '' }),
  'agent-run/optional-ids': requestExample({ workflow_id: 7 }),
  'agent-run/labels': requestExample({ mode: null }),
  'agent-run/inputs': requestExample({ inputs: 'sepsis bundles' }),
  'agent-run/budgets': requestExample({ budgets: 1000 }),
  'agent-run/budget-limits': requestExample({ budgets: { timeout_ms: '30s' } }),
  'agent-run/max-time': requestExample({ budgets: { max_time_ms: 300_000 } }),
  'agent-run/accept': {
    good: request(call, { target: endpoints.stream, headers: { ...json, accept: 'text/event-stream' } }),
    bad: request(call, { target: endpoints.stream, headers: { ...json, accept: 'application/json' } }),
  },

  'agent-run/stream-content-type': {
    good: stream(opening, closing),
    bad: {
      wire: httpWire({ status: 200, headers: json, body: Body.ofText(opening + closing) }),
      message: 'stream',
    },
  },
  'agent-run/no-terminal': streamed(opening),
  'agent-run/one-terminal': streamed(opening, closing, event('complete', { type: 'complete' })),
  'agent-run/after-terminal': streamed(opening, closing, event('progress', progress)),
  'agent-run/unterminated': streamed(opening, closing.trimEnd()),
  'agent-run/terminal-name': streamed(opening, event('done', { ...final, type: 'done' })),
  'agent-run/terminal-task-type': streamed(opening, event('final', changed(final, { task_type: undefined }))),
  'agent-run/status-event': streamed(opening, event('status', { step: 'searching', progress: 10 }), closing),
  'agent-run/error-event': streamed(opening, event('error', { message: 'The synthesis failed.' })),
  'agent-run/event-data': streamed(opening, event('progress', "{'progress': 50}"), closing),
  'agent-run/event-name': streamed(opening, `data: ${JSON.stringify(final)}\n\n`),
  'agent-run/event-type': streamed(opening, event('final', { ...final, type: 'complete' })),
  'agent-run/stream-request-id': streamed(opening, event('final', { ...final, request_id: 'req-8' })),
  'agent-run/started-first': streamed(closing),
  'agent-run/progress-range': streamed(opening, event('progress', { ...progress, progress: 150 }), closing),
}
