import { expect, test } from 'vitest'
import { fault } from '../../outcome/fault.ts'
import { canceled, completed, failed, paused } from '../../outcome/outcome.ts'
import { asideOf, holderOf, saidOf, secondsOf, whoOf } from './words.ts'

test.each([
  [12.4, '12 ms'],
  [1900, '1.9 s'],
  [125_000, '2 min 5 s'],
  [7_260_000, '2 h 1 min'],
  [3 * 86_400_000, '3 days'],
])('%d ms is %s', (ms, text) => {
  expect(secondsOf(ms)).toBe(text)
})

test('an outcome is told as its file says it', () => {
  expect(saidOf(completed(1))).toBe('success')
  expect(saidOf(canceled())).toBe('error, canceled')
  expect(saidOf(paused([{ kind: 'reply', question: 'In which season?' }]))).toBe('asks In which season?')
  expect(saidOf(failed(fault('timeout', 'Too late.')))).toBe('timeout: Too late.')
})

test('what others wrote cannot steer the terminal', () => {
  const call = { operation: 'x', input: {}, exchange: {}, stageId: '\u001b[2J', extra: { 'agent-file': { phase: 8 } } }
  const request = { agent: 'a\nb', call } as never
  expect(whoOf(request)).toBe('a\\u{a}b (phase 8, \\u{1b}[2J)')
  expect(saidOf(failed(fault('internal', 'a\u001b]0;x\u0007')))).toBe('error: a\\u{1b}]0;x\\u{7}')
  expect(asideOf({ file: '/a\nb', to: '/c', why: 'stale', reason: 'r', findings: [] })).toBe(
    '/a\\u{a}b: set aside as /c: r',
  )
  expect(holderOf({ pid: 1, host: 'h\u0007/ns', started: '', since: 's', expiresAt: '' })).toBe(
    'process 1 on h\\u{7} since s',
  )
})
