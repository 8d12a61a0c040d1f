/** A small agent of the Agent HTTP contract, written from its text alone. */
import type { ProbeCase } from '../../src/codec/probing.ts'
import { type Fault, type Got, probeCase, type Reply, start } from './kit.ts'

const json = (body: object, status = 200): Reply => ({ status, headers: { 'content-type': 'application/json' }, body })

interface Run {
  request_id?: unknown
  task_type?: unknown
  inputs?: { query?: unknown }
}

function envelopeOf({ json: body, headers }: Got): Record<string, unknown> {
  const { request_id, task_type, inputs = {} } = (body ?? {}) as Run
  const id = typeof request_id === 'string' ? request_id : (headers['x-request-id'] ?? 'new-1')
  const fail = (code: string, message: string): Record<string, unknown> => ({
    status: 'error',
    request_id: id,
    outputs: {},
    error: { code, message },
  })
  if (body === undefined) return fail('VALIDATION_ERROR', 'The body is not JSON.')
  if (task_type !== 'LIT_RETRIEVAL') return fail('UNSUPPORTED_TASK_TYPE', 'There is no such task type.')
  if (typeof inputs.query !== 'string') return fail('VALIDATION_ERROR', 'query must be a text.')
  return { status: 'ok', request_id: id, outputs: { papers: [{ id: 'p-1' }] }, usage: { duration_ms: 3 } }
}

function handle(request: Got): Reply {
  const { method, path } = request
  if (path === '/health' || path === '/health/ready') return json({ status: path === '/health' ? 'ok' : 'ready' })
  if (path !== '/agents/run/sync' && path !== '/agents/run/stream') return json({ message: 'Not found' }, 404)
  if (method === 'OPTIONS') return { status: 204, headers: { allow: 'POST, OPTIONS' } }
  if (method !== 'POST')
    return { ...json({ message: 'Not allowed' }, 405), headers: { allow: 'POST', 'content-type': 'application/json' } }
  const envelope = envelopeOf(request)
  const ids = {
    'x-request-id': String(envelope.request_id),
    'x-correlation-id': request.headers['x-correlation-id'] ?? '',
  }
  if (path === '/agents/run/sync') {
    const { headers, ...reply } = json(envelope, request.json === undefined ? 422 : 200)
    return { ...reply, headers: { ...headers, ...ids } }
  }
  const { task_type } = (request.json ?? {}) as Run
  const { request_id } = envelope
  const events = [
    { type: 'started', request_id, task_type },
    { type: 'progress', request_id, progress: 50, step: 'ranking' },
    { type: 'final', task_type, success: envelope.status === 'ok', ...envelope },
  ]
  const text = events.map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
  return { status: 200, headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', ...ids }, text }
}

/** Starts the agent, with one fault. */
export function startAgentRun(fault: Fault = reply => reply): Promise<string> {
  return start(request => fault(handle(request), request))
}

const schema = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] }

export const agentRunCases: ProbeCase[] = [
  probeCase('LIT_RETRIEVAL', { input: { query: 'naps' }, expects: 'ok', schema }),
  probeCase('LIT_RETRIEVAL', { name: 'no-query', input: {}, expects: 'error', schema }),
]
