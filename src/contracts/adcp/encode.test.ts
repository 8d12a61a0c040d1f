import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { type Exchange, seal } from '../../outcome/exchange.ts'
import { fault } from '../../outcome/fault.ts'
import { completed, failed, type Outcome, paused, pending } from '../../outcome/outcome.ts'
import { decodeHttp } from './decode.ts'
import { decodeA2a } from './decode-a2a.ts'
import { encodeA2a, encodeHttp, encodeMcp } from './encode.ts'

const sealed = (exchange: Exchange = {}) =>
  seal({ requestId: 'req-1', ...exchange }, { id: () => 'id', now: () => new Date('2026-01-01T00:00:00Z') })

/** The root over MCP, and what was lost. */
function written(outcome: Outcome, exchange?: Exchange) {
  const { wire, losses } = encodeMcp(outcome, sealed(exchange))
  const { structuredContent: root } = JSON.parse(wire.body.text()) as { structuredContent: JsonObject }
  return { root, lost: losses.map(({ pointer }) => pointer) }
}

describe('the flat root', () => {
  test('is envelope and body side by side, never a payload', () => {
    expect(
      written(completed({ products: [] }, { message: 'Here.' }), { conversationId: 'c', replayed: true }).root,
    ).toEqual({
      adcp_version: '3.1',
      status: 'completed',
      context_id: 'c',
      message: 'Here.',
      timestamp: '2026-01-01T00:00:00.000Z',
      replayed: true,
      products: [],
    })
  })

  test.each(['create_media_buy', 'update_media_buy', 'createMediaBuy'])(
    'the status of the body of %s is renamed, and the loss named',
    operation => {
      const { root, lost } = written(completed({ media_buy_id: 'mb_1', status: 'active' }), { operation })
      expect(root).toMatchObject({ status: 'completed', media_buy_status: 'active', media_buy_id: 'mb_1' })
      expect(lost).toEqual(['/outcome/payload/value/status', '/outcome/payload/value/media_buy_status'])
    },
  )

  test.each([undefined, 'get_products'])('the status of the body of %s is a named loss', operation => {
    const exchange = operation === undefined ? {} : { operation }
    const { root, lost } = written(completed({ products: [], status: 'active' }), exchange)
    expect(root).toMatchObject({
      status: 'completed',
      products: [],
      ext: { replywire: { body: { status: 'active' } } },
    })
    expect(root).not.toHaveProperty('media_buy_status')
    expect(lost).toEqual(['/outcome/payload/value/status'])
  })

  test('a body that has both names keeps the new one', () => {
    const { root, lost } = written(completed({ status: 'a', media_buy_status: 'b' }))
    expect(root).toMatchObject({
      status: 'completed',
      media_buy_status: 'b',
      ext: { replywire: { body: { status: 'a' } } },
    })
    expect(lost).toEqual(['/outcome/payload/value/status'])
  })

  test('other members of the envelope’s names make way; only an entry of errors that is none is lost', () => {
    const value = { message: 'mine', errors: [1], payload: { a: 1 }, task_status: 'x', ext: 7, kept: true }
    const { root, lost } = written(completed(value))
    const { kept, ...displaced } = value
    expect(root).toMatchObject({ kept, ext: { replywire: { body: displaced } } })
    expect(root.message).toBe('mine')
    expect(lost).toEqual(['/outcome/payload/value/errors'])
  })

  test("a body's message that cannot stand is a named loss", () => {
    const both = written(completed({ message: 'mine' }, { message: 'Done.' }))
    expect([both.root.message, both.lost]).toEqual(['Done.', ['/outcome/payload/value/message']])
    const none = written(completed({ message: { text: 'mine' } }))
    expect([none.root.message, none.lost]).toEqual(['The task is completed.', ['/outcome/payload/value/message']])
  })

  test('every answer has a message', () => {
    const messageOf = (outcome: Outcome) => written(outcome).root.message
    expect(messageOf(completed({ a: 1 }))).toBe('The task is completed.')
    expect(messageOf(pending({ id: 't' }))).toBe('The task is accepted.')
    expect(messageOf({ kind: 'pending', phase: 'working' })).toBe('The task is in progress.')
    expect(messageOf({ kind: 'canceled' })).toBe('The task is canceled.')
    expect(messageOf(failed(fault('conflict', 'Taken.')))).toBe('Taken.')
    expect(messageOf({ kind: 'unknown', status: 'unknown' })).toBe('The state of the task is not known.')
  })

  test("the errors of a body are entries of the root's errors[], and come back as the body's", () => {
    const errors = [
      { code: 'STALE_RESPONSE', message: 'Old.', severity: 'warning', recovery: 'transient' },
      { code: 'PRODUCT_NOT_FOUND', message: 'Gone.', field: 'products[0]' },
      { code: '', message: 'No code.' },
    ]
    const outcome = completed({ products: [], errors }, { notices: [{ severity: 'warning', message: 'Ours.' }] })
    const { root, lost } = written(outcome)
    expect(root.errors).toEqual([
      { code: 'X_REPLYWIRE_NOTICE', message: 'Ours.', severity: 'warning', recovery: 'correctable' },
      { code: 'STALE_RESPONSE', message: 'Old.', severity: 'warning', recovery: 'transient' },
      {
        code: 'PRODUCT_NOT_FOUND',
        message: 'Gone.',
        field: 'products[0]',
        severity: 'warning',
        recovery: 'correctable',
      },
    ])
    expect(lost).toEqual(['/outcome/payload/value/errors'])
    expect(written(completed({ errors: 'none' })).lost).toEqual(['/outcome/payload/value/errors'])
    const { wire } = encodeHttp(outcome, seal({}))
    expect(decodeHttp(wire).outcome).toEqual(outcome)
    expect(decodeHttp(wire).findings).toEqual([])
  })

  test("a vendor's extension stands beside ours", () => {
    const { root } = written(completed({ ext: { gam: { line: 7 } } }, { emptyReason: 'no_match' }))
    expect(root.ext).toEqual({ gam: { line: 7 }, replywire: { emptyReason: 'no_match' } })
  })

  test.each([
    [completed([1, 2]), { rows: [1, 2] }],
    [completed('words'), { text: 'words' }],
    [completed(7), { value: 7 }],
  ])('another form is wrapped, and the wrap named', (outcome, body) => {
    const { root, lost } = written(outcome)
    expect(root).toMatchObject(body)
    expect(lost).toEqual(['/outcome/payload'])
  })
})

describe('on A2A', () => {
  const answer = (outcome: Outcome, version: '0.3' | '1.0' = '1.0') => {
    const { wire, losses } = encodeA2a(outcome, sealed({ conversationId: 'c' }), version)
    return { task: JSON.parse(wire.body.text()) as JsonObject, losses, wire }
  }

  test("the body's own status does not contradict the state", () => {
    const { task, wire } = answer(completed({ status: 'active' }))
    expect(task).toMatchObject({
      status: { state: 'TASK_STATE_COMPLETED' },
      artifacts: [{ parts: [{ data: { status: 'completed', ext: { replywire: { body: { status: 'active' } } } } }] }],
    })
    expect(decodeA2a(wire).outcome).toMatchObject({ payload: { value: { status: 'active' } } })
  })

  test('a final state has one artifact, an interim one its status message', () => {
    expect(answer(completed({ a: 1 }, { message: 'Done.' }), '0.3').task).toMatchObject({
      kind: 'task',
      status: { state: 'completed' },
      artifacts: [
        {
          parts: [
            { kind: 'text', text: 'Done.' },
            { kind: 'data', data: { a: 1, status: 'completed' } },
          ],
        },
      ],
    })
    const { task } = answer(pending({ id: 't' }), '0.3')
    expect(task).toMatchObject({ id: 't', status: { message: { role: 'agent', parts: [{ kind: 'data' }] } } })
    expect(task).not.toHaveProperty('artifacts')
  })

  test('the error and its entries share one DataPart', () => {
    const { task } = answer(failed(fault('forbidden', 'Not yours.', { began: false })))
    expect(task).toMatchObject({
      status: { state: 'TASK_STATE_REJECTED' },
      artifacts: [
        { parts: [{ data: { adcp_error: { code: 'PERMISSION_DENIED' }, errors: [{ severity: 'error' }] } }] },
      ],
    })
  })
})

describe('a pause', () => {
  test('asks its question in the message when there is none', () => {
    const { root, lost } = written(paused([{ kind: 'reply', question: 'Which?' }]))
    expect(root).toMatchObject({ status: 'input-required', message: 'Which?' })
    expect(lost).toEqual(['/outcome/message'])
  })

  test('lists a question that the message does not ask', () => {
    const need = {
      kind: 'input',
      name: 'metric',
      location: 'body',
      schema: {},
      required: true,
      question: 'Which?',
    } as const
    const { root, lost } = written(paused([need], { message: 'One thing is missing.' }))
    expect(root).toMatchObject({
      message: 'One thing is missing.',
      errors: [{ code: 'X_REPLYWIRE_QUESTION', message: 'Which?', field: 'metric' }],
    })
    expect(lost).toEqual([])
  })

  test('an approval is a warning with its token', () => {
    const need = {
      kind: 'approval',
      key: 'spend',
      action: 'Spend 5',
      token: 't',
      expiresAt: '2026-01-02T00:00:00Z',
    } as const
    expect(written(paused([need])).root.errors).toEqual([
      {
        code: 'APPROVAL_REQUIRED',
        message: 'Spend 5',
        severity: 'warning',
        recovery: 'correctable',
        details: { approval_key: 'spend', approval_token: 't', expires_at: '2026-01-02T00:00:00Z' },
      },
    ])
  })

  test('a warning is not taken for an approval', () => {
    const { root } = written(
      paused([{ kind: 'reply', question: 'Which?' }], {
        notices: [{ severity: 'warning', message: 'x', code: 'APPROVAL_REQUIRED' }],
      }),
    )
    expect(root.errors).toMatchObject([{ code: 'X_REPLYWIRE_APPROVAL_REQUIRED', severity: 'warning' }])
  })
})

describe('the exchange', () => {
  test('a submitted task without an id gets the request’s', () => {
    const { root, lost } = written({ kind: 'pending', phase: 'queued' })
    expect(root.task_id).toBe('req-1')
    expect(lost).toEqual(['/outcome/task'])
  })

  test.each<[keyof Exchange, Json]>([
    ['governance', 'línea'],
    ['at', 'now'],
    ['push', { operation_id: 'op' }],
  ])('a %s that the envelope cannot hold is named', (member, value) => {
    expect(written(completed(), { [member]: value }).lost).toEqual([`/exchange/${member}`])
  })

  test('a registration is echoed as it came', () => {
    const push = {
      url: 'https://b.example/h',
      authentication: { schemes: ['Bearer'], credentials: 'x'.repeat(32) },
      more: [1],
    }
    expect(written(completed(), { push }).root.push_notification_config).toEqual(push)
  })

  test('another release is told when the exchange names it', () => {
    expect(
      written(completed(), { extra: { adcp: { adcp_version: '3.0', adcp_major_version: 3 } } }).root,
    ).toMatchObject({
      adcp_version: '3.0',
      adcp_major_version: 3,
    })
    expect(written(completed(), { extra: { adcp: { adcp_major_version: 2 } } }).lost).toEqual(['/exchange/extra/adcp'])
  })

  test('an id that a header cannot hold is named', () => {
    const { wire, losses } = encodeHttp(completed(), sealed({ requestId: 'a\r\nb: c', conversationId: 'ü' }))
    expect(wire.headers).not.toHaveProperty('x-request-id')
    expect(wire.headers).not.toHaveProperty('x-adcp-context-id')
    expect(losses.map(({ pointer }) => pointer)).toEqual(['/exchange/requestId', '/exchange/correlationId'])
  })
})

test('a mirror that readers would skip for its length is not sent', () => {
  const { wire } = encodeMcp(completed({ a: 'x'.repeat(1024 * 1024) }, { message: 'Here.' }), sealed())
  const { content } = JSON.parse(wire.body.text()) as { content: { text: string }[] }
  expect(content).toEqual([{ type: 'text', text: 'Here.' }])
})

test('a member that the hub does not have is named as lost, and the rest of ext.replywire stays', () => {
  const citations = [{ id: 'c', score: 0.5 }] as never
  const { root, lost } = written(completed({ a: 1 }, { citations, usage: { tokens: 7 } }))
  expect(root.ext).toEqual({ replywire: { citations: [{ id: 'c' }], usage: { tokens: 7 } } })
  expect(lost).toEqual(['/outcome/citations/0/score'])
})
