/** A small service that follows the YAAgents profile, written from its text alone. */
import type { ProbeCase } from '../../src/codec/probing.ts'
import { type Fault, type Got, probeCase, type Reply, start } from './kit.ts'

const vendor = (name: string): string => `application/vnd.yaagents.${name}+json`

interface Answer {
  status: number
  type: string
  body: Record<string, unknown>
}

const answers: Record<string, Answer> = {
  success: { status: 200, type: 'application/json', body: { total: 3 } },
  created: { status: 201, type: 'application/json', body: { id: 'thing-1' } },
  accepted: {
    status: 202,
    type: vendor('operation'),
    body: {
      type: 'operation_accepted',
      code: 'OPERATION_ACCEPTED',
      message: 'Accepted.',
      operationId: 'op-1',
      statusUrl: '/operations/op-1/status',
    },
  },
  clarification_required: {
    status: 400,
    type: vendor('clarification'),
    body: {
      type: 'clarification_required',
      code: 'CLARIFICATION_REQUIRED',
      message: 'More is needed.',
      requiredInputs: [{ name: 'metric', location: 'body', type: 'string', required: true, question: 'Which metric?' }],
    },
  },
  validation_failed: {
    status: 422,
    type: vendor('validation-error'),
    body: {
      type: 'validation_failed',
      code: 'VALIDATION_FAILED',
      message: 'Some inputs are wrong.',
      errors: [{ field: 'amount', message: 'It must be a number.' }],
    },
  },
  approval_required: {
    status: 412,
    type: vendor('approval-required'),
    body: {
      type: 'approval_required',
      code: 'APPROVAL_REQUIRED',
      message: 'Somebody has to approve.',
      approvalToken: 'token-1',
    },
  },
  forbidden: { status: 403, type: vendor('error'), body: { type: 'forbidden', code: 'NOT_YOURS', message: 'No.' } },
  conflict: {
    status: 409,
    type: vendor('conflict'),
    body: { type: 'conflict', code: 'TAKEN', message: 'It is taken.' },
  },
  failed_dependency: {
    status: 424,
    type: vendor('error'),
    body: { type: 'failed_dependency', code: 'MODEL_DOWN', message: 'The model does not answer.' },
  },
  error: { status: 500, type: vendor('error'), body: { type: 'error', code: 'INTERNAL', message: 'It failed.' } },
  not_found: {
    status: 404,
    type: vendor('error'),
    body: { type: 'error', code: 'NOT_FOUND', message: 'Nothing here.' },
  },
  not_allowed: {
    status: 405,
    type: vendor('error'),
    body: { type: 'error', code: 'METHOD_NOT_ALLOWED', message: 'Not this method.' },
  },
}

function replyOf(name: string, { headers }: Got, more: Record<string, string> = {}): Reply {
  const { status, type, body } = answers[name] as Answer
  const [requestId = 'new-r', correlationId = 'new-c'] = [headers['x-request-id'], headers['x-correlation-id']]
  return {
    status,
    headers: {
      'content-type': type,
      'x-yaagents-profile': 'v0.3',
      'x-request-id': requestId,
      'x-correlation-id': correlationId,
      ...more,
    },
    body: { ...structuredClone(body), trace: { correlationId, requestId } },
  }
}

function handle(request: Got): Reply {
  const { method, path, json, headers } = request
  const [, , row = ''] = /^\/(rows|stream)\/(\w+)$/.exec(path) ?? []
  if (path === '/things/1') {
    if (method === 'OPTIONS') return { status: 204, headers: { allow: 'GET, HEAD, OPTIONS' } }
    if (method !== 'GET' && method !== 'HEAD') return replyOf('not_allowed', request, { allow: 'GET, HEAD, OPTIONS' })
    return replyOf('success', request)
  }
  if (path === '/operations/op-1/status') {
    const reply = replyOf('success', request)
    return { ...reply, body: { operationId: 'op-1', state: 'completed', links: { result: '/operations/op-1/result' } } }
  }
  if (path === '/operations/op-1/result') return replyOf('created', request)
  if (row === '') return replyOf('not_found', request)
  if (method === 'OPTIONS') return { status: 204, headers: { allow: 'POST, OPTIONS' } }
  if (method !== 'POST') return replyOf('not_allowed', request, { allow: 'POST, OPTIONS' })
  if (json === undefined || typeof (json as { amount?: unknown }).amount === 'object') {
    return replyOf('validation_failed', request)
  }
  if (path.startsWith('/stream/') && headers.accept?.includes('text/event-stream')) {
    const { headers: head } = replyOf('success', request)
    return {
      status: 200,
      headers: { ...head, 'content-type': 'text/event-stream', 'cache-control': 'no-cache' },
      text: 'data: {"delta":"Hello"}\n\ndata: [DONE]\n\n',
    }
  }
  return replyOf(row, request)
}

/** Starts the service, with one fault. */
export function startYaagents(fault: Fault = reply => reply): Promise<string> {
  return start(request => fault(handle(request), request))
}

const schema = { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] }

/** A case for each row of the profile, a streaming one, and one that is read with GET. */
export const yaagentsCases: ProbeCase[] = [
  ...Object.keys(answers)
    .filter(row => !row.startsWith('not_'))
    .map(row =>
      probeCase(row, {
        route: { method: 'POST', path: `/rows/${row}` },
        input: { amount: 1 },
        expects: row,
        schema,
      }),
    ),
  probeCase('completions', {
    route: { method: 'POST', path: '/stream/success' },
    input: { amount: 1 },
    expects: 'success',
    streams: true,
  }),
  probeCase('readThing', { route: { method: 'GET', path: '/things/{id}' }, input: { id: 1 }, expects: 'success' }),
]
