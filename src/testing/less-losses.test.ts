import { describe, expect, test } from 'vitest'
import type { Outcome } from '../outcome/outcome.ts'
import { silentLoss } from './less-losses.ts'

const answer = (outcome: Outcome) => ({ outcome, exchange: { requestId: 'r' } })
const lost = (...pointers: string[]) => pointers.map(pointer => ({ pointer, reason: '' }))

describe('less the named losses', () => {
  const sent = answer({
    kind: 'completed',
    message: 'm',
    notices: [
      { severity: 'info', message: 'a' },
      { severity: 'info', message: 'b', code: 'X' },
    ],
  })

  test('an equal answer has lost nothing', () => {
    expect(silentLoss(sent, structuredClone(sent), [])).toBeUndefined()
  })

  test('a missing member is found unless it is named', () => {
    const received = answer({ ...sent.outcome, message: undefined } as never)
    expect(silentLoss(sent, received, [])).toBe('/outcome/message')
    expect(silentLoss(sent, received, lost('/outcome/message'))).toBeUndefined()
  })

  test('an item that was dropped does not excuse the next one', () => {
    const received = answer({ kind: 'completed', message: 'm', notices: [{ severity: 'info', message: 'b' }] })
    expect(silentLoss(sent, received, lost('/outcome/notices/0'))).toBe('/outcome/notices')
    expect(silentLoss(sent, received, lost('/outcome/notices/0', '/outcome/notices/1/code'))).toBeUndefined()
  })

  test('an addition is found, unless the kind is lost', () => {
    const received = answer({ ...sent.outcome, usage: {} } as never)
    expect(silentLoss(sent, received, [])).toBe('/outcome/usage')
    expect(silentLoss(sent, received, lost('/outcome/kind'))).toBeUndefined()
  })

  test('a lost kind excuses no common member', () => {
    expect(silentLoss(sent, answer({ kind: 'canceled' }), lost('/outcome/kind'))).toBe('/outcome/message')
  })
})
