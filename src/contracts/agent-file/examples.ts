/** A good and a bad file for every rule, for `replywire explain`. */
import type { ExampleMessage, RuleExample, RuleExamples } from '../../codec/contract.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import { fileWire } from '../../wire/file.ts'
import { fileBody } from './encode.ts'
import { gzipBase64 } from './gzip.ts'
import { autoWrapped } from './validate.ts'

const output = { sections: ['boundaries'], boundaries: '## Boundaries' }
const success: JsonObject = {
  request_id: '32ecfadc-2b66-4daa-a7c0-a03c449fcea5',
  version: '1.0',
  status: 'success',
  response: JSON.stringify(output),
  error_message: null,
  error_type: null,
  created_at: '2025-11-24T14:22:45.123456+00:00',
  duration_seconds: 1.5,
  metadata: {},
}
const timeout: JsonObject = {
  ...success,
  status: 'timeout',
  response: null,
  error_message: 'The agent took longer than 120 seconds.',
  error_type: 'timeout',
}
const request: JsonObject = {
  request_id: '32ecfadc-2b66-4daa-a7c0-a03c449fcea5',
  version: '1.0',
  phase: 8,
  phase_name: 'agent_enhancement',
  agent_name: 'agent-content-enhancer',
  prompt: 'Enhance the agent file.',
  timeout_seconds: 120,
  created_at: '2025-11-24T14:20:45.123456+00:00',
  context: {},
  model: null,
}

/** Members to replace; undefined removes one. */
type Change = Record<string, Json | undefined>

function file(body: Json | Body, message?: 'request'): ExampleMessage {
  const wire = fileWire(body instanceof Body ? body : fileBody(body))
  return message === undefined ? { wire } : { wire, message }
}

function changed(base: JsonObject, change: Change): JsonObject {
  const members = Object.entries({ ...base, ...change }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(members) as JsonObject
}

/** A good file, and the same with one thing wrong. */
function pair(base: JsonObject, bad: Change, good: Change = {}): RuleExample {
  const message = base === request ? 'request' : undefined
  return { good: file(changed(base, good), message), bad: file(changed(base, { ...good, ...bad }), message) }
}

/** A good file, and another that is quite wrong. */
function instead(bad: Json | Body): RuleExample {
  return { good: file(success), bad: file(bad) }
}

/** `{"sections": []}`. */
const compressed = 'H4sIAAAAAAAAA6tWKk5NLsnMzytWslKIjq0FALlh5isQAAAA'

export const examples: RuleExamples = {
  'agent-file/envelope': instead(output),
  'agent-file/double-encoded': instead(JSON.stringify(success)),
  'agent-file/required': pair(success, { error_message: undefined }),
  'agent-file/closed': pair(success, { model: 'sonnet-4' }),
  'agent-file/result-field': pair(success, { response: undefined, result: JSON.stringify(output) }),
  'agent-file/response-text': pair(success, { response: output }),
  'agent-file/success-response': pair(success, { response: null }),
  'agent-file/success-errors': pair(success, { error_message: 'One source failed.' }),
  'agent-file/error-response': pair(timeout, { response: '{"so_far": 1}' }),
  'agent-file/error-told': pair(timeout, { error_message: null }),
  'agent-file/error-fields': pair(timeout, { error_message: { text: 'It took too long.' } }),
  'agent-file/stack-trace': pair(timeout, { error_message: 'Error: boom\n    at run (/srv/agent.js:10:5)' }),
  'agent-file/status': pair(success, { status: 'completed' }),
  'agent-file/status-case': pair(success, { status: 'SUCCESS' }),
  'agent-file/timeout-status': pair(timeout, { status: 'error' }),
  'agent-file/version': pair(success, { version: 1 }),
  'agent-file/request-id': pair(success, { request_id: '' }),
  'agent-file/auto-wrapped': pair(success, { request_id: autoWrapped }),
  'agent-file/created-at': pair(success, { created_at: '2025-11-24T14:22:45' }),
  'agent-file/duration': pair(success, { duration_seconds: '1.5' }),
  'agent-file/metadata': pair(success, { metadata: null }),
  'agent-file/no-nan': instead(Body.ofText(JSON.stringify(success, null, 2).replace(': 1.5', ': NaN'))),
  'agent-file/inner-whole': pair(success, { response: '{"sections": ["boundaries"], "boundaries": "## Bou' }),
  'agent-file/inner-json': pair(success, { response: "{'sections': ['boundaries']}" }),
  'agent-file/inner-fences': pair(success, { response: '```json\n{"sections": []}\n```' }),
  'agent-file/content-type': pair(
    success,
    { metadata: {} },
    { response: '# Report', metadata: { content_type: 'text/markdown' } },
  ),
  'agent-file/frontmatter-metadata': pair(
    success,
    { response: '{"sections": ["frontmatter_metadata"], "frontmatter_metadata": {}}' },
    { response: '{"sections": [], "frontmatter_metadata": {}}' },
  ),
  'agent-file/content-encoding': pair(
    success,
    { response: 'not compressed' },
    { response: compressed, metadata: { content_encoding: gzipBase64 } },
  ),
  'agent-file/bytes': pair(
    success,
    { response: 'no base64!' },
    { response: 'iVBORw0KGgo=', metadata: { form: 'bytes', content_type: 'image/png' } },
  ),
  'agent-file/request': { good: file(request, 'request'), bad: file(success, 'request') },
  'agent-file/request-required': pair(request, { context: undefined }),
  'agent-file/request-closed': pair(request, { retry_count: 0 }),
  'agent-file/request-phase': pair(request, { phase: '8' }),
  'agent-file/request-agent': pair(request, { agent_name: '' }),
  'agent-file/request-prompt': pair(request, { prompt: ['Enhance the agent file.'] }),
  'agent-file/request-timeout': pair(request, { timeout_seconds: '120' }),
  'agent-file/request-context': pair(request, { context: null }),
  'agent-file/request-model': pair(request, { model: { id: 'sonnet-4' } }),
}
