/** A good and a bad answer for every rule of a version, for `replywire explain`. */
import type { RuleExample, RuleExamples } from '../../codec/contract.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { a2aWire } from '../../wire/a2a.ts'
import { type A2aVersion, spellState, writeMessage, writePart } from '../../wire/a2a-frame.ts'
import { rulesOf } from './rules.ts'

function pair(good: Json, bad: Json): RuleExample {
  return { good: { wire: a2aWire(good) }, bad: { wire: a2aWire(bad) } }
}

/** The examples of one version. */
export function examplesOf(version: A2aVersion): RuleExamples {
  const other = version === '1.0' ? '0.3' : '1.0'
  const kind = (name: string): JsonObject => (version === '1.0' ? {} : { kind: name })
  const words = writePart({ text: 'The plan is ready.' }, version)
  const bytes = (raw: string): JsonObject => writePart({ raw, mediaType: 'image/png' }, version)
  const said = (members: JsonObject): JsonObject => ({
    ...writeMessage({ messageId: 'm-1', role: 'agent', parts: [], contextId: 'ctx-1' }, version),
    parts: [words],
    ...members,
  })
  const task = (members: JsonObject, status: JsonObject = {}): JsonObject => ({
    ...kind('task'),
    id: 'task-7',
    contextId: 'ctx-1',
    status: { state: spellState('completed', version), timestamp: '2026-01-31T12:00:00.000Z', ...status },
    ...members,
  })
  const artifact = (members: JsonObject): JsonObject =>
    task({ artifacts: [{ artifactId: 'a-1', parts: [words], ...members }] })
  const update = (members: JsonObject): JsonObject => {
    const { id, ...rest } = task({})
    const event = {
      ...rest,
      ...kind('status-update'),
      taskId: id ?? '',
      ...(version === '1.0' ? {} : { final: true }),
      ...members,
    }
    return version === '1.0' ? { statusUpdate: event } : event
  }
  const error = (members: JsonObject): JsonObject => ({
    error: { code: -32001, message: 'There is no such task.', ...members },
  })
  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: 'TASK_NOT_FOUND',
    domain: 'a2a-protocol.org',
  }
  const good = task({})
  const all: RuleExamples = {
    'a2a/answer': pair(good, { jsonrpc: '2.0', method: 'message/send' }),
    'a2a/envelope': pair(good, { jsonrpc: '2.0', id: 1, result: good }),
    'a2a/frame': pair({ task: good }, { task: good, message: said({}) }),
    'a2a/spelling': pair(good, task({}, { state: spellState('completed', other) })),
    'a2a/kind': pair(good, task({ kind: 'job' })),
    'a2a/task': pair(good, task({ id: '' })),
    'a2a/status': pair(good, task({ status: 'completed' })),
    'a2a/state': pair(good, task({}, { state: 'done' })),
    'a2a/timestamp': pair(good, task({}, { timestamp: 1769860800 })),
    'a2a/message': pair(said({}), said({ messageId: '' })),
    'a2a/role': pair(said({}), said({ role: 'assistant' })),
    'a2a/agent-role': pair(said({}), said({ role: version === '1.0' ? 'ROLE_USER' : 'user' })),
    'a2a/context': pair(said({}), said({ contextId: '' })),
    'a2a/artifact': pair(artifact({}), artifact({ artifactId: '' })),
    'a2a/parts': pair(artifact({}), artifact({ parts: 'The plan is ready.' })),
    'a2a/part': pair(artifact({}), artifact({ parts: ['The plan is ready.'] })),
    'a2a/part-content': pair(
      artifact({}),
      artifact({ parts: [{ text: 'The plan is ready.', data: { ready: true } }] }),
    ),
    'a2a/base64': pair(artifact({ parts: [bytes('iVBORw0KGgo=')] }), artifact({ parts: [bytes('not base64!')] })),
    'a2a/metadata': pair(task({ metadata: { tenant: 'a' } }), task({ metadata: 'a' })),
    'a2a/update': pair(update({}), update({ taskId: '' })),
    'a2a/error': pair(error({}), { error: { message: 'There is no such task.' } }),
    'a2a/error-code': pair(error({}), error({ code: -32500 })),
    'a2a/error-status': pair(error({ code: 404, status: 'NOT_FOUND' }), error({ code: 404, status: 'MISSING' })),
    'a2a/error-details': pair(error({ data: [info] }), error({ data: { taskId: 'task-7' } })),
    'a2a/stack-trace': pair(error({}), error({ message: 'Error: boom\n    at run (/srv/agent.js:10:5)' })),
    'a2a/carried': pair(
      task({ metadata: { 'replywire/exchange': { requestId: 'req-1' } } }),
      task({ metadata: { 'replywire/exchange': { requestId: 1 } } }),
    ),
  }
  const known = new Set(rulesOf(version).map(({ id }) => id))
  return Object.fromEntries(Object.entries(all).filter(([id]) => known.has(id)))
}
