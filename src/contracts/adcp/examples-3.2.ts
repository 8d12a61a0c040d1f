/** The examples of AdCP 3.2: those of 3.1 with whole answers in A2A's DataParts, and those of its own rules. */
import type { ExampleMessage, RuleExamples } from '../../codec/contract.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { a2aWire } from '../../wire/a2a.ts'
import { normaliseState } from '../../wire/a2a-frame.ts'
import { mcpWire } from '../../wire/mcp.ts'
import { examples } from './examples.ts'
import { statusRow } from './status.ts'

const task = (state: string, status: string): ExampleMessage => ({
  wire: a2aWire({
    id: 'a2a_1',
    contextId: 'ctx_1',
    status: { state },
    artifacts: [{ artifactId: 'result', parts: [{ data: { status, task_id: 'task_789' } }] }],
  }),
})

const key = '8f14e45f-ceea-4e7a-9b1c-000000000001'

const call = (data: JsonObject): ExampleMessage => ({
  wire: a2aWire({ message: { messageId: 'm', role: 'ROLE_USER', parts: [{ data }] } }),
  message: 'request',
})

const register = (config: JsonObject): ExampleMessage => ({
  wire: mcpWire({ name: 'create_media_buy', arguments: { idempotency_key: key, push_notification_config: config } }),
  message: 'request',
})

const own: RuleExamples = {
  'adcp/a2a-status': {
    good: task('TASK_STATE_COMPLETED', 'submitted'),
    bad: task('TASK_STATE_COMPLETED', 'working'),
  },
  'adcp/a2a-invocation-parameters': {
    good: call({ skill: 'create_media_buy', input: { idempotency_key: key } }),
    bad: call({ skill: 'create_media_buy', parameters: { idempotency_key: key } }),
  },
  'adcp/push-operation-id': {
    good: register({ url: 'https://buyer.example/hook', operation_id: 'op_1' }),
    bad: register({ url: 'https://buyer.example/hook' }),
  },
}

/** A message of 3.1 as 3.2 has it; over other carriers they are the same. */
function later(example: ExampleMessage): ExampleMessage {
  const reading = example.wire.carrier === 'a2a' ? example.wire.body.json() : undefined
  if (reading?.ok !== true || !isObject(reading.value)) return example
  return { ...example, wire: a2aWire(whole(reading.value, 'completed')) }
}

/** Every DataPart with its status, and arguments under the name that 3.2 has for them. */
function whole(node: Json, status: string): Json {
  if (Array.isArray(node)) return node.map(item => whole(item, status))
  if (!isObject(node)) return node
  const { state } = isObject(node.status) ? node.status : {}
  const named = typeof state === 'string' ? statusRow(normaliseState(state))?.status : undefined
  const inner = named ?? status
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [
      name,
      name === 'data' && isObject(value) ? data(value, inner) : whole(value, inner),
    ]),
  )
}

function data(value: JsonObject, status: string): JsonObject {
  const { parameters, response, ...rest } = value
  if (isObject(parameters)) return { ...rest, input: parameters }
  if (isObject(response)) return { ...rest, response: { status, ...response } }
  return value.skill === undefined ? { status, ...value } : value
}

export const laterExamples: RuleExamples = {
  ...Object.fromEntries(
    Object.entries(examples).map(([id, { good, bad }]) => [id, { good: later(good), bad: later(bad) }]),
  ),
  ...own,
}
