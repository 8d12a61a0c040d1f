import { expect, test } from 'vitest'
import { legacyHeaders, phaseAt } from './migration.ts'

const at = (time: string) => () => new Date(time)

test.each([
  ['2026-04-30T00:00:00+09:00', 'opt-in'],
  ['2026-08-03T23:59:59+09:00', 'opt-in'],
  ['2026-08-03T23:59:59.999+09:00', 'opt-in'],
  ['2026-08-04T00:00:00+09:00', 'default-v2'],
  ['2026-08-04T00:00:01+09:00', 'default-v2'],
  ['2026-08-03T15:00:00Z', 'default-v2'],
  ['2026-09-03T23:59:59+09:00', 'default-v2'],
  ['2026-09-03T23:59:59.999+09:00', 'default-v2'],
  ['2026-09-04T00:00:00+09:00', 'removed'],
  ['2026-09-04T00:00:01+09:00', 'removed'],
  ['2030-01-01T00:00:00Z', 'removed'],
])('at %s the phase is %s', (time, phase) => {
  expect(phaseAt('auto', at(time))).toBe(phase)
})

test.each(['opt-in', 'default-v2', 'removed'] as const)('a phase that is set stays: %s', phase => {
  expect(phaseAt(phase, at('2020-01-01T00:00:00Z'))).toBe(phase)
  expect(phaseAt(phase, at('2040-01-01T00:00:00Z'))).toBe(phase)
})

test('a legacy answer says when it is deprecated and when it ends', () => {
  expect(legacyHeaders.deprecation).toBe('@1785769200')
  expect(legacyHeaders.sunset).toBe('Thu, 03 Sep 2026 15:00:00 GMT')
  expect(legacyHeaders.link).toContain('rel="sunset"')
})
