import { expect, test } from 'vitest'
import { readWebhook } from './index.ts'

const head = {
  idempotency_key: 'evt_0123456789abcdef',
  operation_id: 'op_1',
  task_id: 'task_1',
  task_type: 'create_media_buy',
  timestamp: '2026-10-14T14:40:00Z',
  token: 'a-token-of-the-receiver',
}

const said = (more: object) => readWebhook(JSON.stringify({ ...head, ...more }))

test('a finished task is its answer, with what the receiver matches it by', () => {
  const read = said({
    status: 'completed',
    context_id: 'ctx_1',
    message: 'Bought.',
    result: { status: 'completed', media_buy_id: 'mb_1', governance_context: 'gov' },
  })
  expect(read).toEqual({
    outcome: {
      kind: 'completed',
      message: 'Bought.',
      payload: { kind: 'value', value: { media_buy_id: 'mb_1' } },
      task: { id: 'task_1' },
    },
    exchange: { conversationId: 'ctx_1', governance: 'gov', at: '2026-10-14T14:40:00Z' },
    findings: [],
    eventId: 'evt_0123456789abcdef',
    operationId: 'op_1',
    taskType: 'create_media_buy',
    token: 'a-token-of-the-receiver',
  })
})

test('a failure has its fault', () => {
  const error = { code: 'BUDGET_TOO_LOW', message: 'Too little.', recovery: 'correctable' }
  const { outcome, findings } = said({
    status: 'failed',
    result: { status: 'failed', adcp_error: error, errors: [error] },
  })
  expect(findings).toEqual([])
  expect(outcome).toMatchObject({ kind: 'failed', fault: { code: 'BUDGET_TOO_LOW', recovery: 'correct' } })
})

test.each([
  ['working', { percentage: 40 }, { kind: 'pending', phase: 'working', progress: { fraction: 0.4 } }],
  ['submitted', { status: 'submitted', task_id: 'task_1' }, { kind: 'pending', phase: 'queued' }],
  ['input-required', { reason: 'APPROVAL_REQUIRED' }, { kind: 'paused' }],
  ['canceled', undefined, { kind: 'canceled' }],
])('%s is what its result says', (status, result, outcome) => {
  expect(said({ status, ...(result === undefined ? undefined : { result }) }).outcome).toMatchObject({
    ...outcome,
    task: { id: 'task_1' },
  })
})

test('the context comes in the spelling of its sender, and bytes are read like texts', () => {
  const text = JSON.stringify({ ...head, status: 'completed', result: { a: 1 }, context: 0 })
  const spelt = text.replace('"context":0', '"context":{"n": 12345678901234567890}')
  expect(readWebhook(spelt).exchange.context).toBe('{"n": 12345678901234567890}')
  expect(readWebhook(new TextEncoder().encode(spelt))).toEqual(readWebhook(spelt))
})

test('what is wrong is found, and what is no payload is an unreadable answer', () => {
  const rules = ({ findings }: ReturnType<typeof readWebhook>) =>
    findings.map(({ rule, pointer }) => `${rule} ${pointer}`)
  const { operation_id: _, ...lacking } = head
  const read = readWebhook(JSON.stringify({ ...lacking, status: 'completed', result: { status: 'completed' } }))
  expect(rules(read)).toEqual(['adcp/webhook /operation_id'])
  expect(read.outcome.kind).toBe('completed')
  expect(rules(readWebhook('{"a":'))).toEqual(['json/readable '])
  for (const text of ['{"a":', '[]', '7', '']) expect(readWebhook(text).outcome.kind).toBe('failed')
})
