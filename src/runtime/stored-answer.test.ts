import { expect, test } from 'vitest'
import { storedAnswer, storedMoment } from './stored-answer.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('an answer that an earlier version stored is read as the hub has it now', () => {
  const earlier =
    '{"outcome":{"kind":"completed","payload":{"form":"rows","rows":[{"form":"a"}]},"content":[{"type":"text","text":"Hi"}],' +
    '"artifacts":[{"id":"f","parts":[{"type":"link","url":"/f"}]}]},"exchange":{"durationMs":3}}'
  expect(storedAnswer(bytes(earlier))).toEqual({
    outcome: {
      kind: 'completed',
      payload: { kind: 'rows', rows: [{ form: 'a' }] },
      content: [{ kind: 'text', text: 'Hi' }],
      artifacts: [{ id: 'f', parts: [{ kind: 'link', url: '/f' }] }],
    },
    exchange: { durationMs: 3 },
  })
})

test('a moment that an earlier version stored is read as the hub has it now', () => {
  const delta = bytes('{"kind":"delta","mode":"append","part":{"type":"text","text":"a"}}')
  expect(storedMoment(delta)).toEqual({ kind: 'delta', mode: 'append', part: { kind: 'text', text: 'a' } })
  expect(storedMoment(bytes('{"kind":"progress","step":1}'))).toEqual({ kind: 'progress', step: 1 })
})
