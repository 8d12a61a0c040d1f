/** The checker is checked: a good agent passes, and each fault is found by exactly its rule. */
import { describe, expect, test } from 'vitest'
import { agentRunCases, startAgentRun } from './agent-run-service.ts'
import { brokenRules, checkService, errorsIn, type Fault, type Got, type Reply } from './kit.ts'

const check = (url: string) => checkService(url, 'agent-run', { cases: agentRunCases })

test('a good agent passes every check', async () => {
  const report = await check(await startAgentRun())
  expect(report.checks.flatMap(({ findings }) => findings)).toEqual([])
  expect(errorsIn(report)).toEqual([])
  const notProbed = report.checks.filter(({ status }) => status === 'not-probed').map(({ id }) => id)
  expect(notProbed).toEqual(['service/head'])
})

type Body = Record<string, unknown>

/** Changes the envelope of the synchronous run. */
const sync =
  (change: (body: Body, request: Got) => object): Fault =>
  (reply, request) =>
    request.path.endsWith('/sync') && request.method === 'POST'
      ? { ...reply, body: change(reply.body as Body, request) }
      : reply

/** Changes successful envelopes only. */
const success = (change: (body: Body) => object): Fault => sync(body => (body.status === 'ok' ? change(body) : body))
const failure = (change: (body: Body) => object): Fault => sync(body => (body.status === 'error' ? change(body) : body))

/** Changes the text of a stream. */
const stream =
  (change: (text: string) => string): Fault =>
  reply =>
    reply.text === undefined ? reply : { ...reply, text: change(reply.text) }

const at =
  (path: string, change: (reply: Reply) => Reply): Fault =>
  (reply, request) =>
    request.path === path ? change(reply) : reply

const without = (body: Body, name: string): Body => {
  const { [name]: _, ...rest } = body
  return rest
}

const faults: Record<string, [rule: string, fault: Fault]> = {
  'a dead health route': ['agent-run/health-answers', at('/health', reply => ({ ...reply, status: 500 }))],
  'a readiness document without status': [
    'agent-run/health-status',
    at('/health/ready', reply => ({ ...reply, body: { ok: true } })),
  ],
  'another request_id': [
    'agent-run/request-id-echo',
    (reply, { path, method }) =>
      path.endsWith('/sync') && method === 'POST'
        ? {
            ...reply,
            headers: { ...reply.headers, 'x-request-id': 'other' },
            body: { ...(reply.body as Body), request_id: 'other' },
          }
        : reply,
  ],
  'no request_id': ['agent-run/request-id', success(body => without(body, 'request_id'))],
  'no outputs': ['agent-run/outputs', success(body => without(body, 'outputs'))],
  'an unknown status': ['agent-run/status', failure(body => ({ ...body, status: 'failed' }))],
  'an error without a code': ['agent-run/error-code', failure(body => ({ ...body, error: { message: 'No.' } }))],
  'an error that is a text': ['agent-run/error', failure(body => ({ ...body, error: 'No.' }))],
  'a member that is null': ['agent-run/null-member', success(body => ({ ...body, grounding: null }))],
  'artifacts that are objects': ['agent-run/artifacts', success(body => ({ ...body, artifacts: [{ id: 1 }] }))],
  'an error in detail': ['agent-run/detail-body', failure(() => ({ detail: [{ msg: 'query' }] }))],
  'a stack trace in a message': [
    'agent-run/stack-trace',
    failure(body => ({ ...body, error: { ...(body.error as Body), message: 'boom\n  File "/srv/app.py", line 3' } })),
  ],
  'a stream without its end': ['agent-run/no-terminal', stream(text => text.replace(/event: final[\s\S]*$/, ''))],
  'two ends': ['agent-run/one-terminal', stream(text => `${text}${text.slice(text.indexOf('event: final'))}`)],
  'an event after the end': [
    'agent-run/after-terminal',
    stream(text => `${text}event: progress\ndata: {"type":"progress","progress":99}\n\n`),
  ],
  'a stream that breaks off in its last event': [
    'agent-run/unterminated',
    stream(text => `${text}event: progress\ndata: {}`),
  ],
  'an end without task_type': [
    'agent-run/terminal-task-type',
    stream(text => text.replace('"type":"final","task_type":"LIT_RETRIEVAL",', '"type":"final",')),
  ],
  'an end of another task': [
    'agent-run/task-type-echo',
    stream(text => text.replace('"type":"final","task_type":"LIT_RETRIEVAL"', '"type":"final","task_type":"OTHER"')),
  ],
  'events of another request': [
    'agent-run/request-id-echo',
    stream(text => text.replaceAll(/"request_id":"[^"]*"/g, '"request_id":"other"')),
  ],
  'a stream that ends otherwise': [
    'agent-run/same-outcome',
    stream(text => text.replace('"outputs":{"papers":[{"id":"p-1"}]}', '"outputs":{"count":1}')),
  ],
  'a stream that is not there': [
    'agent-run/stream-answers',
    at('/agents/run/stream', () => ({ status: 500, headers: { 'content-type': 'application/json' }, body: {} })),
  ],
  'an unknown task type that succeeds': [
    'agent-run/unknown-task-type',
    sync((body, { json }) =>
      (json as { task_type?: string } | undefined)?.task_type === 'REPLYWIRE_CHECK_UNKNOWN'
        ? { status: 'ok', request_id: body.request_id, outputs: {} }
        : body,
    ),
  ],
  'broken JSON that succeeds': [
    'service/broken-json',
    (reply, { text }) =>
      text.startsWith('{"broken"')
        ? { ...reply, status: 200, body: { ...without(reply.body as Body, 'error'), status: 'ok' } }
        : reply,
  ],
  'an input of the wrong type that succeeds': [
    'service/wrong-type',
    sync((body, { json }) =>
      typeof (json as { inputs?: { query?: unknown } } | undefined)?.inputs?.query === 'object'
        ? { status: 'ok', request_id: body.request_id, outputs: {} }
        : body,
    ),
  ],
  'a run that fails for no reason': [
    'service/row',
    (reply, request) => {
      const { inputs } = (request.json ?? {}) as { inputs?: { query?: unknown } }
      if (inputs?.query !== 'naps') return reply
      const { request_id } = request.json as { request_id: string }
      const envelope = { status: 'error', request_id, outputs: {}, error: { code: 'TASK_FAILED', message: 'No.' } }
      if (request.path.endsWith('/sync')) return { ...reply, body: envelope }
      const final = { type: 'final', task_type: 'LIT_RETRIEVAL', success: false, ...envelope }
      const text = (reply.text ?? '').replace(
        /event: final[\s\S]*$/,
        `event: final\ndata: ${JSON.stringify(final)}\n\n`,
      )
      return { ...reply, text }
    },
  ],
}

describe('an agent that is wrong in one way', () => {
  test.each(Object.entries(faults))('%s', async (_, [rule, fault]) => {
    const report = await check(await startAgentRun(fault))
    expect(errorsIn(report)).toEqual([])
    expect(brokenRules(report)).toEqual([rule])
  })
})
