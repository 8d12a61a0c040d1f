import { describe, expect, test } from 'vitest'
import type { Json } from '../../lib/json-value.ts'
import { seal } from '../../outcome/exchange.ts'
import { a2aWire } from '../../wire/a2a.ts'
import type { A2aVersion } from '../../wire/a2a-frame.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'

const source = { id: () => 'r', now: () => new Date(0) }

function rewritten(body: Json, from: A2aVersion, to: A2aVersion = from) {
  const { outcome, exchange } = decode(a2aWire(body), from)
  const { wire } = encode(outcome, seal(exchange, source), to)
  const { findings, ...told } = decode(wire, to)
  return { body: JSON.parse(wire.body.text()), findings, before: outcome, after: told.outcome }
}

const detail = (type: string, members: object) => ({ '@type': `type.googleapis.com/google.rpc.${type}`, ...members })

describe('members that nobody knows', () => {
  const details = [
    detail('ErrorInfo', { reason: 'R', domain: 'd.example', metadata: { k: 'v' }, vendor: 1 }),
    detail('RetryInfo', { retryDelay: '1.5s', vendor: 2 }),
    detail('BadRequest', {
      fieldViolations: [{ field: 'a.b', description: 'bad', reason: 'SHORT', localizedMessage: { locale: 'ja' } }],
      vendor: 3,
    }),
  ]

  test.each(['0.3', '1.0'] as const)('of the details of an error are written where they stood: %s', version => {
    const error = { code: 400, status: 'INVALID_ARGUMENT', message: 'No.', details }
    const { body, findings } = rewritten({ error }, version)
    for (const one of details) expect(body.error.details).toContainEqual(one)
    expect(findings).toEqual([])
  })

  test.each([detail('RetryInfo', { retryDelay: 'soon' }), detail('BadRequest', { fieldViolations: [], vendor: 1 })])(
    'of a detail that says nothing readable stay with it: %j',
    one => {
      const error = { code: 400, status: 'INVALID_ARGUMENT', message: 'No.', details: [one] }
      expect(rewritten({ error }, '1.0').body.error.details).toContainEqual(one)
    },
  )

  test.each(['0.3', '1.0'] as const)('of the part with the fault come over into %s', to => {
    const data = { error: { code: 'X', message: 'No.', vendor: 1 }, vendor: 2 }
    const parts = [{ kind: 'data', data, metadata: { vendor: 3 }, vendor: 4 }]
    const message = { kind: 'message', messageId: 'm', role: 'agent', parts }
    const task = { kind: 'task', id: 't', contextId: 'c', status: { state: 'failed', message } }
    const { body, findings, before, after } = rewritten(task, '0.3', to)
    const part = body.status.message.parts.find((candidate: { data?: unknown }) => candidate.data !== undefined)
    expect(part).toMatchObject({ data, metadata: { vendor: 3 } })
    expect(after).toEqual(before)
    expect(findings).toEqual([])
  })

  test('of a frame come back', () => {
    const message = { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'Hello.' }] }
    const { before, after } = rewritten({ message, vendor: 1 }, '1.0')
    expect(before).toMatchObject({ extra: { a2a: { frame: { vendor: 1 } } } })
    expect(after).toEqual(before)
  })
})
